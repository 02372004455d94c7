"""How games end: the reason given is borne out by the board (R170-R173)."""

from collections.abc import Iterator

from hypothesis import given

from conformance.fuzz.positions import Profile
from reference_engine.rules import victory
from reference_engine.state import GameState, Reason
from tests.strategies import (
    Step,
    canonical,
    examples,
    excursions,
    games,
    journeys,
    small_boards,
    states,
    variants,
)

# Near an end: thresholds, seats that cannot act, few stacks.
late = journeys() | excursions(None, Profile.THRESHOLDS, Profile.BLOCKED, Profile.ENDGAME)


def ended(steps: list[Step], reason: Reason) -> Iterator[GameState]:
    """The last state, if the game ended so."""
    last = steps[-1].after if steps else None
    if last is not None and last.result is not None and last.result.reason is reason:
        yield last


@given(steps=journeys())
@examples(0.3)
def test_each_threshold_is_reached_by_one_player_at_most(steps: list[Step]) -> None:
    for step in steps:
        seats = victory.seats(step.after)
        assert sum(victory.reaches_rings(step.after, seat) for seat in seats) <= 1, step
        assert sum(victory.reaches_territory(step.after, seat) for seat in seats) <= 1, step


@given(steps=late)
@examples(1)
def test_a_stalemate_leaves_no_stack_and_no_ring_in_hand(steps: list[Step]) -> None:
    for last in ended(steps, Reason.STALEMATE):
        assert not any(last.hand), steps[-1]
        if last.variant.edition.stalemate_counts_fe:
            assert not last.stacks, steps[-1]


@given(steps=late)
@examples(1)
def test_the_last_player_standing_can_act_and_nobody_else_can(steps: list[Step]) -> None:
    for last in ended(steps, Reason.LAST_PLAYER_STANDING):
        able = [seat for seat in victory.seats(last) if victory.has_real_action(last, seat)]
        assert last.result is not None
        assert able == [last.result.winner], steps[-1]


@given(steps=late)
@examples(1)
def test_a_winner_by_a_threshold_has_reached_it(steps: list[Step]) -> None:
    for last in ended(steps, Reason.RING_ELIMINATION):
        assert last.result is not None
        assert last.result.winner is not None
        assert last.eliminated[last.result.winner] * 2 > last.variant.total_rings, steps[-1]
    for last in ended(steps, Reason.TERRITORY_CONTROL):
        assert last.result is not None
        assert last.result.winner is not None
        owned = last.collapsed[last.result.winner].bit_count()
        assert owned * 2 > last.variant.geometry.count, steps[-1]


@given(steps=games(variants(canonical, small_boards)))
@examples(0.3)
def test_a_threshold_is_reached_by_the_seat_that_has_just_moved(steps: list[Step]) -> None:
    last = steps[-1]
    result = last.after.result
    if result and result.reason in (Reason.RING_ELIMINATION, Reason.TERRITORY_CONTROL):
        assert result.winner == last.before.turn.player == last.after.turn.player, last


@given(steps=late)
@examples(0.5)
def test_a_ranking_names_every_seat_once_and_the_winner_first(steps: list[Step]) -> None:
    last = steps[-1].after if steps else None
    if last is not None and last.result is not None:
        assert sorted(last.result.ranking) == [*last.players], steps[-1]
        assert last.result.winner in (None, last.result.ranking[0]), steps[-1]


@given(state=states())
@examples(0.5)
def test_a_position_without_a_result_is_not_over(state: GameState) -> None:
    assert (state.result is None) is (state.turn.phase != "game_over")
