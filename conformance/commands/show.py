"""rrc show: a position, or where a trace ends, as text or as a picture."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from conformance.commands.options import Json
from conformance.errors import UndecidedError, UserError


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("show")(show)


def show(
    file: Annotated[Path, typer.Argument(help="A state, as JSON or YAML, or a trace, as .jsonl.")],
    svg: Annotated[
        Path | None, typer.Option(metavar="OUT.svg", help="Write a picture; - prints it.")
    ] = None,
    move: Annotated[
        str | None, typer.Option(help="A move to draw: 'move_stack from=0,0 to=2,0'.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a position: the board, the players, whose choice it is, and the state's hash.

    Of a trace, the position at which it ends; of a recorded divergence, that in dispute, with its
    move. Pictures are SVG alone: any browser shows them, and any drawing program makes a PNG.
    """
    from conformance.commands.console import Console
    from conformance.engines.describe import described, written_with_totals

    state, disputed = position_of(file)
    if move is not None:
        if svg is None:
            raise UserError("--move is drawn in a picture: expected --svg OUT.svg too")
        disputed = drawn_move(move)
    if svg is not None:
        write_picture(svg, written_with_totals(state)["state"], disputed)
    if as_json:
        typer.echo(json.dumps(written_with_totals(state)))
    if as_json or svg is not None:
        return
    console = Console(highlight=False, soft_wrap=True)
    for line in described(state):
        console.print(line)


def position_of(file: Path) -> tuple[Any, dict[str, Any] | None]:
    """The state that a file describes, and the move in dispute, if there is one."""
    from conformance.engines.reference import ReferenceEngine
    from conformance.engines.state_file import load_state
    from conformance.engines.traces import begin, read_trace

    if file.suffix != ".jsonl":
        return load_state(file), None
    trace = read_trace(file)
    engine = ReferenceEngine()
    begin(engine, trace)
    answer = engine.play(trace.moves)
    if not hasattr(answer, "played") and engine.present is not None:
        return engine.present, trace.dispute.move if trace.dispute else None
    raise UndecidedError(f"{file}: the reference engine refuses a move of it: {answer}")


def drawn_move(text: str) -> dict[str, Any]:
    """The move that words describe."""
    from conformance.scenarios.moves import MoveTextError, move_from

    try:
        return move_from(text)
    except MoveTextError as error:
        raise UserError(f"--move {text}: {error}") from None


def write_picture(path: Path, state: dict[str, Any], move: dict[str, Any] | None) -> None:
    """Write the board as SVG, or print it."""
    from conformance.reports.svg import board_svg

    picture = board_svg(state, move)
    if str(path) == "-":
        typer.echo(picture, nl=False)
        return
    if path.suffix.lower() != ".svg":
        raise UserError(f"--svg {path}: expected a name that ends in .svg, and no other")
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or 'cannot be written'}") from None
    typer.echo(f"wrote {path}", err=True)
