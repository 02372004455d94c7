from html.parser import HTMLParser
from pathlib import Path

import pytest

from conformance.certify.tally import Known
from conformance.certify.verdicts import Crashed, Failed, Passed
from conformance.reports.html import html
from tests.conformance.certify.wrong_engines import BROKEN, SaysError, TellsNonsense
from tests.conformance.reports.runs import Told, run_of, told
from tests.conformance.written import case

SCRIPT = "<script>alert(1)</script>"


class Reader(HTMLParser):
    """What a browser would find in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def read(run: Told) -> Reader:
    reader = Reader()
    reader.feed(html(run.header, run.found))
    return reader


def test_a_page_says_what_the_run_says_of_the_engine() -> None:
    page = read(run_of())
    assert "keeps every rule that was tried" in page.text
    assert ("class", "verdict holds") in page.attributes


def test_a_page_has_a_row_for_every_rule_and_question() -> None:
    run = run_of()
    text = read(run).text
    assert all(row.title in text for row in run.found.rules.values())
    assert all(row.title in text for row in run.found.questions.values())


def test_a_failure_is_an_article_with_its_board() -> None:
    page = read(run_of(BROKEN["lands_one_short"].open))
    assert page.tags.count("article") == 1
    assert "(and 7 more of its cases)" in page.text
    assert "0:  111  .    .    .    .    .    .    ." in page.text
    assert ("class", "verdict broken") in page.attributes


def test_a_page_needs_nothing_from_elsewhere() -> None:
    page = read(run_of(BROKEN["lands_one_short"].open))
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert not {"src", "href", "onclick", "onload"} & {name for name, _ in page.attributes}


@pytest.mark.parametrize("engine", [SaysError, TellsNonsense])
def test_what_an_engine_says_is_text(engine: type[SaysError] | type[TellsNonsense]) -> None:
    assert "script" not in read(run_of(engine)).tags


def test_words_of_an_engine_are_shown_as_they_are() -> None:
    assert SCRIPT in read(run_of(SaysError)).text


def test_every_part_of_a_failure_is_escaped(tmp_path: Path) -> None:
    rows = ({"what": SCRIPT, "expected": {SCRIPT: 1}, "got": {SCRIPT: SCRIPT}},)
    state = {"stacks": {"0,0": [SCRIPT]}, "markers": {"1,0": SCRIPT}, "turn": {"phase": SCRIPT}}
    page = read(told(case(tmp_path), Failed(SCRIPT, 8, rows, state, state)))
    assert "script" not in page.tags
    assert page.text.count(SCRIPT) >= 8


def test_evidence_is_escaped(tmp_path: Path) -> None:
    page = read(told(case(tmp_path), Crashed(SCRIPT, f"</pre>{SCRIPT}")))
    assert "script" not in page.tags
    assert f"</pre>{SCRIPT}" in page.text


def test_what_an_engine_says_of_itself_is_escaped(tmp_path: Path) -> None:
    run = told(case(tmp_path), Passed())
    engine = run.header["engine"] | {"name": SCRIPT, "version": SCRIPT, "language": SCRIPT}
    header = run.header | {"engine": engine | {"spec": f'"{SCRIPT}'}}
    assert "script" not in read(Told(header, run.lines, run.found)).tags


def test_a_known_failure_that_passes_is_named_and_escaped(tmp_path: Path) -> None:
    page = read(told(case(tmp_path), Passed(), [Known("sample[square8,2p]", SCRIPT)]))
    assert "Known failures that pass" in page.text
    assert "script" not in page.tags


def test_readings_are_named_with_their_ruling(tmp_path: Path) -> None:
    one = case(tmp_path, status="informative", ruling="RUL-28")
    page = read(told(one, Passed(("end_turn",))))
    assert "Acting after a forced elimination" in page.text
