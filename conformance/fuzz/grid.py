"""The boards as drawing paper: cells by their coordinates, and which of them lie side by side."""

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from conformance import boards

Cell: TypeAlias = boards.Coordinates
Links: TypeAlias = Mapping[Cell, tuple[Cell, ...]]

_SQUARE_AXES: tuple[Cell, ...] = ((0, 1), (1, 0), (1, 1), (1, -1))
_HEX_AXES: tuple[Cell, ...] = ((0, 1, -1), (1, 0, -1), (1, -1, 0))


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """One board: `sides` joins the cells that bound regions, `steps` those one move apart."""

    cells: tuple[Cell, ...]
    axes: tuple[Cell, ...]
    sides: Links
    steps: Links

    def ray(self, start: Cell, direction: Cell) -> list[Cell]:
        """The cells in one direction from a cell, nearest first."""
        found = []
        cell = moved(start, direction)
        while cell in self.sides:
            found.append(cell)
            cell = moved(cell, direction)
        return found

    def directions(self) -> list[Cell]:
        """Both ways along every axis."""
        return [*self.axes, *(opposite(axis) for axis in self.axes)]

    def rim(self, area: Collection[Cell]) -> list[Cell]:
        """The cells around an area, as regions are bounded."""
        inside = set(area)
        return sorted({cell for each in area for cell in self.sides[each]} - inside)

    def patch(self, rng: random.Random, start: Cell, size: int, links: Links) -> list[Cell]:
        """A connected area of at most so many cells, grown at random from one of them."""
        area = {start: None}  # in the order of growth, so that a seed always gives the same
        fringe = [*links[start]]
        while fringe and len(area) < size:
            cell = fringe.pop(rng.randrange(len(fringe)))
            if cell not in area:
                area[cell] = None
                fringe.extend(links[cell])
        return [*area]

    def edge(self) -> list[Cell]:
        """The cells at the edge of the board, its corners twice as often as the others."""
        most = max(map(len, self.sides.values()))
        least = min(map(len, self.sides.values()))
        return [
            cell
            for cell, beside in self.sides.items()
            if len(beside) < most
            for _ in range(2 if len(beside) == least else 1)
        ]


def moved(cell: Cell, direction: Cell) -> Cell:
    """The next cell in a direction, be it on the board or not."""
    return tuple(a + b for a, b in zip(cell, direction, strict=True))


def opposite(direction: Cell) -> Cell:
    """The same line, the other way."""
    return tuple(-number for number in direction)


@cache
def grid_of(board: str, hex_side: int) -> Grid:
    """The board of that name; only the hexagonal one has an edition's size."""
    known = boards.grid(board, hex_side)
    cells = tuple(known.cells.values())
    axes = _HEX_AXES if known.is_hexagonal else _SQUARE_AXES
    side_axes = axes if known.is_hexagonal else axes[:2]
    return Grid(cells, axes, _links(cells, side_axes), _links(cells, axes))


def _links(cells: tuple[Cell, ...], axes: tuple[Cell, ...]) -> Links:
    known = set(cells)
    ways = [*axes, *map(opposite, axes)]
    return {
        cell: tuple(beside for way in ways if (beside := moved(cell, way)) in known)
        for cell in cells
    }
