from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conformance.engines.rules.conftest import Game, Sketches

RING = "2,1 3,1 4,2 4,3 3,4 2,4 1,3 1,2"
BLK = ["2,2", "2,3", "3,2", "3,3"]
CORNER = "1,0 0,1"
DIAMOND = "2,3 4,3 3,2 3,4"
COLUMN_2 = " ".join(f"2,{y}" for y in range(8))
COLUMN_3 = " ".join(f"3,{y}" for y in range(8))
COLUMN_5 = " ".join(f"5,{y}" for y in range(8))


def territory(
    sketch: "Sketches",
    stacks: dict[str, list[int]],
    markers: dict[int, str],
    collapsed: dict[int, str] | None = None,
    rules: dict[str, Any] | None = None,
    **more: Any,
) -> "Game":
    """The position in its territory phase; if it holds no choice the turn has gone on."""
    return sketch(
        stacks,
        rules,
        markers=markers,
        collapsed=collapsed,
        phase="territory_processing",
        bystander=False,
        **more,
    )


def offered(game: "Game", player: int = 1) -> list[list[str]]:
    return game.regions() if game.player == player else []


def test_a_diamond_of_markers_seals_one_cell(sketch: "Sketches") -> None:
    game = sketch({"3,4": [1], "0,7": [1], "7,7": [2]}, markers={1: "2,3 4,3 3,2"}).move(
        "3,4", "3,6"
    )
    assert game.phase == "territory_processing"
    assert ["3,3"] in game.regions()


def test_six_markers_seal_a_hex_cell_and_five_do_not(sketch: "Sketches") -> None:
    around = ["1,-1,0", "-1,1,0", "1,0,-1", "-1,0,1", "0,1,-1", "0,-1,1"]
    stacks = {"5,0,-5": [1], "-5,0,5": [2]}
    sealed = territory(sketch, stacks, {1: " ".join(around)}, board="hexagonal")
    assert ["0,0,0"] in offered(sealed)
    leaky = territory(sketch, stacks, {1: " ".join(around[1:])}, board="hexagonal")
    assert offered(leaky) == []


@pytest.mark.parametrize("inside", [{}, {"2,2": [1]}, {"2,2": [2]}, {"2,2": [2, 1]}])
def test_a_ring_of_markers_encloses_the_block(
    sketch: "Sketches", inside: dict[str, list[int]]
) -> None:
    game = territory(sketch, {"6,6": [1], "7,0": [2], **inside}, {1: RING})
    assert BLK in game.regions()
    assert {"type": "skip_territory_processing"} in game.legal()


@pytest.mark.parametrize(
    ("stacks", "markers", "collapsed", "cells", "is_offered"),
    [
        ({}, {1: CORNER}, {}, ["0,0"], True),
        ({}, {2: CORNER}, {}, ["0,0"], True),
        ({}, {1: "1,0", 2: "0,1"}, {}, ["0,0"], False),
        ({}, {1: "1,0"}, {2: "0,1"}, ["0,0"], True),
        ({}, {}, {1: "1,0", 2: "0,1"}, ["0,0"], True),
        ({}, {1: "2,0 4,0 3,1"}, {}, ["3,0"], True),
        ({"1,0": [1]}, {1: "0,1"}, {}, ["0,0"], False),
        ({}, {1: RING.replace("4,2 ", "")}, {}, BLK, False),
        ({}, {1: RING, 2: "3,3"}, {}, BLK, True),
        ({"2,2": [2]}, {1: RING, 2: "3,3"}, {}, BLK, True),
        ({"2,2": [1], "3,3": [2]}, {1: RING}, {}, BLK, False),
        ({"2,2": [1]}, {1: RING, 2: "3,3"}, {}, BLK, True),
    ],
)
def test_what_bounds_a_region_and_what_it_may_hold(
    sketch: "Sketches",
    stacks: dict[str, list[int]],
    markers: dict[int, str],
    collapsed: dict[int, str],
    cells: list[str],
    is_offered: bool,
) -> None:
    game = territory(sketch, {"6,6": [1], "7,0": [2], **stacks}, markers, collapsed)
    assert (cells in offered(game)) is is_offered


def test_collapsed_spaces_of_mixed_owners_cut_the_board_in_two(sketch: "Sketches") -> None:
    cells = COLUMN_3.split()
    game = territory(
        sketch,
        {"6,6": [1], "1,1": [2]},
        {},
        {1: " ".join(cells[:4]), 2: " ".join(cells[4:])},
    )
    assert len(game.regions()) == 1
    assert len(game.regions()[0]) == 24
    assert "0,0" in game.regions()[0]


def test_all_regions_under_all_border_colours_are_offered(sketch: "Sketches") -> None:
    stacks = {"4,4": [1], "3,4": [1], "4,1": [2]}
    game = territory(sketch, stacks, {1: "1,0 0,1 6,7 7,6"})
    assert ["0,0"] in game.regions()
    assert ["7,7"] in game.regions()
    mixed = territory(sketch, stacks, {1: CORNER, 2: "6,7 7,6"})
    assert ["0,0"] in mixed.regions()
    assert ["7,7"] in mixed.regions()
    own = territory(
        sketch, stacks, {1: CORNER, 2: "6,7 7,6"}, rules={"border_colour": "mover_only"}
    )
    assert ["0,0"] in own.regions()
    assert ["7,7"] not in own.regions()


def test_a_buried_colour_is_active_but_not_represented(sketch: "Sketches") -> None:
    stacks = {"2,2": [1], "3,3": [2], "6,6": [3, 1], "7,0": [2]}
    game = territory(sketch, stacks, {1: RING}, players=3)
    assert BLK in offered(game)
    control = territory(
        sketch, stacks, {1: RING}, players=3, rules={"active_colours": "controls_stack"}
    )
    assert BLK not in offered(control)


def test_rings_in_hand_make_no_colour_active(sketch: "Sketches") -> None:
    game = territory(
        sketch,
        {"2,2": [1], "3,3": [2], "6,6": [1], "7,0": [2]},
        {1: RING},
        players=3,
        hand=(0, 0, 9),
    )
    assert BLK not in offered(game)


def test_one_active_colour_is_enough_for_an_empty_region(sketch: "Sketches") -> None:
    game = territory(sketch, {"4,4": [1]}, {1: CORNER}, hand=(0, 9))
    assert ["0,0"] in offered(game)


@pytest.mark.parametrize(("test", "is_offered"), [("none", True), ("zero_stacks", False)])
def test_editions_may_test_representation_otherwise(
    sketch: "Sketches", test: str, is_offered: bool
) -> None:
    stacks = {"2,2": [1], "3,3": [2], "6,6": [1], "7,0": [2]}
    game = territory(sketch, stacks, {1: RING}, rules={"representation_test": test})
    assert (BLK in offered(game)) is is_offered


@pytest.mark.parametrize(
    ("stacks", "hand"),
    [
        ({"2,2": [1], "7,0": [2]}, (0, 0)),
        ({"2,2": [1], "7,0": [2]}, (5, 0)),
        ({"2,2": [1], "7,0": [1, 2]}, (0, 0)),
    ],
)
def test_only_a_controlled_stack_outside_can_pay(
    sketch: "Sketches", stacks: dict[str, list[int]], hand: tuple[int, int]
) -> None:
    assert BLK not in offered(territory(sketch, stacks, {1: RING}, hand=hand))


def test_an_edition_may_accept_a_buried_ring_and_then_nothing_is_paid(
    sketch: "Sketches",
) -> None:
    game = territory(
        sketch,
        {"2,2": [1], "7,0": [1, 2]},
        {1: RING},
        rules={"prerequisite": "any_ring_outside"},
    )
    assert BLK in game.regions()
    before = game.credited[0]
    game.region(BLK)
    assert game.turn("owes") is None
    assert game.credited[0] == before + 1
    assert len(game.territory(1)) == 12


def test_one_cap_pays_for_one_region(sketch: "Sketches") -> None:
    game = territory(sketch, {"4,4": [1], "4,1": [2]}, {1: "1,0 0,1 6,7 7,6"})
    game.region(["0,0"]).eliminate("4,4")
    assert game.player == 2
    assert game.territory(1) == {"0,0", "1,0", "0,1"}
    assert game.markers(1) == {"6,7", "7,6"}


def test_the_list_is_rebuilt_after_each_region(sketch: "Sketches") -> None:
    stacks = {
        "0,3": [2],
        "3,1": [1],
        "3,3": [2],
        "3,5": [3],
        "6,1": [1],
        "6,3": [2],
        "6,5": [3],
    }
    walls = {1: f"{COLUMN_2} {COLUMN_5}"}
    game = territory(sketch, stacks, {}, walls, players=3)
    assert [len(region) for region in game.regions()] == [16]
    game.region(game.regions()[0]).eliminate("6,1")
    right = [region for region in game.regions() if "7,7" in region]
    assert [len(region) for region in right] == [16]


def test_any_mover_may_process_a_region_unless_the_edition_names_its_maker(
    sketch: "Sketches",
) -> None:
    stacks = {"2,2": [2], "6,6": [1], "7,0": [2], "0,7": [2]}
    game = sketch(stacks, markers={1: RING}, player=2).move("0,7", "0,5")
    assert BLK in game.regions()
    rules = {"region_claimant": "creator_only"}
    other = sketch(stacks, rules, markers={1: RING}, player=2).move("0,7", "0,5")
    assert other.player == 1


def test_the_maker_of_a_border_may_process_it_in_every_edition(sketch: "Sketches") -> None:
    game = sketch(
        {"4,2": [1], "7,7": [1], "0,7": [2], "2,3": [2]},
        {"region_claimant": "creator_only"},
        markers={1: RING.replace("4,2 ", "")},
    ).move("4,2", "7,2")
    assert BLK in game.regions()


def test_processing_takes_all_inside_and_the_border(sketch: "Sketches") -> None:
    game = territory(
        sketch,
        {
            "2,2": [2, 3, 2],
            "3,3": [1],
            "6,6": [3, 1, 1],
            "7,0": [2],
            "7,1": [3],
        },
        {1: RING, 2: "3,2"},
        players=3,
    )
    before = game.credited
    game.region(BLK)
    assert game.turn("owes") == "region"
    assert game.territory(1) == {*BLK, *RING.split()}
    assert game.payers() == {"6,6"}
    game.eliminate("6,6")
    assert game.stacks["6,6"] == [3]
    assert game.credited == (before[0] + 6, before[1], before[2])


def test_a_region_with_a_foreign_border_goes_to_the_mover(sketch: "Sketches") -> None:
    game = territory(sketch, {"4,4": [1], "7,7": [2]}, {2: CORNER}).region(["0,0"])
    assert game.territory(1) == {"0,0", "1,0", "0,1"}


def test_rings_inside_are_credited_to_the_processor_or_to_their_owner(
    sketch: "Sketches",
) -> None:
    stacks = {"0,0": [2, 2], "4,4": [1], "7,7": [2]}
    for credit, gained in (("processor", (3, 0)), ("ring_owner", (1, 2))):
        game = territory(sketch, stacks, {1: CORNER}, rules={"region_credit": credit})
        before = game.credited
        game.region(["0,0"]).eliminate("4,4")
        assert game.credited == (before[0] + gained[0], before[1] + gained[1])


def test_collapsed_spaces_keep_their_owner(sketch: "Sketches") -> None:
    game = territory(sketch, {"4,4": [1], "7,7": [2]}, {1: "1,0"}, {2: "0,1"}).region(["0,0"])
    assert game.territory(1) == {"0,0", "1,0"}
    assert game.territory(2) == {"0,1"}


@pytest.mark.parametrize(
    ("rule", "count"),
    [("adjacent_open", 5), ("all_adjacent", 5), ("minimal_cut", 5), ("connected", 7)],
)
def test_markers_off_the_border_stay_unless_the_edition_takes_all_connected(
    sketch: "Sketches", rule: str, count: int
) -> None:
    game = territory(
        sketch,
        {"6,6": [1], "7,0": [2]},
        {1: f"{DIAMOND} 4,4 5,3 0,6"},
        rules={"border_collapse": rule},
    ).region(["3,3"])
    assert len(game.territory(1)) == count
    assert "0,6" in game.markers(1)


@pytest.mark.parametrize(
    ("rule", "gained"),
    [("adjacent_open", 8), ("all_adjacent", 8), ("minimal_cut", 7), ("connected", 8)],
)
def test_a_marker_in_no_minimal_cut_collapses_only_by_other_rules(
    sketch: "Sketches", rule: str, gained: int
) -> None:
    game = territory(
        sketch,
        {"6,6": [1], "7,0": [2]},
        {1: "2,0 3,0 1,1 4,1 2,2 3,2"},
        {2: "1,0"},
        rules={"border_collapse": rule},
    ).region(["2,1", "3,1"])
    assert len(game.territory(1)) == gained


@pytest.mark.parametrize(
    ("rule", "gained"), [("adjacent_open", 21), ("minimal_cut", 17), ("connected", 25)]
)
def test_the_square_of_16_8_separates_the_border_rules(
    sketch: "Sketches", rule: str, gained: int
) -> None:
    border = [f"{x},{y}" for x in range(5) for y in range(5) if {x, y} & {0, 4}]
    inside = [f"{x},{y}" for x in range(1, 4) for y in range(1, 4)]
    game = territory(
        sketch,
        {"2,2": [2], "3,2": [2], "2,7": [3], "5,5": [1]},
        {1: " ".join(border)},
        players=3,
        rules={"border_collapse": rule},
    ).region(inside)
    assert len(game.territory(1)) == gained


@pytest.mark.parametrize(("rule", "gained"), [("absorbed", 10), ("remain", 9)])
def test_border_coloured_markers_inside_belong_to_the_region_or_remain(
    sketch: "Sketches", rule: str, gained: int
) -> None:
    walls = "2,1 4,1 2,5 3,5 4,5 1,2 1,3 1,4 5,2 5,3 5,4"
    game = territory(
        sketch,
        {"7,7": [1], "7,0": [2]},
        {1: "3,1 3,3"},
        {2: walls},
        rules={"interior_border_colour_markers": rule},
    )
    region = next(cells for cells in game.regions() if len(cells) in (8, 9))
    game.region(region)
    assert len(game.territory(1)) == gained
    assert ("3,3" in game.markers(1)) is (rule == "remain")


def test_overlapping_candidates_are_offered_side_by_side(sketch: "Sketches") -> None:
    game = territory(
        sketch,
        {"6,6": [1], "7,0": [2]},
        {1: "3,2 2,3", 2: "3,1 4,2 4,3 3,4 2,4 1,3"},
        {1: "2,1 1,2"},
    )
    assert ["2,2"] in game.regions()
    assert BLK in game.regions()


def test_both_sides_of_a_border_are_regions_unless_the_edition_names_one(
    sketch: "Sketches",
) -> None:
    game = sketch.new().place("1,0").move("1,0", "0,1").place("5,5").move("5,5", "5,6")
    game.play("skip_placement").move("0,1", "0,0")
    assert [len(region) for region in game.regions()] == [61]
    game.region(game.regions()[0]).eliminate("0,0")
    assert game.result() == {"winner": 1, "reason": "territory_control", "ranking": [1, 2]}
    for side in ("exclude_largest", "smaller_side_only"):
        other = sketch.new(region_side=side).place("1,0").move("1,0", "0,1")
        other.place("5,5").move("5,5", "5,6").play("skip_placement").move("0,1", "0,0")
        assert other.player == 2


def test_of_equally_large_components_none_is_the_smaller(sketch: "Sketches") -> None:
    walls = {1: f"{COLUMN_3} {' '.join(f'4,{y}' for y in range(8))}"}
    stacks = {"0,0": [1], "1,1": [2]}
    assert offered(territory(sketch, stacks, {}, walls)) != []
    for side in ("exclude_largest", "smaller_side_only"):
        assert offered(territory(sketch, stacks, {}, walls, {"region_side": side})) == []


def test_stacks_may_be_walls_in_an_edition(sketch: "Sketches") -> None:
    stacks = {"1,0": [1], "6,6": [1], "7,0": [2]}
    game = territory(sketch, stacks, {1: "0,1"}, rules={"stacks_in_regions": "wall"})
    assert ["0,0"] in offered(game)
    game.region(["0,0"])
    assert game.stacks["1,0"] == [1]
    assert game.territory(1) == {"0,0", "0,1"}


def test_region_models_differ_in_what_bounds(sketch: "Sketches") -> None:
    stacks = {"6,6": [1], "7,0": [2]}
    collapsed_only = {"region_model": "collapsed_only"}
    edges = {"region_model": "mover_markers_and_edges"}
    assert offered(territory(sketch, stacks, {1: RING}, rules=collapsed_only)) == []
    walled = territory(sketch, stacks, {}, {1: "1,0", 2: "0,1"}, collapsed_only)
    assert ["0,0"] in offered(walled)
    assert BLK in offered(territory(sketch, stacks, {1: RING}, rules=edges))
    assert ["0,0"] not in offered(territory(sketch, stacks, {1: "1,0"}, {2: "0,1"}, edges))
    assert BLK not in offered(territory(sketch, stacks, {2: RING}, rules=edges))


def test_an_edition_may_make_processing_mandatory(sketch: "Sketches") -> None:
    game = territory(
        sketch,
        {"4,4": [1], "4,1": [2]},
        {1: CORNER},
        rules={"region_processing": "mandatory"},
    )
    assert game.types() == {"process_territory_region"}


def test_a_declined_region_stays_for_later(sketch: "Sketches") -> None:
    game = territory(sketch, {"4,4": [1], "4,1": [2]}, {1: CORNER})
    game.play("skip_territory_processing")
    assert game.player == 2
    assert game.markers(1) == set(CORNER.split())


def test_lines_take_the_payer_before_territory_does(sketch: "Sketches") -> None:
    shape: dict[str, Any] = {"markers": {1: "0,2 0,3 1,0"}}
    game = sketch({"0,1": [1], "7,7": [2]}, **shape).move("0,1", "1,1")
    game.line("0,1 0,2 0,3").eliminate("1,1")
    assert game.player == 2
    assert game.territory(1) == {"0,1", "0,2", "0,3"}
    assert game.markers(1) == {"1,0"}
    other = sketch(
        {"0,1": [1], "7,7": [2]}, {"post_move_order": "territory_then_lines"}, **shape
    ).move("0,1", "1,1")
    other.region(["0,0"]).eliminate("1,1")
    assert other.territory(1) == {"0,0", "1,0", "0,1"}
    assert other.markers(1) == {"0,2", "0,3"}


def test_the_before_and_after_picture_of_12_2(sketch: "Sketches") -> None:
    game = sketch(
        {"4,2": [1], "2,2": [2], "3,2": [2], "6,6": [2], "0,7": [3], "7,7": [1]},
        markers={1: RING.replace("4,2 ", "")},
        players=3,
    )
    before = game.credited[0]
    game.move("4,2", "7,2").region(BLK).eliminate("7,7")
    assert len(game.territory(1)) == 12
    assert game.credited[0] == before + 3


def test_a_second_layer_of_a_corridor_stays(sketch: "Sketches") -> None:
    row = " ".join(f"{x},1" for x in range(8))
    game = territory(sketch, {"5,5": [1], "6,6": [2]}, {1: "3,0 4,0"}, {2: row})
    left = ["0,0", "1,0", "2,0"]
    assert left in game.regions()
    assert ["5,0", "6,0", "7,0"] in game.regions()
    game.region(left)
    assert game.territory(1) == {*left, "3,0"}
    assert game.markers(1) == {"4,0"}
