"""Which edition an engine plays, parameter by parameter, and where it departs from it.

First it is asked what tells the editions apart. Then the cases of the quick set and the probes are
put to it. If it plays them otherwise than its edition, all that the budget has left out is asked as
well, and the nearest model says what it is: parameters of another value, and mutants.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from conformance.catalogue import load_catalogue
from conformance.coverage.evidence import Evidence
from conformance.coverage.fitting import nearest_editions, nearest_fit
from conformance.coverage.interview import Interview, ask_for_edition, questions
from conformance.coverage.models import Model, value_in
from conformance.coverage.nearest import Likeness
from conformance.coverage.probes import chosen_probes
from conformance.coverage.trial import Trial, quick_cases_of
from conformance.editions import CANON, load_parameters
from conformance.engines.protocol import Engine
from conformance.scenarios import Scenario

BUDGET = 40


@dataclass(frozen=True, slots=True)
class Parameter:
    """What an engine says of a parameter, how that is known, and which editions say so too."""

    name: str
    value: str
    source: str  # asked, shown, inferred or unknown
    editions: tuple[str, ...]
    others: tuple[str, ...] = ()  # values that are played the same in all that was put to it


@dataclass(frozen=True, slots=True)
class Departure:
    """A parameter with another value, or a clause that is broken, and the nearest mutant."""

    nearest: Likeness | None
    parameter: str | None = None
    ruling: str | None = None
    value: str | None = None
    expected: str | None = None
    others: tuple[str, ...] = ()  # values that explain as much


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
    apart: list[str] = field(default_factory=list)  # probes that nothing explains
    asked: int = 0
    positions: int = 0  # asked for the edition alone
    probed: int = 0
    judged: int = 0
    failed: int = 0
    unanswered: int = 0  # crashes, errors, and answers that did not come

    @property
    def is_exact(self) -> bool:
        """Whether it plays its edition in all that was asked."""
        return not (self.departures or self.oddities or self.unexplained or self.apart)


def parameters_of(model: Model, evidence: Evidence) -> list[Parameter]:
    """Every parameter: as the answers say, as it is played, as the edition has it, or not known."""
    interview = evidence.interview
    odd = {question.parameter for question in interview.missed(model)}
    asked = {
        question.parameter
        for question, reading in interview.answers.items()
        if reading in question.readings
    }
    editions = load_parameters()
    found = []
    for name in editions[CANON]:
        value, others = model.value(name), evidence.untold(model, name)
        same = tuple(one for one in editions if value_in(one, name) == value)
        if name in odd or others:
            source = "inferred" if len(same) < len(editions) else "unknown"
        else:
            source = "asked" if name in asked else "shown"
        near = sorted(same, key=lambda one: one != model.edition)
        found.append(Parameter(name, value, source, tuple(near), others))
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
    for probe in chosen_probes(scenarios):
        interview.observe(probe)
    interview.refuse_silence(name)
    evidence = Evidence(interview, trial)
    found = evidence.fit(Model(nearest_editions(interview)[0]))
    if found.gaps:
        for question in left:
            interview.ask(question)
        evidence = Evidence(interview, trial)
        found = nearest_fit(evidence)
    model = found.model
    return Identity(
        name,
        model.edition,
        parameters=parameters_of(model, evidence),
        departures=departures_of(model, evidence),
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
        apart=[probe.name for probe in interview.sights if probe.name in found.gaps],
        positions=positions,
        asked=len(interview.answers),
        probed=len(interview.sights),
        judged=len(trial.judged),
        failed=len(trial.failed(model.edition)),
        unanswered=interview.unanswered,
    )


def departures_of(model: Model, evidence: Evidence) -> list[Departure]:
    """The departures of a model, each by its nearest mutant; what explains most comes first."""
    trial = evidence.trial
    broken = [_broken(model, name, trial) for name in model.mutants]
    changes = [_changed(model, name, evidence) for name, _ in model.changes]
    if len(changes) == 1 and not broken:
        single = _single(model.edition, trial)
        changes = [replace(changes[0], nearest=single or changes[0].nearest)]
    found = [*changes, *map(Departure, broken)]
    return sorted(found, key=lambda one: -len(one.nearest.shared) if one.nearest else 0)


def _broken(model: Model, mutant: str, trial: Trial) -> Likeness:
    """How like a mutant the engine is in what the rest of a model leaves unexplained."""
    left = trial.unexplained(model.mended(mutant))
    near = trial.like(left, trial.failed(model.edition), model.edition)
    by_probes = Likeness(mutant, trial.mutants[mutant].clause, 0.0, frozenset())
    return next((one for one in near if one.mutant == mutant), by_probes)


def _changed(model: Model, parameter: str, evidence: Evidence) -> Departure:
    """A parameter with another value, and the mutant that is most like it."""
    trial = evidence.trial
    value, edition = model.value(parameter), Model(model.edition)
    alone = trial.passed(edition) - trial.passed(edition.changed(parameter, value))
    near = trial.like(alone, alone, model.edition)
    ruling = load_catalogue().parameters[parameter].ruling
    expected = edition.value(parameter)
    others = evidence.untold(model, parameter)
    return Departure(near[0] if near else None, parameter, ruling, value, expected, others)


def _single(edition: str, trial: Trial) -> Likeness | None:
    """Of the mutants that fail the same cases the one that answers most as the engine does."""
    failed = trial.failed(edition)
    alike = [one for one in trial.like(failed, failed, edition) if one.degree == 1.0]
    missed = trial.interview.missed
    return min(
        alike, key=lambda one: len(missed(Model(edition, mutants=(one.mutant,)))), default=None
    )
