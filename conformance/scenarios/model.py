"""A scenario as it is written, and a case: one scenario on one board, with so many players."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeAlias

from conformance.documents import Document

Json: TypeAlias = dict[str, Any]


class Polarity(StrEnum):
    """What a scenario shows of its clauses."""

    PERMITS = "permits"
    FORBIDS = "forbids"
    EFFECT = "effect"
    INVARIANT = "invariant"


class Status(StrEnum):
    """What hangs on a scenario."""

    NORMATIVE = "normative"
    INFORMATIVE = "informative"
    DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as its file says it, valid by its schema and its references."""

    id: str
    title: str
    clauses: tuple[str, ...]
    questions: tuple[str, ...]
    polarities: tuple[Polarity, ...]
    status: Status
    ruling: str | None
    editions: tuple[str, ...] | None
    when: Mapping[str, tuple[Any, ...]]
    boards: tuple[str, ...]
    players: tuple[int, ...]
    symmetries: tuple[str, ...]
    notes: str
    document: Document

    @property
    def path(self) -> Path:
        """The file."""
        return self.document.path


@dataclass(frozen=True, slots=True)
class Do:
    """Play a move, which must be legal."""

    move: Json
    line: int


@dataclass(frozen=True, slots=True)
class Reject:
    """A move that must be refused."""

    move: Json
    clause: str | None
    line: int


@dataclass(frozen=True, slots=True)
class Legal:
    """What the list of legal moves holds. Items are patterns, or values of `field`."""

    of: Json
    field: str | None
    includes: tuple[Any, ...] | None
    excludes: tuple[Any, ...] | None
    exactly: tuple[Any, ...] | None
    count: int | None
    line: int


@dataclass(frozen=True, slots=True)
class Expect:
    """What the state is now, by the fields of the schema; diagrams are turned into maps."""

    fields: Json
    line: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one reading leads to."""

    reading: str
    steps: tuple["Step", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The outcomes of an open ruling."""

    outcomes: tuple[Outcome, ...]
    line: int


Step: TypeAlias = Do | Reject | Legal | Expect | AnyOf


@dataclass(frozen=True, slots=True)
class Case:
    """One scenario in one edition, on one board, with so many players, perhaps turned."""

    id: str
    scenario: Scenario
    edition: str
    board: str
    players: int
    symmetry: str
    state: Json | None  # None: a new game
    history: tuple[Json, ...]
    steps: tuple[Step, ...]
    values: Mapping[str, Any] = field(default_factory=dict)  # of parameters, unlike its edition's
