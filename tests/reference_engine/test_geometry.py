"""Boards of bits against the same boards of coordinates, worked out the slow way."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference_engine.geometry import Board, Cell, Cells, Geometry, adjacencies, bit, each, geometry

Coordinates = tuple[int, ...]

SQUARES = [(Board.SQUARE8, 8), (Board.SQUARE19, 19)]
HEXAGONS = [(Board.HEXAGONAL, side) for side in (2, 3, 5, 11, 13)]
BOARDS = SQUARES + HEXAGONS
EIGHT = {delta for delta in product((-1, 0, 1), repeat=2) if any(delta)}
FOUR = {(1, 0), (-1, 0), (0, 1), (0, -1)}
SIX = set(permutations((1, -1, 0)))

on_every_board = pytest.mark.parametrize(("board", "size"), BOARDS)
on_squares = pytest.mark.parametrize(("board", "size"), SQUARES)
on_hexagons = pytest.mark.parametrize(("board", "size"), HEXAGONS)


def coordinates_of(board: Board, size: int) -> set[Coordinates]:
    if board.is_hexagonal:
        reach = range(1 - size, size)
        return {triple for triple in product(reach, repeat=3) if sum(triple) == 0}
    return set(product(range(size), repeat=2))


def movement_deltas(board: Board) -> set[Coordinates]:
    return set(SIX) if board.is_hexagonal else set(EIGHT)


def territory_deltas(board: Board) -> set[Coordinates]:
    return set(SIX) if board.is_hexagonal else set(FOUR)


def moved(cell: Coordinates, delta: Coordinates, times: int = 1) -> Coordinates:
    return tuple(here + times * step for here, step in zip(cell, delta, strict=True))


def walked(table: Geometry, delta: Coordinates) -> int:
    """The step of the geometry that goes in a direction."""
    return delta[0] * table.stride + delta[1]


def as_coordinates(table: Geometry, cells: Cells) -> set[Coordinates]:
    return {table.coordinates[cell] for cell in each(cells)}


def as_cells(table: Geometry, coordinates: set[Coordinates]) -> Cells:
    return sum(1 << table.cell_at[one] for one in coordinates)


@st.composite
def boards_with_cells(draw: st.DrawFn) -> tuple[Geometry, Cells]:
    table = geometry(*draw(st.sampled_from(BOARDS)))
    return table, draw(st.integers(0, 2 ** table.cells.bit_length() - 1)) & table.cells


@st.composite
def boards_with_many_cells(draw: st.DrawFn) -> tuple[Geometry, Cells]:
    """Three cells in four, so that large connected parts are common."""
    table = geometry(*draw(st.sampled_from(BOARDS)))
    full = 2 ** table.cells.bit_length() - 1
    return table, (draw(st.integers(0, full)) | draw(st.integers(0, full))) & table.cells


# --- cells --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "size", "count"),
    [
        (Board.SQUARE8, 8, 64),
        (Board.SQUARE19, 19, 361),
        (Board.HEXAGONAL, 1, 1),
        (Board.HEXAGONAL, 2, 7),
        (Board.HEXAGONAL, 3, 19),
        (Board.HEXAGONAL, 5, 61),
        (Board.HEXAGONAL, 11, 331),
        (Board.HEXAGONAL, 13, 469),
    ],
)
def test_a_board_has_as_many_cells_as_its_kind_and_size_say(
    board: Board, size: int, count: int
) -> None:
    table = geometry(board, size)
    assert table.count == table.cells.bit_count() == len(table.coordinates) == count


@on_every_board
def test_every_cell_has_its_coordinates_and_no_other_has(board: Board, size: int) -> None:
    table = geometry(board, size)
    assert as_coordinates(table, table.cells) == coordinates_of(board, size)


@on_every_board
def test_cells_and_coordinates_name_each_other(board: Board, size: int) -> None:
    table = geometry(board, size)
    assert {cell: table.cell_at[where] for cell, where in table.coordinates.items()} == {
        cell: cell for cell in each(table.cells)
    }


@on_every_board
def test_ascending_cells_are_ascending_coordinates(board: Board, size: int) -> None:
    table = geometry(board, size)
    listed = [table.coordinates[cell] for cell in each(table.cells)]
    assert listed == sorted(listed)


@on_every_board
def test_every_cell_is_read_back_from_its_written_form(board: Board, size: int) -> None:
    table = geometry(board, size)
    for cell, where in table.coordinates.items():
        assert table.key(cell) == ",".join(str(number) for number in where)
        assert table.parse(table.key(cell)) == cell


@pytest.mark.parametrize(
    "written",
    ["8,0", "0,8", "-1,0", "0", "", ",", "0,0,0", "1,-1,0", "a,b", "1.0,0", "00,0", "+1,0", " 1,0",
     "1 ,0", "1_0,0", "-0,0", "\u0663,0", "0,0,", "9" * 5000 + ",0"],
)  # fmt: skip
def test_what_is_not_written_like_a_square_cell_is_none(written: str) -> None:
    assert geometry(Board.SQUARE8, 8).parse(written) is None


@pytest.mark.parametrize(
    "written", ["11,-11,0", "1,1,0", "0,0,1", "0,0", "10,-10", "10,-10,0,0", "0,-0,0", "6,5,-11"]
)
def test_what_is_not_written_like_a_hexagonal_cell_is_none(written: str) -> None:
    table = geometry(Board.HEXAGONAL, 11)
    assert table.parse(written) is None
    assert table.parse("10,-10,0") is not None
    assert table.parse("0,10,-10") is not None


@given(st.text(alphabet="0123456789,-+ _.", max_size=8))
def test_whatever_is_read_as_a_cell_is_written_the_same_way(written: str) -> None:
    for board, size in BOARDS:
        table = geometry(board, size)
        cell = table.parse(written)
        assert cell is None or table.key(cell) == written


@given(boards_with_cells())
def test_a_set_of_cells_is_written_in_ascending_order_and_read_back(
    given_: tuple[Geometry, Cells],
) -> None:
    table, cells = given_
    keys = table.keys(cells)
    parsed = [table.parse(key) for key in keys]
    assert parsed == sorted(each(cells))
    assert sum(bit(cell) for cell in parsed if cell is not None) == cells


@pytest.mark.parametrize(
    ("board", "size", "words"),
    [
        (Board.SQUARE8, 8, 'square8: "x,y", each from 0 to 7'),
        (Board.HEXAGONAL, 11, 'hexagonal: "x,y,z" of sum 0, each from -10 to 10'),
    ],
)
def test_the_extent_of_a_board_is_told_in_words(board: Board, size: int, words: str) -> None:
    assert geometry(board, size).extent == words


def test_a_board_is_worked_out_once() -> None:
    assert geometry(Board.HEXAGONAL, 5) is geometry(Board.HEXAGONAL, 5)


@given(st.sets(st.integers(0, 500)))
def test_each_lists_the_cells_of_a_set_in_ascending_order(cells: set[int]) -> None:
    assert list(each(sum(1 << cell for cell in cells))) == sorted(cells)


def test_a_bit_is_the_set_of_one_cell() -> None:
    assert list(each(bit(Cell(37)))) == [37]


# --- directions ---------------------------------------------------------------------------------


@on_every_board
def test_stacks_move_in_all_directions_of_the_board(board: Board, size: int) -> None:
    table = geometry(board, size)
    deltas = movement_deltas(board)
    assert sorted(table.steps) == sorted(walked(table, delta) for delta in deltas)
    assert len(table.steps) == (6 if board.is_hexagonal else 8)


@on_every_board
def test_territory_has_four_neighbours_on_squares_and_six_on_hexagons(
    board: Board, size: int
) -> None:
    table = geometry(board, size)
    deltas = territory_deltas(board)
    assert sorted(table.neighbour_steps) == sorted(walked(table, delta) for delta in deltas)


@on_every_board
def test_every_direction_lies_on_one_axis_in_one_sense(board: Board, size: int) -> None:
    table = geometry(board, size)
    assert all(axis > 0 for axis in table.axes)
    assert sorted([*table.axes, *(-axis for axis in table.axes)]) == sorted(table.steps)


def test_the_two_square_boards_have_the_same_adjacencies() -> None:
    assert adjacencies(Board.SQUARE8) == adjacencies(Board.SQUARE19)
    moves, axes, neighbours = adjacencies(Board.SQUARE8)
    assert (len(moves), len(axes), len(neighbours)) == (8, 4, 4)


def test_the_hexagonal_board_has_one_adjacency_for_every_purpose() -> None:
    moves, axes, neighbours = adjacencies(Board.HEXAGONAL)
    assert set(moves) == set(neighbours) == {*axes, *((-dx, -dy) for dx, dy in axes)}


# --- rays ---------------------------------------------------------------------------------------


@on_every_board
def test_a_ray_runs_straight_to_the_edge_and_counts_its_steps(board: Board, size: int) -> None:
    table = geometry(board, size)
    known = coordinates_of(board, size)
    for cell, where in table.coordinates.items():
        rays = {ray.step: ray for ray in table.rays[cell]}
        expected = set()
        for delta in movement_deltas(board):
            path: list[Coordinates] = []
            while (ahead := moved(where, delta, len(path) + 1)) in known:
                path.append(ahead)
            if not path:
                continue
            step = walked(table, delta)
            expected.add(step)
            assert [as_coordinates(table, some) for some in rays[step].beyond] == [
                set(path[steps:]) for steps in range(len(path))
            ]
        assert set(rays) == expected


@on_every_board
def test_a_ray_knows_which_way_it_goes(board: Board, size: int) -> None:
    table = geometry(board, size)
    for cell, where in table.coordinates.items():
        for ray in table.rays[cell]:
            first = table.coordinates[Cell(cell + ray.step)]
            assert ray.ascending is (first > where)
            differs = [here != there for here, there in zip(where, first, strict=True)]
            assert ray.diagonal is (all(differs) and not board.is_hexagonal)


def test_a_ring_in_the_middle_of_the_small_board_sees_27_cells() -> None:
    table = geometry(Board.SQUARE8, 8)
    seen = sum(ray.beyond[0] for ray in table.rays[table.cell_at[3, 3]])
    assert seen.bit_count() == 27


def test_a_ring_in_the_middle_of_the_hexagonal_board_sees_60_cells() -> None:
    table = geometry(Board.HEXAGONAL, 11)
    seen = sum(ray.beyond[0] for ray in table.rays[table.cell_at[0, 0, 0]])
    assert seen.bit_count() == 60
    assert not seen & bit(table.cell_at[2, -1, -1])


@on_squares
def test_a_corner_of_a_square_board_has_three_rays(board: Board, size: int) -> None:
    table = geometry(board, size)
    for corner in product((0, size - 1), repeat=2):
        assert len(table.rays[table.cell_at[corner]]) == 3


@on_hexagons
def test_a_corner_of_a_hexagonal_board_has_three_rays(board: Board, size: int) -> None:
    table = geometry(board, size)
    last = size - 1
    for corner in permutations((last, -last, 0)):
        assert len(table.rays[table.cell_at[corner]]) == 3


# --- shifts and neighbours ----------------------------------------------------------------------


@given(boards_with_cells())
def test_a_shift_moves_every_cell_one_step_and_never_round_the_edge(
    given_: tuple[Geometry, Cells],
) -> None:
    table, cells = given_
    where = as_coordinates(table, cells)
    for delta in movement_deltas(table.board):
        expected = {moved(one, delta) for one in where} & set(table.cell_at)
        assert as_coordinates(table, table.shift(cells, walked(table, delta))) == expected


@on_every_board
def test_a_full_board_shifted_loses_exactly_what_leaves_it(board: Board, size: int) -> None:
    table = geometry(board, size)
    known = coordinates_of(board, size)
    for delta in movement_deltas(board):
        stays = {moved(one, delta) for one in known} & known
        assert as_coordinates(table, table.shift(table.cells, walked(table, delta))) == stays


@given(boards_with_cells())
def test_shifting_there_and_back_keeps_what_did_not_leave(given_: tuple[Geometry, Cells]) -> None:
    table, cells = given_
    for step in table.steps:
        back = table.shift(table.shift(cells, step), -step)
        assert back & ~cells == 0
        assert back == cells & table.shift(table.cells, -step)


@given(boards_with_cells())
def test_neighbours_and_surroundings_are_those_of_the_coordinates(
    given_: tuple[Geometry, Cells],
) -> None:
    table, cells = given_
    where = as_coordinates(table, cells)
    for found, deltas in (
        (table.neighbours(cells), territory_deltas(table.board)),
        (table.surroundings(cells), movement_deltas(table.board)),
    ):
        expected = {moved(one, delta) for one in where for delta in deltas} & set(table.cell_at)
        assert as_coordinates(table, found) == expected


@pytest.mark.parametrize(
    ("board", "size", "cell", "territory", "movement"),
    [
        (Board.SQUARE8, 8, (0, 0), 2, 3),
        (Board.SQUARE8, 8, (7, 3), 3, 5),
        (Board.SQUARE8, 8, (3, 3), 4, 8),
        (Board.SQUARE19, 19, (18, 18), 2, 3),
        (Board.SQUARE19, 19, (9, 0), 3, 5),
        (Board.SQUARE19, 19, (9, 9), 4, 8),
        (Board.HEXAGONAL, 2, (0, 0, 0), 6, 6),
        (Board.HEXAGONAL, 2, (1, -1, 0), 3, 3),
        (Board.HEXAGONAL, 11, (10, -10, 0), 3, 3),
        (Board.HEXAGONAL, 11, (10, -5, -5), 4, 4),
        (Board.HEXAGONAL, 13, (0, 0, 0), 6, 6),
    ],
)
def test_a_cell_has_fewer_neighbours_at_the_edge(
    board: Board, size: int, cell: Coordinates, territory: int, movement: int
) -> None:
    table = geometry(board, size)
    here = bit(table.cell_at[cell])
    assert table.neighbours(here).bit_count() == territory
    assert table.surroundings(here).bit_count() == movement


@given(boards_with_cells())
def test_neighbours_have_each_other(given_: tuple[Geometry, Cells]) -> None:
    table, cells = given_
    for cell in each(cells):
        for other in each(table.neighbours(bit(cell))):
            assert table.neighbours(bit(other)) & bit(cell)


# --- connection ---------------------------------------------------------------------------------


def connected(table: Geometry, seed: Cells, within: Cells) -> set[Coordinates]:
    """What a seed reaches within a set, one neighbour at a time."""
    allowed = as_coordinates(table, within)
    reached = as_coordinates(table, seed & within)
    waiting = [*reached]
    while waiting:
        here = waiting.pop()
        for delta in territory_deltas(table.board):
            ahead = moved(here, delta)
            if ahead in allowed and ahead not in reached:
                reached.add(ahead)
                waiting.append(ahead)
    return reached


@given(boards_with_many_cells(), st.data())
def test_a_flood_reaches_what_is_connected_and_nothing_else(
    given_: tuple[Geometry, Cells], data: st.DataObject
) -> None:
    table, within = given_
    cells = [*each(table.cells)]
    seed = sum(map(bit, data.draw(st.sets(st.sampled_from(cells), max_size=3))))
    assert as_coordinates(table, table.flood(seed, within)) == connected(table, seed, within)


@on_every_board
def test_a_flood_from_any_cell_fills_the_empty_board(board: Board, size: int) -> None:
    table = geometry(board, size)
    for cell in each(table.cells):
        assert table.flood(bit(cell), table.cells) == table.cells


def test_a_flood_from_nowhere_reaches_nothing() -> None:
    table = geometry(Board.SQUARE8, 8)
    assert table.flood(0, table.cells) == 0
    assert table.flood(bit(table.cell_at[0, 0]), 0) == 0


@given(boards_with_many_cells())
def test_components_are_connected_and_apart_and_leave_nothing_out(
    given_: tuple[Geometry, Cells],
) -> None:
    table, cells = given_
    parts = table.components(cells)
    assert sum(parts) == cells
    for part in parts:
        assert as_coordinates(table, part) == connected(table, part & -part, cells)
        assert not table.neighbours(part) & cells & ~part


def test_a_diagonal_wall_cuts_a_square_board_by_territory_but_not_by_movement() -> None:
    table = geometry(Board.SQUARE8, 8)
    wall = as_cells(table, {(n, n) for n in range(8)})
    above, below = table.components(table.cells & ~wall)
    assert above.bit_count() == below.bit_count() == 28
    assert table.surroundings(above) & below


def test_a_column_does_not_join_the_next_round_the_edge() -> None:
    table = geometry(Board.SQUARE8, 8)
    left = as_cells(table, {(2, y) for y in range(4, 8)})
    right = as_cells(table, {(3, y) for y in range(3)})
    assert sorted(table.components(left | right)) == sorted([left, right])


def test_six_walls_seal_a_hexagonal_cell_and_five_do_not() -> None:
    table = geometry(Board.HEXAGONAL, 3)
    centre = bit(table.cell_at[0, 0, 0])
    around = table.neighbours(centre)
    assert table.flood(centre, table.cells & ~around) == centre
    gap = around & -around
    assert table.flood(centre, table.cells & ~around | gap).bit_count() == 19 - 5
