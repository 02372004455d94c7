"""Cells and rings: nothing is in two places, nothing is lost (R020, R021, R052, R060)."""

from hypothesis import given

from reference_engine.state import GameState
from tests.strategies import Step, examples, journeys


def on_board(state: GameState, colour: int) -> int:
    return sum(rings.count(colour) for rings in state.stacks.values())


def eliminated_of(state: GameState, colour: int) -> int:
    """The rings of a colour that are neither in hand nor on the board."""
    return state.variant.supply - state.hand[colour] - on_board(state, colour)


@given(steps=journeys())
@examples(0.3)
def test_a_cell_holds_at_most_one_of_stack_marker_and_collapsed_space(steps: list[Step]) -> None:
    for step in steps:
        layers = [*step.after.control, *step.after.markers, *step.after.collapsed]
        held = 0
        for layer in layers:
            assert not held & layer, step
            held |= layer
        assert not held & ~step.after.variant.geometry.cells, step


@given(steps=journeys())
@examples(0.3)
def test_the_layers_of_a_state_are_those_that_its_stacks_and_owners_make(steps: list[Step]) -> None:
    for step in steps:
        after = step.after
        control = [0] * (after.variant.players + 1)
        for cell, rings in after.stacks.items():
            assert rings, step
            control[rings[-1]] |= 1 << cell
        assert after.control == tuple(control), step
        assert after.occupied == sum(control), step
        assert after.marked == sum(after.markers), step
        assert after.walled == sum(after.collapsed), step


@given(steps=journeys())
@examples(0.3)
def test_the_rings_of_the_game_are_always_as_many(steps: list[Step]) -> None:
    for step in steps:
        placed = sum(map(len, step.after.stacks.values()))
        found = placed + sum(step.after.hand) + sum(step.after.eliminated)
        assert found == step.after.variant.total_rings, step


@given(steps=journeys())
@examples(0.3)
def test_no_colour_ever_has_more_rings_than_its_supply(steps: list[Step]) -> None:
    for step in steps:
        for seat in step.after.players:
            assert eliminated_of(step.after, seat) >= 0, step


@given(steps=journeys())
@examples(0.3)
def test_the_eliminated_rings_of_a_colour_never_come_back(steps: list[Step]) -> None:
    for step in steps:
        for seat in step.after.players:
            assert eliminated_of(step.after, seat) >= eliminated_of(step.before, seat), step


@given(steps=journeys())
@examples(0.3)
def test_what_is_credited_is_what_the_colours_have_lost(steps: list[Step]) -> None:
    for step in steps:
        lost = sum(eliminated_of(step.after, seat) for seat in step.after.players)
        assert lost == sum(step.after.eliminated), step
