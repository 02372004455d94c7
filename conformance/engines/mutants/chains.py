"""Mutants of R103: how a chain of captures goes on."""

from collections.abc import Iterator

from conformance.engines.mutants.memory import has_just, is_chain, keep, kept
from conformance.engines.mutants.registry import mutant
from reference_engine import legality, stacks, turn
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cell, Cells, bit, each
from reference_engine.homes import Home
from reference_engine.moves import ContinueCaptureSegment, Move
from reference_engine.rules import capture, lines, movement, territory
from reference_engine.stacks import Player, Rings
from reference_engine.state import GameState, Phase

_can_continue = capture.can_continue
_continuations = legality.continuations
_continue_chain = turn.continue_chain
_may_go_on = capture.may_go_on
_segments = capture.segments

SEGMENTS = Home("reference_engine.rules.capture", "segments")
CONTINUE_CHAIN = Home("reference_engine.turn", "continue_chain")


@mutant(
    "never-chains",
    "R103.a",
    "A capture is one segment, also where another would be possible.",
)
def never_chains(draft: Draft, cell: Cell) -> bool:
    """Only the capture after a plain move is offered."""
    return draft.phase is not Phase.CHAIN_CAPTURE and _can_continue(draft, cell)


@mutant(
    "chain-is-optional",
    "R103.a",
    "Each further segment is offered like a capture after a plain move.",
    at=CONTINUE_CHAIN,
)
def chain_is_optional(draft: Draft) -> None:
    """The chain may be broken off after each segment."""
    draft.phase = Phase.CAPTURE
    _continue_chain(draft)


@mutant(
    "first-segment-is-forced",
    "R103.b",
    "Of several segments that continue a chain the engine takes the first.",
)
def first_segment_is_forced(state: GameState) -> list[Move]:
    """One segment is offered."""
    return _continuations(state)[:1]


@mutant(
    "lands-as-near-as-it-can-in-a-chain",
    "R103.b",
    "In a chain each target has one landing, the nearest.",
)
def lands_as_near_as_it_can(state: GameState) -> list[Move]:
    """The landing is not the player's choice."""
    near: dict[Cell, tuple[int, Move]] = {}
    for move in _continuations(state):
        assert isinstance(move, ContinueCaptureSegment)
        steps = abs(move.to - move.source)
        if move.target not in near or steps < near[move.target][0]:
            near[move.target] = (steps, move)
    return [move for _steps, move in near.values()]


@mutant(
    "waits-in-an-ended-chain",
    "R103.c",
    "A chain that cannot go on still waits for a segment.",
)
def waits_in_an_ended_chain(_draft: Draft) -> None:
    """Nothing ends the chain."""


@mutant(
    "must-prolong-the-chain",
    "R103.d",
    "A segment that ends the chain is not offered while another prolongs it.",
)
def must_prolong_the_chain(state: GameState) -> list[Move]:
    """Segments after which nothing follows are left out, unless all are such."""
    offered = _continuations(state)
    longer = []
    for move in offered:
        assert isinstance(move, ContinueCaptureSegment)
        draft = Draft(state)
        capture.capture(draft, move.source, move.target, move.to)
        if capture.can_continue(draft, move.to):
            longer.append(move)
    return [*longer] or offered


def _kept_from_segment(position: Position, clause: str) -> Cells:
    """The cells of an effect of the segment before, kept from its end to the next choice."""
    if isinstance(position, Draft) and has_just(position, "R102.b"):
        keep(position, next(one.cells for one in position.effects if one.clause == clause))
    return kept(position) if is_chain(position) else 0


def _over(
    cells: Cells, position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[tuple[Cell, Cells]]:
    """The segments whose target is on one of these cells."""
    for target, landings in _segments(position, player, cell, rings):
        if cells & bit(target):
            yield target, landings


@mutant(
    "chain-may-not-turn",
    "R103.e",
    "A chain keeps the direction of its first segment.",
    at=SEGMENTS,
)
def chain_may_not_turn(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[tuple[Cell, Cells]]:
    """The target must lie ahead, seen from the departure of the segment before."""
    left = _kept_from_segment(position, "R092.a")
    ray = movement.ray_towards(position, Cell(left.bit_length() - 1), cell) if left else None
    ahead = ~0 if ray is None else capture.behind(ray, cell)
    return _over(ahead, position, player, cell, rings)


@mutant(
    "chain-may-not-turn-back",
    "R103.f",
    "A chain may not go back the way it came.",
    at=SEGMENTS,
)
def chain_may_not_turn_back(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[tuple[Cell, Cells]]:
    """The target must not lie towards the departure of the segment before."""
    left = _kept_from_segment(position, "R092.a")
    ray = movement.ray_towards(position, cell, Cell(left.bit_length() - 1)) if left else None
    back = 0 if ray is None else ray.beyond[0]
    return _over(~back, position, player, cell, rings)


@mutant(
    "each-target-yields-one-ring",
    "R103.g",
    "A stack that has just been jumped cannot be jumped again.",
    at=SEGMENTS,
)
def each_target_yields_one_ring(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[tuple[Cell, Cells]]:
    """The target must be another than that of the segment before."""
    jumped = _kept_from_segment(position, "R102.c")
    return _over(~jumped, position, player, cell, rings)


@mutant(
    "lines-end-the-chain",
    "R103.h",
    "A line made by a segment is processed at once, and the chain is over.",
)
def lines_end_the_chain(draft: Draft) -> None:
    """Lines are looked for after each segment."""
    if lines.options(draft, draft.player, draft.made):
        turn.complete_action(draft)
    else:
        _continue_chain(draft)


@mutant(
    "regions-end-the-chain",
    "R103.h",
    "A region cut off by a segment is processed at once, and the chain is over.",
)
def regions_end_the_chain(draft: Draft) -> None:
    """Regions are looked for after each segment."""
    if territory.candidates(draft, draft.player, draft.made):
        turn.complete_action(draft)
    else:
        _continue_chain(draft)


@mutant(
    "another-stack-takes-over-the-chain",
    "R103.i",
    "When the capturing stack cannot go on, any other stack of the mover that can must.",
    at=CONTINUE_CHAIN,
)
def another_stack_takes_over(draft: Draft) -> None:
    """The chain is over only when no stack of the mover can capture."""
    if draft.source is None or not capture.can_continue(draft, draft.source):
        for cell in each(draft.control[draft.player]):
            if capture.can_capture(draft, draft.player, cell, draft.stacks[cell]):
                draft.source = cell
                return
    _continue_chain(draft)


@mutant(
    "judges-the-chain-by-the-former-stack",
    "R103.j",
    "In a chain height and cap are those before the ring was captured.",
    at=SEGMENTS,
)
def judges_by_the_former_stack(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[tuple[Cell, Cells]]:
    """The ring at the bottom does not count yet."""
    former = rings[1:] if is_chain(position) else ()
    return _segments(position, player, cell, former or rings)


@mutant(
    "ring-lost-on-landing-still-weighs",
    "R103.j",
    "In a chain height and cap are those before the landing cost a ring.",
    at=SEGMENTS,
)
def lost_ring_still_weighs(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[tuple[Cell, Cells]]:
    """The ring that was lost counts for one segment more."""
    if has_just(position, "R102.b"):
        keep(position, int(has_just(position, "R102.f")))
    stale = (player,) if is_chain(position) and kept(position) else ()
    return _segments(position, player, cell, rings + stale)


@mutant(
    "goes-on-with-a-lost-stack",
    "R103.k",
    "The mover goes on with the capturing stack, whoever controls it by now.",
    ruling="RUL-11",
)
def goes_on_with_a_lost_stack(draft: Draft, cell: Cell) -> bool:
    """Control is not asked."""
    return bool(draft.occupied & bit(cell))


@mutant(
    "new-controller-goes-on",
    "R103.k",
    "When the capturing stack falls to another player, that player goes on with the chain.",
    ruling="RUL-11",
)
def new_controller_goes_on(draft: Draft, cell: Cell) -> bool:
    """The chain belongs to whoever controls the stack."""
    if draft.phase is Phase.CHAIN_CAPTURE and draft.occupied & bit(cell):
        owner = stacks.controller(draft.stacks[cell])
        if capture.can_capture(draft, owner, cell, draft.stacks[cell]):
            draft.player = owner
    return _may_go_on(draft, cell)
