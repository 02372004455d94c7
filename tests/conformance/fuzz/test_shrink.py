import pytest

from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.lockstep import Divergence, Plan, play_game
from conformance.fuzz.reductions import size_of
from conformance.fuzz.shrink import Shrinker
from conformance.fuzz.shrink_moves import MoveShrinker
from tests.conformance.fuzz.duels import PLAN, divergence, mutant

SMALL = {"height-is-the-cap": 1, "turns-over-as-it-moves": 2, "own-markers-are-no-landings": 3}


def shrunk(name: str, found: Divergence, **limits: float) -> Divergence:
    first, second = ReferenceEngine(), mutant(name)
    return Shrinker(first, second, found, **limits).shrunk()  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "cells"), SMALL.items())
def test_a_divergence_becomes_as_small_as_its_fault_allows(name: str, cells: int) -> None:
    found = divergence(name)
    small = shrunk(name, found)
    assert small.before is not None
    assert size_of(small.before)[0] <= cells
    assert size_of(small.before)[2] == 2


@pytest.mark.parametrize("name", SMALL)
def test_the_kind_of_a_divergence_is_kept(name: str) -> None:
    found = divergence(name)
    small = shrunk(name, found)
    assert (small.kind, small.who) == (found.kind, found.who)
    assert (small.move or {}).get("type") == (found.move or {}).get("type")


def test_the_same_divergence_gives_the_same_position_again() -> None:
    found = divergence("height-is-the-cap", players=3)
    first, second = (shrunk("height-is-the-cap", found) for _ in range(2))
    assert first == second


def test_a_large_board_becomes_a_small_one_where_the_fault_is_on_both() -> None:
    found = divergence("height-is-the-cap", board="square19")
    small = shrunk("height-is-the-cap", found)
    assert small.before is not None
    assert small.before["board"] == "square8"


def test_what_is_to_remain_can_be_asked_for() -> None:
    found = divergence("height-is-the-cap")
    refused = Shrinker(
        ReferenceEngine(), mutant("height-is-the-cap"), found, same=lambda _one: False
    )
    assert refused.shrunk() == found


def test_time_and_attempts_bound_it() -> None:
    found = divergence("height-is-the-cap")
    assert found.before is not None
    for limits in ({"seconds": 0.0}, {"attempts": 1}):
        small = shrunk("height-is-the-cap", found, **limits)
        assert small.before is not None
        assert size_of(small.before)[0] == size_of(found.before)[0]


def test_a_divergence_that_does_not_come_again_stays_as_it_is() -> None:
    found = divergence("height-is-the-cap")
    assert Shrinker(ReferenceEngine(), ReferenceEngine(), found).shrunk() == found


def test_moves_that_are_not_needed_are_left_out_of_a_game() -> None:
    plan = Plan(PLAN.edition, "square8", 2, 1, "tower")
    first, second = ReferenceEngine(), mutant("turns-over-as-it-moves")
    found = play_game(plan, first, second).divergence
    assert found is not None
    small = MoveShrinker(first, second, found, plan).shrunk()
    assert small.kind is found.kind
    assert len(small.history) <= len(found.history) // 2
    engine = ReferenceEngine()
    engine.new(plan.edition, plan.board, plan.players)
    assert engine.play(small.history).state == small.before
