import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from conformance.catalogue import load_catalogue
from conformance.cli import app

STATE: dict[str, Any] = {
    "edition": "rr-canon-2025-11",
    "board": "square8",
    "players": 2,
    "stacks": {"0,0": [1, 1, 1], "7,7": [2]},
    "markers": {"1,0": 2},
    "collapsed": {},
    "hand": {"1": 0, "2": 0},
    "eliminated": {"1": 16, "2": 16},
    "turn": {"player": 1, "phase": "movement", "from": None, "owes": None},
    "result": None,
}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(STATE), encoding="utf-8")
    return str(path)


def explain(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["explain", *arguments])


def test_a_legal_move_gives_code_0_and_says_what_it_does(file: str) -> None:
    result = explain(file, "move_stack", "from=0,0", "to=3,0")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "move_stack from=0,0 to=3,0: legal"
    assert lines[1] == "(player 1 to choose, movement)"
    assert "what it does:" in lines
    assert "  R092.b  player 1: markers flipped 1,0" in lines


def test_an_illegal_move_gives_code_1_and_the_clause_in_words(file: str) -> None:
    result = explain(file, "move_stack", "from=0,0", "to=2,0")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == "move_stack from=0,0 to=2,0: illegal"
    assert lines[2] == "  R091.b  a stack of 3 moves at least 3 steps"
    assert lines[3].strip() == load_catalogue().clauses["R091.b"].says
    assert "what it does:" not in lines


def test_every_clause_that_a_move_breaks_is_named(file: str) -> None:
    result = explain(file, "move_stack", "from=0,0", "to=1,0", "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 1
    assert found["legal"] is False
    assert [one["clause"] for one in found["violations"]] == ["R091.b", "R091.j"]


def test_a_legal_move_can_be_explained_as_json(file: str) -> None:
    found = json.loads(explain(file, "move_stack", "from=0,0", "to=3,0", "--json").stdout)
    assert found["move"] == {"type": "move_stack", "from": "0,0", "to": "3,0"}
    assert (found["legal"], found["violations"]) == (True, [])
    assert {one["clause"] for one in found["effects"]} >= {"R092.a", "R092.b", "R023.f"}


def test_without_a_move_all_legal_ones_are_listed(file: str) -> None:
    result = explain(file)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:2] == ["player 1 to choose, movement", "14 x move_stack"]
    assert "  move_stack from=0,0 to=3,3" in lines


def test_legal_moves_can_be_listed_as_json(file: str) -> None:
    moves = json.loads(explain(file, "--json").stdout)["moves"]
    assert {"type": "move_stack", "from": "0,0", "to": "7,0"} in moves


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["move_stak", "from=0,0"], "the move: move_stak is not a move (expected one of place_"),
        (["move_stack", "from=0,0"], "the move: move_stack lacks to (expected all its fields)"),
        (["move_stack", "from=9,9", "to=0,0"], "the move: "),
        (["move_stack", "from=0,0", "to=x"], "the move: "),
        (["place_ring", "at=0,0", "count=²"], "the move: count=² (expected a number)"),
        (["from=0,0"], "the move: a move without a type"),
    ],
)
def test_what_is_no_move_gives_code_2_and_one_message(
    file: str, words: list[str], message: str
) -> None:
    result = explain(file, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"rrc: {message}")
    assert len(result.stderr.splitlines()) == 1


def test_a_position_that_cannot_be_read_gives_code_2(tmp_path: Path) -> None:
    result = explain(str(tmp_path / "none.json"), "skip_capture")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "none.json:1:1: No such file" in result.stderr
