"""The boards as the suite sees them: names of cells, and the symmetries of each board."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

Coordinates: TypeAlias = tuple[int, ...]

BOARDS = ("square8", "square19", "hexagonal")
SQUARE_SIZES = {"square8": 8, "square19": 19}


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """One board: its cells by name, in ascending coordinate order."""

    board: str
    size: int
    cells: Mapping[str, Coordinates]

    @property
    def is_hexagonal(self) -> bool:
        return self.board == "hexagonal"

    @property
    def extent(self) -> str:
        """Which cells there are, in words."""
        last = self.size - 1
        if self.is_hexagonal:
            return f'"x,y,z" of sum 0, each from -{last} to {last}'
        return f'"x,y", each from 0 to {last}'

    def ordered(self, names: Iterable[str]) -> list[str]:
        """Names of cells in ascending coordinate order; what is no cell comes last."""
        return sorted(names, key=lambda name: (name not in self.cells, coordinates_of(name), name))


def name_of(coordinates: Coordinates) -> str:
    """The name of a cell."""
    return ",".join(map(str, coordinates))


def coordinates_of(name: str) -> Coordinates:
    """The coordinates that a name writes; none if it writes no numbers."""
    try:
        return tuple(int(part) for part in name.split(","))
    except ValueError:
        return ()


@cache
def grid(board: str, hex_side: int) -> Grid:
    """The board of that name; only the hexagonal one has a size of its own."""
    if board in SQUARE_SIZES:
        size = SQUARE_SIZES[board]
        listed: list[Coordinates] = [(x, y) for x in range(size) for y in range(size)]
    else:
        size = hex_side
        reach = range(1 - size, size)
        listed = [(x, y, -x - y) for x in reach for y in reach if abs(x + y) < size]
    return Grid(board, size, {name_of(cell): cell for cell in listed})


Symmetry: TypeAlias = Callable[[Coordinates], Coordinates]


def symmetries(board: Grid) -> dict[str, Symmetry]:
    """The ways to turn and mirror a board onto itself, by name; the first leaves all in place."""
    if board.is_hexagonal:
        return _HEX
    last = board.size - 1
    return {name: _square(turn, last) for name, turn in _SQUARE.items()}


def _square(turn: Callable[[int, int, int], tuple[int, int]], last: int) -> Symmetry:
    return lambda cell: turn(cell[0], cell[1], last)


_SQUARE: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "identity": lambda x, y, _: (x, y),
    "turn-90": lambda x, y, n: (n - y, x),
    "turn-180": lambda x, y, n: (n - x, n - y),
    "turn-270": lambda x, y, n: (y, n - x),
    "mirror-x": lambda x, y, n: (n - x, y),
    "mirror-y": lambda x, y, n: (x, n - y),
    "mirror-diagonal": lambda x, y, _: (y, x),
    "mirror-antidiagonal": lambda x, y, n: (n - y, n - x),
}


def _permuted(order: tuple[int, int, int], sign: int) -> Symmetry:
    a, b, c = order
    return lambda cell: (sign * cell[a], sign * cell[b], sign * cell[c])


_HEX: dict[str, Symmetry] = {
    "identity": _permuted((0, 1, 2), 1),
    "turn-60": _permuted((2, 0, 1), -1),
    "turn-120": _permuted((1, 2, 0), 1),
    "turn-180": _permuted((0, 1, 2), -1),
    "turn-240": _permuted((2, 0, 1), 1),
    "turn-300": _permuted((1, 2, 0), -1),
    "mirror-xy": _permuted((1, 0, 2), 1),
    "mirror-yz": _permuted((0, 2, 1), 1),
    "mirror-zx": _permuted((2, 1, 0), 1),
    "mirror-xy-turned": _permuted((1, 0, 2), -1),
    "mirror-yz-turned": _permuted((0, 2, 1), -1),
    "mirror-zx-turned": _permuted((2, 1, 0), -1),
}
