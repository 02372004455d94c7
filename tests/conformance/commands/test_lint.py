import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from conformance.cli import app
from conformance.commands.lint import annotation
from conformance.documents import Fault
from tests.conformance.written import CORPUS, text_of, write


def lint(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["lint", *map(str, arguments)])


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """Two files with three faults."""
    write(tmp_path, text_of(titel="x", players="9"))
    write(tmp_path, text_of(id="other", clauses="[R091.z]"), "other")
    return tmp_path


def test_sound_scenarios_give_code_0() -> None:
    result = lint(CORPUS)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "16 scenarios, 0 faults\n"


def test_faults_give_code_1_and_come_all_at_once(faulty: Path) -> None:
    result = lint(faulty)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert [line.removeprefix(f"{faulty}/").split(": ")[0] for line in lines] == [
        "other.yaml:3:11",
        "sample.yaml:6:10",
        "sample.yaml:9:1",
    ]
    assert lines[2].endswith("titel: unknown field (expected title)")
    assert result.stderr.endswith(", 3 faults\n")


def test_impossible_positions_are_faults(tmp_path: Path) -> None:
    write(tmp_path, text_of(given='{stacks: {"0,0": [1, 1]}, hand: {1: 17}}'))
    result = lint(tmp_path)
    assert result.exit_code == 1
    assert "sample.yaml:7:8: given: in rr-canon-2025-11: " in result.stdout


def test_faults_can_be_printed_as_json(faulty: Path) -> None:
    result = lint(faulty, "--format", "json")
    found = json.loads(result.stdout)["faults"]
    assert result.exit_code == 1
    assert found[2] == {
        "file": str(faulty / "sample.yaml"),
        "line": 9,
        "column": 1,
        "field": "titel",
        "message": "unknown field",
        "expected": "title",
    }


def test_no_faults_are_an_empty_list_in_json() -> None:
    assert json.loads(lint(CORPUS, "--format", "json").stdout) == {"faults": []}


def test_faults_can_be_printed_as_annotations(faulty: Path) -> None:
    result = lint(faulty, "--format", "github")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[2] == (
        f"::error file={faulty}/sample.yaml,line=9,col=1::titel: unknown field (expected title)"
    )


def test_an_annotation_is_one_line_and_its_file_one_property() -> None:
    fault = Fault("a,b:c%.yaml", 1, 2, "", "100%\r\nwrong")
    assert annotation(fault) == ("::error file=a%2Cb%3Ac%25.yaml,line=1,col=2::100%25%0D%0Awrong")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "rrc: no scenarios at nowhere: expected a .yaml file, or a folder with some"),
        (["--format", "xml"], "rrc: --format xml: expected one of text, json, github"),
    ],
)
def test_bad_input_gives_code_2_and_one_message(arguments: list[str], message: str) -> None:
    result = lint(*arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"{message}\n")
