"""The position: what lies on the board, and whose choice it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.engines.literal.board import Board, Cell

Rings = tuple[int, ...]

PHASES = (
    "ring_placement",
    "movement",
    "capture",
    "chain_capture",
    "line_processing",
    "territory_processing",
    "forced_elimination",
    "game_over",
)


class InvalidState(Exception):
    """R052: a state that no game can hold; `faults` says why."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


class IllegalMove(Exception):
    """A move that is not legal in the state it was played in."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass
class Position:
    """R050, R051: the board, the hands, the credits, the turn and its history."""

    edition: str
    rules: Mapping[str, Any]
    board: Board
    players: int
    stacks: dict[Cell, Rings] = field(default_factory=dict)
    markers: dict[Cell, int] = field(default_factory=dict)
    collapsed: dict[Cell, int] = field(default_factory=dict)
    hand: dict[int, int] = field(default_factory=dict)
    eliminated: dict[int, int] = field(default_factory=dict)
    player: int = 1
    phase: str = "ring_placement"
    from_cell: Cell | None = None
    owes: str | None = None
    may_swap: bool = False
    made: set[Cell] = field(default_factory=set)
    did: str | None = None
    deferred: int = 0
    had_action: dict[int, bool | None] = field(default_factory=dict)
    acted: list[int] = field(default_factory=list)
    rounds: dict[int, int] = field(default_factory=dict)
    result: dict[str, Any] | None = None


def seats(position: Position) -> list[int]:
    """R010.a: the seats are numbered from one."""
    return list(range(1, position.players + 1))


def supply(position: Position) -> int:
    """R020.a: the rings each player starts with."""
    return int(position.rules["rings_per_player"][position.board.name])


def controller(rings: Rings) -> int:
    """R022.a: the top ring decides who controls a stack."""
    return rings[-1]


def cap_height(rings: Rings) -> int:
    """R022.c: the cap is the run of the top ring's colour, from the top down."""
    height = 0
    for ring in reversed(rings):
        if ring != rings[-1]:
            break
        height += 1
    return height


def controlled(position: Position, player: int) -> list[Cell]:
    """R090.a: the cells of the stacks that a player controls, in coordinate order."""
    return sorted(cell for cell, rings in position.stacks.items() if controller(rings) == player)


def has_ring_on_board(position: Position, player: int) -> bool:
    """R142.a: a ring of the player is somewhere on the board, buried ones included."""
    return any(player in rings for rings in position.stacks.values())


def rings_on_board(position: Position) -> int:
    """R052.b: the number of all rings on the board."""
    return sum(len(rings) for rings in position.stacks.values())


def territory(position: Position, player: int) -> int:
    """R041.a: a player's territory is the number of its collapsed spaces."""
    return sum(1 for owner in position.collapsed.values() if owner == player)


def credit(position: Position, player: int, rings: int) -> None:
    """R060.b: eliminated rings are credited to the player who caused it."""
    position.eliminated[player] += rings


def collapse(position: Position, cells: "set[Cell] | frozenset[Cell]", owner: int) -> None:
    """R031.b: a collapsed space holds neither stack nor marker."""
    for cell in cells:
        position.stacks.pop(cell, None)
        position.markers.pop(cell, None)
        position.collapsed[cell] = owner
        position.made.add(cell)


def eliminate_top(position: Position, cell: Cell, player: int) -> None:
    """R092.e, R021.c: a stack loses its top ring, and with the last one it is gone."""
    rest = position.stacks[cell][:-1]
    if rest:
        position.stacks[cell] = rest
    else:
        del position.stacks[cell]
    credit(position, player, 1)


def eliminate_cap(position: Position, cell: Cell, player: int) -> None:
    """R023.d, R100.c, R145.f: the whole cap goes; what lies below stays unless RUL-41 says so."""
    rings = position.stacks[cell]
    removed = cap_height(rings)
    if position.rules["cap_elimination_scope"] == "whole_stack":
        removed = len(rings)
    rest = rings[: len(rings) - removed]
    if rest:
        position.stacks[cell] = rest
    else:
        del position.stacks[cell]
    credit(position, player, removed)
