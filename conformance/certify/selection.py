"""Which cases of the corpus are run."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from conformance.boards import BOARDS
from conformance.catalogue import load_catalogue
from conformance.errors import UserError
from conformance.scenarios.model import Case, Status


@dataclass(frozen=True, slots=True)
class Selection:
    """What a case must have: one of the rules or clauses, one of the questions, and so on."""

    rules: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    drafts: bool = False

    def checked(self) -> "Selection":
        """The same selection, if everything it names exists."""
        catalogue = load_catalogue()
        for rule in self.rules:
            if "." in rule:
                catalogue.clause(rule)
            else:
                catalogue.rule(rule)
        for question in self.questions:
            catalogue.question(question)
        for board in self.boards:
            if board not in BOARDS:
                raise UserError(f"no board {board!r}: expected one of {', '.join(BOARDS)}")
        return self

    def as_json(self) -> dict[str, Any]:
        """The selection as a run records it."""
        return {
            "rules": [*self.rules],
            "questions": [*self.questions],
            "names": [*self.names],
            "boards": [*self.boards],
            "drafts": self.drafts,
        }

    def takes(self, case: Case) -> bool:
        """Whether a case is among those selected."""
        scenario = case.scenario
        if scenario.status is Status.DRAFT and not self.drafts:
            return False
        if self.rules and not any(_is_of(scenario.clauses, rule) for rule in self.rules):
            return False
        if self.questions and not set(self.questions) & set(scenario.questions):
            return False
        if self.boards and case.board not in self.boards:
            return False
        return not self.names or any(_is_named(case, name) for name in self.names)


def _is_of(clauses: Sequence[str], wanted: str) -> bool:
    name = wanted.removeprefix("RR-CANON-")
    return any(clause == name or clause.startswith(f"{name}.") for clause in clauses)


def _is_named(case: Case, wanted: str) -> bool:
    """A glob over the name of the case or scenario; brackets in names are no glob."""
    if not any(sign in wanted for sign in "*?"):
        return wanted in case.id
    pattern = wanted.replace("[", "[[]")
    return fnmatchcase(case.id, pattern) or fnmatchcase(case.scenario.id, pattern)


def select(cases: Iterable[Case], selection: Selection) -> list[Case]:
    """The cases that a selection takes."""
    return [case for case in cases if selection.takes(case)]
