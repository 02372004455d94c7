from contextlib import suppress

import pytest

from conformance.certify.judge import judge
from conformance.certify.verdicts import BAD
from conformance.editions import CANON
from conformance.engines.mutants import MutantEngine, mutant_named, mutants
from conformance.engines.mutants.registry import owner_of
from conformance.engines.protocol import Json
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios import Case
from tests.conformance.written import corpus

FLIPS_ONE = mutant_named("flips-the-first-marker-only")


@pytest.fixture(scope="module")
def case() -> Case:
    """A case that the mutant fails."""
    wanted = "R092-b-flips-the-first-marker-only"
    return next(one for one in corpus() if one.scenario.id == wanted)


def first_moves(engine: ReferenceEngine) -> list[Json]:
    engine.new(CANON, "square8", 2)
    return engine.legal()


def test_a_mutant_says_that_it_is_one() -> None:
    told, whole = MutantEngine(FLIPS_ONE).hello(), ReferenceEngine().hello()
    assert told.name == "mutant:flips-the-first-marker-only"
    assert (told.editions, told.boards, told.players) == (
        whole.editions,
        whole.boards,
        whole.players,
    )


def test_a_mutant_fails_what_the_reference_engine_passes(case: Case) -> None:
    wrong, right = MutantEngine(FLIPS_ONE), ReferenceEngine()
    for engine, is_wrong in ((right, False), (wrong, True), (right, False), (wrong, True)):
        assert (judge(case, engine, engine.hello()).name in BAD) is is_wrong


def test_the_home_is_whole_between_two_calls(case: Case) -> None:
    owner, attribute = owner_of(FLIPS_ONE.home)
    whole = owner.__dict__[attribute]
    engine = MutantEngine(FLIPS_ONE)
    assert case.state is not None
    engine.load(case.state)
    assert owner.__dict__[attribute] is whole
    moves = engine.legal()
    assert owner.__dict__[attribute] is whole
    engine.play(moves[:1])
    assert owner.__dict__[attribute] is whole


def test_two_games_side_by_side_do_not_disturb_each_other(case: Case) -> None:
    right, wrong = ReferenceEngine(), MutantEngine(FLIPS_ONE)
    assert case.state is not None
    right.load(case.state)
    wrong.load(case.state)
    steps = [step.move for step in case.steps if hasattr(step, "move")]
    alone = ReferenceEngine()
    alone.load(case.state)
    for move in steps:
        wrong.play([move])
        assert right.play([move]) == alone.play([move])
    assert wrong.state() != right.state()


def test_no_mutant_leaks_into_the_reference_engine_of_the_same_process() -> None:
    whole = ReferenceEngine()
    before = {board: whole.new(CANON, board, 2) for board in ("square8", "hexagonal")}
    moves = first_moves(whole)
    for one in mutants().values():
        with suppress(Exception):
            first_moves(MutantEngine(one))
        assert first_moves(ReferenceEngine()) == moves, one.name
    assert {board: whole.new(CANON, board, 2) for board in before} == before
