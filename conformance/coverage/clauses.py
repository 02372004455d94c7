"""Clauses by scenarios: which are shown, which refusals are shown, and what is missing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.catalogue import Catalogue, CheckedBy, Clause, load_catalogue
from conformance.scenarios import Polarity, Scenario, Status

SHOWING = (Polarity.PERMITS, Polarity.EFFECT, Polarity.INVARIANT)


@dataclass(slots=True)
class ClauseCoverage:
    """A clause and the scenarios that are about it, by what they show."""

    clause: Clause
    scenarios: dict[Polarity, list[str]] = field(default_factory=dict)
    informative: bool = True

    @property
    def is_observable(self) -> bool:
        """Whether a scenario can show it; what checks it otherwise is in the catalogue."""
        return self.clause.checked_by is CheckedBy.ENGINE

    @property
    def is_shown(self) -> bool:
        return any(self.scenarios.get(polarity) for polarity in SHOWING)

    @property
    def is_refused(self) -> bool:
        return bool(self.scenarios.get(Polarity.FORBIDS))

    @property
    def lacks(self) -> list[str]:
        """What a scenario is still missing for."""
        if not self.is_observable:
            return []
        missing = []
        if not self.is_shown and not (self.is_refused and self.clause.forbids):
            missing.append("no scenario shows it")
        if self.clause.forbids and not self.is_refused:
            missing.append("no scenario shows the refusal")
        return missing


@dataclass(frozen=True, slots=True)
class Coverage:
    """The coverage of the whole catalogue by a corpus."""

    clauses: Mapping[str, ClauseCoverage]
    questions: Mapping[str, Sequence[str]]
    rulings: Mapping[str, Sequence[str]]
    files: int

    @property
    def needed(self) -> int:
        """How many clauses and questions a corpus can cover."""
        return sum(one.is_observable for one in self.clauses.values()) + len(self.questions)

    @property
    def reached(self) -> int:
        """How many of them it does."""
        whole = sum(one.is_observable and not one.lacks for one in self.clauses.values())
        return whole + sum(bool(names) for names in self.questions.values())

    @property
    def percent(self) -> float:
        return 100.0 * self.reached / self.needed


def coverage(scenarios: Iterable[Scenario]) -> Coverage:
    """What a corpus covers."""
    catalogue = load_catalogue()
    clauses = {name: ClauseCoverage(clause) for name, clause in catalogue.clauses.items()}
    questions: dict[str, list[str]] = {name: [] for name in catalogue.questions}
    rulings: dict[str, list[str]] = {name: [] for name in catalogue.rulings}
    files = 0
    for scenario in scenarios:
        if scenario.status is Status.DRAFT:
            continue
        files += 1
        for name in scenario.clauses:
            for polarity in scenario.polarities:
                clauses[name].scenarios.setdefault(polarity, []).append(scenario.id)
            clauses[name].informative &= scenario.status is Status.INFORMATIVE
        for name in _refused_by(scenario):
            clauses[name].scenarios.setdefault(Polarity.FORBIDS, []).append(scenario.id)
        for name in scenario.questions:
            questions[name].append(scenario.id)
        if scenario.ruling is not None:
            rulings[scenario.ruling].append(scenario.id)
    return Coverage(clauses, questions, rulings, files)


def _refused_by(scenario: Scenario) -> set[str]:
    """The clauses that rejected moves break, beside those already counted as forbidden."""
    data: Any = scenario.document.data
    named = {step["clause"] for step in data["steps"] if "clause" in step}
    counted = set(scenario.clauses) if Polarity.FORBIDS in scenario.polarities else set()
    return named - counted


def rule_rows(found: Coverage, catalogue: Catalogue) -> list[tuple[str, str, int, int, int]]:
    """For each rule: title, clauses that can be shown, those covered, and its scenarios."""
    rows = []
    for rule in catalogue.rules.values():
        inside = [found.clauses[clause.id] for clause in rule.clauses]
        observable = [one for one in inside if one.is_observable]
        names = {name for one in inside for ids in one.scenarios.values() for name in ids}
        covered = sum(not one.lacks for one in observable)
        rows.append((rule.id, rule.title, len(observable), covered, len(names)))
    return rows
