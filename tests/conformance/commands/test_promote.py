from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from conformance.certify.lint import lint
from conformance.cli import app
from conformance.editions import CANON
from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.attribution import Attribution
from conformance.fuzz.findings import Finding
from conformance.fuzz.lockstep import step_divergence
from conformance.fuzz.output import write_finding
from conformance.reports.svg import board_svg
from conformance.scenarios import Status
from tests.conformance.fuzz.duels import PLAN, finding, mutant, position
from tests.conformance.written import text_of, write

TITLE = "A stack is as high as it has rings"
NAME = "movement/R022-b-as-high-as-its-rings"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "corpus" / "movement").mkdir(parents=True)
    return tmp_path / "corpus"


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    engines = {"A": "reference", "B": "mutant:height-is-the-cap"}
    home = write_finding(tmp_path, 1, finding("height-is-the-cap"), engines, CANON, board_svg)
    return home / "scenario.yaml"


def promote(draft: Path, corpus: Path, *options: str, name: str = NAME) -> Result:
    arguments = ["promote", str(draft), name, "--corpus", str(corpus), *options]
    return CliRunner().invoke(app, arguments)


def assert_refused(result: Result, message: str, corpus: Path) -> None:
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert not [*corpus.rglob("*.yaml")]


def test_a_draft_becomes_a_scenario_of_the_corpus(draft: Path, corpus: Path) -> None:
    before = draft.read_text(encoding="utf-8")
    result = promote(draft, corpus, "--title", TITLE)
    target = corpus / f"{NAME}.yaml"
    assert (result.exit_code, result.stdout) == (0, f"wrote {target}\n")
    (scenario,) = lint([target]).sound()
    assert (scenario.id, scenario.title) == ("R022-b-as-high-as-its-rings", TITLE)
    assert (scenario.status, scenario.clauses) == (Status.NORMATIVE, ("R022.b",))
    text = target.read_text(encoding="utf-8")
    assert "provenance" not in text
    assert "mutant" not in text
    assert draft.read_text(encoding="utf-8") == before


def test_what_a_person_wrote_stays_as_it_is(draft: Path, corpus: Path) -> None:
    text = draft.read_text(encoding="utf-8")
    head, _, rest = text.partition("notes:")
    mine = "notes: Counted by hand.  # twice\n"
    draft.write_text(f"# A comment\n{head}{mine}provenance:{rest.partition('provenance:')[2]}")
    assert promote(draft, corpus, "--title", TITLE).exit_code == 0
    written = (corpus / f"{NAME}.yaml").read_text(encoding="utf-8")
    assert written.startswith("# A comment\nid: R022-b-as-high-as-its-rings\n")
    assert mine in written


def test_with_a_ruling_it_is_informative(tmp_path: Path, corpus: Path) -> None:
    found = step_divergence(
        position(),
        {"type": "move_stack", "from": "3,3", "to": "3,5"},
        ReferenceEngine(),
        mutant("turns-over-as-it-moves"),
    )
    assert found is not None
    one = Finding(found, Attribution((), ("R023.f",)), PLAN)
    engines = {"A": "literal", "B": "mutant:turns-over-as-it-moves"}
    file = write_finding(tmp_path, 1, one, engines, CANON, board_svg) / "scenario.yaml"
    assert_refused(promote(file, corpus, "--title", TITLE), "several outcomes", corpus)
    assert promote(file, corpus, "--title", TITLE, "--ruling", "RUL-28").exit_code == 0
    (scenario,) = lint([corpus / f"{NAME}.yaml"]).sound()
    assert (scenario.status, scenario.ruling) == (Status.INFORMATIVE, "RUL-28")


def test_a_title_about_two_engines_is_refused(draft: Path, corpus: Path) -> None:
    assert_refused(promote(draft, corpus), "--title", corpus)


def test_a_name_that_is_taken_is_refused_in_whatever_chapter(draft: Path, corpus: Path) -> None:
    assert promote(draft, corpus, "--title", TITLE).exit_code == 0
    (corpus / "capture").mkdir()
    for name in (NAME, NAME.replace("movement", "capture")):
        result = promote(draft, corpus, "--title", "Another sentence", name=name)
        assert result.exit_code == 2
        assert "exists" in result.stderr
    assert TITLE in (corpus / f"{NAME}.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name", ["R022-b", "movement/", "movement/a b", "../movement/x", "movement/x/y", "/etc/x"]
)
def test_a_name_without_a_chapter_is_refused(draft: Path, corpus: Path, name: str) -> None:
    result = promote(draft, corpus, "--title", TITLE, name=name)
    assert_refused(result, "expected CHAPTER/NAME", corpus)


def test_an_unknown_chapter_is_refused(draft: Path, corpus: Path) -> None:
    result = promote(draft, corpus, "--title", TITLE, name="moves/R022-b")
    assert_refused(result, "expected one of movement", corpus)


def test_a_corpus_that_is_not_there_is_refused(draft: Path, tmp_path: Path) -> None:
    result = promote(draft, tmp_path / "none", "--title", TITLE)
    assert (result.exit_code, "no such folder" in result.stderr) == (2, True)


def test_what_is_no_draft_is_refused(tmp_path: Path, corpus: Path) -> None:
    assert_refused(promote(write(tmp_path, text_of()), corpus), "no draft", corpus)
    assert_refused(promote(tmp_path / "none.yaml", corpus), "none.yaml", corpus)


def test_what_does_not_lint_is_refused(tmp_path: Path, corpus: Path) -> None:
    file = write(tmp_path, text_of(status="draft", clauses="[R999.z]"))
    assert_refused(promote(file, corpus), "R999.z", corpus)


def test_what_the_reference_engine_fails_is_refused(tmp_path: Path, corpus: Path) -> None:
    steps = "[{reject: 'move_stack from=0,0 to=3,0'}]"
    file = write(tmp_path, text_of(status="draft", steps=steps))
    assert_refused(promote(file, corpus), "the reference engine fails", corpus)
