"""The catalogue as values: rules and clauses, questions, rulings and their parameters."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, TypeVar

from conformance.documents import did_you_mean
from conformance.errors import UserError

BoardValue: TypeAlias = int | tuple[int, ...]
ParameterValue: TypeAlias = str | int | bool | Mapping[str, BoardValue] | None
Entry = TypeVar("Entry")


class Kind(StrEnum):
    """What a clause settles."""

    DEFINITION = "definition"
    LEGALITY = "legality"
    EFFECT = "effect"
    INVARIANT = "invariant"
    ORDER = "order"
    ACCOUNTING = "accounting"
    TERMINATION = "termination"
    CHOICE = "choice"


class CheckedBy(StrEnum):
    """What checks a clause: its home in the reference engine, or something else."""

    ENGINE = "engine"
    SCHEMA = "schema"
    PROPERTY = "property"
    PROTOCOL = "protocol"


class Flag(StrEnum):
    """How a printed answer stands to the canon and to the rest of its own document."""

    OK = "ok"
    CONTRADICTS_CANON = "contradicts_canon"
    CONTRADICTS_ITSELF = "contradicts_itself"


class Weight(StrEnum):
    """How much hangs on a ruling: ordinary play, rare cases, or names only."""

    A = "A"
    B = "B"
    C = "C"


class Basis(StrEnum):
    """Whether the canon's own text decides a ruling, or leaves it open."""

    CANON = "canon"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Clause:
    """One atomic, testable statement of a rule."""

    id: str
    rule: str
    kind: Kind
    forbids: bool
    says: str
    likely_bug: str
    questions: tuple[str, ...]
    rulings: tuple[str, ...]
    checked_by: CheckedBy
    where: str | None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the canon."""

    id: str
    canon: str
    chapter: str
    title: str
    note: str | None
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One question of the complete rules, answered by the canon."""

    id: str
    title: str
    answer: str
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]
    flag: Flag
    note: str | None


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another honest reading of a point of the rules."""

    value: ParameterValue
    reads: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """A point of the rules on which editions may differ."""

    name: str
    ruling: str
    canonical: ParameterValue
    alternatives: tuple[Alternative, ...]

    @property
    def values(self) -> tuple[ParameterValue, ...]:
        """The canonical value, then the others."""
        return (self.canonical, *(alternative.value for alternative in self.alternatives))


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision where the documents disagree or are silent."""

    id: str
    chapter: str
    title: str
    weight: Weight
    question: str
    sources: Mapping[str, str]
    basis: Basis
    decision: str
    reason: str
    parameters: tuple[Parameter, ...]
    discriminator: str
    clauses: tuple[str, ...]
    questions: tuple[str, ...]

    @property
    def is_normative(self) -> bool:
        """Whether scenarios about it may fail an engine."""
        return self.basis is Basis.CANON


class UnknownEntryError(UserError):
    """A name is not in the catalogue: what was wanted, and what comes near."""

    def __init__(self, kind: str, wanted: str, near: str) -> None:
        self.kind, self.wanted, self.near = kind, wanted, near
        hint = f"; did you mean {near}?" if near else ""
        super().__init__(f"no {kind} {wanted} in the catalogue{hint}")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything the suite knows about the rules, each part in the order of the canon."""

    rules: Mapping[str, Rule]
    clauses: Mapping[str, Clause]
    questions: Mapping[str, Question]
    rulings: Mapping[str, Ruling]
    parameters: Mapping[str, Parameter]

    def rule(self, name: str) -> Rule:
        """The rule of this number, with or without the prefix of the canon."""
        return _find(self.rules, "rule", name.removeprefix("RR-CANON-"))

    def clause(self, name: str) -> Clause:
        """The clause of this name."""
        return _find(self.clauses, "clause", name)

    def question(self, name: str) -> Question:
        """The question of this number."""
        return _find(self.questions, "question", name)

    def ruling(self, name: str) -> Ruling:
        """The ruling of this number."""
        return _find(self.rulings, "ruling", name)

    def parameter(self, name: str) -> Parameter:
        """The parameter of this name."""
        return _find(self.parameters, "parameter", name)

    def open_ruling(self, parameter: str) -> str | None:
        """The ruling that a parameter belongs to, if the canon leaves it open."""
        known = self.parameters.get(parameter)
        if known is None or self.rulings[known.ruling].is_normative:
            return None
        return known.ruling

    def checked_by(self, means: CheckedBy) -> Iterator[Clause]:
        """The clauses checked by these means."""
        return (clause for clause in self.clauses.values() if clause.checked_by is means)


def _find(entries: Mapping[str, Entry], kind: str, name: str) -> Entry:
    if name in entries:
        return entries[name]
    raise UnknownEntryError(kind, name, did_you_mean(name, entries))
