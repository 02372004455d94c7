"""Asking an engine which values of the parameters it plays.

A question is an informative scenario of a ruling: its outcome names the value of a parameter. What
each edition answers, the reference engine says; where an edition has several departures from the
canon, an outcome may be none of those named, and that is an answer too. The questions that tell
most of the editions apart that are still possible come first; what is left of the budget goes to
the parameters with the most weight.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

from conformance.catalogue import Catalogue, load_catalogue
from conformance.certify.verdicts import BAD, Failed, Verdict
from conformance.coverage.models import Model, oracle_for, put_to, reading_of, written
from conformance.coverage.probes import FAILED, UNSUPPORTED, Observation, Probe, observed
from conformance.editions import CANON, load_parameters
from conformance.engines.protocol import Engine, Hello
from conformance.errors import UndecidedError
from conformance.scenarios import Case, Scenario, Status, cases_of

SILENCE = 0.5  # the share of failures to answer beyond which nothing can be told


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A scenario that tells values of a parameter apart."""

    parameter: str
    ruling: str
    weight: str
    case: Case
    readings: frozenset[str]


def questions(scenarios: Sequence[Scenario], hello: Hello) -> list[Question]:
    """What can be asked of an engine, in a fixed order."""
    catalogue = load_catalogue()
    asked = [one for one in scenarios if one.status is Status.INFORMATIVE and one.ruling]
    found: list[Question] = []
    for case in cases_of(asked, CANON):
        if case.symmetry != "identity" or case.board not in hello.boards:
            continue
        if case.players not in hello.players:
            continue
        found += _of(case, catalogue)
    return found


def _of(case: Case, catalogue: Catalogue) -> Iterator[Question]:
    ruling = catalogue.rulings[case.scenario.ruling or ""]
    data: Any = case.scenario.document.data
    readings = frozenset(
        str(outcome["reading"]) for step in data["steps"] for outcome in step.get("any_of", ())
    )
    for parameter in ruling.parameters:
        values = {written(value) for value in parameter.values}
        # A scenario belongs to the parameter whose values it names, two of them at least.
        if len(readings & values) >= 2 and parameter.name in load_parameters()[CANON]:
            yield Question(parameter.name, ruling.id, ruling.weight.value, case, readings)


class Interview:
    """An engine, what has been asked of it, and what it answered."""

    def __init__(self, engine: Engine, hello: Hello, timeout: float) -> None:
        known = [one for one in hello.editions if one in load_parameters()]
        if not known:
            raise UndecidedError(f"the engine {hello.name} declares no edition that is known here")
        self.engine, self.hello, self.timeout = engine, hello, timeout
        self.oracle = oracle_for(known[0])
        self.answers: dict[Question, str] = {}
        self.sights: dict[Probe, Observation] = {}
        self.put_to_it = self.unanswered = 0

    def ask(self, question: Question) -> str:
        """The reading that the engine takes."""
        self.answers[question] = reading_of(self.put(question.case))
        return self.answers[question]

    def put(self, case: Case) -> Verdict:
        """What a case says of the engine, under the edition that it declares."""
        verdict = put_to(case, self.engine, self.hello, self.oracle.declared, self.timeout)
        self.put_to_it += 1
        self.unanswered += verdict.name in BAD and not isinstance(verdict, Failed)
        return verdict

    def observe(self, probe: Probe) -> None:
        """Let the engine go through a probe, if it declares what that asks for."""
        hello = self.hello
        if probe.board not in hello.boards or probe.players not in hello.players:
            return
        if probe.needs <= {*hello.operations}:
            seen = observed(probe, self.engine, self.oracle.declared, self.timeout)
            if seen[0] != UNSUPPORTED:
                self.sights[probe] = seen
                self.put_to_it += 1
                self.unanswered += seen[0] == FAILED

    def refuse_silence(self, name: str) -> None:
        """Of an engine that mostly crashes, hangs or errs nothing can be told."""
        if self.unanswered > SILENCE * self.put_to_it:
            raise UndecidedError(
                f"the engine {name} has crashed, erred or not answered"
                f" {self.unanswered} times out of {self.put_to_it}; rrc smoke may say why"
            )

    def about(self, parameter: str) -> list[Question]:
        """The questions on a parameter that were answered."""
        return [
            one for one, reading in self.answers.items() if reading and one.parameter == parameter
        ]

    def missed(self, model: Model) -> list[Question]:
        """The questions that a model answers otherwise than the engine."""
        return [
            question
            for question, reading in self.answers.items()
            if reading and reading != self.oracle.reading(model, question.case)
        ]


def _best(left: Sequence[Question], possible: Sequence[str], interview: Interview) -> Question:
    """The question that tells most of the possible editions apart, then the weightiest."""
    done = {question.parameter for question in interview.answers}

    def worth(question: Question) -> tuple[float, bool, str, str, str]:
        entropy = 0.0
        if len(possible) > 1:
            answers = Counter(
                interview.oracle.reading(Model(one), question.case) for one in possible
            )
            entropy = -sum(n / len(possible) * log2(n / len(possible)) for n in answers.values())
        name = question.parameter
        return -entropy, name in done, question.weight, question.case.id, name

    return min(left, key=worth)


def ask_for_edition(interview: Interview, left: list[Question], budget: int) -> None:
    """Ask until the edition is known, then as long as the budget lasts."""
    possible = list(load_parameters())
    while left and len(interview.answers) < budget:
        question = _best(left, possible, interview)
        left.remove(question)
        answer = interview.ask(question)
        agreeing = [
            one for one in possible if interview.oracle.reading(Model(one), question.case) == answer
        ]
        possible = agreeing or possible
