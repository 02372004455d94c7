"""rrc check: all that CI runs."""

import os
import tempfile
from pathlib import Path

import typer

from conformance.checkout import find_checkout, python_tool, run, script_tool
from conformance.commands import ExitCode
from conformance.commands.test import run_tests


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("check")(check)


def check() -> None:
    """Run all that CI runs: style, types, import contracts, scenarios, mutants, then the tests."""
    checkout = find_checkout()
    with tempfile.TemporaryDirectory() as folder:
        failed = [
            name for name, command in steps(Path(folder)) if not step_holds(name, command, checkout)
        ]
    typer.echo("== tests: rrc test")
    tests = run_tests(checkout, ["-n", "auto"])
    if failed:
        typer.echo(f"rrc check: failed before the tests: {', '.join(failed)}", err=True)
    raise typer.Exit(tests or (ExitCode.FAILS if failed else ExitCode.HOLDS))


def steps(folder: Path) -> list[tuple[str, list[str]]]:
    """The checks that come before the tests, as a name and a command."""
    rrc = script_tool("rrc")
    jobs = ["--jobs", str(os.cpu_count() or 1)]
    quietly = [*jobs, "--quiet", "--out"]
    return [
        ("style", [*python_tool("ruff"), "check"]),
        ("format", [*python_tool("ruff"), "format", "--check"]),
        ("types", python_tool("mypy")),
        ("contracts", [*script_tool("lint-imports"), "--no-logo"]),
        ("scenarios", [*rrc, "lint"]),
        ("coverage", [*rrc, "coverage", "--fail-under", "100"]),
        ("reference", [*rrc, "certify", "reference", *quietly, str(folder / "reference")]),
        ("literal", [*rrc, "certify", "literal", *quietly, str(folder / "literal")]),
        ("mutants", [*rrc, "mutants", *jobs]),
    ]


def step_holds(name: str, command: list[str], checkout: Path) -> bool:
    """Run one check and tell whether it holds; the others run all the same."""
    typer.echo(f"== {name}: {Path(command[0]).name} {' '.join(command[1:])}")
    return run(command, checkout) == 0
