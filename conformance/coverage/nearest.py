"""The mutants that are most like an engine, by the cases of the quick set that it fails."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from conformance.coverage.quick import Row
from conformance.scenarios import Case

AGAINST = 2.0  # a case that the mutant fails and the engine passes speaks against it
LACKING = 0.5  # one that only the engine fails may have another cause


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much an engine is like a mutant: 1 if they fail the same cases."""

    mutant: str
    clause: str
    degree: float
    shared: frozenset[str]
    equals: tuple[str, ...] = ()  # mutants that fail the same cases


def ranked(
    left: Collection[str],
    failed: Collection[str],
    judged: Collection[str],
    mutants: Mapping[str, Row],
    cases: Mapping[str, Case],
) -> list[Likeness]:
    """The mutants by how well they explain the failures that are left.

    Of mutants that fail the same cases the one comes first whose clause those cases are about.
    """
    open_cases, known, told = frozenset(left), frozenset(failed), frozenset(judged)
    found: list[tuple[float, int, int, str, Likeness]] = []
    groups: dict[frozenset[str], list[str]] = {}
    for row in mutants.values():
        fails = row.fails & told
        shared = fails & open_cases
        if not shared:
            continue
        groups.setdefault(fails, []).append(row.name)
        against, lacking = len(fails - known), len(open_cases - fails)
        degree = len(shared) / (len(shared) + AGAINST * against + LACKING * lacking)
        clauses = [cases[name].scenario.clauses for name in shared]
        first = sum(one[0] == row.clause for one in clauses)
        named = sum(row.clause in one for one in clauses)
        same = Likeness(row.name, row.clause, degree, shared)
        found.append((-degree, -first, -named, row.name, same))
    return [
        Likeness(
            one.mutant,
            one.clause,
            one.degree,
            one.shared,
            tuple(name for name in groups[mutants[one.mutant].fails & told] if name != one.mutant),
        )
        for *_, one in sorted(found, key=lambda row: row[:-1])
    ]
