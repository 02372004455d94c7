"""What one case says of one engine. A wrong engine is data."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Passed:
    """Everything was as expected; some parts of the state may not have been told."""

    readings: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    name: str = field(default="passed", init=False)


@dataclass(frozen=True, slots=True)
class Failed:
    """A step was not as expected."""

    step: str
    line: int
    mismatches: tuple[Json, ...]
    before: Json | None
    after: Json | None
    clause: str | None = None
    name: str = field(default="failed", init=False)


@dataclass(frozen=True, slots=True)
class Errored:
    """The engine says that it failed, or answered what is no answer."""

    message: str
    evidence: str = ""
    kind: str = "error"
    name: str = field(default="errored", init=False)


@dataclass(frozen=True, slots=True)
class Crashed:
    """The engine died, or raised what it should not."""

    message: str
    evidence: str = ""
    name: str = field(default="crashed", init=False)


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The engine did not answer in time."""

    message: str
    evidence: str = ""
    name: str = field(default="timed out", init=False)


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The engine declares that it cannot do what the case asks for."""

    reason: str
    name: str = field(default="unsupported", init=False)


@dataclass(frozen=True, slots=True)
class Inapplicable:
    """The case does not apply to this engine or edition."""

    reason: str
    name: str = field(default="inapplicable", init=False)


@dataclass(frozen=True, slots=True)
class Skipped:
    """The case was not run."""

    reason: str
    name: str = field(default="skipped", init=False)


Verdict: TypeAlias = (
    Passed | Failed | Errored | Crashed | TimedOut | Unsupported | Inapplicable | Skipped
)
GAVE_UP = "gave up"
BAD = ("failed", "errored", "crashed", "timed out")
NAMES = (
    "passed",
    "failed",
    "errored",
    "crashed",
    "timed out",
    "unsupported",
    "inapplicable",
    "skipped",
)
