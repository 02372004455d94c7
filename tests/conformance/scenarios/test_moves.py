from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.scenarios.moves import (
    CELL_FIELDS,
    FIELDS,
    LIST_FIELDS,
    OPTIONAL,
    MoveTextError,
    cells_of,
    fits,
    move_from,
    pattern_from,
    renamed,
    words,
)

cells = st.builds("{},{}".format, st.integers(-18, 18), st.integers(-18, 18))


def value_of(name: str) -> st.SearchStrategy[Any]:
    if name in LIST_FIELDS:
        return st.lists(cells, min_size=1, max_size=6)
    return st.integers(0, 40) if name == "count" else cells


@st.composite
def moves(draw: st.DrawFn) -> dict[str, Any]:
    """A whole move, with or without the fields that it may leave out."""
    kind = draw(st.sampled_from(list(FIELDS)))
    extra = [name for name in OPTIONAL.get(kind, ()) if draw(st.booleans())]
    return {"type": kind} | {name: draw(value_of(name)) for name in (*FIELDS[kind], *extra)}


@st.composite
def patterns(draw: st.DrawFn) -> dict[str, Any]:
    """A move without some of what it has."""
    move = draw(moves())
    return {name: value for name, value in move.items() if draw(st.booleans())}


def wrong(text: str) -> tuple[str, str]:
    with pytest.raises(MoveTextError) as caught:
        move_from(text)
    return caught.value.message, caught.value.expected


@given(moves())
def test_a_move_in_words_is_read_back(move: dict[str, Any]) -> None:
    assert move_from(words(move)) == move


@given(moves())
def test_a_move_as_on_the_wire_is_taken_as_it_is(move: dict[str, Any]) -> None:
    assert move_from(move) == move


@given(patterns())
def test_a_pattern_in_words_is_read_back(pattern: dict[str, Any]) -> None:
    assert pattern_from(words(pattern)) == pattern


@given(moves(), st.data())
def test_a_move_fits_every_part_of_itself(move: dict[str, Any], data: st.DataObject) -> None:
    part = {name: value for name, value in move.items() if data.draw(st.booleans())}
    assert fits(move, part)


@given(moves(), st.randoms(use_true_random=False))
def test_a_list_of_cells_fits_in_any_order(move: dict[str, Any], random: Any) -> None:
    turned = {
        name: random.sample(value, len(value)) if isinstance(value, list) else value
        for name, value in move.items()
    }
    assert fits(move, turned)


@given(moves())
def test_renaming_touches_every_cell_and_nothing_else(move: dict[str, Any]) -> None:
    there = renamed(move, lambda cell: f"<{cell}>")
    assert cells_of(there) == [f"<{cell}>" for cell in cells_of(move)]
    assert renamed(there, lambda cell: cell[1:-1]) == move


@given(st.text(st.sampled_from("abcdefmoverst_=,0123456789 ²٣")) | st.text())
def test_any_words_are_a_move_or_an_error_that_says_what_was_expected(text: str) -> None:
    expected = "nothing, it is a move"
    try:
        move_from(text)
    except MoveTextError as error:
        expected = error.expected
    assert expected


def test_cells_follow_their_field() -> None:
    text = "choose_line_reward cells=0,0 1,0 2,0 3,0 collapse=0,0 1,0 2,0"
    assert move_from(text) == {
        "type": "choose_line_reward",
        "cells": ["0,0", "1,0", "2,0", "3,0"],
        "collapse": ["0,0", "1,0", "2,0"],
    }


def test_a_count_is_a_number() -> None:
    assert move_from("place_ring at=3,3 count=2") == {"type": "place_ring", "at": "3,3", "count": 2}


def test_white_space_is_free() -> None:
    assert move_from("  move_stack   from=0,0\n to=2,0 ") == move_from("move_stack from=0,0 to=2,0")


def test_a_pattern_may_be_a_type_alone_or_fields_alone() -> None:
    assert pattern_from("move_stack") == {"type": "move_stack"}
    assert pattern_from("from=0,0") == {"from": "0,0"}
    assert pattern_from("") == {}


def test_an_elimination_may_say_how_many_rings() -> None:
    assert move_from("eliminate_rings_from_stack at=0,0")["at"] == "0,0"
    assert move_from("eliminate_rings_from_stack at=0,0 count=1")["count"] == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a move without a type"),
        ("from=0,0 to=2,0", "a move without a type"),
        ("move_stak from=0,0", "move_stak is not a move"),
        ("type=jump", "jump is not a move"),
        ("move_stack from=0,0", "move_stack lacks to"),
        ("overtaking_capture from=0,0", "overtaking_capture lacks target, to"),
        ("move_stack from=0,0 from=1,0 to=2,0", "from stands there twice"),
        ("move_stack from=0,0 to=2,0 via=1,0", "via is no field of move_stack"),
        ("skip_capture at=0,0", "at is no field of skip_capture"),
        ("move_stack from=0,0 1,0 to=2,0", "1,0 belongs to no field"),
        ("place_ring at=0,0 count=two", "count=two"),
        ("place_ring at=0,0 count=²", "count=²"),
        ("place_ring at=0,0 count=-1", "count=-1"),
        (f"place_ring at=0,0 count={'9' * 5000}", f"count={'9' * 5000}"),
    ],
)
def test_words_that_are_no_move_are_refused_with_what_is_wrong(text: str, message: str) -> None:
    found, expected = wrong(text)
    assert found == message
    assert expected


def test_a_refusal_lists_what_could_stand_there() -> None:
    assert wrong("jump")[1] == f"one of {', '.join(FIELDS)}"
    assert wrong("move_stack via=1,0")[1] == "one of from, to"
    assert wrong("skip_capture at=0,0")[1] == "no field"


def test_a_move_as_on_the_wire_is_checked_like_one_in_words() -> None:
    with pytest.raises(MoveTextError, match="at is no field of move_stack"):
        move_from({"type": "move_stack", "from": "0,0", "to": "2,0", "at": "1,0"})
    with pytest.raises(MoveTextError, match="jump is not a move"):
        move_from({"type": "jump"})


@pytest.mark.parametrize(
    ("pattern", "answer"),
    [
        ({}, True),
        ({"type": "process_line"}, True),
        ({"cells": ["2,0", "0,0", "1,0"]}, True),
        ({"cells": ["0,0", "1,0"]}, False),
        ({"type": "choose_line_reward"}, False),
        ({"collapse": ["0,0"]}, False),
    ],
)
def test_a_pattern_fits_what_has_all_that_it_names(pattern: dict[str, Any], answer: bool) -> None:
    move = {"type": "process_line", "cells": ["0,0", "1,0", "2,0"]}
    assert fits(move, pattern) is answer


def test_a_list_fits_only_a_list() -> None:
    assert not fits({"cells": "0,0"}, {"cells": ["0,0"]})


def test_every_field_of_a_move_is_a_cell_a_list_of_cells_or_a_count() -> None:
    for kind, names in FIELDS.items():
        for name in (*names, *OPTIONAL.get(kind, ())):
            assert name in (*CELL_FIELDS, *LIST_FIELDS, "count")
