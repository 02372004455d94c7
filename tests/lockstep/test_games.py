"""Games from their beginning, on both engines at once."""

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from conformance.editions import load_parameters
from reference_engine.state import GameState
from reference_engine.wire import state_to_json
from tests.strategies import POLICIES, SCALE, VARIANTS, examples, seeds

if TYPE_CHECKING:
    from tests.lockstep.conftest import Pair


def plies(board: str) -> int:
    """How much of a game is played: on the small board nearly always all of it."""
    return round((120 if board == "square8" else 10) * SCALE)


def with_few_rings(pair: "Pair", state: GameState) -> GameState:
    """The same game with three rings in each hand, the others eliminated."""
    written = state_to_json(state)
    for seat, held in written["hand"].items():
        written["hand"][seat], written["eliminated"][seat] = 3, held - 3
    return pair.load(written)


@pytest.mark.parametrize(("edition", "board", "players"), VARIANTS)
@given(seed=seeds)
@examples(0.01)
def test_both_engines_play_the_same_game(
    pair: "Pair", edition: str, board: str, players: int, seed: int
) -> None:
    rng = random.Random(f"{edition} {board} {players} {seed}")
    policy = POLICIES[rng.choice(sorted(POLICIES))]
    state = pair.new(edition, board, players)
    if load_parameters()[edition]["max_rings_per_placement"] is None and board != "square8":
        state = with_few_rings(pair, state)  # of thirteen thousand placements a few will do
    for _ in range(plies(board)):
        moves = pair.legal(state)
        if not moves:
            break
        state = pair.play(state, policy(rng, state, moves))
