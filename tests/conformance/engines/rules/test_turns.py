import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conformance.engines.rules.conftest import Sketches

BOX = "1,0 0,1 1,1"
PIE = {"pie_rule": "swap_then_other_colour_moves"}
OPENING: dict[str, Any] = {"collapsed": {2: "0,1 1,1 2,0 2,1"}}


def test_a_player_who_can_move_may_not_pass(sketch: "Sketches") -> None:
    game = sketch({"3,3": [1]}, hand=(0, 5), bystander=False)
    assert len(game.legal()) == 27
    assert game.types() == {"move_stack"}


def test_the_phases_of_a_turn_follow_one_another(sketch: "Sketches") -> None:
    game = sketch({"6,6": [1]}, markers={1: "0,0 1,0"}, hand=(1, 5))
    phases = [game.phase, game.place("2,0").phase, game.move("2,0", "2,1").phase]
    assert phases == ["ring_placement", "movement", "line_processing"]


def test_a_blocked_player_must_eliminate_a_cap_of_its_choice(sketch: "Sketches") -> None:
    stacks = {"0,0": [1], "7,0": [2, 1], "4,4": [2]}
    shape: dict[str, Any] = {"collapsed": {2: f"{BOX} 6,0 6,1 7,1"}}
    game = sketch(stacks, **shape)
    assert game.phase == "forced_elimination"
    assert game.payers() == {"0,0", "7,0"}
    assert game.types() == {"eliminate_rings_from_stack"}
    before = game.credited[0]
    game.eliminate("7,0")
    assert game.stacks["7,0"] == [2]
    assert game.credited[0] == before + 1
    assert ["7,0"] in game.regions()
    assert game.play("skip_territory_processing").player == 2
    automatic = sketch(stacks, {"fe_choice": "automatic"}, **shape)
    assert automatic.payers() == {"0,0"}


def test_the_whole_cap_goes_and_the_next_ring_takes_control(sketch: "Sketches") -> None:
    game = sketch({"0,0": [2, 1, 1], "7,7": [2]}, collapsed={2: BOX})
    before = game.credited[0]
    game.eliminate("0,0")
    assert game.stacks["0,0"] == [2]
    assert game.credited[0] == before + 2
    assert game.hands == (0, 0)


def test_rings_in_hand_that_cannot_be_placed_do_not_prevent_an_elimination(
    sketch: "Sketches",
) -> None:
    cells = " ".join(f"{x},{y}" for x in range(8) for y in range(8) if (x, y) != (0, 0))
    shape: dict[str, Any] = {"collapsed": {2: cells}, "hand": (2, 0), "bystander": False}
    assert sketch({"0,0": [1]}, **shape).phase == "forced_elimination"
    strict = sketch({"0,0": [1]}, {"fe_requires_empty_hand": True}, **shape)
    assert strict.result() is not None


def test_an_action_that_an_elimination_opens_is_taken_in_the_same_turn(
    sketch: "Sketches",
) -> None:
    stacks = {"0,0": [1], "1,0": [1], "7,7": [2]}
    game = sketch(stacks, **OPENING).eliminate("0,0")
    assert (game.player, game.phase) == (1, "movement")
    assert game.landings("1,0") == {"0,0"}
    assert game.state["standing"]["had_action"]["1"] is False
    ended = sketch(stacks, {"after_forced_elimination": "end_turn"}, **OPENING)
    ended.eliminate("0,0")
    assert ended.phase == "territory_processing"
    assert ended.play("skip_territory_processing").player == 2


POST: dict[str, Any] = {"collapsed": {2: BOX}, "markers": {2: "6,0 7,1"}}
POST_STACKS = {"0,0": [1], "3,3": [1] * 5, "5,5": [2]}


def test_lines_and_regions_follow_an_elimination(sketch: "Sketches") -> None:
    game = sketch(POST_STACKS, **POST)
    assert game.phase == "forced_elimination"
    game.eliminate("0,0")
    assert (game.player, game.phase) == (1, "territory_processing")
    assert ["7,0"] in game.regions()
    game.region(["7,0"])
    assert game.payers() == {"3,3"}


def test_lines_and_regions_precede_an_elimination_in_an_edition(sketch: "Sketches") -> None:
    rules = {"fe_turn_postprocessing": "before_fe"}
    game = sketch(POST_STACKS, rules, **POST)
    assert (game.phase, game.turn("did")) == ("territory_processing", None)
    game.play("skip_territory_processing")
    assert game.phase == "forced_elimination"
    game.eliminate("0,0")
    assert game.player == 2


def test_lines_and_regions_are_left_out_in_an_edition(sketch: "Sketches") -> None:
    game = sketch(POST_STACKS, {"fe_turn_postprocessing": "none"}, **POST)
    assert game.eliminate("0,0").player == 2


def test_a_player_without_stack_and_placement_passes(sketch: "Sketches") -> None:
    game = sketch({"3,3": [1, 2]}, hand=(0, 3))
    assert game.player == 2
    assert game.state["standing"] == {"had_action": {"1": False, "2": True}, "acted": []}


def test_control_handed_over_is_used_at_the_next_turn(sketch: "Sketches") -> None:
    game = sketch({"0,3": [1, 1], "1,3": [2, 1]}, bystander=False)
    game.capture("0,3", "1,3", "2,3")
    assert game.stacks == {"1,3": [2], "2,3": [1, 1, 1]}
    assert game.player == 2
    assert game.landings("1,3")


def test_the_ring_that_a_capture_uncovers_must_be_captured_too_if_it_can(
    sketch: "Sketches",
) -> None:
    game = sketch({"0,3": [1], "3,3": [2, 1]}, bystander=False).capture("0,3", "3,3", "4,3")
    assert (game.player, game.phase) == (1, "chain_capture")
    assert {target for target, _to in game.captures("4,3")} == {"3,3"}


def test_an_illegal_move_leaves_its_state_untouched(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1]})
    before = json.dumps(game.state, sort_keys=True)
    refusal = game.refusal("move_stack", **{"from": "0,0", "to": "3,1"})
    assert refusal.reason
    assert json.dumps(game.engine.state(), sort_keys=True) == before


def test_a_state_once_given_does_not_change_when_the_game_goes_on(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1]})
    given, before = game.state, json.dumps(game.state, sort_keys=True)
    game.move("0,0", "1,0")
    assert json.dumps(given, sort_keys=True) == before


def test_a_list_of_cells_is_compared_without_order(sketch: "Sketches") -> None:
    game = sketch({"2,0": [1]}, markers={1: "0,0 1,0"}).move("2,0", "2,1")
    assert game.line("2,0 0,0 1,0").state["turn"]["owes"] == "line"


def test_the_second_seat_may_swap_where_the_edition_has_the_pie_rule(
    sketch: "Sketches",
) -> None:
    edition = "complete-2025-12"
    game = sketch.new(edition=edition)
    assert game.turn("may_swap") is False
    game.place("3,3").move("3,3", "3,4")
    assert game.turn("may_swap") is True
    assert "swap_sides" in game.types()
    game.play("swap_sides")
    assert game.player == 2
    assert "swap_sides" not in game.types()
    again = sketch.new(edition=edition, pie_rule="swap_then_same_colour_moves")
    again.place("3,3").move("3,3", "3,4").play("swap_sides")
    assert again.player == 1
    assert "swap_sides" not in sketch.new().place("3,3").move("3,3", "3,4").types()
    three = sketch.new(players=3, edition=edition).place("3,3").move("3,3", "3,4")
    assert "swap_sides" not in three.types()


def test_a_swap_can_be_offered_only_before_the_placement(sketch: "Sketches") -> None:
    state = sketch.state({"3,3": [2], "3,5": [1], "6,6": [1]})
    state["turn"] = {"player": 2, "phase": "movement", "may_swap": True}
    assert len(sketch.faults(state, PIE)) == 1


def test_a_loaded_chain_without_a_segment_ends_the_action(sketch: "Sketches") -> None:
    game = sketch({"3,3": [1], "7,0": [2]}, phase="chain_capture", start="3,3")
    assert game.player == 2
    assert game.state["standing"]["acted"] == [1]


def test_a_loaded_movement_without_a_move_becomes_a_placement(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1]}, collapsed={2: BOX}, hand=(1, 0), phase="movement")
    assert game.phase == "ring_placement"


def test_a_loaded_state_may_stand_above_a_threshold(sketch: "Sketches") -> None:
    assert sketch({"0,0": [1], "7,0": [2]}, eliminated=(30, 4)).result() is None


@pytest.mark.parametrize(
    "change",
    [
        {"markers": {"3,3": 1}},
        {"collapsed": {"3,3": 1}},
        {"markers": {"8,0": 1}},
        {"markers": {"1,1": 3}},
        {"hand": {"1": 1, "2": 0}},
        {"hand": {"1": 0}},
        {"eliminated": {"1": -1, "2": 35}},
        {"players": 5},
        {"board": "round"},
        {"edition": "unknown"},
        {"turn": {"player": 3, "phase": "movement"}},
        {"turn": {"player": 1, "phase": "thinking"}},
        {"turn": {"player": 1, "phase": "chain_capture"}},
        {"turn": {"player": 1, "phase": "chain_capture", "from": "7,7"}},
        {"turn": {"player": 1, "phase": "ring_placement", "from": "3,3"}},
        {"turn": {"player": 1, "phase": "movement", "from": "0,0"}},
        {"turn": {"player": 1, "phase": "movement", "owes": "line"}},
        {"turn": {"player": 1, "phase": "line_processing", "owes": "region"}},
        {"turn": {"player": 1, "phase": "game_over"}},
        {"result": {"winner": 1, "reason": "stalemate", "ranking": [1, 2]}},
        {"stacks": {"3,3": [], "7,7": [2]}},
        {"standing": {"acted": [1, 1]}},
        {"standing": {"had_action": {"3": True}}},
    ],
)
def test_an_impossible_state_is_refused(sketch: "Sketches", change: dict[str, Any]) -> None:
    state = sketch.state({"3,3": [1]})
    assert sketch.faults({**state, **change})


def test_more_rings_of_a_colour_than_exist_are_refused(sketch: "Sketches") -> None:
    state = sketch.state({"3,3": [1]}, hand=(18, 0))
    (fault,) = sketch.faults(state)
    assert "more rings" in fault
