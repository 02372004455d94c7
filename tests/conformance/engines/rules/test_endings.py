from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conformance.engines.rules.conftest import Game, Sketches

BOX = "1,0 0,1 1,1"
LOWER_HALF = " ".join(f"{x},{y}" for y in range(4, 8) for x in range(8))


def boxed(sketch: "Sketches", eliminated: tuple[int, int], **rules: Any) -> "Game":
    return sketch(
        {"0,0": [1], "7,7": [2]}, rules, collapsed={2: BOX}, eliminated=eliminated
    ).eliminate("0,0")


def test_the_elimination_threshold_is_met_exactly(sketch: "Sketches") -> None:
    won = boxed(sketch, (18, 16))
    assert won.result() == {"winner": 1, "reason": "ring_elimination", "ranking": [1, 2]}
    assert won.state["turn"] == {"player": 1, "phase": "game_over", "from": None, "owes": None}
    assert won.legal() == []
    assert boxed(sketch, (17, 17)).player == 2


def test_an_edition_may_leave_out_the_test_after_an_elimination(sketch: "Sketches") -> None:
    game = boxed(sketch, (18, 16), check_after_fe=False)
    assert game.credited == (19, 16)
    assert game.result()["reason"] == "last_player_standing" if game.result() else game.player == 2


def test_the_threshold_may_follow_the_rings_still_in_play(sketch: "Sketches") -> None:
    shape: dict[str, Any] = {
        "collapsed": {2: BOX},
        "hand": (0, 17),
        "eliminated": (9, 8),
        "bystander": False,
    }
    stacks = {"0,0": [1], "7,7": [2]}
    assert sketch(stacks, **shape).eliminate("0,0").result() is None
    current = sketch(stacks, {"threshold_base": "current"}, **shape).eliminate("0,0")
    assert current.result()["winner"] == 1


@pytest.mark.parametrize(("foreign", "winner"), [("", 1), ("7,7", None)])
def test_the_territory_threshold_is_met_exactly(
    sketch: "Sketches", foreign: str, winner: int | None
) -> None:
    own = " ".join(cell for cell in LOWER_HALF.split() if cell != foreign)
    game = sketch(
        {"0,0": [1], "5,1": [2]}, markers={1: "1,0"}, collapsed={1: own, 2: foreign}
    ).move("0,0", "2,0")
    if winner is None:
        assert game.result() is None
    else:
        assert (game.result()["winner"], game.result()["reason"]) == (1, "territory_control")


@pytest.mark.parametrize(
    ("priority", "reason"),
    [("elimination_first", "ring_elimination"), ("territory_first", "territory_control")],
)
def test_one_player_at_both_thresholds_wins_once(
    sketch: "Sketches", priority: str, reason: str
) -> None:
    game = sketch(
        {"0,0": [1, 1], "5,1": [2]},
        {"victory_priority": priority},
        markers={1: "1,0 2,0"},
        collapsed={1: LOWER_HALF},
        eliminated=(18, 15),
    ).move("0,0", "2,0")
    assert len(game.territory(1)) == 33
    assert (game.credited[0], game.result()["reason"]) == (19, reason)


def test_a_chain_goes_on_beyond_a_threshold(sketch: "Sketches") -> None:
    stacks = {"0,0": [1, 1], "1,0": [2], "4,0": [2]}
    shape: dict[str, Any] = {"markers": {1: "2,0"}, "eliminated": (18, 14)}
    game = sketch(stacks, **shape).capture("0,0", "1,0", "2,0")
    assert (game.credited[0], game.phase) == (19, "chain_capture")
    assert game.capture("2,0", "4,0", "5,0").result()["winner"] == 1
    now = sketch(stacks, {"victory_check": "immediate"}, **shape).capture("0,0", "1,0", "2,0")
    assert now.result()["reason"] == "ring_elimination"
    land = sketch(
        {"0,0": [1], "2,0": [2], "5,0": [2]}, markers={1: "1,0"}, collapsed={1: LOWER_HALF}
    ).capture("0,0", "2,0", "3,0")
    assert (len(land.territory(1)), land.phase) == (33, "chain_capture")


def test_the_test_covers_every_player(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1], "7,0": [2]}, hand=(5, 5), eliminated=(5, 19))
    assert game.result() is None
    game.play("skip_placement").move("0,0", "0,1")
    assert (game.result()["winner"], game.result()["ranking"]) == (2, [2, 1])


TALL: dict[str, list[int]] = {"3,3": [2] * 5, "4,4": [2] * 5, "0,6": [1]}


def test_a_player_with_only_eliminations_left_is_not_standing(sketch: "Sketches") -> None:
    game = sketch(TALL, eliminated=(12, 13)).move("0,6", "1,6")
    assert (game.player, game.phase) == (2, "forced_elimination")
    game.eliminate("3,3")
    assert game.result() == {
        "winner": 1,
        "reason": "last_player_standing",
        "ranking": [1, 2],
    }
    assert game.player == 1


def test_material_keeps_a_player_standing_in_an_edition(sketch: "Sketches") -> None:
    game = sketch(TALL, {"lps_activity": "turn_material"}, eliminated=(12, 13))
    assert game.move("0,6", "1,6").eliminate("3,3").result() is None


def test_thresholds_come_before_last_player_standing(sketch: "Sketches") -> None:
    game = sketch(TALL, eliminated=(11, 14)).move("0,6", "1,6").eliminate("3,3")
    assert (game.result()["winner"], game.result()["reason"]) == (2, "ring_elimination")


def test_a_placement_keeps_a_player_standing(sketch: "Sketches") -> None:
    game = sketch({"3,3": [2, 1]}, hand=(0, 1), bystander=False).move("3,3", "3,5")
    assert (game.player, game.types()) == (2, {"place_ring"})
    assert game.place("0,0").move("0,0", "0,1").result() is None


def test_last_player_standing_takes_one_round(sketch: "Sketches") -> None:
    game = sketch({"3,3": [2, 1]}, bystander=False)
    assert game.result() is None
    game.move("3,3", "3,5")
    assert game.result()["reason"] == "last_player_standing"
    assert game.state["standing"]["had_action"] == {"1": True, "2": False}


def test_two_rounds_are_counted_where_the_edition_wants_them(sketch: "Sketches") -> None:
    game = sketch({"3,3": [2, 1]}, {"lps_rounds": 2}, bystander=False).move("3,3", "3,5")
    assert game.result() is None
    assert game.state["standing"]["rounds"] == {"1": 1, "2": 0}
    game.move("3,5", "3,7")
    assert game.result()["reason"] == "last_player_standing"
    assert game.state["standing"]["rounds"]["1"] == 2


def test_no_round_is_needed_where_the_edition_wants_none(sketch: "Sketches") -> None:
    game = sketch({"3,3": [2, 1]}, {"lps_rounds": 0}, bystander=False)
    assert game.result() is None
    game.move("3,3", "3,5")
    assert (game.result()["winner"], game.player) == (1, 2)


def test_material_keeps_a_player_standing_also_where_no_round_is_needed(
    sketch: "Sketches",
) -> None:
    game = sketch(
        {"3,3": [2] * 5, "0,6": [1]}, {"lps_rounds": 0, "lps_activity": "turn_material"}
    ).move("0,6", "1,6")
    assert (game.result(), game.player, game.phase) == (None, 2, "forced_elimination")


def test_rings_lost_at_the_end_of_a_chain_win_at_once_where_the_edition_tests_at_once(
    sketch: "Sketches",
) -> None:
    game = sketch(
        {"0,0": [1, 1], "1,0": [2], "7,7": [2], "6,6": [1]},
        {"victory_check": "immediate", "landing_elimination_timing": "end_of_chain"},
        markers={1: "2,0 5,5 5,4 5,3"},
        eliminated=(18, 13),
    ).capture("0,0", "1,0", "2,0")
    assert (game.credited[0], game.phase) == (19, "game_over")
    assert game.result()["reason"] == "ring_elimination"


def test_a_winner_must_still_be_able_to_act(sketch: "Sketches") -> None:
    stacks = {"0,0": [1], "4,4": [2] * 5, "4,3": [2] * 5}
    shape: dict[str, Any] = {
        "markers": {1: "1,0"},
        "collapsed": {2: "3,0 1,1 2,1 3,1"},
        "eliminated": (12, 13),
    }
    leave = "skip_territory_processing"  # the walled-in ring could take the rest of the board
    game = sketch(stacks, **shape).move("0,0", "2,0").play(leave)
    game.eliminate("4,4").play(leave)
    assert (game.result(), game.player, game.phase) == (None, 1, "forced_elimination")
    blind = sketch(stacks, {"lps_recheck": "none"}, **shape).move("0,0", "2,0").play(leave)
    assert blind.eliminate("4,4").play(leave).result()["winner"] == 1


def test_an_opponent_freed_by_its_own_elimination_spoils_the_round(sketch: "Sketches") -> None:
    stacks = {"0,0": [2], "1,0": [2], "5,5": [1]}
    shape: dict[str, Any] = {"collapsed": {1: "0,1 1,1 2,0 2,1"}}
    game = sketch(stacks, {"after_forced_elimination": "end_turn"}, **shape)
    leave = "skip_territory_processing"  # the walled-in rings could be taken
    game.move("5,5", "5,6").play(leave).eliminate("0,0").play(leave)
    assert game.result() is None
    assert game.player == 1
    hasty = sketch(
        stacks, {"after_forced_elimination": "end_turn", "lps_recheck": "p_only"}, **shape
    )
    hasty.move("5,5", "5,6").play(leave).eliminate("0,0").play(leave)
    assert hasty.result()["winner"] == 1


def test_buried_players_hold_their_seat_and_absent_ones_do_not(sketch: "Sketches") -> None:
    game = sketch({"3,3": [3, 2, 1]}, players=3, bystander=False).move("3,3", "3,6")
    assert game.result()["winner"] == 1
    assert game.state["standing"]["had_action"] == {"1": True, "2": False, "3": False}
    out = sketch({"3,3": [2, 1]}, players=3, bystander=False).move("3,3", "3,6")
    assert out.result()["winner"] == 1
    assert out.state["standing"]["had_action"] == {"1": True, "2": False, "3": None}
    all_seats = sketch({"3,3": [2, 1]}, {"rotation": "visit_all"}, players=3, bystander=False).move(
        "3,3", "3,6"
    )
    assert all_seats.state["standing"]["had_action"] == {"1": True, "2": False, "3": False}


def test_wiping_out_the_last_opponent_wins_without_another_move(sketch: "Sketches") -> None:
    game = sketch(
        {"2,2": [2], "6,6": [1], "6,7": [1]},
        markers={1: "2,1 3,1 4,2 4,3 3,4 2,4 1,3 1,2"},
        eliminated=(16, 17),
    ).move("6,6", "5,6")
    game.region(["2,2", "2,3", "3,2", "3,3"]).eliminate("5,6")
    assert game.result()["reason"] == "last_player_standing"
    assert game.result()["winner"] == 1


def full_board(
    sketch: "Sketches",
    own: int,
    eliminated: tuple[int, int],
    markers: dict[int, str] | None = None,
    rules: dict[str, Any] | None = None,
) -> "Game":
    """All collapsed but (0,0):[1] and (7,7); player 2 has three rings in hand."""
    cells = [f"{x},{y}" for x in range(8) for y in range(8)][1:-1]
    return sketch(
        {"0,0": [1]},
        rules,
        markers=markers,
        collapsed={1: " ".join(cells[:own]), 2: " ".join(cells[own:])},
        hand=(0, 3),
        eliminated=eliminated,
        bystander=False,
    )


def test_a_stalemate_converts_hands_and_climbs_the_ladder(sketch: "Sketches") -> None:
    last = full_board(sketch, 31, (17, 15))
    assert last.phase == "forced_elimination"
    last.eliminate("0,0")
    assert last.result() == {"winner": 1, "reason": "stalemate", "ranking": [1, 2]}
    assert last.credited == (18, 18)
    assert last.hands == (0, 0)
    land = full_board(sketch, 32, (15, 17)).eliminate("0,0")
    assert (land.credited, land.result()["winner"]) == ((16, 20), 1)
    rings = full_board(sketch, 31, (16, 16)).eliminate("0,0")
    assert (rings.credited, rings.result()["winner"]) == ((17, 19), 2)
    marks = full_board(sketch, 31, (17, 15), {2: "7,7"}).eliminate("0,0")
    assert marks.result()["winner"] == 2


def test_without_a_fourth_step_a_tie_is_a_draw(sketch: "Sketches") -> None:
    game = full_board(sketch, 31, (17, 15), rules={"final_tiebreak": "none"})
    assert game.eliminate("0,0").result() == {
        "winner": None,
        "reason": "stalemate",
        "ranking": [1, 2],
    }


def test_converted_rings_may_be_tested_against_the_threshold(sketch: "Sketches") -> None:
    game = full_board(sketch, 32, (15, 17), rules={"stalemate_threshold_check": True})
    game.eliminate("0,0")
    assert (game.result()["winner"], game.result()["reason"]) == (2, "ring_elimination")


def test_tall_stacks_are_no_stalemate_unless_the_edition_says_so(sketch: "Sketches") -> None:
    stacks = {"3,3": [2] * 5, "4,4": [1] * 5}
    game = sketch(stacks)
    assert game.phase == "forced_elimination"
    other = sketch(
        {"3,3": [2] * 5, "4,4": [1] * 6, "0,0": [1]},
        {"stalemate_counts_fe": False},
        collapsed={2: BOX},
    )
    other.eliminate("0,0").play("skip_territory_processing")
    assert other.result()["reason"] == "stalemate"
    assert set(other.stacks) == {"3,3", "4,4"}


def test_the_chain_reaction_of_16_9_8(sketch: "Sketches") -> None:
    walls = " ".join(f"{x},{y}" for x in (2, 5) for y in range(8))
    stacks = {
        "0,3": [2] * 5,
        "3,1": [1],
        "3,3": [2],
        "3,5": [3],
        "6,1": [1],
        "6,3": [2],
        "6,5": [3] * 4,
        "7,7": [3] * 3,
    }
    game = sketch(
        stacks,
        collapsed={1: walls},
        players=3,
        eliminated=(13, 12, 12),
        phase="territory_processing",
    )
    assert [len(region) for region in game.regions()] == [16]
    game.region(game.regions()[0]).eliminate("6,1")
    right = next(region for region in game.regions() if "7,7" in region)
    game.region(right).eliminate("3,1")
    assert game.credited[0] == 28
    assert len(game.territory(1)) == 48
    assert game.result()["reason"] == "ring_elimination"


def test_the_corrected_victory_of_16_9_7(sketch: "Sketches") -> None:
    ring = "2,1 3,1 4,3 3,4 2,4 1,3 1,2"
    block = {cell: [2, 2] for cell in ("2,2", "3,2", "2,3", "3,3")}
    for credited, winner in ((46, 1), (45, None)):
        game = sketch(
            {**block, "4,2": [1], "10,10": [3]},
            markers={1: ring},
            players=3,
            board="square19",
            eliminated=(credited, 26, 108 - 36 - credited),
        )
        game.move("4,2", "8,2").region(sorted(block)).eliminate("8,2")
        assert game.credited[0] == credited + 9
        assert (game.result()["winner"] if game.result() else None) == winner
