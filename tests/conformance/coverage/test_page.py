import json
from pathlib import Path

import pytest

from conformance.catalogue import load_catalogue
from conformance.coverage import Coverage, coverage, page
from conformance.scenarios import Polarity
from tests.conformance.written import sample


@pytest.fixture
def found(tmp_path: Path) -> Coverage:
    """The coverage by one scenario."""
    return coverage([sample(tmp_path, polarity="[permits, forbids]", questions="[Q2]")])


def test_the_sum_is_one_line(found: Coverage) -> None:
    line = page.summary_line(found)
    assert line.startswith(f"2 of {found.needed} clauses and questions covered (0.")
    assert line.endswith(" %) by 1 scenarios")


def test_every_gap_is_named_with_what_is_missing(found: Coverage) -> None:
    gaps = [*page.gaps(found)]
    says = load_catalogue().clauses["R092.a"].says
    assert f"R092.a: no scenario shows it: {says}" in gaps
    assert "Q3: no scenario answers it" in gaps
    assert not any(gap.startswith(("R091.b:", "Q2:")) for gap in gaps)


def test_what_is_checked_otherwise_says_how(found: Coverage) -> None:
    others = [*page.elsewhere(found)]
    assert {means for _, means, _ in others} == {"property", "schema", "protocol"}
    assert all(where for _, _, where in others)


def test_the_json_holds_every_clause(found: Coverage) -> None:
    told = json.loads(json.dumps(page.as_json(found)))
    assert [*told["clauses"]] == [*load_catalogue().clauses]
    assert told["clauses"]["R091.b"]["scenarios"] == {"permits": ["sample"], "forbids": ["sample"]}
    assert told["clauses"]["R091.b"]["lacks"] == []
    assert told["clauses"]["R092.a"]["informative"] is False
    assert (told["scenarios"], told["reached"], told["needed"]) == (1, 2, found.needed)
    assert told["percent"] == round(found.percent, 2)
    assert told["questions"]["Q2"] == ["sample"]


def test_the_page_has_a_row_for_each_rule_question_and_clause(found: Coverage) -> None:
    lines = page.markdown(found).splitlines()
    assert lines[2] == page.summary_line(found) + "."
    catalogue = load_catalogue()
    rules = [line for line in lines if line.startswith("| R091 | ")]
    assert rules == [
        f"| R091 | {catalogue.rules['R091'].title} | {len(catalogue.rules['R091'].clauses)}"
        " | 1 | 1 |"
    ]
    assert "| Q2 | sample |" in lines
    assert "| Q3 | none |" in lines
    assert "| R091.b | 1 | 1 |  |  |" in lines
    assert "| R092.a |  |  |  |  |" in lines


def test_the_page_lists_gaps_only_if_there_are_some(found: Coverage) -> None:
    assert "## Not covered" in page.markdown(found)
    for one in found.clauses.values():
        for polarity in (Polarity.PERMITS, Polarity.FORBIDS):
            one.scenarios.setdefault(polarity, ["all"])
    answered = {name: ["all"] for name in found.questions}
    whole = Coverage(found.clauses, answered, found.rulings, 1)
    assert "## Not covered" not in page.markdown(whole)
    assert page.summary_line(whole).endswith("(100.0 %) by 1 scenarios")
