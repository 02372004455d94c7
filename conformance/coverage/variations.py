"""Cases in which the value of every parameter is known, so that only one outcome will do.

An informative scenario of a ruling says what every reading leads to; an engine that is given an
edition has to take the reading that the edition has. The reference engine also plays values that no
published edition has, and the corpus must notice when it plays them wrongly: such a scenario is
settled for each of them, and those with such a value in `when` are about the canonical edition with
that value in it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from conformance.catalogue import load_catalogue
from conformance.coverage.interview import questions
from conformance.coverage.models import playable, value_in
from conformance.editions import load_parameters
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios import Case, Scenario, Status, cases_of, varied_cases
from conformance.scenarios.model import AnyOf, Step


def settled_cases(scenarios: Sequence[Scenario], edition: str) -> list[Case]:
    """The cases of an edition, with the outcome that its own reading leads to."""
    rulings = load_catalogue().rulings
    found: list[Case] = []
    for case in cases_of(scenarios, edition):
        if case.scenario.status is Status.DRAFT:
            continue
        if any(isinstance(step, AnyOf) for step in case.steps):
            named = rulings[case.scenario.ruling or ""].parameters
            values = {value_in(edition, one.name) for one in named if one.name in playable()}
            steps = tuple(_taking(values, case.steps))
            if any(isinstance(step, AnyOf) for step in steps):
                continue  # none of the outcomes is that of the edition, or more than one is
            case = replace(case, steps=steps)
        found.append(case)
    return found


def variations(scenarios: Sequence[Scenario]) -> list[Case]:
    """Every case about a value that no published edition has."""
    found = [*varied_cases(scenarios), *_readings(scenarios)]
    return [
        replace(case, id=f"{case.id} with {_told(case)}", scenario=_normative(case.scenario))
        for case in found
    ]


def _told(case: Case) -> str:
    return ", ".join(f"{name}: {value}" for name, value in case.values.items())


def _normative(scenario: Scenario) -> Scenario:
    """Where the value is given, what it leads to is no question any more."""
    return replace(scenario, status=Status.NORMATIVE)


def _readings(scenarios: Sequence[Scenario]) -> Iterator[Case]:
    asked = questions(scenarios, ReferenceEngine().hello())
    for parameter, values in playable().items():
        published = {value_in(edition, parameter) for edition in load_parameters()}
        for name, value in values.items():
            if name in published:
                continue
            for question in asked:
                if question.parameter == parameter and name in question.readings:
                    steps = tuple(_taking({name}, question.case.steps))
                    yield replace(question.case, steps=steps, values={parameter: value})


def _taking(readings: set[str], steps: Sequence[Step]) -> Iterator[Step]:
    """The steps of the one outcome with such a reading, in the place of all outcomes."""
    for step in steps:
        if isinstance(step, AnyOf):
            taken = [outcome.steps for outcome in step.outcomes if outcome.reading in readings]
            yield from taken[0] if len(taken) == 1 else [step]
        else:
            yield step
