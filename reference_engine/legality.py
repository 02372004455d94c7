"""What may be done in a state: the list of legal moves."""

from __future__ import annotations

from reference_engine.geometry import Cell, Cells, bit, each
from reference_engine.homes import implements
from reference_engine.moves import (
    SKIP_CAPTURE,
    SKIP_PLACEMENT,
    SKIP_TERRITORY,
    SWAP_SIDES,
    ContinueCaptureSegment,
    Move,
    OvertakingCapture,
    ProcessRegion,
    placements,
    steps,
)
from reference_engine.rules import capture, elimination, lines, movement, placement, territory
from reference_engine.state import Debt, GameState, Phase


def legal_moves(state: GameState) -> list[Move]:
    """All moves of the player whose choice it is; none when the game is over."""
    match state.turn.phase:
        case Phase.RING_PLACEMENT:
            return ring_placements(state)
        case Phase.MOVEMENT:
            return movements(state)
        case Phase.CAPTURE:
            return optional_captures(state)
        case Phase.CHAIN_CAPTURE:
            return continuations(state)
        case Phase.LINE_PROCESSING:
            return line_choices(state)
        case Phase.TERRITORY_PROCESSING:
            return region_choices(state)
        case Phase.FORCED_ELIMINATION:
            return forced_eliminations(state)
        case Phase.GAME_OVER:
            return []


def ring_placements(state: GameState) -> list[Move]:
    """Every placement; skipping, where placing may be skipped; swapping, where it is offered."""
    player = state.turn.player
    found: list[Move] = []
    for count, cells in enumerate(placement.ground(state, player), start=1):
        found += placements(cells, count)
    for count in placement.topping_counts():
        found += placements(placement.topping_cells(state, player), count)
    if found and placement.may_skip(state, player):
        found.append(SKIP_PLACEMENT)
    if state.turn.may_swap:
        found.append(SWAP_SIDES)
    return found


@implements("R090.c")
def sources(state: GameState) -> Cells:
    """The stack that was placed on, if one was; otherwise the choice is free."""
    if state.turn.source is not None:
        return bit(state.turn.source)
    return movement.movable(state, state.turn.player)


def captures(state: GameState, cells: Cells) -> list[Move]:
    """Every first capture segment from these cells."""
    player = state.turn.player
    return [
        OvertakingCapture(cell, target, to)
        for cell in each(cells)
        for target, landings in capture.segments(state, player, cell, state.stacks[cell])
        for to in each(landings)
    ]


def plain_moves(state: GameState, cells: Cells) -> list[Move]:
    """Every plain move from these cells."""
    player = state.turn.player
    found: list[Move] = []
    for cell in each(cells):
        found += steps(cell, movement.landings(state, player, cell, state.stacks[cell]))
    return found


def movements(state: GameState) -> list[Move]:
    """Every plain move and every capture, from the stacks that may act."""
    cells = sources(state)
    jumps = captures(state, attacking(state))
    start = state.variant.edition.capture_start
    if jumps and start == "mandatory":
        return jumps
    found = plain_moves(state, cells)
    if jumps and not found and start == "always_optional":
        return [*jumps, SKIP_CAPTURE]
    return found + jumps


def optional_captures(state: GameState) -> list[Move]:
    """The captures open after a plain move, and declining them."""
    found = captures(state, attacking(state))
    if state.variant.edition.capture_start != "mandatory":
        found.append(SKIP_CAPTURE)
    return found


def attacking(state: GameState) -> Cells:
    """The stack that may capture now, or in some editions any."""
    if state.turn.source is not None:
        return bit(state.turn.source)
    return capture.attackers(state, state.turn.player)


@implements("R103.b", "R103.d")
def continuations(state: GameState) -> list[Move]:
    """Every segment that continues the chain; any may be chosen, also one that ends it."""
    source = chain_source(state)
    return [
        ContinueCaptureSegment(source, target, to)
        for target, landings in capture.segments(
            state, state.turn.player, source, state.stacks[source]
        )
        for to in each(landings)
    ]


def chain_source(state: GameState) -> Cell:
    """The stack in the chain."""
    if state.turn.source is None:
        raise ValueError("a chain has a stack that goes on")
    return state.turn.source


def line_choices(state: GameState) -> list[Move]:
    """Paying for the line just taken, or taking the next."""
    player = state.turn.player
    if state.turn.owes is Debt.LINE:
        return [*elimination.payments(state, lines.payers(state, player))]
    return lines.options(state, player, state.turn.made)


def region_choices(state: GameState) -> list[Move]:
    """Paying for the region just taken, or taking the next, or stopping."""
    player = state.turn.player
    if state.turn.owes is Debt.REGION:
        return [*elimination.payments(state, territory.payers(state, player))]
    found: list[Move] = [
        ProcessRegion(region.cells)
        for region in territory.candidates(state, player, state.turn.made)
    ]
    if territory.may_stop(state):
        found.append(SKIP_TERRITORY)
    return found


def forced_eliminations(state: GameState) -> list[Move]:
    """One elimination for each stack the player may strip."""
    return [*elimination.forced_choices(state, state.turn.player)]
