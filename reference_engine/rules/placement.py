"""Placing rings: when it must, may or cannot be done, where, and how many."""

from __future__ import annotations

from reference_engine import stacks
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cell, Cells, bit, each
from reference_engine.homes import implements
from reference_engine.rules import capture, movement
from reference_engine.stacks import Player, Rings


@implements("R080.a")
def has_rings(position: Position, player: Player) -> bool:
    """Without rings in hand there is no placement."""
    return position.hand[player] > 0


@implements("R081.b")
def most_at_once(position: Position) -> int | None:
    """One, two or three rings may be placed at once."""
    return position.variant.edition.max_rings_per_placement


@implements("R081.c")
def counts(position: Position, player: Player) -> range:
    """Never more rings than the hand holds."""
    most = most_at_once(position)
    held = position.hand[player]
    return range(1, (held if most is None else min(held, most)) + 1)


@implements("R031.b")
def uncollapsed(position: Position) -> Cells:
    """No ring is placed on a collapsed space, not even by its owner."""
    return position.variant.geometry.cells & ~position.walled


@implements("R081.a")
def free_cells(position: Position) -> Cells:
    """A new stack needs a cell with no stack, no marker and no collapse."""
    free = uncollapsed(position) & ~position.occupied
    if position.variant.edition.place_on_marker == "removes_marker":
        return free
    return free & ~position.marked


@implements("R081.f", "R081.h")
def can_act(position: Position, player: Player, cell: Cell, rings: Rings) -> bool:
    """A stack can act if it has a move, be it one that costs its last ring, or a capture."""
    return movement.can_move(position, player, cell, rings) or capture.can_capture(
        position, player, cell, rings
    )


@implements("R081.e", "R020.c")
def ground(position: Position, player: Player) -> list[Cells]:
    """For each count of rings, the free cells where the new stack could then act.

    What lies buried in stacks that the player controls has no bearing on it.
    """
    free = free_cells(position)
    offered = counts(position, player)
    if is_first_and_single(position, player):
        offered = offered[:1]
        free &= ~position.marked
    if movement.is_uniform(position):
        mobile = movement.ground(position, player, len(offered))
        acts = capture.can_capture
    else:
        mobile = [0] * len(offered)
        acts = can_act
    found = []
    for count in offered:
        rings = (player,) * count
        cells = free & mobile[count - 1]
        for cell in each(free & ~cells):
            if acts(position, player, cell, rings):
                cells |= bit(cell)
        found.append(cells)
    return found


@implements("R082.a")
def toppable(position: Position) -> Cells:
    """Any stack of anybody may be topped."""
    return position.occupied


@implements("R082.b")
def topping_counts() -> range:
    """Exactly one ring goes on a stack."""
    return range(1, 2)


@implements("R082.d")
def can_top(position: Position, player: Player, cell: Cell) -> bool:
    """The stack must be able to act with the ring that is added."""
    topped = stacks.with_rings_on_top(position.stacks[cell], player, 1)
    return can_act(position, player, cell, topped)


def is_first_and_single(position: Position, player: Player) -> bool:
    """Whether this edition holds a player without rings on the board to one ring on a free cell."""
    if position.variant.edition.first_placement_options == "all":
        return False
    return not has_ring_on_board(position, player)


def has_ring_on_board(position: Position, player: Player) -> bool:
    """Whether any ring of the colour lies on the board, buried ones included."""
    return bool(position.control[player]) or any(
        player in rings for rings in position.stacks.values()
    )


def topping_cells(position: Position, player: Player) -> Cells:
    """The stacks that the player may top now."""
    if not has_rings(position, player) or is_first_and_single(position, player):
        return 0
    cells = 0
    for cell in each(toppable(position)):
        if can_top(position, player, cell):
            cells |= bit(cell)
    return cells


def may_place(position: Position, player: Player) -> bool:
    """Whether the player has any legal placement."""
    if not has_rings(position, player):
        return False
    single = (player,)
    for cell in each(free_cells(position) & ~position.marked):
        if can_act(position, player, cell, single):
            return True
    return any(ground(position, player)) or bool(topping_cells(position, player))


def has_mobile_stack(position: Position, player: Player) -> bool:
    """A player can move if any stack it controls has a move or capture."""
    return any(
        can_act(position, player, cell, position.stacks[cell])
        for cell in each(movement.movable(position, player))
    )


@implements("R080.b", "R080.c", "R080.d")
def may_skip(position: Position, player: Player) -> bool:
    """Placing may be skipped only by a player with a stack that can act."""
    if has_mobile_stack(position, player):
        return True
    if position.variant.edition.placement_required_when == "no_rings_on_board":
        return not position.control[player] and has_ring_on_board(position, player)
    return False


@implements("R081.g")
def place_on_free_cell(draft: Draft, cell: Cell, count: int) -> None:
    """Rings leave the hand and form a new stack; nothing else changes."""
    draft.hand[draft.player] -= count
    draft.take_markers(bit(cell) & draft.marked)
    draft.put_stack(cell, stacks.with_rings_on_top((), draft.player, count))
    draft.note("R081.g", "rings placed", bit(cell), count)


@implements("R082.c", "R082.e")
def place_on_stack(draft: Draft, cell: Cell) -> None:
    """One ring leaves the hand, and the placer controls the stack at once."""
    draft.hand[draft.player] -= 1
    draft.put_stack(cell, stacks.with_rings_on_top(draft.stacks[cell], draft.player, 1))
    draft.note("R082.c", "ring placed on stack", bit(cell), 1)


@implements("R081.i")
def must_move(draft: Draft, cell: Cell) -> Cell | None:
    """The stack placed on is the one that moves this turn."""
    return cell if draft.variant.edition.must_move_placed_stack else None
