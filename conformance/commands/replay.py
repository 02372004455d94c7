"""rrc replay: a trace or a recorded divergence, played again."""

import json
from pathlib import Path
from typing import Annotated

import typer

from conformance.commands import ExitCode
from conformance.commands.options import DAY, Json
from conformance.errors import UserError


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("replay")(replay)


def replay(
    file: Annotated[Path, typer.Argument(help="A trace: divergence-NNN/trace.jsonl, or a game.")],
    engine: Annotated[
        str | None,
        typer.Argument(help="The engine; left out, the one whose answer is in question."),
    ] = None,
    timeout: Annotated[
        float, typer.Option(min=0.01, max=DAY, help="Seconds for each request.")
    ] = 10.0,
    as_json: Json = False,
) -> None:
    """Play a recorded divergence again: is it fixed?

    FIXED: the engine answers as the other one did. STILL FAILS: it answers as it did. DIFFERENT:
    as neither did. ERROR: that cannot be told. A game without a divergence is FOLLOWED to its end,
    or DIFFERENT. Exit code 0 for FIXED and FOLLOWED, 3 for ERROR, else 1.
    """
    from conformance.engines.names import engine_factory
    from conformance.engines.protocol import EngineFailure
    from conformance.engines.traces import read_trace
    from conformance.fuzz.replay import Outcome, Replayed
    from conformance.fuzz.replay import replay as played

    trace = read_trace(file)
    if engine is None:
        if trace.dispute is None:
            raise UserError(f"{file}: a game without a divergence: name the engine to play it on")
        engine = trace.dispute.engines[trace.dispute.accused]
    factory = engine_factory(engine, timeout)
    try:
        opened = factory()
        try:
            found = played(trace, opened)
        finally:
            opened.close()
    except EngineFailure as failure:
        found = Replayed(Outcome.ERROR, failure.message)
    if as_json:
        row = {"file": str(file), "engine": engine, "outcome": found.outcome}
        typer.echo(json.dumps(row | {"reason": found.reason}))
    else:
        typer.echo(f"{found.outcome}  {engine}: {found.reason}")
    match found.outcome:
        case Outcome.FIXED | Outcome.FOLLOWED:
            code = ExitCode.HOLDS
        case Outcome.ERROR:
            code = ExitCode.UNDECIDED
        case _:
            code = ExitCode.FAILS
    raise typer.Exit(code)
