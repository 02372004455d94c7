"""Mutants of R102: what a capture segment does."""

from collections.abc import Iterator

from conformance.engines.mutants.memory import is_chain
from conformance.engines.mutants.registry import mutant
from reference_engine import stacks
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cell, Cells, bit
from reference_engine.homes import Home
from reference_engine.rules import capture, movement
from reference_engine.stacks import Player, Rings

_capture = capture.capture
_leave_target = capture.leave_target
_segments = capture.segments


@mutant(
    "capture-leaves-no-marker",
    "R102.a",
    "A capture leaves its departure cell empty.",
    ruling="RUL-16",
)
def capture_leaves_no_marker(draft: Draft, _source: Cell, path: Cells) -> None:
    """Only the markers on the way change."""
    movement.pass_over(draft, path)


@mutant(
    "capture-flies-over-markers",
    "R102.a",
    "A capture leaves the markers on its way as they are.",
)
def capture_flies_over_markers(draft: Draft, source: Cell, _path: Cells) -> None:
    """Only the departure cell changes."""
    movement.leave_marker(draft, source)


@mutant(
    "markers-change-up-to-the-target",
    "R102.a",
    "A capture changes the markers up to its target, and none behind it.",
    at=Home("reference_engine.rules.capture", "capture"),
)
def markers_change_up_to_the_target(draft: Draft, source: Cell, target: Cell, to: Cell) -> None:
    """What lies behind the target is as it was."""
    behind = movement.path_between(draft, target, to)
    before = [owned & behind for owned in draft.markers]
    walled = draft.walled & behind
    _capture(draft, source, target, to)
    fresh = draft.walled & behind & ~walled
    draft.walled &= ~fresh
    draft.collapsed = [owned & ~fresh for owned in draft.collapsed]
    for player, owned in enumerate(before):
        draft.put_markers(Player(player), owned)


@mutant(
    "attacker-stops-on-the-target",
    "R102.b",
    "An attacker that takes the last ring of its target ends on the target's cell.",
)
def attacker_stops_on_the_target(draft: Draft, source: Cell, target: Cell, to: Cell) -> None:
    """The emptied cell is moved into."""
    last = stacks.height(draft.stacks[target]) == 1
    _capture(draft, source, target, to)
    if last and draft.occupied & bit(to):
        rings = draft.stacks[to]
        draft.put_stack(to, ())
        draft.put_stack(target, rings)


@mutant("captured-ring-becomes-the-top", "R102.c", "The captured ring goes on the attacker's top.")
def captured_ring_becomes_the_top(draft: Draft, target: Cell, rings: Rings) -> Rings:
    """The attacker is topped with the ring."""
    left, taken = stacks.without_top(draft.stacks[target])
    capture.leave_target(draft, target, left)
    return (*rings, taken)


@mutant("captures-the-whole-stack", "R102.c", "A capture takes all rings of its target.")
def captures_the_whole_stack(draft: Draft, target: Cell, rings: Rings) -> Rings:
    """Nothing of the target is left."""
    taken = draft.stacks[target]
    capture.leave_target(draft, target, ())
    return (*taken, *rings)


@mutant(
    "cap-forgets-the-captured-ring",
    "R102.d",
    "In a chain the cap is counted without the ring just captured.",
    at=Home("reference_engine.rules.capture", "segments"),
)
def cap_forgets_the_captured_ring(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[tuple[Cell, Cells]]:
    """The cap is that of the stack before the segment."""
    for target, landings in _segments(position, player, cell, rings):
        if not is_chain(position) or capture.cap_suffices(
            rings[1:] or rings, position.stacks[target]
        ):
            yield target, landings


@mutant(
    "emptied-target-leaves-a-marker",
    "R102.e",
    "A target without rings leaves a marker of the mover.",
)
def emptied_target_leaves_a_marker(draft: Draft, target: Cell, left: Rings) -> None:
    """Somebody else's marker is put there, which the attacker then flips."""
    _leave_target(draft, target, left)
    if not left:
        other = Player(draft.player % draft.variant.players + 1)
        draft.put_markers(other, bit(target))


@mutant(
    "emptied-target-stays-in-the-way",
    "R102.e",
    "The cell of a target without rings stays barred.",
)
def emptied_target_stays_in_the_way(draft: Draft, target: Cell, left: Rings) -> None:
    """The cell is nobody's, and nobody can enter it."""
    _leave_target(draft, target, left)
    if not left:
        draft.walled |= bit(target)


@mutant(
    "captures-land-on-own-markers-for-free",
    "R102.f",
    "A capture that lands on an own marker loses no ring.",
)
def captures_land_for_free(_draft: Draft, _to: Cell) -> None:
    """Only plain moves pay."""


@mutant(
    "pays-for-landings-after-the-chain",
    "R102.f",
    "The rings that landing on own markers costs are lost at the end of the chain.",
    ruling="RUL-11",
)
def pays_after_the_chain(draft: Draft, _to: Cell) -> None:
    """The loss is put off."""
    draft.deferred += 1
