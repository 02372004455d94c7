"""The ends of the game: thresholds, last player standing, stalemate."""

from typing import Any

from conformance.engines.literal.placement import has_real_action, may_be_forced
from conformance.engines.literal.position import (
    Position,
    controlled,
    has_ring_on_board,
    rings_on_board,
    seats,
    supply,
    territory,
)


def elimination_threshold(position: Position) -> int:
    """R061.a: half of all rings, rounded down, plus one (RUL-66)."""
    if position.rules["threshold_base"] == "current":
        base = rings_on_board(position) + sum(position.hand.values())
    else:
        base = position.players * supply(position)
    return base // 2 + 1


def territory_threshold(position: Position) -> int:
    """R062.a: half of all cells, rounded down, plus one."""
    return len(position.board.cells) // 2 + 1


def elimination_winner(position: Position) -> int | None:
    """R061.b, R170.a, R170.b: the first seat whose credit has reached the threshold."""
    for seat in seats(position):
        if position.eliminated[seat] >= elimination_threshold(position):
            return seat
    return None


def territory_winner(position: Position) -> int | None:
    """R062.b, R171.a: the first seat whose territory has reached the threshold."""
    for seat in seats(position):
        if territory(position, seat) >= territory_threshold(position):
            return seat
    return None


def end_by_threshold(position: Position) -> bool:
    """R170, R171.d: the game ends if a threshold is met; the priority names the reason."""
    tests = [
        (elimination_winner(position), "ring_elimination"),
        (territory_winner(position), "territory_control"),
    ]
    if position.rules["victory_priority"] == "territory_first":
        tests.reverse()
    for winner, reason in tests:
        if winner is not None:
            end_game(position, winner, reason)
            return True
    return False


def end_game(position: Position, winner: int | None, reason: str) -> None:
    """R170-R173: the game is over and nobody owes a choice."""
    ladder = ranking(position)
    if winner is not None:
        ladder.remove(winner)
        ladder.insert(0, winner)
    position.result = {"winner": winner, "reason": reason, "ranking": ladder}
    position.phase = "game_over"
    position.from_cell = None
    position.owes = None
    position.may_swap = False
    position.made = set()
    position.did = None
    position.deferred = 0


def ladder_key(position: Position, seat: int) -> tuple[int, int, int, int]:
    """R173.c-f: territory, credited rings, markers, latest action; the smallest key is best."""
    markers = sum(1 for owner in position.markers.values() if owner == seat)
    return (
        -territory(position, seat),
        -position.eliminated[seat],
        -markers,
        lateness(position, seat),
    )


def lateness(position: Position, seat: int) -> int:
    """R173.f, RUL-64: how long ago a seat completed an action, as far as it is asked."""
    rule = position.rules["final_tiebreak"]
    if rule == "none":
        return 0
    if rule == "last_actor_only":
        return 0 if position.acted[:1] == [seat] else 1
    if seat in position.acted:
        return position.acted.index(seat)
    return len(position.acted)


def ranking(position: Position) -> list[int]:
    """R173: the seats along the ladder, equal ones in seat order."""
    return sorted(seats(position), key=lambda seat: ladder_key(position, seat))


def end_by_stalemate(position: Position) -> bool:
    """R173.a, R173.g: the game ends when nobody can act (RUL-63)."""
    for seat in seats(position):
        if has_real_action(position, seat):
            return False
        if position.rules["stalemate_counts_fe"] and may_be_forced(position, seat):
            return False
    for seat in seats(position):
        position.eliminated[seat] += position.hand[seat]
        position.hand[seat] = 0
    if position.rules["stalemate_threshold_check"]:
        winner = elimination_winner(position)
        if winner is not None:
            end_game(position, winner, "ring_elimination")
            return True
    ladder = ranking(position)
    is_tied = ladder_key(position, ladder[0]) == ladder_key(position, ladder[1])
    end_game(position, None if is_tied else ladder[0], "stalemate")
    return True


def is_out(position: Position, seat: int) -> bool:
    """R172.f, R172.g: whether the rotation passes a seat over (RUL-62)."""
    rule = position.rules["rotation"]
    if rule == "visit_all" or position.hand[seat] > 0:
        return False
    if rule == "skip_no_material":
        return not controlled(position, seat)
    return not has_ring_on_board(position, seat)


def is_standing(position: Position, seat: int) -> bool:
    """R172.a, R172.b, RUL-61: what keeps a player standing: a real action, or material."""
    if position.rules["lps_activity"] == "turn_material":
        return position.hand[seat] > 0 or bool(controlled(position, seat))
    return has_real_action(position, seat)


def acted_after(position: Position, seat: int, other: int) -> bool:
    """RUL-60: whether a seat's latest action is more recent than another's."""
    if seat not in position.acted:
        return False
    if other not in position.acted:
        return True
    return position.acted.index(seat) < position.acted.index(other)


def is_alone_for_a_round(position: Position, player: int) -> bool:
    """R172.c, R172.e-g: the player could act at its last turn, and nobody has been able since."""
    if position.had_action[player] is not True:
        return False
    for seat in seats(position):
        if seat == player:
            continue
        if not is_out(position, seat):
            if position.had_action[seat] is not False:
                return False
        elif position.had_action[seat] is True and acted_after(position, seat, player):
            return False
    return True


def is_confirmed(position: Position, player: int) -> bool:
    """R172.d: the player can still act and nobody else could (RUL-60)."""
    recheck = position.rules["lps_recheck"]
    if recheck == "none":
        return True
    if not is_standing(position, player):
        return False
    if recheck == "p_only":
        return True
    return not any(is_standing(position, seat) for seat in seats(position) if seat != player)


def end_by_last_standing(position: Position) -> bool:
    """R172: the test at the start of a turn (RUL-59)."""
    rounds: Any = position.rules["lps_rounds"]
    player = position.player
    if rounds == 0:
        able = [seat for seat in seats(position) if is_standing(position, seat)]
        if len(able) != 1:
            return False
        end_game(position, able[0], "last_player_standing")
        return True
    is_alone = is_alone_for_a_round(position, player)
    if rounds == 2:
        position.rounds[player] = position.rounds[player] + 1 if is_alone else 0
        is_alone = position.rounds[player] >= 2
    if is_alone and is_confirmed(position, player):
        end_game(position, player, "last_player_standing")
        return True
    return False
