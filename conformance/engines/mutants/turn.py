"""Mutants of R070 to R072: the turn, its phases, and who is blocked."""

from conformance.engines.mutants.registry import mutant
from reference_engine import turn
from reference_engine.draft import Draft, Position
from reference_engine.geometry import each
from reference_engine.homes import Home
from reference_engine.moves import Move
from reference_engine.rules import capture, elimination, lines, movement, placement, victory
from reference_engine.stacks import Player
from reference_engine.state import GameState, Phase

_begin_action = turn.begin_action
_continue_chain = turn.continue_chain
_enter_movement = turn.enter_movement
_has_choice = turn.has_choice_after_action
_is_forced = elimination.is_forced
_offer_capture = turn.offer_capture


# --- R070: the phases of a turn -----------------------------------------------------------------


@mutant(
    "lines-before-the-capture",
    "R070.a",
    "A line made by a plain move is processed at once, and the capture after it is forgotten.",
    at=Home("reference_engine.turn", "offer_capture"),
)
def lines_before_the_capture(draft: Draft) -> None:
    """Lines are looked for between the move and the capture."""
    if lines.options(draft, draft.player, draft.made):
        turn.complete_action(draft)
    else:
        _offer_capture(draft)


@mutant(
    "lines-before-the-action",
    "R070.a",
    "A turn begins with the lines on the board, and ends with them if there are any.",
    at=Home("reference_engine.turn", "begin_action"),
)
def lines_before_the_action(draft: Draft) -> None:
    """Lines are looked for before anything is placed or moved."""
    if lines.options(draft, draft.player, draft.made):
        draft.phase = Phase.LINE_PROCESSING
    else:
        _begin_action(draft)


@mutant(
    "skipping-ends-the-turn",
    "R070.b",
    "A player who skips the placement need not move.",
    ruling="RUL-32",
)
def skipping_ends_the_turn(draft: Draft) -> None:
    """Who has declined to place passes the whole action."""
    if placement.may_place(draft, draft.player):
        draft.may_swap = False
        turn.enter_after_action(draft)
    else:
        _enter_movement(draft)


@mutant(
    "must-capture-after-a-move",
    "R070.c",
    "A capture that a move opens is compulsory, like one in a chain.",
    ruling="RUL-18",
)
def must_capture_after_a_move(draft: Draft) -> None:
    """The move counts as the first part of a chain."""
    _offer_capture(draft)
    if draft.phase is Phase.CAPTURE:
        draft.phase = Phase.CHAIN_CAPTURE


@mutant(
    "never-captures-after-a-move",
    "R070.c",
    "Capturing is another kind of action: after a plain move there is none.",
)
def never_captures_after_a_move(draft: Draft) -> None:
    """The move is the whole action."""
    turn.complete_action(draft)


@mutant(
    "any-stack-captures-after-a-move",
    "R070.c",
    "After a plain move any stack of the player may capture.",
    ruling="RUL-17",
)
def any_stack_captures_after_a_move(draft: Draft) -> None:
    """It is forgotten which stack moved."""
    draft.source = None
    if not capture.somebody_can(draft):
        turn.complete_action(draft)


@mutant("chain-may-be-declined", "R070.d", "After a capture the player may go on or stop.")
def chain_may_be_declined(draft: Draft) -> None:
    """Every further segment is as optional as the first."""
    _continue_chain(draft)
    if draft.phase is Phase.CHAIN_CAPTURE:
        draft.phase = Phase.CAPTURE


@mutant("captures-once-only", "R070.d", "A capture is over after one segment.")
def captures_once_only(draft: Draft) -> None:
    """There are no chains."""
    turn.complete_action(draft)


@mutant("regions-before-lines", "R070.e", "Regions are processed before lines.", ruling="RUL-54")
def regions_before_lines(_draft: Draft) -> tuple[Phase, Phase]:
    """The phases after the action change places."""
    return Phase.TERRITORY_PROCESSING, Phase.LINE_PROCESSING


@mutant(
    "wins-in-the-middle-of-a-turn",
    "R070.f",
    "The thresholds are tested after every choice of a turn.",
    ruling="RUL-57",
    at=Home("reference_engine.turn", "advance"),
)
def wins_in_the_middle_of_a_turn(state: GameState, move: Move) -> turn.Transition:
    """The game may be over before the turn is."""
    draft = Draft(state)
    step = turn.carry_out(draft, move)
    if not victory.test_thresholds(draft):
        step(draft)
    draft.made = 0
    return turn.Transition(draft.freeze(), tuple(draft.effects))


# --- R071: choices open and close choices -------------------------------------------------------


def _has_just(draft: Draft, *clauses: str) -> bool:
    """Whether the choice just made was of one of these clauses."""
    return any(effect.clause in clauses for effect in draft.effects)


@mutant("stops-after-one-line", "R071.b", "One line is processed in a turn, and no other.")
def stops_after_one_line(draft: Draft, phase: Phase) -> bool:
    """Lines are not looked for again."""
    if phase is Phase.LINE_PROCESSING and _has_just(draft, "R122.a", "R122.d", "R122.f", "R122.h"):
        return False
    return _has_choice(draft, phase)


@mutant("stops-after-one-region", "R071.b", "One region is processed in a turn, and no other.")
def stops_after_one_region(draft: Draft, phase: Phase) -> bool:
    """Regions are not looked for again."""
    if phase is Phase.TERRITORY_PROCESSING and _has_just(draft, "R145.a", "R145.f"):
        return False
    return _has_choice(draft, phase)


@mutant(
    "regions-are-found-before-the-lines",
    "R071.b",
    "Regions that appear only by the processing of a line wait for the next turn.",
)
def regions_are_found_before_the_lines(draft: Draft, phase: Phase) -> bool:
    """After a line was processed no region is looked for."""
    if phase is Phase.TERRITORY_PROCESSING and _has_just(
        draft, "R122.a", "R122.d", "R122.f", "R122.h"
    ):
        return False
    return _has_choice(draft, phase)


# --- R072: a blocked player must eliminate ------------------------------------------------------


@mutant("blocked-player-passes", "R072.a", "A player who can do nothing passes.")
def blocked_player_passes(
    _position: Position,
    _player: Player,
    has_real_action: bool,  # noqa: ARG001 - it is given by name
) -> bool:
    """Nobody is ever forced to eliminate."""
    return False


@mutant(
    "rings-in-hand-excuse-from-elimination",
    "R072.a",
    "A blocked player with rings in hand passes, though there is nowhere to place them.",
    ruling="RUL-27",
)
def rings_in_hand_excuse(position: Position, player: Player, has_real_action: bool) -> bool:
    """Only an empty hand is forced to eliminate."""
    return not position.hand[player] and _is_forced(position, player, has_real_action)


@mutant(
    "eliminates-before-placing",
    "R072.b",
    "A player whose stacks are all blocked must eliminate, even if a placement exists.",
    ruling="RUL-25",
    at=Home("reference_engine.turn", "begin_action"),
)
def eliminates_before_placing(draft: Draft) -> None:
    """Placements are not asked for."""
    if draft.control[draft.player] and not placement.has_mobile_stack(draft, draft.player):
        draft.phase = Phase.FORCED_ELIMINATION
    else:
        _begin_action(draft)


@mutant(
    "eliminates-although-it-could-capture",
    "R072.c",
    "A player without plain moves must eliminate, even if a capture exists.",
    ruling="RUL-18",
    at=Home("reference_engine.rules.placement", "has_mobile_stack"),
)
def eliminates_although_it_could_capture(position: Position, player: Player) -> bool:
    """Captures are not asked for."""
    return any(
        movement.can_move(position, player, cell, position.stacks[cell])
        for cell in each(movement.movable(position, player))
    )
