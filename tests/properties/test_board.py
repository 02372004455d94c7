"""What moves do to markers and collapsed spaces (R030, R031, R092)."""

from hypothesis import given

from reference_engine.geometry import bit
from reference_engine.moves import ContinueCaptureSegment, MoveStack, OvertakingCapture
from tests.strategies import Step, examples, journeys


@given(steps=journeys())
@examples(0.4)
def test_a_marker_appears_only_where_a_stack_left_and_is_the_movers(steps: list[Step]) -> None:
    for step in steps:
        left = 0
        if isinstance(step.move, MoveStack | OvertakingCapture | ContinueCaptureSegment):
            left = bit(step.move.source)
        new = step.after.marked & ~step.before.marked
        assert new == left, step
        assert not new & ~step.after.markers[step.before.turn.player], step


@given(steps=journeys())
@examples(0.4)
def test_a_marker_changes_sides_only_to_the_mover(steps: list[Step]) -> None:
    for step in steps:
        for seat in step.before.players:
            gained = step.after.markers[seat] & step.before.marked & ~step.before.markers[seat]
            assert not gained or seat == step.before.turn.player, step


@given(steps=journeys())
@examples(0.4)
def test_a_collapsed_space_keeps_its_owner(steps: list[Step]) -> None:
    for step in steps:
        for seat in step.before.players:
            assert not step.before.collapsed[seat] & ~step.after.collapsed[seat], step


@given(steps=journeys())
@examples(0.4)
def test_a_stack_appears_only_where_rings_were_placed_or_a_stack_landed(steps: list[Step]) -> None:
    for step in steps:
        new = step.after.occupied & ~step.before.occupied
        to = getattr(step.move, "to", getattr(step.move, "at", None))
        assert not new or (to is not None and new == bit(to)), step
