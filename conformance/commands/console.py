"""A console that leaves it to the program what becomes of a reader who has gone."""

from typing import NoReturn

from rich.console import Console as RichConsole


class Console(RichConsole):
    """Rich's console would end the program with code 1, which says that an engine fails."""

    def on_broken_pipe(self) -> NoReturn:
        """Let the program end as with any other output."""
        raise BrokenPipeError
