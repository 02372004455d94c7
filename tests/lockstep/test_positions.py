"""Positions that no game would reach, on both engines at once."""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.engines.protocol import Json
from conformance.fuzz.positions import Profile, Variant, drawn
from reference_engine.moves import Move
from reference_engine.state import GameState
from tests.strategies import examples, seeds, sketched_positions, variants

if TYPE_CHECKING:
    from tests.lockstep.conftest import Pair

MOST = 40


def some(moves: Sequence[Move], most: int, rng: random.Random) -> Sequence[Move]:
    """So many moves of a list, each kind of them among the first; fewer where a list is long.

    The literal engine lists all legal moves again for every move it plays.
    """
    most = min(most, max(4, 6000 // max(1, len(moves))))
    if len(moves) <= most:
        return moves
    shuffled = rng.sample(moves, len(moves))
    first = {type(move): move for move in shuffled}
    rest = [move for move in shuffled if move not in first.values()]
    return [*first.values(), *rest][:most]


def explore(pair: "Pair", state: GameState, rng: random.Random, most: int, further: int) -> None:
    """Compare what can be done in a state, and what may follow some of it."""
    chosen = some(pair.legal(state), most, rng)
    reached = [pair.play(state, move) for move in chosen]
    for after in rng.sample(reached, min(further, len(reached))):
        explore(pair, after, rng, 4, 0)


@pytest.mark.parametrize("profile", Profile)
@given(variant=variants(), seed=seeds)
@examples(0.12)
def test_both_engines_agree_on_a_position_and_on_what_follows(
    pair: "Pair", profile: Profile, variant: Variant, seed: int
) -> None:
    position = drawn(random.Random(seed), variant, profile)
    explore(pair, pair.load(position), random.Random(seed), MOST, further=3)


@given(position=sketched_positions(variants()), rng=st.randoms(use_true_random=False))
@examples(0.3)
def test_both_engines_agree_on_a_position_drawn_piece_by_piece(
    pair: "Pair", position: Json, rng: random.Random
) -> None:
    explore(pair, pair.load(position), rng, MOST, further=1)
