"""Where every value is known only one outcome will do, and both engines of ours have it."""

from collections.abc import Mapping
from typing import Any

import pytest

from conformance.catalogue import load_catalogue
from conformance.certify.judge import judge
from conformance.coverage.models import playable, value_in
from conformance.coverage.variations import settled_cases, variations
from conformance.editions import CANON, load_editions_with, load_parameters
from conformance.engines.literal.engine import LiteralEngine
from conformance.engines.literal.session import LiteralSession
from conformance.engines.protocol import Engine
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios import Case, Status, cases_of, load_corpus
from conformance.scenarios.model import AnyOf

CORPUS = load_corpus()


def reference(values: Mapping[str, Any]) -> Engine:
    return ReferenceEngine(load_editions_with(values))


def literal(values: Mapping[str, Any]) -> Engine:
    session = LiteralSession()
    session.engine = LiteralEngine({CANON: {**load_parameters()[CANON], **values}})
    return session


def failed(case: Case, engine: Engine) -> bool:
    return judge(case, engine, engine.hello()).name != "passed"


@pytest.mark.parametrize("play", [reference, literal])
def test_both_engines_play_values_that_no_edition_has(play: Any) -> None:
    found = variations(CORPUS)
    assert len(found) > 80
    assert [case.id for case in found if failed(case, play(case.values))] == []


def test_every_value_that_no_edition_has_is_asked_for() -> None:
    told = {(name, value) for case in variations(CORPUS) for name, value in case.values.items()}
    for parameter, values in playable().items():
        published = {value_in(edition, parameter) for edition in load_parameters()}
        unasked = {
            name
            for name, value in values.items()
            if name not in published and isinstance(value, str | bool | int)
            if (parameter, value) not in told
        }
        # All adjacent markers collapse in the canon too: those it leaves out belong to the region.
        assert unasked <= ({"all_adjacent"} if parameter == "border_collapse" else set())


@pytest.mark.parametrize("edition", load_parameters())
def test_the_reference_engine_takes_the_readings_of_each_edition(edition: str) -> None:
    engine = ReferenceEngine()
    told = [one for one in settled_cases(CORPUS, edition) if one.scenario.ruling is not None]
    assert not any(isinstance(step, AnyOf) for case in told for step in case.steps)
    assert [case.id for case in told if failed(case, engine)] == []


def test_scenarios_about_an_open_ruling_fail_nobody_in_the_canon() -> None:
    catalogue = load_catalogue()
    for case in cases_of(CORPUS, CANON):
        if any(map(catalogue.open_ruling, case.scenario.when)):
            assert case.scenario.status is Status.INFORMATIVE
            assert not catalogue.rulings[case.scenario.ruling or ""].is_normative


def test_what_another_edition_has_settled_is_normative_there() -> None:
    (found,) = (
        case
        for case in cases_of(CORPUS, "complete-2025-12")
        if case.scenario.id == "after-forced-elimination-end-turn"
    )
    assert found.scenario.status is Status.NORMATIVE
