import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.certify.checks import (
    Mismatch,
    compare_legal,
    compare_state,
    equal,
    repeated,
)
from conformance.engines.state_numbers import progress, state_hash, territory
from conformance.scenarios.model import Expect, Legal

STATE: dict[str, Any] = {
    "stacks": {"0,0": [1, 2]},
    "markers": {"1,0": 1, "2,0": 2},
    "collapsed": {"3,0": 1, "4,0": 1},
    "hand": {"1": 3, "2": 4},
    "eliminated": {"1": 5, "2": 6},
    "turn": {"player": 1, "phase": "movement", "from": None, "owes": None, "made": ["1,0", "0,0"]},
    "standing": {"had_action": {"1": True, "2": None}, "acted": [1, 2]},
    "result": None,
}
OVER = STATE | {"result": {"winner": 1, "reason": "stalemate", "ranking": [1, 2]}}
MOVES: list[dict[str, Any]] = [
    {"type": "move_stack", "from": "0,0", "to": "1,0"},
    {"type": "move_stack", "from": "0,0", "to": "2,0"},
    {"type": "overtaking_capture", "from": "0,0", "target": "5,0", "to": "6,0"},
    {"type": "process_line", "cells": ["2,0", "0,0", "1,0"]},
    {"type": "skip_capture"},
]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(0, 1) | st.floats(0, 1) | st.sampled_from(["", "1"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2)
    ),
    max_leaves=4,
)


def differences(
    fields: dict[str, Any], state: dict[str, Any] = STATE, start: dict[str, Any] = STATE
) -> list[str]:
    """What differs, in short."""
    return [one.what for one in compare_state(Expect(fields, 1), state, start).mismatches]


def legal(**fields: Any) -> Legal:
    empty: dict[str, Any] = {
        "of": {},
        "field": None,
        "includes": None,
        "excludes": None,
        "exactly": None,
    }
    return Legal(**{**empty, "count": None, "line": 1, **fields})


def listed(**fields: Any) -> list[Mismatch]:
    return compare_legal(legal(**fields), MOVES).mismatches


# Equality


@given(json_values)
def test_a_value_is_equal_to_itself(value: Any) -> None:
    assert equal(value, value)


@given(json_values, json_values)
def test_equality_is_that_of_the_written_values(one: Any, other: Any) -> None:
    def written(value: Any) -> str:
        match value:
            case dict():
                return str(sorted((key, written(inner)) for key, inner in value.items()))
            case list():
                return str([written(inner) for inner in value])
            case float():
                return f"float {value + 0.0!r}"
            case _:
                return f"{type(value).__name__} {value!r}"

    if "-0.0" not in written(one) + written(other):
        assert equal(one, other) == (written(one) == written(other))


@pytest.mark.parametrize(("one", "other"), [(True, 1), (0, False), (1, 1.0), (None, 0), ("1", 1)])
def test_values_of_different_kinds_differ(one: Any, other: Any) -> None:
    assert not equal(one, other)
    assert not equal({"a": [one]}, {"a": [other]})


# States


@pytest.mark.parametrize(
    "fields",
    [
        {"stacks": {"0,0": [1, 2], "7,7": None}},
        {"markers": {"1,0": 1, "0,0": None}},
        {"collapsed": {"3,0": 1}},
        {"exactly": {"stacks": {"0,0": [1, 2]}, "markers": {"2,0": 2, "1,0": 1}}},
        {"hand": {"1": 3}},
        {"eliminated": {"2": 6}},
        {"territory": {"1": 2, "2": 0}},
        {"turn": {"player": 1, "from": None}},
        {"turn": {"made": ["0,0", "1,0"]}},
        {"standing": {"had_action": {"2": None}, "acted": [1, 2]}},
        {"result": None},
        {"counts": {"stacks": 1, "markers": 2}},
        {"S": 15},
        {"hash": state_hash(STATE)},
    ],
)
def test_what_is_as_expected_does_not_differ(fields: dict[str, Any]) -> None:
    assert differences(fields) == []


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"stacks": {"0,0": [2, 1]}}, "stacks 0,0"),
        ({"stacks": {"0,0": None}}, "stacks 0,0"),
        ({"stacks": {"7,7": [1]}}, "stacks 7,7"),
        ({"markers": {"1,0": 2}}, "markers 1,0"),
        ({"collapsed": {"0,0": 1}}, "collapsed 0,0"),
        ({"exactly": {"markers": {"1,0": 1}}}, "markers"),
        ({"hand": {"1": 0}}, "hand of player 1"),
        ({"eliminated": {"1": 6}}, "eliminated of player 1"),
        ({"territory": {"2": 1}}, "territory of player 2"),
        ({"turn": {"player": 2}}, "turn.player"),
        ({"turn": {"made": ["0,0"]}}, "turn.made"),
        ({"standing": {"had_action": {"1": None}}}, "standing.had_action of player 1"),
        ({"standing": {"acted": [2, 1]}}, "standing.acted"),
        ({"result": {"winner": 1}}, "result"),
        ({"counts": {"collapsed": 3}}, "number of collapsed"),
        ({"S": 14}, "S"),
        ({"hash": "0" * 64}, "hash"),
    ],
)
def test_what_differs_is_named(fields: dict[str, Any], what: str) -> None:
    assert differences(fields) == [what]


def test_a_difference_holds_both_values() -> None:
    found = compare_state(Expect({"stacks": {"0,0": [1]}}, 1), STATE, STATE)
    assert found.mismatches == [Mismatch("stacks 0,0", [1], [1, 2])]


def test_what_is_not_named_is_not_looked_at() -> None:
    assert differences({"stacks": {"5,5": None}}) == []


def test_a_result_is_compared_field_by_field() -> None:
    assert differences({"result": {"winner": 1}}, OVER) == []
    assert differences({"result": {"winner": 2, "ranking": [2, 1]}}, OVER) == [
        "result.winner",
        "result.ranking",
    ]


def test_a_game_that_goes_on_is_not_one_that_is_over() -> None:
    assert differences({"result": None}, OVER) == ["result"]


@pytest.mark.parametrize(
    ("gained", "what"),
    [
        ({"eliminated": {"1": 2, "2": 0}}, []),
        ({"eliminated": {"1": 1}}, ["gain of eliminated of player 1"]),
        ({"hand": {"1": -3}}, []),
        ({"markers": {"1": -1, "2": 0}}, []),
        ({"territory": {"2": 1}}, []),
        ({"territory": {"1": 1}}, ["gain of territory of player 1"]),
        ({"S": 2}, []),
        ({"S": 3}, ["gain of S"]),
    ],
)
def test_gains_are_counted_from_the_start(gained: dict[str, Any], what: list[str]) -> None:
    now = STATE | {
        "markers": {"2,0": 2},
        "collapsed": STATE["collapsed"] | {"1,0": 2},
        "eliminated": {"1": 7, "2": 6},
        "hand": {"1": 0, "2": 4},
    }
    assert differences({"gained": gained}, now) == what


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"stacks": {"0,0": [1]}}, "stacks"),
        ({"exactly": {"markers": {}}}, "markers"),
        ({"hand": {"1": 0}}, "hand"),
        ({"territory": {"1": 0}}, "collapsed"),
        ({"gained": {"S": 0}}, "eliminated"),
        ({"gained": {"territory": {"1": 0}}}, "collapsed"),
        ({"gained": {"hand": {"1": 0}}}, "hand"),
        ({"turn": {"player": 2}}, "turn"),
        ({"standing": {"acted": []}}, "standing"),
        ({"result": {"winner": 2}}, "result"),
        ({"counts": {"markers": 0}}, "markers"),
        ({"S": 0}, "markers"),
    ],
)
def test_a_part_that_is_left_out_is_not_compared(fields: dict[str, Any], name: str) -> None:
    state = {key: value for key, value in STATE.items() if key != name}
    found = compare_state(Expect(fields, 1), state, STATE)
    assert (found.mismatches, found.untold) == ([], [name])


def test_a_field_of_a_part_that_is_left_out_is_not_compared() -> None:
    state = STATE | {"turn": {"player": 1}}
    found = compare_state(Expect({"turn": {"player": 1, "phase": "capture"}}, 1), state, STATE)
    assert (found.mismatches, found.untold) == ([], ["turn.phase"])


def test_a_field_that_the_schema_does_not_know_is_a_fault_of_the_suite() -> None:
    with pytest.raises(ValueError, match="no field soup"):
        differences({"soup": 1})


def test_s_is_markers_collapsed_spaces_and_eliminated_rings_together() -> None:
    assert progress(STATE) == 2 + 2 + 11


def test_territory_is_the_collapsed_spaces_of_a_player() -> None:
    assert (territory(STATE, "1"), territory(STATE, "2")) == (2, 0)


def test_the_hash_is_that_of_the_canonical_form() -> None:
    canonical = b'{"a":1,"b":{"c":[],"d":null}}'
    value = {"b": {"d": None, "c": []}, "a": 1}
    assert state_hash(value) == hashlib.sha256(canonical).hexdigest()


def test_the_hash_of_a_state_that_leaves_something_out_is_not_compared() -> None:
    hand = {name: value for name, value in STATE.items() if name != "hand"}
    turn = STATE | {"turn": {"player": 1, "phase": "movement", "owes": None}}
    for state, lacking in ((hand, "hand"), (turn, "turn.from")):
        found = compare_state(Expect({"hash": "0" * 64}, 1), state, state)
        assert (found.mismatches, found.untold) == ([], [lacking])


def test_moves_that_differ_in_the_order_of_their_cells_are_the_same_move() -> None:
    line = {"type": "process_line", "cells": ["0,0", "1,0", "2,0"]}
    assert len(repeated([*MOVES, line])) == 1


# Lists of moves


@pytest.mark.parametrize(
    "fields",
    [
        {"includes": ({"type": "move_stack"}, {"to": "6,0"})},
        {"excludes": ({"type": "place_ring"}, {"to": "7,0"})},
        {"count": 5},
        {"of": {"type": "move_stack"}, "count": 2},
        {"of": {"type": "move_stack"}, "exactly": ({"to": "1,0"}, {"to": "2,0"})},
        {"of": {"type": "move_stack"}, "exactly": ({"from": "0,0"},)},
        {"field": "to", "includes": ("1,0", "6,0")},
        {"field": "to", "excludes": ("7,0",)},
        {"field": "to", "exactly": ("6,0", "2,0", "1,0")},
        {"field": "from", "count": 1},
        {"of": {"type": "process_line"}, "field": "cells", "exactly": (("0,0", "1,0", "2,0"),)},
        {"of": {"cells": ["0,0", "1,0", "2,0"]}, "count": 1},
        {"of": {"type": "place_ring"}, "exactly": ()},
        {"of": {"type": "place_ring"}, "field": "at", "exactly": ()},
    ],
)
def test_a_list_that_is_as_expected_does_not_differ(fields: dict[str, Any]) -> None:
    assert listed(**fields) == []


def test_moves_that_are_missing_are_listed_together() -> None:
    (found,) = listed(includes=({"to": "1,0"}, {"to": "7,0"}, {"at": "0,0"}))
    assert found.what == "legal moves: listed"
    assert found.expected == ["to=7,0", "at=0,0"]
    assert len(found.got) == 5


def test_moves_that_should_not_be_there_are_named() -> None:
    (found,) = listed(excludes=({"type": "move_stack"},))
    assert (found.what, found.expected) == ("legal moves: not listed", "move_stack")
    assert found.got == ["move_stack from=0,0 to=1,0", "move_stack from=0,0 to=2,0"]


def test_moves_beyond_those_expected_are_named() -> None:
    (found,) = listed(of={"type": "move_stack"}, exactly=({"to": "1,0"},))
    assert found.what == "move_stack: exactly (too much: move_stack from=0,0 to=2,0)"
    assert found.got == ["move_stack from=0,0 to=1,0", "move_stack from=0,0 to=2,0"]


def test_a_wrong_number_of_moves_differs() -> None:
    assert listed(count=4) == [Mismatch("legal moves: how many", 4, 5)]


def test_values_that_are_missing_or_too_many_are_named() -> None:
    (found,) = listed(field="to", exactly=("1,0", "2,0", "7,0"))
    assert found.what == "to of legal moves: exactly (too much: 6,0; missing: 7,0)"
    assert (found.expected, found.got) == (["1,0", "2,0", "7,0"], ["1,0", "2,0", "6,0"])


def test_values_that_should_not_be_there_are_named() -> None:
    (found,) = listed(field="to", excludes=("1,0", "7,0"))
    assert (found.expected, found.got) == (["1,0"], ["1,0", "2,0", "6,0"])


def test_values_are_counted_once() -> None:
    assert listed(field="type", count=4) == []
    assert [one.what for one in listed(field="from", count=3)] == ["from of legal moves: how many"]


def test_a_long_list_is_cut_short() -> None:
    moves = [{"type": "place_ring", "at": f"{x},0", "count": 1} for x in range(100)]
    (found,) = compare_legal(legal(includes=({"at": "0,1"},)), moves).mismatches
    assert len(found.got) == 41
    assert found.got[-1] == "… 60 more"


def test_moves_listed_twice_are_found_whatever_the_order_of_their_fields() -> None:
    assert repeated(MOVES) == []
    again = {"to": "1,0", "from": "0,0", "type": "move_stack"}
    assert len(repeated([*MOVES, again])) == 1
