"""Eliminating a cap: to pay for a line or a region, or because nothing else can be done."""

from __future__ import annotations

from reference_engine import stacks
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cell, Cells, bit, each
from reference_engine.homes import implements
from reference_engine.moves import EliminateRings
from reference_engine.stacks import Player, Rings


@implements("R072.a", "R100.a")
def is_forced(position: Position, player: Player, has_real_action: bool) -> bool:
    """A player with a stack and no placement, move or capture must eliminate a cap; a stack
    always has one.
    """
    if has_real_action or not position.control[player]:
        return False
    return not (position.variant.edition.fe_requires_empty_hand and position.hand[player])


@implements("R100.b")
def forced_choices(position: Position, player: Player) -> list[EliminateRings]:
    """The player picks any stack it controls."""
    choices = [EliminateRings(cell) for cell in each(position.control[player])]
    if position.variant.edition.fe_choice == "automatic":
        return [min(choices, key=lambda move: stacks.cap_height(position.stacks[move.at]))]
    return choices


def payments(position: Position, payers: Cells) -> list[EliminateRings]:
    """The ways to pay with one of these stacks."""
    if position.variant.edition.payment_unit == "entire_cap":
        return [EliminateRings(cell) for cell in each(payers)]
    return [
        EliminateRings(cell, count)
        for cell in each(payers)
        for count in sorted({1, stacks.cap_height(position.stacks[cell])})
    ]


@implements("R100.c")
def left_after(draft: Draft, rings: Rings, count: int | None) -> Rings:
    """The whole cap goes, nothing beneath it."""
    if count is not None and count < stacks.cap_height(rings):
        return rings[:-count]
    if draft.variant.edition.cap_elimination_scope == "whole_stack":
        return ()
    return stacks.without_cap(rings)


@implements("R100.d", "R100.e")
def strip(draft: Draft, cell: Cell, count: int | None, clause: str) -> None:
    """All rings taken are credited to the player; an emptied stack is removed."""
    lost = draft.eliminate(cell, left_after(draft, draft.stacks[cell], count))
    draft.note(clause, "cap eliminated", bit(cell), lost)
