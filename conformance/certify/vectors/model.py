"""A vector as its bundle writes it, and what is found of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


class RingOrder(StrEnum):
    """Which end of a stack the lists of a bundle begin with."""

    BOTTOM_TOP = "bottom-top"
    TOP_BOTTOM = "top-bottom"


@dataclass(frozen=True, slots=True)
class Seat:
    """What a bundle says of one player; None where it says nothing."""

    number: int
    hand: int | None
    eliminated: int | None
    territory: int | None


@dataclass(frozen=True, slots=True)
class Position:
    """The position that a vector begins with, by the names of cells."""

    board: str
    size: int | None
    stacks: Mapping[str, tuple[int, ...]]  # in the order of the bundle
    markers: Mapping[str, int]
    collapsed: Mapping[str, int]
    eliminated: Mapping[int, int]  # what the board itself says of them
    seats: tuple[Seat, ...]
    player: int
    phase: str


@dataclass(frozen=True, slots=True)
class Played:
    """The move of a vector; cells by the field that names them."""

    kind: str
    player: int | None
    cells: Mapping[str, str]
    lists: Mapping[str, tuple[str, ...]]
    count: int | None


@dataclass(frozen=True, slots=True)
class Vector:
    """One vector, well-formed."""

    bundle: str
    version: str
    index: int
    id: str
    category: str
    description: str
    position: Position
    move: Played
    status: str | None
    assertions: Mapping[str, str | int]
    strangers: tuple[str, ...]  # assertions that are not among those known
    unread: tuple[str, ...]  # fields of the state or the move that nothing here reads


# --- what is found ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Agrees:
    """The canon does what the vector expects."""

    name: str = field(default="agrees", init=False)


@dataclass(frozen=True, slots=True)
class Disagrees:
    """The canon does something else, by this clause; each difference with both values."""

    clause: str
    mismatches: tuple[Json, ...]
    name: str = field(default="disagrees", init=False)


@dataclass(frozen=True, slots=True)
class Impossible:
    """The position of the vector cannot exist: every fault of it."""

    faults: tuple[str, ...]
    name: str = field(default="impossible position", init=False)


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """The vector speaks of something that the protocol has no word for."""

    reasons: tuple[str, ...]
    name: str = field(default="not understood", init=False)


@dataclass(frozen=True, slots=True)
class Malformed:
    """A bundle or a vector does not have the form: every fault with its path in the bundle."""

    faults: tuple[str, ...]
    name: str = field(default="malformed", init=False)


Outcome: TypeAlias = Agrees | Disagrees | Impossible | NotUnderstood | Malformed
NAMES = ("agrees", "disagrees", "impossible position", "not understood", "malformed")


@dataclass(frozen=True, slots=True)
class Broken:
    """A bundle, or a vector of it, that cannot be read; a whole bundle has no vector's name."""

    bundle: str
    id: str
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """What is found of one vector: the outcome, what was filled in or left out, the scenario."""

    bundle: str
    vector: str
    outcome: Outcome
    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    scenario: str | None = None
    text: str | None = None
