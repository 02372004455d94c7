"""Why a move is illegal: the clause it breaks, and agreement with the list of legal moves."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from conformance.catalogue import Kind, load_catalogue
from conformance.editions import CANON, load_editions, load_parameters
from conformance.resources import schemas_dir
from reference_engine.game import IllegalMove, legal_moves, play
from reference_engine.geometry import Cells, each
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
from reference_engine.state import GameState
from reference_engine.violations import violations
from reference_engine.wire import canonical, state_to_json

if TYPE_CHECKING:
    from tests.reference_engine.conftest import Played, Sketches

Json = dict[str, Any]
Position = Callable[["Sketches"], GameState]

RING = "2,1 3,1 4,2 4,3 3,4 2,4 1,3 1,2"
BLK = ["2,2", "2,3", "3,2", "3,3"]
ROW = ["0,0", "1,0", "2,0"]


def at(stacks: Mapping[str, list[int]], **sketch: Any) -> Position:
    """The position, settled; player 2 has a ring far off if it has no other stack."""
    shown = dict(stacks)
    if all(rings[-1] == 1 for rings in shown.values()):
        shown["7,7"] = [2]
    return lambda sketches: sketches(shown, **sketch)


def after(position: Position, *moves: Json) -> Position:
    """The position some moves on."""

    def played(sketches: "Sketches") -> GameState:
        state = position(sketches)
        for move in moves:
            state = sketches.play(state, **move)
        return state

    return played


def place(cell: str, count: int = 1) -> Json:
    return {"kind": "place_ring", "at": cell, "count": count}


def move(start: str, to: str) -> Json:
    return {"kind": "move_stack", "start": start, "to": to}


def capture(start: str, target: str, to: str) -> Json:
    return {"kind": "overtaking_capture", "start": start, "target": target, "to": to}


def onward(start: str, target: str, to: str) -> Json:
    return {**capture(start, target, to), "kind": "continue_capture_segment"}


def line(cells: list[str]) -> Json:
    return {"kind": "process_line", "cells": cells}


def reward(cells: list[str], collapse: list[str]) -> Json:
    return {"kind": "choose_line_reward", "cells": cells, "collapse": collapse}


def region(cells: list[str]) -> Json:
    return {"kind": "process_territory_region", "cells": cells}


def eliminate(cell: str, **count: int) -> Json:
    return {"kind": "eliminate_rings_from_stack", "at": cell, **count}


def skip(what: str) -> Json:
    return {"kind": f"skip_{what}"}


BOX = {2: "1,0 0,1 1,1"}
CHAIN = after(
    at({"0,0": [1], "1,0": [2], "4,0": [2], "0,7": [1], "1,7": [2]}), capture("0,0", "1,0", "2,0")
)
SHRUNK = after(
    at({"0,0": [1, 1], "1,0": [2], "4,0": [2, 2], "2,2": [2]}, markers={1: "2,0"}),
    capture("0,0", "1,0", "2,0"),
)
FOUR = [*ROW, "3,0"]
LINES = at(
    {"4,4": [1], "7,7": [2]}, markers={1: "0,0 1,0 2,0 5,0 6,0 0,7 1,7 2,7 3,7", 2: "0,5 1,5 2,5"},
    phase="line_processing",
)  # fmt: skip
UNPAYABLE = at({"7,7": [1, 2]}, markers={1: "0,0 1,0 2,0 3,0 0,4 1,4 2,4"}, phase="line_processing")
REGION: dict[str, Any] = {"markers": {1: RING + " 7,6 6,7"}, "phase": "territory_processing"}
TWO = {**REGION, "markers": {**REGION["markers"], 1: RING + " 7,6 6,7 1,0", 2: "0,1"}}

# The clause that is put to the test, a position, a move that breaks it, and the clause that the
# first violation cites: mostly the same, or the one that states the broken rule most plainly.
ILLEGAL: list[tuple[str, Position, Json, str]] = [
    ("R080.a", at({"3,3": [1]}), place("0,0"), "R080.a"),
    ("R080.b", at({"3,3": [1, 2]}, hand=(3, 0)), skip("placement"), "R080.b"),
    ("R080.c", at({"0,0": [1]}, collapsed=BOX, hand=(1, 0)), skip("placement"), "R080.c"),
    ("R081.a", at({"7,0": [1]}, markers={1: "3,3"}, hand=(3, 0)), place("3,3"), "R081.a"),
    ("R081.a", at({"7,0": [1]}, markers={2: "3,3"}, hand=(3, 0)), place("3,3"), "R081.a"),
    ("R081.a", at({"7,0": [1]}, collapsed={1: "3,3"}, hand=(3, 0)), place("3,3"), "R031.b"),
    ("R081.b", at({}, hand=(18, 17)), place("3,3", 4), "R081.b"),
    ("R081.c", at({}, hand=(2, 17)), place("3,3", 3), "R081.c"),
    ("R081.e", at({"7,0": [1]}, collapsed={2: "3,0 0,3 3,3"}, hand=(3, 0)), place("0,0", 3),
     "R081.e"),
    ("R081.i", after(at({"7,7": [1], "0,7": [2]}, hand=(1, 0)), place("3,3")), move("7,7", "7,6"),
     "R081.i"),
    ("R081.i", after(at({"7,7": [1], "7,6": [2]}, hand=(1, 0)), place("3,3")),
     capture("7,7", "7,6", "7,5"), "R081.i"),
    ("R082.b", at({"3,3": [2], "5,5": [1]}, hand=(3, 0)), place("3,3", 2), "R082.b"),
    ("R082.d", at({"3,3": [2] * 4}, hand=(1, 0)), place("3,3"), "R082.d"),
    ("R090.a", at({"3,3": [1, 2], "5,5": [1]}), move("3,3", "3,4"), "R090.a"),
    ("R090.a", at({"5,5": [1]}), move("3,3", "3,4"), "R090.a"),
    ("R091.a", at({"0,0": [1]}), move("0,0", "2,1"), "R091.a"),
    ("R091.a", at({"0,0": [1]}), move("0,0", "0,0"), "R091.a"),
    ("R091.b", at({"0,0": [1] * 3}), move("0,0", "2,0"), "R091.b"),
    ("R091.b", at({"0,0": [1] * 3}), move("0,0", "2,2"), "R091.b"),
    ("R091.d", at({"0,0": [1]}, collapsed={1: "2,0"}), move("0,0", "3,0"), "R091.d"),
    ("R091.e", at({"0,0": [1], "3,0": [1, 1]}), move("0,0", "4,0"), "R091.e"),
    ("R091.g", at({"0,0": [1]}, collapsed={1: "1,0"}), move("0,0", "1,0"), "R091.g"),
    ("R091.h", at({"0,0": [1], "3,0": [1]}), move("0,0", "3,0"), "R091.h"),
    ("R091.j", at({"0,0": [1]}, markers={2: "2,0"}), move("0,0", "2,0"), "R091.j"),
    ("R100.a", at({"0,0": [1]}, collapsed=BOX, hand=(1, 0)), eliminate("0,0"), "R072.b"),
    ("R100.a", at({"3,3": [1]}), eliminate("3,3"), "R072.a"),
    ("R101.a", at({"0,0": [1, 2], "1,0": [2], "5,5": [1]}), capture("0,0", "1,0", "2,0"),
     "R101.a"),
    ("R101.a", at({"5,5": [1], "1,0": [2]}), capture("0,0", "1,0", "2,0"), "R101.a"),
    ("R101.c", at({"0,0": [1, 1], "2,0": [2] * 3}), capture("0,0", "2,0", "3,0"), "R101.c"),
    ("R101.d", at({"0,0": [2, 2, 1], "2,0": [2, 2]}), capture("0,0", "2,0", "3,0"), "R101.c"),
    ("R101.e", at({"0,0": [1], "3,0": [2]}), capture("0,0", "3,0", "2,0"), "R101.e"),
    ("R101.e", at({"0,0": [1], "3,0": [2]}), capture("0,0", "3,0", "4,1"), "R101.e"),
    ("R101.e", at({"0,0": [1], "3,0": [2]}), capture("0,0", "3,0", "0,4"), "R101.e"),
    ("R101.e", at({"0,0": [1], "1,1": [2]}), capture("0,0", "1,1", "3,0"), "R101.e"),
    ("R101.e", at({"3,3": [1], "2,2": [2]}), capture("3,3", "2,2", "3,1"), "R101.e"),
    ("R101.e", at({"3,3": [1], "4,5": [2]}), capture("3,3", "4,5", "6,6"), "R101.e"),
    ("R101.f", at({"0,0": [1], "2,0": [2]}, collapsed={1: "1,0"}), capture("0,0", "2,0", "3,0"),
     "R101.f"),
    ("R101.g", at({"0,0": [1], "1,0": [2]}, collapsed={1: "3,0"}), capture("0,0", "1,0", "4,0"),
     "R101.g"),
    ("R101.g", at({"0,0": [1], "1,0": [2], "3,0": [2]}), capture("0,0", "1,0", "4,0"), "R101.g"),
    ("R101.h", at({"0,0": [1] * 3, "1,0": [2]}), capture("0,0", "1,0", "2,0"), "R101.h"),
    ("R101.h", at({"0,0": [1] * 3, "1,1": [2]}), capture("0,0", "1,1", "2,2"), "R101.h"),
    ("R101.j", at({"0,0": [1], "1,0": [2]}, markers={2: "2,0"}), capture("0,0", "1,0", "2,0"),
     "R101.j"),
    ("R101.k", at({"0,0": [1], "1,0": [2]}, collapsed={1: "2,0"}), capture("0,0", "1,0", "2,0"),
     "R101.k"),
    ("R101.m", at({"0,0": [1], "1,0": [2], "2,0": [2]}), capture("0,0", "2,0", "3,0"), "R101.m"),
    ("R103.i", CHAIN, onward("0,7", "1,7", "2,7"), "R103.i"),
    ("R103.j", SHRUNK, onward("2,0", "4,0", "5,0"), "R101.c"),
    ("R120.f", LINES, line(["5,0", "6,0"]), "R120.f"),
    ("R120.f", LINES, line(["0,0", "1,0"]), "R120.e"),
    ("R121.f", LINES, line(["0,5", "1,5", "2,5"]), "R121.f"),
    ("R122.i", LINES, reward(ROW, ROW), "R122.i"),
    ("R122.j", UNPAYABLE, reward(FOUR, FOUR), "R122.j"),
    ("R142.d", at({"2,2": [1], "3,3": [2], "6,6": [1], "7,0": [2]}, **REGION), region(BLK),
     "R142.d"),
    ("R143.a", at({"2,2": [1], "7,0": [2]}, **REGION), region(BLK), "R143.a"),
    ("R143.c", at({"2,2": [1], "7,0": [2]}, hand=(5, 0), **REGION), region(BLK), "R143.c"),
    ("R143.d", at({"2,2": [1], "7,0": [1, 2]}, **REGION), region(BLK), "R143.d"),
    ("R144.d", at({"2,2": [1], "7,0": [2]}, **REGION), region(BLK), "R143.a"),
]  # fmt: skip

# The clauses that allow: a position, and a move that a narrower rule would refuse.
LEGAL: list[tuple[str, Position, Json]] = [
    ("R081.f", at({"1,0": [2], "7,7": [1]}, collapsed={2: "0,1 1,1"}, hand=(1, 0)), place("0,0")),
    ("R081.h", at({"7,7": [1], "4,4": [2]}, markers={1: "1,0"}, collapsed={2: "2,0 0,1 1,1"},
                  hand=(1, 0)), place("0,0")),
    ("R082.a", at({"3,3": [2], "5,5": [1]}, hand=(3, 0)), place("3,3")),
    ("R082.a", at({"3,3": [2], "5,5": [1]}, hand=(3, 0)), place("5,5")),
    ("R090.c", at({"3,3": [1], "5,5": [1]}), move("3,3", "3,4")),
    ("R090.c", at({"3,3": [1], "5,5": [1]}), move("5,5", "5,6")),
    ("R091.c", at({"0,0": [1], "7,0": [2]}), move("0,0", "7,7")),
    ("R091.f", at({"0,0": [1] * 3}, markers={2: "1,0", 1: "2,0"}), move("0,0", "3,0")),
    ("R091.i", at({"0,0": [1]}, markers={1: "2,0"}), move("0,0", "2,0")),
    ("R092.g", at({"0,0": [1]}, markers={2: "2,0 4,0"}), move("0,0", "1,0")),
    ("R092.g", at({"0,0": [1]}, markers={2: "2,0 4,0"}), move("0,0", "3,0")),
    ("R101.b", at({"0,0": [1], "1,0": [1]}), capture("0,0", "1,0", "2,0")),
    ("R101.i", at({"0,0": [1], "1,0": [2]}, markers={1: "2,0"}), capture("0,0", "1,0", "2,0")),
    ("R101.l", at({"0,0": [1], "2,0": [2]}, markers={2: "1,0", 1: "3,0"}),
     capture("0,0", "2,0", "4,0")),
    ("R103.e", after(at({"0,0": [1], "1,0": [2], "2,2": [2], "4,0": [2]}),
                     capture("0,0", "1,0", "2,0")), onward("2,0", "2,2", "2,4")),
    ("R103.f", after(at({"3,0": [1] * 4, "5,0": [2] * 3}), capture("3,0", "5,0", "7,0")),
     onward("7,0", "5,0", "2,0")),
    ("R103.g", after(at({"3,0": [1] * 4, "5,0": [2] * 3}), capture("3,0", "5,0", "7,0")),
     onward("7,0", "5,0", "0,0")),
    ("R121.g", after(at({"5,5": [1]}, markers={1: "0,0 1,0 2,0"}), move("5,5", "5,6")), line(ROW)),
    ("R142.c", at({"2,2": [1], "6,6": [1], "7,0": [2]}, **REGION), region(BLK)),
    ("R144.f", at({"2,2": [2], "6,6": [1], "7,0": [2]}, player=2, **REGION), region(BLK)),
]  # fmt: skip

# A seat without stack and placement is passed over, so there is no move to refuse.
NEVER_ASKED = {"R090.b"}


def test_every_legality_clause_of_a_move_is_put_to_the_test() -> None:
    tested = {row[0] for row in ILLEGAL} | {row[0] for row in LEGAL} | NEVER_ASKED
    clauses = load_catalogue().clauses.values()
    assert {
        clause.id
        for clause in clauses
        if clause.kind is Kind.LEGALITY and "R080" <= clause.rule <= "R145"
    } == tested


@pytest.mark.parametrize(
    ("position", "illegal", "clause"),
    [row[1:] for row in ILLEGAL],
    ids=[f"{row[0]}-{row[2]['kind']}" for row in ILLEGAL],
)
def test_an_illegal_move_cites_the_clause_that_it_breaks(
    sketch: "Sketches", position: Position, illegal: Json, clause: str
) -> None:
    state = position(sketch)
    found = sketch.violations(state, **illegal)
    assert [violation.clause for violation in found[:1]] == [clause]
    kind = {name: value for name, value in illegal.items() if name != "kind"}
    assert sketch.move(state, illegal["kind"], **kind) not in legal_moves(state)


@pytest.mark.parametrize(
    ("position", "legal"),
    [row[1:] for row in LEGAL],
    ids=[f"{row[0]}-{row[2]['kind']}" for row in LEGAL],
)
def test_what_a_clause_allows_breaks_none(
    sketch: "Sketches", position: Position, legal: Json
) -> None:
    state = position(sketch)
    assert sketch.violations(state, **legal) == ()
    kind = {name: value for name, value in legal.items() if name != "kind"}
    assert sketch.move(state, legal["kind"], **kind) in legal_moves(state)


def test_a_seat_that_cannot_act_is_not_asked(sketch: "Sketches") -> None:
    state = sketch({"3,3": [1, 2]}, hand=(0, 3))
    assert state.turn.player == 2


# --- moves out of turn --------------------------------------------------------------------------

OWING = after(at({"2,0": [1]}, markers={1: "0,0 1,0"}), move("2,0", "2,1"), line(ROW))
TAKING = after(at({"6,6": [1], "7,0": [2]}, **REGION), region(BLK))
BLOCKED = at({"0,0": [1]}, collapsed=BOX)
DECIDING = after(at({"0,0": [1], "3,0": [2]}), move("0,0", "2,0"))

REST = [f"{x},{y}" for x in range(8) for y in range(8) if (x, y) not in {(0, 0), (1, 0), (7, 7)}]
NOWHERE = at(
    {"0,0": [1]}, markers={1: "1,0"}, hand=(1, 0),
    collapsed={1: " ".join(REST[::2]), 2: " ".join(REST[1::2])},
)  # fmt: skip
ONLY_CAPTURE = at({"0,0": [1], "1,0": [2]}, collapsed={2: "0,1 1,1"})


def over(sketches: "Sketches") -> GameState:
    state = sketches({"3,3": [2, 1]}, phase="movement")
    return sketches.play(state, **move("3,3", "3,5"))


@pytest.mark.parametrize(
    ("position", "illegal", "clause"),
    [
        (over, move("3,5", "3,7"), "R070.f"),
        (over, place("0,0"), "R070.f"),
        (OWING, line(ROW), "R122.b"),
        (OWING, skip("territory_processing"), "R122.b"),
        (OWING, move("2,1", "2,2"), "R122.b"),
        (OWING, eliminate("7,7"), "R122.c"),
        (OWING, eliminate("5,5"), "R122.c"),
        (OWING, eliminate("2,1", count=1), "R122.d"),
        (TAKING, skip("territory_processing"), "R145.e"),
        (TAKING, place("0,0"), "R145.e"),
        (TAKING, eliminate("7,0"), "R145.e"),
        (TAKING, eliminate("6,6", count=1), "R145.f"),
        (CHAIN, skip("capture"), "R103.a"),
        (CHAIN, move("2,0", "2,1"), "R103.a"),
        (CHAIN, capture("2,0", "4,0", "5,0"), "R103.a"),
        (BLOCKED, move("0,0", "0,1"), "R072.a"),
        (BLOCKED, skip("capture"), "R072.a"),
        (BLOCKED, eliminate("7,7"), "R100.b"),
        (BLOCKED, eliminate("0,0", count=1), "R100.c"),
        (DECIDING, move("2,0", "2,1"), "R070.a"),
        (DECIDING, eliminate("2,0"), "R070.a"),
        (DECIDING, onward("2,0", "3,0", "4,0"), "R070.a"),
        (at({"3,3": [1]}), skip("capture"), "R070.b"),
        (at({"3,3": [1]}), skip("placement"), "R080.a"),
        (after(at({"3,3": [1]}, hand=(1, 0)), place("0,0")), skip("placement"), "R070.a"),
        (after(at({"3,3": [1]}, hand=(1, 0)), skip("placement")), place("0,0"), "R070.a"),
        (NOWHERE, place("1,0"), "R081.a"),
        (NOWHERE, place("5,5"), "R031.b"),
        (NOWHERE, place("7,7"), "R082.d"),
        (ONLY_CAPTURE, eliminate("0,0"), "R072.c"),
        (LINES, region(BLK), "R144.a"),
        (LINES, skip("capture"), "R121.d"),
        (at({"3,3": [1]}), skip("territory_processing"), "R070.a"),
        (at({"3,3": [1]}, hand=(1, 0)), move("3,3", "3,4"), "R070.a"),
        (at({"3,3": [1]}, hand=(1, 0)), {"kind": "swap_sides"}, "R070.a"),
        (at({"0,0": [1]}), capture("0,0", "1,0", "2,0"), "R101.m"),
        (LINES, skip("territory_processing"), "R121.d"),
        (LINES, eliminate("4,4"), "R070.a"),
        (LINES, line(["0,7", "1,7", "2,7", "3,7"]), "R122.e"),
        (LINES, line(["0,7", "1,7", "2,7"]), "R120.e"),
        (LINES, line(["0,7", "1,7", "0,5"]), "R120.b"),
        (LINES, line(["0,0", "1,0", "7,7"]), "R120.a"),
        (LINES, line(["3,3", "4,3", "5,3"]), "R120.a"),
        (LINES, line(["0,7", "1,7", "3,7"]), "R120.c"),
        (LINES, line(["0,0", "1,0", "2,0", "5,0"]), "R120.c"),
        (LINES, line(["0,5", "2,5"]), "R121.f"),
        (LINES, reward(["0,7", "1,7", "2,7", "3,7"], ["0,7", "1,7", "3,7"]), "R122.g"),
        (LINES, reward(["0,7", "1,7", "2,7", "3,7"], ["0,7", "1,7"]), "R122.g"),
        (UNPAYABLE, line(["0,4", "1,4", "2,4"]), "R121.e"),
        (at({"6,6": [1], "7,0": [2]}, **REGION), region(BLK[:3]), "R040.a"),
        (at({"6,6": [1], "7,0": [2]}, **REGION), region([*BLK, "2,1"]), "R040.a"),
        (at({"6,6": [1], "7,0": [2]}, **REGION), region(["2,1"]), "R141.h"),
        (at({"6,6": [1], "7,0": [2]}, **TWO), region(["0,0"]), "R141.e"),
        (at({"6,6": [1], "1,0": [2], "0,1": [2]}, **REGION), region(["0,0"]), "R141.g"),
    ],
)
def test_a_move_that_is_not_due_says_what_is(
    sketch: "Sketches", position: Position, illegal: Json, clause: str
) -> None:
    found = sketch.violations(position(sketch), **illegal)
    assert [violation.clause for violation in found[:1]] == [clause]


@pytest.mark.parametrize(
    ("rules", "stacks", "sketch_", "illegal", "clause"),
    [
        ({"landing_relative_to_markers": "beyond_all"}, {"0,0": [1]}, {"markers": {2: "2,0"}},
         move("0,0", "1,0"), "R092.g"),
        ({"suicide_landing": "forbidden"}, {"0,0": [1]}, {"markers": {1: "2,0"}},
         move("0,0", "2,0"), "R092.g"),
        ({"capture_own": "forbidden"}, {"0,0": [1], "1,0": [1]}, {}, capture("0,0", "1,0", "2,0"),
         "R101.b"),
        ({"capture_land_own_marker": "illegal"}, {"0,0": [1], "1,0": [2]}, {"markers": {1: "2,0"}},
         capture("0,0", "1,0", "2,0"), "R101.i"),
        ({"capture_start": "mandatory"}, {"0,0": [1], "3,0": [2]}, {}, move("0,0", "0,1"),
         "R070.c"),
        ({"first_placement_options": "single_on_empty"}, {"3,3": [2]}, {"hand": (3, 0)},
         place("3,3"), "R082.a"),
        ({"first_placement_options": "single_on_empty"}, {"3,3": [2]}, {"hand": (3, 0)},
         place("0,0", 2), "R081.b"),
        ({"max_rings_per_placement": 1}, {"3,3": [2]}, {"hand": (3, 0)}, place("0,0", 2),
         "R081.b"),
        ({"region_processing": "mandatory"}, {"6,6": [1], "7,0": [2]}, REGION,
         skip("territory_processing"), "R144.c"),
        ({"region_claimant": "creator_only"}, {"5,7": [1], "6,6": [1], "7,0": [2]},
         {**REGION, "made": ["7,6"]}, region(BLK), "R144.f"),
        ({"line_origin": "this_turn"}, {"4,4": [1], "7,7": [2]},
         {"markers": {1: "0,0 1,0 2,0 0,7 1,7 2,7"}, "made": ["0,7"], "phase": "line_processing"},
         line(ROW), "R121.g"),
        ({"lines_processed": "all_for_mover"}, {"4,4": [1], "7,7": [2]},
         {"markers": {1: "0,0 1,0 2,0", 2: "0,5 1,5"}, "phase": "line_processing"},
         line(["0,5", "1,5"]), "R120.f"),
        ({"fe_choice": "automatic"}, {"0,0": [1], "3,3": [1] * 5, "7,7": [2]}, {"collapsed": BOX},
         eliminate("3,3"), "R100.b"),
    ],
)  # fmt: skip
def test_a_move_that_only_some_editions_refuse_cites_the_clause_they_read_otherwise(
    sketch: "Sketches",
    rules: dict[str, Any],
    stacks: dict[str, list[int]],
    sketch_: dict[str, Any],
    illegal: Json,
    clause: str,
) -> None:
    shown = {**stacks} if any(2 in rings for rings in stacks.values()) else {**stacks, "7,7": [2]}
    found = sketch.violations(sketch(shown, rules, **sketch_), **illegal)
    assert [violation.clause for violation in found[:1]] == [clause]


def test_a_first_placement_on_a_marker_is_refused_where_it_must_be_on_an_empty_cell(
    sketch: "Sketches",
) -> None:
    rules = {"place_on_marker": "removes_marker", "first_placement_options": "single_on_empty"}
    state = sketch({"7,7": [2]}, rules, markers={2: "3,3"}, hand=(3, 0))
    assert sketch.move(state, "place_ring", at="3,3", count=1) not in legal_moves(state)
    assert [one.clause for one in sketch.violations(state, **place("3,3"))] == ["R081.a"]


def test_all_that_is_wrong_with_a_move_is_told(sketch: "Sketches") -> None:
    state = sketch(
        {"0,0": [1] * 5, "2,0": [1], "7,7": [2]}, markers={2: "4,0"}, collapsed={1: "1,0"}
    )
    found = sketch.violations(state, **move("0,0", "4,0"))
    assert [one.clause for one in found] == ["R091.b", "R091.d", "R091.e", "R091.j"]


# --- agreement with the list --------------------------------------------------------------------


def some_cells(state: GameState, rng: random.Random) -> Iterator[Cells]:
    """Sets of cells that may be lines or regions, and some that are neither."""
    board = state.variant.geometry
    for own in (*state.markers[1:], *state.collapsed[1:]):
        if own:
            yield own
            yield from board.components(own)
    for barrier in (0, *state.markers[1:]):
        yield from board.components(board.cells & ~state.walled & ~barrier)
    cells = [*each(board.cells)]
    for _ in range(4):
        start, step = rng.choice(cells), rng.choice(board.axes)
        run = [start + n * step for n in range(rng.randint(1, 5))]
        yield sum(1 << cell for cell in run if board.cells >> cell & 1) or 1 << start
    for legal in legal_moves(state):
        if isinstance(legal, ProcessLine | ProcessRegion):
            yield legal.cells
            yield legal.cells | 1 << rng.choice(cells)
        elif isinstance(legal, ChooseLineReward):
            yield legal.cells
            yield legal.collapse


def candidates(state: GameState, rng: random.Random) -> Iterator[Move]:
    """Every kind of move: over all cells where it has one, and over some where it has more."""
    yield from (SkipPlacement(), SkipCapture(), SkipTerritory(), SwapSides())
    cells = [*each(state.variant.geometry.cells)]
    for cell in cells:
        yield from (PlaceRing(cell, count) for count in range(5))
        yield from (EliminateRings(cell, count) for count in (None, 1, 2))
    sources = [*state.stacks, *rng.sample(cells, 2)]
    for source, to in product(sources, cells):
        yield MoveStack(source, to)
    for source in sources:
        for target in (*rng.sample([*state.stacks], min(3, len(state.stacks))), rng.choice(cells)):
            for to in rng.sample(cells, 12):
                yield OvertakingCapture(source, target, to)
                yield ContinueCaptureSegment(source, target, to)
    sets = [*some_cells(state, rng)]
    for some in sets:
        yield ProcessLine(some)
        yield ProcessRegion(some)
        yield ChooseLineReward(some, rng.choice(sets))
        yield ChooseLineReward(some, some)
    for legal in legal_moves(state):
        yield legal
        if isinstance(legal, OvertakingCapture):
            yield ContinueCaptureSegment(legal.source, legal.target, legal.to)
        elif isinstance(legal, ContinueCaptureSegment):
            yield OvertakingCapture(legal.source, legal.target, legal.to)


def check_agreement(state: GameState, moves: Iterator[Move]) -> None:
    legal = set(legal_moves(state))
    assert len(legal) == len(legal_moves(state))
    for candidate in moves:
        found = violations(state, candidate)
        assert (candidate in legal) is (found == ()), (state_to_json(state), candidate, found)
        assert {one.clause for one in found} <= set(load_catalogue().clauses)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [2, 3])
def test_a_move_breaks_no_clause_exactly_if_it_is_listed(
    played: "Played", players: int, seed: int
) -> None:
    rng = random.Random(seed)
    states = played(players=players, seed=100 + seed)
    for state in [*rng.sample(states, 8), states[-1]]:
        check_agreement(state, candidates(state, rng))


@pytest.mark.parametrize("name", [*load_editions(), "everything"])
def test_a_move_breaks_no_clause_exactly_if_it_is_listed_in_any_edition(
    played: "Played", name: str
) -> None:
    rng = random.Random(name)
    states = played(name, seed=7)
    for state in rng.sample(states, 8):
        check_agreement(state, candidates(state, rng))


def one_parameter_away() -> Iterator[Any]:
    """Every reading that differs from the canon in one parameter."""
    schema = json.loads((schemas_dir() / "edition.schema.json").read_text(encoding="utf-8"))
    canon = load_parameters()[CANON]
    for name, rule in schema["properties"]["parameters"]["properties"].items():
        for value in rule.get("enum", ()):
            if value != canon[name]:
                yield pytest.param(name, value, id=f"{name}={value}")


@pytest.mark.parametrize(("name", "value"), [*one_parameter_away()])
def test_a_move_breaks_no_clause_exactly_if_it_is_listed_in_any_reading(
    sketch: "Sketches", played: "Played", name: str, value: Any
) -> None:
    rng = random.Random(name)
    states = played(sketch.edition(**{name: value}), players=3, seed=11, moves=120)
    for state in rng.sample(states, 3):
        check_agreement(state, candidates(state, rng))


def test_each_phase_lists_what_breaks_no_clause(played: "Played") -> None:
    rng = random.Random(1)
    met: dict[tuple[str, str | None], GameState] = {}
    for seed in range(30):
        for state in played(seed=seed):
            met.setdefault((state.turn.phase, state.turn.owes), state)
    assert {phase for phase, _owes in met} == {
        "ring_placement", "movement", "capture", "chain_capture", "line_processing",
        "territory_processing", "forced_elimination", "game_over",
    }  # fmt: skip
    assert {owes for _phase, owes in met} == {None, "line", "region"}
    for state in met.values():
        check_agreement(state, candidates(state, rng))


def test_every_step_from_every_cell_is_judged_like_the_list(sketch: "Sketches") -> None:
    state = sketch(
        {"0,0": [1], "2,2": [1, 1], "5,5": [2, 1], "1,4": [2], "6,2": [2, 2], "3,3": [1, 2]},
        markers={1: "0,3 4,4", 2: "2,5 7,2"},
        collapsed={1: "4,0", 2: "2,7 6,6"},
    )
    cells = [*each(state.variant.geometry.cells)]
    check_agreement(state, (MoveStack(*pair) for pair in product(cells, repeat=2)))
    mine = [*each(state.control[1])]
    check_agreement(state, (OvertakingCapture(*three) for three in product(mine, cells, cells)))


# --- an illegal move changes nothing ------------------------------------------------------------


def test_an_illegal_move_is_raised_with_its_violations(sketch: "Sketches") -> None:
    state = sketch({"0,0": [1] * 3, "7,7": [2]})
    illegal = sketch.move(state, **move("0,0", "2,0"))
    with pytest.raises(IllegalMove) as caught:
        play(state, illegal)
    assert caught.value.move == illegal
    assert caught.value.violations == violations(state, illegal)
    assert str(caught.value).endswith("a stack of 3 moves at least 3 steps (R091.b)")


def test_an_illegal_move_leaves_the_state_as_it_was(played: "Played") -> None:
    rng = random.Random(9)
    for state in rng.sample(played(seed=9), 8):
        before, stacks = canonical(state_to_json(state)), dict(state.stacks)
        legal = set(legal_moves(state))
        illegal = [one for one in candidates(state, rng) if one not in legal]
        for one in rng.sample(illegal, 40):
            with pytest.raises(IllegalMove):
                play(state, one)
        assert canonical(state_to_json(state)) == before
        assert state.stacks == stacks
        assert set(legal_moves(state)) == legal


def test_a_legal_move_leaves_the_state_it_was_played_in_as_it_was(played: "Played") -> None:
    for state in played(seed=10):
        before = canonical(state_to_json(state))
        for legal in legal_moves(state)[:3]:
            assert play(state, legal).state != state
        assert canonical(state_to_json(state)) == before


def test_a_game_that_is_over_refuses_every_move(sketch: "Sketches") -> None:
    state = over(sketch)
    assert state.is_over
    assert state.variant.edition.name == CANON
    for candidate in candidates(state, random.Random(0)):
        with pytest.raises(IllegalMove):
            play(state, candidate)
