"""The course of a turn: its phases, whose counters it touches, and when it ends (R070-R072)."""

from hypothesis import given

from conformance.fuzz.positions import Profile
from reference_engine.game import legal_moves
from reference_engine.geometry import bit
from reference_engine.moves import EliminateRings, PlaceRing
from reference_engine.rules import lines, victory
from reference_engine.state import GameState, Phase
from tests.strategies import Step, canonical, examples, journeys, states, variants

# A forced elimination may open an action, so it comes first.
ORDER = [
    Phase.FORCED_ELIMINATION,
    Phase.RING_PLACEMENT,
    Phase.MOVEMENT,
    Phase.CAPTURE,
    Phase.CHAIN_CAPTURE,
    Phase.LINE_PROCESSING,
    Phase.TERRITORY_PROCESSING,
]
REPEATED = (Phase.CHAIN_CAPTURE, Phase.LINE_PROCESSING, Phase.TERRITORY_PROCESSING)


def may_be_the_same_turn(step: Step) -> bool:
    """Whether the phase after the move comes later in a turn, or again where that is right."""
    before, after = step.before.turn, step.after.turn
    if before.player != after.player:
        return False
    if before.phase is after.phase:
        return before.phase in REPEATED
    return ORDER.index(before.phase) < ORDER.index(after.phase)


def is_start_of_turn(state: GameState) -> bool:
    """Whether the state can be the first of a turn; a seat without action may still have lines."""
    turn = state.turn
    return turn.owes is None and turn.source is None and turn.phase is not Phase.CAPTURE


def nobody_else_could_act(state: GameState) -> bool:
    """Whether the turn can have come round to the same seat."""
    others = [seat for seat in victory.seats(state) if seat != state.turn.player]
    return not any(state.control[seat] or victory.has_real_action(state, seat) for seat in others)


@given(steps=journeys(variants(canonical)))
@examples(1.2)
def test_the_phases_of_a_turn_follow_the_canonical_order(steps: list[Step]) -> None:
    for step in steps:
        if step.after.is_over or may_be_the_same_turn(step):
            continue
        assert is_start_of_turn(step.after), step
        if step.before.turn.player == step.after.turn.player:
            assert nobody_else_could_act(step.after), step


@given(state=states())
@examples(0.6)
def test_a_state_handed_out_has_a_legal_move_or_is_over(state: GameState) -> None:
    assert bool(legal_moves(state)) is not state.is_over


@given(steps=journeys())
@examples(0.3)
def test_a_state_of_play_has_a_legal_move_or_is_over(steps: list[Step]) -> None:
    for step in steps:
        assert bool(legal_moves(step.after)) is not step.after.is_over, step


@given(steps=journeys())
@examples(0.4)
def test_only_the_movers_territory_grows(steps: list[Step]) -> None:
    for step in steps:
        for seat in step.before.players:
            if seat != step.before.turn.player:
                assert step.after.collapsed[seat] == step.before.collapsed[seat], step


@given(steps=journeys())
@examples(0.4)
def test_only_the_movers_credit_grows_but_for_a_conversion_of_hands(steps: list[Step]) -> None:
    for step in steps:
        if step.before.variant.edition.region_credit == "ring_owner":
            continue
        for seat in step.before.players:
            if seat != step.before.turn.player:
                converted = step.before.hand[seat] - step.after.hand[seat]
                assert step.after.eliminated[seat] == step.before.eliminated[seat] + converted, step


@given(steps=journeys())
@examples(0.4)
def test_the_stack_placed_on_must_move_and_can(steps: list[Step]) -> None:
    for step in steps:
        if isinstance(step.move, PlaceRing):
            assert step.after.turn.player == step.before.turn.player, step
            assert step.after.turn.phase is Phase.MOVEMENT, step
            assert step.after.turn.source == step.move.at, step
            starts = {getattr(move, "source", None) for move in legal_moves(step.after)}
            assert starts - {None} == {step.move.at}, step


@given(state=states(variants(canonical), Profile.BLOCKED, Profile.ENDGAME, Profile.MIX))
@examples(1)
def test_an_elimination_is_forced_on_a_seat_with_a_stack_and_no_action_only(
    state: GameState,
) -> None:
    if state.is_over or not is_start_of_turn(state):
        return
    can_act = victory.has_real_action(state, state.turn.player)
    if state.turn.phase is Phase.FORCED_ELIMINATION:
        assert not can_act
        listed = {move.at for move in legal_moves(state) if isinstance(move, EliminateRings)}
        assert sum(map(bit, listed)) == state.control[state.turn.player]
    elif state.turn.phase in (Phase.RING_PLACEMENT, Phase.MOVEMENT):
        assert can_act


@given(steps=journeys(variants(canonical)))
@examples(0.6)
def test_no_line_is_left_that_could_be_processed_when_the_regions_come(steps: list[Step]) -> None:
    for step in steps:
        turn = step.after.turn
        if (
            turn.phase is Phase.TERRITORY_PROCESSING
            and step.before.turn.phase is not Phase.TERRITORY_PROCESSING
        ):
            assert not lines.options(step.after, turn.player, turn.made), step
