"""Why a move is illegal: the clauses it breaks, found by asking the same rules that list moves."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from reference_engine import legality, stacks
from reference_engine.geometry import Cell, Cells, bit, each
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


class Violation(NamedTuple):
    """A clause that a move breaks, and how."""

    clause: str
    reason: str


_PHASES: dict[type, tuple[Phase, ...]] = {
    PlaceRing: (Phase.RING_PLACEMENT,),
    SkipPlacement: (Phase.RING_PLACEMENT,),
    SwapSides: (Phase.RING_PLACEMENT,),
    MoveStack: (Phase.MOVEMENT,),
    OvertakingCapture: (Phase.MOVEMENT, Phase.CAPTURE),
    SkipCapture: (Phase.MOVEMENT, Phase.CAPTURE),
    ContinueCaptureSegment: (Phase.CHAIN_CAPTURE,),
    ProcessLine: (Phase.LINE_PROCESSING,),
    ChooseLineReward: (Phase.LINE_PROCESSING,),
    ProcessRegion: (Phase.TERRITORY_PROCESSING,),
    SkipTerritory: (Phase.TERRITORY_PROCESSING,),
    EliminateRings: (
        Phase.LINE_PROCESSING,
        Phase.TERRITORY_PROCESSING,
        Phase.FORCED_ELIMINATION,
    ),
}


def violations(state: GameState, move: Move) -> tuple[Violation, ...]:
    """Every clause found that the move breaks; none if it is legal."""
    if isinstance(move, MoveStack):
        found = _of_move(state, move) if _is_in_phase(state, move) else _of_phase(state, move)
    elif isinstance(move, PlaceRing) and _is_in_phase(state, move):
        found = _of_placement(state, move)
    elif not _is_in_phase(state, move):
        found = _of_phase(state, move)
    elif isinstance(move, OvertakingCapture | ContinueCaptureSegment):
        found = _of_capture(state, move)
    elif move in legality.legal_moves(state):
        return ()
    else:
        found = _in_phase(state, move)
    return tuple(found)


def _is_in_phase(state: GameState, move: Move) -> bool:
    if state.turn.phase not in _PHASES[type(move)]:
        return False
    return state.turn.owes is None or isinstance(move, EliminateRings)


def _of_phase(state: GameState, move: Move) -> list[Violation]:
    turn = state.turn
    if turn.phase is Phase.GAME_OVER:
        return [Violation("R070.f", "the game is over")]
    if turn.owes is Debt.LINE:
        return [Violation("R122.b", "an elimination is owed for the line first")]
    if turn.owes is Debt.REGION:
        return [Violation("R145.e", "an elimination is owed for the region first")]
    if turn.phase is Phase.CHAIN_CAPTURE:
        return [Violation("R103.a", "the chain must be continued while it can be")]
    if turn.phase is Phase.FORCED_ELIMINATION:
        return [Violation("R072.a", "the player is blocked and must eliminate a cap")]
    if turn.phase is Phase.LINE_PROCESSING:
        if isinstance(move, ProcessRegion):
            return [Violation("R144.a", "a line is left to process first")]
        if isinstance(move, SkipPlacement | SkipCapture | SkipTerritory):
            return [Violation("R121.d", "a line that can be processed may not be declined")]
    if isinstance(move, EliminateRings) and turn.phase in (Phase.RING_PLACEMENT, Phase.MOVEMENT):
        return [_of_early_elimination(state)]
    if isinstance(move, PlaceRing) and not placement.has_rings(state, turn.player):
        return [Violation("R080.a", "no ring is in hand")]
    if turn.phase is Phase.MOVEMENT and turn.source is None:
        if isinstance(move, SkipPlacement) and not placement.has_rings(state, turn.player):
            return [Violation("R080.a", "no ring is in hand, so there is no placement to skip")]
        if isinstance(move, PlaceRing) and not placement.may_place(state, turn.player):
            return _of_placement(state, move)
    return [Violation("R070.a", f"not a move of the {turn.phase} phase")]


def _of_early_elimination(state: GameState) -> Violation:
    """What the player can do, so that no elimination is forced."""
    if state.turn.phase is Phase.RING_PLACEMENT:
        return Violation("R072.b", "a placement is legal, so no elimination is forced")
    if any(isinstance(move, MoveStack) for move in legality.legal_moves(state)):
        return Violation("R072.a", "a move is legal, so no elimination is forced")
    return Violation("R072.c", "a capture is legal, so no elimination is forced")


def _of_placement(state: GameState, move: PlaceRing) -> list[Violation]:
    player, here = state.turn.player, bit(move.at)
    if placement.toppable(state) & here:
        found = []
        if move.count not in placement.topping_counts():
            found.append(Violation("R082.b", "exactly one ring goes on a stack"))
        if placement.is_first_and_single(state, player):
            found.append(Violation("R082.a", "the first ring goes on an empty cell"))
        if not placement.can_top(state, player, move.at):
            found.append(Violation("R082.d", "the stack could then neither move nor capture"))
        return found
    if not placement.free_cells(state) & here:
        what = "collapsed" if state.walled & here else "marked"
        clause = "R031.b" if state.walled & here else "R081.a"
        return [Violation(clause, f"the cell is {what}, not empty")]
    if move.count < 1 or move.count not in placement.counts(state, player):
        if move.count > state.hand[player]:
            return [Violation("R081.c", f"only {state.hand[player]} rings are in hand")]
        return [Violation("R081.b", f"{move.count} rings may not be placed at once")]
    if placement.is_first_and_single(state, player):
        if state.marked & here:
            return [Violation("R081.a", "the first ring goes on an empty cell")]
        if move.count > 1:
            return [Violation("R081.b", "the first placement is a single ring")]
    if not placement.can_act(state, player, move.at, (player,) * move.count):
        return [Violation("R081.e", "the new stack could then neither move nor capture")]
    return []


def _of_source(state: GameState, source: Cell, clause: str) -> list[Violation]:
    player, here = state.turn.player, bit(source)
    if state.turn.source is not None and source != state.turn.source:
        if state.turn.phase is Phase.MOVEMENT:
            return [Violation("R081.i", "the stack just placed on must move")]
        return [Violation("R103.i", "only the stack that moved may capture now")]
    if not state.occupied & here:
        return [Violation(clause, "no stack is there")]
    if not (movement.movable(state, player) & here or state.turn.source == source):
        owner = stacks.controller(state.stacks[source])
        return [Violation(clause, f"the stack is controlled by player {owner}")]
    return []


def _of_move(state: GameState, move: MoveStack) -> list[Violation]:
    found = _of_source(state, move.source, "R090.a")
    if found:
        return found
    player, rings, to = state.turn.player, state.stacks[move.source], bit(move.to)
    if movement.landings(state, player, move.source, rings) & to:
        return _of_duty_to_capture(state)
    ray = movement.ray_towards(state, move.source, move.to)
    if ray is None:
        return [Violation("R091.a", "the landing is not on a straight ray from the start")]
    need = movement.least_distance(len(rings))
    if need > len(ray.beyond) or not ray.beyond[need - 1] & to:
        found.append(Violation("R091.b", f"a stack of {len(rings)} moves at least {need} steps"))
    path = movement.path_between(state, move.source, move.to)
    if path & movement.walls(state):
        found.append(Violation("R091.d", "a collapsed space is in the way"))
    if path & movement.standing_stacks(state):
        found.append(Violation("R091.e", "a stack is in the way"))
    found += _of_landing(state, move.to, ("R091.g", "R091.h", "R091.j"))
    if not found:
        found.append(Violation("R092.g", "this edition does not let the move land there"))
    return found


def _of_duty_to_capture(state: GameState) -> list[Violation]:
    if state.variant.edition.capture_start != "mandatory":
        return []
    if any(
        capture.can_capture(state, state.turn.player, cell, state.stacks[cell])
        for cell in each(legality.sources(state))
    ):
        return [Violation("R070.c", "in this edition a capture that is available must be made")]
    return []


def _of_landing(state: GameState, to: Cell, clauses: tuple[str, str, str]) -> list[Violation]:
    here, (collapsed, stack, marker) = bit(to), clauses
    found = []
    if not movement.uncollapsed(state) & here:
        found.append(Violation(collapsed, "the landing is collapsed"))
    if not movement.without_stack(state) & here:
        found.append(Violation(stack, "a stack stands on the landing"))
    if movement.forbidden_markers(state, state.turn.player) & here:
        found.append(Violation(marker, "another player's marker is on the landing"))
    return found


def _of_capture(
    state: GameState, move: OvertakingCapture | ContinueCaptureSegment
) -> list[Violation]:
    found = _of_source(state, move.source, "R101.a")
    if found:
        return found
    if not legality.attacking(state) & bit(move.source):
        return [Violation("R101.a", "this stack may not capture now")]
    player, rings = state.turn.player, state.stacks[move.source]
    for target, landings in capture.segments(state, player, move.source, rings):
        if target == move.target and landings & bit(move.to):
            return []
    ray = movement.ray_towards(state, move.source, move.to)
    # Cells behind a target are told by their numbers, which only says something on its own ray.
    if (
        ray is None
        or not ray.beyond[0] & bit(move.target)
        or not capture.behind(ray, move.target) & bit(move.to)
    ):
        return [Violation("R101.e", "the landing is not beyond the target on one ray")]
    if not state.occupied & bit(move.target):
        return [Violation("R101.m", "no stack is there to be jumped")]
    between = movement.path_between(state, move.source, move.target)
    if between & state.occupied:
        found.append(Violation("R101.m", "another stack stands nearer on the ray"))
    if between & state.walled:
        found.append(Violation("R101.f", "a collapsed space lies before the target"))
    if not capture.capturable(state, player) & bit(move.target):
        found.append(Violation("R101.b", "in this edition own stacks are not captured"))
    if not capture.cap_suffices(rings, state.stacks[move.target]):
        found.append(Violation("R101.c", "the target's cap is higher"))
    if movement.path_between(state, move.target, move.to) & capture.obstacles_behind(state):
        found.append(Violation("R101.g", "a stack or collapsed space lies behind the target"))
    need = capture.least_steps(state, ray, len(rings))
    if need > len(ray.beyond) or not ray.beyond[need - 1] & bit(move.to):
        found.append(Violation("R101.h", f"the landing must be at least {need} steps away"))
    found += _of_landing(state, move.to, ("R101.k", "R101.g", "R101.j"))
    if not found:
        found.append(Violation("R101.i", "this edition does not let the capture land there"))
    return found


def _of_line(state: GameState, move: ProcessLine | ChooseLineReward) -> list[Violation]:
    player = state.turn.player
    if move.cells not in lines.eligible(state, player, state.turn.made):
        return [_of_no_line(state, move.cells)]
    exact = move.cells.bit_count() == state.variant.line_length
    if isinstance(move, ProcessLine):
        if not exact:
            return [Violation("R122.e", "a longer line needs a choice of reward")]
        return [Violation("R121.e", "no stack can pay for the line")]
    if exact:
        return [Violation("R122.i", "a line of exact length has no choice of reward")]
    if move.collapse == move.cells:
        return [Violation("R122.j", "no stack can pay for the whole line")]
    return [Violation("R122.g", "not a stretch of the required length within the line")]


def _of_no_line(state: GameState, cells: Cells) -> Violation:
    """What keeps cells from being a line that the mover may process."""
    colours = [seat for seat in state.players if state.markers[seat] & cells]
    is_marked = not cells & ~state.marked
    if len(colours) > 1:
        return Violation("R120.b", "the markers belong to several players")
    if not is_marked or not colours:
        return Violation("R120.a", "not every cell holds a marker")
    if colours[0] not in lines.processed_colours(state, state.turn.player):
        return Violation("R121.f", f"the markers are of player {colours[0]}, not of the mover")
    runs = [_run(state, cells, step) for step in state.variant.geometry.axes]
    if not any(runs):
        return Violation("R120.c", "the cells do not follow one another on one axis")
    if any(run & ~cells for run in runs):
        return Violation("R120.e", "the cells are only a part of a longer run")
    if lines.is_eligible(state, cells.bit_count()):
        return Violation("R121.g", "in this edition a line left over from earlier does not count")
    return Violation("R120.f", f"a line needs {state.variant.line_length} markers")


def _run(state: GameState, cells: Cells, step: int) -> Cells:
    """The complete run of a colour that cells are a stretch of on an axis; none if they are not."""
    stretch = cells & -cells
    while stretch != cells and (longer := stretch | (stretch << step & cells)) != stretch:
        stretch = longer
    if stretch != cells:
        return 0
    own = next(own for own in state.markers if own & cells)
    while grown := (stretch << step | stretch >> step) & own & ~stretch:
        stretch |= grown
    return stretch


def _of_region(state: GameState, move: ProcessRegion) -> list[Violation]:
    player = state.turn.player
    known = territory.regions(state, player)
    if move.cells not in known:
        return [_of_no_region(state, move.cells, known)]
    found = []
    if not territory.lacks_a_colour(state, move.cells, territory.active_colours(state)):
        found.append(Violation("R142.d", "every active colour is represented in the region"))
    if not territory.can_afford(state, player, move.cells):
        found.append(_of_no_payer(state, move.cells))
    if not territory.may_claim(state, move.cells, state.turn.made):
        found.append(Violation("R144.f", "in this edition only its creator may take the region"))
    return found


def _of_no_region(state: GameState, cells: Cells, known: Collection[Cells]) -> Violation:
    """What keeps cells from being a region."""
    of_any_colour = territory.open_cells(state, state.marked)
    if sum(map(bool, state.markers)) > 1 and cells in territory.components(state, of_any_colour):
        return Violation("R141.e", "it takes markers of several players to cut the cells off")
    for barrier in {0, *state.markers}:
        open_ = territory.uncollapsed(state) & ~barrier & ~state.occupied
        if cells in territory.components(state, open_):
            return Violation("R141.g", "it takes stacks to cut the cells off, which are no walls")
    if any(cells & one in (cells, one) for one in known):
        return Violation("R040.a", "the cells are a part of a region, or more than one")
    return Violation("R141.h", "these cells are not a physically disconnected region")


def _of_no_payer(state: GameState, cells: Cells) -> Violation:
    """Why the mover cannot pay for a region, though it may have rings elsewhere."""
    player = state.turn.player
    if any(player in state.stacks[cell] for cell in each(state.occupied & ~cells)):
        return Violation("R143.d", "a ring buried outside the region cannot pay for it")
    if state.hand[player]:
        return Violation("R143.c", "rings in hand cannot pay for the region")
    return Violation("R143.a", "the player controls no stack outside the region")


def _of_elimination(state: GameState, move: EliminateRings) -> list[Violation]:
    player = state.turn.player
    if state.turn.phase is not Phase.FORCED_ELIMINATION and state.turn.owes is None:
        return [Violation("R070.a", "no elimination is due")]
    if not state.control[player] & bit(move.at):
        clause = {Debt.LINE: "R122.c", Debt.REGION: "R145.e", None: "R100.b"}[state.turn.owes]
        return [Violation(clause, "the player controls no stack there")]
    if state.turn.owes is not None:
        clause = "R122.d" if state.turn.owes is Debt.LINE else "R145.f"
        return [Violation(clause, "the payment is the entire cap, or as the edition says")]
    if move.count is not None:
        return [Violation("R100.c", "a forced elimination takes the entire cap")]
    return [Violation("R100.b", "in this edition the stack is not the player's to choose")]


def _in_phase(state: GameState, move: Move) -> list[Violation]:
    match move:
        case ProcessLine() | ChooseLineReward():
            return _of_line(state, move)
        case ProcessRegion():
            return _of_region(state, move)
        case EliminateRings():
            return _of_elimination(state, move)
        case SkipPlacement():
            clause = "R080.c" if state.control[state.turn.player] else "R080.b"
            return [Violation(clause, "no stack of the player can act, so it must place")]
        case SkipCapture():
            return [Violation("R070.b", "there is no capture that could be declined")]
        case SkipTerritory():
            return [Violation("R144.c", "in this edition regions must be processed")]
        case _:
            return [Violation("R070.a", "sides may not be swapped now")]
