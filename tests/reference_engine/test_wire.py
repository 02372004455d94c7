"""States and moves as plain JSON: what is written, what is read, and what is refused."""

import hashlib
import json
import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.editions import CANON, load_editions
from reference_engine.editions import Edition
from reference_engine.game import legal_moves, load, new_game
from reference_engine.geometry import Board, Cell, Cells, Geometry, each, geometry
from reference_engine.moves import (
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRings,
    Move,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
    ProcessLine,
    ProcessRegion,
    SkipCapture,
    SkipPlacement,
    SkipTerritory,
    SwapSides,
)
from reference_engine.setup import InvalidSetup, position_of
from reference_engine.variant import variant
from reference_engine.wire import (
    MOVE_TYPES,
    MalformedMove,
    WireError,
    canonical,
    digest,
    move_from_json,
    move_to_json,
    setup_from_json,
    state_to_json,
    variant_from_json,
)

if TYPE_CHECKING:
    from tests.reference_engine.conftest import Played, Sketches

Json = dict[str, Any]

GOOD: Json = {
    "edition": CANON,
    "board": "square8",
    "players": 2,
    "stacks": {"3,3": [1, 1, 2], "6,6": [1]},
    "markers": {"2,2": 1},
    "collapsed": {"0,0": 2},
    "hand": {"1": 10, "2": 12},
    "eliminated": {"1": 5, "2": 5},
    "turn": {"player": 1, "phase": "ring_placement", "from": None, "owes": None},
    "standing": {"had_action": {"1": True, "2": None}, "acted": [2]},
    "result": None,
}
SMALL = geometry(Board.SQUARE8, 8)
BOARDS = [
    SMALL,
    geometry(Board.SQUARE19, 19),
    geometry(Board.HEXAGONAL, 3),
    geometry(Board.HEXAGONAL, 11),
]


def fields(state: object, edition: Edition | None = None) -> list[str]:
    """The fields of all faults, in their order."""
    with pytest.raises(InvalidSetup) as caught:
        setup_from_json(state, {CANON: edition or load_editions()[CANON]})
    return [fault.field for fault in caught.value.faults]


# --- states that are written --------------------------------------------------------------------


def test_a_new_game_has_this_canonical_form_and_this_hash() -> None:
    state = state_to_json(new_game(variant(load_editions()[CANON], Board.SQUARE8, 2)))
    text = (
        '{"board":"square8","collapsed":{},"edition":"rr-canon-2025-11",'
        '"eliminated":{"1":0,"2":0},"hand":{"1":18,"2":18},"markers":{},"players":2,'
        '"result":null,"stacks":{},"standing":{"acted":[],"had_action":{"1":true,"2":null}},'
        '"turn":{"from":null,"owes":null,"phase":"ring_placement","player":1}}'
    )
    assert canonical(state) == text
    assert digest(state) == hashlib.sha256(text.encode("utf-8")).hexdigest()


def test_the_canonical_form_does_not_depend_on_the_order_of_keys(played: "Played") -> None:
    rng = random.Random(5)

    def shuffled(value: Any) -> Any:
        if isinstance(value, dict):
            items = list(value.items())
            rng.shuffle(items)
            return {key: shuffled(inner) for key, inner in items}
        return value

    for state in played(players=3):
        written = state_to_json(state)
        assert canonical(shuffled(written)) == canonical(written)
        assert digest(shuffled(written)) == digest(written)


def test_the_canonical_form_has_no_white_space_and_says_the_same(played: "Played") -> None:
    for state in played(seed=3):
        written = state_to_json(state)
        assert not any(mark.isspace() for mark in canonical(written))
        assert json.loads(canonical(written)) == written


def test_different_states_of_a_game_have_different_hashes(played: "Played") -> None:
    states = played(seed=4)
    assert len({digest(state_to_json(state)) for state in states}) == len(states)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_is_none_has_no_canonical_form(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical({"hand": number})


def test_every_map_is_present_and_every_list_of_cells_ascends(played: "Played") -> None:
    for state in played("everything", seed=6):
        written = state_to_json(state)
        assert set(written) == set(GOOD)
        assert {"made", "did", "deferred", "may_swap"} <= set(written["turn"])
        assert set(written["standing"]) == {"had_action", "acted", "rounds"}
        assert written["turn"]["made"] == SMALL.keys(state.turn.made)
        for name in ("stacks", "markers", "collapsed"):
            assert all(SMALL.parse(cell) is not None for cell in written[name])


@pytest.mark.parametrize("name", [*load_editions(), "everything"])
@pytest.mark.parametrize(("board", "players"), [(Board.SQUARE8, 2), (Board.SQUARE8, 4)])
def test_a_state_written_and_read_is_the_same_state(
    name: str, board: Board, players: int, played: "Played"
) -> None:
    for state in played(name, board, players, seed=players):
        editions = {state.variant.edition.name: state.variant.edition}
        written = json.loads(canonical(state_to_json(state)))
        setup = setup_from_json(written, editions)
        assert position_of(setup) == state
        assert load(setup) == state
        assert state_to_json(load(setup)) == written


@pytest.mark.parametrize("board", [Board.SQUARE19, Board.HEXAGONAL])
def test_a_state_of_a_large_board_written_and_read_is_the_same_state(
    board: Board, played: "Played"
) -> None:
    for state in played(CANON, board, 3, moves=60)[::6]:
        written = json.loads(canonical(state_to_json(state)))
        assert load(setup_from_json(written, load_editions())) == state


# --- states that are read -----------------------------------------------------------------------


@pytest.mark.parametrize("data", [None, True, 3, 1.5, "state", [], [GOOD]])
def test_a_state_is_an_object(data: object) -> None:
    assert fields(data) == ["state"]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("edition", ["unknown", "", None, 3, [CANON], {}]),
        ("board", ["round", "Square8", None, 8, ["square8"], {}]),
        ("players", [1, 5, 0, -2, None, "2", 2.0, True, [2], 10**30]),
    ],
)
def test_an_unknown_edition_board_or_number_of_players_is_named(
    field: str, values: list[object]
) -> None:
    for value in values:
        assert fields({**GOOD, field: value}) == [field]
    missing = {name: value for name, value in GOOD.items() if name != field}
    assert fields(missing) == [field]


def test_edition_board_and_players_are_named_together() -> None:
    assert fields({}) == ["edition", "board", "players"]
    with pytest.raises(InvalidSetup) as caught:
        variant_from_json({"edition": "x", "board": "y", "players": None}, load_editions())
    assert [fault.clause for fault in caught.value.faults] == ["R001.a", "R001.a", "R010.b"]
    assert CANON in caught.value.faults[0].reason
    assert "square8, square19, hexagonal" in caught.value.faults[1].reason


@pytest.mark.parametrize("name", ["more", "Stacks", "moves", ""])
def test_an_unknown_field_is_named(name: str) -> None:
    assert fields({**GOOD, name: 1}) == [name]
    assert fields({**GOOD, "turn": {**GOOD["turn"], name: 1}}) == [f"turn.{name}"]
    assert fields({**GOOD, "standing": {name: 1}}) == [f"standing.{name}"]
    over = {"winner": None, "reason": "stalemate", "ranking": [1, 2], name: 1}
    turn = {**GOOD["turn"], "phase": "game_over"}
    assert fields({**GOOD, "turn": turn, "result": over}) == [f"result.{name}"]


NOT_OBJECTS = [True, 3, 1.5, "x", []]
NOT_NUMBERS: list[object] = [None, True, 1.0, 1.5, "1", [], {}]
NOT_TEXTS = [True, 3, 1.5, [], {}]


@pytest.mark.parametrize("name", ["stacks", "markers", "collapsed", "standing"])
def test_a_map_is_an_object_or_left_out(name: str) -> None:
    for value in NOT_OBJECTS:
        assert fields({**GOOD, name: value})[0] == name
    # Left out or null it is empty, so that a state may be short.
    short = {**GOOD, "stacks": {}, "hand": {"1": 12, "2": 14}, name: None}
    assert setup_from_json(short, load_editions()) == setup_from_json(
        {key: value for key, value in short.items() if key != name}, load_editions()
    )


@pytest.mark.parametrize("name", ["hand", "eliminated", "turn"])
def test_what_must_be_an_object_is_not_left_out(name: str) -> None:
    for value in [None, *NOT_OBJECTS]:
        assert fields({**GOOD, name: value})[0] == name


@pytest.mark.parametrize("rings", [None, True, 1, "1", {}, [None], ["1"], [1.0], [True], [[1]]])
def test_a_stack_is_a_list_of_player_numbers(rings: object) -> None:
    assert fields({**GOOD, "stacks": {"3,3": rings}}) == ["stacks.3,3"]


@pytest.mark.parametrize("name", ["markers", "collapsed"])
@pytest.mark.parametrize("owner", NOT_NUMBERS)
def test_an_owner_is_a_player_number(name: str, owner: object) -> None:
    assert fields({**GOOD, name: {"1,1": owner}}) == [f"{name}.1,1"]


@pytest.mark.parametrize("name", ["hand", "eliminated"])
@pytest.mark.parametrize("count", NOT_NUMBERS)
def test_a_number_of_rings_is_a_whole_number(name: str, count: object) -> None:
    assert fields({**GOOD, name: {"1": count, "2": 10}}) == [f"{name}.1"]


@pytest.mark.parametrize("seat", ["one", "01", "+1", " 1", "1.0", "", "-1", "\u0661", "\u00b2"])
def test_a_seat_is_written_as_its_number(seat: str) -> None:
    for name in ("hand", "eliminated"):
        assert fields({**GOOD, name: {**GOOD[name], seat: 0}}) == [f"{name}.{seat}"]
    had_action = {"standing": {"had_action": {seat: True}}}
    assert fields({**GOOD, **had_action}) == [f"standing.had_action.{seat}"]


@pytest.mark.parametrize("player", NOT_NUMBERS)
def test_the_player_to_act_is_a_number(player: object) -> None:
    assert fields({**GOOD, "turn": {**GOOD["turn"], "player": player}}) == ["turn.player"]


@pytest.mark.parametrize("phase", [None, *NOT_TEXTS])
def test_a_phase_is_a_text(phase: object) -> None:
    found = fields({**GOOD, "turn": {**GOOD["turn"], "phase": phase}})
    assert set(found) == {"turn.phase"}


@pytest.mark.parametrize("name", ["from", "owes"])
@pytest.mark.parametrize("value", NOT_TEXTS)
def test_the_stack_to_act_and_the_debt_are_texts_or_null(name: str, value: object) -> None:
    assert fields({**GOOD, "turn": {**GOOD["turn"], name: value}}) == [f"turn.{name}"]


def test_the_stack_to_act_and_the_debt_may_be_left_out() -> None:
    short = {**GOOD, "turn": {"player": 1, "phase": "ring_placement"}}
    assert setup_from_json(short, load_editions()) == setup_from_json(GOOD, load_editions())


@pytest.mark.parametrize(
    ("standing", "field"),
    [
        ({"had_action": []}, "standing.had_action"),
        ({"had_action": {"1": 1}}, "standing.had_action.1"),
        ({"had_action": {"1": "true"}}, "standing.had_action.1"),
        ({"had_action": {"2": []}}, "standing.had_action.2"),
        ({"acted": {}}, "standing.acted"),
        ({"acted": None}, "standing.acted"),
        ({"acted": 1}, "standing.acted"),
        ({"acted": ["1"]}, "standing.acted"),
        ({"acted": [True]}, "standing.acted"),
        ({"acted": [1.0]}, "standing.acted"),
    ],
)
def test_what_a_seat_has_done_has_its_type(standing: Json, field: str) -> None:
    assert fields({**GOOD, "standing": standing}) == [field]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"winner": "1"}, "result.winner"),
        ({"winner": True}, "result.winner"),
        ({"winner": []}, "result.winner"),
        ({"reason": None}, "result.reason"),
        ({"reason": 3}, "result.reason"),
        ({"ranking": None}, "result.ranking"),
        ({"ranking": {"1": 1}}, "result.ranking"),
        ({"ranking": ["1", "2"]}, "result.ranking"),
    ],
)
def test_a_result_has_its_types(change: Json, field: str) -> None:
    result = {"winner": 1, "reason": "last_player_standing", "ranking": [1, 2], **change}
    turn = {**GOOD["turn"], "phase": "game_over"}
    assert set(fields({**GOOD, "turn": turn, "result": result})) == {field}


@pytest.mark.parametrize("result", [True, 0, "", "won", [], [1, 2]])
def test_a_result_is_an_object_or_null(result: object) -> None:
    turn = {**GOOD["turn"], "phase": "game_over"}
    assert fields({**GOOD, "turn": turn, "result": result})[0] == "result"


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("turn.made", [None, "3,3", {}, [3], [None], True]),
        ("turn.did", [True, 3, [], {}]),
        ("turn.deferred", [None, "1", True, 1.0, []]),
        ("turn.may_swap", [None, 1, "true", []]),
        ("standing.rounds", [True, 3, "x", []]),
        ("standing.rounds.1", [None, True, "1", 1.0, []]),
    ],
)
def test_what_only_some_editions_remember_has_its_type(
    everything: Edition, field: str, values: list[object]
) -> None:
    for value in values:
        state = json.loads(json.dumps(GOOD))
        inner, (*keys, last) = state, field.split(".")
        for key in keys:
            inner = inner.setdefault(key, {})
        inner[last] = value
        assert set(fields(state, everything)) == {field}


def test_what_only_some_editions_remember_may_be_left_out(everything: Edition) -> None:
    setup = setup_from_json(GOOD, {CANON: everything})
    assert (setup.made, setup.did, setup.deferred, setup.may_swap) == ((), None, 0, False)
    assert setup.rounds == {}
    after = {**GOOD, "turn": {**GOOD["turn"], "phase": "line_processing"}}
    assert setup_from_json(after, {CANON: everything}).did == "action"


def test_faults_of_shape_and_of_meaning_are_named_together() -> None:
    state = {
        **GOOD,
        "more": 1,
        "stacks": {"3,3": [1, 1, 2], "9,9": [1], "4,4": "ring"},
        "markers": {"2,2": None, "3,3": 2},
        "turn": {"player": "1", "phase": "thinking", "from": 3},
    }
    assert set(fields(state)) == {
        "more", "stacks.4,4", "stacks.9,9", "markers.2,2", "cell 3,3", "turn.player",
        "turn.phase", "turn.from",
    }  # fmt: skip


def test_rings_that_could_not_be_read_are_not_said_to_be_missing() -> None:
    assert fields({**GOOD, "stacks": {"3,3": None}}) == ["stacks.3,3"]


def test_a_negative_hand_is_named_also_beside_a_fault_of_shape() -> None:
    state = {**GOOD, "hand": {"1": -1, "2": 12}, "more": 1}
    assert {"more", "hand.1"} <= set(fields(state))


def test_a_seat_of_very_many_digits_is_no_seat() -> None:
    seat = "9" * 5000
    assert fields({**GOOD, "hand": {**GOOD["hand"], seat: 0}}) == [f"hand.{seat}"]


def test_a_long_value_is_shown_in_part() -> None:
    with pytest.raises(InvalidSetup) as caught:
        setup_from_json({**GOOD, "stacks": {"3,3": "x" * 5000}}, load_editions())
    assert len(str(caught.value)) < 200


# --- moves --------------------------------------------------------------------------------------


def moves_on(board: Geometry) -> st.SearchStrategy[Move]:
    """Every kind of move, with any cells of the board."""
    cell = st.sampled_from([*each(board.cells)])
    counts = st.integers(1, 40)
    sets = st.sets(cell, min_size=1, max_size=9).map(lambda some: sum(1 << one for one in some))
    return (
        st.builds(PlaceRing, cell, counts)
        | st.builds(SkipPlacement)
        | st.builds(MoveStack, cell, cell)
        | st.builds(OvertakingCapture, cell, cell, cell)
        | st.builds(SkipCapture)
        | st.builds(ContinueCaptureSegment, cell, cell, cell)
        | st.builds(ProcessLine, sets)
        | st.builds(ChooseLineReward, sets, sets)
        | st.builds(EliminateRings, cell, st.none() | counts)
        | st.builds(ProcessRegion, sets)
        | st.builds(SkipTerritory)
        | st.builds(SwapSides)
    )


@given(st.data(), st.sampled_from(BOARDS))
def test_a_move_written_and_read_is_the_same_move(data: st.DataObject, board: Geometry) -> None:
    move = data.draw(moves_on(board))
    written = json.loads(json.dumps(move_to_json(board, move)))
    assert move_from_json(board, written) == move


def cells(*names: str) -> Cells:
    return sum(1 << cell_at(name) for name in names)


def cell_at(name: str) -> Cell:
    found = SMALL.parse(name)
    assert found is not None
    return found


WRITTEN: list[tuple[Move, Json]] = [
    (PlaceRing(cell_at("3,4"), 2), {"type": "place_ring", "at": "3,4", "count": 2}),
    (SkipPlacement(), {"type": "skip_placement"}),
    (
        MoveStack(cell_at("0,0"), cell_at("7,7")),
        {"type": "move_stack", "from": "0,0", "to": "7,7"},
    ),
    (
        OvertakingCapture(cell_at("0,0"), cell_at("1,0"), cell_at("2,0")),
        {"type": "overtaking_capture", "from": "0,0", "target": "1,0", "to": "2,0"},
    ),
    (SkipCapture(), {"type": "skip_capture"}),
    (
        ContinueCaptureSegment(cell_at("0,0"), cell_at("1,0"), cell_at("2,0")),
        {"type": "continue_capture_segment", "from": "0,0", "target": "1,0", "to": "2,0"},
    ),
    (
        ProcessLine(cells("2,0", "0,0", "1,0")),
        {"type": "process_line", "cells": ["0,0", "1,0", "2,0"]},
    ),
    (
        ChooseLineReward(cells("0,0", "1,0", "2,0", "3,0"), cells("1,0", "2,0", "3,0")),
        {
            "type": "choose_line_reward",
            "cells": ["0,0", "1,0", "2,0", "3,0"],
            "collapse": ["1,0", "2,0", "3,0"],
        },
    ),
    (EliminateRings(cell_at("5,6")), {"type": "eliminate_rings_from_stack", "at": "5,6"}),
    (
        EliminateRings(cell_at("5,6"), 1),
        {"type": "eliminate_rings_from_stack", "at": "5,6", "count": 1},
    ),
    (
        ProcessRegion(cells("7,7", "0,7")),
        {"type": "process_territory_region", "cells": ["0,7", "7,7"]},
    ),
    (SkipTerritory(), {"type": "skip_territory_processing"}),
    (SwapSides(), {"type": "swap_sides"}),
]
KINDS = {written["type"]: written for _move, written in WRITTEN if written.get("count") != 1}


@pytest.mark.parametrize(("move", "written"), WRITTEN, ids=[w["type"] for _m, w in WRITTEN])
def test_a_move_is_written_with_the_names_of_the_protocol(move: Move, written: Json) -> None:
    assert move_to_json(SMALL, move) == written
    assert move_from_json(SMALL, written) == move


def test_every_kind_of_move_is_written_here() -> None:
    assert set(KINDS) == set(MOVE_TYPES)


def test_the_cells_of_a_hexagonal_move_have_three_coordinates() -> None:
    board = geometry(Board.HEXAGONAL, 11)
    written = {"type": "move_stack", "from": "0,0,0", "to": "10,-10,0"}
    assert move_to_json(board, move_from_json(board, written)) == written


def test_a_list_of_cells_is_read_in_any_order() -> None:
    given_ = {"type": "process_line", "cells": ["2,0", "0,0", "1,0"]}
    assert move_to_json(SMALL, move_from_json(SMALL, given_))["cells"] == ["0,0", "1,0", "2,0"]


def test_every_legal_move_of_a_game_is_written_once_and_read_back(played: "Played") -> None:
    for state in [*played(seed=5), *played("everything", players=3, seed=5)]:
        moves = legal_moves(state)
        written = [move_to_json(SMALL, move) for move in moves]
        assert [move_from_json(SMALL, one) for one in written] == moves
        assert len({json.dumps(one) for one in written}) == len(written)


def malformed(data: object, board: Geometry = SMALL) -> MalformedMove:
    with pytest.raises(MalformedMove) as caught:
        move_from_json(board, data)
    error = caught.value
    assert isinstance(error, WireError)
    assert str(error) == f"{error.field}: {error.reason} (expected {error.expected})"
    return error


@pytest.mark.parametrize("data", [None, True, 3, "skip_placement", [], [{"type": "swap_sides"}]])
def test_a_move_is_an_object(data: object) -> None:
    assert malformed(data).field == "move"


@pytest.mark.parametrize("kind", ["jump", "", "Place_Ring", None, 3, [], {}, True])
def test_a_move_has_a_known_type(kind: object) -> None:
    error = malformed({"type": kind, "at": "3,3", "count": 1})
    assert error.field == "type"
    assert all(name in error.expected for name in MOVE_TYPES)


@pytest.mark.parametrize(
    "data",
    [
        "x" * 5000,
        {"type": "x" * 5000},
        {"type": "move_stack", "from": "x" * 5000, "to": "3,3"},
        {"type": "process_line", "cells": "x" * 5000},
        {"type": "process_line", "cells": ["x" * 5000]},
        {"type": "place_ring", "at": "3,3", "count": "x" * 5000},
        {"type": "skip_placement", "x" * 5000: 1},
    ],
)
def test_a_long_value_of_a_move_is_shown_in_part(data: object) -> None:
    assert len(str(malformed(data))) < 400


def test_a_move_without_a_type_is_none() -> None:
    assert malformed({}).field == "type"


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind, one in KINDS.items() for name in one if name != "type"],
)
def test_a_field_that_is_missing_is_named(kind: str, name: str) -> None:
    error = malformed({key: value for key, value in KINDS[kind].items() if key != name})
    assert error.field == name
    assert "missing" in error.reason


@pytest.mark.parametrize("kind", MOVE_TYPES)
@pytest.mark.parametrize("name", ["player", "more", "Type"])
def test_a_field_that_is_unknown_is_named(kind: str, name: str) -> None:
    error = malformed({**KINDS[kind], name: 1})
    assert error.field == name
    assert "unknown" in error.reason


@pytest.mark.parametrize("kind", [kind for kind in MOVE_TYPES if kind.startswith("s")])
def test_a_move_without_fields_takes_no_cell(kind: str) -> None:
    assert malformed({"type": kind, "at": "3,3"}).field == "at"


@pytest.mark.parametrize(
    "value", ["8,0", "0,8", "-1,0", "3", "", "3,3,0", "03,3", " 3,3", None, 3, True, ["3,3"], {}]
)
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (kind, name)
        for kind, one in KINDS.items()
        for name in ("at", "from", "target", "to")
        if name in one
    ],
)
def test_a_cell_off_the_board_is_named(kind: str, name: str, value: object) -> None:
    error = malformed({**KINDS[kind], name: value})
    assert error.field == name
    assert error.expected == SMALL.extent


@pytest.mark.parametrize("value", ["11,-11,0", "1,1,1", "0,0"])
def test_a_cell_off_the_hexagonal_board_is_named(value: str) -> None:
    board = geometry(Board.HEXAGONAL, 11)
    error = malformed({"type": "place_ring", "at": value, "count": 1}, board)
    assert (error.field, error.expected) == ("at", board.extent)


LISTS = [
    (kind, name)
    for kind, one in KINDS.items()
    for name, value in one.items()
    if isinstance(value, list)
]


@pytest.mark.parametrize(("kind", "name"), LISTS)
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([], "one cell or more"),
        ("0,0", "one cell or more"),
        (None, "one cell or more"),
        ({"0,0": 1}, "one cell or more"),
        (["0,0", "8,0"], SMALL.extent),
        (["0,0", 3], SMALL.extent),
        (["0,0", None], SMALL.extent),
        ([["0,0"]], SMALL.extent),
        (["0,0", "1,0", "0,0"], "every cell once"),
    ],
)
def test_a_list_of_cells_holds_cells_and_each_of_them_once(
    kind: str, name: str, value: object, expected: str
) -> None:
    error = malformed({**KINDS[kind], name: value})
    assert (error.field, error.expected) == (name, expected)


@pytest.mark.parametrize("kind", ["place_ring", "eliminate_rings_from_stack"])
@pytest.mark.parametrize("count", [0, -1, 1.0, 1.5, "1", None, True, [], {}])
def test_a_count_is_a_whole_number_of_rings(kind: str, count: object) -> None:
    error = malformed({**KINDS[kind], "count": count})
    assert (error.field, error.expected) == ("count", "1 or more")


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
    | st.sampled_from(["3,3", "0,0", *MOVE_TYPES]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(max_size=6) | st.just("type"), inner, max_size=4),
    max_leaves=10,
)  # fmt: skip


@given(JSON_VALUES, st.sampled_from(BOARDS))
def test_any_json_value_is_a_move_or_malformed(data: object, board: Geometry) -> None:
    check_move(board, data)


@given(st.data())
def test_a_move_with_one_field_replaced_is_a_move_or_malformed(data: st.DataObject) -> None:
    written = dict(data.draw(st.sampled_from(list(KINDS.values()))))
    written[data.draw(st.sampled_from([*written, "count", "more"]))] = data.draw(JSON_VALUES)
    check_move(SMALL, written)


def check_move(board: Geometry, data: object) -> None:
    try:
        move = move_from_json(board, data)
    except MalformedMove:
        return
    assert isinstance(data, Mapping)
    written = move_to_json(board, move)
    assert {name: _unordered(value) for name, value in written.items()} == {
        name: _unordered(value) for name, value in data.items()
    }


def _unordered(value: object) -> object:
    return sorted(value) if isinstance(value, list) else value


# --- what is written of a position --------------------------------------------------------------


def test_a_state_is_written_as_it_stands(sketch: "Sketches") -> None:
    state = sketch({"3,3": [1, 1, 2], "6,6": [1]}, {}, markers={1: "2,2", 2: "2,1"}, hand=(4, 5))
    written = state_to_json(state)
    assert written["stacks"] == {"3,3": [1, 1, 2], "6,6": [1]}
    assert written["markers"] == {"2,2": 1, "2,1": 2}
    assert written["collapsed"] == {}
    assert written["hand"] == {"1": 4, "2": 5}
    assert written["turn"] == {
        "player": 1,
        "phase": "ring_placement",
        "from": None,
        "owes": None,
    }
    placed = sketch.play(state, "place_ring", at="0,0", count=2)
    assert state_to_json(placed)["turn"] == {
        "player": 1,
        "phase": "movement",
        "from": "0,0",
        "owes": None,
    }


def test_what_is_written_is_plain_json(played: "Played") -> None:
    def is_plain(value: object) -> bool:
        if isinstance(value, dict):
            return all(type(key) is str and is_plain(inner) for key, inner in value.items())
        if isinstance(value, list):
            return all(map(is_plain, value))
        return value is None or type(value) in (str, int, bool)

    for state in [*played(seed=7), *played("everything", players=3, seed=7)]:
        assert is_plain(state_to_json(state))
        assert all(is_plain(move_to_json(SMALL, move)) for move in legal_moves(state))
