import random

import pytest

from conformance.editions import CANON, load_parameters
from conformance.engines.protocol import Settled
from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.guided import Guide
from conformance.fuzz.positions import finished, random_position, variant_of
from conformance.fuzz.vary import sketch_of, varied

VARIANTS = [("square8", 2), ("square8", 3)]


def drawn(seed: str, count: int = 30) -> list[object]:
    guide = Guide(seed, CANON, VARIANTS)
    found: list[object] = []
    for number in range(count):
        state = guide.position()
        guide.learn(state, [frozenset({f"R{number % 7:03d}.a"})])
        found.append(state)
    return found


def test_a_seed_decides_every_position() -> None:
    assert drawn("x") == drawn("x")
    assert drawn("x") != drawn("y")


def test_a_position_is_kept_for_a_new_clause_and_for_a_new_pair() -> None:
    guide = Guide("1", CANON, VARIANTS)
    state = guide.position()
    assert guide.learn(state, [frozenset({"R080.a"}), frozenset({"R081.a"})])
    assert not guide.learn(state, [frozenset({"R081.a"})])
    assert guide.learn(state, [frozenset({"R080.a", "R081.a"})])
    assert len(guide.kept) == 2


def test_nothing_is_kept_where_nothing_fired() -> None:
    guide = Guide("1", CANON, VARIANTS)
    assert not guide.learn(guide.position(), [])
    assert guide.kept == []


@pytest.mark.parametrize("edition", load_parameters())
def test_a_variation_of_a_valid_position_is_valid(edition: str) -> None:
    engine = ReferenceEngine()
    rng = random.Random(7)
    for board, players in (("square8", 2), ("square8", 4), ("hexagonal", 3)):
        state = random_position(rng, edition, board, players)
        for _ in range(15):
            state = varied(rng, state)
            assert isinstance(engine.load(state), Settled), state


@pytest.mark.parametrize("board", ["square8", "hexagonal"])
def test_a_sketch_of_a_state_gives_the_state_again(board: str) -> None:
    rng = random.Random(2)
    for players in (2, 3, 4):
        state = random_position(rng, CANON, board, players)
        assert finished(variant_of(CANON, board, players), sketch_of(state)) == state
