"""The list of legal moves and the check of a single move say the same (R190)."""

import random

import pytest
from hypothesis import given

from reference_engine.game import IllegalMove, legal_moves, play
from reference_engine.geometry import Cells, bit
from reference_engine.moves import (
    SKIP_CAPTURE,
    SKIP_PLACEMENT,
    SKIP_TERRITORY,
    SWAP_SIDES,
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRings,
    Move,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
    ProcessLine,
    ProcessRegion,
)
from reference_engine.state import GameState
from reference_engine.violations import violations
from tests.strategies import Step, examples, journeys, seeds, states


def neighbours(state: GameState, move: Move) -> list[Move]:
    """Moves that differ from a legal one in one respect."""
    match move:
        case PlaceRing(at, count):
            return [PlaceRing(at, count + 1), PlaceRing(at, count - 1)]
        case MoveStack(source, to):
            return [MoveStack(to, source), ContinueCaptureSegment(source, to, to)]
        case OvertakingCapture(source, target, to):
            return [
                ContinueCaptureSegment(source, target, to),
                MoveStack(source, to),
                OvertakingCapture(source, to, target),
            ]
        case ContinueCaptureSegment(source, target, to):
            return [OvertakingCapture(source, target, to), ContinueCaptureSegment(to, target, to)]
        case ProcessLine(cells):
            rest = cells & (cells - 1)
            return [ProcessLine(rest), ChooseLineReward(cells, cells), ProcessRegion(cells)]
        case ChooseLineReward(cells, collapse):
            return [
                ProcessLine(cells),
                ChooseLineReward(cells, collapse & (collapse - 1)),
                ChooseLineReward(collapse, collapse),
            ]
        case EliminateRings(at, count):
            return [EliminateRings(at, None if count else 1), EliminateRings(at, 2)]
        case ProcessRegion(cells):
            more = cells | state.variant.geometry.neighbours(cells)
            return [ProcessRegion(cells & (cells - 1)), ProcessRegion(more)]
        case _:
            return []


def some_cells(rng: random.Random, state: GameState) -> Cells:
    board = [*state.variant.geometry.coordinates]
    return sum(map(bit, rng.sample(board, rng.randint(1, 4))))


def random_moves(rng: random.Random, state: GameState) -> list[Move]:
    """Moves of every kind, without rhyme or reason."""
    board = [*state.variant.geometry.coordinates]
    held = [*state.stacks] or board
    moves: list[Move] = [SKIP_PLACEMENT, SKIP_CAPTURE, SKIP_TERRITORY, SWAP_SIDES]
    for _ in range(6):
        source, target, to = rng.choice(held), rng.choice(held), rng.choice(board)
        cells = some_cells(rng, state)
        moves += [
            PlaceRing(to, rng.randint(0, 5)),
            PlaceRing(source, rng.randint(1, 2)),
            MoveStack(source, to),
            MoveStack(to, source),
            OvertakingCapture(source, target, to),
            ContinueCaptureSegment(source, target, to),
            ProcessLine(cells),
            ChooseLineReward(cells, some_cells(rng, state)),
            EliminateRings(source, rng.choice((None, 1, 2))),
            ProcessRegion(cells),
        ]
    return moves


@given(state=states())
@examples(0.5)
def test_every_listed_move_breaks_no_clause(state: GameState) -> None:
    for move in legal_moves(state):
        assert not violations(state, move), move


@given(state=states(), seed=seeds)
@examples(0.6)
def test_a_move_that_is_not_listed_breaks_a_clause(state: GameState, seed: int) -> None:
    rng = random.Random(seed)
    legal = legal_moves(state)
    tried = random_moves(rng, state)
    for move in rng.sample(legal, min(20, len(legal))):
        tried += neighbours(state, move)
    listed = set(legal)
    for move in tried:
        assert bool(violations(state, move)) is (move not in listed), move


@given(steps=journeys())
@examples(0.2)
def test_a_move_of_the_next_or_previous_state_is_legal_only_where_it_is_listed(
    steps: list[Step],
) -> None:
    for step in steps[:30]:
        here, there = (set(legal_moves(state)) for state in (step.before, step.after))
        for move in [*there][:20]:
            assert bool(violations(step.before, move)) is (move not in here), step
        for move in [*here][:20]:
            assert bool(violations(step.after, move)) is (move not in there), step


@given(state=states())
@examples(0.5)
def test_no_legal_move_is_listed_twice(state: GameState) -> None:
    moves = legal_moves(state)
    assert len(set(moves)) == len(moves)


@given(state=states(), seed=seeds)
@examples(0.3)
def test_an_illegal_move_is_refused_with_its_clauses(state: GameState, seed: int) -> None:
    listed = set(legal_moves(state))
    for move in random_moves(random.Random(seed), state):
        if move not in listed:
            with pytest.raises(IllegalMove) as refusal:
                play(state, move)
            assert refusal.value.violations == violations(state, move) != (), move
