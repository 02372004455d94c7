"""Small changes to a position: what is near to one that was worth looking at.

A state becomes a sketch again, something in it is changed, and the sketch is finished like any
other: so that what comes out is valid.
"""

import random
from collections.abc import Callable
from dataclasses import replace

from conformance.boards import coordinates_of
from conformance.engines.protocol import Json
from conformance.fuzz.grid import Cell
from conformance.fuzz.positions import Sketch, Variant, finished, variant_of

PHASES = (
    "ring_placement",
    "movement",
    "capture",
    "chain_capture",
    "line_processing",
    "territory_processing",
    "forced_elimination",
)


def sketch_of(state: Json) -> Sketch:
    """A state as a position in the making."""
    turn, standing = state["turn"], state.get("standing")
    source = turn.get("from")
    phase = turn["phase"]
    sketch = Sketch(
        stacks={coordinates_of(cell): [*rings] for cell, rings in state["stacks"].items()},
        markers={coordinates_of(cell): owner for cell, owner in state["markers"].items()},
        collapsed={coordinates_of(cell): owner for cell, owner in state["collapsed"].items()},
        hand={int(seat): number for seat, number in state["hand"].items()},
        credit={int(seat): number for seat, number in state["eliminated"].items()},
        player=turn["player"],
        phase="ring_placement" if phase == "game_over" else phase,
        source=None if source is None else coordinates_of(source),
        owes=turn.get("owes"),
        may_swap=turn.get("may_swap", False),
        made=[coordinates_of(cell) for cell in turn.get("made", ())],
        did=turn.get("did"),
    )
    if standing is None:
        return sketch
    return replace(
        sketch,
        had_action={int(seat): had for seat, had in standing.get("had_action", {}).items()},
        acted=standing.get("acted", ()),
        rounds={int(seat): number for seat, number in standing.get("rounds", {}).items()},
    )


def varied(rng: random.Random, state: Json) -> Json:
    """A position near to this one."""
    variant = variant_of(state["edition"], state["board"], state["players"])
    hand = _Hand(rng, variant, sketch_of(state))
    for _ in range(rng.choice((1, 1, 2, 3))):
        rng.choice(_CHANGES)(hand)
    return finished(variant, hand.sketch)


class _Hand:
    """Changes a sketch, one thing at a time."""

    def __init__(self, rng: random.Random, variant: Variant, sketch: Sketch) -> None:
        self.rng, self.variant, self.sketch = rng, variant, sketch

    def seat(self) -> int:
        return self.rng.choice(self.variant.seats)

    def occupied(self) -> list[Cell]:
        sketch = self.sketch
        return [*sketch.stacks, *sketch.markers, *sketch.collapsed]

    def free_cell(self, near: Cell | None = None) -> Cell | None:
        """A free cell, one beside another where there is one."""
        steps = self.variant.grid.steps
        if near is not None and self.rng.random() < 0.7:
            free = [cell for cell in steps[near] if not self.sketch.holds(cell)]
            if free:
                return self.rng.choice(free)
        free = [cell for cell in steps if not self.sketch.holds(cell)]
        return self.rng.choice(free) if free else None

    def put(self, cell: Cell) -> None:
        kind = self.rng.randrange(4)
        if kind < 2:
            height = self.rng.choice((1, 1, 2, 3))
            self.sketch.stacks[cell] = [self.seat() for _ in range(height)]
        elif kind == 2:
            self.sketch.markers[cell] = self.seat()
        else:
            self.sketch.collapsed[cell] = self.seat()

    def take(self, cell: Cell) -> None:
        for layer in (self.sketch.stacks, self.sketch.markers, self.sketch.collapsed):
            layer.pop(cell, None)

    def add(self) -> None:
        cells = self.occupied()
        cell = self.free_cell(self.rng.choice(cells) if cells else None)
        if cell is not None:
            self.put(cell)

    def remove(self) -> None:
        if cells := self.occupied():
            self.take(self.rng.choice(cells))

    def shift(self) -> None:
        cells = self.occupied()
        if not cells:
            return
        start = self.rng.choice(cells)
        end = self.free_cell(start)
        if end is None:
            return
        sketch = self.sketch
        if start in sketch.stacks:
            sketch.stacks[end] = sketch.stacks.pop(start)
        for layer in (sketch.markers, sketch.collapsed):
            if start in layer:
                layer[end] = layer.pop(start)
        if self.sketch.source == start:
            self.sketch.source = end

    def stack(self) -> None:
        if not self.sketch.stacks:
            return
        cell = self.rng.choice([*self.sketch.stacks])
        rings = [*self.sketch.stacks[cell]]
        kind = self.rng.randrange(3)
        if kind == 0:
            rings.insert(self.rng.randint(0, len(rings)), self.seat())
        elif kind == 1 and len(rings) > 1:
            del rings[self.rng.randrange(len(rings))]
        else:
            rings[self.rng.randrange(len(rings))] = self.seat()
        self.sketch.stacks[cell] = rings

    def owner(self) -> None:
        layer = self.rng.choice((self.sketch.markers, self.sketch.collapsed))
        if layer:
            layer[self.rng.choice([*layer])] = self.seat()

    def hand(self) -> None:
        seat = self.seat()
        self.sketch.hand[seat] = self.rng.choice((0, 1, 2, 3, self.variant.supply))
        self.sketch.credit.pop(self.seat(), None)

    def credit(self) -> None:
        seat = self.seat()
        threshold = self.variant.supply * self.variant.players // 2 + 1
        wish = self.rng.choice((0, 1, threshold - 1, threshold - 2))
        self.sketch.credit = {seat: wish}

    def phase(self) -> None:
        self.sketch.phase = self.rng.choice(PHASES)
        own = [cell for cell, rings in self.sketch.stacks.items() if self._is_own(rings[-1])]
        self.sketch.source = self.rng.choice(own) if own and self.rng.random() < 0.5 else None
        self.sketch.owes = self.rng.choice((None, None, None, "line", "region"))

    def _is_own(self, top: int) -> bool:
        return top == self.sketch.player

    def player(self) -> None:
        self.sketch.player = self.seat()

    def standing(self) -> None:
        seats = self.variant.seats
        if self.rng.random() < 0.3:
            self.sketch.had_action = None
            return
        self.sketch.had_action = {seat: self.rng.choice((True, False, None)) for seat in seats}
        self.sketch.acted = self.rng.sample(seats, self.rng.randint(0, len(seats)))


_CHANGES: tuple[Callable[[_Hand], None], ...] = (
    _Hand.add,
    _Hand.add,
    _Hand.remove,
    _Hand.shift,
    _Hand.shift,
    _Hand.stack,
    _Hand.stack,
    _Hand.owner,
    _Hand.hand,
    _Hand.credit,
    _Hand.phase,
    _Hand.player,
    _Hand.standing,
)
