"""From a sketch, which may hold anything, to a valid position.

`finished` is the one door: what cannot be is left out or set right, and the rings are made to
balance.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.boards import name_of
from conformance.editions import load_parameters
from conformance.engines.protocol import Json
from conformance.fuzz.grid import Cell, Grid, grid_of


@dataclass(frozen=True, slots=True)
class Variant:
    """An edition on a board for so many players, and what a position must know of it."""

    edition: str
    board: str
    players: int
    rules: Mapping[str, Any]

    @property
    def grid(self) -> Grid:
        return grid_of(self.board, self.rules["hex_side"])

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    @property
    def supply(self) -> int:
        return int(self.rules["rings_per_player"][self.board])

    @property
    def line_length(self) -> int:
        return int(self.rules["line_length"][self.board][self.players - 2])

    @property
    def fields(self) -> frozenset[str]:
        """The fields that only some editions have in their states."""
        rules = self.rules
        asked = {
            "may_swap": rules["pie_rule"] != "off",
            "made": rules["line_origin"] == "this_turn"
            or rules["region_claimant"] == "creator_only",
            "did": rules["fe_turn_postprocessing"] == "before_fe" or not rules["check_after_fe"],
            "deferred": rules["landing_elimination_timing"] == "end_of_chain",
            "rounds": rules["lps_rounds"] == 2,
        }
        return frozenset(name for name, is_asked in asked.items() if is_asked)


def variant_of(edition: str, board: str, players: int) -> Variant:
    """The variant of a published edition."""
    return Variant(edition, board, players, load_parameters()[edition])


@dataclass(slots=True)
class Sketch:
    """A position in the making: anything, until it is finished.

    `hand` and `credit` are wishes; rings that nobody asks for are credited evenly to the seats
    without a wish. Without `had_action` the state tells nothing of what the seats have done.
    """

    stacks: dict[Cell, Sequence[int]] = field(default_factory=dict)
    markers: dict[Cell, int] = field(default_factory=dict)
    collapsed: dict[Cell, int] = field(default_factory=dict)
    hand: dict[int, int] = field(default_factory=dict)
    credit: dict[int, int] = field(default_factory=dict)
    player: int = 1
    phase: str = "ring_placement"
    source: Cell | None = None
    owes: str | None = None
    may_swap: bool = False
    made: Collection[Cell] = ()
    did: str | None = None
    had_action: dict[int, bool | None] | None = None
    acted: Sequence[int] = ()
    rounds: dict[int, int] = field(default_factory=dict)

    def holds(self, cell: Cell) -> bool:
        """Whether anything is on the cell."""
        return cell in self.stacks or cell in self.markers or cell in self.collapsed


# --- from a sketch to a state -------------------------------------------------------------------


def finished(variant: Variant, sketch: Sketch) -> Json:
    """The state nearest to a sketch that can exist."""
    stacks = _with_rings_that_exist(variant, sketch.stacks)
    markers = {cell: who for cell, who in sketch.markers.items() if cell not in stacks}
    collapsed = {
        cell: who
        for cell, who in sketch.collapsed.items()
        if cell not in stacks and cell not in markers
    }
    hand = {
        seat: min(sketch.hand.get(seat, 0), variant.supply - _count(stacks, seat))
        for seat in variant.seats
    }
    placed = sum(map(len, stacks.values()))
    rest = variant.supply * variant.players - placed - sum(hand.values())
    state: Json = {
        "edition": variant.edition,
        "board": variant.board,
        "players": variant.players,
        "stacks": {name_of(cell): stacks[cell] for cell in sorted(stacks)},
        "markers": {name_of(cell): markers[cell] for cell in sorted(markers)},
        "collapsed": {name_of(cell): collapsed[cell] for cell in sorted(collapsed)},
        "hand": _by_seat(hand),
        "eliminated": _by_seat(_credited(variant, sketch.credit, rest)),
        "turn": _turn(variant, sketch, stacks),
        "result": None,
    }
    if sketch.had_action is not None:
        state["standing"] = _standing(variant, sketch)
    return state


def _with_rings_that_exist(
    variant: Variant, wished: Mapping[Cell, Sequence[int]]
) -> dict[Cell, list[int]]:
    left = dict.fromkeys(variant.seats, variant.supply)
    stacks = {}
    for cell, rings in wished.items():
        kept = []
        for ring in rings:
            if left[ring]:
                left[ring] -= 1
                kept.append(ring)
        if kept:
            stacks[cell] = kept
    return stacks


def _count(stacks: Mapping[Cell, Sequence[int]], seat: int) -> int:
    return sum(rings.count(seat) for rings in stacks.values())


def _credited(variant: Variant, wished: Mapping[int, int], rest: int) -> dict[int, int]:
    owned = dict.fromkeys(variant.seats, 0)
    for seat, wish in wished.items():
        owned[seat] = min(wish, rest)
        rest -= owned[seat]
    others = [seat for seat in variant.seats if seat not in wished] or [*variant.seats]
    for index, seat in enumerate(others):
        owned[seat] += rest // len(others) + (index < rest % len(others))
    return owned


def _turn(variant: Variant, sketch: Sketch, stacks: Mapping[Cell, Sequence[int]]) -> Json:
    own = sorted(cell for cell, rings in stacks.items() if rings[-1] == sketch.player)
    phase, source, owes = sketch.phase, None, None
    offered = variant.rules["capture_after_move"]
    if phase == "capture" and offered == "none":
        phase = "chain_capture"
    is_bound = phase in ("capture", "chain_capture") or (
        phase == "movement" and sketch.source is not None
    )
    if is_bound and not own:
        phase = "movement"
    elif is_bound and not (phase == "capture" and offered == "any_stack"):
        source = sketch.source if sketch.source in own else own[0]
    if own and sketch.owes == "line":
        phase, source, owes = "line_processing", None, "line"
    elif own and sketch.owes == "region":
        phase, source, owes = "territory_processing", None, "region"
    is_after = phase in ("line_processing", "territory_processing")
    turn: Json = {
        "player": sketch.player,
        "phase": phase,
        "from": None if source is None else name_of(source),
        "owes": owes,
    }
    if "may_swap" in variant.fields:
        second = variant.players == 2 and sketch.player != variant.rules["first_player"]
        turn["may_swap"] = sketch.may_swap and second and phase == "ring_placement"
    if "made" in variant.fields:
        turn["made"] = [name_of(cell) for cell in sorted(sketch.made)]
    if "did" in variant.fields:
        fits = is_after or (sketch.did == "elimination" and phase != "forced_elimination")
        turn["did"] = sketch.did if fits else None
    if "deferred" in variant.fields:
        turn["deferred"] = 0
    return turn


def _standing(variant: Variant, sketch: Sketch) -> Json:
    had_action = sketch.had_action or {}
    standing: Json = {
        "had_action": {str(seat): had_action.get(seat) for seat in variant.seats},
        "acted": [*sketch.acted],
    }
    if "rounds" in variant.fields:
        standing["rounds"] = {str(seat): sketch.rounds.get(seat, 0) for seat in variant.seats}
    return standing


def _by_seat(numbers: Mapping[int, int]) -> dict[str, int]:
    return {str(seat): number for seat, number in numbers.items()}
