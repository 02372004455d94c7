"""Draws the features of random positions into a sketch."""

import random
from collections.abc import Iterable, Mapping, Sequence

from conformance.fuzz.grid import Cell
from conformance.fuzz.sketches import Sketch, Variant


class Artist:
    """Adds one feature after another to a sketch; what is on the board already stays."""

    def __init__(self, rng: random.Random, variant: Variant) -> None:
        self.rng, self.variant, self.grid = rng, variant, variant.grid
        self.sketch = Sketch(player=rng.choice(variant.seats))
        self.area: list[Cell] = [*self.grid.cells]

    # what everything is made of

    def anyone(self) -> int:
        return self.rng.choice(self.variant.seats)

    def mostly_mover(self, share: float = 0.6) -> int:
        return self.sketch.player if self.rng.random() < share else self.anyone()

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def rings(self, height: int, top: int) -> list[int]:
        """A stack of that height and controller: of one colour, capped, or all mixed up."""
        cap = self.rng.choice((1, self.rng.randint(1, height), height))
        return [self.anyone() for _ in range(height - cap)] + [top] * cap

    def stack(self, cell: Cell, top: int, heights: Sequence[int] = (1, 1, 1, 2, 2, 3, 4)) -> None:
        if not self.sketch.holds(cell):
            self.sketch.stacks[cell] = self.rings(self.rng.choice(heights), top)

    def mark(self, cell: Cell, owner: int) -> None:
        if not self.sketch.holds(cell):
            self.sketch.markers[cell] = owner

    def collapse(self, cell: Cell, owner: int) -> None:
        if not self.sketch.holds(cell):
            self.sketch.collapsed[cell] = owner

    def free(self, cells: Iterable[Cell]) -> list[Cell]:
        return [cell for cell in cells if not self.sketch.holds(cell)]

    # where it happens

    def narrow(self, smallest: int, largest: int) -> None:
        """Everything happens in one patch of the board."""
        start = self.rng.choice(self.grid.edge() if self.chance(0.5) else self.grid.cells)
        size = self.rng.randint(smallest, largest)
        self.area = self.grid.patch(self.rng, start, size, self.grid.steps)

    def narrow_sometimes(self) -> bool:
        """On a large board always, on a small one at times; whether the rest is to be walled."""
        if len(self.grid.cells) > 64:
            self.narrow(20, 64)
            return self.chance(0.6)
        if self.chance(0.25):
            self.narrow(12, 40)
            return True
        return False

    def wall_off(self) -> None:
        """All cells outside the area are collapsed, shared out evenly or not."""
        inside = set(self.area)
        outside = self.free(cell for cell in self.grid.cells if cell not in inside)
        self.rng.shuffle(outside)
        is_even = self.chance(0.85)
        seats = self.variant.seats
        for index, cell in enumerate(outside):
            self.collapse(cell, seats[index % len(seats)] if is_even else self.anyone())

    # features

    def scatter(self, stacks: float, markers: float, collapsed: float) -> None:
        """A share of the free cells gets something."""
        for cell in self.free(self.area):
            drawn = self.rng.random()
            if drawn < stacks:
                self.stack(cell, self.mostly_mover(0.2))
            elif drawn < stacks + markers:
                self.mark(cell, self.mostly_mover(0.2))
            elif drawn < stacks + markers + collapsed:
                self.collapse(cell, self.anyone())

    def guards(self, most: int) -> None:
        """A few stacks anywhere, the mover's more often than others'."""
        free = self.free(self.area)
        for cell in self.rng.sample(free, min(len(free), self.rng.randint(0, most))):
            self.stack(cell, self.mostly_mover(0.5))

    def towers(self, most: int) -> None:
        """Tall stacks of many colours."""
        free = self.free(self.area)
        for cell in self.rng.sample(free, min(len(free), self.rng.randint(1, most))):
            self.stack(cell, self.mostly_mover(0.4), (2, 3, 3, 4, 5, 6, 8, 10))

    def chase(self) -> None:
        """A stack with others before it on a ray, such as it might overtake one by one."""
        cell = self.rng.choice(self.area)
        self.stack(cell, self.mostly_mover(0.9), (1, 1, 2, 2, 3))
        if self.sketch.source is None:
            self.sketch.source = cell
        for _ in range(self.rng.randint(1, 3)):
            ray = self.grid.ray(cell, self.rng.choice(self.grid.directions()))
            distance = self.rng.choice((0, 0, 0, 1, 2))
            if distance + 1 >= len(ray):
                continue
            self.stack(ray[distance], self.anyone(), (1, 1, 1, 2, 3))
            if self.chance(0.4):
                self.mark(ray[distance + 1], self.mostly_mover())
            cell = ray[self.rng.randint(distance + 1, min(len(ray) - 1, distance + 3))]

    def line(self, through: Cell | None = None) -> list[Cell]:
        """Markers of one colour in a row, about as many as a line needs, perhaps with a flaw."""
        length = self.variant.line_length + self.rng.choice((-1, 0, 0, 0, 1, 1, 2, 3))
        start = through or self.rng.choice(self.area)
        cells = [start, *self.grid.ray(start, self.rng.choice(self.grid.directions()))][:length]
        owner = self.mostly_mover(0.75)
        if self.chance(0.35):
            self.flaw(self.rng.choice(cells), owner)
        for cell in cells:
            if cell not in self.sketch.stacks:
                self.mark(cell, owner)
        return cells

    def flaw(self, cell: Cell, owner: int) -> None:
        """Something that is not yet a marker of the colour, but may become one."""
        match self.rng.randrange(4):
            case 0:
                self.stack(cell, owner, (1,))
            case 1:
                self.stack(cell, owner)
            case 2:
                self.mark(cell, self.anyone())
            case _:
                pass

    def lines(self, most: int) -> None:
        """Several lines, some of them crossing."""
        for _ in range(self.rng.randint(1, most)):
            cells = self.line()
            if self.chance(0.4):
                self.line(through=self.rng.choice(cells))

    def enclosure(self) -> None:
        """A small area with a border, whole or with a gap, and perhaps another around it."""
        edge = self.free(self.grid.edge())
        start = self.rng.choice(edge if edge and self.chance(0.4) else self.area)
        size = self.rng.choice((1, 1, 2, 2, 3, 4, 6, 9))
        inside = self.grid.patch(self.rng, start, size, self.grid.sides)
        colour = self.mostly_mover(0.3)
        border = self.border(inside, colour)
        self.furnish(inside, colour)
        if self.chance(0.3):
            self.border([*inside, *border], self.mostly_mover(0.3))
        elif self.chance(0.3):
            for cell in self.grid.rim([*inside, *border]):
                if self.chance(0.4):
                    self.mark(cell, colour)

    def border(self, inside: Sequence[Cell], colour: int) -> list[Cell]:
        """Markers of a colour around an area, with walls or another colour between them."""
        rim = self.grid.rim(inside)
        if not rim:
            return rim
        gap = self.rng.choice(rim) if self.chance(0.35) else None
        walls, foreign = self.rng.choice(
            ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.4, 0.0), (0.0, 0.25), (1.0, 0.0), (0.3, 0.2))
        )
        other = self.anyone()
        for cell in rim:
            drawn = self.rng.random()
            if cell == gap:
                self.flaw(cell, colour)
            elif drawn < walls:
                self.collapse(cell, self.anyone())
            elif drawn < walls + foreign:
                self.mark(cell, other)
            else:
                self.mark(cell, colour)
        return rim

    def furnish(self, inside: Sequence[Cell], colour: int) -> None:
        """What lies inside a border: nothing, stacks, markers of the border's colour, others."""
        share = self.rng.choice((0.0, 0.2, 0.5, 0.9))
        only = self.anyone() if self.chance(0.5) else None
        for cell in inside:
            if self.chance(share):
                kind = self.rng.randrange(8)
                if kind < 4:
                    self.stack(cell, only or self.anyone())
                elif kind < 6:
                    self.mark(cell, colour)
                elif kind < 7:
                    self.mark(cell, self.anyone())
                else:
                    self.collapse(cell, self.anyone())

    def own(self, owner: int, wanted: int) -> None:
        """Collapse free cells to a seat until it has so many, in one patch or here and there."""
        start = self.rng.choice(self.grid.cells)
        if self.chance(0.5):
            order = self.grid.patch(self.rng, start, len(self.grid.cells), self.grid.sides)
        else:
            order = self.rng.sample(self.grid.cells, len(self.grid.cells))
        missing = wanted - sum(who == owner for who in self.sketch.collapsed.values())
        for cell in self.free(order)[: max(0, missing)]:
            self.collapse(cell, owner)

    def box(self) -> None:
        """Stacks of the mover can hardly leave: what is next to them is collapsed or occupied."""
        for cell, rings in [*self.sketch.stacks.items()]:
            if rings[-1] == self.sketch.player:
                for beside in self.grid.steps[cell]:
                    if self.chance(0.9):
                        self.collapse(beside, self.anyone())
                    else:
                        self.stack(beside, self.mostly_mover(0.5))

    # hands, credits and the turn

    def hands(self, *modes: str) -> None:
        """Each hand is empty, small or full."""
        mode = self.rng.choice(modes)
        for seat in self.variant.seats:
            drawn = self.rng.choice(("empty", "few", "full")) if mode == "mixed" else mode
            size = {"empty": 0, "few": self.rng.randint(0, 4), "full": self.variant.supply}[drawn]
            self.sketch.hand[seat] = size

    def credit(self, near: float = 0.05) -> None:
        """Eliminated rings are credited evenly or by chance; now and then almost enough to win."""
        if self.chance(near):
            threshold = self.variant.supply * self.variant.players // 2 + 1
            self.sketch.credit[self.mostly_mover()] = threshold - self.rng.choice(
                (0, 1, 1, 1, 2, 2, 3, 4)
            )
        elif self.chance(0.3):
            self.sketch.credit[self.anyone()] = self.rng.randint(0, self.variant.supply)

    def turn(self, weights: Mapping[str, int]) -> None:
        """Where the turn stands, and what the edition remembers of it."""
        sketch = self.sketch
        drawn = self.rng.choices([*weights], [*weights.values()])[0]
        sketch.phase, _, detail = drawn.partition(" ")
        own = [cell for cell, rings in sketch.stacks.items() if rings[-1] == sketch.player]
        if (sketch.source not in own or self.chance(0.3)) and own:
            sketch.source = self.rng.choice(own)
        if sketch.phase == "movement" and detail != "from":
            sketch.source = None
        if detail == "owes":
            sketch.owes = {"line_processing": "line"}.get(sketch.phase, "region")
        sketch.may_swap = self.chance(0.5)
        sketch.did = self.rng.choice(("action", "action", "elimination", None))
        if sketch.phase not in ("ring_placement", "forced_elimination"):
            share = self.rng.choice((0.0, 0.1, 0.5, 1.0))
            touched = [*sketch.stacks, *sketch.markers, *sketch.collapsed]
            sketch.made = [cell for cell in touched if self.chance(share)]

    def standing(self, alone: float = 0.1) -> None:
        """What the seats have done so far; perhaps one of them alone could act."""
        sketch, seats = self.sketch, self.variant.seats
        if self.chance(0.1):
            return
        if self.chance(alone):
            hero = self.mostly_mover(0.8)
            sketch.had_action = {seat: seat == hero for seat in seats}
        else:
            sketch.had_action = {seat: self.rng.choice((True, True, False, None)) for seat in seats}
        sketch.acted = self.rng.sample(seats, self.rng.randint(0, len(seats)))
        sketch.rounds = {seat: self.rng.choice((0, 0, 1, 2)) for seat in seats}
