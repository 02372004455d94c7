import random

import pytest

from conformance.catalogue import load_catalogue
from conformance.editions import load_editions
from reference_engine.explain import explain
from reference_engine.game import legal_moves, new_game, play
from reference_engine.geometry import Board, Cell
from reference_engine.moves import (
    SKIP_CAPTURE,
    SKIP_PLACEMENT,
    SKIP_TERRITORY,
    SWAP_SIDES,
    EliminateRings,
    MoveStack,
    PlaceRing,
    ProcessLine,
    ProcessRegion,
)
from reference_engine.state import GameState
from reference_engine.variant import variant

ANYTHING = (
    SKIP_CAPTURE,
    SKIP_PLACEMENT,
    SKIP_TERRITORY,
    SWAP_SIDES,
    PlaceRing(Cell(0), 1),
    PlaceRing(Cell(0), 99),
    MoveStack(Cell(0), Cell(1)),
    EliminateRings(Cell(0)),
    ProcessLine(7),
    ProcessRegion(1),
)


def states(edition: str, seed: int) -> list[GameState]:
    rng = random.Random(seed)
    state = new_game(variant(load_editions()[edition], Board.SQUARE8, 2 + seed % 3))
    found = [state]
    while not state.is_over and len(found) < 120:
        state = play(state, rng.choice(legal_moves(state))).state
        found.append(state)
    return found


@pytest.mark.parametrize("edition", load_editions())
def test_every_legal_move_is_explained_by_clauses_that_allow_it(edition: str) -> None:
    clauses = load_catalogue().clauses
    for state in states(edition, seed=3)[::7]:
        for move in legal_moves(state)[:40]:
            found = explain(state, move)
            assert found.is_legal
            assert found.grounds
            cited = {one.clause for one in found.grounds} | {one.clause for one in found.effects}
            assert cited <= clauses.keys()


@pytest.mark.parametrize("edition", load_editions())
def test_every_other_move_is_explained_by_clauses_it_breaks(edition: str) -> None:
    clauses = load_catalogue().clauses
    for state in states(edition, seed=4)[::5]:
        listed = legal_moves(state)
        for move in ANYTHING:
            if move not in listed:
                found = explain(state, move)
                assert found.violations
                assert not found.effects
                assert {one.clause for one in found.violations} <= clauses.keys()


def test_explaining_a_move_leaves_the_state_as_it_is() -> None:
    for state in states("rr-canon-2025-11", seed=5)[::10]:
        before = state, dict(state.stacks)
        for move in legal_moves(state)[:5]:
            explain(state, move)
        assert (state, dict(state.stacks)) == before
