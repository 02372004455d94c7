"""Mutants of R001 to R003: the boards, their cells and their directions.

A board is computed once and kept. These mutants therefore build their own with one home replaced,
and keep it to themselves.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from conformance.engines.mutants.registry import Mutant, add, mutant, replaced
from reference_engine import geometry
from reference_engine.draft import Position
from reference_engine.editions import Edition
from reference_engine.geometry import Board, Cell, Cells, Coordinates, Delta, Geometry, Ray
from reference_engine.homes import HOMES, Home
from reference_engine.rules import movement

Build = Callable[[Board, int], Geometry]
Lengths = tuple[int, int, int]
Directions = tuple[tuple[Delta, ...], tuple[Delta, ...], tuple[Delta, ...]]

BOARDS = Home("reference_engine.variant", "geometry")
_build: Build = geometry.geometry.__wrapped__
_adjacencies = geometry.adjacencies
_shift = Geometry.shift


def board_with(clause: str, replacement: Any) -> Build:
    """What builds boards with the home of one clause replaced."""

    def build(board: Board, size: int) -> Geometry:
        with replaced(HOMES[clause], replacement):
            return _build(board, size)

    return cache(build)


def constant(name: str, clause: str, says: str, replacement: Any) -> None:
    """Register a mutant of something that boards are built from."""
    add(Mutant(name, clause, says, board_with(clause, replacement), at=BOARDS))


# --- R001: the three boards ---------------------------------------------------------------------


@mutant(
    "four-markers-on-the-small-board",
    "R001.a",
    "A line takes four markers on the small board.",
    ruling="RUL-01",
)
def four_on_the_small_board(_edition: Edition) -> tuple[int, Lengths]:
    """The small board with the line length of the large one."""
    return 8, (4, 4, 4)


@mutant(
    "four-markers-for-two-players",
    "R001.a",
    "A line takes four markers on the small board in games of two.",
    ruling="RUL-01",
)
def four_for_two_players(_edition: Edition) -> tuple[int, Lengths]:
    """The small board with longer lines for two players."""
    return 8, (4, 3, 3)


@mutant(
    "one-line-length-for-both-square-boards",
    "R001.b",
    "Three markers make a line on the large board as on the small one.",
    ruling="RUL-01",
)
def three_on_the_large_board(_edition: Edition) -> tuple[int, Lengths]:
    """The large board with the line length of the small one."""
    return 19, (3, 3, 3)


@mutant(
    "five-markers-on-the-large-board",
    "R001.b",
    "A line takes five markers on the large board.",
    ruling="RUL-01",
)
def five_on_the_large_board(_edition: Edition) -> tuple[int, Lengths]:
    """The large board with longer lines."""
    return 19, (5, 5, 5)


@mutant(
    "thirteen-cells-to-a-side",
    "R001.c",
    "The hexagonal board has 13 cells along each side.",
    ruling="RUL-02",
)
def thirteen_to_a_side(edition: Edition) -> tuple[int, Lengths]:
    """The hexagonal board of a later table."""
    return 13, edition.line_length.hexagonal


@mutant(
    "five-markers-on-the-hexagonal-board",
    "R001.c",
    "A line takes five markers on the hexagonal board.",
    ruling="RUL-01",
)
def five_on_the_hexagonal_board(edition: Edition) -> tuple[int, Lengths]:
    """The hexagonal board with longer lines."""
    return edition.hex_side, (5, 5, 5)


def territory_like_movement(board: Board) -> Directions:
    """Territory takes over the neighbours of movement on the square boards."""
    moves, axes, _ = _adjacencies(board)
    return moves, axes, moves


def hexagonal_territory_like_square(board: Board) -> Directions:
    """Territory takes over the neighbours of the square boards on the hexagonal one."""
    moves, axes, neighbours = _adjacencies(board)
    return moves, axes, geometry.SQUARE_NEIGHBOURS if board.is_hexagonal else neighbours


constant(
    "one-adjacency-for-everything",
    "R001.d",
    "Territory on square boards is connected as stacks move, in eight directions.",
    territory_like_movement,
)
constant(
    "four-territory-neighbours-everywhere",
    "R001.d",
    "Territory is connected in the four directions of a square on the hexagonal board too.",
    hexagonal_territory_like_square,
)


# --- R002: coordinates --------------------------------------------------------------------------


@mutant(
    "counts-cells-from-one",
    "R002.a",
    "The cells of a square board are numbered from 1.",
    ruling="RUL-77",
    at=BOARDS,
)
@cache
def counts_cells_from_one(board: Board, size: int) -> Geometry:
    """The same board with other names."""
    whole = _build(board, size)
    if board.is_hexagonal:
        return whole
    names: dict[Cell, Coordinates] = {c: (x + 1, y + 1) for c, (x, y) in whole.coordinates.items()}
    return replace(whole, coordinates=names, cell_at={name: c for c, name in names.items()})


@mutant(
    "one-row-past-the-edge",
    "R002.a",
    "Both coordinates of a square board run up to its size.",
    at=BOARDS,
)
@cache
def one_row_past_the_edge(board: Board, size: int) -> Geometry:
    """A board with one row and one column too many."""
    return _build(board, size if board.is_hexagonal else size + 1)


@mutant(
    "radius-is-the-side",
    "R002.b",
    "Coordinates of the hexagonal board run up to the number of cells along a side.",
    ruling="RUL-02",
    at=BOARDS,
)
@cache
def radius_is_the_side(board: Board, size: int) -> Geometry:
    """A hexagon with one ring of cells too many."""
    return _build(board, size + 1 if board.is_hexagonal else size)


def never_checks_z(size: int) -> list[Coordinates]:
    """Every pair within the radius, whatever the third number comes to."""
    span = range(1 - size, size)
    return [(x, y, -x - y) for x in span for y in span]


constant(
    "never-checks-the-third-coordinate",
    "R002.b",
    "The third coordinate of the hexagonal board may be as far from 0 as it likes.",
    never_checks_z,
)


@mutant(
    "rays-run-on-in-the-next-column",
    "R002.c",
    "A ray that leaves a square board at the bottom goes on at the top of the next column.",
    at=BOARDS,
)
@cache
def rays_run_on(board: Board, size: int) -> Geometry:
    """A board whose rays count through its cells by number."""
    whole = _build(board, size)
    if board.is_hexagonal:
        return whole
    cells = [*whole.coordinates]

    def ray(start: int, ray: Ray) -> Ray:
        step = _flat(ray.step, whole.stride, size)
        numbers = range(start + step, len(cells) if step > 0 else -1, step)
        path = [1 << cells[number] for number in numbers]
        beyond = tuple(sum(path[near:]) for near in range(len(path)))
        return replace_ray(ray, beyond)

    rays = [*whole.rays]
    for number, cell in enumerate(cells):
        rays[cell] = tuple(ray(number, one) for one in whole.rays[cell])
    return replace(whole, rays=tuple(rays))


def _flat(step: int, stride: int, size: int) -> int:
    """A step between cells that are numbered without a gap between the columns."""
    across = round(step / stride)
    return across * size + step - across * stride


def replace_ray(ray: Ray, beyond: tuple[Cells, ...]) -> Ray:
    """A ray in the same direction through other cells."""
    return ray._replace(beyond=beyond)


@mutant(
    "placements-look-round-the-edge",
    "R002.c",
    "A stack placed at the edge counts as mobile if the cell at the far end of its row is free.",
)
def placements_look_round_the_edge(self: Geometry, cells: Cells, step: int) -> Cells:
    """What leaves a square board at one side of a column comes in at the other."""
    inside = _shift(self, cells, step)
    if self.board.is_hexagonal or abs(step) != 1:
        return inside
    column = sum(1 << (x * self.stride) for x in range(self.size))
    last = column << (self.size - 1)
    if step > 0:
        return inside | (cells & last) >> (self.size - 1)
    return inside | (cells & column) << (self.size - 1)


# --- R003: neighbours and rays ------------------------------------------------------------------

constant(
    "moves-in-four-directions",
    "R003.a",
    "A stack on a square board moves along rows and columns only.",
    geometry.SQUARE_NEIGHBOURS,
)
constant(
    "forgets-a-diagonal-ray",
    "R003.a",
    "A stack on a square board moves along seven rays, not up and to the left.",
    tuple(delta for delta in geometry.SQUARE_MOVES if delta != (-1, -1)),
)
constant(
    "moves-across-a-corner",
    "R003.b",
    "A stack on the hexagonal board also moves across the corners of a cell.",
    (*geometry.HEX_MOVES, (1, 1), (-1, -1)),
)
constant(
    "moves-on-hexagons-like-on-squares",
    "R003.b",
    "A stack on the hexagonal board moves in the four directions of a square.",
    geometry.SQUARE_NEIGHBOURS,
)
constant(
    "forgets-the-anti-diagonal",
    "R003.c",
    "Lines on square boards lie on rows, columns and one of the two diagonals.",
    tuple(axis for axis in geometry.SQUARE_AXES if axis != (1, -1)),
)
constant(
    "forgets-the-main-diagonal",
    "R003.c",
    "Lines on square boards lie on rows, columns and the other of the two diagonals.",
    tuple(axis for axis in geometry.SQUARE_AXES if axis != (1, 1)),
)
constant(
    "forgets-the-columns",
    "R003.c",
    "Lines on square boards lie on rows and diagonals.",
    tuple(axis for axis in geometry.SQUARE_AXES if axis != (0, 1)),
)
constant(
    "lines-across-corners",
    "R003.d",
    "The hexagonal board has a fourth axis, across the corners of its cells.",
    (*geometry.HEX_AXES, (1, 1)),
)
constant(
    "lists-an-axis-twice",
    "R003.d",
    "Lines on one axis of the hexagonal board are found twice.",
    (*geometry.HEX_AXES, geometry.HEX_AXES[0]),
)
constant(
    "forgets-a-hexagonal-axis",
    "R003.d",
    "The hexagonal board has two axes.",
    tuple(axis for axis in geometry.HEX_AXES if axis != (1, -1)),
)
constant(
    "territory-leaks-through-a-diagonal",
    "R003.e",
    "Territory on square boards is connected along one diagonal as well.",
    (*geometry.SQUARE_NEIGHBOURS, (1, 1), (-1, -1)),
)
constant(
    "five-of-six-neighbours-seal",
    "R003.f",
    "Territory on the hexagonal board is connected along two of its three axes.",
    tuple(delta for delta in geometry.HEX_NEIGHBOURS if delta not in ((1, -1), (-1, 1))),
)


@mutant(
    "never-cuts-a-corner",
    "R003.g",
    "A diagonal step between two blocked cells is blocked itself.",
    ruling="RUL-19",
)
def never_cuts_a_corner(position: Position, ray: Ray) -> Cells:
    """The cells that a diagonal step enters between two obstacles."""
    if not ray.diagonal:
        return 0
    board = position.variant.geometry
    across = board.stride if ray.step > 0 else -board.stride
    blocked = movement.obstacles(position)
    beside = board.shift(blocked, -across) & board.shift(blocked, across - ray.step)
    return board.shift(beside, ray.step)
