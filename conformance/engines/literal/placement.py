"""Ring placement: what may be placed where, and when placing may be skipped."""

from collections.abc import Iterator

from conformance.engines.literal.board import Cell
from conformance.engines.literal.movement import any_stack_can_act, can_act
from conformance.engines.literal.position import (
    Position,
    controlled,
    has_ring_on_board,
)


def placements(position: Position, player: int) -> Iterator[tuple[Cell, int]]:
    """R080.a, R081, R082: cell and number of rings of every legal placement."""
    if position.hand[player] == 0:
        return
    single = is_single_on_empty(position, player)
    for cell in position.board.cells:
        if cell in position.collapsed:
            continue
        if cell in position.stacks:
            if single:
                continue
            rings = (*position.stacks[cell], player)
            if can_act(position, cell, rings, player):
                yield cell, 1
            continue
        if cell in position.markers and (single or position.rules["place_on_marker"] == "illegal"):
            continue
        for count in range(1, largest_count(position, player, single) + 1):
            if can_act(position, cell, (player,) * count, player):
                yield cell, count


def is_single_on_empty(position: Position, player: int) -> bool:
    """RUL-21: a first placement limited to one ring on an empty cell, where the edition says so."""
    return position.rules["first_placement_options"] == "single_on_empty" and not has_ring_on_board(
        position, player
    )


def largest_count(position: Position, player: int, single: bool) -> int:
    """R081.b, R081.c: at most three rings at once and never more than the hand (RUL-20)."""
    if single:
        return 1
    limit = position.rules["max_rings_per_placement"]
    if limit is None:
        return position.hand[player]
    return min(int(limit), position.hand[player])


def has_placement(position: Position, player: int) -> bool:
    """R072.b: whether any placement is legal."""
    return any(True for _placement in placements(position, player))


def may_skip(position: Position, player: int) -> bool:
    """R080.b, R080.c, R080.d: when a legal placement need not be made (RUL-25)."""
    if position.rules["placement_required_when"] == "no_controlled_stack_or_immobile":
        return any_stack_can_act(position, player)
    if not has_ring_on_board(position, player):
        return False
    return not controlled(position, player) or any_stack_can_act(position, player)


def place(position: Position, cell: Cell, count: int) -> None:
    """R081.g, R082.c, R082.e: rings leave the hand and stand on top of the cell."""
    player = position.player
    position.markers.pop(cell, None)
    position.stacks[cell] = position.stacks.get(cell, ()) + (player,) * count
    position.hand[player] -= count


def has_real_action(position: Position, player: int) -> bool:
    """R172.a: a legal placement, move or capture is a real action."""
    return any_stack_can_act(position, player) or has_placement(position, player)


def may_be_forced(position: Position, player: int) -> bool:
    """R072.a, R100.a: blocked with a controlled stack, a player must eliminate (RUL-27)."""
    if not controlled(position, player):
        return False
    if position.rules["fe_requires_empty_hand"] and position.hand[player] > 0:
        return False
    return not has_real_action(position, player)
