"""Mutants of R100: forced elimination."""

from conformance.engines.mutants.registry import mutant
from reference_engine import turn
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cell, bit, each
from reference_engine.moves import EliminateRings
from reference_engine.rules import elimination, placement, victory
from reference_engine.stacks import Player, Rings, cap_height
from reference_engine.state import Phase

_after_forced_elimination = turn.after_forced_elimination
_forced_choices = elimination.forced_choices
_is_forced = elimination.is_forced
_left_after = elimination.left_after
_strip = elimination.strip

FORCED = "R100.c"  # the clause under which a forced elimination strips a stack


@mutant(
    "hand-spares-the-blocked",
    "R100.a",
    "A player with a ring in hand is never forced to eliminate.",
    ruling="RUL-27",
)
def hand_spares_the_blocked(position: Position, player: Player, has_real_action: bool) -> bool:
    """An elimination is forced only on an empty hand."""
    return not position.hand[player] and _is_forced(position, player, has_real_action)


@mutant(
    "forces-who-has-buried-rings-only",
    "R100.a",
    "A player whose rings are all buried must eliminate, and has nothing to eliminate with.",
)
def forces_who_has_buried_rings(position: Position, player: Player, has_real_action: bool) -> bool:
    """Any ring on the board is enough to be forced."""
    return not has_real_action and placement.has_ring_on_board(position, player)


@mutant(
    "engine-picks-the-stack-to-strip",
    "R100.b",
    "A forced elimination strips the stack with the lowest cap.",
    ruling="RUL-30",
)
def engine_picks_the_stack(position: Position, player: Player) -> list[EliminateRings]:
    """One stack is offered, the one that costs least."""
    choices = _forced_choices(position, player)
    return [min(choices, key=lambda move: cap_height(position.stacks[move.at]))]


@mutant(
    "strips-stacks-of-others",
    "R100.b",
    "A forced elimination may strip any stack that holds a ring of the player.",
)
def strips_stacks_of_others(position: Position, player: Player) -> list[EliminateRings]:
    """A buried ring makes a stack the player's."""
    return [
        EliminateRings(cell) for cell in each(position.occupied) if player in position.stacks[cell]
    ]


@mutant(
    "forced-elimination-takes-one-ring",
    "R100.c",
    "A forced elimination takes the top ring only.",
    ruling="RUL-40",
)
def takes_one_ring(draft: Draft, rings: Rings, count: int | None) -> Rings:
    """The rest of the cap stays."""
    if draft.phase is Phase.FORCED_ELIMINATION:
        return rings[:-1]
    return _left_after(draft, rings, count)


@mutant(
    "forced-elimination-takes-the-stack",
    "R100.c",
    "A forced elimination takes the whole stack.",
    ruling="RUL-41",
)
def takes_the_stack(draft: Draft, rings: Rings, count: int | None) -> Rings:
    """Nothing beneath the cap stays."""
    if draft.phase is Phase.FORCED_ELIMINATION:
        return ()
    return _left_after(draft, rings, count)


@mutant(
    "forced-elimination-counts-as-one",
    "R100.d",
    "A forced elimination is credited as one ring, however high the cap.",
)
def counts_as_one(draft: Draft, cell: Cell, count: int | None, clause: str) -> None:
    """One cap, one ring of credit."""
    credit = draft.eliminated[draft.player]
    _strip(draft, cell, count, clause)
    if clause == FORCED:
        draft.eliminated[draft.player] = credit + 1


@mutant(
    "forced-elimination-counts-for-nobody",
    "R100.d",
    "The rings of a forced elimination are credited to nobody.",
)
def counts_for_nobody(draft: Draft, cell: Cell, count: int | None, clause: str) -> None:
    """The rings leave the board, and that is all."""
    credit = draft.eliminated[draft.player]
    _strip(draft, cell, count, clause)
    if clause == FORCED:
        draft.eliminated[draft.player] = credit


@mutant(
    "stripped-stack-leaves-a-marker",
    "R100.e",
    "A stack emptied by a forced elimination leaves a marker of its player.",
)
def leaves_a_marker(draft: Draft, cell: Cell, count: int | None, clause: str) -> None:
    """An emptied cell is treated like one that was left."""
    _strip(draft, cell, count, clause)
    if clause == FORCED and not draft.occupied & bit(cell):
        draft.put_markers(draft.player, bit(cell))


@mutant(
    "stripped-stack-stays-in-the-way",
    "R100.e",
    "A stack emptied by a forced elimination still bars its cell.",
)
def stays_in_the_way(draft: Draft, cell: Cell, count: int | None, clause: str) -> None:
    """The cell is nobody's, and nobody can enter it."""
    _strip(draft, cell, count, clause)
    if clause == FORCED and not draft.occupied & bit(cell):
        draft.walled |= bit(cell)


@mutant(
    "eliminates-until-it-can-act",
    "R100.f",
    "A blocked player eliminates one cap after another until an action opens.",
    ruling="RUL-28",
)
def eliminates_until_it_can_act(draft: Draft) -> None:
    """While the player is still blocked, the next cap is due."""
    able = victory.has_real_action(draft, draft.player)
    if able or not elimination.is_forced(draft, draft.player, has_real_action=False):
        _after_forced_elimination(draft)


@mutant(
    "no-regions-after-a-forced-elimination",
    "R100.f",
    "A turn of forced elimination ends without a look at lines and regions.",
    ruling="RUL-29",
)
def no_regions_after_a_forced_elimination(draft: Draft) -> None:
    """Lines and regions belong to turns with an action."""
    if victory.has_real_action(draft, draft.player):
        turn.begin_action(draft)
    else:
        turn.end_turn(draft)


@mutant(
    "forced-elimination-ends-the-action",
    "R100.g",
    "The action is over after a forced elimination, even if that opened one.",
    ruling="RUL-28",
)
def forced_elimination_ends_the_action(draft: Draft) -> None:
    """What follows is what follows an action."""
    turn.enter_after_action(draft)
