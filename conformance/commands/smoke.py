"""rrc smoke: the protocol, step by numbered step."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from conformance.commands import ExitCode
from conformance.commands.options import DAY, Json


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("smoke")(smoke)


def smoke(
    engine: Annotated[str, typer.Argument(help="The engine, as cmd:PROGRAM ARGUMENT…")],
    timeout: Annotated[
        float, typer.Option(min=0.01, max=DAY, help="Seconds for each request.")
    ] = 10.0,
    seed: Annotated[int, typer.Option(help="Which short games are played.")] = 1,
    as_json: Json = False,
) -> None:
    """Try the protocol on an engine, step by step, from hello to bye; say what to mend.

    Exit code 0 if every step holds, 1 if one does not, 3 if it cannot even be greeted.
    """
    from conformance.certify.smoke import smoke as steps_of
    from conformance.certify.smoke import step_lines
    from conformance.engines.names import engine_factory

    steps = []
    opened = engine_factory(engine, timeout)()
    try:
        for step in steps_of(opened, seed):
            steps.append(step)
            if not as_json:
                typer.echo("\n".join(step_lines(step)))
    finally:
        opened.close()
    failed = [step for step in steps if not step.holds]
    if as_json:
        typer.echo(json.dumps({"engine": engine, "steps": [asdict(step) for step in steps]}))
    else:
        typer.echo(f"{len(steps) - len(failed)} of {len(steps)} steps hold")
    if failed and failed[0].number == 1:
        raise typer.Exit(ExitCode.UNDECIDED)
    raise typer.Exit(ExitCode.FAILS if failed else ExitCode.HOLDS)
