"""The quick set: small, complete, and what it says of the mutants is so."""

import pytest

from conformance.certify.judge import judge
from conformance.certify.verdicts import BAD, Passed
from conformance.coverage.killing import confused, killing_set, telling_set
from conformance.coverage.quick import FILE, load_quick_set, quick_text
from conformance.editions import CANON
from conformance.engines.mutants import MutantEngine, mutant_named, mutants
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios import Case, cases_of, load_corpus

FOUND = load_quick_set()
EVERY = 11  # of the mutants one in so many is run, from the first on
COSTS = dict.fromkeys("abcdef", 1)


@pytest.fixture(scope="module")
def cases() -> dict[str, Case]:
    files = sorted({*FOUND.files.values()})
    return {case.id: case for case in cases_of(load_corpus(files), CANON)}


# --- the set that is kept -----------------------------------------------------------------------


def test_every_mutant_is_in_the_set_and_killed_by_it() -> None:
    alive = {name for name, one in mutants().items() if one.equivalent is None}
    assert {*FOUND.mutants} == alive, "rrc mutants --quick-set computes it anew"
    killing = frozenset(FOUND.cases)
    assert all(row.fails & killing for row in FOUND.mutants.values())
    assert all(row.clause == mutants()[name].clause for name, row in FOUND.mutants.items())


def test_every_case_exists_and_the_reference_engine_passes_it(cases: dict[str, Case]) -> None:
    engine = ReferenceEngine()
    for name in FOUND.every_case:
        assert isinstance(judge(cases[name], engine, engine.hello()), Passed), name


def test_no_case_is_superfluous() -> None:
    for case in FOUND.cases:
        others = {*FOUND.cases} - {case}
        assert any(not row.fails & others for row in FOUND.mutants.values()), case


def test_what_it_says_of_a_mutant_is_so(cases: dict[str, Case]) -> None:
    for name in [*FOUND.mutants][::EVERY]:
        engine = MutantEngine(mutant_named(name))
        hello = engine.hello()
        failed = {one for one in FOUND.cases if judge(cases[one], engine, hello).name in BAD}
        assert failed == FOUND.mutants[name].fails & {*FOUND.cases}, name


def test_it_is_written_as_it_is_read() -> None:
    assert quick_text(FOUND) == FILE.read_text(encoding="utf-8")


# --- choosing -----------------------------------------------------------------------------------


def test_few_cases_are_chosen() -> None:
    matrix = {"one": frozenset("ab"), "two": frozenset("bc"), "three": frozenset("d")}
    assert killing_set(matrix, COSTS) == ["b", "d"]


def test_what_others_make_superfluous_is_left_out() -> None:
    matrix = {
        "1": frozenset("ab"),
        "2": frozenset("ab"),
        "3": frozenset("ac"),
        "4": frozenset("ac"),
        "5": frozenset("b"),
        "6": frozenset("c"),
    }
    assert killing_set(matrix, COSTS) == ["b", "c"]


def test_of_equals_the_cheaper_case_is_chosen() -> None:
    assert killing_set({"one": frozenset("ab")}, {"a": 2, "b": 1}) == ["b"]


def test_a_mutant_that_nothing_kills_is_left_alone() -> None:
    assert killing_set({"one": frozenset("a"), "two": frozenset()}, COSTS) == ["a"]


def test_mutants_of_different_clauses_are_told_apart() -> None:
    matrix = {"one": frozenset("ab"), "two": frozenset("a"), "three": frozenset("abc")}
    clauses = {"one": "R001.a", "two": "R002.a", "three": "R001.a"}
    assert telling_set(matrix, clauses, ["a"], COSTS) == ["b"]
    assert confused(matrix, clauses, "a") == 2
    assert confused(matrix, clauses, "ab") == 0
