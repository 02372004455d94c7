"""Every engine that is wrong on purpose is failed, for the reason that it is wrong."""

from collections.abc import Iterable
from typing import Any

import pytest

from conformance.certify.judge import judge
from conformance.certify.run import record
from conformance.certify.tally import Judgement, tally
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios.model import Case
from reference_engine.homes import HOMES, Home
from tests.conformance.certify.wrong_engines import (
    BROKEN,
    UNRULY,
    CannotLoad,
    CannotTell,
    Hangs,
    TellsLess,
)
from tests.conformance.written import corpus

CASES = corpus()


def lines_of(engine: ReferenceEngine, cases: Iterable[Case] = CASES) -> list[dict[str, Any]]:
    hello = engine.hello()
    timeout = 0.2 if isinstance(engine, Hangs) else 60.0
    return [record(case, judge(case, engine, hello, timeout), 0.0) for case in cases]


def test_the_reference_engine_keeps_every_clause_of_the_small_corpus() -> None:
    assert {line["verdict"] for line in lines_of(ReferenceEngine())} == {"passed"}


@pytest.mark.parametrize("name", BROKEN)
def test_an_engine_that_breaks_a_clause_is_failed_for_that_clause_alone(name: str) -> None:
    wrong = BROKEN[name]
    lines = lines_of(wrong.open())
    broken = {clause for line in lines for clause in line["broken"]}
    assert broken == {wrong.clause, *wrong.also}


@pytest.mark.parametrize("name", BROKEN)
def test_the_tally_blames_the_rule_that_is_broken_and_no_other(name: str) -> None:
    wrong = BROKEN[name]
    found = tally(lines_of(wrong.open()))
    broken = [row.id for row in found.rules.values() if row.judgement is Judgement.BROKEN]
    assert broken == [clause.partition(".")[0] for clause in (wrong.clause, *wrong.also)]
    assert found.judgement is Judgement.BROKEN


@pytest.mark.parametrize("name", [name for name, wrong in BROKEN.items() if wrong.home])
def test_what_is_replaced_is_the_home_of_the_clause(name: str) -> None:
    home = BROKEN[name].home
    assert home is not None
    assert HOMES[BROKEN[name].clause] == Home(home[0].__name__, home[1])


def test_every_clause_of_the_small_corpus_is_broken_by_some_engine() -> None:
    shown = {case.scenario.clauses[0] for case in CASES}
    assert shown == {wrong.clause for wrong in BROKEN.values()}


def test_a_broken_engine_leaves_the_rules_whole_for_others() -> None:
    for wrong in BROKEN.values():
        lines_of(wrong.open(), CASES[:1])
    assert {line["verdict"] for line in lines_of(ReferenceEngine())} == {"passed"}


@pytest.mark.parametrize("name", UNRULY)
def test_an_unruly_engine_is_never_passed(name: str) -> None:
    factory, verdict = UNRULY[name]
    cases = CASES[:2] if name == "hangs" else CASES
    bad = [line for line in lines_of(factory(), cases) if line["broken"]]
    assert {line["verdict"] for line in bad} == {verdict}


@pytest.mark.parametrize("name", UNRULY)
def test_an_unruly_engine_is_judged_like_any_other_in_its_next_case(name: str) -> None:
    factory, _ = UNRULY[name]
    lines = lines_of(factory(), CASES[:2])
    assert len(lines) == 2


def test_an_engine_that_cannot_load_is_not_failed_for_it() -> None:
    lines = lines_of(CannotLoad())
    assert {line["verdict"] for line in lines} == {"unsupported"}
    assert {line["detail"]["reason"] for line in lines} == {"operation load"}


def test_an_engine_that_does_not_declare_state_is_never_asked_for_it() -> None:
    assert {line["verdict"] for line in lines_of(CannotTell())} == {"passed"}


def test_an_engine_that_leaves_parts_out_passes_and_the_verdict_says_what_was_not_compared() -> (
    None
):
    lines = lines_of(TellsLess())
    assert {line["verdict"] for line in lines} == {"passed"}
    untold = {part for line in lines for part in line["detail"]["untold"]}
    assert untold == {"eliminated", "markers"}
