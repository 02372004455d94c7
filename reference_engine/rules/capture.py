"""Overtaking captures and their chains."""

from __future__ import annotations

from collections.abc import Iterator

from reference_engine import stacks
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cell, Cells, Ray, bit, each
from reference_engine.homes import implements
from reference_engine.rules import movement
from reference_engine.stacks import Player, Rings


@implements("R101.a")
def attackers(position: Position, player: Player) -> Cells:
    """Only a stack that the mover controls can capture."""
    return position.control[player]


@implements("R101.b")
def capturable(position: Position, player: Player) -> Cells:
    """The target may belong to anybody, the mover included."""
    if position.variant.edition.capture_own == "forbidden":
        return position.occupied & ~position.control[player]
    return position.occupied


@implements("R101.c", "R101.d")
def cap_suffices(attacker: Rings, target: Rings) -> bool:
    """The attacker's cap must be at least as high as the target's; caps count, not heights."""
    return stacks.cap_height(attacker) >= stacks.cap_height(target)


@implements("R101.h")
def least_steps(position: Position, ray: Ray, height: int) -> int:
    """From start to landing it is at least as far as the attacker was high."""
    if ray.diagonal and position.variant.edition.capture_metric == "manhattan":
        return (height + 1) // 2
    return height


@implements("R101.f", "R101.l")
def obstacles(position: Position) -> Cells:
    """Between attacker and target nothing but empty cells and markers may lie."""
    return movement.obstacles(position)


@implements("R101.g")
def obstacles_behind(position: Position) -> Cells:
    """Between target and landing nothing but empty cells and markers may lie."""
    return movement.obstacles(position)


@implements("R101.i")
def own_marker_is_landing(position: Position) -> bool:
    """An own marker is a legal landing."""
    return position.variant.edition.capture_land_own_marker == "legal"


@implements("R101.j", "R101.k")
def landable(position: Position, player: Player) -> Cells:
    """A foreign marker or a collapsed space is no landing."""
    cells = (
        movement.uncollapsed(position)
        & movement.without_stack(position)
        & ~movement.forbidden_markers(position, player)
    )
    return cells if own_marker_is_landing(position) else cells & ~position.markers[player]


@implements("R101.m")
def target_on(position: Position, ray: Ray, blocked: Cells) -> Cell | None:
    """The stack to be jumped is the nearest on the ray, and no other."""
    squeezed = movement.squeezed(position, ray)
    met = ray.beyond[0] & (blocked | squeezed)
    if not met:
        return None
    first = met & -met if ray.ascending else 1 << (met.bit_length() - 1)
    if first & position.occupied and not first & squeezed:
        return Cell(first.bit_length() - 1)
    return None


@implements("R101.e")
def behind(ray: Ray, target: Cell) -> Cells:
    """The landing lies beyond the target on the same ray."""
    here = bit(target)
    return ray.beyond[0] & (-(here << 1) if ray.ascending else here - 1)


def landings_behind(position: Position, ray: Ray, target: Cell, height: int) -> Cells:
    """The cells behind the target to which the way is free, whether they will do or not."""
    need = least_steps(position, ray, height)
    if need > len(ray.beyond):
        return 0
    beyond = behind(ray, target)
    barred = movement.squeezed(position, ray)
    stop = beyond & (obstacles_behind(position) | barred)
    if stop:
        low, high = (stop & -stop) << 1, 1 << (stop.bit_length() - 1)
        beyond &= ~-low if ray.ascending else -high
    return beyond & ray.beyond[need - 1] & ~barred


def segments(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[tuple[Cell, Cells]]:
    """The targets that a stack could overtake from a cell, each with its landings."""
    allowed = capturable(position, player)
    blocked = obstacles(position)
    for ray in position.variant.geometry.rays[cell]:
        if not ray.beyond[0] & allowed:
            continue
        target = target_on(position, ray, blocked)
        if target is None or not allowed & bit(target):
            continue
        if not cap_suffices(rings, position.stacks[target]):
            continue
        reached = landings_behind(position, ray, target, stacks.height(rings)) & landable(
            position, player
        )
        if reached:
            yield target, reached


def can_capture(position: Position, player: Player, cell: Cell, rings: Rings) -> bool:
    """Whether a stack has any segment from a cell."""
    return next(segments(position, player, cell, rings), None) is not None


def somebody_can(draft: Draft) -> bool:
    """Whether any stack of the mover has a segment."""
    return any(
        can_capture(draft, draft.player, cell, draft.stacks[cell])
        for cell in each(attackers(draft, draft.player))
    )


@implements("R102.a")
def pass_over(draft: Draft, source: Cell, path: Cells) -> None:
    """A segment leaves a marker and changes those on its way, like a plain move."""
    if draft.variant.edition.capture_departure_marker:
        movement.leave_marker(draft, source)
    movement.pass_over(draft, path)


@implements("R102.c", "R060.e")
def take_ring(draft: Draft, target: Cell, rings: Rings) -> Rings:
    """The target's top ring goes under the attacker; it stays in play and credits nobody."""
    left, taken = stacks.without_top(draft.stacks[target])
    leave_target(draft, target, left)
    draft.note("R102.c", "ring captured", bit(target), taken)
    return stacks.with_ring_at_bottom(rings, taken)


@implements("R102.d", "R102.e")
def leave_target(draft: Draft, target: Cell, left: Rings) -> None:
    """The target stands as its remaining rings make it; without any, its cell is empty."""
    draft.put_stack(target, left)


@implements("R102.f")
def pay_for_landing(draft: Draft, to: Cell) -> None:
    """The ring that landing on an own marker costs is lost at once, before the next segment."""
    if draft.variant.edition.landing_elimination_timing == "immediate":
        movement.lose_top(draft, to, "R102.f")
    else:
        draft.deferred += 1


def pay_deferred(draft: Draft) -> None:
    """In an edition that collects landing rings at the end of the chain, collect them.

    Each segment has brought a ring before it owed one, so the stack does not run out.
    """
    while draft.deferred and draft.source is not None:
        draft.deferred -= 1
        movement.lose_top(draft, draft.source, "R102.f")


@implements("R102.b")
def capture(draft: Draft, source: Cell, target: Cell, to: Cell) -> None:
    """The attacker ends on its landing with the captured ring beneath it."""
    rings = draft.stacks[source]
    costs = movement.landing_costs_ring(draft, to)
    path = movement.path_between(draft, source, to)
    draft.put_stack(source, ())
    rings = take_ring(draft, target, rings)
    pass_over(draft, source, path)
    movement.clear_landing(draft, to)
    draft.put_stack(to, rings)
    draft.made |= bit(to)
    draft.note("R102.b", "stack landed", bit(to), len(rings))
    if costs:
        pay_for_landing(draft, to)


@implements("R103.i", "R103.k")
def may_go_on(draft: Draft, cell: Cell) -> bool:
    """Only the stack that moved goes on, and only while the mover controls it."""
    if draft.control[draft.player] & bit(cell):
        return True
    edition = draft.variant.edition
    return edition.chain_on_control_loss == "continues" and bool(draft.occupied & bit(cell))


@implements("R103.a", "R103.e", "R103.f", "R103.g", "R103.j")
def can_continue(draft: Draft, cell: Cell) -> bool:
    """A chain goes on while the stack, as it now is, has a segment: in any direction, also back
    over the same stack.
    """
    return may_go_on(draft, cell) and can_capture(draft, draft.player, cell, draft.stacks[cell])
