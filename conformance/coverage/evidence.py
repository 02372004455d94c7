"""All that was seen of an engine, against what a model says: how well the model explains it.

Evidence is what the engine answered to the questions, which cases it fails, and what it says on
the way through the probes. A model is an edition with other values of parameters and with mutants;
it plays the same, so that what two departures do together counts.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from conformance.coverage.interview import Interview, Question
from conformance.coverage.models import Model, playable
from conformance.coverage.probes import Observation, Probe, distance, load_probe_set, size
from conformance.coverage.trial import Trial
from conformance.scenarios import Case

PRICE = 0.4  # what a departure must explain, at least; the least evidence weighs more
DEARER = 0.01  # of two that explain the same, a parameter is said before a mutant


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of evidence, how far from it a model is (0 if it fits, at most 1), and its size."""

    name: str
    gap: Callable[[Model], float]
    size: int = 0


class Fit(NamedTuple):
    """A model, what it leaves unexplained, and how much that is, with the departures themselves."""

    cost: float
    model: Model
    gaps: Mapping[str, float]


class Evidence:
    """All that was seen of an engine."""

    def __init__(self, interview: Interview, trial: Trial) -> None:
        self.interview, self.trial = interview, trial
        found = [*self._readings(), *self._cases(), *self._ways()]
        self.items = {item.name: item for item in found}

    def _readings(self) -> Iterator[Item]:
        for question, reading in self.interview.answers.items():
            if reading:
                yield Item(name_of(question), partial(self._misread, question.case, reading))

    def _misread(self, case: Case, reading: str, model: Model) -> float:
        return float(self.interview.oracle.reading(model, case) != reading)

    def _cases(self) -> Iterator[Item]:
        for name in sorted(self.trial.judged):
            yield Item(name, partial(self._misjudged, self.trial.cases[name]))

    def _misjudged(self, case: Case, model: Model) -> float:
        passes = self.interview.oracle.answer(model, case).passed
        return float(passes == (case.id in self.trial.bad))

    def _ways(self) -> Iterator[Item]:
        for probe, seen in self.interview.sights.items():
            yield Item(probe.name, partial(self._apart, probe, seen), size(seen))

    def _apart(self, probe: Probe, seen: Observation, model: Model) -> float:
        return distance(seen, self.interview.oracle.sight(model, probe))

    def gaps(self, model: Model, names: Iterable[str] | None = None) -> dict[str, float]:
        """What a model does not explain, of all the evidence or of some."""
        chosen = self.items if names is None else names
        found = {name: self.items[name].gap(model) for name in chosen if name in self.items}
        return {name: gap for name, gap in found.items() if gap}

    def fit(self, model: Model) -> Fit:
        """A model against all the evidence."""
        gaps = self.gaps(model)
        return Fit(price(model) + sum(gaps.values()), model, gaps)

    def handy(self, names: Collection[str]) -> list[str]:
        """The evidence of these names that there is, the smallest first."""
        there = [name for name in names if name in self.items]
        return sorted(there, key=lambda name: (self.items[name].size, name))

    def untold(self, model: Model, parameter: str) -> tuple[str, ...]:
        """The other values of a parameter that explain all that was seen as well."""
        values = [value for value in playable()[parameter] if value != model.value(parameter)]
        return tuple(value for value in values if not self._tells(model, parameter, value))

    def _tells(self, model: Model, parameter: str, value: str) -> bool:
        """Whether there is something that the engine plays as the model, and not with a value."""
        other = model.changed(parameter, value)
        altered = load_probe_set().altered
        names = set(map(name_of, self.interview.about(parameter)))
        for one in (value, model.value(parameter)):
            names |= altered.get((parameter, one), frozenset())
        return any(
            self.items[name].gap(other) > self.items[name].gap(model) for name in self.handy(names)
        )


def name_of(question: Question) -> str:
    """What a question is called among the evidence: a case may ask for several parameters."""
    return f"{question.case.id} on {question.parameter}"


def price(model: Model) -> float:
    """What the departures of a model cost."""
    return PRICE * len(model.changes) + (PRICE + DEARER) * len(model.mutants)
