from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conformance.engines.rules.conftest import Sketches

EAST = {f"{x},0" for x in range(1, 8)}


@pytest.mark.parametrize(
    ("stacks", "markers", "collapsed", "landings"),
    [
        ({"0,0": [1], "3,0": [2]}, {}, {}, "4,0 5,0 6,0 7,0"),
        ({"0,0": [1, 1], "2,0": [2, 2]}, {}, {}, "3,0 4,0 5,0 6,0 7,0"),
        ({"0,0": [1, 1], "2,0": [2, 2, 2]}, {}, {}, ""),
        ({"0,0": [1, 1], "2,0": [1, 1, 1, 2]}, {}, {}, "3,0 4,0 5,0 6,0 7,0"),
        ({"0,0": [2, 2, 1], "2,0": [2, 2]}, {}, {}, ""),
        ({"0,0": [1, 1, 2, 1], "4,0": [2, 2]}, {}, {}, ""),
        ({"0,0": [2, 2, 1, 1], "4,0": [2, 2]}, {}, {}, "5,0 6,0 7,0"),
        ({"0,0": [1], "2,0": [2]}, {}, {1: "1,0"}, ""),
        ({"0,0": [1], "1,0": [2]}, {}, {1: "3,0"}, "2,0"),
        ({"0,0": [1], "1,0": [2], "3,0": [2]}, {}, {}, "2,0"),
        ({"0,0": [1, 1, 1], "1,0": [2]}, {}, {}, "3,0 4,0 5,0 6,0 7,0"),
        ({"0,0": [1], "1,0": [2]}, {1: "2,0"}, {1: "3,0"}, "2,0"),
        ({"0,0": [1], "1,0": [2]}, {2: "2,0"}, {}, "3,0 4,0 5,0 6,0 7,0"),
        ({"0,0": [1], "1,0": [2]}, {}, {1: "2,0"}, ""),
        ({"0,0": [1], "2,0": [2]}, {2: "1,0", 1: "3,0"}, {1: "5,0"}, "3,0 4,0"),
        ({"0,0": [1], "1,0": [2], "2,0": [2]}, {}, {}, ""),
        ({"0,0": [1], "1,0": [1]}, {}, {}, "2,0 3,0 4,0 5,0 6,0 7,0"),
        ({"0,0": [1, 1], "2,0": [2]}, {1: "4,0", 2: "5,0"}, {}, "3,0 4,0 6,0 7,0"),
    ],
)
def test_capture_landings_lie_beyond_the_nearest_stack_of_no_higher_cap(
    sketch: "Sketches",
    stacks: dict[str, list[int]],
    markers: dict[int, str],
    collapsed: dict[int, str],
    landings: str,
) -> None:
    game = sketch(stacks, markers=markers, collapsed=collapsed)
    assert {to for _target, to in game.captures("0,0") if to in EAST} == set(landings.split())


def test_a_buried_ring_does_not_attack(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1, 2], "1,0": [2], "5,5": [1]})
    assert game.captures("0,0") == set()


def test_diagonal_captures_count_steps_unless_the_edition_adds_coordinates(
    sketch: "Sketches",
) -> None:
    stacks = {"0,0": [1, 1, 1], "1,1": [2]}
    steps = {to for _target, to in sketch(stacks).captures("0,0")}
    assert "2,2" not in steps
    assert "3,3" in steps
    assert ("1,1", "2,2") in sketch(stacks, {"capture_metric": "manhattan"}).captures("0,0")


def test_editions_may_forbid_own_targets_and_own_marker_landings(sketch: "Sketches") -> None:
    own = sketch({"0,0": [1], "1,0": [1]}, {"capture_own": "forbidden"})
    assert own.captures("0,0") == set()
    shape: dict[str, Any] = {"markers": {1: "2,0"}, "collapsed": {2: "3,0"}}
    landing = sketch({"0,0": [1], "1,0": [2]}, {"capture_land_own_marker": "illegal"}, **shape)
    assert landing.captures("0,0") == set()


def test_a_large_square_stack_needs_its_height_to_capture(sketch: "Sketches") -> None:
    game = sketch({"2,2": [1] * 4, "4,2": [2, 2]}, board="square19")
    row = sorted(int(to.split(",")[0]) for _t, to in game.captures("2,2") if to.endswith(",2"))
    assert row[0] == 6


def test_a_capture_takes_the_top_ring_under_the_attacker(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1, 1], "1,0": [1, 2, 2]})
    before = game.credited
    game.capture("0,0", "1,0", "2,0")
    assert game.stacks["1,0"] == [1, 2]
    assert game.stacks["2,0"] == [2, 1, 1]
    assert game.credited == before
    emptied = sketch({"0,0": [1], "1,0": [2]}).capture("0,0", "1,0", "2,0")
    assert emptied.stacks == {"2,0": [2, 1]}
    assert emptied.state["markers"] == {"0,0": 1}
    handed = sketch({"0,0": [1], "1,0": [1, 2]}).capture("0,0", "1,0", "2,0")
    assert handed.stacks == {"1,0": [1], "2,0": [2, 1]}


def test_captured_rings_arrive_at_the_very_bottom(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1], "1,0": [2], "3,0": [3]}, players=3)
    game.capture("0,0", "1,0", "2,0").capture("2,0", "3,0", "4,0")
    assert game.stacks["4,0"] == [3, 2, 1]


def test_markers_on_both_stretches_are_passed_over(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1], "2,0": [2]}, markers={2: "1,0", 1: "3,0"})
    game.capture("0,0", "2,0", "4,0")
    assert game.markers(1) == {"0,0", "1,0"}
    assert game.territory(1) == {"3,0"}
    bare = sketch({"0,0": [1], "1,0": [2]}, {"capture_departure_marker": False})
    assert bare.capture("0,0", "1,0", "2,0").state["markers"] == {}


def test_landing_on_an_own_marker_costs_the_attacker_its_top_ring(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1, 1], "1,0": [2]}, markers={1: "2,0"})
    before = game.credited[0]
    game.capture("0,0", "1,0", "2,0")
    assert game.stacks["2,0"] == [2, 1]
    assert game.credited[0] == before + 1
    single = sketch({"0,0": [1], "1,0": [2]}, markers={1: "2,0"})
    assert single.capture("0,0", "1,0", "2,0").stacks["2,0"] == [2]


def test_after_a_plain_move_a_capture_may_be_declined(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1], "3,0": [2]}).move("0,0", "2,0")
    assert (game.phase, game.turn("from")) == ("capture", "2,0")
    assert game.types() == {"overtaking_capture", "skip_capture"}
    assert game.play("skip_capture").player == 2


def test_only_the_moved_stack_captures_after_a_move(sketch: "Sketches") -> None:
    stacks = {"0,0": [1], "0,5": [1], "1,5": [2]}
    moved = sketch(stacks).move("0,0", "0,1")
    assert moved.captures("0,1") == {("0,5", "0,6"), ("0,5", "0,7")}
    assert moved.captures("0,5") == set()
    anyone = sketch(stacks, {"capture_after_move": "any_stack"}).move("0,0", "0,1")
    assert (anyone.phase, anyone.turn("from")) == ("capture", None)
    assert ("1,5", "2,5") in anyone.captures("0,5")
    none = sketch({"0,0": [1], "3,0": [2]}, {"capture_after_move": "none"}).move("0,0", "2,0")
    assert none.player == 2


def test_captures_are_a_duty_when_they_are_the_only_action(sketch: "Sketches") -> None:
    stacks = {"0,0": [1], "1,0": [2]}
    shape: dict[str, Any] = {"collapsed": {2: "0,1 1,1"}}
    game = sketch(stacks, **shape)
    assert len(game.legal()) == 6
    assert game.types() == {"overtaking_capture"}
    free = sketch(stacks, {"capture_start": "always_optional"}, **shape)
    assert free.types() == {"overtaking_capture", "skip_capture"}
    free.play("skip_capture")
    assert free.player == 2
    assert free.state["standing"]["acted"] == []


def test_an_edition_may_make_captures_mandatory(sketch: "Sketches") -> None:
    rules = {"capture_start": "mandatory"}
    game = sketch({"0,0": [1], "3,0": [2], "5,5": [1]}, rules)
    assert game.types() == {"overtaking_capture"}
    later = sketch({"0,1": [1], "3,0": [2]}, rules).move("0,1", "1,0")
    assert later.types() == {"overtaking_capture"}
    assert later.phase == "capture"


def test_a_chain_must_go_on_while_it_can(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1], "1,0": [2], "4,0": [2]}).capture("0,0", "1,0", "2,0")
    assert game.phase == "chain_capture"
    assert game.captures("2,0") == {("4,0", "5,0"), ("4,0", "6,0"), ("4,0", "7,0")}
    assert game.types() == {"continue_capture_segment"}
    assert game.refusal("skip_capture").reason


def test_a_chain_may_be_ended_early_by_choice_of_segment(sketch: "Sketches") -> None:
    stacks = {"0,0": [1], "1,0": [2], "2,2": [2], "4,0": [2], "5,3": [2]}
    game = sketch(stacks).capture("0,0", "1,0", "2,0")
    assert {("2,2", "2,4"), ("4,0", "5,0")} <= game.captures("2,0")
    assert game.capture("2,0", "2,2", "2,4").phase != "chain_capture"
    long = sketch(stacks).capture("0,0", "1,0", "2,0").capture("2,0", "4,0", "5,0")
    assert {target for target, _to in long.captures("5,0")} == {"5,3"}


def test_a_chain_may_turn_back_over_the_same_stack(sketch: "Sketches") -> None:
    game = sketch({"3,0": [1] * 4, "5,0": [2] * 3})
    assert {to for _t, to in game.captures("3,0")} == {"7,0"}
    game.capture("3,0", "5,0", "7,0")
    assert game.captures("7,0") == {("5,0", "2,0"), ("5,0", "1,0"), ("5,0", "0,0")}
    game.capture("7,0", "5,0", "2,0")
    assert game.stacks == {"2,0": [2, 2, 1, 1, 1, 1], "5,0": [2]}
    assert game.territory(1) == {"3,0"}
    assert game.markers(1) == {"7,0"}
    assert game.player == 2


def test_only_the_capturing_stack_goes_on(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1], "1,0": [2], "0,5": [1], "1,5": [2]})
    assert game.capture("0,0", "1,0", "2,0").player == 2


def test_each_segment_uses_the_cap_after_the_landing_elimination(sketch: "Sketches") -> None:
    stacks = {"0,0": [1, 1], "1,0": [2], "4,0": [2, 2]}
    shrunk = sketch(stacks, markers={1: "2,0"}).capture("0,0", "1,0", "2,0")
    assert shrunk.player == 2
    whole = sketch(stacks).capture("0,0", "1,0", "2,0")
    assert ("4,0", "5,0") in whole.captures("2,0")
    late = sketch(stacks, {"landing_elimination_timing": "end_of_chain"}, markers={1: "2,0"})
    late.capture("0,0", "1,0", "2,0")
    assert late.turn("deferred") == 1
    late.capture("2,0", "4,0", "5,0").capture("5,0", "4,0", "1,0")
    assert late.stacks["1,0"] == [2, 2, 2, 1]
    assert late.turn("deferred") == 0


def test_a_chain_is_over_when_control_is_lost(sketch: "Sketches") -> None:
    stacks = {"0,0": [1], "1,0": [2], "4,0": [2]}
    game = sketch(stacks, markers={1: "2,0"}).capture("0,0", "1,0", "2,0")
    assert game.stacks["2,0"] == [2]
    assert game.player == 2
    on = sketch(stacks, {"chain_on_control_loss": "continues"}, markers={1: "2,0"})
    on.capture("0,0", "1,0", "2,0")
    assert (on.player, on.phase) == (1, "chain_capture")
    assert ("4,0", "5,0") in on.captures("2,0")


def test_a_chain_that_ruins_mobility_is_still_compulsory(sketch: "Sketches") -> None:
    game = sketch(
        {"0,0": [1], "1,0": [2], "2,1": [2], "7,7": [2]},
        collapsed={2: "3,0 2,3 4,2 4,4"},
    ).capture("0,0", "1,0", "2,0")
    assert game.captures("2,0") == {("2,1", "2,2")}
    game.capture("2,0", "2,1", "2,2")
    assert game.stacks["2,2"] == [2, 2, 1]


def test_a_chain_may_cost_all_own_rings(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1], "1,0": [2], "3,0": [2]}, markers={1: "5,0"})
    before = game.credited[0]
    game.capture("0,0", "1,0", "2,0")
    assert {to for _t, to in game.captures("2,0")} == {"4,0", "5,0", "6,0", "7,0"}
    game.capture("2,0", "3,0", "5,0")
    assert game.stacks["5,0"] == [2, 2]
    assert game.credited[0] == before + 1
    assert game.player == 2


def test_scenarios_2_and_3_of_16_9_5(sketch: "Sketches") -> None:
    game = sketch(
        {"13,13": [1], "14,14": [1, 2], "16,16": [2]},
        markers={1: "10,10 11,11 12,12"},
        players=3,
        board="square19",
    ).capture("13,13", "14,14", "15,15")
    assert game.phase == "chain_capture"
    assert game.stacks["15,15"] == [2, 1]
    back = {("14,14", f"{n},{n}") for n in range(14)}
    assert game.captures("15,15") == back | {("16,16", "17,17"), ("16,16", "18,18")}
    game.capture("15,15", "14,14", "9,9")
    assert game.stacks["9,9"] == [1, 2, 1]
    assert game.territory(1) == {"10,10", "11,11", "12,12", "13,13"}
    assert game.markers(1) == {"15,15"}
    assert game.player == 2


def test_cyclic_chain_of_15_3_2(sketch: "Sketches") -> None:
    game = sketch(
        {"5,5": [1, 1], "7,5": [2, 2], "9,7": [2], "7,9": [2], "5,7": [2]}, board="square19"
    )
    game.capture("5,5", "7,5", "9,5").capture("9,5", "9,7", "9,9")
    game.capture("9,9", "7,9", "5,9").capture("5,9", "5,7", "5,3")
    game.capture("5,3", "7,5", "11,9")
    assert game.stacks == {"11,9": [2, 2, 2, 2, 2, 1, 1]}
    assert game.markers(1) == {"9,5", "9,9", "5,9", "5,3"}
    assert game.territory(1) == {"5,5"}
