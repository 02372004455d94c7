"""Two engines that share no rule code, asked the same."""

import json
from collections import Counter
from collections.abc import Iterable

import pytest
from deepdiff import DeepDiff

from conformance.editions import load_editions, load_parameters
from conformance.engines.literal import LiteralEngine
from conformance.engines.protocol import Json
from reference_engine import game
from reference_engine.moves import Move
from reference_engine.state import GameState
from reference_engine.wire import (
    canonical,
    move_to_json,
    setup_from_json,
    state_to_json,
    variant_from_json,
)


class Pair:
    """The reference engine and the literal engine: every answer is compared, then handed on."""

    def __init__(self) -> None:
        self.editions = load_editions()
        self.literal = LiteralEngine(load_parameters())

    def new(self, edition: str, board: str, players: int) -> GameState:
        wanted = {"edition": edition, "board": board, "players": players}
        state = game.new_game(variant_from_json(wanted, self.editions))
        assert_same(state, self.literal.new(edition, board, players), "a new game")
        return state

    def load(self, position: Json) -> GameState:
        state = game.load(setup_from_json(position, self.editions))
        assert_same(state, self.literal.load(position), f"loading {json.dumps(position)}")
        return state

    def legal(self, state: GameState) -> list[Move]:
        moves = game.legal_moves(state)
        board, written = state.variant.geometry, state_to_json(state)
        ours = Counter(canonical(move_to_json(board, move)) for move in moves)
        theirs = Counter(canonical(move) for move in self.literal.legal(written))
        where = f"legal moves of {json.dumps(written)}"
        assert ours == theirs, (
            f"{where}\nonly the reference engine has {shown(ours - theirs)}"
            f"\nonly the literal engine has {shown(theirs - ours)}"
        )
        repeated = shown(move for move, count in ours.items() if count > 1)
        assert not repeated, f"{where}\nlisted twice: {repeated}"
        assert state.is_over is not bool(moves), where
        return moves

    def play(self, state: GameState, move: Move) -> GameState:
        written = state_to_json(state)
        wanted = move_to_json(state.variant.geometry, move)
        after = game.play(state, move).state
        what = f"{json.dumps(wanted)} in {json.dumps(written)}"
        assert_same(after, self.literal.play(written, wanted), what)
        return after


def assert_same(state: GameState, theirs: Json, what: str) -> None:
    """The literal engine's state is the reference engine's."""
    ours = state_to_json(state)
    if canonical(ours) != canonical(theirs):
        difference = DeepDiff(ours, theirs).pretty()
        pytest.fail(f"{what}\nfrom the reference engine to the literal engine:\n{difference}")


def shown(moves: Iterable[str]) -> str:
    """The first of many moves."""
    listed = sorted(moves)
    rest = f" and {len(listed) - 8} more" if len(listed) > 8 else ""
    return ", ".join(listed[:8]) + rest


@pytest.fixture(scope="session")
def pair() -> Pair:
    return Pair()
