"""Which case each mutant fails, and the fewest cases of which every mutant fails one.

Only the first case of each scenario stands for choice, as it is written and not turned; where none
of them kills a mutant, the nearest case of the corpus that does is added.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from inspect import isfunction
from itertools import combinations
from typing import TypeAlias

from conformance.certify.run import shown_path
from conformance.coverage.mutation import fates
from conformance.coverage.quick import QuickSet, Row
from conformance.coverage.reach import Reach, reaches
from conformance.coverage.variations import settled_cases
from conformance.editions import CANON
from conformance.engines.mutants import Mutant
from conformance.engines.mutants.registry import Lines, owner_of
from conformance.scenarios import Case, Status, load_corpus

Matrix: TypeAlias = Mapping[str, frozenset[str]]
Progress: TypeAlias = Callable[[str], None]


# --- choosing -----------------------------------------------------------------------------------


def killing_set(matrix: Matrix, cost: Mapping[str, int]) -> list[str]:
    """Few cases of which every mutant that can be killed fails one.

    The case that kills most of those still alive comes next, of equals the one that costs least;
    then whatever the others have made superfluous is left out, the costliest first.
    """
    alive = {name for name, killers in matrix.items() if killers}
    victims = _victims(matrix)
    chosen: list[str] = []
    while alive:
        best = min(victims, key=lambda case: (-len(victims[case] & alive), cost[case], case))
        chosen.append(best)
        alive -= victims[best]
    for case in sorted(chosen, key=lambda one: (-cost[one], one)):
        others = {name for one in chosen if one != case for name in victims[one]}
        if victims[case] <= others:
            chosen.remove(case)
    return sorted(chosen)


def telling_set(
    matrix: Matrix, clauses: Mapping[str, str], chosen: Collection[str], cost: Mapping[str, int]
) -> list[str]:
    """Few cases more that tell mutants of different clauses apart, where any case does."""
    victims = _victims(matrix)
    groups = _alike(matrix, chosen)
    found: list[str] = []
    while True:
        gains = {case: _gain(groups, clauses, names) for case, names in victims.items()}
        best = min(gains, key=lambda case: (-gains[case], cost[case], case))
        if not gains[best]:
            return sorted(found)
        found.append(best)
        groups = [
            part
            for group in groups
            for part in (group & victims[best], group - victims[best])
            if len(part) > 1
        ]


def _victims(matrix: Matrix) -> dict[str, set[str]]:
    victims: dict[str, set[str]] = {}
    for name, killers in matrix.items():
        for case in killers:
            victims.setdefault(case, set()).add(name)
    return victims


def _alike(matrix: Matrix, chosen: Collection[str]) -> list[set[str]]:
    """The mutants that fail the same of the chosen cases."""
    kept = frozenset(chosen)
    groups: dict[frozenset[str], set[str]] = {}
    for name, killers in matrix.items():
        groups.setdefault(killers & kept, set()).add(name)
    return [group for group in groups.values() if len(group) > 1]


def _gain(groups: Iterable[set[str]], clauses: Mapping[str, str], names: set[str]) -> int:
    """How many pairs of mutants of different clauses a case tells apart."""
    return sum(
        clauses[one] != clauses[other]
        for group in groups
        for one in group & names
        for other in group - names
    )


def confused(matrix: Matrix, clauses: Mapping[str, str], cases: Collection[str]) -> int:
    """How many pairs of mutants of different clauses fail the same of these cases."""
    return sum(
        clauses[one] != clauses[other]
        for group in _alike(matrix, cases)
        for one, other in combinations(sorted(group), 2)
    )


# --- computing anew -----------------------------------------------------------------------------


def compute(mutants: Sequence[Mutant], *, jobs: int, progress: Progress) -> QuickSet:
    """The quick set of these mutants, from the whole corpus."""
    corpus = settled_cases(load_corpus(), CANON)
    normative = [case for case in corpus if case.scenario.status is Status.NORMATIVE]
    firsts = {case.scenario.id: case for case in reversed(normative) if is_plain(case)}
    candidates = [*reversed(firsts.values())]
    placed = [located(one) for one in mutants if one.equivalent is None]
    rows, costs = killers_of(placed, candidates, jobs, progress)
    hard = [one for one in placed if not rows[one.name]]
    # What only takes another reading of an open ruling is told by an informative case.
    asked = [*normative, *(case for case in corpus if is_plain_reading(case))]
    extra = {name for fate in fates(hard, asked, jobs=jobs) for name in fate.killers}
    added = [case for case in asked if case.id in extra]
    if added:
        more, dear = killers_of(placed, added, jobs, progress)
        rows = {name: killers | more[name] for name, killers in rows.items()}
        costs |= dear
    clauses = {one.name: one.clause for one in placed}
    chosen = killing_set(rows, costs)
    telling = telling_set(rows, clauses, chosen, costs)
    kept = frozenset((*chosen, *telling))
    files = {case.id: shown_path(case.scenario) for case in (*candidates, *added)}
    return QuickSet(
        tuple(chosen),
        tuple(telling),
        {name: files[name] for name in (*chosen, *telling)},
        {name: Row(name, clauses[name], killers & kept) for name, killers in rows.items()},
    )


def is_plain_reading(case: Case) -> bool:
    """Whether a case is about a value that the canon leaves open, and names no other reading."""
    return case.scenario.status is Status.INFORMATIVE and bool(case.scenario.when)


def is_plain(case: Case) -> bool:
    """Whether a case stands as it is written."""
    return case.symmetry == "identity"


def killers_of(
    mutants: Sequence[Mutant], cases: Sequence[Case], jobs: int, progress: Progress
) -> tuple[dict[str, frozenset[str]], dict[str, int]]:
    """Which of the cases kill each mutant, and how long a way each case is."""
    watched = sorted({one.lines.file for one in mutants if one.lines is not None})
    reached: list[Reach] = reaches(cases, watched)
    rows: dict[str, frozenset[str]] = {}
    for fate in fates(mutants, cases, reached, jobs=jobs, every=True):
        rows[fate.mutant.name] = frozenset(fate.killers)
        progress(f"{fate.mutant.name}: {len(fate.killers)} of {fate.tried} cases kill it")
    return rows, {case.id: reach.steps for case, reach in zip(cases, reached, strict=True)}


def located(mutant: Mutant) -> Mutant:
    """The same mutant with the lines of its home: only what comes there can tell it."""
    owner, attribute = owner_of(mutant.home)
    home = owner.__dict__[attribute]
    if not isfunction(home):  # what is kept once computed is reached by the first case alone
        return mutant
    code = home.__code__
    last = max(line for *_, line in code.co_lines() if line is not None)
    return replace(mutant, lines=Lines(code.co_filename, code.co_firstlineno, last))
