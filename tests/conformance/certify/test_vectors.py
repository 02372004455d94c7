import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.catalogue import load_catalogue
from conformance.certify.checks import Mismatch, compare_state
from conformance.certify.lint import lint
from conformance.certify.vectors import words
from conformance.certify.vectors.compare import compare, counts, write_scenarios
from conformance.certify.vectors.convert import Names
from conformance.certify.vectors.model import (
    Agrees,
    Broken,
    Disagrees,
    Finding,
    Impossible,
    Malformed,
    NotUnderstood,
    RingOrder,
    Vector,
)
from conformance.certify.vectors.read import MAX_BYTES, NoVectorsError, read_bundles
from conformance.documents import parse_document
from conformance.errors import UserError
from conformance.scenarios.model import Expect
from conformance.scenarios.moves import FIELDS
from tests.conformance.written import ROOT, case, text_of, write

VECTORS = ROOT / "tests" / "data" / "vectors"
BOTTOM_TOP, TOP_BOTTOM = RingOrder

SOUND: dict[str, Any] = {
    "id": "sound",
    "category": "movement",
    "description": "A stack of one ring moves two steps.",
    "input": {
        "state": {
            "board": {
                "type": "square8",
                "size": 8,
                "stacks": {"0,0": {"rings": [1]}, "7,7": {"rings": [2]}},
                "markers": {},
                "collapsedSpaces": {},
                "eliminatedRings": {},
            },
            "players": [
                {"playerNumber": 1, "ringsInHand": 17, "eliminatedRings": 0, "territorySpaces": 0},
                {"playerNumber": 2, "ringsInHand": 17, "eliminatedRings": 0, "territorySpaces": 0},
            ],
            "currentPlayer": 1,
            "currentPhase": "movement",
        },
        "move": {"type": "move_stack", "player": 1, "from": "0,0", "to": "2,0"},
    },
    "expectedOutput": {"status": "complete", "assertions": {"currentPlayer": 2}},
}
STATE, BOARD, MOVE = "input.state", "input.state.board", "input.move"
EXPECTED, ASSERTIONS = "expectedOutput", "expectedOutput.assertions"
ABSENT = object()


def changed(changes: dict[str, Any]) -> dict[str, Any]:
    """The sound vector with values at these paths instead or besides; ABSENT leaves one out."""
    vector = deepcopy(SOUND)
    for path, value in changes.items():
        *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        table: Any = vector
        for part in parents:
            table = table[part]
        if value is ABSENT:
            del table[last]
        else:
            table[last] = value
    return vector


def bundle(folder: Path, *vectors: Any, name: str = "sample", version: Any = "1") -> Path:
    """A folder with one bundle of these vectors."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"version": version, "vectors": vectors})
    (folder / f"{name}.json").write_text(text, encoding="utf-8")
    return folder


def found(path: Path, order: RingOrder = BOTTOM_TOP) -> list[Finding]:
    return [*compare(read_bundles(path), order)]


def finding(folder: Path, changes: dict[str, Any], order: RingOrder = BOTTOM_TOP) -> Finding:
    """What is found of the sound vector, changed."""
    (only,) = found(bundle(folder, changed(changes)), order)
    return only


def faults(folder: Path, changes: dict[str, Any]) -> list[str]:
    outcome = finding(folder, changes).outcome
    assert isinstance(outcome, Impossible)
    return [*outcome.faults]


def reasons(folder: Path, changes: dict[str, Any]) -> list[str]:
    outcome = finding(folder, changes).outcome
    assert isinstance(outcome, NotUnderstood)
    return [*outcome.reasons]


def flaws(folder: Path, changes: dict[str, Any]) -> list[str]:
    outcome = finding(folder, changes).outcome
    assert isinstance(outcome, Malformed)
    return [*outcome.faults]


def scenario(one: Finding) -> dict[str, Any]:
    """The data of the scenario that a vector became."""
    assert one.text is not None
    data = parse_document(one.text, Path("sample.yaml")).data
    assert isinstance(data, dict)
    return data


def broken(folder: Path, content: bytes) -> list[str]:
    """Why a file is no bundle."""
    (folder / "sample.json").write_bytes(content)
    (only,) = read_bundles(folder)
    assert isinstance(only, Broken)
    assert (only.bundle, only.id) == ("sample.json", "")
    return [*only.faults]


# The samples


@pytest.mark.parametrize(
    ("folder", "kinds"),
    [
        ("agreeing", [Agrees] * 7),
        ("disagreeing", [Disagrees] * 3),
        ("impossible", [Impossible] * 2),
        ("strange", [NotUnderstood] * 2),
        ("malformed", [Malformed, Malformed, Malformed, Malformed, Agrees]),
    ],
)
def test_the_samples_are_what_their_folder_says(folder: str, kinds: list[type]) -> None:
    assert [type(one.outcome) for one in found(VECTORS / folder)] == kinds


def test_outcomes_are_counted() -> None:
    assert counts(found(VECTORS)) == {
        "agrees": 8,
        "disagrees": 3,
        "impossible position": 2,
        "not understood": 2,
        "malformed": 4,
    }


def test_a_disagreement_has_its_clause_and_both_values() -> None:
    line, short, own = (one.outcome for one in found(VECTORS / "disagreeing"))
    assert line == Disagrees(
        "R092.a",
        (
            {"what": "turn.player", "expected": 2, "got": 1},
            {"what": "turn.phase", "expected": "ring_placement", "got": "line_processing"},
        ),
    )
    assert isinstance(short, Disagrees)
    assert short.clause == "R091.b"  # the clause by which the canon refuses the move
    assert short.mismatches[0]["got"].startswith("refused: ")
    assert isinstance(own, Disagrees)
    assert (own.clause, own.mismatches[0]["got"]) == ("R102.c", "played")


def test_every_fault_of_an_impossible_position_is_told() -> None:
    lost, many = (one.outcome for one in found(VECTORS / "impossible"))
    assert isinstance(lost, Impossible)
    assert isinstance(many, Impossible)
    assert [fault[-7:-1] for fault in lost.faults] == ["R052.b"]
    clauses = {fault[-7:-1] for fault in many.faults}
    assert clauses == {"R001.a", "R051.a", "R041.a", "R002.a", "R021.b", "R021.c"}


def test_everything_that_is_not_understood_is_told() -> None:
    first, second = (one.outcome for one in found(VECTORS / "strange"))
    assert isinstance(first, NotUnderstood)
    assert [reason.partition(":")[0] for reason in first.reasons] == [
        "input.state.board.type",
        "input.state.currentPhase",
        "input.move.type",
        "expectedOutput.status",
        "expectedOutput.assertions.currentPhase",
        "expectedOutput.assertions.gameStatus",
    ]
    assert isinstance(second, NotUnderstood)
    assert [reason.partition(":")[0] for reason in second.reasons] == ["input.move.player"]


def test_every_fault_of_form_has_its_path_in_the_bundle() -> None:
    cut, kinds, empty, text, _ = (one.outcome for one in found(VECTORS / "malformed"))
    assert cut == Malformed(("3:1: not JSON: Expecting ',' delimiter",))
    assert isinstance(kinds, Malformed)
    assert len(kinds.faults) == 12
    assert all(fault.startswith("vectors[0].") for fault in kinds.faults)
    assert empty == Malformed(
        (
            "vectors[1].input: missing (expected an object)",
            "vectors[1].expectedOutput: missing (expected an object)",
        )
    )
    assert text == Malformed(('vectors[2]: "form.text" (expected an object)',))


# Reading


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "1:1: not JSON: Expecting value"),
        (b"[]", "[] (expected an object)"),
        (b'{"version": NaN}', "not JSON: NaN is no number"),
        (b'{"version": 1' + b"0" * 5000 + b"}", "not JSON: Exceeds the limit"),
        (b"\xff{}", "a byte or a character that is not Unicode (expected UTF-8)"),
        (b'{"version": "\\ud800"}', "a byte or a character that is not Unicode (expected UTF-8)"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"version": "1"}', "vectors: missing (expected a list)"),
        (b'{"version": [], "vectors": []}', "version: [] (expected the version of the bundle)"),
        (
            b'{"version": "1", "version": "2", "vectors": []}',
            "version: the key stands there twice (expected it once)",
        ),
    ],
)
def test_what_is_no_bundle_is_refused(tmp_path: Path, content: bytes, fault: str) -> None:
    (only,) = broken(tmp_path, content)
    assert only.startswith(fault)


def test_a_bundle_that_is_too_long_is_refused(tmp_path: Path) -> None:
    (only,) = broken(tmp_path, b" " * (MAX_BYTES + 1))
    assert only == f"too long (expected at most {MAX_BYTES} bytes)"


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    text = json.dumps({"version": "1", "vectors": [SOUND]})
    (tmp_path / "sample.json").write_text(text, encoding="utf-8-sig")
    assert [type(one.outcome) for one in found(tmp_path)] == [Agrees]


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_path_without_bundles_is_a_fault_of_the_user(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoVectorsError, match=f"no bundles at .*{name}: expected a .json file"):
        found(tmp_path / name)


def test_bundles_are_found_in_folders_in_order_and_links_are_not_followed(tmp_path: Path) -> None:
    bundle(tmp_path / "b", SOUND)
    bundle(tmp_path, SOUND, name="a")
    (tmp_path / "link.json").symlink_to(tmp_path / "a.json")
    (tmp_path / "c.txt").write_text("{}")
    assert [one.bundle for one in read_bundles(tmp_path)] == ["a.json", "b/sample.json"]
    assert [one.bundle for one in read_bundles(tmp_path / "a.json")] == ["a.json"]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"id": ABSENT}, "vectors[0].id: missing (expected the name of the vector)"),
        ({"id": " "}, 'vectors[0].id: " " (expected the name of the vector)'),
        ({"input": {}}, "vectors[0].input.state: missing (expected an object)"),
        ({MOVE: None}, "vectors[0].input.move: missing (expected an object)"),
        ({MOVE: {}}, "vectors[0].input.move.type: missing (expected the type of the move)"),
        ({f"{STATE}.board": ABSENT}, "vectors[0].input.state.board: missing (expected an object)"),
        ({f"{STATE}.players": {}}, "vectors[0].input.state.players: {} (expected a list)"),
        (
            {f"{STATE}.currentPlayer": ABSENT},
            "vectors[0].input.state.currentPlayer: missing (expected the number of a player)",
        ),
        ({f"{BOARD}.stacks": []}, "vectors[0].input.state.board.stacks: [] (expected an object)"),
        (
            {f"{BOARD}.stacks": {"0,0": {"rings": [1, "2"]}}},
            'vectors[0].input.state.board.stacks.0,0.rings[1]: "2" (expected the number',
        ),
        (
            {f"{BOARD}.markers": {"1,1": {"player": 1, "owner": 2}}},
            "vectors[0].input.state.board.markers.1,1: ",
        ),
        (
            {f"{BOARD}.eliminatedRings": {"red": 1}},
            "vectors[0].input.state.board.eliminatedRings.red: names no player",
        ),
        ({f"{MOVE}.to": {"x": 1.0, "y": 2}}, "vectors[0].input.move.to: "),
        ({f"{MOVE}.cells": "0,0"}, 'vectors[0].input.move.cells: "0,0" (expected a list)'),
        (
            {f"{ASSERTIONS}.stackCount": 10**6},
            "vectors[0].expectedOutput.assertions.stackCount: 1000000",
        ),
        ({f"{EXPECTED}.status": 5}, "vectors[0].expectedOutput.status: 5 (expected a word)"),
    ],
)
def test_a_fault_of_form_is_named(tmp_path: Path, changes: dict[str, Any], fault: str) -> None:
    assert flaws(tmp_path, changes)[0].startswith(fault)


def test_a_key_that_stands_twice_is_named_by_its_path(tmp_path: Path) -> None:
    text = json.dumps({"version": "1", "vectors": [SOUND]})
    twice = text.replace('"7,7": ', '"0,0": {"rings": [1]}, "7,7": ')
    (tmp_path / "sample.json").write_text(twice)
    (only,) = found(tmp_path)
    where = "vectors[0].input.state.board.stacks.0,0"
    assert only.outcome == Malformed((f"{where}: the key stands there twice (expected it once)",))


def test_an_id_belongs_to_one_vector_of_a_bundle(tmp_path: Path) -> None:
    first, second = found(bundle(tmp_path, SOUND, SOUND))
    assert first.outcome == Agrees()
    assert second.outcome == Malformed(
        ("vectors[1].id: the id of vectors[0] too (expected its own)",)
    )


def test_vectors_below_a_faulty_version_are_still_read(tmp_path: Path) -> None:
    first, second = found(bundle(tmp_path, SOUND, version=None))
    assert first.outcome == Malformed(("version: missing (expected the version of the bundle)",))
    assert second.outcome == Agrees()


def test_fields_that_are_not_read_are_listed(tmp_path: Path) -> None:
    changes = {
        f"{STATE}.history": [],
        f"{BOARD}.stacks": {
            "0,0": {"rings": [1], "cap": 1},
            "7,7": {"rings": [2], "cap": 1},
        },
        f"{BOARD}.markers": {"5,0": {"player": 1, "age": 3}},
        f"{STATE}.players.0.name": "anna",
        f"{MOVE}.thinkTime": 5,
    }
    assert finding(tmp_path, changes).unread == (
        "state.history",
        "state.board.stacks.*.cap",
        "state.board.markers.*.age",
        "state.players.*.name",
        "move.thinkTime",
    )


def test_nothing_that_a_terminal_obeys_gets_through(tmp_path: Path) -> None:
    one = finding(tmp_path, {"id": "a\x1b[2Jb", "description": "Two\nlines\tand a bell\x07."})
    assert one.vector == "a [2Jb"
    assert scenario(one)["title"] == "Two lines and a bell ."


@settings(max_examples=60)
@given(
    path=st.sampled_from(
        [
            *("id", "input", STATE, MOVE, BOARD, EXPECTED, ASSERTIONS, f"{MOVE}.to"),
            *(f"{STATE}.{name}" for name in ("players", "players.0", "currentPhase")),
            *(f"{BOARD}.{name}" for name in ("stacks", "markers", "eliminatedRings")),
        ]
    ),
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
        max_leaves=4,
    ),
)
def test_whatever_stands_there_has_an_outcome(
    tmp_path_factory: pytest.TempPathFactory, path: str, value: Any
) -> None:
    folder = tmp_path_factory.mktemp("any")
    assert finding(folder, {path: value}).bundle == "sample.json"


# Positions


def test_the_order_of_rings_is_a_parameter(tmp_path: Path) -> None:
    changes: dict[str, Any] = {
        f"{BOARD}.stacks": {"0,0": {"rings": [2, 1]}, "7,7": {"rings": [2]}, "4,7": {"rings": [1]}},
        f"{STATE}.players.0.ringsInHand": 16,
        f"{STATE}.players.1.ringsInHand": 16,
    }
    up, down = (finding(tmp_path, changes, order) for order in (BOTTOM_TOP, TOP_BOTTOM))
    assert up.outcome == Agrees()
    assert scenario(up)["given"]["stacks"]["0,0"] == [2, 1]
    assert isinstance(down.outcome, Disagrees)
    assert down.outcome.clause == "R090.a"
    assert scenario(down)["given"]["stacks"]["0,0"] == [1, 2]
    assert scenario(down)["provenance"]["ring_order"] == "top-bottom"


@pytest.mark.parametrize("owner", [2, {"player": 2}, {"owner": 2}, {"player": 2, "owner": 2}])
def test_an_owner_is_a_number_or_stands_in_an_object(tmp_path: Path, owner: Any) -> None:
    one = finding(tmp_path, {f"{BOARD}.markers": {"5,0": owner}})
    assert scenario(one)["given"]["markers"] == {"2": ["5,0"]}


def test_hands_that_are_missing_are_filled_and_noted(tmp_path: Path) -> None:
    one = finding(tmp_path, {f"{STATE}.players": [{"playerNumber": 1}, {"playerNumber": 2}]})
    assert one.outcome == Agrees()
    assert scenario(one)["given"]["hand"] == {"1": 17, "2": 17}
    assert one.notes == (
        "eliminated rings of player 1 not given: taken as 0",
        "eliminated rings of player 2 not given: taken as 0",
        "rings in hand of player 1 not given: taken as 17",
        "rings in hand of player 2 not given: taken as 17",
    )
    assert "Rings in hand of player 2 not given: taken as 17." in scenario(one)["notes"]


def test_a_single_hand_that_is_missing_is_what_is_left(tmp_path: Path) -> None:
    changes = {f"{STATE}.players.0.eliminatedRings": 3, f"{STATE}.players.1.ringsInHand": ABSENT}
    one = finding(tmp_path, changes)
    assert scenario(one)["given"]["hand"] == {"1": 17, "2": 14}


def test_eliminated_rings_that_are_missing_are_shared(tmp_path: Path) -> None:
    changes = {
        f"{STATE}.players.0": {"playerNumber": 1, "ringsInHand": 14},
        f"{STATE}.players.1": {"playerNumber": 2, "ringsInHand": 17},
    }
    one = finding(tmp_path, changes)
    assert scenario(one)["given"]["eliminated"] == {"1": 2, "2": 1}


def test_the_board_may_tell_the_eliminated_rings(tmp_path: Path) -> None:
    changes = {
        f"{BOARD}.eliminatedRings": {"1": 0, "2": 0},
        f"{STATE}.players.0": {"playerNumber": 1, "ringsInHand": 17},
        f"{STATE}.players.1": {"playerNumber": 2, "ringsInHand": 17},
    }
    assert finding(tmp_path, changes).notes == ()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({f"{STATE}.players.0.ringsInHand": 16}, "rings: 35 in all"),
        ({f"{STATE}.players.0.ringsInHand": 18}, "player 1: more rings of the colour than exist"),
        ({f"{STATE}.players.1.playerNumber": 1}, "players: 1, 1: expected every number"),
        ({f"{STATE}.players": []}, "players: 0: expected 2 to 4"),
        ({f"{STATE}.currentPlayer": 3, f"{MOVE}.player": 3}, "turn.player: player 3"),
        ({f"{BOARD}.size": 19}, "board.size: 19: expected 8 (R001.a)"),
        ({f"{BOARD}.markers": {"x": 1}}, "markers.x: not a cell"),
        ({f"{BOARD}.markers": {"1,1": 3}}, "markers.1,1: owned by player 3"),
        ({f"{BOARD}.eliminatedRings": {"1": 1}}, "eliminatedRings of player 1: 0 by players, 1 by"),
        ({f"{BOARD}.eliminatedRings": {"3": 1}}, "board.eliminatedRings: player 3 is not"),
        ({f"{STATE}.players.0.territorySpaces": 1}, "territorySpaces of player 1: 1: expected 0"),
        ({f"{STATE}.currentPhase": "capture", f"{MOVE}.from": "3,3"}, "turn.from: no stack"),
    ],
)
def test_a_position_that_cannot_exist_is_listed(
    tmp_path: Path, changes: dict[str, Any], fault: str
) -> None:
    told = faults(tmp_path, changes)
    assert any(one.startswith(fault) for one in told), told


@pytest.mark.parametrize(("size", "is_right"), [(11, True), (21, True), (8, False)])
def test_the_size_of_a_hexagon_is_its_side_or_its_width(
    tmp_path: Path, size: int, is_right: bool
) -> None:
    changes: dict[str, Any] = {
        BOARD: {"type": "hexagonal", "size": size},
        f"{STATE}.players": [{"playerNumber": 1}, {"playerNumber": 2}],
        f"{STATE}.currentPhase": "ring_placement",
        MOVE: {"type": "place_ring", "to": {"x": 1, "y": 2, "z": -3}},
        ASSERTIONS: {"stackCount": 1},
    }
    assert isinstance(finding(tmp_path, changes).outcome, Agrees if is_right else Impossible)


def test_a_choice_that_the_canon_has_elsewhere_is_noted(tmp_path: Path) -> None:
    changes: dict[str, Any] = {
        f"{BOARD}.stacks": {"0,0": {"rings": [1, 2]}},
        f"{STATE}.players.1.ringsInHand": 17,
    }
    one = finding(tmp_path, changes)
    assert isinstance(one.outcome, Disagrees)
    assert one.notes == (
        "by the canon nothing can be chosen in this phase: the next choice is of player 1 in"
        " ring_placement",
    )


# Moves and expectations


def test_a_stack_in_a_chain_is_taken_from_the_move(tmp_path: Path) -> None:
    changes: dict[str, Any] = {
        f"{BOARD}.stacks": {
            c: {"rings": r} for c, r in (("0,0", [1, 1]), ("1,0", [2]), ("7,7", [2]))
        },
        f"{STATE}.currentPhase": "chain_capture",
        f"{STATE}.players.0.ringsInHand": 16,
        f"{STATE}.players.1.ringsInHand": 16,
        MOVE: {"type": "continue_capture_segment", "from": "0,0", "captureTarget": "1,0"}
        | {"to": "2,0"},
        ASSERTIONS: {"stackCount": 2, "sInvariantDelta": 1, "gameStatus": "active"},
    }
    one = finding(tmp_path, changes)
    assert one.outcome == Agrees()
    assert one.notes == ("the stack in chain_capture is taken from the move: 0,0",)
    assert scenario(one)["given"]["turn"]["from"] == "0,0"
    assert scenario(one)["clauses"] == ["R103.a"]


def test_a_ring_on_a_stack_is_about_another_clause(tmp_path: Path) -> None:
    changes: dict[str, Any] = {
        f"{STATE}.currentPhase": "ring_placement",
        MOVE: {"type": "place_ring", "to": "7,7", "placementCount": 1},
        ASSERTIONS: {"currentPlayer": 1, "currentPhase": "movement", "stackCount": 2},
    }
    one = finding(tmp_path, changes)
    assert (one.outcome, scenario(one)["clauses"]) == (Agrees(), ["R082.c"])


def test_a_move_without_fields_is_understood(tmp_path: Path) -> None:
    changes: dict[str, Any] = {
        f"{STATE}.currentPhase": "ring_placement",
        MOVE: {"type": "skip_placement", "player": 1},
        ASSERTIONS: {"currentPlayer": 1, "currentPhase": "movement"},
    }
    assert finding(tmp_path, changes).outcome == Agrees()


def test_sides_cannot_be_swapped_in_the_canon(tmp_path: Path) -> None:
    outcome = finding(tmp_path, {MOVE: {"type": "swap_sides"}}).outcome
    assert isinstance(outcome, Disagrees)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({f"{MOVE}.to": ABSENT}, "input.move.to: missing, and move_stack needs it"),
        ({f"{MOVE}.to": "8,0"}, "input.move.to: 8,0 is not a cell of square8"),
        ({f"{MOVE}.type": "process_line"}, "input.move.cells: missing"),
        ({f"{STATE}.currentPhase": "game_over"}, "input.state.currentPhase: the game is over"),
        (
            {f"{STATE}.currentPhase": "capture", MOVE: {"type": "skip_capture"}},
            "input.move.from: missing, and it alone can tell the stack in capture",
        ),
        (
            {f"{MOVE}.type": "eliminate_rings_from_stack"},
            "input.move.to: expected the one stack that loses its cap",
        ),
        (
            {EXPECTED: {"assertions": {"shine": 5}}},
            "expectedOutput: nothing that can be compared",
        ),
        (
            {f"{ASSERTIONS}.currentPlayer": 3},
            "no scenario can say it: steps[1].expect.turn.player: player 3 of 2",
        ),
    ],
)
def test_what_cannot_be_said_is_not_understood(
    tmp_path: Path, changes: dict[str, Any], reason: str
) -> None:
    assert reasons(tmp_path, changes)[0].startswith(reason)


def test_an_assertion_that_is_not_known_is_noted(tmp_path: Path) -> None:
    one = finding(tmp_path, {f"{ASSERTIONS}.shine": 5})
    assert (one.outcome, one.notes) == (
        Agrees(),
        ("the assertion shine is not known, so not compared",),
    )


def test_a_game_that_should_be_over_is_expected_to_be(tmp_path: Path) -> None:
    wanted = {"gameStatus": "completed", "currentPhase": "movement"}
    one = finding(tmp_path, {ASSERTIONS: wanted})
    assert isinstance(one.outcome, Disagrees)
    assert [row["expected"] for row in one.outcome.mismatches] == ["game_over"]
    (note,) = one.notes
    assert note == "the phase of a game that is over is game_over: currentPhase is not compared"


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("currentPlayer", 1, "turn.player"),
        ("currentPhase", "capture", "turn.phase"),
        ("stackCount", 3, "number of stacks"),
        ("markerCount", 0, "number of markers"),
        ("collapsedCount", 1, "number of collapsed"),
        ("sInvariantDelta", -1, "gain of S"),
    ],
)
def test_every_assertion_can_disagree(tmp_path: Path, name: str, value: Any, what: str) -> None:
    outcome = finding(tmp_path, {ASSERTIONS: {name: value}}).outcome
    assert isinstance(outcome, Disagrees)
    assert [row["what"] for row in outcome.mismatches] == [what]


def test_every_move_of_the_protocol_has_a_clause_of_the_catalogue() -> None:
    assert set(words.MOVES.values()) == set(FIELDS) == set(words.CLAUSES)
    assert set(words.CLAUSES.values()) <= set(load_catalogue().clauses)


# Scenarios


def test_a_scenario_tells_where_it_comes_from(tmp_path: Path) -> None:
    data = scenario(finding(tmp_path, {}))
    assert data["status"] == "draft"
    assert data["provenance"] == {
        "bundle": "sample.json",
        "version": "1",
        "vector": "sound",
        "ring_order": "bottom-top",
    }
    assert data["title"] == SOUND["description"]


@pytest.mark.parametrize(
    ("description", "title"),
    [
        ("", "movement"),
        ("Short", "The vector sound: Short"),
        ("x" * 121, "x" * 119 + "…"),
        ("12345678e9", "12345678e9"),
        ("- no: #list", "- no: #list"),
    ],
)
def test_a_title_fits_whatever_the_description(
    tmp_path: Path, description: str, title: str
) -> None:
    one = finding(tmp_path, {"description": description})
    assert one.outcome == Agrees()
    assert scenario(one)["title"] == title


def test_names_of_scenarios_are_plain_and_given_once(tmp_path: Path) -> None:
    ids = ["a.b", "a_b", "A B", "…", "…!", "z" * 200]
    vectors = [changed({"id": name}) for name in ids]
    names = Names()
    read = [one for one in read_bundles(bundle(tmp_path, *vectors)) if isinstance(one, Vector)]
    assert [names.name(one) for one in read] == [
        *("sample-a-b", "sample-a-b-2", "sample-A-B-3", "sample", "sample-2"),
        "sample-" + "z" * 83,
    ]


def test_the_scenarios_that_are_written_have_no_faults(tmp_path: Path) -> None:
    findings = found(VECTORS)
    assert write_scenarios(tmp_path / "out", findings) == 11
    corpus = lint([tmp_path / "out"])
    assert (len(corpus.scenarios), corpus.faults) == (11, ())


def test_a_scenario_is_never_written_over_a_file(tmp_path: Path) -> None:
    findings = found(VECTORS / "agreeing")
    write_scenarios(tmp_path, findings)
    with pytest.raises(UserError, match="File exists"):
        write_scenarios(tmp_path, findings)


# Counts, which vectors expect of scenarios

NOW: dict[str, Any] = {
    "stacks": {"0,0": [1, 2]},
    "markers": {"1,0": 1, "2,0": 2},
    "collapsed": {"3,0": 1, "4,0": 1, "5,0": 2},
}


def test_things_on_the_board_are_counted_whoever_owns_them() -> None:
    expect = Expect({"counts": {"stacks": 1, "markers": 2, "collapsed": 3}}, 1)
    assert compare_state(expect, NOW, NOW).mismatches == []
    wrong = Expect({"counts": {"stacks": 0, "markers": 2, "collapsed": 1}}, 1)
    assert compare_state(wrong, NOW, NOW).mismatches == [
        Mismatch("number of stacks", 0, 1),
        Mismatch("number of collapsed", 1, 3),
    ]


def test_what_is_not_told_is_not_counted() -> None:
    comparison = compare_state(Expect({"counts": {"markers": 1}}, 1), {"stacks": {}}, NOW)
    assert (comparison.mismatches, comparison.untold) == ([], ["markers"])


def test_counts_are_the_same_however_the_board_is_turned(tmp_path: Path) -> None:
    steps = "[{expect: {counts: {stacks: 2, markers: 0}}}]"
    assert case(tmp_path, steps=steps).steps == (
        Expect({"counts": {"stacks": 2, "markers": 0}}, 8),
    )


@pytest.mark.parametrize("counted", ["{}", "{rings: 1}", "{stacks: -1}", "{stacks: many}"])
def test_counts_of_other_things_are_refused(tmp_path: Path, counted: str) -> None:
    path = write(tmp_path, text_of(steps=f"[{{expect: {{counts: {counted}}}}}]"))
    (fault,) = lint([path]).faults
    assert fault.field.startswith("steps[0].expect.counts")
