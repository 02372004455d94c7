"""Boards as set algebra: a cell is a bit, a set of cells is an int, a direction is a shift.

Cell (x, y) is bit ``x * stride + y``. The stride leaves one guard bit after each column, so a
step off the board falls on a bit that no cell owns. The hexagonal board is the skewed grid of its
first two cube coordinates. Ascending bits are ascending coordinates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple, NewType

from reference_engine.homes import cites, implements

Cell = NewType("Cell", int)
Cells = int
Coordinates = tuple[int, ...]
Delta = tuple[int, int]


class Board(StrEnum):
    """The three boards of the game."""

    SQUARE8 = "square8"
    SQUARE19 = "square19"
    HEXAGONAL = "hexagonal"

    @property
    def is_hexagonal(self) -> bool:
        return self is Board.HEXAGONAL


SQUARE_MOVES: tuple[Delta, ...] = (
    (-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1),
)  # fmt: skip
SQUARE_AXES: tuple[Delta, ...] = ((0, 1), (1, -1), (1, 0), (1, 1))
SQUARE_NEIGHBOURS: tuple[Delta, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
HEX_MOVES: tuple[Delta, ...] = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
HEX_AXES: tuple[Delta, ...] = ((0, 1), (1, -1), (1, 0))
HEX_NEIGHBOURS: tuple[Delta, ...] = HEX_MOVES
cites(__name__, "SQUARE_MOVES", "R003.a")
cites(__name__, "HEX_MOVES", "R003.b")
cites(__name__, "SQUARE_AXES", "R003.c")
cites(__name__, "HEX_AXES", "R003.d")
cites(__name__, "SQUARE_NEIGHBOURS", "R003.e")
cites(__name__, "HEX_NEIGHBOURS", "R003.f")


@implements("R001.d")
def adjacencies(board: Board) -> tuple[tuple[Delta, ...], tuple[Delta, ...], tuple[Delta, ...]]:
    """Square boards move and line up in eight directions and bound territory in four; the
    hexagonal board uses its six for all three.
    """
    if board.is_hexagonal:
        return HEX_MOVES, HEX_AXES, HEX_NEIGHBOURS
    return SQUARE_MOVES, SQUARE_AXES, SQUARE_NEIGHBOURS


class Ray(NamedTuple):
    """The cells in one direction from a cell; `beyond[n]` are those more than n steps away."""

    step: int
    ascending: bool
    diagonal: bool
    beyond: tuple[Cells, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """One board of one size."""

    board: Board
    size: int
    stride: int
    cells: Cells
    count: int
    steps: tuple[int, ...]
    axes: tuple[int, ...]
    neighbour_steps: tuple[int, ...]
    cross_steps: tuple[int, ...]
    middle: Cells
    coordinates: dict[Cell, Coordinates]
    cell_at: dict[Coordinates, Cell]
    rays: tuple[tuple[Ray, ...], ...]

    @implements("R002.c")
    def shift(self, cells: Cells, step: int) -> Cells:
        """Every cell moved one step; what leaves the board is gone, it does not wrap around."""
        return (cells << step if step > 0 else cells >> -step) & self.cells

    def neighbours(self, cells: Cells) -> Cells:
        """The territory neighbours of a set, some of which may lie in the set itself."""
        found = 0
        for step in self.neighbour_steps:
            found |= cells << step if step > 0 else cells >> -step
        return found & self.cells

    def surroundings(self, cells: Cells) -> Cells:
        """The movement neighbours of a set, some of which may lie in the set itself."""
        found = 0
        for step in self.steps:
            found |= cells << step if step > 0 else cells >> -step
        return found & self.cells

    def flood(self, seed: Cells, within: Cells) -> Cells:
        """All cells of `within` connected to the seed by territory adjacency.

        Up a column the carry of an addition reaches the end of a run in one go: the guard bit
        stops it. The other directions go a step at a time.
        """
        reached = seed & within
        while True:
            grown = reached | (within & ~(within + reached))
            grown |= (grown >> 1) & within
            for step in self.cross_steps:
                grown |= ((grown << step) | (grown >> step)) & within
            if grown == reached:
                return reached
            reached = grown

    def seed(self, cells: Cells) -> Cells:
        """One cell of a set, if possible of the middle column: floods from there are short."""
        near = cells & self.middle or cells
        return near & -near

    def components(self, cells: Cells) -> list[Cells]:
        """The connected parts of a set, by territory adjacency."""
        parts = []
        while cells:
            part = self.flood(self.seed(cells), cells)
            parts.append(part)
            cells ^= part
        return parts

    @property
    def extent(self) -> str:
        """Which cells there are, in words."""
        last = self.size - 1
        if self.board.is_hexagonal:
            return f'{self.board}: "x,y,z" of sum 0, each from -{last} to {last}'
        return f'{self.board}: "x,y", each from 0 to {last}'

    def key(self, cell: Cell) -> str:
        """The written form of a cell: "x,y", or "x,y,z" on the hexagonal board."""
        return ",".join(map(str, self.coordinates[cell]))

    def keys(self, cells: Cells) -> list[str]:
        """The written form of a set of cells, in ascending coordinate order."""
        return [self.key(cell) for cell in each(cells)]

    def parse(self, key: str) -> Cell | None:
        """The cell that a written form names, if it names one."""
        parts = key.split(",")
        try:
            coordinates = tuple(int(part) for part in parts)
        except ValueError:
            return None
        if [str(number) for number in coordinates] != parts:
            return None
        return self.cell_at.get(coordinates)


def each(cells: Cells) -> Iterator[Cell]:
    """The cells of a set, in ascending order."""
    while cells:
        low = cells & -cells
        yield Cell(low.bit_length() - 1)
        cells ^= low


def bit(cell: Cell) -> Cells:
    """The set that holds one cell."""
    return 1 << cell


@implements("R002.a")
def square_coordinates(size: int) -> list[Coordinates]:
    """A square cell is a pair of integers, each from 0 to size - 1."""
    return [(x, y) for x in range(size) for y in range(size)]


@implements("R002.b")
def hex_coordinates(size: int) -> list[Coordinates]:
    """A hexagonal cell is a triple of sum zero, none of it further from zero than size - 1."""
    radius = size - 1
    return [
        (x, y, -x - y)
        for x in range(-radius, radius + 1)
        for y in range(-radius, radius + 1)
        if abs(x + y) <= radius
    ]


@cache
def geometry(board: Board, size: int) -> Geometry:
    """The board of that kind and size (for the hexagonal board, cells along a side)."""
    listed = hex_coordinates(size) if board.is_hexagonal else square_coordinates(size)
    origin, centre = (size - 1, 0) if board.is_hexagonal else (0, size // 2)
    stride = (2 * size - 1 if board.is_hexagonal else size) + 1
    coordinates = {Cell((c[0] + origin) * stride + c[1] + origin): c for c in listed}
    moves, axes, neighbours = adjacencies(board)
    cells = sum(1 << cell for cell in coordinates)

    def offsets(deltas: tuple[Delta, ...]) -> tuple[int, ...]:
        return tuple(dx * stride + dy for dx, dy in deltas)

    diagonal = {dx * stride + dy for dx, dy in moves if dx and dy and not board.is_hexagonal}
    rays: list[tuple[Ray, ...]] = [()] * (cells.bit_length())
    for cell in coordinates:
        rays[cell] = tuple(
            ray for step in offsets(moves) if (ray := _ray(cell, step, cells, step in diagonal))
        )
    return Geometry(
        board=board,
        size=size,
        stride=stride,
        cells=cells,
        count=len(coordinates),
        steps=offsets(moves),
        axes=offsets(axes),
        neighbour_steps=offsets(neighbours),
        cross_steps=tuple(step for step in offsets(neighbours) if step > 1),
        middle=sum(1 << cell for cell, c in coordinates.items() if c[0] == centre),
        coordinates=coordinates,
        cell_at={c: cell for cell, c in coordinates.items()},
        rays=tuple(rays),
    )


def _ray(cell: Cell, step: int, cells: Cells, diagonal: bool) -> Ray | None:
    path = []
    here = cell + step
    while here >= 0 and cells >> here & 1:
        path.append(1 << here)
        here += step
    beyond = tuple(sum(path[start:]) for start in range(len(path)))
    return Ray(step, step > 0, diagonal, beyond) if path else None
