"""What an engine is to the suite: the operations of the protocol as methods, and their answers.

States and moves are plain JSON values, as on the wire: an engine is judged by what it says.
What an engine answers is a value; that it failed to answer is an exception:

    EngineFailure
    ├── EngineErrored         it says itself that it failed
    ├── EngineCrashed         it died, or raised what it should not
    ├── EngineTimedOut        it did not answer in time
    ├── EngineBrokeProtocol   it answered what is no answer; `kind` names the fault
    └── EngineGaveUp          it failed too often, and is not asked again
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from conformance.errors import ConformanceError

Json: TypeAlias = dict[str, Any]

OPERATIONS = ("new", "load", "legal", "play", "state")


@dataclass(frozen=True, slots=True)
class Hello:
    """What an engine says of itself; what it does not declare is never asked for."""

    name: str
    version: str
    language: str
    editions: tuple[str, ...]
    boards: tuple[str, ...]
    players: tuple[int, ...]
    operations: tuple[str, ...] = OPERATIONS


@dataclass(frozen=True, slots=True)
class Settled:
    """The state at its decision point; after several moves, also the states between."""

    state: Json
    states: tuple[Json, ...] = ()


@dataclass(frozen=True, slots=True)
class Invalid:
    """A position that the engine says cannot exist, and why."""

    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unsupported:
    """Something that the engine says it cannot do."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A proper refusal: the first illegal move, and the state as it was before it."""

    played: int
    move: Json
    reason: str
    clause: str | None
    state: Json
    states: tuple[Json, ...] = ()


class Engine(Protocol):
    """Anything that answers the protocol. It holds one game at a time."""

    def hello(self) -> Hello:
        """Say what it is and what it can do."""
        ...

    def new(self, edition: str, board: str, players: int) -> Settled | Unsupported:
        """Begin a new game."""
        ...

    def load(self, state: Json) -> Settled | Invalid | Unsupported:
        """Take up a position."""
        ...

    def legal(self) -> list[Json]:
        """List the legal moves of the present state, in any order, each once."""
        ...

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        """Play moves in turn, up to the first that is illegal."""
        ...

    def state(self) -> Json:
        """Tell the present state."""
        ...

    def close(self) -> None:
        """End; nothing is asked of it any more."""
        ...


class EngineFailure(ConformanceError):
    """An engine did not answer as an engine must: what it was asked, and what is known of it."""

    def __init__(self, message: str, evidence: str = "") -> None:
        super().__init__(message)
        self.message, self.evidence = message, evidence


class EngineErrored(EngineFailure):
    """The engine says itself that it failed."""


class EngineCrashed(EngineFailure):
    """The engine died, or raised what it should not."""


class EngineTimedOut(EngineFailure):
    """The engine did not answer in time."""


class EngineGaveUp(EngineFailure):
    """The engine failed too often, and is not asked again."""


class EngineBrokeProtocol(EngineFailure):
    """The engine answered what is no answer."""

    def __init__(self, kind: str, message: str, evidence: str = "") -> None:
        super().__init__(message, evidence)
        self.kind = kind
