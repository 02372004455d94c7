"""Failures to which an honest reading of an open ruling leads.

A scenario about one thing may have to pass a point that the canon leaves open; there it goes on as
the edition does, and an engine that reads that point otherwise fails without being wrong. So the
engine is asked for its readings, the reference engine plays them, and a failure is excused if that
engine fails at the same step in the same way.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any, TypeAlias

from conformance.catalogue import load_catalogue
from conformance.certify.run import Factory, Plan, detail
from conformance.certify.verdicts import GAVE_UP, Failed
from conformance.coverage.interview import Question, questions
from conformance.coverage.models import TIMEOUT, Model, playable, put_to, reading_of, value_in
from conformance.engines.protocol import Engine, Hello
from conformance.scenarios import Case, Scenario, Status, load_corpus

Json: TypeAlias = dict[str, Any]


class Excuses:
    """What an engine reads otherwise than its edition, and the failures to which that leads."""

    def __init__(self, taken: Mapping[str, str], edition: str) -> None:
        self.edition = edition
        self.whole = Model(edition, tuple(sorted(taken.items())))
        singles = [Model(edition, (change,)) for change in self.whole.changes]
        self.engines = {model: model.engine(edition) for model in (*singles, self.whole)}

    def reading(self, case: Case, failed: Json) -> str | None:
        """The reading that leads to a failure; None if none does."""
        if not self.whole.changes or not self._leads_to(self.whole, case, failed):
            return None
        cause = next(model for model in self.engines if self._leads_to(model, case, failed))
        parameters = load_catalogue().parameters
        parts = [f"{parameters[name].ruling} as {value} ({name})" for name, value in cause.changes]
        return "reads " + ", ".join(parts)

    def _leads_to(self, model: Model, case: Case, failed: Json) -> bool:
        engine = self.engines[model]
        verdict = put_to(case, engine, engine.hello(), self.edition, TIMEOUT)
        return isinstance(verdict, Failed) and _shape(detail(verdict)) == _shape(failed)


def excuses_of(plan: Plan, lines: Sequence[Json], factory: Factory, hello: Hello) -> dict[str, str]:
    """The failures of a run that are excused, by case, each with the reading that leads to it."""
    failures = [
        line for line in lines if line["verdict"] == "failed" and line["status"] == Status.NORMATIVE
    ]
    if not failures or any(line["detail"].get("kind") == GAVE_UP for line in lines):
        return {}
    asked = open_questions(load_corpus(), hello)
    try:
        with closing(factory()) as engine:
            engine.hello()
            taken = readings_taken(asked, lines, engine, hello, plan.edition, plan.timeout)
    except (Exception, SystemExit):  # noqa: BLE001 - it may raise anything, unexcused
        return {}
    cases = {case.id: case for case in plan.cases}
    known = Excuses(taken, plan.edition)
    found = {line["case"]: known.reading(cases[line["case"]], line["detail"]) for line in failures}
    return {case: reading for case, reading in found.items() if reading is not None}


def open_questions(scenarios: Sequence[Scenario], hello: Hello) -> list[Question]:
    """What can be asked of an engine about the rulings that the canon leaves open."""
    rulings = load_catalogue().rulings
    return [one for one in questions(scenarios, hello) if not rulings[one.ruling].is_normative]


def readings_taken(
    asked: Iterable[Question],
    lines: Iterable[Json],
    engine: Engine,
    hello: Hello,
    edition: str,
    timeout: float,
) -> dict[str, str]:
    """The readings of an engine that are not those of its edition, by parameter.

    What the lines of a run tell already is not asked again. An engine that answers now this and now
    that has no reading.
    """
    told = {line["case"]: line["detail"].get("readings") for line in lines}
    taken: dict[str, set[str]] = {}
    for question in asked:
        case = question.case
        if told.get(case.id):
            reading = told[case.id][0]
        else:
            reading = reading_of(put_to(case, engine, hello, edition, timeout))
        if reading:
            taken.setdefault(question.parameter, set()).add(reading)
    return {
        name: value
        for name, values in taken.items()
        for value in values
        if len(values) == 1 and value in playable()[name] and value != value_in(edition, name)
    }


def _shape(failed: Json) -> tuple[Any, ...]:
    """What failed, and how, but for the order of lists and the words of the engine."""
    rows = [
        (_words(row["what"]), _words(row["expected"]), _words(row["got"]))
        for row in failed["mismatches"]
    ]
    return failed["step"], failed["line"], rows


def _words(value: Any) -> tuple[str, ...]:
    text = str(value)
    if text.startswith("refused: "):
        return ("refused",)
    return tuple(sorted(re.findall(r"[^\s,;()\[\]]+", text)))
