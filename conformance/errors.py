"""What can go wrong with the suite itself. A wrong engine is no error: it is a verdict.

    ConformanceError
    ├── UserError                  what the user gave cannot be used: exit code 2
    │   └── CheckoutError          the command needs a checkout, or a tool installed in it
    └── UndecidedError             nothing can be told: exit code 3

Only `conformance.cli` prints an error and chooses the exit code.
"""

from collections.abc import Iterable


class ConformanceError(Exception):
    """The base of all errors of the suite."""


class UserError(ConformanceError):
    """What the user gave cannot be used: one message, and every fault found behind it."""

    def __init__(self, message: str, faults: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return "\n".join([self.message, *(f"  - {fault}" for fault in self.faults)])


class UndecidedError(ConformanceError):
    """Nothing can be told: nothing was selected, or an engine cannot be reached."""


class CheckoutError(UserError):
    """The command needs a checkout of this project, or a tool that is not installed with it."""
