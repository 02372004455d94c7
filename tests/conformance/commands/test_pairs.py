import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from conformance.cli import app
from conformance.commands import coverage as command
from conformance.coverage.pairs import FILE, Observed, load_observed
from tests.conformance.written import CORPUS


def coverage(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["coverage", str(CORPUS), *arguments])


def test_the_pairs_that_no_scenario_exercises_are_listed() -> None:
    result = coverage("--pairs")
    assert result.exit_code == 0, result.output
    assert "no scenario exercises together" in result.stdout
    assert "pairs of clauses that meet in one move are exercised" in result.stdout


def test_json_has_the_pairs_only_if_asked() -> None:
    assert "pairs" not in json.loads(coverage("--json").stdout)
    found = json.loads(coverage("--json", "--pairs").stdout)["pairs"]
    assert found["exercised"] == len(found["pairs"])
    assert found["exercised"] + len(found["empty"]) == found["possible"]


@pytest.mark.parametrize("asked", [True, False])
def test_markdown_has_the_pairs_only_if_asked(asked: bool) -> None:
    text = coverage("--markdown", *(["--pairs"] if asked else [])).stdout
    assert ("## Pairs of clauses" in text) is asked


@pytest.fixture
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "GAMES", 0)


def test_what_is_observed_is_told_with_the_rest_and_written_nowhere(no_games: None) -> None:
    before = FILE.read_bytes()
    result = coverage("--observe", "3", "--seed", "5", "--json")
    assert result.exit_code == 0, result.output
    assert "pairs of clauses met in" in result.stderr
    found = json.loads(result.stdout)["pairs"]
    assert found["observed"]["made_by"].endswith("; rrc coverage --observe 3 --seed 5")
    assert found["observed"]["moves"] > load_observed().moves
    assert found["possible"] >= len(load_observed().pairs)
    assert FILE.read_bytes() == before


def test_what_is_observed_is_recorded_where_that_is_asked(no_games: None, tmp_path: Path) -> None:
    before, file = FILE.read_bytes(), tmp_path / "met.json"
    result = coverage("--observe", "3", "--record", str(file))
    assert result.exit_code == 0, result.output
    assert load_observed(file).made_by == "rrc coverage --observe 3 --seed 1"
    assert FILE.read_bytes() == before


def test_a_record_of_nothing_is_refused(tmp_path: Path) -> None:
    result = coverage("--record", str(tmp_path / "met.json"))
    assert result.exit_code == 2
    assert "--record writes what --observe N met" in result.stderr


def test_a_record_that_cannot_be_written_is_told(no_games: None, tmp_path: Path) -> None:
    result = coverage("--observe", "1", "--record", str(tmp_path / "nowhere" / "met.json"))
    assert result.exit_code == 2
    assert "No such file or directory" in result.stderr


def test_the_same_observation_made_again_adds_nothing() -> None:
    one = Observed("a", 3, frozenset({("R001.a", "R002.a")}))
    assert one.joined(one) == one
    other = Observed("b", 4, frozenset({("R001.a", "R003.a")}))
    assert one.joined(other) == Observed("a; b", 7, one.pairs | other.pairs)
