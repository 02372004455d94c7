"""From the lines of a run to what holds: rule by rule, question by question, and in all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeAlias

from conformance.catalogue import Catalogue, CheckedBy, load_catalogue
from conformance.certify.verdicts import BAD, GAVE_UP
from conformance.scenarios.model import Status

Json: TypeAlias = dict[str, Any]
INFORMATIVE = "read otherwise"  # an informative case that went another way fails nobody
EXCUSED = "excused"  # an honest reading of an open ruling leads to this failure


class Judgement(StrEnum):
    """What a run says of a rule, of a question, or of the engine."""

    HOLDS = "holds"
    BROKEN = "broken"
    KNOWN = "known failures"
    UNTOLD = "could not tell"
    UNTRIED = "not tried"


@dataclass(slots=True)
class Row:
    """A rule or question: its cases, and the clauses that some case of it has tried."""

    id: str
    title: str
    clauses: int
    tried: set[str] = field(default_factory=set)
    passed: int = 0
    failed: int = 0
    known: int = 0
    other: int = 0

    @property
    def judgement(self) -> Judgement:
        if self.failed:
            return Judgement.BROKEN
        if self.known:
            return Judgement.KNOWN
        if self.passed:
            return Judgement.HOLDS
        return Judgement.UNTOLD if self.other else Judgement.UNTRIED


@dataclass(frozen=True, slots=True)
class Known:
    """A failure that is known, and why."""

    case: str
    reason: str


@dataclass(slots=True)
class Tally:
    """All that the lines of a run add up to."""

    rules: dict[str, Row]
    questions: dict[str, Row]
    counts: dict[str, int] = field(default_factory=dict)
    failures: list[Json] = field(default_factory=list)
    known: list[Json] = field(default_factory=list)
    excused: dict[str, str] = field(default_factory=dict)  # by case, the reading that leads there
    stale: list[Known] = field(default_factory=list)
    readings: dict[str, dict[str, int]] = field(default_factory=dict)
    informative: list[Json] = field(default_factory=list)
    gave_up: int = 0

    @property
    def findings(self) -> list[tuple[Json, int]]:
        """The first failure of each scenario, and how many more cases of it fail."""
        firsts: dict[str, Json] = {}
        counts: dict[str, int] = {}
        for line in self.failures:
            firsts.setdefault(line["scenario"], line)
            _count(counts, line["scenario"])
        return [(line, counts[name] - 1) for name, line in firsts.items()]

    @property
    def excuses(self) -> dict[str, list[str]]:
        """The cases that are excused, by the reading that leads to them."""
        found: dict[str, list[str]] = {}
        for case, reading in self.excused.items():
            found.setdefault(reading, []).append(case)
        return found

    @property
    def judgement(self) -> Judgement:
        """What the run says of the engine."""
        if self.gave_up:
            return Judgement.UNTOLD
        if self.failures or self.stale:
            return Judgement.BROKEN
        if not self.counts.get("passed"):
            return Judgement.UNTRIED if not self.counts else Judgement.UNTOLD
        return Judgement.HOLDS


def tally(
    lines: Iterable[Json],
    baseline: Sequence[Known] = (),
    excuses: Mapping[str, str] = MappingProxyType({}),
) -> Tally:
    """Add up the lines of a run; failures that are known or excused are set apart."""
    catalogue = load_catalogue()
    expected = {known.case: known for known in baseline}
    found = Tally(_rule_rows(catalogue), _question_rows(catalogue))
    for line in lines:
        is_bad = line["verdict"] in BAD
        found.gave_up += line["detail"].get("kind") == GAVE_UP
        if line["status"] != Status.NORMATIVE:
            _inform(found, line, is_bad)
            _count(found.counts, INFORMATIVE if is_bad else line["verdict"])
            continue
        is_known = is_bad and line["case"] in expected
        if line["case"] in excuses and not is_known:
            found.excused[line["case"]] = excuses[line["case"]]
            line = line | {"verdict": EXCUSED, "broken": []}
            is_bad = False
        _count(found.counts, line["verdict"])
        if is_known:
            found.known.append(line)
        elif is_bad:
            found.failures.append(line)
        elif line["verdict"] == "passed" and line["case"] in expected:
            found.stale.append(expected[line["case"]])
        _enter(found, catalogue, line, is_bad=is_bad, is_known=is_known)
    return found


def _rule_rows(catalogue: Catalogue) -> dict[str, Row]:
    return {
        rule.id: Row(
            rule.id,
            rule.title,
            sum(clause.checked_by is CheckedBy.ENGINE for clause in rule.clauses),
        )
        for rule in catalogue.rules.values()
    }


def _question_rows(catalogue: Catalogue) -> dict[str, Row]:
    return {
        question.id: Row(question.id, question.title, len(question.clauses))
        for question in catalogue.questions.values()
    }


def _count(counts: dict[str, int], name: str) -> None:
    counts[name] = counts.get(name, 0) + 1


def _inform(found: Tally, line: Json, is_bad: bool) -> None:
    """What hangs on an open ruling is told, and fails nobody."""
    if is_bad:
        found.informative.append(line)
    if line["ruling"] is not None:
        readings = line["detail"].get("readings") or (["another"] if is_bad else [])
        for reading in readings:
            _count(found.readings.setdefault(line["ruling"], {}), reading)


def _enter(found: Tally, catalogue: Catalogue, line: Json, *, is_bad: bool, is_known: bool) -> None:
    rules = {clause.partition(".")[0] for clause in line["clauses"]}
    blamed = {clause.partition(".")[0] for clause in line["broken"]}
    is_tried = is_bad or line["verdict"] == "passed"
    for name in rules | blamed:
        row = found.rules[name]
        row.tried |= {
            clause
            for clause in (*line["clauses"], *line["broken"])
            if is_tried
            and clause.startswith(f"{name}.")
            and catalogue.clauses[clause].checked_by is CheckedBy.ENGINE
        }
        at_fault = name in blamed
        _score(row, line["verdict"], is_bad=is_bad and at_fault, is_known=is_known and at_fault)
    for name in line["questions"]:
        row = found.questions[name]
        if is_tried:
            row.tried |= set(line["clauses"]) & set(catalogue.questions[name].clauses)
        _score(row, line["verdict"], is_bad=is_bad, is_known=is_known)


def _score(row: Row, verdict: str, *, is_bad: bool, is_known: bool) -> None:
    if verdict == "passed":
        row.passed += 1
    elif is_known:
        row.known += 1
    elif is_bad:
        row.failed += 1
    else:
        row.other += 1


def totals(counts: Mapping[str, int]) -> str:
    """The counts in words, in the order of the verdicts."""
    from conformance.certify.verdicts import NAMES  # a list of names, for one sentence

    return ", ".join(
        f"{counts[name]} {name}" for name in (*NAMES, INFORMATIVE, EXCUSED) if counts.get(name)
    )
