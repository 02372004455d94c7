"""Vectors against the canon: each becomes a scenario, and the reference engine is tried on it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import assert_never

from conformance.certify.judge import judge
from conformance.certify.run import broken_clauses
from conformance.certify.vectors.convert import (
    Given,
    Names,
    board_for,
    contradictions,
    given_state,
    notes_of,
    scenario_of,
    scenario_text,
)
from conformance.certify.vectors.model import (
    NAMES,
    Agrees,
    Broken,
    Disagrees,
    Finding,
    Impossible,
    Malformed,
    NotUnderstood,
    Outcome,
    RingOrder,
    Vector,
)
from conformance.certify.vectors.read import printable
from conformance.certify.vectors.words import not_understood, strange_cells
from conformance.certify.verdicts import Failed, Passed
from conformance.documents import DocumentError, Fault, parse_document
from conformance.editions import CANON
from conformance.engines.protocol import Invalid, Refused
from conformance.engines.reference import ReferenceEngine
from conformance.errors import UndecidedError, UserError
from conformance.scenarios.load import built, faults_of
from conformance.scenarios.load import scenario_of as loaded
from conformance.scenarios.model import Case, Do


def compare(entries: Iterable[Vector | Broken], order: RingOrder) -> Iterator[Finding]:
    """What is found of each vector, in order."""
    engine, names = ReferenceEngine(), Names()
    for entry in entries:
        match entry:
            case Broken():
                yield Finding(entry.bundle, entry.id, Malformed(entry.faults))
            case Vector():
                yield _compared(entry, order, engine, names)
            case _:
                assert_never(entry)


def _compared(vector: Vector, order: RingOrder, engine: ReferenceEngine, names: Names) -> Finding:
    def found(outcome: Outcome, notes: tuple[str, ...] = ()) -> Finding:
        return Finding(vector.bundle, vector.id, outcome, notes, vector.unread)

    reasons = [*not_understood(vector)]
    if not reasons:
        reasons = [*strange_cells(vector, board_for(vector.position))]
    if reasons:
        return found(NotUnderstood(tuple(reasons)))
    given, faults = _settled(given_state(vector, order), engine)
    notes = (*given.notes, *notes_of(vector))
    faults = (*contradictions(vector.position), *faults)
    if faults:
        return found(Impossible(tuple(map(printable, faults))), notes)
    name = names.name(vector)
    text = scenario_text(scenario_of(vector, given, name, order))
    case = _case(text, name)
    if not isinstance(case, Case):
        reasons = [f"no scenario can say it: {fault}" for fault in case]
        return found(NotUnderstood(tuple(reasons)), notes)
    outcome = _outcome(case, engine)
    return Finding(vector.bundle, vector.id, outcome, notes, vector.unread, name, text)


def _settled(given: Given, engine: ReferenceEngine) -> tuple[Given, tuple[str, ...]]:
    """Why the canon cannot take the position up; else, with a note if its choice is elsewhere."""
    answer = engine.load(given.state)
    if isinstance(answer, Invalid):
        return given, answer.faults
    here, there = given.state["turn"], answer.state["turn"]
    if (here["player"], here["phase"]) == (there["player"], there["phase"]):
        return given, ()
    where = f"of player {there['player']} in {there['phase']}"
    note = f"by the canon nothing can be chosen in this phase: the next choice is {where}"
    return replace(given, notes=(*given.notes, note)), ()


def _case(text: str, name: str) -> Case | list[str]:
    """The one case of a scenario, or what is wrong with it."""
    try:
        document = parse_document(text, Path(f"{name}.yaml"))
    except DocumentError as error:
        return [_short(fault) for fault in error.found]
    wrong = faults_of(document)
    if wrong:
        return [_short(fault) for fault in wrong]
    found = built(loaded(document), CANON)
    return [_short(fault) for fault in found.faults] or found.cases[0]


def _short(fault: Fault) -> str:
    wish = f" (expected {fault.expected})" if fault.expected else ""
    return f"{fault.field}: {fault.message}{wish}"


def _outcome(case: Case, engine: ReferenceEngine) -> Outcome:
    verdict = judge(case, engine, engine.hello())
    match verdict:
        case Passed():
            return Agrees()
        case Failed(mismatches=mismatches):
            clause = _refusing_clause(case, engine) or broken_clauses(case, verdict)[0]
            return Disagrees(clause, mismatches)
        case _:  # too long for the reference engine, or the suite is broken
            raise UndecidedError(f"{case.scenario.id}: the reference engine: {verdict.name}")


def _refusing_clause(case: Case, engine: ReferenceEngine) -> str | None:
    """The clause by which the canon refuses the move that the vector plays."""
    first = case.steps[0]
    if not isinstance(first, Do) or case.state is None:
        return None
    engine.load(case.state)
    answer = engine.play([first.move])
    return answer.clause if isinstance(answer, Refused) else None


def counts(findings: Sequence[Finding]) -> dict[str, int]:
    """How many vectors there are of each outcome."""
    found = dict.fromkeys(NAMES, 0)
    for finding in findings:
        found[finding.outcome.name] += 1
    return found


# --- writing ------------------------------------------------------------------------------------


def check_folder(folder: Path) -> None:
    """Refuse a folder that holds something already: an import writes over nothing."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UserError(f"{folder}: holds something already; expected a new or empty folder")
    except OSError as error:
        raise UserError(f"{folder}: {error.strerror or 'cannot be read'}") from None


def write_scenarios(folder: Path, findings: Iterable[Finding]) -> int:
    """Write the scenarios of the vectors that have one, and say how many."""
    written = 0
    for finding in findings:
        if finding.scenario is None or finding.text is None:
            continue
        path = folder / f"{finding.scenario}.yaml"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                file.write(finding.text)
        except OSError as error:
            raise UserError(f"{path}: {error.strerror or 'cannot be written'}") from None
        written += 1
    return written
