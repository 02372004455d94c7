"""rrc test: the project's own tests."""

from pathlib import Path

import typer

from conformance.checkout import find_checkout, python_tool, run
from conformance.commands import ExitCode

# What pytest says by its exit status, in the words of this program. A module of tests that cannot
# be imported is pytest's 2; an interrupt by hand never gets here.
MEANING = {
    0: ExitCode.HOLDS,
    1: ExitCode.FAILS,
    2: ExitCode.FAILS,
    4: ExitCode.BAD_INPUT,
    5: ExitCode.UNDECIDED,
}


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "test", context_settings={"allow_extra_args": True, "ignore_unknown_options": True}
    )(test)


def test(context: typer.Context) -> None:
    """Run the project's own tests. Arguments go on to pytest: rrc test -k geometry -x"""
    raise typer.Exit(run_tests(find_checkout(), context.args))


def run_tests(checkout: Path, arguments: list[str]) -> ExitCode:
    """Run pytest in the checkout."""
    status = run([*python_tool("pytest"), *arguments], checkout)
    return MEANING.get(status, ExitCode.UNDECIDED)
