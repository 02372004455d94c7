"""Mutants of R080 to R082: placing rings."""

from conformance.engines.mutants.registry import mutant
from reference_engine import stacks
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cell, Cells, bit, each
from reference_engine.homes import Home
from reference_engine.rules import capture, movement, placement
from reference_engine.stacks import Player, Rings

_can_act = placement.can_act
_can_top = placement.can_top
_ground = placement.ground
_may_skip = placement.may_skip
_place_on_free_cell = placement.place_on_free_cell
_place_on_stack = placement.place_on_stack

CAN_TOP = Home("reference_engine.rules.placement", "can_top")


# --- R080: when to place ------------------------------------------------------------------------


@mutant(
    "tops-out-of-an-empty-hand",
    "R080.a",
    "A player with an empty hand may still place on a stack.",
    ruling="RUL-26",
)
def tops_out_of_an_empty_hand(position: Position, player: Player) -> bool:
    """Whoever controls a stack is never out of rings, as long as some stack can be topped."""
    if position.hand[player] > 0 or not position.control[player]:
        return position.hand[player] > 0
    return any(placement.can_top(position, player, cell) for cell in each(position.occupied))


@mutant(
    "buried-ring-lifts-the-duty-to-place",
    "R080.b",
    "A player with a buried ring on the board may skip the placement.",
    ruling="RUL-25",
)
def buried_ring_lifts_the_duty(position: Position, player: Player) -> bool:
    """Any ring on the board will do, where no stack is controlled."""
    if _may_skip(position, player):
        return True
    return not position.control[player] and placement.has_ring_on_board(position, player)


@mutant(
    "blocked-stack-lifts-the-duty-to-place",
    "R080.c",
    "A player who controls a stack may skip the placement, even if the stack cannot act.",
)
def blocked_stack_lifts_the_duty(position: Position, player: Player) -> bool:
    """Any controlled stack will do."""
    return bool(position.control[player])


@mutant(
    "always-places-while-it-can",
    "R080.d",
    "A player with rings in hand must place every turn.",
)
def always_places(_position: Position, _player: Player) -> bool:
    """Nobody may skip."""
    return False


@mutant(
    "skips-only-if-it-can-move-plainly",
    "R080.d",
    "A player whose stacks can capture but not move may not skip the placement.",
)
def skips_only_if_it_can_move(position: Position, player: Player) -> bool:
    """Captures are not asked for."""
    return any(
        movement.can_move(position, player, cell, position.stacks[cell])
        for cell in each(position.control[player])
    )


# --- R081: placing on an empty cell -------------------------------------------------------------


@mutant(
    "places-on-markers",
    "R081.a",
    "Rings may be placed on a marker, which is removed.",
    ruling="RUL-23",
)
def places_on_markers(position: Position) -> Cells:
    """Markers do not close a cell."""
    return placement.uncollapsed(position) & ~position.occupied


@mutant("places-any-number", "R081.b", "All rings in hand may be placed at once.", ruling="RUL-20")
def places_any_number(_position: Position) -> int | None:
    """Only the hand is a limit."""
    return None


@mutant("places-one-ring-only", "R081.b", "One ring is placed at a time.", ruling="RUL-20")
def places_one_ring_only(_position: Position) -> int | None:
    """A new stack has one ring."""
    return 1


@mutant("overdraws-the-hand", "R081.c", "Three rings may be placed, however few are in hand.")
def overdraws_the_hand(position: Position, _player: Player) -> range:
    """The hand is not looked at."""
    return range(1, (placement.most_at_once(position) or 1) + 1)


@mutant(
    "tests-a-single-ring",
    "R081.e",
    "Three rings may be placed wherever a single ring could then move or capture.",
    at=Home("reference_engine.rules.placement", "can_act"),
)
def tests_a_single_ring(position: Position, player: Player, cell: Cell, rings: Rings) -> bool:
    """The height of a new stack is not asked for."""
    is_new = not position.occupied & bit(cell)
    return _can_act(position, player, cell, rings[:1] if is_new else rings)


@mutant(
    "places-where-it-cannot-move",
    "R081.e",
    "Rings may be placed on every empty cell.",
    at=Home("reference_engine.rules.placement", "can_act"),
)
def places_where_it_cannot_move(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> bool:
    """Nothing is asked of a new stack."""
    return not position.occupied & bit(cell) or _can_act(position, player, cell, rings)


@mutant(
    "placement-needs-a-plain-move",
    "R081.f",
    "A new stack, or one that is topped, must have a plain move; a capture will not do.",
)
def placement_needs_a_plain_move(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> bool:
    """Captures are not asked for."""
    return movement.can_move(position, player, cell, rings)


@mutant("hand-shrinks-by-one", "R081.g", "Placing costs one ring, however many are placed.")
def hand_shrinks_by_one(draft: Draft, cell: Cell, count: int) -> None:
    """The count is forgotten in the hand."""
    _place_on_free_cell(draft, cell, count)
    draft.hand[draft.player] += count - 1


def _survives(position: Position, player: Player, cell: Cell, rings: Rings) -> bool:
    """Whether a stack can act without losing its last ring."""
    if capture.can_capture(position, player, cell, rings):
        return True
    costly = movement.costly_markers(position, player) if len(rings) == 1 else 0
    return bool(movement.landings(position, player, cell, rings) & ~costly)


@mutant(
    "placed-ring-must-survive",
    "R081.h",
    "A ring may not be placed where its only move would cost it.",
    ruling="RUL-10",
    at=Home("reference_engine.rules.placement", "ground"),
)
def placed_ring_must_survive(position: Position, player: Player) -> list[Cells]:
    """A landing that takes the last ring is no move of a new stack."""
    found = _ground(position, player)
    for cell in each(found[0] if found else 0):
        if not _survives(position, player, cell, (player,)):
            found[0] &= ~bit(cell)
    return found


@mutant(
    "last-ring-does-not-count-as-mobile",
    "R081.h",
    "A stack whose only move would cost its last ring counts as blocked.",
    ruling="RUL-10",
)
def last_ring_is_not_mobile(position: Position, player: Player, cell: Cell, rings: Rings) -> bool:
    """A landing that takes the last ring is no move."""
    return _survives(position, player, cell, rings)


@mutant(
    "any-stack-moves-after-a-placement",
    "R081.i",
    "After a placement any stack of the player may move.",
    ruling="RUL-22",
)
def any_stack_moves(_draft: Draft, _cell: Cell) -> Cell | None:
    """It is forgotten where the ring was placed."""
    return None


# --- R082: placing on a stack -------------------------------------------------------------------


@mutant(
    "tops-own-stacks-only",
    "R082.a",
    "A ring may be placed on a stack only by the player who controls it.",
    ruling="RUL-21",
    at=CAN_TOP,
)
def tops_own_stacks_only(position: Position, player: Player, cell: Cell) -> bool:
    """Stacks of others are closed."""
    return bool(position.control[player] & bit(cell)) and _can_top(position, player, cell)


@mutant("never-tops-a-stack", "R082.a", "Rings are placed on empty cells only.", ruling="RUL-21")
def never_tops_a_stack(_position: Position) -> Cells:
    """No stack is open."""
    return 0


@mutant("tops-with-three-rings", "R082.b", "Up to three rings may be placed on a stack.")
def tops_with_three_rings() -> range:
    """The counts of an empty cell."""
    return range(1, 4)


@mutant(
    "topping-gathers-own-rings",
    "R082.c",
    "The cap of a stack that is topped has all rings of the player's colour in it.",
)
def topping_gathers_own_rings(draft: Draft, cell: Cell) -> None:
    """Buried rings of the colour rise into the cap."""
    _place_on_stack(draft, cell)
    rings, own = draft.stacks[cell], draft.player
    others = tuple(ring for ring in rings if ring != own)
    draft.put_stack(cell, stacks.with_rings_on_top(others, own, len(rings) - len(others)))


@mutant(
    "tops-with-the-old-height",
    "R082.d",
    "A stack may be topped if it could move or capture at its height before.",
)
def tops_with_the_old_height(position: Position, player: Player, cell: Cell) -> bool:
    """The new ring is not counted."""
    topped = stacks.with_rings_on_top(position.stacks[cell], player, 1)
    return placement.can_act(position, player, cell, topped[1:])


@mutant("tops-any-stack", "R082.d", "A stack may be topped whether it could then act or not.")
def tops_any_stack(_position: Position, _player: Player, _cell: Cell) -> bool:
    """Nothing is asked for."""
    return True


@mutant("topping-is-free", "R082.e", "Placing on a stack leaves the hand as it is.")
def topping_is_free(draft: Draft, cell: Cell) -> None:
    """The ring comes from nowhere."""
    _place_on_stack(draft, cell)
    draft.hand[draft.player] += 1
