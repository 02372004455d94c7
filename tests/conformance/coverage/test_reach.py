import sys
from pathlib import Path

import pytest

from conformance.certify.judge import judge
from conformance.certify.verdicts import BAD
from conformance.coverage.reach import Reach, reach_of, reaches
from conformance.engines.mutants import Mutant, MutantEngine
from conformance.engines.mutants.registry import Lines
from conformance.engines.mutants.source import source_files, source_mutants
from conformance.scenarios import Case
from tests.conformance.written import case, corpus

CASES = corpus()


@pytest.fixture(scope="module")
def found() -> list[Reach]:
    return reaches(CASES, source_files())


@pytest.fixture(scope="module")
def mutants() -> list[Mutant]:
    return [*source_mutants()]


def reach_by_id(found: list[Reach], name: str) -> Reach:
    return next(one for one, case in zip(found, CASES, strict=True) if case.scenario.id == name)


def lines_of(mutants: list[Mutant], start: str) -> Lines:
    lines = next(one.lines for one in mutants if one.name.startswith(start))
    assert lines is not None
    return lines


def test_lines_are_met_from_the_first_to_the_last() -> None:
    reach = Reach({"rules.py": frozenset({4, 9})}, 2)
    assert reach.meets(Lines("rules.py", 2, 4))
    assert reach.meets(Lines("rules.py", 9, 9))
    assert not reach.meets(Lines("rules.py", 5, 8))
    assert not reach.meets(Lines("turn.py", 4, 4))


def test_a_case_reaches_what_its_moves_need(found: list[Reach], mutants: list[Mutant]) -> None:
    flips = lines_of(mutants, "movement.flip: path & draft.marked")
    chains = lines_of(mutants, "capture.can_continue: ")
    moves = reach_by_id(found, "R092-b-flips-the-first-marker-only")
    places = reach_by_id(found, "R081-a-placed-on-a-marker")
    jumps = reach_by_id(found, "R103-a-chain-not-continued")
    assert moves.meets(flips)
    assert not places.meets(flips)
    assert jumps.meets(chains)
    assert not places.meets(chains)


def test_lines_of_editions_that_are_not_played_are_not_reached(
    found: list[Reach], mutants: list[Mutant]
) -> None:
    deferred = lines_of(mutants, "capture.pay_deferred: draft.deferred -= 1 -> pass")
    assert not any(reach.meets(deferred) for reach in found)


def test_reaching_is_the_same_each_time(found: list[Reach]) -> None:
    assert reach_of(CASES[3], source_files()) == found[3]


def test_only_the_files_asked_for_are_watched() -> None:
    (file,) = [name for name in source_files() if Path(name).name == "lines.py"]
    assert set(reach_of(CASES[0], [file]).lines) == {file}


def test_watching_ends_with_the_case(tmp_path: Path) -> None:
    before = sys.gettrace()
    broken = case(tmp_path, steps="[{do: 'move_stack from=0,0 to=0,0'}]")
    reach_of(broken, source_files())
    assert sys.gettrace() is before


def test_a_case_that_does_not_reach_a_mutant_does_not_tell_it(
    found: list[Reach], mutants: list[Mutant]
) -> None:
    told: list[tuple[str, str]] = []
    tried = 0
    for one in mutants[::31]:
        assert one.lines is not None
        engine = MutantEngine(one)
        away: list[Case] = [
            case for case, reach in zip(CASES, found, strict=True) if not reach.meets(one.lines)
        ]
        for case_ in away:
            tried += 1
            if judge(case_, engine, engine.hello(), 5.0).name in BAD:
                told.append((one.name, case_.id))
    assert told == []
    assert tried > 100
