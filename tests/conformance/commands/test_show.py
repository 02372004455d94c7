import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from conformance.boards import grid
from conformance.cli import app
from conformance.diagrams import read_diagram
from conformance.engines.state_numbers import state_hash
from tests.conformance.written import CORPUS, corpus

STATE: dict[str, Any] = {
    "edition": "rr-canon-2025-11",
    "board": "square8",
    "players": 2,
    "stacks": {"0,0": [1, 1, 2], "7,7": [1]},
    "markers": {"1,0": 1, "3,3": 2},
    "collapsed": {"2,0": 2},
    "hand": {"1": 7, "2": 8},
    "eliminated": {"1": 9, "2": 8},
    "turn": {"player": 1, "phase": "ring_placement", "from": None, "owes": None},
    "result": None,
}


def written(folder: Path, state: Any, name: str = "state.json") -> str:
    path = folder / name
    path.write_text(json.dumps(state), encoding="utf-8")
    return str(path)


def show(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["show", *arguments])


def test_a_position_is_shown_as_a_board_players_and_whose_choice_it_is(tmp_path: Path) -> None:
    result = show(written(tmp_path, STATE))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:5] == [
        "square8, 2 players, rr-canon-2025-11",
        "",
        "x:  0    1    2    3    4    5    6    7",
        "0:  112  m1   c2   .    .    .    .    .",
        "1:  .    .    .    .    .    .    .    .",
    ]
    assert "player 1: 7 in hand, 9 of 19 eliminated, 0 of 33 territory" in result.stdout
    assert "player 1 to choose, ring_placement" in result.stdout
    assert "S = 20, hash " in result.stdout


def test_the_board_that_is_shown_can_be_read_again(tmp_path: Path) -> None:
    lines = show(written(tmp_path, STATE)).stdout.splitlines()
    drawing = read_diagram("\n".join(lines[2:11]), grid("square8", 11))
    assert drawing.faults == []
    assert (drawing.stacks, drawing.markers, drawing.collapsed) == (
        STATE["stacks"],
        STATE["markers"],
        STATE["collapsed"],
    )


def test_a_position_can_be_shown_as_json(tmp_path: Path) -> None:
    found = json.loads(show(written(tmp_path, STATE), "--json").stdout)
    assert found["state"]["stacks"] == STATE["stacks"]
    assert found["derived"]["S"] == 20
    assert found["derived"]["hash"] == state_hash(found["state"])
    assert found["derived"]["elimination_threshold"] == 19


def test_what_is_shown_as_json_can_be_shown_again(tmp_path: Path) -> None:
    first = show(written(tmp_path, STATE), "--json").stdout
    again = show(written(tmp_path, json.loads(first), "again.json"), "--json").stdout
    assert first == again


def test_a_position_may_be_yaml(tmp_path: Path) -> None:
    path = tmp_path / "state.yaml"
    lines = [f"{name}: {json.dumps(value)}" for name, value in STATE.items()]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert show(str(path)).exit_code == 0


def test_a_position_that_a_threshold_ends_is_remarked(tmp_path: Path) -> None:
    ended = STATE | {"eliminated": {"1": 19, "2": 8}, "hand": {"1": 5, "2": 0}}
    result = show(written(tmp_path, ended))
    assert "note: player 1 has reached the elimination threshold" in result.stdout


def test_every_position_of_the_small_corpus_can_be_shown(tmp_path: Path) -> None:
    for number, one in enumerate(corpus()):
        assert show(written(tmp_path, one.state, f"{number}.json")).exit_code == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stacks": {"9,9": [1]}}, "stacks"),
        ({"markers": {"0,0": 1}}, "0,0"),
        ({"players": 7}, "players"),
        ({"edition": "chess"}, "edition"),
        ({"turn": {"player": 1}}, "turn"),
        ({"hand": {"1": 70, "2": 8}}, "hand"),
    ],
)
def test_an_impossible_position_is_refused_with_its_place(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    path = written(tmp_path, STATE | change)
    result = show(path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"rrc: {path}: is not valid\n  - {path}:1:")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("state", [[], 7, "text", None, {}, {"state": []}, {"state": {}}])
def test_what_is_no_position_is_refused(tmp_path: Path, state: Any) -> None:
    result = show(written(tmp_path, state))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Traceback" not in result.stderr


def test_a_file_that_is_missing_or_malformed_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"a": [', encoding="utf-8")
    for path in (tmp_path / "none.json", tmp_path / "bad.json", tmp_path):
        result = show(str(path))
        assert (result.exit_code, result.stdout) == (2, "")
        assert str(path) in result.stderr


def test_a_scenario_is_no_position() -> None:
    path = next(CORPUS.rglob("*.yaml"))
    result = show(str(path))
    assert result.exit_code == 2
    assert str(path) in result.stderr


def test_a_position_can_be_drawn_as_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    move = "move_stack from=0,0 to=0,3"
    result = show(written(tmp_path, STATE), "--svg", str(out), "--move", move)
    assert (result.exit_code, result.stdout) == (0, "")
    assert out.read_text(encoding="utf-8").startswith("<svg ")
    assert "move_stack: from 0,0, to 0,3" in out.read_text(encoding="utf-8")


def test_a_picture_can_be_printed(tmp_path: Path) -> None:
    result = show(written(tmp_path, STATE), "--svg", "-")
    assert (result.exit_code, result.stdout[:5]) == (0, "<svg ")


def test_the_end_of_a_trace_is_shown(tmp_path: Path) -> None:
    game = Path(__file__).parents[2] / "golden" / "square8-2p.jsonl"
    result = show(str(game))
    assert result.exit_code == 0
    assert "game over" in result.stdout


@pytest.mark.parametrize(
    "options",
    [
        ["--svg", "board.png"],
        ["--svg", "no/such/folder/board.svg"],
        ["--move", "move_stack from=0,0 to=0,3"],
        ["--svg", "-", "--move", "fly from=0,0"],
    ],
)
def test_a_picture_that_cannot_be_made_is_refused(tmp_path: Path, options: list[str]) -> None:
    result = show(written(tmp_path, STATE), *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Traceback" not in result.stderr
