"""The engine's four verbs: start a game, load a position, list the moves, play one.

IllegalMove             the move breaks clauses; the state it was meant for is unchanged
"""

from __future__ import annotations

from reference_engine import legality, turn, violations
from reference_engine.draft import Draft
from reference_engine.moves import Move
from reference_engine.rules import capture, elimination, placement, victory
from reference_engine.setup import Setup, position_of
from reference_engine.stacks import Player
from reference_engine.state import GameState, Phase, Standing, Turn
from reference_engine.turn import Transition
from reference_engine.variant import Variant
from reference_engine.violations import Violation


class IllegalMove(Exception):
    """A move that the rules do not allow, with the clauses that say so."""

    def __init__(self, move: Move, found: tuple[Violation, ...]) -> None:
        self.move, self.violations = move, found
        reasons = "; ".join(f"{one.reason} ({one.clause})" for one in found)
        super().__init__(f"{move}: {reasons}")


def new_game(variant: Variant) -> GameState:
    """An empty board, full hands, and the first player to act."""
    count = variant.players + 1
    first = Player(variant.edition.first_player)
    nothing = (0,) * count
    state = GameState(
        variant=variant,
        stacks={},
        control=nothing,
        markers=nothing,
        collapsed=nothing,
        occupied=0,
        marked=0,
        walled=0,
        hand=(0, *(variant.supply for _ in range(variant.players))),
        eliminated=nothing,
        turn=Turn(first, Phase.RING_PLACEMENT),
        standing=Standing((None,) * count, (), nothing),
        result=None,
    )
    draft = Draft(state)
    turn.open_turn(draft, first)
    return draft.freeze()


def load(setup: Setup) -> GameState:
    """The state of a setup, settled at its decision point exactly as in play."""
    return settle(position_of(setup))


def settle(state: GameState) -> GameState:
    """Let the turn go on until somebody owes a choice; a state at a decision point stays."""
    if state.is_over or state.turn.owes is not None:
        return state
    draft = Draft(state)
    if draft.phase in (Phase.LINE_PROCESSING, Phase.TERRITORY_PROCESSING):
        turn.enter_after_action(draft, draft.phase)
    elif draft.source is None and draft.phase is not Phase.CAPTURE:
        _settle_before_action(draft)
    elif not _can_go_on(draft):
        turn.complete_action(draft)
    return draft.freeze()


def _settle_before_action(draft: Draft) -> None:
    """The seat's action begins, unless what its phase asks for can be done already."""
    if draft.had_action[draft.player] is None:
        turn.record_activity(draft)
    if draft.phase is Phase.MOVEMENT and placement.has_mobile_stack(draft, draft.player):
        return
    if draft.phase is Phase.FORCED_ELIMINATION and elimination.is_forced(
        draft, draft.player, victory.has_real_action(draft, draft.player)
    ):
        return
    turn.begin_action(draft)


def _can_go_on(draft: Draft) -> bool:
    """Whether the stack that is to act now can."""
    cell = draft.source
    if cell is None:
        return capture.somebody_can(draft)
    if draft.phase is Phase.MOVEMENT:
        return placement.can_act(draft, draft.player, cell, draft.stacks[cell])
    return capture.can_continue(draft, cell)


legal_moves = legality.legal_moves


def play(state: GameState, move: Move) -> Transition:
    """The state after a move, and what the move did, clause by clause."""
    found = violations.violations(state, move)
    if found:
        raise IllegalMove(move, found)
    return turn.advance(state, move)
