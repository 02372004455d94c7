from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conformance.engines.rules.conftest import Game, Sketches

ROW = "0,0 1,0 2,0"


def test_three_markers_make_a_line_on_the_small_board(sketch: "Sketches") -> None:
    game = sketch({"2,0": [1]}, markers={1: "0,0 1,0"}).move("2,0", "2,1")
    assert game.phase == "line_processing"
    assert game.legal() == [{"type": "process_line", "cells": ROW.split()}]
    before = game.credited[0]
    game.line(ROW)
    assert game.turn("owes") == "line"
    assert game.payers() == {"2,1"}
    game.eliminate("2,1")
    assert game.territory(1) == set(ROW.split())
    assert game.state["markers"] == {}
    assert game.credited[0] == before + 1
    assert game.player == 2


@pytest.mark.parametrize(
    ("edition", "players"),
    [("compact-2025-11", 2), ("compact-2025-11", 3), ("complete-2025-12", 2)],
)
def test_other_editions_need_four_markers(sketch: "Sketches", edition: str, players: int) -> None:
    game = sketch({"2,0": [1]}, markers={1: "0,0 1,0"}, edition=edition, players=players).move(
        "2,0", "2,1"
    )
    assert game.player == 2


def test_four_markers_make_a_line_on_the_large_board(sketch: "Sketches") -> None:
    far = {"7,5": [1], "18,0": [2]}
    short = sketch(far, markers={1: "5,5 6,5"}, players=3, board="square19")
    assert short.move("7,5", "7,6").player == 2
    exact = sketch(far, markers={1: "4,5 5,5 6,5"}, players=3, board="square19")
    assert exact.move("7,5", "7,6").lines() == [["4,5", "5,5", "6,5", "7,5"]]


@pytest.mark.parametrize("markers", ["1,1 2,2", "5,1 4,2"])
def test_lines_lie_on_both_diagonals(sketch: "Sketches", markers: str) -> None:
    game = sketch({"3,3": [1]}, markers={1: markers}).move("3,3", "3,4")
    assert game.lines() == [sorted([*markers.split(), "3,3"])]


def test_hex_lines_lie_on_the_three_axes_only(sketch: "Sketches") -> None:
    line = ["0,0,0", "1,-1,0", "2,-2,0", "3,-3,0"]
    game = sketch(
        {"3,-3,0": [1], "0,9,-9": [2]}, markers={1: " ".join(line[:3])}, board="hexagonal"
    ).move("3,-3,0", "3,-4,1")
    assert game.lines() == [line]
    none = sketch(
        {"6,-3,-3": [1], "0,9,-9": [2]},
        markers={1: "0,0,0 2,-1,-1 4,-2,-2"},
        board="hexagonal",
    ).move("6,-3,-3", "6,-4,-2")
    assert none.player == 2


@pytest.mark.parametrize(
    ("markers", "collapsed", "stacks"),
    [
        ({1: "0,0 1,0"}, {}, {"2,0": [1]}),
        ({1: "0,0 1,0"}, {1: "2,0"}, {}),
        ({1: "0,0 1,0", 2: "2,0"}, {}, {}),
        ({1: "0,0 1,0 3,0"}, {}, {}),
        ({1: "0,0 1,0 1,1"}, {}, {}),
        ({1: "0,0 1,0 3,0 4,0"}, {}, {"2,0": [1]}),
        ({1: "0,0 1,0 3,0 4,0"}, {1: "2,0"}, {}),
        ({2: ROW}, {}, {}),
    ],
)
def test_what_is_not_a_run_of_own_markers_is_no_line(
    sketch: "Sketches", markers: Any, collapsed: Any, stacks: Any
) -> None:
    game = sketch({"5,5": [1], "0,7": [2], **stacks}, markers=markers, collapsed=collapsed)
    game.move("5,5", "5,6")
    assert game.phase != "line_processing"


def test_an_edition_may_process_the_lines_of_others(sketch: "Sketches") -> None:
    game = sketch({"5,5": [1]}, {"lines_processed": "all_for_mover"}, markers={2: ROW})
    game.move("5,5", "5,6").line(ROW).eliminate("5,6")
    assert game.territory(1) == set(ROW.split())


def test_a_line_left_over_is_eligible_again_unless_the_edition_asks_for_a_new_marker(
    sketch: "Sketches",
) -> None:
    game = sketch({"5,5": [1]}, markers={1: ROW}).move("5,5", "5,6")
    assert game.lines() == [ROW.split()]
    old = sketch({"5,5": [1]}, {"line_origin": "this_turn"}, markers={1: ROW})
    assert old.move("5,5", "5,6").player == 2
    new = sketch({"2,0": [1]}, {"line_origin": "this_turn"}, markers={1: "0,0 1,0"})
    assert new.move("2,0", "2,1").lines() == [ROW.split()]
    assert new.turn("made") == ["2,0", "2,1"]


def crossing(sketch: "Sketches") -> "Game":
    return sketch({"3,3": [1], "6,6": [1], "7,0": [2]}, markers={1: "1,3 2,3 3,1 3,2"}).move(
        "3,3", "4,4"
    )


def test_the_mover_chooses_the_line_and_the_payer(sketch: "Sketches") -> None:
    game = crossing(sketch)
    game.play("skip_capture")  # of the own ring on (6,6)
    assert sorted(game.lines()) == [["1,3", "2,3", "3,3"], ["3,1", "3,2", "3,3"]]
    game.line("1,3 2,3 3,3")
    assert game.payers() == {"4,4", "6,6"}
    game.eliminate("6,6")
    assert game.player == 2
    assert game.markers(1) == {"3,1", "3,2"}


def two_lines(sketch: "Sketches", stacks: dict[str, list[int]], **rules: Any) -> "Game":
    return sketch(
        {"2,0": [1], "7,0": [2], **stacks},
        rules,
        markers={1: "0,0 1,0 0,2 1,2", 2: "2,2"},
        eliminated=(16 - len(stacks), 18),
    ).move("2,0", "2,3")


def test_every_payable_line_must_be_processed(sketch: "Sketches") -> None:
    game = two_lines(sketch, {"6,6": [1]})
    assert len(game.lines()) == 2
    assert game.types() == {"process_line"}
    game.line(ROW).eliminate("2,3")
    assert game.lines() == [["0,2", "1,2", "2,2"]]
    game.line("0,2 1,2 2,2").eliminate("6,6")
    assert len(game.territory(1)) == 6
    assert game.player == 2


def test_an_unpayable_line_stays_on_the_board(sketch: "Sketches") -> None:
    game = two_lines(sketch, {}).line(ROW).eliminate("2,3")
    assert game.markers(1) == {"0,2", "1,2", "2,2"}
    assert game.player == 2


def test_an_edition_may_let_an_unpayable_line_collapse_for_free(sketch: "Sketches") -> None:
    game = two_lines(sketch, {}, unpayable_line="collapse_free").line(ROW).eliminate("2,3")
    game.line("0,2 1,2 2,2")
    assert len(game.territory(1)) == 6
    assert game.player == 2


def test_a_landing_elimination_may_leave_a_line_unpayable(sketch: "Sketches") -> None:
    game = sketch({"3,3": [1], "7,7": [2]}, markers={1: "1,3 2,3 3,5"}, hand=(2, 0))
    before = game.credited[0]
    game.play("skip_placement").move("3,3", "3,5")
    assert game.markers(1) == {"1,3", "2,3", "3,3"}
    assert game.credited[0] == before + 1
    assert game.player == 2
    game.move("7,7", "7,6")
    assert (game.player, game.types()) == (1, {"place_ring"})


def run_of(sketch: "Sketches", length: int, **rules: Any) -> "Game":
    markers = " ".join(f"{x},0" for x in range(length - 1))
    start = f"{length - 1},0"
    game = sketch({start: [1], "7,7": [2]}, rules, markers={1: markers})
    return game.move(start, f"{length - 1},1")


def test_a_longer_line_offers_both_rewards(sketch: "Sketches") -> None:
    game = run_of(sketch, 4)
    line = "0,0 1,0 2,0 3,0"
    assert game.collapses() == [ROW.split(), line.split(), ["1,0", "2,0", "3,0"]]
    assert game.types() == {"choose_line_reward"}
    before = game.credited
    game.reward(line, "1,0 2,0 3,0")
    assert game.territory(1) == {"1,0", "2,0", "3,0"}
    assert game.markers(1) == {"0,0"}
    assert game.credited == before
    assert game.player == 2
    full = run_of(sketch, 4).reward(line, line)
    assert full.turn("owes") == "line"
    full.eliminate("3,1")
    assert full.territory(1) == set(line.split())
    assert full.credited[0] == before[0] + 1


def test_five_in_a_row_have_three_stretches(sketch: "Sketches") -> None:
    assert len(run_of(sketch, 5).collapses()) == 4


def test_what_option_2_leaves_is_examined_again(sketch: "Sketches") -> None:
    line = " ".join(f"{x},0" for x in range(6))
    game = run_of(sketch, 6).reward(line, ROW)
    assert game.legal() == [{"type": "process_line", "cells": ["3,0", "4,0", "5,0"]}]
    other = run_of(sketch, 6).reward(line, "1,0 2,0 3,0")
    assert other.player == 2


def test_without_a_payer_only_option_2_is_open(sketch: "Sketches") -> None:
    shape: dict[str, Any] = {"markers": {1: "0,0 1,0 2,0 3,2"}}
    stacks = {"3,0": [1], "7,7": [2]}
    game = sketch(stacks, **shape).move("3,0", "3,2")
    assert game.collapses() == [ROW.split(), ["1,0", "2,0", "3,0"]]
    free = sketch(stacks, {"option1_requires_payer": False}, **shape).move("3,0", "3,2")
    line = "0,0 1,0 2,0 3,0"
    free.reward(line, line)
    assert free.territory(1) == set(line.split())
    assert free.player == 2


def test_a_payment_is_the_whole_cap_and_nothing_below(sketch: "Sketches") -> None:
    shape: dict[str, Any] = {"markers": {1: "0,0 1,0"}}
    game = sketch({"2,0": [2, 1, 1]}, **shape)
    before = game.credited[0]
    game.move("2,0", "2,3").line(ROW).eliminate("2,3")
    assert game.stacks["2,3"] == [2]
    assert game.credited[0] == before + 2
    whole = sketch({"2,0": [2, 1, 1]}, {"cap_elimination_scope": "whole_stack"}, **shape)
    whole.move("2,0", "2,3").line(ROW).eliminate("2,3")
    assert "2,3" not in whole.stacks
    assert whole.credited[0] == before + 3
    one = sketch({"2,0": [2, 1, 1]}, {"payment_unit": "one_ring_or_cap"}, **shape)
    one.move("2,0", "2,3").line(ROW)
    assert sorted(move["count"] for move in one.legal()) == [1, 2]
    assert one.eliminate("2,3", count=1).stacks["2,3"] == [2, 1]


def test_refusing_to_pay_is_no_move(sketch: "Sketches") -> None:
    game = sketch({"2,0": [1]}, markers={1: "0,0 1,0"}).move("2,0", "2,1").line(ROW)
    assert game.refusal("skip_territory_processing").reason


def test_a_line_broken_by_the_capture_that_follows_is_not_processed(sketch: "Sketches") -> None:
    game = sketch({"2,0": [1], "1,1": [2], "7,0": [2]}, markers={1: "0,0 1,0"})
    game.move("2,0", "2,2").capture("2,2", "1,1", "0,0")
    assert game.territory(1) == set()
    assert game.player == 2


def test_three_crossing_lines_of_11_3(sketch: "Sketches") -> None:
    row = "7,9 8,9 9,9 10,9 11,9"
    game = sketch(
        {"0,0": [1], "18,18": [2]},
        markers={1: f"{row} 8,10 10,8 11,7 12,6 7,7 8,8 10,10 11,11"},
        players=3,
        board="square19",
        phase="line_processing",
    )
    assert sorted(len(line) for line in game.lines()) == [5, 5, 5]
    stretches = [c for c in game.collapses() if len(c) == 4 and set(c) < set(row.split())]
    assert len(stretches) == 2
    assert all("9,9" in stretch for stretch in stretches)
    game.reward(row, row).eliminate("0,0")
    assert game.phase != "line_processing"


def test_three_flipped_markers_are_a_line_at_once(sketch: "Sketches") -> None:
    game = sketch({"0,0": [1, 1]}, markers={2: "1,0 2,0"}).move("0,0", "3,0")
    assert game.lines() == [ROW.split()]
