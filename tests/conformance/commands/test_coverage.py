import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from conformance.catalogue import load_catalogue
from conformance.cli import app
from conformance.coverage import coverage as measure
from conformance.coverage import page
from conformance.scenarios import load_scenarios
from tests.conformance.written import CORPUS, text_of, write


def coverage(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["coverage", *map(str, arguments)])


@pytest.fixture(scope="module")
def percent() -> float:
    return measure(load_scenarios([CORPUS]).sound()).percent


def test_every_rule_has_its_row_and_the_sum_comes_last() -> None:
    result = coverage(CORPUS)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    rows = {line.split()[0]: line.split() for line in lines if line[:1] == "R"}
    assert set(load_catalogue().rules) <= set(rows)
    assert lines[-1] == page.summary_line(measure(load_scenarios([CORPUS]).sound()))


def test_what_is_missing_is_named() -> None:
    lines = coverage(CORPUS).stdout.splitlines()
    assert "Q1: no scenario answers it" in lines
    assert any(line.startswith("R001.a: no scenario shows it: ") for line in lines)


def test_below_the_percentage_asked_for_the_code_is_1(percent: float) -> None:
    assert coverage(CORPUS, "--fail-under", str(percent - 0.01)).exit_code == 0
    assert coverage(CORPUS, "--fail-under", str(percent + 0.01)).exit_code == 1


@pytest.mark.parametrize("value", ["-1", "101", "all"])
def test_a_percentage_that_is_none_is_wrong_usage(value: str) -> None:
    result = coverage(CORPUS, "--fail-under", value)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_the_json_is_that_of_the_page() -> None:
    result = coverage(CORPUS, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == page.as_json(measure(load_scenarios([CORPUS]).sound()))


def test_the_markdown_is_that_of_the_page() -> None:
    result = coverage(CORPUS, "--markdown")
    assert result.stdout == page.markdown(measure(load_scenarios([CORPUS]).sound()))


def test_a_faulty_scenario_is_bad_input(tmp_path: Path) -> None:
    write(tmp_path, text_of(clauses="[R091.z]"))
    result = coverage(tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "R091.z" in result.stderr


def test_a_folder_without_scenarios_is_told(tmp_path: Path) -> None:
    result = coverage(tmp_path)
    assert result.exit_code in (2, 3)
    assert "Traceback" not in result.output


def test_without_paths_the_whole_corpus_is_measured() -> None:
    result = coverage("--fail-under", "100")
    assert result.exit_code == 0, result.stdout[-400:]
