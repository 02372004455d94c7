"""rrc lint: scenarios against schema and meaning."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from conformance.commands import ExitCode
from conformance.documents import Fault
from conformance.errors import UserError
from conformance.resources import scenarios_dir

FORMATS = ("text", "json", "github")


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("lint")(lint)


def lint(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Files or folders; left out, the whole corpus.")
    ] = None,
    form: Annotated[str, typer.Option("--format", help="text, json or github.")] = "text",
) -> None:
    """Check scenario files: form, references, cells, positions. Every fault with its place.

    Exit code 0 if there is none, 1 if there are some, 2 for a path without scenarios.
    """
    from conformance.certify.lint import lint as check  # late: help must not wait for it

    if form not in FORMATS:
        raise UserError(f"--format {form}: expected one of {', '.join(FORMATS)}")
    corpus = check(paths or [scenarios_dir()])
    if form == "json":
        typer.echo(json.dumps({"faults": [asdict(fault) for fault in corpus.faults]}))
    else:
        for fault in corpus.faults:
            typer.echo(annotation(fault) if form == "github" else str(fault))
        files = len({scenario.path for scenario in corpus.scenarios})
        typer.echo(f"{files} scenarios, {len(corpus.faults)} faults", err=True)
    raise typer.Exit(ExitCode.FAILS if corpus.faults else ExitCode.HOLDS)


def annotation(fault: Fault) -> str:
    """A fault as GitHub's workflow command, which shows it beside the line."""
    name = f"{fault.field}: " if fault.field else ""
    wish = f" (expected {fault.expected})" if fault.expected else ""
    text = f"{name}{fault.message}{wish}"
    file = encoded(fault.file).replace(":", "%3A").replace(",", "%2C")
    return f"::error file={file},line={fault.line},col={fault.column}::{encoded(text)}"


def encoded(text: str) -> str:
    """Text on one line, as a workflow command wants it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
