"""How random games are steered, so that they reach what uniform play does not."""

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

from conformance.boards import Coordinates, coordinates_of, grid
from conformance.documents import did_you_mean
from conformance.editions import load_parameters
from conformance.errors import UserError

Json: TypeAlias = dict[str, Any]
Weigh: TypeAlias = Callable[[Json], float]
Policy: TypeAlias = Callable[[Json], Weigh]
"""What a move weighs in a state; what all its moves share is found once."""


class UnknownPolicyError(UserError):
    """No policy has that name."""

    def __init__(self, name: str) -> None:
        self.name = name
        near = did_you_mean(name, POLICIES)
        hint = f"; did you mean {near}?" if near else ""
        super().__init__(f"no policy {name!r}: expected mix, {', '.join(POLICIES)}{hint}")


def uniform(_state: Json) -> Weigh:
    """Every move alike."""
    return lambda _move: 1.0


def capture_hungry(_state: Json) -> Weigh:
    """Captures first."""
    return _by_capture


def _by_capture(move: Json) -> float:
    match move["type"]:
        case "overtaking_capture" | "continue_capture_segment":
            return 20.0
        case "skip_capture":
            return 0.2
        case "place_ring":
            return 1.0 if move["count"] == 1 else 0.1
        case _:
            return 1.0


def line_builder(state: Json) -> Weigh:
    """Moves that leave a marker beside own markers, in a row with them."""
    own = _own_markers(state)
    ways = _HEX_SIDES if state["board"] == "hexagonal" else _SQUARE_SIDES

    def weigh(move: Json) -> float:
        if "from" not in move:
            return 3.0 if move["type"] == "skip_placement" else 1.0
        x, y, *_ = coordinates_of(move["from"])
        return 1.0 + 6.0 * sum((x + dx, y + dy) in own for dx, dy in ways)

    return weigh


def enclosure_builder(state: Json) -> Weigh:
    """Moves that leave a marker where a wall goes on or at an edge, and take regions."""
    own = _own_markers(state)
    ways = _HEX_SIDES if state["board"] == "hexagonal" else _DIAGONALS
    edge = _edge(state["board"], load_parameters()[state["edition"]]["hex_side"])

    def weigh(move: Json) -> float:
        if move["type"] == "process_territory_region":
            return 8.0
        if "from" not in move:
            return 3.0 if move["type"] == "skip_placement" else 1.0
        x, y, *_ = coordinates_of(move["from"])
        wall = sum((x + dx, y + dy) in own for dx, dy in ways)
        return 1.0 + 5.0 * wall + (2.0 if move["from"] in edge else 0.0)

    return weigh


def stack_tower(state: Json) -> Weigh:
    """Tall, mixed stacks: rings on stacks, and captures of tall ones."""
    stacks = state.get("stacks", {})

    def weigh(move: Json) -> float:
        match move["type"]:
            case "place_ring":
                return 4.0 + 2.0 * len(stacks.get(move["at"], ()))
            case "overtaking_capture" | "continue_capture_segment":
                return 6.0 + len(stacks.get(move["target"], ()))
            case "skip_placement" | "skip_capture":
                return 0.3
            case _:
                return 1.0

    return weigh


def starve(_state: Json) -> Weigh:
    """Empty the hands, then go nowhere far: blocked players come soon."""
    return _by_hunger


def _by_hunger(move: Json) -> float:
    match move["type"]:
        case "place_ring":
            return 5.0 * float(move["count"] ** 2)
        case "skip_placement":
            return 0.05
        case "process_territory_region":
            return 4.0
        case "move_stack":
            return 1.0 / (1.0 + _distance(move))
        case _:
            return 1.0


def endgame(_state: Json) -> Weigh:
    """Rings out of the game: hands emptied soon, regions, lines in full."""
    return _by_end


def _by_end(move: Json) -> float:
    match move["type"]:
        case "place_ring":
            return 3.0 if move["count"] == 3 else 0.3
        case "process_territory_region":
            return 10.0
        case "choose_line_reward":
            return 5.0 if len(move["collapse"]) == len(move["cells"]) else 1.0
        case "skip_territory_processing":
            return 0.3
        case _:
            return 1.0


POLICIES: Mapping[str, Policy] = {
    "uniform": uniform,
    "capture": capture_hungry,
    "line": line_builder,
    "enclosure": enclosure_builder,
    "tower": stack_tower,
    "starve": starve,
    "endgame": endgame,
}
MIX: Mapping[str, float] = {
    "uniform": 3.0,
    "capture": 1.0,
    "line": 2.0,
    "enclosure": 2.0,
    "tower": 1.0,
    "starve": 1.5,
    "endgame": 1.5,
}


def chosen_policy(name: str, rng: random.Random) -> tuple[str, Policy]:
    """The policy of that name; for the mix, one drawn by its weights."""
    if name == "mix":
        name = rng.choices(list(MIX), list(MIX.values()))[0]
    if name not in POLICIES:
        raise UnknownPolicyError(name)
    return name, POLICIES[name]


def pick(rng: random.Random, policy: Policy, state: Json, moves: list[Json]) -> Json:
    """One of the moves, by weight."""
    if policy is uniform:
        return moves[int(rng.random() * len(moves))]
    return rng.choices(moves, [*map(policy(state), moves)])[0]


_SQUARE_SIDES = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
_DIAGONALS = tuple((dx, dy) for dx, dy in _SQUARE_SIDES if dx and dy)
_HEX_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


@cache
def _edge(board: str, hex_side: int) -> frozenset[str]:
    """The cells at the edge of a board."""
    known = grid(board, hex_side)
    last = known.size - 1

    def is_outer(cell: Coordinates) -> bool:
        if known.is_hexagonal:
            return max(map(abs, cell)) == last
        return any(number in (0, last) for number in cell)

    return frozenset(name for name, cell in known.cells.items() if is_outer(cell))


def _own_markers(state: Json) -> set[tuple[int, ...]]:
    player = state["turn"]["player"]
    return {
        coordinates_of(cell)[:2]
        for cell, owner in state.get("markers", {}).items()
        if owner == player
    }


def _distance(move: Json) -> int:
    start, end = coordinates_of(move["from"]), coordinates_of(move["to"])
    return max(abs(a - b) for a, b in zip(start, end, strict=True))
