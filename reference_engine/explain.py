"""Why a move is legal or not: the clauses that allow it, or those it breaks, and what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from reference_engine import stacks, turn, violations
from reference_engine.draft import Effect
from reference_engine.geometry import Cell, Cells, bit
from reference_engine.moves import (
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRings,
    Move,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
    ProcessLine,
    ProcessRegion,
    SkipCapture,
    SkipPlacement,
    SkipTerritory,
    SwapSides,
)
from reference_engine.rules import capture, lines, movement, placement, territory
from reference_engine.state import Debt, GameState, Phase
from reference_engine.violations import Violation


class Ground(NamedTuple):
    """A clause that allows a move, and how."""

    clause: str
    reason: str


class Explanation(NamedTuple):
    """What the rules say of a move in a state."""

    move: Move
    violations: tuple[Violation, ...]
    grounds: tuple[Ground, ...]
    effects: tuple[Effect, ...]

    @property
    def is_legal(self) -> bool:
        return not self.violations


def explain(state: GameState, move: Move) -> Explanation:
    """The clauses that say whether a move is legal; for a legal one, also its effects."""
    found = violations.violations(state, move)
    if found:
        return Explanation(move, found, (), ())
    return Explanation(move, (), tuple(_grounds(state, move)), turn.advance(state, move).effects)


def _grounds(state: GameState, move: Move) -> Iterator[Ground]:
    match move:
        case PlaceRing():
            yield from _of_placement(state, move)
        case SkipPlacement():
            yield _of_skipped_placement(state)
        case MoveStack():
            yield from _of_move(state, move)
        case OvertakingCapture() | ContinueCaptureSegment():
            yield from _of_capture(state, move)
        case SkipCapture():
            yield Ground("R070.c", "starting a capture is the player's option")
        case ProcessLine():
            yield from _of_line(state, move.cells.bit_count())
            yield Ground("R122.a", "a line of exactly the required length collapses whole")
            yield from _of_payer(state)
        case ChooseLineReward():
            yield from _of_line(state, move.cells.bit_count())
            yield from _of_reward(state, move)
        case EliminateRings():
            yield from _of_elimination(state)
        case ProcessRegion():
            yield from _of_region(state, move)
        case SkipTerritory():
            yield Ground("R144.c", "processing a region is the player's option")
        case SwapSides():
            yield Ground("R070.a", "this edition lets the second seat swap sides once")


def _of_skipped_placement(state: GameState) -> Ground:
    if placement.has_mobile_stack(state, state.turn.player):
        return Ground("R080.d", "a stack of the player can act, so placing may be skipped")
    return Ground("R080.b", "in this edition a ring on the board, though buried, lifts the duty")


def _of_placement(state: GameState, move: PlaceRing) -> Iterator[Ground]:
    player = state.turn.player
    yield Ground("R080.a", f"{state.hand[player]} rings are in hand")
    if not placement.may_skip(state, player):
        clause = "R080.c" if state.control[player] else "R080.b"
        yield Ground(clause, "no stack of the player can act, so it must place")
    if state.occupied & bit(move.at):
        yield Ground("R082.a", "a stack of anybody may be topped")
        yield Ground("R082.b", "exactly one ring goes on a stack")
        yield Ground("R082.d", "the stack can act with the ring that is added")
        return
    if state.marked & bit(move.at):
        yield Ground("R081.a", "this edition lets rings be placed on a marker")
    else:
        yield Ground("R081.a", "the cell is free")
    yield Ground("R081.b", f"{move.count} may be placed at once")
    yield Ground("R081.c", f"the hand holds at least {move.count}")
    yield Ground("R081.e", "the new stack can act")
    rings = stacks.with_rings_on_top((), player, move.count)
    reach = movement.landings(state, player, move.at, rings)
    can_capture = capture.can_capture(state, player, move.at, rings)
    if not reach:
        yield Ground("R081.f", "it could capture, though not move")
    elif move.count == 1 and not reach & ~state.markers[player] and not can_capture:
        yield Ground("R081.h", "it could only land on an own marker, which is a move")


def _of_source(state: GameState, clause: str) -> Iterator[Ground]:
    if state.turn.phase is Phase.MOVEMENT and state.turn.source is not None:
        yield Ground("R081.i", "it is the stack that was placed on")
    yield Ground(clause, "the player controls the stack")


def _of_move(state: GameState, move: MoveStack) -> Iterator[Ground]:
    yield from _of_source(state, "R090.a")
    rings = state.stacks[move.source]
    path = movement.path_between(state, move.source, move.to)
    steps = path.bit_count() + 1
    yield Ground("R091.a", "the landing is on a straight ray")
    yield Ground("R091.b", f"{steps} steps, and the stack is {len(rings)} high")
    yield Ground("R091.d", "no collapsed space is in the way")
    yield Ground("R091.e", "no stack is in the way")
    if path & state.marked:
        yield Ground("R091.f", "markers do not stop a stack")
    yield from _of_landing(state, move.to, "R091.i", "R091.j")


def _of_landing(state: GameState, to: Cell, own: str, foreign: str) -> Iterator[Ground]:
    here = bit(to)
    if not state.marked & here:
        return
    if state.markers[state.turn.player] & here:
        yield Ground(own, "an own marker may be landed on")
    else:
        yield Ground(foreign, "this edition lets a stack land on another player's marker")


def _of_capture(
    state: GameState, move: OvertakingCapture | ContinueCaptureSegment
) -> Iterator[Ground]:
    if isinstance(move, ContinueCaptureSegment):
        yield Ground("R103.a", "the chain goes on while it can")
        yield Ground("R103.b", "the player chooses among its segments")
    elif state.turn.phase is Phase.CAPTURE:
        yield Ground("R070.c", "after a plain move the stack that moved may capture")
    yield from _of_source(state, "R101.a")
    rings, target = state.stacks[move.source], state.stacks[move.target]
    path = movement.path_between(state, move.source, move.to)
    yield Ground("R101.b", f"a stack of player {stacks.controller(target)} may be overtaken")
    caps = stacks.cap_height(rings), stacks.cap_height(target)
    yield Ground("R101.c", "the attacker's cap is {}, the target's {}".format(*caps))
    yield Ground("R101.e", "the landing is beyond the target on one ray")
    yield Ground("R101.f", "nothing blocks the way to the target")
    yield Ground("R101.g", "nothing blocks the way behind it")
    ray = movement.ray_towards(state, move.source, move.to)
    need = capture.least_steps(state, ray, len(rings)) if ray else len(rings)
    yield Ground("R101.h", f"{path.bit_count() + 1} steps, and at least {need} are needed")
    if path & state.marked:
        yield Ground("R101.l", "markers do not block")
    yield from _of_landing(state, move.to, "R101.i", "R101.j")


def _of_line(state: GameState, length: int) -> Iterator[Ground]:
    need = state.variant.line_length
    yield Ground("R120.f", f"a run of {length} markers, and {need} make a line")
    yield Ground("R121.b", "the mover picks which line is next")


def _of_payer(state: GameState) -> Iterator[Ground]:
    if lines.payers(state, state.turn.player):
        yield Ground("R122.c", "the player controls a stack that can pay")
    else:
        yield Ground("R121.e", "this edition collapses a line that nobody can pay for")


def _of_reward(state: GameState, move: ChooseLineReward) -> Iterator[Ground]:
    yield Ground("R122.e", "the line is longer than required, so the reward is a choice")
    if move.collapse == move.cells:
        yield Ground("R122.f", "all of it, against a payment")
        yield from _of_payer(state)
    else:
        yield Ground("R122.g", "a stretch of the required length, for nothing")
        if not lines.payers(state, state.turn.player):
            yield Ground("R122.j", "this is open also to a player without a stack")


def _of_elimination(state: GameState) -> Iterator[Ground]:
    if state.turn.owes is Debt.LINE:
        yield Ground("R122.b", "a line collapsed whole must be paid for")
        yield Ground("R122.c", "any stack that the player controls may pay")
    elif state.turn.owes is Debt.REGION:
        yield Ground("R145.e", "a region must be paid for from outside it")
    else:
        yield Ground("R100.a", "the player has a stack, but no placement, move or capture")
        if state.variant.edition.fe_choice == "automatic":
            yield Ground("R100.b", "in this edition the stack is not the player's to choose")
        else:
            yield Ground("R100.b", "the player picks any stack it controls")


def _of_region(state: GameState, move: ProcessRegion) -> Iterator[Ground]:
    player = state.turn.player
    region = territory.regions(state, player)[move.cells]
    border = territory.border_of(state, region)
    if border:
        owner = next(seat for seat in state.players if state.markers[seat] & border)
        yield Ground("R141.c", f"markers of player {owner} cut it off, with walls and edges")
        if owner != player:
            yield Ground("R141.f", "the border need not be the mover's")
    if _needs_stacks(state, region):
        yield Ground("R141.g", "in this edition stacks are walls, and help to cut it off")
    elif not border:
        yield Ground("R141.a", "collapsed spaces and edges cut it off")
    yield _of_colours(state, move.cells)
    if state.control[player] & ~move.cells:
        yield Ground("R143.a", "the player controls a stack outside it")
    else:
        yield Ground("R143.d", "in this edition a buried ring outside it is enough")
    yield Ground("R144.b", "the mover picks any such region")


def _needs_stacks(state: GameState, region: territory.Region) -> bool:
    """Whether a region would run on if stacks were no walls."""
    open_ = territory.uncollapsed(state) & ~region.barrier | region.cells
    return state.variant.geometry.flood(region.cells, open_) != region.cells


def _of_colours(state: GameState, cells: Cells) -> Ground:
    if state.variant.edition.representation_test == "none":
        return Ground("R142.c", "in this edition it does not matter which colours are in it")
    active = sorted(territory.active_colours(state))
    inside = sorted(territory.represented(state, cells))
    return Ground("R142.c", f"colours {inside} control stacks in it, of the active {active}")
