from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conformance.engines.rules.conftest import Sketches


def test_a_single_ring_moves_along_eight_rays(sketch: "Sketches") -> None:
    game = sketch({"3,3": [1]}, bystander=False)
    assert len(game.landings("3,3")) == 27
    assert {"0,0", "7,7", "6,0"} <= game.landings("3,3")


def test_a_hex_ring_moves_along_six_rays(sketch: "Sketches") -> None:
    game = sketch({"0,0,0": [1]}, board="hexagonal", bystander=False)
    assert len(game.landings("0,0,0")) == 60
    assert "2,-1,-1" not in game.landings("0,0,0")


def test_a_ray_does_not_wrap_round_the_edge(sketch: "Sketches") -> None:
    game = sketch({"7,3": [1]}, collapsed={2: "6,3"}, bystander=False)
    assert not {cell for cell in game.landings("7,3") if cell.endswith(",3")}


def test_a_diagonal_squeeze_is_allowed_unless_the_edition_blocks_it(sketch: "Sketches") -> None:
    shape: dict[str, Any] = {"collapsed": {2: "4,3 3,4"}}
    assert "4,4" in sketch({"3,3": [1]}, **shape).landings("3,3")
    blocked = sketch({"3,3": [1], "5,5": [2]}, {"diagonal_squeeze": "blocked"}, **shape)
    assert "4,4" not in blocked.landings("3,3")
    assert not blocked.captures("3,3")


@pytest.mark.parametrize(
    ("stacks", "markers", "collapsed", "present", "absent"),
    [
        ({"0,0": [1, 1, 1]}, {}, {}, "3,0 3,3", "2,0 2,2"),
        ({"0,0": [2, 2, 1]}, {}, {}, "3,0", "2,0"),
        ({"0,0": [1], "7,0": [2]}, {}, {}, "7,7", ""),
        ({"0,0": [1]}, {}, {1: "2,0"}, "1,0", "2,0 3,0"),
        ({"0,0": [1]}, {}, {1: "1,0"}, "0,1", "1,0"),
        ({"0,0": [1], "3,0": [1, 1]}, {}, {}, "2,0", "3,0 4,0"),
        ({"0,0": [1, 1, 1]}, {2: "1,0", 1: "2,0"}, {}, "3,0", "1,0 2,0"),
        ({"0,0": [1]}, {1: "2,0"}, {}, "1,0 2,0 3,0", ""),
        ({"0,0": [1]}, {2: "2,0"}, {}, "1,0 3,0", "2,0"),
        ({"0,0": [1]}, {2: "2,0 4,0"}, {}, "1,0 3,0 5,0 6,0 7,0", "2,0 4,0"),
        ({"0,0": [1] * 4}, {}, {2: "6,0"}, "4,0 5,0", "3,0 6,0 7,0"),
        ({"0,0": [1] * 4}, {2: "1,0 2,0 3,0"}, {2: "4,0"}, "0,4", "4,0 5,0"),
        ({"0,0": [1, 1]}, {2: "1,0 4,0", 1: "3,0"}, {}, "2,0 3,0 5,0 6,0 7,0", "1,0 4,0"),
        ({"0,0": [1] * 3}, {2: "2,0"}, {}, "3,0", ""),
        ({"0,0": [1, 1]}, {1: "2,0 5,0"}, {}, "2,0 3,0 4,0 5,0 6,0", "1,0"),
    ],
)
def test_landings_are_as_far_as_the_stack_is_tall_and_free(
    sketch: "Sketches",
    stacks: dict[str, list[int]],
    markers: dict[int, str],
    collapsed: dict[int, str],
    present: str,
    absent: str,
) -> None:
    landings = sketch(stacks, markers=markers, collapsed=collapsed).landings("0,0")
    assert set(present.split()) <= landings
    assert not set(absent.split()) & landings


def test_a_stack_is_never_split_nor_merged(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1, 1, 1], "3,0": [1]})
    near = {"1,0", "2,0", "0,1", "0,2", "1,1", "2,2", "3,0"}
    assert not near & game.landings("0,0")


def test_only_the_top_ring_moves_a_stack(sketch: "Sketches") -> None:
    game = sketch({"3,3": [1, 2], "5,5": [1]})
    assert {move["from"] for move in game.legal()} == {"5,5"}
    assert sketch({"3,3": [2, 2, 1]}).landings("3,3")
    assert not sketch({"3,3": [2, 2, 1], "0,0": [2]}, player=2).landings("3,3")


def test_all_mobile_stacks_may_move_when_nothing_was_placed(sketch: "Sketches") -> None:
    game = sketch({"3,3": [1], "5,5": [1]})
    assert {move["from"] for move in game.legal()} == {"3,3", "5,5"}


def test_moving_leaves_one_marker_of_the_mover(sketch: "Sketches") -> None:
    game = sketch({"3,3": [2, 1]}).move("3,3", "3,5")
    assert game.state["markers"] == {"3,3": 1}
    far = sketch({"0,0": [1]}).move("0,0", "4,0")
    assert far.state["markers"] == {"0,0": 1}


def test_markers_of_others_passed_over_change_sides(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1]}, markers={2: "1,0", 3: "2,0"}, players=3).move("0,0", "4,0")
    assert game.phase == "line_processing"
    assert game.markers(1) == {"0,0", "1,0", "2,0"}


def test_own_markers_passed_over_become_territory(sketch: "Sketches") -> None:
    shape: dict[str, Any] = {"markers": {1: "1,0"}}
    game = sketch({"0,0": [1]}, **shape).move("0,0", "2,0")
    assert game.state["collapsed"] == {"1,0": 1}
    assert game.markers(1) == {"0,0"}
    inert = sketch({"0,0": [1]}, {"passover_collapse": False}, **shape).move("0,0", "2,0")
    assert inert.state["collapsed"] == {}
    assert inert.markers(1) == {"0,0", "1,0"}


def test_landing_on_an_own_marker_costs_the_top_ring(sketch: "Sketches") -> None:
    start = sketch({"0,0": [1, 1]}, markers={1: "2,0"})
    credited = start.credited
    game = start.move("0,0", "2,0")
    assert game.stacks["2,0"] == [1]
    assert game.state["markers"] == {"0,0": 1}
    assert game.state["collapsed"] == {}
    assert game.credited == (credited[0] + 1, credited[1])
    mixed = sketch({"0,0": [2, 1]}, markers={1: "2,0"}).move("0,0", "2,0")
    assert mixed.stacks["2,0"] == [2]
    free = sketch({"0,0": [1, 1]}, {"own_marker_landing_cost": "none"}, markers={1: "2,0"})
    assert free.move("0,0", "2,0").stacks["2,0"] == [1, 1]


def test_a_landing_on_an_empty_cell_costs_nothing(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1]})
    before = game.credited
    assert game.move("0,0", "1,0").stacks["1,0"] == [1]
    assert game.credited == before
    dear = sketch({"0,0": [1]}, {"landing_elimination_trigger": "always"}).move("0,0", "1,0")
    assert "1,0" not in dear.stacks


def test_a_single_ring_that_lands_on_an_own_marker_is_gone(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1]}, markers={1: "2,0"}).move("0,0", "2,0")
    assert game.stacks == {"7,7": [2]}
    assert game.state["markers"] == {"0,0": 1}
    assert game.player == 2


def test_another_players_marker_may_be_landed_on_only_where_the_edition_says_so(
    sketch: "Sketches",
) -> None:
    rules = {"land_on_opponent_marker": "remove_and_eliminate_top"}
    shape: dict[str, Any] = {"markers": {2: "2,0"}}
    assert "2,0" not in sketch({"0,0": [1, 1]}, **shape).landings("0,0")
    free = sketch({"0,0": [1, 1]}, rules, **shape).move("0,0", "2,0")
    assert free.stacks["2,0"] == [1, 1]
    assert free.state["markers"] == {"0,0": 1}
    dear = sketch({"0,0": [1, 1]}, {**rules, "landing_elimination_trigger": "any_marker"}, **shape)
    assert dear.move("0,0", "2,0").stacks["2,0"] == [1]


def test_editions_may_mind_the_markers_of_the_ray(sketch: "Sketches") -> None:
    shape: dict[str, Any] = {"markers": {2: "2,0 4,0"}}
    east = {"1,0", "2,0", "3,0", "4,0", "5,0", "6,0", "7,0"}
    beyond = sketch({"0,0": [1]}, {"landing_relative_to_markers": "beyond_all"}, **shape)
    assert beyond.landings("0,0") & east == {"5,0", "6,0", "7,0"}
    first = sketch({"0,0": [1]}, {"landing_relative_to_markers": "first_after"}, **shape)
    assert first.landings("0,0") & east == {"1,0", "3,0"}
    tall = sketch({"0,0": [1] * 4}, {"landing_relative_to_markers": "first_after"}, **shape)
    assert tall.landings("0,0") & east == {"5,0"}


def test_editions_may_mind_the_markers_of_a_ray_that_descends(
    sketch: "Sketches",
) -> None:
    rules = {"landing_relative_to_markers": "first_after"}
    west = {"0,0", "1,0", "2,0", "3,0", "4,0"}
    last = sketch({"5,0": [1]}, rules, markers={2: "0,0"})
    assert last.landings("5,0") & west == {"1,0", "2,0", "3,0", "4,0"}
    first = sketch({"5,0": [1]}, rules, markers={2: "3,0"})
    assert first.landings("5,0") & west == {"4,0", "2,0"}


def test_quick_start_of_16_7(sketch: "Sketches") -> None:
    game = sketch({}, markers={2: "3,1"}, hand=(18, 18, 18), players=3, bystander=False)
    game.place("3,3").move("3,3", "3,0")
    assert game.markers(1) == {"3,3", "3,1"}
    assert game.stacks == {"3,0": [1]}


def test_scenario_1_of_16_9_5(sketch: "Sketches") -> None:
    game = sketch(
        {"0,18": [2]},
        markers={2: "11,11 12,12"},
        hand=(1, 0, 0),
        players=3,
        board="square19",
    ).place("10,10")
    assert "13,13" in game.landings("10,10")
    assert not {"11,11", "12,12"} & game.landings("10,10")
    game.move("10,10", "13,13")
    assert game.markers(1) == {"10,10", "11,11", "12,12"}
    assert game.player == 2
