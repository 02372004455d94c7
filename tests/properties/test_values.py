"""States are values: they do not change, and their JSON form is all there is to them (R190)."""

import copy

from hypothesis import given

from conformance.engines.protocol import Json
from reference_engine.game import legal_moves, play, settle
from reference_engine.state import GameState
from reference_engine.wire import digest, move_from_json, move_to_json, state_to_json
from tests.strategies import (
    Step,
    examples,
    games,
    journeys,
    loaded,
    positions,
    states,
    variants,
)


def snapshot(state: GameState) -> tuple[object, ...]:
    return (*state[:1], copy.deepcopy(dict(state.stacks)), *state[2:])


@given(steps=journeys())
@examples(0.4)
def test_a_state_of_play_is_loaded_as_it_was_written(steps: list[Step]) -> None:
    for step in steps:
        assert loaded(state_to_json(step.after)) == step.after, step


@given(position=positions())
@examples(0.6)
def test_loading_what_was_loaded_changes_nothing(position: Json) -> None:
    state = loaded(position)
    assert loaded(state_to_json(state)) == state


@given(state=states())
@examples(0.5)
def test_a_settled_state_is_settled(state: GameState) -> None:
    assert settle(state) == state


@given(state=states())
@examples(0.3)
def test_a_move_is_read_as_it_was_written(state: GameState) -> None:
    board = state.variant.geometry
    for move in legal_moves(state)[:100]:
        assert move_from_json(board, move_to_json(board, move)) == move


@given(state=states())
@examples(0.3)
def test_playing_leaves_the_state_as_it_was(state: GameState) -> None:
    before = snapshot(state)
    for move in legal_moves(state)[:60]:
        play(state, move)
        assert snapshot(state) == before, move


@given(steps=games(variants()))
@examples(0.12)
def test_earlier_states_of_a_game_are_not_changed_by_later_moves(steps: list[Step]) -> None:
    state = steps[0].before
    for step in steps:
        written = digest(state_to_json(step.before))
        assert written == digest(state_to_json(state)), step
        state = play(state, step.move).state


@given(steps=journeys())
@examples(0.3)
def test_the_same_moves_give_the_same_states(steps: list[Step]) -> None:
    state = steps[0].before if steps else None
    for step in steps:
        assert state is not None
        assert legal_moves(state) == legal_moves(step.before), step
        state = play(state, step.move).state
        assert state == step.after, step
