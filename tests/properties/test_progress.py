"""S, the markers, collapsed spaces and eliminated rings together, only grows (R191).

Not in every edition: where landing on an own marker is free a step may leave S as it is, and
where rings are placed on markers S falls.
"""

from hypothesis import given

from conformance.fuzz.positions import Variant
from reference_engine.geometry import bit
from reference_engine.moves import (
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRings,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
    ProcessLine,
    ProcessRegion,
)
from reference_engine.state import Debt, GameState, Phase
from tests.strategies import (
    Step,
    all_boards,
    canonical,
    examples,
    fresh,
    games,
    journey,
    journeys,
    policies,
    seeds,
    small_boards,
    variants,
)

SEGMENTS = (MoveStack, OvertakingCapture, ContinueCaptureSegment)


def converted(step: Step) -> int:
    """The rings that left the hands without being placed: those that a stalemate converts."""
    placed = step.move.count if isinstance(step.move, PlaceRing) else 0
    return sum(step.before.hand) - sum(step.after.hand) - placed


def growth(step: Step) -> int:
    """By how much S grew, but for a conversion of hands."""
    return step.after.progress - step.before.progress - converted(step)


def removes_a_marker(step: Step) -> bool:
    """Whether rings are placed on a marker, as one edition has it."""
    return isinstance(step.move, PlaceRing) and bool(step.before.marked & bit(step.move.at))


def bound(state: GameState) -> int:
    """More than S can ever be: every cell held, every ring out."""
    return state.variant.geometry.count + state.variant.total_rings


@given(steps=journeys())
@examples(0.3)
def test_hands_are_converted_only_when_the_game_is_over(steps: list[Step]) -> None:
    for step in steps:
        assert converted(step) == 0 or (step.after.is_over and not any(step.after.hand)), step


@given(steps=journeys())
@examples(0.4)
def test_progress_never_falls(steps: list[Step]) -> None:
    for step in steps:
        assert growth(step) >= -removes_a_marker(step), step


@given(steps=journeys())
@examples(0.4)
def test_a_step_or_capture_segment_adds_exactly_one(steps: list[Step]) -> None:
    for step in steps:
        if isinstance(step.move, SEGMENTS):
            is_free = step.before.variant.edition.own_marker_landing_cost == "none"
            lands_on_own = step.before.markers[step.before.turn.player] & bit(step.move.to)
            assert growth(step) == (0 if is_free and lands_on_own else 1), step


@given(steps=journeys())
@examples(0.4)
def test_placing_skipping_and_the_free_part_of_a_line_add_nothing(steps: list[Step]) -> None:
    for step in steps:
        if not isinstance(step.move, (*SEGMENTS, EliminateRings, ProcessRegion)):
            assert growth(step) == -removes_a_marker(step), step


@given(steps=journeys())
@examples(0.4)
def test_an_elimination_adds_at_least_one(steps: list[Step]) -> None:
    for step in steps:
        if isinstance(step.move, EliminateRings):
            assert growth(step) >= 1, step


@given(steps=journeys())
@examples(0.4)
def test_a_line_taken_whole_and_a_region_are_paid_for_at_once(steps: list[Step]) -> None:
    for step in steps:
        match step.move:
            case ProcessLine():
                owed: Debt | None = Debt.LINE
            case ChooseLineReward(cells, collapse) if cells == collapse:
                owed = Debt.LINE
            case ProcessRegion():
                owed = Debt.REGION
            case _:
                owed = None
        assert step.after.turn.owes is owed, step


@given(steps=journeys())
@examples(0.3)
def test_progress_never_exceeds_cells_and_rings(steps: list[Step]) -> None:
    for step in steps:
        assert step.after.progress <= bound(step.after), step


@given(steps=games(variants(canonical, small_boards)))
@examples(0.2)
def test_a_canonical_game_has_no_more_segments_and_forced_eliminations_than_cells_and_rings(
    steps: list[Step],
) -> None:
    spent = sum(
        isinstance(step.move, SEGMENTS) or step.before.turn.phase is Phase.FORCED_ELIMINATION
        for step in steps
    )
    assert spent <= bound(steps[0].before)


@given(variant=variants(canonical, all_boards), policy=policies, seed=seeds)
@examples(0.12)
def test_every_canonical_game_ends(variant: Variant, policy: str, seed: int) -> None:
    steps = journey(fresh(variant), policy, seed, 5000)
    assert steps[-1].after.is_over, steps[-1]
