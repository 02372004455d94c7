"""The grounds of a legal move are true in every edition."""

from typing import TYPE_CHECKING, Any

import pytest

from reference_engine.explain import explain
from reference_engine.state import GameState

if TYPE_CHECKING:
    from tests.reference_engine.conftest import Sketches

BOX = {2: "1,0 0,1 1,1"}
RING = "2,1 3,1 4,2 4,3 3,4 2,4 1,3 1,2"
BLK = ["2,2", "2,3", "3,2", "3,3"]
REGION: dict[str, Any] = {"markers": {1: RING}, "phase": "territory_processing"}


def grounds(sketch: "Sketches", state: GameState, kind: str, **fields: Any) -> dict[str, str]:
    """Why a move is legal, by clause."""
    found = explain(state, sketch.move(state, kind, **fields))
    assert found.is_legal, found.violations
    return dict(found.grounds)


def placed(sketch: "Sketches", rules: dict[str, Any] | None = None, **position: Any) -> Any:
    """Why one ring may be placed in the corner."""
    stacks = {"7,7": [1], "4,4": [2], **position.pop("stacks", {})}
    state = sketch(stacks, rules, hand=(2, 0), **position)
    return grounds(sketch, state, "place_ring", at="0,0", count=1)


def test_placing_is_skipped_for_the_sake_of_a_stack_that_can_act(sketch: "Sketches") -> None:
    state = sketch({"3,3": [1], "7,7": [2]}, hand=(2, 0))
    assert [*grounds(sketch, state, "skip_placement")] == ["R080.d"]


def test_placing_is_skipped_for_the_sake_of_a_buried_ring_where_that_is_enough(
    sketch: "Sketches",
) -> None:
    rules = {"placement_required_when": "no_rings_on_board"}
    state = sketch({"3,3": [1, 2]}, rules, hand=(2, 0))
    assert [*grounds(sketch, state, "skip_placement")] == ["R080.b"]


def test_a_ring_that_can_only_land_on_an_own_marker_says_so(sketch: "Sketches") -> None:
    walls = {2: "2,0 0,1 1,1"}
    assert "R081.h" in placed(sketch, markers={1: "1,0"}, collapsed=walls)


def test_a_ring_that_can_also_capture_need_not_land_on_an_own_marker(sketch: "Sketches") -> None:
    found = placed(
        sketch, markers={1: "1,0"}, collapsed={2: "2,0 1,1"}, stacks={"0,1": [2]}
    )  # fmt: skip
    assert "R081.h" not in found


def test_a_foreign_marker_in_reach_is_not_called_an_own_one(sketch: "Sketches") -> None:
    rules = {
        "land_on_opponent_marker": "remove_and_eliminate_top",
        "landing_elimination_trigger": "any_marker",
    }
    found = placed(sketch, rules, markers={2: "1,0"}, collapsed={2: "2,0 0,1 1,1"})
    assert "R081.h" not in found


@pytest.mark.parametrize(
    ("kind", "fields", "clause"),
    [
        ("move_stack", {}, "R091.j"),
        ("overtaking_capture", {"target": "1,0"}, "R101.j"),
    ],
)
def test_a_landing_on_a_foreign_marker_cites_the_rule_of_its_move(
    sketch: "Sketches", kind: str, fields: dict[str, str], clause: str
) -> None:
    stacks = {"0,0": [1], "7,7": [2], **({"1,0": [2]} if fields else {})}
    rules = {"land_on_opponent_marker": "remove_and_eliminate_top"}
    state = sketch(stacks, rules, markers={2: "2,0"})
    found = grounds(sketch, state, kind, start="0,0", to="2,0", **fields)
    assert {"R091.j", "R101.j"} & found.keys() == {clause}


def test_a_marked_cell_is_not_called_free(sketch: "Sketches") -> None:
    rules = {"place_on_marker": "removes_marker"}
    assert "marker" in placed(sketch, rules, markers={2: "0,0"})["R081.a"]
    assert placed(sketch, rules)["R081.a"] == "the cell is free"


@pytest.mark.parametrize(
    ("choice", "said"), [("player", "the player picks"), ("automatic", "not the player's")]
)
def test_who_picks_the_stack_of_a_forced_elimination_is_told(
    sketch: "Sketches", choice: str, said: str
) -> None:
    state = sketch({"0,0": [1], "7,7": [2]}, {"fe_choice": choice}, collapsed=BOX)
    assert said in grounds(sketch, state, "eliminate_rings_from_stack", at="0,0")["R100.b"]


def test_a_region_that_stacks_cut_off_says_so(sketch: "Sketches") -> None:
    rules = {"stacks_in_regions": "wall"}
    stacks = {"1,0": [1], "0,1": [2], "7,7": [2]}
    state = sketch(stacks, rules, phase="territory_processing")
    found = grounds(sketch, state, "process_territory_region", cells=["0,0"])
    assert "R141.g" in found
    assert "R141.a" not in found


def test_a_region_that_needs_no_stacks_does_not_cite_them(sketch: "Sketches") -> None:
    rules = {"stacks_in_regions": "wall"}
    state = sketch({"6,6": [1], "7,0": [2]}, rules, **REGION)
    found = grounds(sketch, state, "process_territory_region", cells=BLK)
    assert "R141.c" in found
    assert "R141.g" not in found


@pytest.mark.parametrize(("test", "said"), [("none", "does not matter"), ("strict_subset", "[1]")])
def test_colours_are_told_where_they_are_tested(sketch: "Sketches", test: str, said: str) -> None:
    stacks = {"2,2": [1], "6,6": [1], "7,0": [2]}
    state = sketch(stacks, {"representation_test": test}, **REGION)
    found = grounds(sketch, state, "process_territory_region", cells=BLK)
    assert said in found["R142.c"]


def test_a_buried_ring_is_not_called_a_stack_outside(sketch: "Sketches") -> None:
    rules = {"prerequisite": "any_ring_outside"}
    state = sketch({"2,2": [1], "7,0": [1, 2]}, rules, **REGION)
    found = grounds(sketch, state, "process_territory_region", cells=BLK)
    assert "R143.d" in found
    assert "R143.a" not in found
