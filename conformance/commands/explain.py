"""rrc explain: why a move is legal or not, clause by clause."""

import json
from pathlib import Path
from typing import Annotated

import typer

from conformance.commands import ExitCode
from conformance.commands.options import Json


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("explain")(explain)


def explain(
    file: Annotated[Path, typer.Argument(help="A state, as JSON or YAML.")],
    move: Annotated[
        list[str] | None,
        typer.Argument(help="A move: its type, then FIELD=VALUE. Without one, all legal moves."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Say why a move is legal or not, clause by clause: rrc explain FILE move_stack from=0,0 to=2,0

    Exit code 0 if it is legal, 1 if it is not.
    """
    from conformance.engines import explaining
    from conformance.engines.state_file import load_state, move_of
    from reference_engine import explain as engine

    state = load_state(file)
    if not move:
        if as_json:
            typer.echo(json.dumps({"moves": explaining.listed_moves(state)}))
            return
        for line in explaining.move_lines(state):
            typer.echo(line)
        return
    found = engine.explain(state, move_of(state, move))
    if as_json:
        typer.echo(json.dumps(explaining.explained(state.variant.geometry, found)))
    else:
        for line in explaining.explanation_lines(state, found):
            typer.echo(line)
    raise typer.Exit(ExitCode.HOLDS if found.is_legal else ExitCode.FAILS)
