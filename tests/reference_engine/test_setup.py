"""From what somebody wrote down to a state: every fault named, and the turn settled."""

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.catalogue import load_catalogue
from conformance.editions import CANON, load_editions
from reference_engine.editions import Edition
from reference_engine.game import legal_moves, load, new_game, settle
from reference_engine.geometry import Board
from reference_engine.moves import ChooseLineReward, PlaceRing, SkipPlacement
from reference_engine.setup import Fault, InvalidSetup, Setup, SetupError, position_of
from reference_engine.state import Phase
from reference_engine.variant import variant
from reference_engine.wire import setup_from_json, state_to_json

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
MISSING = object()
BOX = "1,0 0,1 1,1"
BLOCKED = {"0,0": [1], "7,7": [2]}
ROW = "0,0 1,0 2,0"
LOST = {"winner": 1, "reason": "last_player_standing", "ranking": [1, 2]}


def changed(state: Json, changes: Mapping[str, Any]) -> Json:
    """The state with some fields replaced, added, or left out; a path has dots between its keys."""
    found = copy.deepcopy(state)
    for path, value in changes.items():
        *keys, last = path.split(".")
        inner = found
        for key in keys:
            inner = inner[key]
        if value is MISSING:
            del inner[last]
        else:
            inner[last] = copy.deepcopy(value)
    return found


def faults(state: object, edition: Edition | None = None) -> tuple[Fault, ...]:
    with pytest.raises(InvalidSetup) as caught:
        load(setup_from_json(state, {CANON: edition or load_editions()[CANON]}))
    assert isinstance(caught.value, SetupError)
    assert str(caught.value) == "; ".join(map(str, caught.value.faults))
    return caught.value.faults


def named(state: object, edition: Edition | None = None) -> set[tuple[str, str]]:
    return {(fault.field, fault.clause) for fault in faults(state, edition)}


def test_the_position_that_the_faults_are_made_from_has_none() -> None:
    state = load(setup_from_json(GOOD, load_editions()))
    assert state_to_json(state) == GOOD


# --- every fault is named -----------------------------------------------------------------------

OVER = {"turn.phase": "game_over", "result": LOST}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        # off the board
        ({"stacks.8,0": [2], "hand.2": 11}, {("stacks.8,0", "R002.a")}),
        ({"stacks.3": [2], "hand.2": 11}, {("stacks.3", "R002.a")}),
        ({"markers.0,-1": 1}, {("markers.0,-1", "R002.a")}),
        ({"markers.1,-1,0": 1}, {("markers.1,-1,0", "R002.a")}),
        ({"collapsed.9,9": 1}, {("collapsed.9,9", "R002.a")}),
        ({"collapsed.00,1": 1}, {("collapsed.00,1", "R002.a")}),
        (
            {"turn.phase": "movement", "turn.from": "8,8"},
            {("turn.from", "R002.a"), ("turn.from", "R090.a")},
        ),
        # two things on a cell
        ({"markers.3,3": 1}, {("cell 3,3", "R021.b")}),
        ({"collapsed.3,3": 1}, {("cell 3,3", "R021.b")}),
        ({"collapsed.2,2": 1}, {("cell 2,2", "R021.b")}),
        ({"markers.3,3": 1, "collapsed.3,3": 1}, {("cell 3,3", "R021.b")}),
        # rings
        ({"stacks.1,1": []}, {("stacks.1,1", "R021.c")}),
        ({"hand.1": 16, "hand.2": 6}, {("player 1", "R020.b")}),
        ({"hand.1": 4, "hand.2": 18}, {("player 2", "R020.b")}),
        ({"hand.1": 11}, {("rings", "R052.b")}),
        ({"eliminated.2": 4}, {("rings", "R052.b")}),
        ({"hand.1": -1, "eliminated.1": 16}, {("hand.1", "R052.b")}),
        ({"eliminated.2": -5, "hand.1": 15, "hand.2": 17}, {("eliminated.2", "R052.b")}),
        ({"hand.2": MISSING}, {("hand.2", "R051.a"), ("rings", "R052.b")}),
        ({"eliminated.1": MISSING}, {("eliminated.1", "R051.a"), ("rings", "R052.b")}),
        # players
        ({"stacks.1,1": [3], "hand.1": 9}, {("stacks.1,1", "R010.a")}),
        ({"stacks.1,1": [0, 1, 0], "hand.1": 7}, {("stacks.1,1", "R010.a")}),
        ({"markers.1,1": 3}, {("markers.1,1", "R010.a")}),
        ({"markers.1,1": 0}, {("markers.1,1", "R010.a")}),
        ({"collapsed.1,1": -1}, {("collapsed.1,1", "R010.a")}),
        ({"turn.player": 3}, {("turn.player", "R010.a")}),
        ({"turn.player": 0}, {("turn.player", "R010.a")}),
        ({"hand.3": 0}, {("hand", "R010.a")}),
        ({"hand.0": 0}, {("hand", "R010.a")}),
        ({"eliminated.3": 0}, {("eliminated", "R010.a")}),
        ({"standing.had_action.3": True}, {("standing.had_action", "R010.a")}),
        ({"standing.acted": [1, 3]}, {("standing.acted", "R010.a")}),
        ({"standing.acted": [1, 2, 1]}, {("standing.acted", "R173.f")}),
        # the turn
        ({"turn.phase": "thinking"}, {("turn.phase", "R051.b")}),
        ({"turn.phase": ""}, {("turn.phase", "R051.b")}),
        ({"turn.owes": "line"}, {("turn.owes", "R070.a")}),
        ({"turn.phase": "territory_processing", "turn.owes": "line"}, {("turn.owes", "R070.a")}),
        ({"turn.phase": "line_processing", "turn.owes": "region"}, {("turn.owes", "R070.a")}),
        ({"turn.phase": "line_processing", "turn.owes": "money"}, {("turn.owes", "R051.b")}),
        (
            {"turn.player": 2, "turn.phase": "line_processing", "turn.owes": "line",
             "stacks.3,3": [1, 2, 1]},
            {("turn.owes", "R122.c")},
        ),
        ({"turn.from": "3,3"}, {("turn.from", "R051.b")}),
        ({"turn.phase": "forced_elimination", "turn.from": "6,6"}, {("turn.from", "R051.b")}),
        ({"turn.phase": "line_processing", "turn.from": "6,6"}, {("turn.from", "R051.b")}),
        ({"turn.phase": "territory_processing", "turn.from": "6,6"}, {("turn.from", "R051.b")}),
        ({"turn.phase": "capture"}, {("turn.from", "R103.i")}),
        ({"turn.phase": "chain_capture"}, {("turn.from", "R103.i")}),
        ({"turn.phase": "chain_capture", "turn.from": "5,5"}, {("turn.from", "R090.a")}),
        ({"turn.phase": "movement", "turn.from": "3,3"}, {("turn.from", "R090.a")}),
        ({"turn.phase": "capture", "turn.from": "3,3"}, {("turn.from", "R090.a")}),
        # the result
        ({"result": LOST}, {("result", "R170.a")}),
        ({"turn.phase": "game_over"}, {("result", "R170.a")}),
        ({**OVER, "turn.from": "6,6"}, {("turn.from", "R051.b")}),
        ({**OVER, "turn.owes": "line"}, {("turn.owes", "R070.a")}),
        ({**OVER, "result.reason": "luck"}, {("result.reason", "R170.a")}),
        ({**OVER, "result.ranking": [1]}, {("result.ranking", "R173.c")}),
        ({**OVER, "result.ranking": [1, 1]}, {("result.ranking", "R173.c")}),
        ({**OVER, "result.ranking": [2, 1]}, {("result.ranking", "R173.c")}),
        ({**OVER, "result.winner": None}, {("result.winner", "R170.a")}),
        (
            {**OVER, "result.winner": 3},
            {("result.winner", "R010.a"), ("result.ranking", "R173.c")},
        ),
        ({**OVER, "result.reason": "ring_elimination"}, {("result.reason", "R061.b")}),
        ({**OVER, "result.reason": "territory_control"}, {("result.reason", "R062.b")}),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_field_and_its_clause(
    changes: Mapping[str, Any], expected: set[tuple[str, str]]
) -> None:
    assert named(changed(GOOD, changes)) == expected


@pytest.mark.parametrize("cell", ["1,1,1", "11,-11,0", "0,0", "3,3"])
def test_a_cell_off_the_hexagonal_board_is_named(sketch: "Sketches", cell: str) -> None:
    state = sketch.json({"0,0,0": [1], "1,-1,0": [2]}, board="hexagonal")
    assert named(changed(state, {f"markers.{cell}": 1})) == {(f"markers.{cell}", "R002.b")}


def test_a_third_player_counts_in_a_game_of_three(sketch: "Sketches") -> None:
    state = sketch.json({"3,3": [3], "4,4": [1, 2]}, {3: "0,0"}, players=3, player=3)
    assert load(setup_from_json(state, load_editions())).turn.player == 3


ALL_AT_ONCE: dict[str, Any] = {
    "stacks.8,0": [2],
    "markers.3,3": 1,
    "stacks.1,1": [],
    "hand.1": 40,
    "hand.2": -2,
    "collapsed.5,5": 7,
    "turn.owes": "line",
    "turn.from": "4,4",
    "standing.acted": [2, 2],
    "result": {"winner": 1, "reason": "luck", "ranking": [2]},
}


def test_all_faults_are_named_in_one_error() -> None:
    found = faults(changed(GOOD, ALL_AT_ONCE))
    assert {(fault.field, fault.clause) for fault in found} == {
        ("stacks.8,0", "R002.a"),
        ("cell 3,3", "R021.b"),
        ("stacks.1,1", "R021.c"),
        ("player 1", "R020.b"),
        ("rings", "R052.b"),
        ("hand.2", "R052.b"),
        ("collapsed.5,5", "R010.a"),
        ("turn.owes", "R070.a"),
        ("turn.from", "R051.b"),
        ("standing.acted", "R173.f"),
        ("result", "R170.a"),
        ("result.reason", "R170.a"),
        ("result.ranking", "R173.c"),
    }
    assert len(found) == len(set(found))


def test_every_fault_cites_a_clause_of_the_catalogue() -> None:
    clauses = load_catalogue().clauses
    assert {fault.clause for fault in faults(changed(GOOD, ALL_AT_ONCE))} <= set(clauses)


def test_a_fault_says_what_it_found_and_what_it_expected() -> None:
    (fault,) = faults(changed(GOOD, {"hand.1": 16, "hand.2": 6}))
    assert str(fault) == (
        "player 1: more rings of the colour than exist: 3 on the board and 16 in hand, of 18"
        " (R020.b)"
    )


@pytest.mark.parametrize(
    ("rules", "changes", "expected"),
    [
        ({"line_origin": "this_turn"}, {"turn.made": ["8,8"]}, {("turn.made", "R002.a")}),
        ({"check_after_fe": False}, {"turn.did": "nothing"}, {("turn.did", "R051.b")}),
        (
            {"check_after_fe": False},
            {"turn.phase": "forced_elimination", "turn.did": "action"},
            {("turn.did", "R100.a")},
        ),
        (
            {"landing_elimination_timing": "end_of_chain"},
            {"turn.deferred": 1},
            {("turn.deferred", "R102.f")},
        ),
        (
            {"landing_elimination_timing": "end_of_chain"},
            {"turn.phase": "chain_capture", "turn.from": "6,6", "turn.deferred": -1},
            {("turn.deferred", "R102.f")},
        ),
        (
            {"landing_elimination_timing": "end_of_chain"},
            {"turn.phase": "chain_capture", "turn.from": "6,6", "turn.deferred": 2},
            {("turn.deferred", "R102.f")},
        ),
        ({"lps_rounds": 2}, {"standing.rounds": {"1": -1}}, {("standing.rounds.1", "R172.c")}),
        ({"lps_rounds": 2}, {"standing.rounds": {"3": 1}}, {("standing.rounds", "R010.a")}),
        (
            {"pie_rule": "swap_then_other_colour_moves"},
            {"turn.may_swap": True},
            {("turn.may_swap", "R051.b")},
        ),
        (
            {"pie_rule": "swap_then_other_colour_moves"},
            {"turn.player": 2, "turn.phase": "line_processing", "turn.may_swap": True},
            {("turn.may_swap", "R051.b")},
        ),
        (
            {"capture_after_move": "none"},
            {"turn.phase": "capture", "turn.from": "6,6"},
            {("turn.phase", "R070.c")},
        ),
        (
            {"capture_after_move": "any_stack"},
            {"turn.phase": "capture", "turn.from": "6,6"},
            {("turn.from", "R051.b")},
        ),
    ],
)
def test_a_fault_of_what_only_some_editions_remember_is_named(
    sketch: "Sketches",
    rules: dict[str, Any],
    changes: Mapping[str, Any],
    expected: set[tuple[str, str]],
) -> None:
    assert named(changed(GOOD, changes), sketch.edition(**rules)) == expected


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn.made", []),
        ("turn.did", None),
        ("turn.deferred", 0),
        ("turn.may_swap", False),
        ("standing.rounds", {}),
    ],
)
def test_what_an_edition_does_not_remember_is_unknown_to_it(field: str, value: object) -> None:
    assert named(changed(GOOD, {field: value})) == {(field, "R051.a")}


def test_an_edition_without_the_rule_lets_a_lost_stack_go_on(sketch: "Sketches") -> None:
    changes = {"turn.phase": "chain_capture", "turn.from": "3,3"}
    state = changed(GOOD, changes)
    edition = sketch.edition(chain_on_control_loss="continues")
    assert named(state) == {("turn.from", "R090.a")}
    loaded = load(setup_from_json(state, {CANON: edition}))
    assert (loaded.turn.player, loaded.turn.phase) == (1, Phase.CHAIN_CAPTURE)


@pytest.mark.parametrize(
    ("reason", "changes"),
    [
        ("ring_elimination", {"eliminated.1": 19, "hand.1": 0, "hand.2": 8}),
        ("territory_control", {"collapsed": {f"{x},{y}": 1 for x in range(2) for y in range(8)} | {
            f"{x},{y}": 1 for x in (4, 5) for y in range(8)} | {"7,7": 1}, "markers": {}}),
        ("last_player_standing", {}),
        ("stalemate", {}),
    ],
)  # fmt: skip
def test_a_result_that_the_board_bears_out_is_loaded_as_it_is(
    reason: str, changes: Mapping[str, Any]
) -> None:
    state = changed(GOOD, {**OVER, "result.reason": reason, **changes})
    loaded = load(setup_from_json(state, load_editions()))
    assert state_to_json(loaded) == state
    assert legal_moves(loaded) == []


def test_a_draw_has_no_winner() -> None:
    state = changed(GOOD, {**OVER, "result.reason": "stalemate", "result.winner": None})
    loaded = load(setup_from_json(state, load_editions()))
    assert loaded.result is not None
    assert loaded.result.winner is None


def test_a_setup_that_needs_no_json_goes_through_the_same_door() -> None:
    chosen = variant(load_editions()[CANON], Board.SQUARE8, 2)
    empty = Setup(chosen, 1, "ring_placement", {1: 18, 2: 18}, {1: 0, 2: 0})
    assert load(empty) == new_game(chosen)
    with pytest.raises(InvalidSetup) as caught:
        position_of(replace(empty, stacks={"3,3": (1,)}))
    assert [fault.clause for fault in caught.value.faults] == ["R020.b", "R052.b"]


def test_only_the_door_settles_and_the_position_behind_it_is_as_written() -> None:
    chosen = variant(load_editions()[CANON], Board.SQUARE8, 2)
    setup = Setup(chosen, 1, "line_processing", {1: 18, 2: 18}, {1: 0, 2: 0})
    assert position_of(setup).turn.phase is Phase.LINE_PROCESSING
    assert settle(position_of(setup)) == load(setup)
    assert load(setup).turn.player == 2


# --- nothing else is ever raised ----------------------------------------------------------------

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["3,3", "0,0", "1", "2", "line", "region", "action", *map(str, Phase)])
)
JSON_VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["1", "2", "3,3", "player", "phase", "winner"]) | st.text(max_size=6),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def check_load(data: object, editions: Mapping[str, Edition]) -> None:
    """What is loaded is at a decision point and read back; what is not says why."""
    refusal = None
    try:
        state = load(setup_from_json(data, editions))
    except InvalidSetup as error:
        refusal = error
    if refusal is not None:
        assert refusal.faults
        assert {fault.clause for fault in refusal.faults} <= set(load_catalogue().clauses)
        return
    assert state.is_over or legal_moves(state)
    written = json.loads(json.dumps(state_to_json(state)))
    assert load(setup_from_json(written, editions)) == state


@given(JSON_VALUES)
def test_any_json_value_is_a_state_or_an_invalid_setup(data: object) -> None:
    check_load(data, load_editions())


@given(st.fixed_dictionaries({}, optional=dict.fromkeys([*GOOD, "more"], JSON_VALUES)))
def test_any_object_with_the_fields_of_a_state_is_one_or_an_invalid_setup(data: Json) -> None:
    check_load({**data, "edition": CANON, "board": "square8", "players": 2}, load_editions())


def paths(value: object, here: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a JSON value."""
    if here:
        yield here
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*here, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from paths(inner, (*here, number))


@pytest.mark.parametrize("name", [CANON, "everything"])
@given(data=st.data())
def test_a_state_with_one_field_replaced_is_a_state_or_an_invalid_setup(
    name: str, everything: Edition, played: "Played", data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from([2, 3]))
    state: Any = state_to_json(data.draw(st.sampled_from(played(name, players=players))))
    *keys, last = data.draw(st.sampled_from([*paths(state)]))
    inner = state
    for key in keys:
        inner = inner[key]
    if data.draw(st.integers(0, 5)) == 0:
        del inner[last]
    else:
        inner[last] = data.draw(JSON_VALUES)
    check_load(state, {CANON: everything} if name == "everything" else load_editions())


@given(data=st.data())
def test_a_state_in_another_turn_is_a_state_or_an_invalid_setup(
    everything: Edition, played: "Played", data: st.DataObject
) -> None:
    state: Any = state_to_json(data.draw(st.sampled_from(played("everything", seed=1))))
    cells = st.none() | st.sampled_from([*state["stacks"], "0,0"])
    state["turn"] |= {
        "player": data.draw(st.integers(1, 2)),
        "phase": data.draw(st.sampled_from([phase.value for phase in Phase][:-1])),
        "from": data.draw(cells),
        "owes": data.draw(st.sampled_from([None, "line", "region"])),
        "may_swap": data.draw(st.booleans()),
        "did": data.draw(st.sampled_from([None, "action", "elimination"])),
        "deferred": data.draw(st.integers(0, 2)),
    }
    state["result"] = None
    state["standing"]["had_action"] = {
        str(seat): data.draw(st.sampled_from([None, True, False])) for seat in (1, 2)
    }
    check_load(state, {CANON: everything})


# --- loading settles ----------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["ring_placement", "forced_elimination", "movement"])
def test_a_state_before_the_action_begins_it(sketch: "Sketches", phase: str) -> None:
    state = sketch(BLOCKED, collapsed={2: BOX}, hand=(1, 0), phase=phase)
    assert (state.turn.player, state.turn.phase) == (1, Phase.RING_PLACEMENT)
    assert state.turn.source is None


def test_a_movement_that_can_be_made_is_not_taken_back_to_a_placement(sketch: "Sketches") -> None:
    state = sketch({"3,3": [1], "7,7": [2]}, hand=(1, 0), phase="movement")
    assert state.turn.phase is Phase.MOVEMENT


@pytest.mark.parametrize(
    ("stacks", "hand", "had_action"),
    [({"3,3": [1], "7,7": [2]}, (0, 0), True), (BLOCKED, (1, 0), True), (BLOCKED, (0, 0), False)],
)
def test_whether_the_seat_had_an_action_is_computed_where_it_is_not_told(
    sketch: "Sketches", stacks: Mapping[str, list[int]], hand: tuple[int, int], had_action: bool
) -> None:
    state = sketch(stacks, collapsed={2: BOX}, hand=hand)
    assert state.standing.had_action == (None, had_action, None)


def test_whether_the_seat_had_an_action_is_believed_where_it_is_told(sketch: "Sketches") -> None:
    state = sketch.json(BLOCKED, collapsed={2: BOX})
    state["standing"] = {"had_action": {"1": True, "2": False}, "acted": [1]}
    loaded = load(setup_from_json(state, load_editions()))
    assert loaded.turn.phase is Phase.FORCED_ELIMINATION
    assert loaded.standing.had_action == (None, True, False)
    assert loaded.standing.acted == (1,)


def test_whether_the_seat_had_an_action_is_not_asked_once_it_acts(sketch: "Sketches") -> None:
    state = sketch({"3,3": [1], "3,5": [2]}, phase="capture", start="3,3")
    assert state.turn.phase is Phase.CAPTURE
    assert state.standing.had_action == (None, None, None)


def test_without_a_standing_nobody_has_had_a_turn(sketch: "Sketches") -> None:
    state = sketch({"3,3": [1], "7,7": [2]}, phase="movement", start="3,3")
    assert state.standing == ((None, None, None), (), (0, 0, 0))


def test_no_placement_leads_to_movement(sketch: "Sketches") -> None:
    state = sketch({"3,3": [1], "7,7": [2]})
    assert (state.turn.player, state.turn.phase) == (1, Phase.MOVEMENT)


def test_no_action_with_a_stack_leads_to_forced_elimination(sketch: "Sketches") -> None:
    for phase in ("ring_placement", "movement", "forced_elimination"):
        state = sketch(BLOCKED, collapsed={2: BOX}, phase=phase)
        assert (state.turn.player, state.turn.phase) == (1, Phase.FORCED_ELIMINATION)


def test_no_action_without_a_stack_leads_to_a_pass(sketch: "Sketches") -> None:
    state = sketch({"3,3": [1, 2]})
    assert (state.turn.player, state.turn.phase) == (2, Phase.MOVEMENT)
    assert state.standing == ((None, False, True), (), (0, 0, 0))


def test_no_forced_elimination_where_there_is_an_action(sketch: "Sketches") -> None:
    state = sketch({"3,3": [1], "7,7": [2]}, phase="forced_elimination")
    assert (state.turn.player, state.turn.phase) == (1, Phase.MOVEMENT)


@pytest.mark.parametrize("phase", ["capture", "chain_capture"])
def test_no_capture_from_the_stack_leads_to_line_processing(sketch: "Sketches", phase: str) -> None:
    state = sketch({"3,3": [1], "7,0": [2]}, {}, markers={1: ROW}, phase=phase, start="3,3")
    assert (state.turn.player, state.turn.phase) == (1, Phase.LINE_PROCESSING)
    assert state.turn.source is None
    assert state.standing.acted == (1,)


def test_a_placed_stack_that_cannot_act_has_acted(sketch: "Sketches") -> None:
    state = sketch(BLOCKED, collapsed={2: BOX}, phase="movement", start="0,0")
    assert state.standing.acted == (1,)


def test_no_line_leads_to_territory(sketch: "Sketches") -> None:
    state = sketch({"4,4": [1], "7,0": [2]}, markers={1: "1,0 0,1"}, phase="line_processing")
    assert (state.turn.player, state.turn.phase) == (1, Phase.TERRITORY_PROCESSING)


@pytest.mark.parametrize("phase", ["line_processing", "territory_processing"])
def test_nothing_to_process_leads_to_the_end_of_the_turn(sketch: "Sketches", phase: str) -> None:
    state = sketch({"4,4": [1], "7,0": [2]}, phase=phase)
    assert (state.turn.player, state.turn.phase) == (2, Phase.MOVEMENT)
    assert state.standing == ((None, None, True), (), (0, 0, 0))


def test_a_line_is_not_looked_for_again_in_the_territory_phase(sketch: "Sketches") -> None:
    state = sketch({"4,4": [1], "7,0": [2]}, markers={1: "5,0 5,1 5,2"}, phase="line_processing")
    assert state.turn.phase is Phase.LINE_PROCESSING
    later = sketch(
        {"4,4": [1], "7,0": [2]}, markers={1: "5,0 5,1 5,2"}, phase="territory_processing"
    )
    assert later.turn.player == 2


def test_a_payment_that_is_owed_waits_for_the_player(sketch: "Sketches") -> None:
    for phase, owes in (("line_processing", "line"), ("territory_processing", "region")):
        state = sketch({"4,4": [1], "7,0": [2]}, phase=phase, owes=owes)
        assert (state.turn.player, state.turn.phase, state.turn.owes) == (1, phase, owes)


def test_a_loaded_state_may_stand_above_a_threshold_until_its_turn_ends(
    sketch: "Sketches",
) -> None:
    rings = sketch.json({"0,0": [1], "7,0": [2]})
    rings["eliminated"] = {"1": 4, "2": 30}
    state = load(setup_from_json(rings, load_editions()))
    assert state.result is None
    over = sketch.play(state, "move_stack", start="0,0", to="0,1")
    assert over.result is not None
    assert (over.result.winner, over.result.reason) == (2, "ring_elimination")
    assert over.turn.player == 1


def test_a_loaded_turn_that_is_over_meets_its_threshold_at_once(sketch: "Sketches") -> None:
    rings = sketch.json({"0,0": [1], "7,0": [2]}, phase="territory_processing")
    rings["eliminated"] = {"1": 30, "2": 4}
    state = load(setup_from_json(rings, load_editions()))
    assert state.result == (1, "ring_elimination", (1, 2))
    assert (state.turn.player, state.turn.phase) == (1, Phase.GAME_OVER)
    assert (state.turn.source, state.turn.owes) == (None, None)


def test_rings_in_hand_without_a_placement_let_the_phase_pass(sketch: "Sketches") -> None:
    row = ["0,0", "1,0", "2,0", "3,0"]
    walls = " ".join(f"{x},{y}" for x in range(8) for y in range(8) if f"{x},{y}" not in row)
    state = sketch({"0,0": [1] * 3}, markers={2: "1,0 2,0"}, collapsed={2: walls}, hand=(2, 0))
    assert state.hand[1] == 2
    assert state.turn.phase is Phase.MOVEMENT
    assert legal_moves(state) == [sketch.move(state, "move_stack", start="0,0", to="3,0")]


def test_skipping_is_offered_only_beside_a_placement(played: "Played") -> None:
    kinds = {
        frozenset(type(move) for move in legal_moves(state))
        for seed in range(4)
        for state in played(seed=seed)
    }
    assert {PlaceRing, SkipPlacement} in kinds
    assert all(PlaceRing in some for some in kinds if SkipPlacement in some)


def test_a_seat_without_an_action_owes_the_choice_of_its_overlong_line(
    sketch: "Sketches",
) -> None:
    state = sketch({"3,3": [1, 2]}, markers={1: "0,0 1,0 2,0 3,0"})
    assert (state.turn.player, state.turn.phase) == (1, Phase.LINE_PROCESSING)
    assert {type(move) for move in legal_moves(state)} == {ChooseLineReward}
    assert state.standing.acted == ()


def test_the_last_player_standing_is_told_before_its_turn(sketch: "Sketches") -> None:
    state = sketch.json({"3,3": [2, 1]}, phase="territory_processing")
    state["standing"] = {"had_action": {"1": True, "2": None}, "acted": [1]}
    over = load(setup_from_json(state, load_editions()))
    assert over.result == (1, "last_player_standing", (1, 2))
    assert (over.turn.player, over.turn.phase) == (1, Phase.GAME_OVER)
    assert over.standing.had_action == (None, True, False)


def test_a_ranking_starts_with_the_winner_and_goes_on_by_the_ladder(sketch: "Sketches") -> None:
    state = sketch.json({"0,0": [1], "7,0": [2], "7,7": [3]}, players=3, phase="line_processing")
    state["eliminated"] = {"1": 10, "2": 11, "3": 30}
    over = load(setup_from_json(state, load_editions()))
    assert over.result == (3, "ring_elimination", (3, 2, 1))
    state["eliminated"] = {"1": 10, "2": 10, "3": 31}
    assert load(setup_from_json(state, load_editions())).result == (
        3, "ring_elimination", (3, 1, 2),
    )  # fmt: skip


def test_a_state_met_in_play_is_settled_already(played: "Played") -> None:
    for state in played(players=3, seed=2):
        assert settle(state) == state
