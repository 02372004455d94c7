from pathlib import Path
from typing import Any

import pytest

from conformance.catalogue import CheckedBy, load_catalogue
from conformance.certify.run import record
from conformance.certify.tally import Judgement, Known, Row, Tally, tally, totals
from conformance.certify.verdicts import (
    GAVE_UP,
    Crashed,
    Errored,
    Failed,
    Passed,
    Skipped,
    Unsupported,
    Verdict,
)
from tests.conformance.written import case

FAILED = Failed("expect", 8, ({"what": "S", "expected": 1, "got": 2},), None, None)


def line(folder: Path, verdict: Verdict, **changes: str | None) -> dict[str, Any]:
    """A line of a run about the sound scenario, changed."""
    return record(case(folder, **changes), verdict, 0.0)


def rule(found: Tally, name: str = "R091") -> Row:
    return found.rules[name]


def test_a_row_for_every_rule_and_question() -> None:
    catalogue = load_catalogue()
    found = tally([])
    assert list(found.rules) == list(catalogue.rules)
    assert list(found.questions) == list(catalogue.questions)


def test_nothing_run_is_nothing_tried() -> None:
    found = tally([])
    assert found.judgement is Judgement.UNTRIED
    assert {row.judgement for row in found.rules.values()} == {Judgement.UNTRIED}


def test_a_rule_holds_that_passes(tmp_path: Path) -> None:
    found = tally([line(tmp_path, Passed())])
    assert (rule(found).judgement, rule(found).passed) == (Judgement.HOLDS, 1)
    assert found.judgement is Judgement.HOLDS
    assert found.counts == {"passed": 1}


@pytest.mark.parametrize("verdict", [FAILED, Crashed("gone"), Errored("sorry")])
def test_a_rule_is_broken_that_fails(tmp_path: Path, verdict: Verdict) -> None:
    found = tally([line(tmp_path, Passed()), line(tmp_path, verdict)])
    assert (rule(found).judgement, rule(found).failed) == (Judgement.BROKEN, 1)
    assert found.judgement is Judgement.BROKEN
    assert [one["verdict"] for one in found.failures] == [verdict.name]


@pytest.mark.parametrize("verdict", [Unsupported("x"), Skipped("x")])
def test_what_was_not_run_could_not_be_told(tmp_path: Path, verdict: Verdict) -> None:
    found = tally([line(tmp_path, verdict)])
    assert (rule(found).judgement, rule(found).other) == (Judgement.UNTOLD, 1)
    assert found.judgement is Judgement.UNTOLD


def test_an_engine_that_gave_up_could_not_be_judged(tmp_path: Path) -> None:
    lines = [line(tmp_path, Passed()), line(tmp_path, Errored("often", "", GAVE_UP))]
    assert tally(lines).judgement is Judgement.UNTOLD


def test_a_case_counts_for_every_rule_it_shows(tmp_path: Path) -> None:
    found = tally([line(tmp_path, Passed(), clauses="[R091.b, R090.a, R091.a]")])
    assert (rule(found).passed, rule(found, "R090").passed) == (1, 1)
    assert rule(found).tried == {"R091.a", "R091.b"}


def test_a_failure_blames_only_the_rule_that_is_broken(tmp_path: Path) -> None:
    found = tally([line(tmp_path, FAILED, clauses="[R091.b, R090.a]")])
    assert (rule(found).failed, rule(found, "R090").failed) == (1, 0)
    assert rule(found, "R090").judgement is Judgement.UNTOLD


def test_a_rule_that_the_case_does_not_show_may_be_blamed(tmp_path: Path) -> None:
    verdict = Failed("reject", 8, ({"what": "x", "expected": 1, "got": 2},), None, None, "R101.c")
    found = tally([line(tmp_path, verdict)])
    assert rule(found, "R101").judgement is Judgement.BROKEN
    assert rule(found).judgement is Judgement.UNTOLD


def test_only_clauses_that_an_engine_can_keep_are_counted() -> None:
    found = tally([])
    for name, one in load_catalogue().rules.items():
        engine = [clause for clause in one.clauses if clause.checked_by is CheckedBy.ENGINE]
        assert found.rules[name].clauses == len(engine)


def test_a_question_is_answered_by_its_cases(tmp_path: Path) -> None:
    found = tally([line(tmp_path, FAILED, questions="[Q2]")])
    assert found.questions["Q2"].judgement is Judgement.BROKEN
    assert found.questions["Q2"].tried <= set(load_catalogue().questions["Q2"].clauses)
    assert found.questions["Q3"].judgement is Judgement.UNTRIED


# Informative scenarios

OPEN = {"status": "informative", "ruling": "RUL-28"}


def test_an_informative_scenario_fails_nobody(tmp_path: Path) -> None:
    found = tally([line(tmp_path, FAILED, **OPEN), line(tmp_path, Passed())])
    assert (found.failures, found.judgement) == ([], Judgement.HOLDS)
    assert rule(found).failed == 0
    assert len(found.informative) == 1


def test_readings_are_counted_by_ruling(tmp_path: Path) -> None:
    lines = [line(tmp_path, Passed(("end_turn",)), **OPEN) for _ in range(2)]
    lines.append(line(tmp_path, Passed(("continue_if_action",)), **OPEN))
    assert tally(lines).readings == {"RUL-28": {"end_turn": 2, "continue_if_action": 1}}


def test_an_engine_that_takes_none_of_the_readings_takes_another(tmp_path: Path) -> None:
    assert tally([line(tmp_path, FAILED, **OPEN)]).readings == {"RUL-28": {"another": 1}}


def test_a_draft_fails_nobody(tmp_path: Path) -> None:
    assert tally([line(tmp_path, FAILED, status="draft")]).failures == []


# Known failures

KNOWN = [Known("sample[square8,2p]", "not yet")]


def test_a_known_failure_is_set_apart(tmp_path: Path) -> None:
    found = tally([line(tmp_path, FAILED), line(tmp_path, Passed(), players="3")], KNOWN)
    assert (found.failures, [one["case"] for one in found.known]) == ([], ["sample[square8,2p]"])
    assert found.judgement is Judgement.HOLDS
    assert rule(found).judgement is Judgement.KNOWN


def test_an_excused_failure_breaks_nothing_and_holds_nothing(tmp_path: Path) -> None:
    lines = [line(tmp_path, FAILED), line(tmp_path, Passed(), players="3", clauses="[R090.a]")]
    found = tally(lines, (), {"sample[square8,2p]": "reads RUL-17 as none"})
    assert found.failures == []
    assert found.excuses == {"reads RUL-17 as none": ["sample[square8,2p]"]}
    assert found.counts == {"excused": 1, "passed": 1}
    assert rule(found).judgement is Judgement.UNTOLD
    assert rule(found).tried == set()
    assert found.judgement is Judgement.HOLDS


def test_a_failure_that_is_known_needs_no_excuse(tmp_path: Path) -> None:
    found = tally([line(tmp_path, FAILED)], KNOWN, {"sample[square8,2p]": "reads it"})
    assert (len(found.known), found.excused) == (1, {})


def test_a_rule_that_a_known_failure_does_not_blame_is_not_known_to_fail(tmp_path: Path) -> None:
    found = tally([line(tmp_path, FAILED, clauses="[R091.b, R090.a]")], KNOWN)
    assert (rule(found).known, rule(found, "R090").known) == (1, 0)


def test_a_failure_that_is_not_known_breaks_the_run(tmp_path: Path) -> None:
    found = tally([line(tmp_path, FAILED), line(tmp_path, FAILED, players="3")], KNOWN)
    assert [one["case"] for one in found.failures] == ["sample[square8,3p]"]
    assert found.judgement is Judgement.BROKEN


def test_a_known_failure_that_passes_breaks_the_run(tmp_path: Path) -> None:
    found = tally([line(tmp_path, Passed())], KNOWN)
    assert (found.stale, found.judgement) == (KNOWN, Judgement.BROKEN)


def test_a_known_failure_that_was_not_run_is_not_stale(tmp_path: Path) -> None:
    assert tally([line(tmp_path, Skipped("x"))], KNOWN).stale == []


# Words


def test_failures_of_one_scenario_are_one_finding(tmp_path: Path) -> None:
    lines = [line(tmp_path, FAILED, players=players) for players in "234"]
    ((first, more),) = tally(lines).findings
    assert (first["case"], more) == ("sample[square8,2p]", 2)


def test_totals_are_told_in_the_order_of_the_verdicts() -> None:
    counts = {"skipped": 1, "timed out": 2, "passed": 3}
    assert totals(counts) == "3 passed, 2 timed out, 1 skipped"
