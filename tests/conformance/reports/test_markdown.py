from pathlib import Path

from conformance.certify.tally import Known
from conformance.certify.verdicts import Crashed, Errored, Failed, Passed
from conformance.reports.markdown import escaped, fenced, markdown
from tests.conformance.certify.wrong_engines import BROKEN, SaysError
from tests.conformance.reports.runs import Told, run_of, told
from tests.conformance.written import case


def page(run: Told) -> str:
    return markdown(run.header, run.found)


def outside_fences(text: str) -> str:
    """A page without its fenced blocks."""
    kept, fence = [], ""
    for line in text.splitlines():
        if fence:
            fence = "" if line == fence else fence
        elif line.startswith("```"):
            fence = line
        else:
            kept.append(line)
    assert fence == ""
    return "\n".join(kept)


def test_a_page_begins_with_the_verdict() -> None:
    lines = page(run_of()).splitlines()
    assert lines[0] == "# RingRift conformance"
    assert lines[2].startswith("**reference 0.")
    assert "keeps every rule that was tried" in lines[2]


def test_a_page_has_a_row_for_every_rule_and_question() -> None:
    text = page(run_of())
    assert "| R091 | Path and distance of a plain move |" in text
    assert "| Q24 |" in text


def test_a_row_holds_the_counts_of_a_rule() -> None:
    rows = page(run_of(BROKEN["lands_one_short"].open)).splitlines()
    (row,) = [one for one in rows if one.startswith("| R091 ")]
    assert row.endswith("/10 | 0 | 8 | broken |")


def test_without_failures_there_is_no_chapter_of_failures() -> None:
    assert "## Failures" not in page(run_of())


def test_a_failure_is_told_once_for_all_its_cases() -> None:
    text = page(run_of(BROKEN["lands_one_short"].open))
    assert text.count("### `R091-b-lands-one-short") == 1
    assert "(and 7 more of its cases)" in text
    assert "| move_stack from=0,0 to=2,0 is refused | refused by R091.b | played |" in text


def test_a_known_failure_that_passes_is_named(tmp_path: Path) -> None:
    text = page(told(case(tmp_path), Passed(), [Known("sample[square8,2p]", "not yet")]))
    assert "## Known failures that pass\n\n- `sample[square8,2p]`: not yet" in text


def test_readings_of_open_rulings_are_a_table(tmp_path: Path) -> None:
    one = case(tmp_path, status="informative", ruling="RUL-28")
    assert "| RUL-28 | end_turn |" in page(told(one, Passed(("end_turn",))))


def test_what_an_engine_says_is_text_and_nothing_else() -> None:
    text = outside_fences(page(run_of(SaysError)))
    assert "<script>" not in text
    assert "&lt;script>" in text
    assert "[a](b)" not in text.replace("\\[a]", "")


def test_an_engine_cannot_close_the_fence_around_its_evidence(tmp_path: Path) -> None:
    run = told(case(tmp_path), Crashed("gone", "```\n<script>\n````\n"))
    assert "<script>" not in outside_fences(page(run))


def test_an_engine_cannot_add_a_row_to_a_table(tmp_path: Path) -> None:
    rows = ({"what": "x", "expected": "a | b\n| c |", "got": "\r\nd"},)
    run = told(case(tmp_path), Failed("expect", 8, rows, None, None))
    (row,) = [one for one in page(run).splitlines() if one.startswith("| x |")]
    assert row == "| x | a \\| b \\| c \\| |  d |"


def test_text_that_is_escaped_is_one_line() -> None:
    assert escaped("a\nb\r\nc\u2028d") == "a b c d"
    assert escaped("<b> & [x] | \\") == "&lt;b> &amp; \\[x] \\| \\\\"


def test_a_fence_is_longer_than_any_in_the_text() -> None:
    assert fenced("a ```` b") == "`````\na ```` b\n`````"


def test_an_error_of_many_lines_stays_in_its_paragraph(tmp_path: Path) -> None:
    run = told(case(tmp_path / "a"), Errored("one\n# two"))
    assert "`a/sample.yaml`: errored: one # two" in page(run)
