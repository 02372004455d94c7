from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.boards import BOARDS, Grid, grid
from conformance.diagrams import Drawing, draw, drawn_rows, read_diagram, tokens_of

SQUARE = grid("square8", 11)
LARGE = grid("square19", 11)
HEX = grid("hexagonal", 11)
SMALL_HEX = grid("hexagonal", 3)
GRIDS = {board: grid(board, 11) for board in BOARDS}

players = st.integers(1, 4)


@st.composite
def drawable(draw_: st.DrawFn) -> tuple[Grid, dict[str, Any]]:
    """A board with something on some of its cells."""
    board = GRIDS[draw_(st.sampled_from(BOARDS))]
    cells = draw_(st.lists(st.sampled_from(list(board.cells)), unique=True, max_size=30))
    state: dict[str, Any] = {"stacks": {}, "markers": {}, "collapsed": {}}
    for cell in cells:
        layer = draw_(st.sampled_from(list(state)))
        rings = st.lists(players, min_size=1, max_size=12)
        state[layer][cell] = draw_(rings if layer == "stacks" else players)
    return board, state


def shown(drawing: Drawing) -> dict[str, Any]:
    assert drawing.faults == []
    return {
        "stacks": drawing.stacks,
        "markers": drawing.markers,
        "collapsed": drawing.collapsed,
    }


def faults(text: str, board: Grid = SQUARE) -> list[tuple[int, int, str, str]]:
    return [
        (one.line, one.column, one.message, one.expected)
        for one in read_diagram(text, board).faults
    ]


@given(drawable())
def test_a_board_that_is_drawn_and_read_again_is_the_same(sample: tuple[Grid, Any]) -> None:
    board, state = sample
    assert shown(read_diagram(draw(state, board), board)) == state


@given(drawable())
def test_every_cell_is_drawn_once(sample: tuple[Grid, Any]) -> None:
    board, state = sample
    cells = [span.cell for row in drawn_rows(state, board) for span in row if span.cell]
    assert sorted(cells) == sorted(board.cells)


@given(drawable())
def test_a_drawing_has_no_space_at_the_end_of_a_line(sample: tuple[Grid, Any]) -> None:
    board, state = sample
    assert all(line == line.rstrip() for line in draw(state, board).splitlines())


@given(drawable())
def test_columns_of_a_square_drawing_stand_below_each_other(sample: tuple[Grid, Any]) -> None:
    board, state = sample
    if board.is_hexagonal:
        return
    rows = [[len(span.text) for span in row[1:]] for row in drawn_rows(state, board)][1:]
    assert all(row == rows[0] for row in rows)


def test_a_square_board_is_drawn_with_a_header_and_labels() -> None:
    state = {"stacks": {"0,1": [1, 1, 2]}, "markers": {"1,0": 1}, "collapsed": {"2,1": 2}}
    assert draw(state, SQUARE).splitlines()[:3] == [
        "x:  0    1    2    3    4    5    6    7",
        "0:  .    m1   .    .    .    .    .    .",
        "1:  112  .    c2   .    .    .    .    .",
    ]


def test_a_hexagonal_board_is_drawn_with_its_rows_moved_by_half_a_cell() -> None:
    state = {"stacks": {"0,0,0": [1, 2]}, "markers": {"1,-1,0": 2}}
    assert draw(state, SMALL_HEX).splitlines() == [
        "   -2@0:     .   .   .",
        "  -1@-1:   .   .   m2  .",
        "   0@-2: .   .   12  .   .",
        "   1@-2:   .   .   .   .",
        "   2@-2:     .   .   .",
    ]


def test_parts_that_a_state_leaves_out_are_drawn_empty() -> None:
    assert draw({}, SQUARE).count(".") == 64


def test_what_stands_on_a_cell_is_written_as_a_diagram_writes_it() -> None:
    state = {"stacks": {"0,0": [1, 2]}, "markers": {"1,0": 3}, "collapsed": {"2,0": 4}}
    assert tokens_of(state) == {"0,0": "12", "1,0": "m3", "2,0": "c4"}


def test_rows_without_labels_count_from_the_top_left_corner() -> None:
    drawing = read_diagram("1 . m2\n. c1\n", SQUARE)
    assert shown(drawing) == {
        "stacks": {"0,0": [1]},
        "markers": {"2,0": 2},
        "collapsed": {"1,1": 1},
    }


def test_rings_run_from_the_bottom_to_the_top() -> None:
    assert read_diagram("1123", SQUARE).stacks == {"0,0": [1, 1, 2, 3]}


def test_spaces_are_free() -> None:
    assert shown(read_diagram("   1   .      2", SQUARE)) == shown(read_diagram("1 . 2", SQUARE))


def test_empty_lines_are_no_rows() -> None:
    assert read_diagram("\n1\n\n   \n2\n", SQUARE).stacks == {"0,0": [1], "0,1": [2]}


def test_a_header_says_where_the_columns_begin() -> None:
    drawing = read_diagram("x:  9  10 11\n4:  .  m1 .\n5:  1  .  2\n", LARGE)
    assert shown(drawing) == {
        "stacks": {"9,5": [1], "11,5": [2]},
        "markers": {"10,4": 1},
        "collapsed": {},
    }


def test_a_label_says_which_row_it_is() -> None:
    assert read_diagram("3: 1\n5: 2", SQUARE).stacks == {"0,3": [1], "0,5": [2]}


def test_a_row_without_a_label_follows_the_one_before() -> None:
    assert read_diagram("3: 1\n2", SQUARE).stacks == {"0,3": [1], "0,4": [2]}


def test_a_label_may_say_the_first_column_too() -> None:
    assert read_diagram("3@5: 1 2", SQUARE).stacks == {"5,3": [1], "6,3": [2]}


def test_the_column_of_a_label_goes_before_that_of_the_header() -> None:
    assert read_diagram("x: 2 3\n0@5: 1\n1: 2", SQUARE).stacks == {"5,0": [1], "2,1": [2]}


def test_a_row_of_the_hexagonal_board_is_placed_by_its_label() -> None:
    drawing = read_diagram("-1@0:    .   m1  .\n0@-1:  .   12  .   .\n1@-1:   . . m2", HEX)
    assert shown(drawing) == {
        "stacks": {"0,0,0": [1, 2]},
        "markers": {"1,-1,0": 1, "1,1,-2": 2},
        "collapsed": {},
    }


def test_a_header_serves_the_hexagonal_board_too() -> None:
    assert read_diagram("x: -1 0\n0: . 1", HEX).stacks == {"0,0,0": [1]}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1 2\n. q .", (1, 2, "q is nothing", ". or m1 (marker) or c2")),
        ("m0", (0, 0, "m0 is nothing", ". or m1 (marker) or c2")),
        ("1 m12", (0, 2, "m12 is nothing", ". or m1 (marker) or c2")),
        (f"{'9' * 5000}: .", (0, 0, f"{'9' * 5000}: is nothing", ". or m1 (marker) or c2")),
        ("10", (0, 0, "10 is nothing", ". or m1 (marker) or c2")),
        (". . . . . . . . 1", (0, 16, "8,0 is off the board", '"x,y", each from 0 to 7')),
        ("9: .", (0, 3, "0,9 is off the board", '"x,y", each from 0 to 7')),
        ("-1: .", (0, 4, "0,-1 is off the board", '"x,y", each from 0 to 7')),
        ("0: 1\n0:  2", (1, 4, "0,0 is drawn twice", "every cell once")),
        ("x: 0 2\n0: .", (0, 2, "not a row of column numbers", "consecutive numbers")),
        ("x: a b\n0: .", (0, 2, "not a row of column numbers", "consecutive numbers")),
        ("x:\n0: .", (0, 2, "not a row of column numbers", "consecutive numbers")),
    ],
)
def test_what_is_wrong_with_a_drawing_has_its_line_and_column(
    text: str, fault: tuple[int, int, str, str]
) -> None:
    (found,) = faults(text)
    assert found[:3] == fault[:3]
    assert found[3].startswith(fault[3])


@pytest.mark.parametrize("text", ["1 2 3", "0: 1 2"])
def test_a_row_of_the_hexagonal_board_needs_its_place(text: str) -> None:
    assert faults(text, HEX) == [(0, 0, "a row without its place", "a label y@x: on this board")]


def test_a_cell_off_the_hexagonal_board_is_refused() -> None:
    assert faults("0@10: . 1", HEX) == [
        (0, 8, "11,0,-11 is off the board", '"x,y,z" of sum 0, each from -10 to 10')
    ]


def test_all_faults_are_told_at_once() -> None:
    found = faults("q . r\n0: 1\n. . . . . . . . .")
    assert [(line, column) for line, column, *_ in found] == [(0, 0), (0, 4), (1, 3), (2, 16)]


@given(st.text(st.sampled_from("x:@.-0123456789mcq \n")))
def test_any_text_is_a_drawing_or_has_faults_with_a_place_in_it(text: str) -> None:
    lines = text.splitlines()
    for board in (SQUARE, SMALL_HEX):
        for fault in read_diagram(text, board).faults:
            assert 0 <= fault.column <= len(lines[fault.line])
