import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from conformance.certify.judge import judge
from conformance.certify.lint import lint
from conformance.certify.verdicts import Failed, Passed
from conformance.documents import named_validator
from conformance.editions import CANON
from conformance.engines.names import engine_factory
from conformance.engines.reference import ReferenceEngine
from conformance.engines.traces import read_trace
from conformance.fuzz.attribution import Attribution
from conformance.fuzz.findings import Finding
from conformance.fuzz.folders import FILES, NotOursError, clear_findings
from conformance.fuzz.lockstep import Divergence, Kind, Plan, play_game, step_divergence
from conformance.fuzz.output import trace_of, write_finding
from conformance.reports.svg import board_svg
from conformance.scenarios import cases_of
from tests.conformance.fuzz import duels
from tests.conformance.fuzz.duels import PLAN, attributed, finding, mutant, position

GOLDEN = Path(__file__).parents[2] / "golden"
MOVE = {"type": "move_stack", "from": "3,3", "to": "3,5"}


def names(other: str, first: str = "reference") -> dict[str, str]:
    return {"A": first, "B": other}


def write(folder: Path, one: Finding, engines: dict[str, str]) -> Path:
    return write_finding(folder, 1, one, engines, CANON, board_svg)


def of_step(other: Any, move: Any = MOVE, first: Any = None) -> Finding:
    found = step_divergence(position(), move, first or ReferenceEngine(), other)
    assert found is not None
    return Finding(found, attributed(found, other), PLAN)


def drafted(home: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((home / "scenario.yaml").read_text(encoding="utf-8"))
    return loaded


FOUND = {
    "a list that differs": ("mutant:height-is-the-cap", "square8"),
    "a state that differs": ("mutant:turns-over-as-it-moves", "square8"),
    "on the hexagonal board": ("mutant:height-is-the-cap", "hexagonal"),
    "on the large board": ("mutant:own-markers-are-no-landings", "square19"),
    "an invariant": ("mutant:counts-regions-when-the-turn-ends", "square8"),
    "a result": ("mutant:needs-two-rounds-alone", "square8"),
}


@pytest.mark.parametrize(("name", "board"), FOUND.values(), ids=FOUND)
def test_a_finding_is_written_in_four_sound_files(tmp_path: Path, name: str, board: str) -> None:
    one = finding(name.removeprefix("mutant:"), board=board)
    home = write(tmp_path, one, names(name))
    assert home == tmp_path / "divergence-001"
    assert sorted(file.name for file in home.iterdir()) == sorted(FILES)
    for line in (home / "trace.jsonl").read_text(encoding="utf-8").splitlines():
        assert not [*named_validator("trace").iter_errors(json.loads(line))]
    ElementTree.parse(home / "board.svg")
    assert lint([home / "scenario.yaml"]).faults == ()
    assert one.attribution.sentence(name) in (home / "report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "board"), FOUND.values(), ids=FOUND)
def test_the_draft_holds_of_the_reference_engine_and_not_of_the_other(
    tmp_path: Path, name: str, board: str
) -> None:
    home = write(tmp_path, finding(name.removeprefix("mutant:"), board=board), names(name))
    (case,) = cases_of(lint([home / "scenario.yaml"]).sound(), CANON)
    engine = ReferenceEngine()
    assert isinstance(judge(case, engine, engine.hello()), Passed)
    other = engine_factory(name)()
    assert not isinstance(judge(case, other, other.hello()), Passed)


def test_a_draft_says_where_it_comes_from(tmp_path: Path) -> None:
    one = replace(finding("height-is-the-cap"), count=12)
    found = drafted(write(tmp_path, one, names("mutant:height-is-the-cap")))
    assert found["status"] == "draft"
    assert found["clauses"] == ["R022.b"]
    assert found["provenance"]["engines"] == names("mutant:height-is-the-cap")
    assert found["provenance"]["kind"] == "legal-set"
    assert (found["provenance"]["seed"], found["provenance"]["count"]) == (7, 12)
    assert "suite" in found["provenance"]
    assert "diagram" in found["given"]


def test_without_the_reference_engine_both_answers_are_outcomes(tmp_path: Path) -> None:
    one = of_step(mutant("turns-over-as-it-moves"))
    home = write(tmp_path, one, names("mutant:turns-over-as-it-moves", "literal"))
    (step,) = drafted(home)["steps"]
    readings = [outcome["reading"] for outcome in step["any_of"]]
    assert readings == ["A: literal", "B: mutant:turns-over-as-it-moves"]
    (case,) = cases_of(lint([home / "scenario.yaml"]).sound(), CANON)
    for name in ("reference", "mutant:turns-over-as-it-moves"):
        engine = engine_factory(name)()
        assert isinstance(judge(case, engine, engine.hello()), Passed)


def test_the_reference_engine_may_be_the_second(tmp_path: Path) -> None:
    found = step_divergence(position(), MOVE, mutant("turns-over-as-it-moves"), ReferenceEngine())
    assert found is not None
    one = Finding(found, Attribution((), ("R023.f",), "A"), PLAN)
    home = write(tmp_path, one, names("reference", "mutant:turns-over-as-it-moves"))
    dispute = read_trace(home / "trace.jsonl").dispute
    assert dispute is not None
    assert dispute.accused == "A"
    (case,) = cases_of(lint([home / "scenario.yaml"]).sound(), CANON)
    engine = ReferenceEngine()
    assert isinstance(judge(case, engine, engine.hello()), Passed)


@pytest.mark.parametrize(
    "other", [duels.Crashes(), duels.RefusesListed(), duels.Stalls()], ids=lambda one: one.name()
)
def test_an_engine_that_fails_gives_a_draft_that_it_fails(tmp_path: Path, other: Any) -> None:
    home = write(tmp_path, of_step(other), names("python:engines:Wrong"))
    (case,) = cases_of(lint([home / "scenario.yaml"]).sound(), CANON)
    engine = ReferenceEngine()
    assert isinstance(judge(case, engine, engine.hello()), Passed)
    assert not isinstance(judge(case, other, other.hello()), Passed)


def test_a_game_is_written_with_the_moves_that_lead_there(tmp_path: Path) -> None:
    plan = Plan(CANON, "square8", 2, 1, "tower")
    other = mutant("turns-over-as-it-moves")
    found = play_game(plan, ReferenceEngine(), other).divergence
    assert found is not None
    one = Finding(found, Attribution((), ("R023.f",)), plan)
    home = write(tmp_path, one, names("mutant:turns-over-as-it-moves"))
    trace = read_trace(home / "trace.jsonl")
    assert (trace.start, trace.moves) == (None, found.history)
    draft = drafted(home)
    assert (draft["given"], len(draft["history"])) == ("new", len(found.history))
    (case,) = cases_of(lint([home / "scenario.yaml"]).sound(), CANON)
    assert isinstance(judge(case, other, other.hello()), Failed)


def test_another_edition_is_named_in_the_draft(tmp_path: Path) -> None:
    edition = "compact-2025-11"
    state = position(edition=edition)
    settled = ReferenceEngine()
    settled.load(state)
    found = Divergence(
        Kind.LEGAL, "B", state, (), MOVE, {"only_A": [], "only_B": ["skip_capture"]}, state
    )
    one = Finding(found, Attribution((), ("R091.b",)), PLAN)
    home = write_finding(tmp_path, 2, one, names("literal"), edition, board_svg)
    assert home.name == "divergence-002"
    assert drafted(home)["editions"] == [edition]


def test_a_position_that_cannot_be_gives_no_scenario_and_says_so(tmp_path: Path) -> None:
    state = position(stacks={"3,3": [1] * 30})
    found = Divergence(Kind.LOAD, "", state, (), None, {"A": "invalid: x", "B": "taken"}, state)
    home = write(tmp_path, Finding(found, Attribution((), ()), PLAN), names("literal"))
    assert not (home / "scenario.yaml").exists()
    assert "No scenario is written" in (home / "report.md").read_text(encoding="utf-8")


def test_nothing_in_a_report_depends_on_where_it_is_written(tmp_path: Path) -> None:
    one = finding("height-is-the-cap")
    texts = set()
    for folder in (tmp_path / "one", tmp_path / "two"):
        home = write(folder, one, names("mutant:height-is-the-cap"))
        texts.add(tuple((home / name).read_text(encoding="utf-8") for name in FILES))
    assert len(texts) == 1
    assert str(tmp_path) not in "".join(texts.pop())


def test_a_finding_is_written_anew_over_itself(tmp_path: Path) -> None:
    one = finding("height-is-the-cap")
    engines = names("mutant:height-is-the-cap")
    home = write(tmp_path, one, engines)
    write(tmp_path, replace(one, count=5), engines)
    assert drafted(home)["provenance"]["count"] == 5


@pytest.mark.parametrize("stranger", ["notes.txt", "trace.jsonl", "report.md"])
def test_a_folder_that_is_not_ours_is_refused_and_left_alone(tmp_path: Path, stranger: str) -> None:
    home = tmp_path / "divergence-001"
    home.mkdir()
    (home / stranger).write_text("mine", encoding="utf-8")
    with pytest.raises(NotOursError, match="not ours"):
        write(tmp_path, finding("height-is-the-cap"), names("mutant:height-is-the-cap"))
    assert [file.read_text(encoding="utf-8") for file in home.iterdir()] == ["mine"]


@pytest.mark.parametrize("file", FILES)
def test_a_file_that_a_person_worked_on_is_left_alone(tmp_path: Path, file: str) -> None:
    one, engines = finding("height-is-the-cap"), names("mutant:height-is-the-cap")
    edited = write(tmp_path, one, engines) / file
    text = edited.read_text(encoding="utf-8") + "\n"
    edited.write_text(text, encoding="utf-8")
    with pytest.raises(NotOursError, match=f"its {file} was edited"):
        write(tmp_path, one, engines)
    assert [kept.folder for kept in clear_findings(tmp_path, but=[])] == [edited.parent]
    assert edited.read_text(encoding="utf-8") == text


def test_a_folder_of_which_nothing_is_known_is_left_alone(tmp_path: Path) -> None:
    one, engines = finding("height-is-the-cap"), names("mutant:height-is-the-cap")
    home = write(tmp_path, one, engines)
    (tmp_path / "written.json").unlink()
    with pytest.raises(NotOursError, match="may be edited"):
        write(tmp_path, one, engines)
    assert [kept.folder for kept in clear_findings(tmp_path, but=[])] == [home]


def test_what_an_earlier_campaign_found_more_is_taken_away(tmp_path: Path) -> None:
    one, engines = finding("height-is-the-cap"), names("mutant:height-is-the-cap")
    homes = [
        write_finding(tmp_path, number, one, engines, CANON, board_svg) for number in (1, 2, 3)
    ]
    (homes[2] / "notes.txt").write_text("a person was here", encoding="utf-8")
    (kept,) = clear_findings(tmp_path, but=homes[:1])
    assert (kept.folder, kept.strange) == (homes[2], "it holds notes.txt")
    assert [home.exists() for home in homes] == [True, False, True]


def test_a_view_is_recorded(tmp_path: Path) -> None:
    one = of_step(mutant("turns-over-as-it-moves"))
    seen = replace(one.divergence, detail=one.divergence.detail | {"view": "the board: turn-90"})
    trace = trace_of(replace(one, divergence=seen), names("literal", "literal"), CANON)
    assert trace.dispute is not None
    assert trace.dispute.found["view"] == "the board: turn-90"


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("square8-*.jsonl")), ids=lambda file: file.stem)
def test_the_lines_of_a_golden_game_fit_the_schema(file: Path) -> None:
    for line in file.read_text(encoding="utf-8").splitlines()[:60]:
        assert not [*named_validator("trace").iter_errors(json.loads(line))]
