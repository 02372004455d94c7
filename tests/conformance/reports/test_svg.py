import random
import re
from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

import pytest

from conformance.editions import CANON
from conformance.fuzz.positions import random_position
from conformance.reports.svg import PAINTS, board_svg, marker, ring

SVG = "{http://www.w3.org/2000/svg}"
STATE: dict[str, Any] = {
    "edition": CANON,
    "board": "square8",
    "players": 4,
    "stacks": {"0,0": [1, 1, 2], "5,5": [1] * 6 + [2] * 3},
    "markers": {"1,0": 1, "3,3": 2, "4,4": 3, "5,4": 4},
    "collapsed": {"2,0": 2, "2,1": 1},
    "hand": {"1": 7, "2": 8, "3": 1, "4": 0},
    "eliminated": {"1": 9, "2": 8, "3": 1, "4": 0},
    "turn": {"player": 1, "phase": "capture", "from": "0,0", "owes": None},
    "result": None,
}


def parsed(state: dict[str, Any], move: Any = None, cells: tuple[str, ...] = ()) -> Any:
    return ElementTree.fromstring(board_svg(state, move, cells))


def titles(root: Any) -> list[str]:
    return [one.text for one in root.iter(f"{SVG}title")]


def texts(root: Any) -> list[str]:
    return [one.text for one in root.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("board", "cells"), [("square8", 64), ("square19", 361), ("hexagonal", 331)]
)
def test_every_cell_is_drawn_once_and_says_what_stands_on_it(board: str, cells: int) -> None:
    state = random_position(random.Random(3), CANON, board, 3)
    told = titles(parsed(state))[1:]
    assert len(told) == len(set(told)) == cells
    assert sum(": stack" in one for one in told) == len(state["stacks"])
    assert sum(": marker" in one for one in told) == len(state["markers"])
    assert sum(": collapsed" in one for one in told) == len(state["collapsed"])


def test_a_stack_tells_its_rings_height_and_cap() -> None:
    root = parsed(STATE)
    assert "0,0: stack 1 1 2 from bottom to top, height 3, cap 1 of player 2" in titles(root)
    assert "height 3" in texts(root)


def test_the_bottom_ring_is_drawn_lowest() -> None:
    state = STATE | {"stacks": {"0,0": [1, 2]}, "markers": {}, "collapsed": {}, "players": 0}
    rings = [one for one in parsed(state).iter(f"{SVG}rect") if one.get("width") == "36"]
    low, high = sorted(rings, key=lambda one: -float(one.get("y", "0")))
    assert (low.get("fill"), high.get("fill")) == (PAINTS[1].fill, PAINTS[2].fill)


def test_a_tall_stack_tells_its_runs_of_rings() -> None:
    assert {"6 of 1", "3 of 2", "height 9"} <= set(texts(parsed(STATE)))


def without_colour(lines: Iterable[str]) -> str:
    return re.sub(r"#[0-9a-f]{6}", "", "".join(lines))


def test_players_differ_by_shape_number_and_dots_and_not_by_colour_alone() -> None:
    shapes = {without_colour(marker((50.0, 50.0), seat)).partition("<text")[0] for seat in PAINTS}
    rings = {without_colour(ring((50.0, 50.0), seat, 10, dots=True)) for seat in PAINTS}
    assert len(shapes) == len(rings) == len(PAINTS)
    for seat in PAINTS:
        assert f">{seat}</text>" in without_colour(marker((50.0, 50.0), seat))


def test_coordinates_stand_along_the_edges_of_a_square_board() -> None:
    state = STATE | {"stacks": {}, "markers": {}, "collapsed": {}, "players": 0}
    numbers = [one for one in texts(parsed(state)) if one.isdigit()]
    assert sorted(numbers) == sorted([*map(str, range(8))] * 2)


def test_coordinates_stand_in_the_cells_of_a_hexagonal_board() -> None:
    state = random_position(random.Random(1), CANON, "hexagonal", 2)
    assert {"0,0,0", "-10,0,10", "3,-7,4"} <= set(texts(parsed(state)))


@pytest.mark.parametrize(
    "move",
    [
        {"type": "move_stack", "from": "0,0", "to": "0,3"},
        {"type": "overtaking_capture", "from": "0,0", "target": "5,5", "to": "7,7"},
        {"type": "place_ring", "at": "7,7", "count": 2},
        {"type": "process_line", "cells": ["1,0", "2,0"]},
        {"type": "choose_line_reward", "cells": ["1,0", "2,0"], "collapse": ["1,0"]},
        {"type": "eliminate_rings_from_stack", "at": "0,0"},
        {"type": "move_stack", "from": "0,0", "to": "9,9"},
        {"type": "skip_capture"},
    ],
)
def test_a_move_is_drawn_and_written_below(move: dict[str, Any]) -> None:
    plain, drawn = parsed(STATE), parsed(STATE, move)
    assert any(one.startswith(move["type"]) for one in texts(drawn))
    assert len([*drawn.iter()]) > len([*plain.iter()])


def test_cells_can_be_framed() -> None:
    frames = [
        one for one in parsed(STATE, None, ("0,0", "9,9")).iter() if one.get("stroke-dasharray")
    ]
    assert len(frames) == 1


def test_what_an_engine_does_not_tell_is_not_needed() -> None:
    root = parsed({"board": "square8", "stacks": {"0,0": [7]}, "turn": {"player": 1}})
    assert "0,0: stack 7 from bottom to top, height 1, cap 1 of player 7" in titles(root)


def test_text_of_an_engine_is_escaped() -> None:
    state = STATE | {"turn": {"player": 1, "phase": "<script>alert('x')</script>"}}
    assert "<script>" not in board_svg(state)


def test_a_picture_is_the_same_every_time() -> None:
    assert board_svg(STATE) == board_svg(STATE)


def test_a_game_that_is_over_says_who_won() -> None:
    over = STATE | {"result": {"winner": 2, "reason": "stalemate"}}
    assert "game over: player 2 wins, stalemate" in texts(parsed(over))
