"""The ways to make a position smaller, each as a pass over it.

A pass yields one candidate after another, with the moves that follow as they read there. Between
two of them it looks again at what is now the smallest: it may have become the candidate.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from itertools import combinations
from typing import Any, TypeAlias

from conformance.boards import Grid, coordinates_of, grid, name_of
from conformance.editions import load_parameters
from conformance.scenarios.moves import renamed

Json: TypeAlias = dict[str, Any]
Step: TypeAlias = tuple[Json, tuple[Json, ...]]  # a position, and the moves that follow
Now: TypeAlias = Callable[[], Step]
Spot: TypeAlias = tuple[str, str]  # a layer, and a cell in it

LAYERS = ("stacks", "markers", "collapsed")
BOARD_SIZES = {"square8": 0, "hexagonal": 1, "square19": 1}
FEW = 14  # so few cells that pairs of them can be tried


def size_of(state: Json) -> tuple[int, int, int, int]:
    """How large a position is: occupied cells, rings, players, rings in hand."""
    cells = sum(len(state[layer]) for layer in LAYERS)
    rings = sum(map(len, state["stacks"].values()))
    return cells, rings, state["players"], sum(state["hand"].values())


def measure(state: Json) -> tuple[int, ...]:
    """What every reduction lowers: the board, the size, what is told beside it, the place."""
    cells, rings, players, hands = size_of(state)
    told = len(state.get("standing") or ())
    eliminated = state["eliminated"].values()
    uneven = max(eliminated, default=0) - min(eliminated, default=0)
    return (
        BOARD_SIZES[state["board"]],
        cells,
        players,
        rings,
        told,
        hands,
        max(0, uneven - 1),
        _place(state),
    )


def _place(state: Json) -> int:
    """How far from the first corner things lie."""
    weight = 2 if state["board"] == "hexagonal" else 1
    cells = (coordinates_of(cell) for layer in LAYERS for cell in state[layer])
    return sum(weight * cell[0] + cell[1] for cell in cells)


def board_of(state: Json) -> Grid:
    """The board of a position."""
    return grid(state["board"], load_parameters()[state["edition"]]["hex_side"])


def supply_of(state: Json) -> int:
    """How many rings each player has in all."""
    return int(load_parameters()[state["edition"]]["rings_per_player"][state["board"]])


def balanced(state: Json) -> Json:
    """The same position with credited rings that make up for those that were taken out."""
    total = state["players"] * supply_of(state)
    rings = sum(map(len, state["stacks"].values()))
    rest = total - rings - sum(state["hand"].values())
    seats = [str(seat) for seat in range(1, state["players"] + 1)]
    share, extra = divmod(max(rest, 0), len(seats))
    state["eliminated"] = {seat: share + (index < extra) for index, seat in enumerate(seats)}
    return state


def in_hand_again(state: Json, rings: Sequence[int]) -> Json:
    """The same position with rings that were taken out back in their owners' hands."""
    for ring in rings:
        seat = str(ring)
        state["hand"][seat] = state["hand"].get(seat, 0) + 1
    return state


def without_history(now: Now) -> Iterator[Step]:
    """Nothing is told of earlier turns."""
    state, moves = now()
    if state.get("standing") is not None:
        smaller = deepcopy(state)
        del smaller["standing"]
        yield smaller, moves


# --- players ------------------------------------------------------------------------------------


def with_fewer_players(now: Now) -> Iterator[Step]:
    """One seat less: what it owns goes, or belongs to another."""
    for gone in (4, 3, 2, 1):
        state, _ = now()
        if not 2 < state["players"] >= gone:
            continue
        for heir in (None, *(seat for seat in range(1, state["players"] + 1) if seat != gone)):
            state, moves = now()
            if state["players"] >= gone and state["players"] > 2:
                smaller = _without_seat(state, gone, heir)
                if smaller is not None:
                    yield smaller, moves


def _without_seat(state: Json, gone: int, heir: int | None) -> Json | None:
    if state["turn"]["player"] == gone and heir is None:
        return None

    def seat(one: int) -> int:
        kept = heir if one == gone and heir is not None else one
        return kept - (kept > gone)

    def is_kept(owner: int) -> bool:
        return heir is not None or owner != gone

    smaller = deepcopy(state)
    smaller["players"] -= 1
    smaller["stacks"] = {
        cell: kept
        for cell, rings in state["stacks"].items()
        if (kept := [seat(ring) for ring in rings if is_kept(ring)])
    }
    for layer in ("markers", "collapsed"):
        smaller[layer] = {
            cell: seat(owner) for cell, owner in state[layer].items() if is_kept(owner)
        }
    for part in ("hand", "eliminated"):
        smaller[part] = {
            str(seat(int(one))): number for one, number in state[part].items() if int(one) != gone
        }
    smaller["turn"]["player"] = seat(state["turn"]["player"])
    smaller.pop("standing", None)
    return balanced(smaller)


# --- cells --------------------------------------------------------------------------------------


def without_cells(now: Now) -> Iterator[Step]:
    """Halves, quarters and so on of what stands on the board, down to single cells."""
    width = len(_spots(now()[0]))
    while width:
        start = 0
        while start < len(spots := _spots(now()[0])):
            count = len(spots)
            yield from _without(now, spots[start : start + width])
            if len(_spots(now()[0])) == count:
                start += width
        width //= 2


def without_pairs(now: Now) -> Iterator[Step]:
    """Two cells at a time, once there are few."""
    spots = _spots(now()[0])
    if len(spots) <= FEW:
        for pair in combinations(spots, 2):
            state, _ = now()
            if all(cell in state[layer] for layer, cell in pair):
                yield from _without(now, pair)


def _spots(state: Json) -> list[Spot]:
    """What may go: all but the cell that the turn itself names."""
    source = state["turn"].get("from")
    return [(layer, cell) for layer in LAYERS for cell in sorted(state[layer]) if cell != source]


def _without(now: Now, spots: Sequence[Spot]) -> Iterator[Step]:
    state, moves = now()
    for keep_credit in (False, True):
        smaller = deepcopy(state)
        taken = [ring for layer, cell in spots if layer == "stacks" for ring in state[layer][cell]]
        for layer, cell in spots:
            del smaller[layer][cell]
        if not taken:
            yield smaller, moves
            return
        yield (in_hand_again(smaller, taken) if keep_credit else balanced(smaller)), moves
        if now()[0] is not state:
            return


# --- rings and hands ----------------------------------------------------------------------------


def with_fewer_rings(now: Now) -> Iterator[Step]:
    """Stacks of one ring, else of fewer."""
    for cell in sorted(now()[0]["stacks"]):
        rings = now()[0]["stacks"].get(cell, ())
        if len(rings) > 1:
            yield from _with_stack(now, cell, rings[-1:])
        index = 0
        while index < len(rings := now()[0]["stacks"].get(cell, ())) > 1:
            count = len(rings)
            yield from _with_stack(now, cell, rings[:index] + rings[index + 1 :])
            if len(now()[0]["stacks"].get(cell, ())) == count:
                index += 1


def _with_stack(now: Now, cell: str, rings: list[int]) -> Iterator[Step]:
    state, moves = now()
    taken = [*state["stacks"][cell]]
    for ring in rings:
        taken.remove(ring)
    for keep_credit in (False, True):
        smaller = deepcopy(state)
        smaller["stacks"][cell] = [*rings]
        yield (in_hand_again(smaller, taken) if keep_credit else balanced(smaller)), moves
        if now()[0] is not state:
            return


def with_smaller_hands(now: Now) -> Iterator[Step]:
    """Empty hands, or hands of few rings; the rest is credited evenly, or all to one seat."""
    for seat in sorted(now()[0]["hand"]):
        for wanted in (0, 1, 2, 3, 4, 6, 9):
            state, moves = now()
            if wanted < state["hand"][seat]:
                smaller = deepcopy(state)
                smaller["hand"][seat] = wanted
                yield balanced(smaller), moves
                for other in sorted(state["eliminated"]):
                    kept, moves = now()
                    if kept["hand"][seat] > wanted:
                        smaller = deepcopy(kept)
                        smaller["eliminated"][other] += kept["hand"][seat] - wanted
                        smaller["hand"][seat] = wanted
                        yield smaller, moves


def with_even_credit(now: Now) -> Iterator[Step]:
    """Credited rings shared out evenly."""
    state, moves = now()
    yield balanced(deepcopy(state)), moves


# --- places -------------------------------------------------------------------------------------


def on_a_smaller_board(now: Now) -> Iterator[Step]:
    """The same things on the small square board, in its corner."""
    state, moves = now()
    if state["board"] != "square19":
        return
    cells = [coordinates_of(cell) for layer in LAYERS for cell in state[layer]]
    for corner in ((0, 0), (11, 11), (0, 11), (11, 0), _least(cells)):
        state, moves = now()
        if state["board"] == "square19":
            smaller = {**deepcopy(state), "board": "square8"}
            smaller["eliminated"] = dict.fromkeys(state["eliminated"], 0)
            for seat, count in state["hand"].items():
                own = sum(rings.count(int(seat)) for rings in state["stacks"].values())
                smaller["hand"][seat] = max(0, min(count, supply_of(smaller) - own))
            shifted = _shifted(smaller, None, (-corner[0], -corner[1]), moves)
            if shifted is not None:
                yield balanced(shifted[0]), shifted[1]


def _least(cells: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    return (
        min((cell[0] for cell in cells), default=0),
        min((cell[1] for cell in cells), default=0),
    )


def towards_the_corner(now: Now) -> Iterator[Step]:
    """All things, then each group of neighbours, a step nearer; what falls off the board goes."""
    for step in _steps(now()[0]):
        taken = True
        while taken:
            state, moves = now()
            shifted = _shifted(state, None, step, moves)
            if shifted is not None:
                yield shifted
            taken = now()[0] is not state
    for number in range(len(_groups(now()[0]))):
        for step in _steps(now()[0]):
            taken = True
            while taken:
                state, moves = now()
                groups = _groups(state)
                shifted = _shifted(state, groups[number : number + 1], step, moves)
                if shifted is not None:
                    yield shifted
                taken = now()[0] is not state


def _steps(state: Json) -> list[tuple[int, ...]]:
    if state["board"] == "hexagonal":
        return [(-1, 0, 1), (-1, 1, 0), (0, -1, 1)]
    return [(-1, 0), (0, -1), (-1, -1)]


def _groups(state: Json) -> list[set[str]]:
    """The occupied cells in groups of neighbours, if there are several."""
    left = {coordinates_of(cell): cell for layer in LAYERS for cell in state[layer]}
    found = []
    for start in sorted(left):
        if start not in left:
            continue
        group, fringe = {left.pop(start)}, [start]
        while fringe:
            here = fringe.pop()
            near = [
                cell
                for cell in left
                if all(abs(a - b) <= 1 for a, b in zip(cell, here, strict=True))
            ]
            group |= {left.pop(cell) for cell in near}
            fringe += near
        found.append(group)
    return found if len(found) > 1 else []


def _shifted(
    state: Json, groups: list[set[str]] | None, step: tuple[int, ...], moves: tuple[Json, ...]
) -> Step | None:
    """Things moved by so much, without what falls off; None where they would meet others."""
    if groups is not None and not groups:
        return None
    board = board_of(state)
    moving = None if groups is None else groups[0]

    def target(cell: str) -> str:
        if moving is not None and cell not in moving:
            return cell
        return name_of(tuple(a + b for a, b in zip(coordinates_of(cell), step, strict=True)))

    found = deepcopy(state)
    seen: set[str] = set()
    lost: list[int] = []
    for layer in LAYERS:
        found[layer] = {}
        for cell, value in state[layer].items():
            name = target(cell)
            if name in seen:
                return None
            if name in board.cells:
                seen.add(name)
                found[layer][name] = value
            elif layer == "stacks":
                lost += value
    turn = found["turn"]
    if turn.get("from"):
        turn["from"] = target(turn["from"])
        if turn["from"] not in board.cells:
            return None
    if turn.get("made"):
        turn["made"] = [name for cell in turn["made"] if (name := target(cell)) in board.cells]
    if lost:
        balanced(found)
    return found, tuple(renamed(move, target) for move in moves)


PASSES = (
    without_history,
    with_fewer_players,
    without_cells,
    on_a_smaller_board,
    towards_the_corner,
    with_fewer_rings,
    with_smaller_hands,
    with_even_credit,
    without_pairs,
)
