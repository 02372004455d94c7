import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from conformance import documents
from conformance.cli import app
from conformance.coverage.quick import load_quick_set
from conformance.scenarios import load


def quick(out: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["certify", "--quick", *arguments, "--out", str(out)])


def test_the_quick_set_certifies_the_reference_engine(tmp_path: Path) -> None:
    result = quick(tmp_path, "reference", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["counts"] == {"passed": len(load_quick_set().cases)}


def test_the_quick_set_finds_a_mutant(tmp_path: Path) -> None:
    result = quick(tmp_path, "mutant:spares-own-stacks")
    assert result.exit_code == 1
    assert "breaks" in result.stdout


def test_only_the_files_of_the_set_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []
    original = documents.load_document

    def watched(path: Path) -> documents.Document:
        read.append(path)
        return original(path)

    monkeypatch.setattr(load, "load_document", watched)
    assert quick(tmp_path, "reference", "--quiet").exit_code == 0
    found = load_quick_set()
    assert len(read) == len({found.files[name] for name in found.cases})


def test_another_edition_runs_its_own_scenarios_as_written(tmp_path: Path) -> None:
    result = quick(tmp_path, "reference@compact-2025-12", "--quiet")
    assert result.exit_code == 0, result.output
    assert "(compact-2025-12)" in result.stdout


def test_a_run_says_that_it_was_quick(tmp_path: Path) -> None:
    quick(tmp_path, "reference", "--quiet")
    with (tmp_path / "run.jsonl").open(encoding="utf-8") as file:
        assert json.loads(file.readline())["selection"]["quick"] is True
