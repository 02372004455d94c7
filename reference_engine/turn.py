"""The phase machine: from one decision point to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, assert_never

from reference_engine.draft import Draft, Effect
from reference_engine.geometry import bit
from reference_engine.homes import implements
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
from reference_engine.rules import (
    capture,
    elimination,
    lines,
    movement,
    placement,
    territory,
    victory,
)
from reference_engine.stacks import Player
from reference_engine.state import Debt, Deed, GameState, Phase, Reason

Step = Callable[[Draft], None]


class Transition(NamedTuple):
    """The state after a move, and what the move did."""

    state: GameState
    effects: tuple[Effect, ...]


# --- the parts of a turn ------------------------------------------------------------------------


def begin_turn(draft: Draft, player: Player) -> None:
    """A seat's turn begins, unless it has just won by being the last one standing."""
    draft.player = player
    winner = victory.last_standing(draft, player)
    if winner is not None:
        draft.note("R172.c", "last player standing")
        victory.finish(draft, winner, Reason.LAST_PLAYER_STANDING)
        return
    open_turn(draft, player)


def open_turn(draft: Draft, player: Player) -> None:
    """Nothing of the turn before is carried over."""
    draft.player = player
    draft.source = draft.owes = draft.did = None
    draft.made = draft.deferred = 0
    draft.may_swap = may_swap(draft)
    record_activity(draft)
    begin_action(draft)


def record_activity(draft: Draft) -> None:
    """Remember whether the seat has a real action as its turn begins."""
    draft.had_action[draft.player] = victory.is_active(draft, draft.player)


def may_swap(draft: Draft) -> bool:
    """The second seat may swap sides when exactly one step has been made in the game."""
    return (
        draft.variant.edition.has_pie_rule
        and draft.variant.players == 2
        and draft.player != draft.variant.edition.first_player
        and draft.had_action[draft.player] is None
        and draft.marked.bit_count() + draft.walled.bit_count() + sum(draft.eliminated) == 1
    )


def begin_action(draft: Draft) -> None:
    """Placement if there is one, else movement if there is any, else what remains."""
    if placement.may_place(draft, draft.player):
        draft.phase = Phase.RING_PLACEMENT
    else:
        enter_movement(draft)


@implements("R070.b")
def enter_movement(draft: Draft) -> None:
    """Who can move or capture must; who cannot is forced to eliminate, or passes."""
    draft.may_swap = False
    if placement.has_mobile_stack(draft, draft.player):
        draft.phase = Phase.MOVEMENT
        draft.source = None
    elif draft.variant.edition.fe_turn_postprocessing == "before_fe":
        draft.note("R090.b", "no action")
        enter_after_action(draft)
    elif draft.did is None and elimination.is_forced(draft, draft.player, has_real_action=False):
        draft.phase = Phase.FORCED_ELIMINATION
    else:
        pass_turn(draft)


@implements("R090.b")
def pass_turn(draft: Draft) -> None:
    """A player without action and without a stack passes."""
    draft.note("R090.b", "passes")
    enter_after_action(draft)


def complete_action(draft: Draft) -> None:
    """The action is complete: the seat is now the latest to have acted."""
    capture.pay_deferred(draft)
    if draft.variant.edition.victory_check == "immediate" and victory.test_thresholds(draft):
        return
    draft.source = None
    draft.acted = (draft.player, *(seat for seat in draft.acted if seat != draft.player))
    draft.did = Deed.ACTION if draft.variant.edition.remembers_did else None
    enter_after_action(draft)


@implements("R070.a", "R070.e", "R144.a")
def phases_after_action(draft: Draft) -> tuple[Phase, Phase]:
    """All lines come before all regions, and both after the action."""
    if draft.variant.edition.post_move_order == "lines_then_territory":
        return Phase.LINE_PROCESSING, Phase.TERRITORY_PROCESSING
    return Phase.TERRITORY_PROCESSING, Phase.LINE_PROCESSING


def enter_after_action(draft: Draft, phase: Phase | None = None) -> None:
    """Go through the phases after the action, from the given one on, up to one with a choice."""
    draft.source = None
    order = phases_after_action(draft)
    for entered in order if phase is None else order[order.index(phase) :]:
        draft.phase = entered
        if has_choice_after_action(draft, entered):
            return
        if entered is Phase.LINE_PROCESSING and stops_at_unpayable_line(draft):
            break
    finish_turn(draft)


@implements("R071.b")
def has_choice_after_action(draft: Draft, phase: Phase) -> bool:
    """What can be chosen is asked of the board as it now is, after every choice anew."""
    if phase is Phase.LINE_PROCESSING:
        return bool(lines.options(draft, draft.player, draft.made))
    return bool(territory.candidates(draft, draft.player, draft.made))


def stops_at_unpayable_line(draft: Draft) -> bool:
    """Whether this edition ends the turn at a line that cannot be paid for."""
    return draft.variant.edition.unpayable_line == "end_turn" and lines.is_unpayable(
        draft, draft.player, draft.made
    )


def leave_phase(draft: Draft) -> None:
    """Leave the phase with whatever it still offers, and go on to the next."""
    order = phases_after_action(draft)
    if draft.phase is order[0]:
        enter_after_action(draft, order[1])
    else:
        finish_turn(draft)


def finish_turn(draft: Draft) -> None:
    """In an edition that keeps it for the end, the elimination a blocked seat owes comes now."""
    if (
        draft.variant.edition.fe_turn_postprocessing == "before_fe"
        and draft.did is None
        and elimination.is_forced(draft, draft.player, victory.has_real_action(draft, draft.player))
    ):
        draft.phase = Phase.FORCED_ELIMINATION
        return
    end_turn(draft)


@implements("R172.i")
def end_turn(draft: Draft) -> None:
    """Thresholds first, then stalemate, then the next seat."""
    if victory.test_thresholds(draft):
        return
    if victory.is_stalemate(draft):
        victory.end_in_stalemate(draft)
        return
    begin_turn(draft, victory.next_seat(draft))


# --- what each move does, and what follows it ---------------------------------------------------


def place(draft: Draft, move: PlaceRing) -> Step:
    """Rings go on the board, and the turn goes on to movement."""
    if draft.occupied & bit(move.at):
        placement.place_on_stack(draft, move.at)
    else:
        placement.place_on_free_cell(draft, move.at, move.count)
    draft.may_swap = False
    draft.phase = Phase.MOVEMENT
    draft.source = placement.must_move(draft, move.at)
    return stay


def skip_placement(draft: Draft) -> Step:
    """Nothing is placed."""
    draft.note("R080.d", "placement skipped")
    return enter_movement


def move_stack(draft: Draft, move: MoveStack) -> Step:
    """A stack moves, and may capture from where it lands."""
    movement.move(draft, move.source, move.to)
    draft.phase = Phase.CAPTURE
    draft.source = move.to
    return offer_capture


@implements("R070.c")
def offer_capture(draft: Draft) -> None:
    """After a plain move, capturing with the stack that moved is the player's option."""
    offered = draft.variant.edition.capture_after_move
    here = draft.source
    if offered == "any_stack":
        draft.source = None
        if capture.somebody_can(draft):
            return
    elif offered == "moved_stack" and here is not None and capture.can_continue(draft, here):
        return
    complete_action(draft)


def overtake(draft: Draft, move: OvertakingCapture | ContinueCaptureSegment) -> Step:
    """A stack makes one segment, and from then on is in a chain."""
    capture.capture(draft, move.source, move.target, move.to)
    draft.phase = Phase.CHAIN_CAPTURE
    draft.source = move.to
    return continue_chain


@implements("R070.d", "R103.c", "R103.h")
def continue_chain(draft: Draft) -> None:
    """A capture that can go on must; when it cannot the action is over, and only then are lines
    and regions looked at.
    """
    if draft.source is None or not capture.can_continue(draft, draft.source):
        complete_action(draft)


def skip_capture(draft: Draft) -> Step:
    """The capture is declined; if nothing was moved or placed, no action was taken."""
    draft.note("R070.c", "capture declined")
    if draft.phase is Phase.MOVEMENT and draft.source is None:
        return enter_after_action
    return complete_action


def process_line(draft: Draft, move: ProcessLine) -> Step:
    """A line of exact length is collapsed."""
    lines.collapse_whole(draft, move.cells, "R122.a")
    return owe_for_line


def choose_reward(draft: Draft, move: ChooseLineReward) -> Step:
    """A longer line is collapsed whole, or in part for free."""
    if move.collapse == move.cells:
        lines.collapse_whole(draft, move.cells, "R122.f")
        return owe_for_line
    lines.collapse_part(draft, move.collapse)
    return stay_in_phase


def owe_for_line(draft: Draft) -> None:
    """A line collapsed whole is paid for before anything else."""
    if lines.owes_payment(draft):
        draft.owes = Debt.LINE
    else:
        stay_in_phase(draft)


def process_region(draft: Draft, move: ProcessRegion) -> Step:
    """A region is taken."""
    found = territory.candidates(draft, draft.player, draft.made)
    territory.process(draft, next(region for region in found if region.cells == move.cells))
    return owe_for_region


def owe_for_region(draft: Draft) -> None:
    """A region is paid for before anything else."""
    if territory.payers(draft, draft.player):
        draft.owes = Debt.REGION
    else:
        stay_in_phase(draft)


def skip_territory(draft: Draft) -> Step:
    """The regions that remain are left."""
    draft.note("R144.c", "regions left")
    return leave_phase


def eliminate(draft: Draft, move: EliminateRings) -> Step:
    """Rings are eliminated: for a line, for a region, or because the player is blocked."""
    owes, draft.owes = draft.owes, None
    if owes is None:
        elimination.strip(draft, move.at, None, "R100.c")
        draft.acted = (draft.player, *(seat for seat in draft.acted if seat != draft.player))
        draft.did = Deed.ELIMINATION if draft.variant.edition.remembers_did else None
        return after_forced_elimination
    clause = "R122.d" if owes is Debt.LINE else "R145.f"
    elimination.strip(draft, move.at, move.count, clause)
    return stay_in_phase


@implements("R100.f", "R100.g")
def after_forced_elimination(draft: Draft) -> None:
    """If the elimination opened an action the turn goes on with it, otherwise it ends; there is
    never a second one.
    """
    edition = draft.variant.edition
    if edition.after_forced_elimination == "continue_if_action" and victory.has_real_action(
        draft, draft.player
    ):
        begin_action(draft)
    elif edition.fe_turn_postprocessing == "after_fe":
        enter_after_action(draft)
    else:
        end_turn(draft)


def swap_sides(draft: Draft) -> Step:
    """The players change colours; nothing on the board moves."""
    draft.may_swap = False
    draft.note("R070.a", "sides swapped")
    if draft.variant.edition.pie_rule == "swap_then_other_colour_moves":
        return begin_action
    return end_turn


def stay(draft: Draft) -> None:
    """The next choice is in the phase already set."""


def stay_in_phase(draft: Draft) -> None:
    """Look at the present phase again, and go on if it has nothing more to offer."""
    enter_after_action(draft, draft.phase)


def carry_out(draft: Draft, move: Move) -> Step:
    """Do what a legal move does, and say how the turn goes on."""
    match move:
        case PlaceRing():
            return place(draft, move)
        case MoveStack():
            return move_stack(draft, move)
        case OvertakingCapture() | ContinueCaptureSegment():
            return overtake(draft, move)
        case SkipPlacement():
            return skip_placement(draft)
        case SkipCapture():
            return skip_capture(draft)
        case ProcessLine():
            return process_line(draft, move)
        case ChooseLineReward():
            return choose_reward(draft, move)
        case EliminateRings():
            return eliminate(draft, move)
        case ProcessRegion():
            return process_region(draft, move)
        case SkipTerritory():
            return skip_territory(draft)
        case SwapSides():
            return swap_sides(draft)
        case _:
            assert_never(move)


def advance(state: GameState, move: Move) -> Transition:
    """The state after a move that is known to be legal."""
    draft = Draft(state)
    step = carry_out(draft, move)
    if not (draft.variant.edition.victory_check == "immediate" and victory.test_thresholds(draft)):
        step(draft)
    if not draft.variant.edition.remembers_made:
        draft.made = 0
    return Transition(draft.freeze(), tuple(draft.effects))
