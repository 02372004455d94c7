from typing import TYPE_CHECKING, Any

import pytest

from conformance.engines.protocol import Unsupported

if TYPE_CHECKING:
    from tests.conformance.engines.rules.conftest import Sketches

BOX = "1,0 0,1 1,1"


@pytest.mark.parametrize(
    ("board", "cells", "hand"), [("square8", 64, 18), ("square19", 361, 36), ("hexagonal", 331, 36)]
)
def test_a_new_game_offers_every_cell_and_full_hands(
    sketch: "Sketches", board: str, cells: int, hand: int
) -> None:
    game = sketch.new(players=3, board=board)
    assert len({move["at"] for move in game.legal()}) == cells
    assert game.hands == (hand, hand, hand)
    assert (game.player, game.phase) == (1, "ring_placement")
    assert game.types() == {"place_ring"}


def test_the_later_hex_board_has_13_cells_a_side_and_48_rings(sketch: "Sketches") -> None:
    game = sketch.new(board="hexagonal", edition="compact-2025-12")
    assert len({move["at"] for move in game.legal()}) == 469
    assert game.hands == (48, 48)


def test_a_hex_corner_is_a_cell_and_what_lies_beyond_is_not(sketch: "Sketches") -> None:
    game = sketch.new(board="hexagonal")
    assert game.counts("10,-10,0") == {1, 2, 3}
    assert not game.counts("11,-11,0")
    assert game.refusal("place_ring", at="11,-11,0", count=1).reason


@pytest.mark.parametrize("players", [1, 5])
def test_games_are_for_two_to_four(sketch: "Sketches", players: int) -> None:
    assert isinstance(sketch.engine().new("rr-canon-2025-11", "square8", players), Unsupported)


def test_the_seats_follow_one_another(sketch: "Sketches") -> None:
    game = sketch.new(players=3).place("3,3").move("3,3", "3,4")
    assert (game.player, game.phase) == (2, "ring_placement")
    assert game.state["standing"] == {
        "had_action": {"1": True, "2": True, "3": None},
        "acted": [1],
    }
    assert (
        sketch.new(players=3, turn_order="descending").place("3,3").move("3,3", "3,4").player == 3
    )


def test_captured_rings_of_others_do_not_use_up_the_supply(sketch: "Sketches") -> None:
    game = sketch(
        {
            "0,0": [2, 2, 1, 1, 1],
            "7,7": [2, 2, 1, 1, 1],
            "0,7": [2, 2, 1, 1],
            "7,0": [2, 2, 1, 1],
        },
        hand=(1, 0),
        bystander=False,
    )
    assert game.counts("3,3") == {1}


def test_with_an_empty_hand_the_turn_begins_with_movement(sketch: "Sketches") -> None:
    game = sketch({"3,3": [1]}, hand=(0, 3))
    assert game.phase == "movement"
    assert game.types() == {"move_stack"}


def test_a_player_with_only_buried_rings_must_place(sketch: "Sketches") -> None:
    game = sketch({"3,3": [1, 2]}, hand=(3, 0))
    assert game.types() == {"place_ring"}
    free = sketch({"3,3": [1, 2]}, {"placement_required_when": "no_rings_on_board"}, hand=(3, 3))
    assert free.types() == {"place_ring", "skip_placement"}
    assert free.play("skip_placement").player == 2
    assert free.state["standing"]["acted"] == []


def test_a_player_with_immobile_stacks_must_place(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1]}, collapsed={2: BOX}, hand=(1, 0))
    assert game.types() == {"place_ring"}


def test_a_player_with_a_mobile_stack_may_skip(sketch: "Sketches") -> None:
    game = sketch({"3,3": [1]}, hand=(3, 3))
    assert game.types() == {"place_ring", "skip_placement"}
    game.play("skip_placement")
    assert (game.phase, game.turn("from")) == ("movement", None)


def test_markers_and_collapsed_spaces_are_not_placed_on(sketch: "Sketches") -> None:
    shape: dict[str, Any] = {
        "markers": {1: "3,3", 2: "4,4"},
        "collapsed": {1: "5,5"},
        "hand": (3, 0),
    }
    game = sketch({"7,7": [1], "0,0": [2]}, **shape)
    assert not game.counts("3,3") | game.counts("4,4") | game.counts("5,5")
    other = sketch({"7,7": [1], "0,0": [2]}, {"place_on_marker": "removes_marker"}, **shape)
    assert other.counts("3,3") == other.counts("4,4") == {1, 2, 3}
    assert other.place("4,4").markers(2) == set()


@pytest.mark.parametrize(
    ("hand", "limit", "counts"),
    [(18, 3, {1, 2, 3}), (2, 3, {1, 2}), (18, 1, {1}), (4, None, {1, 2, 3, 4})],
)
def test_one_to_three_rings_are_placed_at_once(
    sketch: "Sketches", hand: int, limit: int | None, counts: set[int]
) -> None:
    rules = {"max_rings_per_placement": limit}
    assert sketch({}, rules, hand=(hand, 0), bystander=False).counts("3,3") == counts


def test_a_placed_stack_must_be_able_to_move(sketch: "Sketches") -> None:
    game = sketch({"7,7": [1]}, collapsed={2: "3,0 0,3 3,3"}, hand=(3, 0), bystander=False)
    assert game.counts("0,0") == {1, 2}


def test_a_capture_or_a_suicide_is_enough_for_a_placement(sketch: "Sketches") -> None:
    game = sketch({"1,0": [2], "7,7": [1]}, collapsed={2: "0,1 1,1"}, hand=(1, 0))
    assert game.counts("0,0") == {1}
    shape: dict[str, Any] = {"markers": {1: "1,0"}, "collapsed": {2: "2,0 0,1 1,1"}, "hand": (1, 0)}
    game = sketch({"7,7": [1], "4,4": [2]}, **shape)
    assert game.counts("0,0") == {1}
    assert game.place("0,0").landings("0,0") == {"1,0"}
    other = sketch({"7,7": [1], "4,4": [2]}, {"suicide_landing": "forbidden"}, **shape)
    assert other.counts("0,0") == set()


def test_placing_takes_rings_from_the_hand_and_leaves_no_marker(sketch: "Sketches") -> None:
    game = sketch({}, hand=(3, 1)).place("3,3", 2)
    assert game.hands == (1, 1)
    assert game.stacks["3,3"] == [1, 1]
    assert game.state["markers"] == {}


def test_the_placed_stack_is_the_one_that_moves(sketch: "Sketches") -> None:
    game = sketch({"7,7": [1], "0,7": [2]}, hand=(1, 0)).place("3,3")
    assert {move["from"] for move in game.legal()} == {"3,3"}
    assert game.turn("from") == "3,3"
    free = sketch({"7,7": [1], "0,7": [2]}, {"must_move_placed_stack": False}, hand=(1, 0)).place(
        "3,3"
    )
    assert {move["from"] for move in free.legal()} == {"3,3", "7,7"}
    assert free.turn("from") is None


def test_any_stack_may_be_topped_with_exactly_one_ring(sketch: "Sketches") -> None:
    game = sketch({"3,3": [2], "5,5": [1]}, hand=(3, 0))
    assert game.counts("3,3") == game.counts("5,5") == {1}
    assert game.place("3,3").stacks["3,3"] == [2, 1]


def test_topping_takes_control_but_not_the_buried_cap(sketch: "Sketches") -> None:
    game = sketch({"3,3": [1, 1, 2], "3,6": [2, 2]}, hand=(1, 0)).place("3,3")
    assert game.stacks["3,3"] == [1, 1, 2, 1]
    assert game.hands == (0, 0)
    assert game.captures("3,3") == set()


def test_a_topped_stack_must_not_be_too_tall(sketch: "Sketches") -> None:
    game = sketch({"3,3": [2] * 4, "0,0": [2] * 6, "7,0": [2] * 7}, hand=(1, 0))
    assert game.counts("3,3") == set()
    assert game.counts("0,0") == {1}
    assert game.counts("7,0") == set()


def test_a_first_placement_has_all_options_unless_the_edition_limits_it(
    sketch: "Sketches",
) -> None:
    game = sketch({"3,3": [2]}, players=3, hand=(0, 0, 18), player=3)
    assert game.counts("3,3") == {1}
    assert game.counts("0,0") == {1, 2, 3}
    limited = sketch(
        {"3,3": [2]},
        {"first_placement_options": "single_on_empty"},
        players=3,
        hand=(0, 0, 18),
        player=3,
    )
    assert limited.counts("3,3") == set()
    assert limited.counts("0,0") == {1}


def test_first_placements_have_the_landings_of_q17(sketch: "Sketches") -> None:
    assert len(sketch.new().place("0,0").landings("0,0")) == 21
    tall = sketch.new().place("3,3", 3).landings("3,3")
    assert len(tall) == 11
    assert all(max(abs(int(n) - 3) for n in cell.split(",")) >= 3 for cell in tall)
