"""Lines of markers, and what they are worth."""

from __future__ import annotations

from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cells
from reference_engine.homes import implements
from reference_engine.moves import ChooseLineReward, Move, ProcessLine
from reference_engine.stacks import Player


@implements("R120.a", "R120.b", "R120.d")
def members(position: Position, player: Player) -> Cells:
    """A line is made of markers of one player; stacks and territory are no part of it."""
    return position.markers[player]


@implements("R120.f")
def is_eligible(position: Position, length: int) -> bool:
    """A run of the required length or more is eligible, a shorter one is not."""
    return length >= position.variant.line_length


@implements("R120.c", "R120.e", "R120.g")
def runs(position: Position, player: Player) -> list[Cells]:
    """A line is a complete run along one axis; a marker may be part of several."""
    own = members(position, player)
    found = []
    for step in position.variant.geometry.axes:
        paired = own & (own >> step)
        firsts = paired & ~(own << step)
        while firsts:
            run = end = firsts & -firsts
            firsts ^= run
            while end := (end << step) & own:
                run |= end
            if is_eligible(position, run.bit_count()):
                found.append(run)
    return found


@implements("R121.f")
def processed_colours(position: Position, player: Player) -> list[Player]:
    """Only the mover's own lines are processed."""
    if position.variant.edition.lines_processed == "mover_only":
        return [player]
    return [Player(seat) for seat in range(1, position.variant.players + 1)]


@implements("R121.g")
def counts_now(position: Position, line: Cells, made: Cells) -> bool:
    """A line left over from an earlier turn is as good as one made now."""
    return position.variant.edition.line_origin == "any" or bool(line & made)


@implements("R121.a", "R121.b", "R121.c")
def eligible(position: Position, player: Player, made: Cells) -> list[Cells]:
    """All lines of the position as it now stands; the mover picks any of them."""
    return [
        line
        for colour in processed_colours(position, player)
        for line in runs(position, colour)
        if counts_now(position, line, made)
    ]


@implements("R122.c")
def payers(position: Position, player: Player) -> Cells:
    """Any stack that the player controls may pay, the one that moved included."""
    return position.control[player]


@implements("R121.e")
def may_collapse_exact(position: Position, player: Player) -> bool:
    """An exact line that cannot be paid for stays on the board."""
    return bool(payers(position, player)) or (
        position.variant.edition.unpayable_line == "collapse_free"
    )


@implements("R122.j")
def may_take_all(position: Position, player: Player) -> bool:
    """Option 1 needs somebody to pay; option 2 is open to all."""
    return bool(payers(position, player)) or not position.variant.edition.option1_requires_payer


@implements("R122.g")
def windows(position: Position, line: Cells) -> list[Cells]:
    """Option 2 offers every stretch of exactly the required length."""
    length = position.variant.line_length
    cells = []
    rest = line
    while rest:
        low = rest & -rest
        cells.append(low)
        rest ^= low
    return [sum(cells[start : start + length]) for start in range(len(cells) - length + 1)]


@implements("R122.e", "R122.i")
def rewards(position: Position, player: Player, line: Cells) -> list[Move]:
    """An exact line has no free option; for a longer one the mover chooses between two."""
    if line.bit_count() == position.variant.line_length:
        return [ProcessLine(line)] if may_collapse_exact(position, player) else []
    options: list[Move] = [ChooseLineReward(line, part) for part in windows(position, line)]
    if may_take_all(position, player):
        options.append(ChooseLineReward(line, line))
    return options


@implements("R121.d", "R122.k")
def options(position: Position, player: Player, made: Cells) -> list[Move]:
    """Processing goes on while a line can be processed, and what a line leaves is examined
    again; there is no declining.
    """
    return [
        move
        for line in eligible(position, player, made)
        for move in rewards(position, player, line)
    ]


def is_unpayable(position: Position, player: Player, made: Cells) -> bool:
    """Whether an exact line stands on the board that the player cannot pay for."""
    length = position.variant.line_length
    return not may_collapse_exact(position, player) and any(
        line.bit_count() == length for line in eligible(position, player, made)
    )


@implements("R122.a", "R122.f")
def collapse_whole(draft: Draft, line: Cells, clause: str) -> None:
    """Every marker of the line becomes the mover's territory."""
    draft.collapse(draft.player, line)
    draft.made |= line
    draft.note(clause, "line collapsed", line)


@implements("R122.h")
def collapse_part(draft: Draft, part: Cells) -> None:
    """Option 2 collapses its stretch, eliminates nothing and leaves the other markers."""
    draft.collapse(draft.player, part)
    draft.made |= part
    draft.note("R122.h", "part of line collapsed", part)


@implements("R122.b", "R122.d")
def owes_payment(draft: Draft) -> bool:
    """A line collapsed whole must be paid for, with an entire cap."""
    return bool(payers(draft, draft.player))
