import json

import pytest
from typer.testing import CliRunner, Result

from conformance.cli import app
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
