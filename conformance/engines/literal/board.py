"""The three boards: their cells, rays and neighbourhoods."""

from functools import lru_cache

Cell = tuple[int, ...]

BOARDS = ("square8", "square19", "hexagonal")

ORTHOGONAL: tuple[Cell, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL: tuple[Cell, ...] = ((1, 1), (-1, -1), (1, -1), (-1, 1))
HEXAGONAL: tuple[Cell, ...] = (
    (1, -1, 0),
    (-1, 1, 0),
    (1, 0, -1),
    (-1, 0, 1),
    (0, 1, -1),
    (0, -1, 1),
)


def step(cell: Cell, direction: Cell) -> Cell:
    """R091.a: the next cell of a ray lies one direction further on."""
    return tuple(a + b for a, b in zip(cell, direction, strict=True))


class Board:
    """R001, R002, R003: one board with its cells and its three adjacency relations."""

    def __init__(self, name: str, side: int) -> None:
        self.name = name
        self.side = side
        self.is_hexagonal = name == "hexagonal"
        if self.is_hexagonal:
            self.directions = HEXAGONAL
            self.axes: tuple[Cell, ...] = HEXAGONAL[::2]
            territory_directions = HEXAGONAL
            self.cells = hexagonal_cells(side)
        else:
            self.directions = ORTHOGONAL + DIAGONAL
            self.axes = self.directions[::2]
            territory_directions = ORTHOGONAL
            self.cells = square_cells(side)
        self.cell_set = frozenset(self.cells)
        self.rays: dict[Cell, list[list[Cell]]] = {
            cell: [self._ray(cell, direction) for direction in self.directions]
            for cell in self.cells
        }
        self.movement_neighbours = self._neighbours(self.directions)
        self.territory_neighbours = self._neighbours(territory_directions)

    def _ray(self, start: Cell, direction: Cell) -> list[Cell]:
        """R002.c: a ray runs straight on and stops at the edge of the board."""
        ray = []
        cell = step(start, direction)
        while cell in self.cell_set:
            ray.append(cell)
            cell = step(cell, direction)
        return ray

    def _neighbours(self, directions: tuple[Cell, ...]) -> dict[Cell, list[Cell]]:
        """R003: the neighbours of every cell under one adjacency."""
        return {
            cell: [
                step(cell, direction)
                for direction in directions
                if step(cell, direction) in self.cell_set
            ]
            for cell in self.cells
        }


def square_cells(side: int) -> list[Cell]:
    """R002.a: a square cell is a pair of numbers from 0 to side-1."""
    return [(x, y) for x in range(side) for y in range(side)]


def hexagonal_cells(side: int) -> list[Cell]:
    """R002.b: a hex cell is a triple of sum zero, no coordinate beyond side-1."""
    reach = range(-(side - 1), side)
    return [(x, y, -x - y) for x in reach for y in reach if abs(x + y) <= side - 1]


@lru_cache(maxsize=32)
def board_named(name: str, hex_side: int) -> Board:
    """R001: the board of that name; only the hexagonal one has an edition's size."""
    side = {"square8": 8, "square19": 19, "hexagonal": hex_side}[name]
    return Board(name, side)


def cell_name(cell: Cell) -> str:
    """R002: a cell is written as its coordinates with commas."""
    return ",".join(str(number) for number in cell)


def cell_names(cells: "list[Cell] | set[Cell] | frozenset[Cell]") -> list[str]:
    """R002: cells are listed in ascending order of their coordinates."""
    return [cell_name(cell) for cell in sorted(cells)]
