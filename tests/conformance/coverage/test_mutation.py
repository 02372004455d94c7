from dataclasses import replace
from pathlib import Path

import pytest

from conformance.coverage import mutation
from conformance.coverage.mutation import Fate, fate_of, fates, nearest_first
from conformance.coverage.reach import Reach
from conformance.coverage.variations import settled_cases
from conformance.editions import CANON
from conformance.engines.mutants import Mutant, mutant_named
from conformance.engines.mutants.registry import Lines
from conformance.scenarios import (
    Case,
    Status,
    cases_of,
    load_corpus,
    load_scenarios,
    varied_cases,
)
from tests.conformance.written import corpus, sample, text_of, write

FLIPS_ONE = mutant_named("flips-the-first-marker-only")
JUMPS = mutant_named("jumps-own-stacks")
NAMES = ["flips-the-first-marker-only", "jumps-own-stacks", "needs-a-higher-cap"]


def equivalent(one: Mutant) -> Mutant:
    return replace(one, equivalent="It does the same.")


def ids(cases: list[Case]) -> list[str]:
    return [case.scenario.id for case in cases]


@pytest.mark.parametrize(
    ("mutant", "killers", "outcome", "is_right"),
    [
        (FLIPS_ONE, ("a case",), "killed", True),
        (FLIPS_ONE, (), "alive", False),
        (equivalent(FLIPS_ONE), (), "equivalent", True),
        (equivalent(FLIPS_ONE), ("a case",), "killed", False),
    ],
)
def test_a_mutant_is_killed_or_equivalent_but_not_both(
    mutant: Mutant, killers: tuple[str, ...], outcome: str, is_right: bool
) -> None:
    fate = Fate(mutant, killers, 1)
    assert (fate.outcome, fate.is_right) == (outcome, is_right)


def test_the_cases_about_the_clause_come_first_then_those_of_its_rule() -> None:
    order = ids(nearest_first(corpus(), FLIPS_ONE))
    assert order[0] == "R092-b-flips-the-first-marker-only"
    assert {name[:4] for name in order[1:3]} == {"R092"}
    assert sorted(order) == sorted(ids(corpus()))


def test_a_case_that_names_the_clause_first_comes_before_one_that_names_it_later(
    tmp_path: Path,
) -> None:
    first = sample(tmp_path / "first", clauses="[R092.b]")
    later = sample(tmp_path / "later", clauses="[R091.b, R092.b]")
    found = nearest_first(cases_of([later, first], "rr-canon-2025-11"), FLIPS_ONE)
    assert [case.scenario for case in found] == [first, later]


def test_a_case_as_it_is_written_comes_before_its_images(tmp_path: Path) -> None:
    turned = sample(tmp_path, clauses="[R092.b]", symmetries="all")
    found = nearest_first(cases_of([turned], "rr-canon-2025-11")[::-1], FLIPS_ONE)
    assert len(found) == 8
    assert found[0].symmetry == "identity"


def test_a_mutant_that_only_an_informative_case_notices_is_told_and_not_killed() -> None:
    cases = corpus()
    (killer,) = fate_of(FLIPS_ONE, cases).killers
    told = [
        replace(case, scenario=replace(case.scenario, status=Status.INFORMATIVE))
        if case.id == killer
        else case
        for case in cases
    ]
    assert nearest_first(told, FLIPS_ONE)[-1].id == killer
    assert fate_of(FLIPS_ONE, told).outcome == "told"
    assert fate_of(FLIPS_ONE, [*told, *cases], every=True).outcome == "killed"


def test_a_mutant_that_fails_a_normative_case_only_by_its_reading_is_told() -> None:
    mutant = mutant_named("diagonal-captures-count-double")
    cases = [case for case in settled_cases(load_corpus(), CANON) if case.symmetry == "identity"]
    passes = [one for one in cases if one.scenario.id == "lps-activity-real-action"]
    names = [one for one in cases if one.scenario.id == "capture-metric-steps"]
    assert {one.scenario.status for one in passes} == {Status.NORMATIVE}
    assert fate_of(mutant, passes).outcome == "told"
    found = fate_of(mutant, [*passes, *names])
    assert found.outcome == "told"
    assert [one.partition("[")[0] for one in found.killers] == ["capture-metric-steps"]
    assert fate_of(FLIPS_ONE, corpus()).outcome == "killed"


def test_a_case_about_other_values_is_played_with_them(tmp_path: Path) -> None:
    path = write(tmp_path, text_of(clauses="[R101.b]", when="{capture_own: forbidden}"))
    (case,) = varied_cases(load_scenarios([path]).sound())
    assert case.values == {"capture_own": "forbidden"}
    assert fate_of(FLIPS_ONE, [case]).tried == 1


def test_only_cases_that_reach_the_changed_lines_are_tried_the_shortest_first() -> None:
    cases = corpus()[:4]
    here, elsewhere = frozenset({7}), frozenset({8})
    reaches = [
        Reach({"rules.py": lines}, steps)
        for lines, steps in ((here, 30), (elsewhere, 1), (here, 20), (here, 10))
    ]
    one = replace(JUMPS, clause="R190.a", lines=Lines("rules.py", 6, 7))
    assert nearest_first(cases, one, reaches) == [cases[3], cases[2], cases[0]]
    assert nearest_first(cases, replace(one, lines=None), reaches) == cases
    assert nearest_first(cases, replace(one, lines=Lines("other.py", 7, 7)), reaches) == []


def test_a_mutant_meets_cases_until_one_kills_it() -> None:
    fate = fate_of(FLIPS_ONE, corpus())
    assert fate.killers == ("R092-b-flips-the-first-marker-only[square8,2p]",)
    assert fate.tried == 1


def test_on_demand_a_mutant_meets_all_cases() -> None:
    fate = fate_of(mutant_named("lands-one-short"), corpus(), every=True)
    assert fate.tried == len(corpus())
    assert len(fate.killers) > 1


def test_a_mutant_that_no_case_kills_is_alive() -> None:
    fate = fate_of(FLIPS_ONE, corpus()[-1:])
    assert (fate.outcome, fate.tried) == ("alive", 1)


def test_a_mutant_that_hangs_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(mutation, "TIMEOUT", 0.2)
    assert fate_of(replace(FLIPS_ONE, replacement=hangs), corpus()).outcome == "killed"


def test_fates_come_in_the_order_of_the_mutants_in_one_process_or_in_several() -> None:
    chosen = [mutant_named(name) for name in NAMES]
    alone = [*fates(chosen, corpus(), jobs=1)]
    assert [fate.mutant.name for fate in alone] == NAMES
    assert [*fates(chosen, corpus(), jobs=2)] == alone
