import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from conformance.certify.baseline import read_baseline
from conformance.cli import app
from tests.conformance.written import CORPUS, ROOT, text_of, write

WRONG = "python:tests.conformance.certify.wrong_engines"
REPORTS = {"run.jsonl", "report.json", "report.md", "report.html", "junit.xml"}
FINDS_ONE_REGION = "mutant:finds-the-smallest-region-only"
WRONG_STEP = "[{do: 'move_stack from=0,0 to=0,0'}]"


def certify(out: Path, *arguments: str, scenarios: Path = CORPUS) -> Result:
    options = ["--scenarios", str(scenarios), "--out", str(out / "out")]
    return CliRunner().invoke(app, ["certify", *arguments, *options])


def is_refused(result: Result, folder: Path, message: str) -> bool:
    """Exit code 2, one clear message, no traceback, nothing written."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("rrc: ")
    assert "Traceback" not in result.stderr
    assert not (folder / "out").exists()
    return message in result.stderr


# What comes of it


def test_a_failure_that_a_reading_of_an_open_ruling_leads_to_is_excused(tmp_path: Path) -> None:
    engine = "python:tests.conformance.commands.reading_otherwise:any_stack_captures"
    case = "active-colours-ring-on-board[square8,3p]"
    out = str(tmp_path)
    result = CliRunner().invoke(app, ["certify", engine, "-k", case, "--out", out])
    assert result.exit_code == 3, result.output  # nothing else was tried
    why = "reads RUL-17 as any_stack (capture_after_move)"
    assert f"1 excused: the engine {why}, which leads to {case}" in result.stdout
    assert json.loads((tmp_path / "report.json").read_text())["excused"] == {case: why}
    assert f"- It {why}, which leads to `{case}`" in (tmp_path / "report.md").read_text()
    assert f"It {why}, which leads to" in (tmp_path / "report.html").read_text()
    [only] = ET.parse(tmp_path / "junit.xml").iter("testcase")
    assert [child.tag for child in only] == ["skipped"]


def test_an_engine_that_keeps_the_rules_gives_code_0(tmp_path: Path) -> None:
    result = certify(tmp_path, "reference")
    assert result.exit_code == 0
    assert "keeps every rule that was tried" in result.stdout


def test_the_literal_engine_keeps_the_rules_too(tmp_path: Path) -> None:
    assert certify(tmp_path, "literal").exit_code == 0


def test_an_engine_that_breaks_a_rule_gives_code_1(tmp_path: Path) -> None:
    result = certify(tmp_path, FINDS_ONE_REGION)
    assert result.exit_code == 1
    assert "breaks R140" in result.stdout
    assert "R140-a-one-region-found[square8,2p]" in result.stdout


@pytest.mark.parametrize("name", ["Raises", "Exits", "SaysError", "TellsNonsense", "ListsTwice"])
def test_an_engine_that_misbehaves_gives_code_1_and_all_reports(tmp_path: Path, name: str) -> None:
    result = certify(tmp_path, f"{WRONG}:{name}")
    assert result.exit_code == 1, result.output
    assert {path.name for path in (tmp_path / "out").iterdir()} == REPORTS


def test_an_engine_that_can_be_tried_on_nothing_gives_code_3(tmp_path: Path) -> None:
    result = certify(tmp_path, f"{WRONG}:CannotLoad")
    assert result.exit_code == 3
    assert "could not be judged" in result.stdout


def test_nothing_selected_gives_code_3(tmp_path: Path) -> None:
    result = certify(tmp_path, "reference", "-k", "no-such-name")
    assert result.exit_code == 3
    assert result.stderr == ("rrc: nothing selected: no case of rr-canon-2025-11 is left to run\n")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("engine", ["python:builtins:dict", "cmd:/no/such/program"])
def test_an_engine_that_cannot_be_reached_gives_code_3(tmp_path: Path, engine: str) -> None:
    result = certify(tmp_path, engine)
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith(f"rrc: the engine {engine} cannot be reached: ")
    assert not (tmp_path / "out").exists()


def test_all_reports_are_written(tmp_path: Path) -> None:
    certify(tmp_path, "reference")
    assert {path.name for path in (tmp_path / "out").iterdir()} == REPORTS
    ET.parse(tmp_path / "out" / "junit.xml")
    assert json.loads((tmp_path / "out" / "report.json").read_text())["verdict"] == "holds"


def test_the_summary_can_be_printed_as_json(tmp_path: Path) -> None:
    result = certify(tmp_path, FINDS_ONE_REGION, "--json")
    found = json.loads(result.stdout)
    assert (found["verdict"], result.exit_code) == ("broken", 1)
    assert [line["case"] for line in found["failures"]] == ["R140-a-one-region-found[square8,2p]"]
    assert {row["id"] for row in found["rules"] if row["verdict"] == "broken"} == {"R140"}


# What is chosen


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["--rule", "R091"], 8),
        (["--rule", "R091.b", "--rule", "R170"], 9),
        (["--faq", "Q24"], 1),
        (["-k", "R14*"], 4),
        (["-k", "lands-one-short[square8,2p,turn-90]"], 1),
        (["--board", "square8"], 23),
    ],
)
def test_cases_are_selected(tmp_path: Path, arguments: list[str], count: int) -> None:
    result = certify(tmp_path, "reference", "--json", *arguments)
    assert json.loads(result.stdout)["run"]["cases"] == count


def test_only_what_was_selected_has_a_row(tmp_path: Path) -> None:
    result = certify(tmp_path, "reference", "--rule", "R170")
    assert [line[:4] for line in result.stdout.splitlines() if line.startswith("R")] == ["R170"]


def test_drafts_are_run_only_if_they_are_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path / "in", text_of(status="draft"))
    assert certify(tmp_path, scenarios=path).exit_code == 3
    result = certify(tmp_path, "--drafts", "--json", scenarios=path)
    assert json.loads(result.stdout)["counts"] == {"passed": 1}


def test_the_edition_is_the_first_that_the_engine_declares(tmp_path: Path) -> None:
    path = write(tmp_path / "in", text_of(editions="[compact-2025-11]"))
    result = certify(tmp_path, "reference@compact-2025-11", "--json", scenarios=path)
    assert json.loads(result.stdout)["run"]["edition"] == "compact-2025-11"


def test_an_edition_may_be_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path / "in", text_of(editions="[compact-2025-11]"))
    result = certify(
        tmp_path, "reference", "--edition", "compact-2025-11", "--json", scenarios=path
    )
    assert json.loads(result.stdout)["run"]["edition"] == "compact-2025-11"
    assert result.exit_code == 0


def test_fail_fast_stops_at_the_first_failure(tmp_path: Path) -> None:
    result = certify(tmp_path, f"{WRONG}:Raises", "--fail-fast", "--json")
    assert len(json.loads(result.stdout)["failures"]) == 1


def test_an_informative_scenario_fails_nobody(tmp_path: Path) -> None:
    write(tmp_path / "in", text_of(status="informative", ruling="RUL-28", steps=WRONG_STEP))
    write(tmp_path / "in", text_of(id="other"), "other")
    result = certify(tmp_path, "reference", scenarios=tmp_path / "in")
    assert result.exit_code == 0
    assert "RUL-28  another" in result.stdout


# What is refused


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["referenc"], "no engine 'referenc': expected reference"),
        (["referenc"], "did you mean reference?"),
        (["reference@chess"], "no edition 'chess'"),
        (["python:nowhere:Engine"], "python:nowhere:Engine: "),
        (["--edition", "rr-canon-2025-12"], "did you mean rr-canon-2025-11"),
        (["--rule", "R999"], "R999"),
        (["--rule", "R091.z"], "R091.z"),
        (["--faq", "Q99"], "Q99"),
        (["--board", "square9"], "no board 'square9': expected one of square8"),
        (["--baseline", "nowhere.yaml"], "nowhere.yaml:1:1: No such file"),
        (["--write-baseline", "."], ".: a folder; expected a file"),
    ],
)
def test_what_does_not_exist_is_refused(tmp_path: Path, arguments: list[str], message: str) -> None:
    assert is_refused(certify(tmp_path, *arguments), tmp_path, message)


def test_a_path_without_scenarios_is_refused(tmp_path: Path) -> None:
    result = certify(tmp_path, scenarios=tmp_path / "nowhere")
    assert is_refused(result, tmp_path, "no scenarios at ")


def test_a_broken_corpus_is_refused_with_every_fault(tmp_path: Path) -> None:
    write(tmp_path / "in", text_of(players="9"))
    write(tmp_path / "in", text_of(id="other", clauses="[R999.a]"), "other")
    result = certify(tmp_path, scenarios=tmp_path / "in")
    assert is_refused(result, tmp_path, "sample.yaml:6:10: players: ")
    assert "other.yaml:3:11: clauses[0]: R999.a is not in the catalogue" in result.stderr


@pytest.mark.parametrize("option", [["--jobs", "0"], ["--timeout", "0"], ["--jobs", "two"]])
def test_numbers_out_of_range_are_wrong_usage(tmp_path: Path, option: list[str]) -> None:
    result = certify(tmp_path, "reference", *option)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way", encoding="utf-8")
    result = certify(tmp_path, "reference", "--rule", "R170")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "File exists" in result.stderr or "Not a directory" in result.stderr
    assert (tmp_path / "out").read_text(encoding="utf-8") == "in the way"


# Known failures


def test_a_run_writes_its_failures_as_a_baseline_and_passes_by_it(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    engine = FINDS_ONE_REGION
    assert certify(tmp_path, engine, "--write-baseline", str(known)).exit_code == 1
    assert [one.case for one in read_baseline(known)] == ["R140-a-one-region-found[square8,2p]"]
    result = certify(tmp_path, engine, "--baseline", str(known))
    assert result.exit_code == 0
    assert "1 known failures" in result.stdout


def test_a_new_failure_fails_the_run(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    known.write_text("known: []\n", encoding="utf-8")
    assert certify(tmp_path, FINDS_ONE_REGION, "--baseline", str(known)).exit_code == 1


def test_a_known_failure_that_passes_fails_the_run(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    certify(tmp_path, FINDS_ONE_REGION, "--write-baseline", str(known))
    result = certify(tmp_path, "reference", "--baseline", str(known))
    assert result.exit_code == 1
    assert "take it off the list" in " ".join(result.stdout.split())


def test_a_known_failure_that_was_not_selected_is_let_be(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    certify(tmp_path, FINDS_ONE_REGION, "--write-baseline", str(known))
    result = certify(tmp_path, "reference", "--rule", "R170", "--baseline", str(known))
    assert result.exit_code == 0


def test_reasons_are_kept_when_a_baseline_is_written_again(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    engine = FINDS_ONE_REGION
    certify(tmp_path, engine, "--write-baseline", str(known))
    text = known.read_text(encoding="utf-8")
    known.write_text(text.replace("failed: say why it may fail for now", "not yet"))
    certify(tmp_path, engine, "--baseline", str(known), "--write-baseline", str(known))
    assert [one.reason for one in read_baseline(known)] == ["not yet"]
    certify(tmp_path, engine, "--write-baseline", str(known))
    assert [one.reason for one in read_baseline(known)] == ["not yet"]


def test_what_is_no_baseline_is_not_written_over(tmp_path: Path) -> None:
    notes = tmp_path / "notes.yaml"
    notes.write_text("mine: true\n", encoding="utf-8")
    result = certify(tmp_path, FINDS_ONE_REGION, "--write-baseline", str(notes))
    assert is_refused(result, tmp_path, str(notes))
    assert notes.read_text(encoding="utf-8") == "mine: true\n"


def test_an_engine_that_cannot_be_greeted_has_its_last_words_shown(tmp_path: Path) -> None:
    program = tmp_path / "engine.py"
    program.write_text("import sys\nsys.exit('no \\x1b[31mrules found')\n", encoding="utf-8")
    result = certify(tmp_path, f"cmd:{sys.executable} {program}")
    assert result.exit_code == 3
    assert result.stderr.splitlines()[-1] == "  | no �[31mrules found"


# Going on


def test_a_run_goes_on_where_it_was_cut_short(tmp_path: Path) -> None:
    certify(tmp_path, "reference")
    path = tmp_path / "out" / "run.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:6]) + lines[6][:30], encoding="utf-8")
    result = certify(tmp_path, "reference", "--resume")
    assert result.exit_code == 0
    assert "23 passed" in result.stdout
    assert path.read_text(encoding="utf-8").splitlines(keepends=True)[:6] == lines[:6]


def test_another_run_is_not_gone_on_with(tmp_path: Path) -> None:
    certify(tmp_path, "reference")
    before = (tmp_path / "out" / "run.jsonl").read_bytes()
    result = certify(tmp_path, "literal", "--resume")
    assert result.exit_code == 2
    assert "cannot go on: its engine is another; run without --resume" in result.stderr
    assert (tmp_path / "out" / "run.jsonl").read_bytes() == before


def test_garbage_is_not_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "run.jsonl").write_text("hello\nworld\n", encoding="utf-8")
    result = certify(tmp_path, "reference", "--resume")
    assert result.exit_code == 2
    assert "run.jsonl:1: not JSON, so not a run" in result.stderr


# The program itself


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_an_interrupted_run_keeps_what_it_did_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "out" / "run.jsonl"
    script = [sys.executable, "-c", "from conformance.cli import main; main()"]
    options = ["--scenarios", str(CORPUS), "--out", str(path.parent), "--timeout", "600"]
    process = subprocess.Popen(
        [*script, "certify", f"{WRONG}:Hangs", *options],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not (path.exists() and path.stat().st_size):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert errors == f"rrc: interrupted; --resume goes on from {path}\n"
    assert path.read_text(encoding="utf-8").startswith('{"type": "run"')
