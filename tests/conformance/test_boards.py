from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.boards import BOARDS, Grid, coordinates_of, grid, name_of, symmetries

HEX_SIDE = 11
SIZES = {"square8": 64, "square19": 361, "hexagonal": 331}
TURNS = {"square8": 8, "square19": 8, "hexagonal": 12}
GRIDS = [grid(board, HEX_SIDE) for board in BOARDS]
boards = pytest.mark.parametrize("board", GRIDS, ids=BOARDS)


def image(board: Grid, name: str) -> dict[str, str]:
    """Where a symmetry takes each cell."""
    turn = symmetries(board)[name]
    return {cell: name_of(turn(where)) for cell, where in board.cells.items()}


def neighbours(board: Grid, cell: str) -> set[str]:
    """The cells that share an edge with a cell."""
    where = board.cells[cell]
    near: set[tuple[int, ...]]
    if board.is_hexagonal:
        near = {(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)}
    else:
        near = {(1, 0), (-1, 0), (0, 1), (0, -1)}
    steps = {name_of(tuple(map(sum, zip(where, step, strict=True)))) for step in near}
    return steps & set(board.cells)


@boards
def test_a_board_has_its_number_of_cells(board: Grid) -> None:
    assert len(board.cells) == SIZES[board.board]


@boards
def test_a_cell_is_named_by_its_coordinates(board: Grid) -> None:
    assert all(coordinates_of(name) == where for name, where in board.cells.items())


@boards
def test_cells_are_listed_in_ascending_order(board: Grid) -> None:
    assert list(board.cells.values()) == sorted(board.cells.values())


def test_the_coordinates_of_a_hexagonal_cell_add_up_to_0() -> None:
    assert {sum(where) for where in grid("hexagonal", HEX_SIDE).cells.values()} == {0}


def test_the_hexagonal_board_has_the_size_of_its_edition() -> None:
    assert len(grid("hexagonal", 13).cells) == 469


@pytest.mark.parametrize(
    ("board", "extent"),
    [
        ("square8", '"x,y", each from 0 to 7'),
        ("square19", '"x,y", each from 0 to 18'),
        ("hexagonal", '"x,y,z" of sum 0, each from -10 to 10'),
    ],
)
def test_a_board_says_which_cells_it_has(board: str, extent: str) -> None:
    assert grid(board, HEX_SIDE).extent == extent


@pytest.mark.parametrize("name", ["", "a,b", "1,", "1;2", "one"])
def test_what_is_no_coordinates_has_none(name: str) -> None:
    assert coordinates_of(name) == ()


def test_cells_are_ordered_by_number_and_not_by_letter() -> None:
    assert grid("square19", HEX_SIDE).ordered(["10,0", "2,11", "2,3"]) == ["2,3", "2,11", "10,0"]


def test_what_is_no_cell_comes_last() -> None:
    assert grid("square8", HEX_SIDE).ordered(["x", "9,9", "7,7"]) == ["7,7", "x", "9,9"]


@given(st.sampled_from(GRIDS), st.randoms(use_true_random=False))
def test_the_order_of_cells_does_not_depend_on_how_they_came(board: Grid, random: Random) -> None:
    names = list(board.cells)
    random.shuffle(names)
    assert board.ordered(names) == list(board.cells)


@boards
def test_a_board_has_its_number_of_symmetries(board: Grid) -> None:
    assert len(symmetries(board)) == TURNS[board.board]


@boards
def test_the_first_symmetry_leaves_all_in_place(board: Grid) -> None:
    assert next(iter(symmetries(board))) == "identity"
    assert image(board, "identity") == {cell: cell for cell in board.cells}


@boards
def test_every_symmetry_takes_the_cells_onto_the_cells_one_to_one(board: Grid) -> None:
    for name in symmetries(board):
        assert sorted(image(board, name).values()) == sorted(board.cells)


@boards
def test_no_two_symmetries_are_the_same(board: Grid) -> None:
    images = {tuple(image(board, name).values()) for name in symmetries(board)}
    assert len(images) == TURNS[board.board]


@boards
def test_symmetries_keep_neighbours(board: Grid) -> None:
    for name in symmetries(board):
        taken = image(board, name)
        for cell in board.cells:
            near = {taken[one] for one in neighbours(board, cell)}
            assert near == neighbours(board, taken[cell])


@pytest.mark.parametrize("board", [GRIDS[0], GRIDS[2]], ids=["square8", "hexagonal"])
def test_one_symmetry_after_another_is_a_symmetry(board: Grid) -> None:
    images = {name: image(board, name) for name in symmetries(board)}
    known = {tuple(one.values()) for one in images.values()}
    for first, second in product(images.values(), repeat=2):
        assert tuple(second[first[cell]] for cell in board.cells) in known


@pytest.mark.parametrize(
    ("board", "turn", "times"), [("square8", "turn-90", 4), ("hexagonal", "turn-60", 6)]
)
def test_a_turn_is_the_smallest_of_its_board(board: str, turn: str, times: int) -> None:
    here = grid(board, HEX_SIDE)
    taken = image(here, turn)
    corner = next(iter(here.cells))
    orbit = [corner]
    while (cell := taken[orbit[-1]]) != corner:
        orbit.append(cell)
    assert len(orbit) == times


@boards
def test_a_mirror_undoes_itself(board: Grid) -> None:
    for name in symmetries(board):
        if name.startswith("mirror"):
            taken = image(board, name)
            assert all(taken[taken[cell]] == cell for cell in board.cells)


@boards
def test_turns_are_named_by_their_degrees(board: Grid) -> None:
    turns = [name for name in symmetries(board) if name.startswith("turn-")]
    smallest = image(board, turns[0])
    degrees = int(turns[0].removeprefix("turn-"))
    taken = {cell: cell for cell in board.cells}
    for number, name in enumerate(turns, start=1):
        taken = {cell: smallest[taken[cell]] for cell in board.cells}
        assert name == f"turn-{number * degrees}"
        assert taken == image(board, name)
