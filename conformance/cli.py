"""The command line: parse, call, print the error, choose the exit code."""

import os
import signal
import sys
import traceback
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from conformance import __version__
from conformance.commands import (
    ExitCode,
    adapter,
    bench,
    certify,
    check,
    coverage,
    diff,
    explain,
    identify,
    lint,
    mutants,
    perft,
    promote,
    replay,
    serve,
    show,
    smoke,
    test,
    vectors,
)
from conformance.errors import UndecidedError, UserError

COMMANDS = (
    certify,
    smoke,
    diff,
    lint,
    coverage,
    mutants,
    identify,
    replay,
    promote,
    vectors,
    adapter,
    serve,
    perft,
    bench,
    show,
    explain,
    test,
    check,
)
"""In the order of the help."""


class Program(TyperGroup):
    """Every command runs in here: the one place where an error becomes a message and a code."""

    def invoke(self, ctx: Any) -> Any:  # Any: typer keeps the type of its context to itself
        """Run the command that was asked for."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # here, and not at exit, where a broken pipe makes noise
        except UserError as error:
            typer.echo(f"rrc: {error}", err=True)
            raise typer.Exit(ExitCode.BAD_INPUT) from None
        except UndecidedError as error:
            typer.echo(f"rrc: {error}", err=True)
            raise typer.Exit(ExitCode.UNDECIDED) from None
        except BrokenPipeError:
            discard_output()
            raise typer.Exit(ExitCode.UNREAD) from None
        except KeyboardInterrupt:
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        return result


app = typer.Typer(
    name="rrc",
    cls=Program,
    help="The executable court of RingRift's rules.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def print_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        typer.echo(f"ringrift-conformance {__version__}")
        raise typer.Exit


@app.callback(
    epilog="Exit codes: 0 it holds, 1 it does not, 2 wrong usage or bad input, 3 could not tell."
)
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """The options that stand before a command."""


for command in COMMANDS:
    command.register(app)


def main() -> NoReturn:
    """Run the program and exit."""
    # A shell may have started this in the background with interrupts switched off.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, interrupt)
    try:
        app(prog_name="rrc")
    except Exception:  # noqa: BLE001 - the suite broke: Python's own 1 would blame the engine
        traceback.print_exc()
    sys.exit(ExitCode.UNDECIDED)


def interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    """End as after an interrupt by hand, so that no engine is left behind."""
    raise KeyboardInterrupt


def discard_output() -> None:
    """Nobody reads on: let what is still buffered go nowhere, without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
