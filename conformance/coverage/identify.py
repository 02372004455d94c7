"""Which edition an engine plays, parameter by parameter, and where it departs from it.

First it is asked what tells the editions apart. Then the cases of the quick set are put to it:
those that it fails and its edition passes are departures. They are parameters of another value, as
far as the answers say so, and for the rest the mutants that fail the same cases. Where there are
any, all that the budget has left out is asked as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from conformance.catalogue import load_catalogue
from conformance.certify.verdicts import BAD, Passed
from conformance.coverage.interview import (
    Interview,
    ask_for_edition,
    fitted,
    questions,
)
from conformance.coverage.models import Model, value_in
from conformance.coverage.nearest import Likeness, explained, ranked
from conformance.coverage.quick import load_quick_set
from conformance.editions import CANON, load_parameters
from conformance.engines.protocol import Engine
from conformance.scenarios import Case, Scenario, cases_of

BUDGET = 40


@dataclass(frozen=True, slots=True)
class Parameter:
    """What an engine says of a parameter, how that is known, and which editions say so too."""

    name: str
    value: str
    source: str  # asked, inferred or unknown
    editions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Departure:
    """A parameter with another value, or a clause that is broken, and the nearest mutant."""

    nearest: Likeness | None
    parameter: str | None = None
    ruling: str | None = None
    value: str | None = None
    expected: str | None = None


@dataclass(frozen=True, slots=True)
class Oddity:
    """A question whose answer nothing explains."""

    parameter: str
    case: str
    reading: str
    expected: str


@dataclass(slots=True)
class Identity:
    """What an engine was found to play."""

    engine: str
    edition: str
    parameters: list[Parameter] = field(default_factory=list)
    departures: list[Departure] = field(default_factory=list)
    oddities: list[Oddity] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    asked: int = 0
    positions: int = 0  # asked for the edition alone
    judged: int = 0
    failed: int = 0
    unanswered: int = 0  # crashes, errors, and answers that did not come

    @property
    def is_exact(self) -> bool:
        """Whether it plays its edition in all that was asked."""
        return not (self.departures or self.oddities or self.unexplained)


def parameters_of(model: Model, interview: Interview) -> list[Parameter]:
    """Every parameter: as the answers say, as the edition has it, or not known."""
    odd = {question.parameter for question in interview.missed(model)}
    asked = {
        question.parameter
        for question, reading in interview.answers.items()
        if reading in question.readings and question.parameter not in odd
    }
    editions = load_parameters()
    found = []
    for name in editions[CANON]:
        value = model.value(name)
        same = tuple(one for one in editions if value_in(one, name) == value)
        differs = len(same) < len(editions)
        source = "asked" if name in asked else "inferred" if differs else "unknown"
        near = sorted(same, key=lambda one: one != model.edition)
        found.append(Parameter(name, value, source, tuple(near)))
    return found


# --- all together -------------------------------------------------------------------------------


def identify(
    name: str,
    engine: Engine,
    scenarios: Sequence[Scenario],
    *,
    budget: int = BUDGET,
    timeout: float = 10.0,
) -> Identity:
    """What an engine plays, and in what it departs from that."""
    interview = Interview(engine, engine.hello(), timeout)
    left = questions(scenarios, interview.hello)
    ask_for_edition(interview, left, budget)
    positions = len(interview.answers)
    trial = Trial(interview, quick_cases_of(scenarios))
    interview.refuse_silence(name)
    first = fitted(interview)[0].edition
    if trial.failed(first) or interview.missed(Model(first)):
        for question in left:
            interview.ask(question)
    found = [trial.departures(fit) for fit in fitted(interview)]
    model, departures = min(found, key=lambda one: trial.cost(*one))
    return Identity(
        name,
        model.edition,
        parameters=parameters_of(model, interview),
        departures=departures,
        oddities=[
            Oddity(
                question.parameter,
                question.case.id,
                interview.answers[question],
                interview.oracle.reading(model, question.case),
            )
            for question in interview.missed(model)
        ],
        unexplained=sorted(trial.unexplained(model)),
        positions=positions,
        asked=len(interview.answers),
        judged=len(trial.judged),
        failed=len(trial.failed(model.edition)),
        unanswered=interview.unanswered,
    )


def quick_cases_of(scenarios: Sequence[Scenario]) -> dict[str, Case]:
    """The cases of the quick set and those that tell the mutants apart."""
    wanted = frozenset(load_quick_set().every_case)
    ids = {name.partition("[")[0] for name in wanted}
    cases = cases_of([one for one in scenarios if one.id in ids], CANON)
    return {case.id: case for case in cases if case.id in wanted}


class Trial:
    """The cases of the quick set, put to an engine once."""

    def __init__(self, interview: Interview, cases: Mapping[str, Case]) -> None:
        self.interview, self.cases = interview, cases
        self.mutants = load_quick_set().mutants
        verdicts = {name: interview.put(case) for name, case in cases.items()}
        self.bad = frozenset(name for name, one in verdicts.items() if one.name in BAD)
        self.judged = self.bad.union(
            name for name, one in verdicts.items() if isinstance(one, Passed)
        )

    def passed(self, model: Model) -> frozenset[str]:
        """The cases that a model passes, of those that the engine could be judged by."""
        return self.judged & self.interview.oracle.passed(model, [*self.cases.values()])

    def failed(self, edition: str) -> frozenset[str]:
        """The cases that the engine fails although an edition passes them."""
        return self.bad & self.passed(Model(edition))

    def unexplained(self, model: Model) -> frozenset[str]:
        """The cases that the engine fails, its edition passes, and a model does not explain."""
        return self.failed(model.edition) & self.passed(model)

    def departures(self, fit: Model) -> tuple[Model, list[Departure]]:
        """The model that says most with least, and its departures, each by its nearest mutant.

        There are two: the parameters that the answers speak of, with mutants for what they leave;
        and mutants alone.
        """
        judged, failed = self.passed(Model(fit.edition)), self.failed(fit.edition)
        changes = [self.changed(fit, name) for name, _ in fit.changes]
        added = explained(self.unexplained(fit), failed, judged, self.mutants, self.cases)
        single = self.single(fit.edition)
        alone = (
            [single]
            if single is not None
            else explained(failed, failed, judged, self.mutants, self.cases)
        )
        mixed = replace(fit, mutants=names_of(added)), [*changes, *map(Departure, added)]
        broken = Model(fit.edition, mutants=names_of(alone)), [*map(Departure, alone)]
        if self.cost(*mixed) < self.cost(*broken) or not alone:
            return mixed
        if single is not None and len(changes) == 1 and self.cost(*mixed) == 1:
            return fit, [replace(changes[0], nearest=single)]
        return broken

    def cost(self, model: Model, departures: Sequence[Departure]) -> int:
        """How much a model has to say, and how much it leaves unsaid."""
        missed = self.interview.missed(model)
        differing = self.bad ^ (self.judged - self.passed(model))
        return len(departures) + len(missed) + len(differing)

    def changed(self, model: Model, parameter: str) -> Departure:
        """A parameter with another value, and the mutant that is most like it."""
        value, edition = model.value(parameter), Model(model.edition)
        judged = self.passed(edition)
        alone = judged - self.passed(edition.changed(parameter, value))
        near = ranked(alone, alone, judged, self.mutants, self.cases)
        ruling = load_catalogue().parameters[parameter].ruling
        expected = edition.value(parameter)
        return Departure(near[0] if near else None, parameter, ruling, value, expected)

    def single(self, edition: str) -> Likeness | None:
        """Of the mutants that fail the same cases the one that answers most as the engine does."""
        judged, failed = self.passed(Model(edition)), self.failed(edition)
        alike = [
            one
            for one in ranked(failed, failed, judged, self.mutants, self.cases)
            if one.degree == 1.0
        ]
        return min(
            alike,
            key=lambda one: len(self.interview.missed(Model(edition, mutants=(one.mutant,)))),
            default=None,
        )


def names_of(likenesses: Sequence[Likeness]) -> tuple[str, ...]:
    """The names of mutants."""
    return tuple(one.mutant for one in likenesses)
