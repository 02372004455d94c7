"""rrc identify: which edition an engine plays, and its nearest mutants where it plays none."""

import json
from typing import Annotated

import typer

from conformance.commands import ExitCode
from conformance.commands.options import Json


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("identify")(identify)


def identify(
    engine: Annotated[
        str,
        typer.Argument(help="reference, cmd:PROGRAM, http://HOST:PORT, python:MODULE:FACTORY."),
    ],
    budget: Annotated[
        int, typer.Option(min=1, help="Questions by which the edition is to be found.")
    ] = 40,
    timeout: Annotated[float, typer.Option(min=0.01, help="Seconds for each case.")] = 10.0,
    as_json: Json = False,
) -> None:
    """Say which edition an engine plays, parameter by parameter, and where it departs from it.

    Exit code 0 if it plays an edition in all that was asked, 1 if it departs from all of them.
    """
    from conformance.certify.session import greet
    from conformance.coverage import identity_page
    from conformance.coverage.identify import identify as find
    from conformance.engines.names import engine_factory
    from conformance.engines.protocol import EngineFailure
    from conformance.errors import UndecidedError
    from conformance.scenarios import load_corpus

    factory = engine_factory(engine, timeout)
    corpus = load_corpus()
    greet(engine, factory)
    opened = factory()
    try:
        found = find(engine, opened, corpus, budget=budget, timeout=timeout)
    except EngineFailure as failure:
        raise UndecidedError(f"the engine {engine} cannot be asked: {failure.message}") from None
    finally:
        opened.close()
    if not found.judged:
        raise UndecidedError(f"the engine {engine} declares nothing that the cases ask for")
    if as_json:
        typer.echo(json.dumps(identity_page.as_json(found), ensure_ascii=False))
    else:
        for line in identity_page.text_lines(found):
            typer.echo(line)
    raise typer.Exit(ExitCode.HOLDS if found.is_exact else ExitCode.FAILS)
