"""Every mutant against the corpus: killed by what, told by what, or alive.

A mutant that only takes another reading of an open ruling fails no scenario, or only such as have
to pass the point in question; it is told if an informative one names that reading.

A source mutant is tried only on the cases that reach the lines it changes: the others cannot tell
it from the reference engine.
"""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache

from conformance.catalogue import load_catalogue
from conformance.certify.judge import judge
from conformance.certify.run import detail
from conformance.certify.verdicts import BAD, Failed, Verdict
from conformance.coverage.excuses import Excuses, open_questions, readings_taken
from conformance.coverage.interview import Question
from conformance.coverage.reach import Reach
from conformance.editions import CANON, load_editions_with
from conformance.engines.mutants import Mutant, MutantEngine
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios import Case, Status, load_corpus

TIMEOUT = 5.0


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant."""

    mutant: Mutant
    killers: tuple[str, ...]
    tried: int
    is_told: bool = False  # by informative cases only

    @property
    def outcome(self) -> str:
        """killed, told, equivalent, or alive."""
        if self.killers:
            return "told" if self.is_told else "killed"
        return "equivalent" if self.mutant.equivalent else "alive"

    @property
    def is_right(self) -> bool:
        """Whether it was killed or told, or cannot be and says why; not both."""
        return bool(self.killers) is (self.mutant.equivalent is None)


def nearest_first(
    cases: Sequence[Case], mutant: Mutant, reaches: Sequence[Reach] | None = None
) -> list[Case]:
    """The cases that may fail a mutant: those about its clause first, then those of its rule.

    Informative cases come last; they are to be settled, so that only one reading will do.
    Where it is known what the cases reach, only those are left that come to the lines where the
    mutant differs, and the shortest stand first.
    """
    rule = mutant.clause.partition(".")[0]
    keys: dict[int, tuple[bool, int, bool, int]] = {}
    for index, case in enumerate(cases):
        steps = 0
        if mutant.lines is not None and reaches is not None:
            if not reaches[index].meets(mutant.lines):
                continue
            steps = reaches[index].steps
        named = case.scenario.clauses
        if mutant.clause in named:
            near = 0 if named[0] == mutant.clause else 1
        else:
            near = 2 if any(one.startswith(rule) for one in named) else 3
        is_special = case.symmetry != "identity" or case.edition != CANON or bool(case.values)
        is_told = case.scenario.status is not Status.NORMATIVE
        keys[index] = is_told, near, is_special, steps
    return [cases[index] for index in sorted(keys, key=keys.__getitem__)]


def fate_of(
    mutant: Mutant,
    cases: Sequence[Case],
    reaches: Sequence[Reach] | None = None,
    *,
    every: bool = False,
) -> Fate:
    """Run a mutant against the cases until one kills it, or against all of them."""
    killers: list[str] = []
    is_told = True
    tried = 0
    for case in nearest_first(cases, mutant, reaches):
        tried += 1
        engine = MutantEngine(mutant, load_editions_with(case.values))
        verdict = judge(case, engine, engine.hello(), TIMEOUT)
        if verdict.name not in BAD:
            continue
        is_informative = case.scenario.status is not Status.NORMATIVE
        is_reading = is_informative or _is_excused(mutant, case, verdict)
        is_told &= is_reading
        if every:
            killers.append(case.id)
        else:
            killers = [case.id]
            if is_informative or not is_reading:
                break
    return Fate(mutant, tuple(killers), tried, is_told and bool(killers))


def _is_excused(mutant: Mutant, case: Case, verdict: Verdict) -> bool:
    """Whether a mutant made by hand fails only because it reads an open ruling otherwise."""
    if not isinstance(verdict, Failed) or mutant.lines is not None:
        return False
    return _excuses(mutant).reading(case, detail(verdict)) is not None


@lru_cache(maxsize=1)
def _excuses(mutant: Mutant) -> Excuses:
    engine = MutantEngine(mutant)
    rulings = load_catalogue().clauses[mutant.clause].rulings
    asked = [question for question in _asked() if question.ruling in rulings]
    taken = readings_taken(asked, (), engine, engine.hello(), CANON, TIMEOUT)
    return Excuses(taken, CANON)


@cache
def _asked() -> list[Question]:
    return open_questions(load_corpus(), ReferenceEngine().hello())


_inherited: tuple[Sequence[Mutant], Sequence[Case], Sequence[Reach] | None, bool] | None = None


def fates(
    mutants: Sequence[Mutant],
    cases: Sequence[Case],
    reaches: Sequence[Reach] | None = None,
    *,
    jobs: int = 1,
    every: bool = False,
) -> Iterator[Fate]:
    """The fates of mutants, in their order."""
    global _inherited
    if jobs == 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield from (fate_of(mutant, cases, reaches, every=every) for mutant in mutants)
        return
    _inherited = (mutants, cases, reaches, every)
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("fork")) as pool:
        for index, found in enumerate(pool.map(_in_child, range(len(mutants)))):
            yield Fate(mutants[index], *found)


def _in_child(index: int) -> tuple[tuple[str, ...], int, bool]:
    if _inherited is None:
        raise RuntimeError("the process has inherited no mutants")
    mutants, cases, reaches, every = _inherited
    fate = fate_of(mutants[index], cases, reaches, every=every)
    return fate.killers, fate.tried, fate.is_told
