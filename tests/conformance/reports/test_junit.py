import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.certify.tally import Known
from conformance.certify.verdicts import Crashed, Failed, Passed, Unsupported, Verdict
from conformance.reports.junit import junit, printable
from tests.conformance.certify.wrong_engines import BROKEN, SaysError, TellsNonsense
from tests.conformance.reports.runs import CASES, Told, run_of, told
from tests.conformance.written import case

FAILED = Failed("expect", 8, ({"what": "S", "expected": 1, "got": 2},), None, None)


def parsed(run: Told) -> ET.Element:
    return ET.fromstring(junit(run.header, run.lines, run.found).encode("utf-8"))


def only(folder: Path, verdict: Verdict, *known: Known, **changes: str | None) -> ET.Element:
    """The element of one case with this verdict."""
    found = parsed(told(case(folder, **changes), verdict, known)).find("testsuite/testcase")
    assert found is not None
    return found


def test_every_case_is_a_test_case_in_the_suite_of_its_rule() -> None:
    root = parsed(run_of())
    names = [one.get("name") for one in root.iter("testcase")]
    assert sorted(map(str, names)) == sorted(one.id for one in CASES)
    for suite in root:
        clauses = {one.get("classname", "").partition(".")[0] for one in suite}
        assert clauses == {suite.get("name")}


def test_a_suite_counts_its_cases() -> None:
    root = parsed(run_of(BROKEN["lands_one_short"].open))
    suite = root.find("testsuite[@name='R091']")
    assert suite is not None
    counts = [suite.get(name) for name in ("tests", "failures", "errors", "skipped")]
    assert counts == ["8", "8", "0", "0"]
    assert float(suite.get("time", "")) >= 0


def test_a_failure_is_a_failure_with_its_text(tmp_path: Path) -> None:
    found = only(tmp_path, FAILED).find("failure")
    assert found is not None
    assert found.get("message") == "failed at `expect`"
    assert "again: rrc certify" in str(found.text)


def test_a_crash_is_an_error(tmp_path: Path) -> None:
    found = only(tmp_path, Crashed("gone")).find("error")
    assert found is not None
    assert (found.get("type"), found.get("message")) == ("crashed", "crashed: gone")


def test_what_passed_has_nothing_inside(tmp_path: Path) -> None:
    assert list(only(tmp_path, Passed())) == []


def test_what_could_not_be_told_is_skipped(tmp_path: Path) -> None:
    found = only(tmp_path, Unsupported("operation load")).find("skipped")
    assert found is not None
    assert found.get("message") == "unsupported: operation load"


def test_a_known_failure_is_skipped(tmp_path: Path) -> None:
    known = Known("sample[square8,2p]", "not yet")
    assert [one.tag for one in only(tmp_path, FAILED, known)] == ["skipped"]


def test_an_informative_failure_is_skipped(tmp_path: Path) -> None:
    found = only(tmp_path, FAILED, status="informative", ruling="RUL-28")
    assert [one.tag for one in found] == ["skipped"]


@pytest.mark.parametrize("engine", [SaysError, TellsNonsense])
def test_whatever_an_engine_says_the_report_is_well_formed(
    engine: type[SaysError] | type[TellsNonsense],
) -> None:
    assert list(parsed(run_of(engine)))


@given(st.text(st.characters(exclude_categories=[])))
def test_any_text_can_be_made_one_that_xml_holds(text: str) -> None:
    element = ET.Element("a", message=printable(text))
    element.text = printable(text)
    assert ET.fromstring(ET.tostring(element)) is not None


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"])))
def test_text_that_xml_holds_is_left_as_it_is(text: str) -> None:
    assert printable(text) == text
