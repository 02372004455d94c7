"""Mutants of R170 to R172: the thresholds, and the last player standing."""

from conformance.engines.mutants.memory import has_just, mover
from conformance.engines.mutants.registry import mutant
from reference_engine import turn
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Board, each
from reference_engine.homes import Home
from reference_engine.moves import Move
from reference_engine.rules import movement, placement, victory
from reference_engine.stacks import Player
from reference_engine.state import GameState, Reason

_end_turn = turn.end_turn
_is_active = victory.is_active
_last_standing = victory.last_standing
_reaches_rings = victory.reaches_rings
_reaches_territory = victory.reaches_territory

ADVANCE = Home("reference_engine.turn", "advance")
IS_ACTIVE = Home("reference_engine.rules.victory", "is_active")


# --- R170 and R171: the thresholds --------------------------------------------------------------


@mutant(
    "no-win-by-forced-elimination",
    "R170.a",
    "After a forced elimination the elimination threshold is not tested.",
    ruling="RUL-57",
)
def no_win_by_forced_elimination(position: Position, player: Player) -> bool:
    """The test waits for the next turn."""
    return not has_just(position, "R100.c") and _reaches_rings(position, player)


@mutant("tests-the-mover-only", "R170.b", "Only the mover can win by a threshold.", ruling="RUL-58")
def tests_the_mover_only(position: Position) -> list[Player]:
    """The other seats are not looked at."""
    return [mover(position)]


def _ending_at_once(state: GameState, move: Move, reason: Reason) -> turn.Transition:
    """A game that is over as soon as a threshold is reached, if it is won for that reason."""
    draft = Draft(state)
    step = turn.carry_out(draft, move)
    won = victory.threshold_winner(draft)
    if won is not None and won[1] is reason:
        victory.finish(draft, *won)
    else:
        step(draft)
    draft.made = 0
    return turn.Transition(draft.freeze(), tuple(draft.effects))


@mutant(
    "elimination-wins-at-once",
    "R170.d",
    "The game is over as soon as enough rings are eliminated.",
    ruling="RUL-57",
    at=ADVANCE,
)
def elimination_wins_at_once(state: GameState, move: Move) -> turn.Transition:
    """The turn is not played to its end."""
    return _ending_at_once(state, move, Reason.RING_ELIMINATION)


@mutant(
    "no-territory-win-on-the-small-board",
    "R171.a",
    "The small board knows no territory victory.",
    ruling="RUL-79",
)
def no_territory_win_on_the_small_board(position: Position, player: Player) -> bool:
    """Only the large boards are tested."""
    return position.variant.board is not Board.SQUARE8 and _reaches_territory(position, player)


@mutant(
    "no-territory-win-on-the-large-boards",
    "R171.a",
    "Only the small board knows a territory victory.",
    ruling="RUL-79",
)
def no_territory_win_on_the_large_boards(position: Position, player: Player) -> bool:
    """Only the small board is tested."""
    return position.variant.board is Board.SQUARE8 and _reaches_territory(position, player)


@mutant(
    "territory-wins-at-once",
    "R171.b",
    "The game is over as soon as enough cells have collapsed.",
    ruling="RUL-57",
    at=ADVANCE,
)
def territory_wins_at_once(state: GameState, move: Move) -> turn.Transition:
    """The turn is not played to its end."""
    return _ending_at_once(state, move, Reason.TERRITORY_CONTROL)


@mutant(
    "territory-is-tested-first",
    "R171.d",
    "A player who meets both thresholds wins by territory.",
    ruling="RUL-58",
)
def territory_is_tested_first(position: Position) -> tuple[Player, Reason] | None:
    """Territory goes before elimination."""
    for player in victory.tested_seats(position):
        if victory.reaches_territory(position, player):
            return player, Reason.TERRITORY_CONTROL
    for player in victory.tested_seats(position):
        if victory.reaches_rings(position, player):
            return player, Reason.RING_ELIMINATION
    return None


# --- R172: last player standing -----------------------------------------------------------------


@mutant(
    "forced-elimination-keeps-standing",
    "R172.a",
    "A player who can only eliminate is still standing.",
    ruling="RUL-61",
    at=IS_ACTIVE,
)
def forced_elimination_keeps_standing(position: Position, player: Player) -> bool:
    """Every controlled stack counts."""
    return bool(position.control[player]) or _is_active(position, player)


@mutant(
    "captures-do-not-keep-standing",
    "R172.a",
    "A player who can only capture is not standing.",
    ruling="RUL-61",
    at=IS_ACTIVE,
)
def captures_do_not_keep_standing(position: Position, player: Player) -> bool:
    """Placements and plain moves count."""
    return placement.may_place(position, player) or any(
        movement.can_move(position, player, cell, position.stacks[cell])
        for cell in each(position.control[player])
    )


@mutant(
    "rings-in-hand-keep-standing",
    "R172.a",
    "A player with rings in hand is standing, even if they fit nowhere.",
    at=IS_ACTIVE,
)
def rings_in_hand_keep_standing(position: Position, player: Player) -> bool:
    """A ring in hand counts as a placement."""
    return position.hand[player] > 0 or _is_active(position, player)


@mutant(
    "placements-do-not-keep-standing",
    "R172.b",
    "A player who can only place is not standing.",
    at=IS_ACTIVE,
)
def placements_do_not_keep_standing(position: Position, player: Player) -> bool:
    """Stacks on the board count."""
    return placement.has_mobile_stack(position, player)


@mutant(
    "wins-without-a-full-round",
    "R172.c",
    "A player who alone can act when its turn begins has won.",
    ruling="RUL-59",
)
def wins_without_a_full_round(_draft: Draft, _player: Player) -> bool:
    """No round is waited for."""
    return True


@mutant(
    "needs-two-rounds-alone",
    "R172.c",
    "A player must stand alone for two full rounds.",
    ruling="RUL-59",
    at=Home("reference_engine.rules.victory", "last_standing"),
)
def needs_two_rounds_alone(draft: Draft, player: Player) -> Player | None:
    """The first round is only counted."""
    alone = victory.stood_alone(draft, player) and victory.stands_alone(draft, player)
    draft.rounds[player] = draft.rounds[player] + 1 if alone else 0
    return player if draft.rounds[player] > 1 else None


@mutant(
    "winner-need-not-be-able-to-act",
    "R172.d",
    "A player wins after its round although it cannot act any more.",
    ruling="RUL-60",
)
def winner_need_not_be_able_to_act(draft: Draft, player: Player) -> bool:
    """Only the others are looked at again."""
    return not any(
        victory.is_active(draft, seat) for seat in victory.seats(draft) if seat != player
    )


@mutant(
    "never-looks-again",
    "R172.d",
    "What the players can do after the round is not looked at.",
    ruling="RUL-60",
)
def never_looks_again(_draft: Draft, _player: Player) -> bool:
    """The round alone decides."""
    return True


@mutant(
    "regained-actions-do-not-count",
    "R172.e",
    "A player once found unable to act is not looked at again.",
    ruling="RUL-60",
)
def regained_actions_do_not_count(draft: Draft, player: Player) -> bool:
    """Only the winner is looked at again."""
    return victory.is_active(draft, player)


@mutant(
    "buried-players-are-out",
    "R172.f",
    "A player whose rings are all buried has no turn any more.",
    ruling="RUL-62",
)
def buried_players_are_out(position: Position, player: Player) -> bool:
    """Only stacks and rings in hand keep a seat."""
    return not victory.has_material(position, player)


@mutant(
    "empty-seats-take-turns",
    "R172.g",
    "A player without any ring still has a turn, and is waited for.",
    ruling="RUL-62",
)
def empty_seats_take_turns(_position: Position, _player: Player) -> bool:
    """Nobody is ever out."""
    return False


@mutant(
    "empty-seats-prevent-the-win",
    "R172.g",
    "A player who left the game while able to act is waited for, and has no turn any more.",
    ruling="RUL-62",
    at=Home("reference_engine.rules.victory", "stood_alone"),
)
def empty_seats_prevent_the_win(draft: Draft, player: Player) -> bool:
    """Every other seat must have had a turn without a real action."""
    return draft.had_action[player] is True and all(
        draft.had_action[seat] is False for seat in victory.seats(draft) if seat != player
    )


@mutant(
    "ladder-picks-the-last-one-standing",
    "R172.h",
    "When one player is left standing, the best on the ladder wins.",
)
def ladder_picks_the_last_one_standing(draft: Draft, player: Player) -> Player | None:
    """The score decides."""
    if _last_standing(draft, player) is None:
        return None
    return max(victory.seats(draft), key=lambda seat: victory.standing(draft, seat))


@mutant(
    "last-standing-comes-first",
    "R172.i",
    "Last player standing is tested before the thresholds.",
    ruling="RUL-58",
)
def last_standing_comes_first(draft: Draft) -> None:
    """The next seat may win although a threshold is reached."""
    winner = victory.last_standing(draft, victory.next_seat(draft))
    if winner is not None:
        victory.finish(draft, winner, Reason.LAST_PLAYER_STANDING)
    else:
        _end_turn(draft)
