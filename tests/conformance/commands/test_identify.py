import json

import pytest
from typer.testing import CliRunner, Result

from conformance.cli import app
from conformance.engines.protocol import Hello
from conformance.engines.reference import ReferenceEngine

WRONG = "python:tests.conformance.certify.wrong_engines"


def identify(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["identify", *arguments])


def hello(edition: str) -> Hello:
    return Hello("stranger", "1", "python", (edition,), ("square8",), (2,))


def test_an_edition_is_told_parameter_by_parameter() -> None:
    result = identify("reference@compact-2025-12")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("reference@compact-2025-12 plays compact-2025-12\n")
    assert "land_on_opponent_marker: remove_and_eliminate_top as compact-2025-12" in result.stdout
    assert "line_length: 3 / 4 / 4 as compact-2025-12" in result.stdout
    assert "40 questions asked" in result.stdout


def test_a_departure_is_told_by_its_clause_and_mutant() -> None:
    result = identify("mutant:spares-own-stacks")
    assert result.exit_code == 1
    first = result.stdout.splitlines()[0]
    assert first.endswith("plays like rr-canon-2025-11, except R101.b as mutant:spares-own-stacks")
    assert "capture_own: forbidden in place of allowed (RUL-14)" in result.stdout


def test_json_says_the_same() -> None:
    result = identify("mutant:spares-own-stacks", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["edition"] == "rr-canon-2025-11"
    assert found["exact"] is False
    assert found["departures"][0]["clause"] == "R101.b"
    assert found["parameters"]["capture_own"]["value"] == "forbidden"


def test_the_budget_bounds_the_questions() -> None:
    found = json.loads(identify("reference", "--budget", "12", "--json").stdout)
    assert found["positions"] == found["asked"] == 12
    assert found["edition"] == "rr-canon-2025-11"


def test_of_an_engine_that_mostly_raises_nothing_is_told() -> None:
    result = identify(f"{WRONG}:Raises")
    assert result.exit_code == 3, result.output
    assert "has crashed, erred or not answered" in result.stderr


def test_an_engine_of_no_known_edition_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReferenceEngine, "hello", lambda _: hello("house-rules"))
    result = identify("reference")
    assert result.exit_code == 3
    assert "no edition that is known here" in result.stderr


def test_an_engine_that_cannot_be_reached_gives_code_3() -> None:
    result = identify("cmd:false")
    assert result.exit_code == 3
    assert "cannot be reached" in result.stderr


def test_an_engine_that_does_not_exist_gives_code_2() -> None:
    assert identify("refrence").exit_code == 2
