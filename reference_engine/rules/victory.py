"""How a game ends: thresholds, last player standing, stalemate, and the order of the seats."""

from __future__ import annotations

from reference_engine import state
from reference_engine.draft import Draft, Position
from reference_engine.homes import implements
from reference_engine.rules import elimination, movement, placement
from reference_engine.stacks import Player
from reference_engine.state import Deed, Phase, Reason, Result


def seats(position: Position) -> list[Player]:
    """All seats, in ascending order."""
    return [Player(seat) for seat in range(1, position.variant.players + 1)]


@implements("R172.a", "R172.b", "R072.b", "R072.c")
def has_real_action(position: Position, player: Player) -> bool:
    """Placements, moves and captures are real actions; forced elimination is not."""
    return placement.may_place(position, player) or placement.has_mobile_stack(position, player)


def is_active(position: Position, player: Player) -> bool:
    """Whether a seat stands, for last-player-standing."""
    if position.variant.edition.lps_activity == "turn_material":
        return has_material(position, player)
    return has_real_action(position, player)


def has_material(position: Position, player: Player) -> bool:
    """Whether a seat controls a stack or holds a ring."""
    return bool(movement.movable(position, player)) or position.hand[player] > 0


@implements("R172.f", "R172.g")
def is_out(position: Position, player: Player) -> bool:
    """A seat without any ring on the board or in hand is out; one with buried rings is not."""
    rotation = position.variant.edition.rotation
    if rotation == "visit_all":
        return False
    if rotation == "skip_no_material":
        return not has_material(position, player)
    return not position.hand[player] and not placement.has_ring_on_board(position, player)


def next_seat(draft: Draft) -> Player:
    """The seat whose turn follows, leaving out those that are out of the game."""
    count = draft.variant.players
    step = 1 if draft.variant.edition.turn_order == "ascending" else -1
    seat = draft.player
    for _ in range(count):
        seat = Player((seat - 1 + step) % count + 1)
        if not is_out(draft, seat):
            return seat
    return seat


@implements("R061.b", "R170.a")
def reaches_rings(position: Position, player: Player) -> bool:
    """Reaching the elimination threshold exactly is enough."""
    in_play = position.variant.total_rings - sum(position.eliminated)
    return position.eliminated[player] >= position.variant.elimination_threshold(in_play)


@implements("R062.b", "R171.a", "R041.b")
def reaches_territory(position: Position, player: Player) -> bool:
    """Reaching the territory threshold exactly is enough."""
    owned = state.territory(position.collapsed, player)
    return owned >= position.variant.territory_threshold


@implements("R170.b")
def tested_seats(position: Position) -> list[Player]:
    """The thresholds are tested for every player, not only for the mover."""
    return seats(position)


@implements("R171.d")
def threshold_winner(position: Position) -> tuple[Player, Reason] | None:
    """A player who meets both thresholds wins once, by elimination."""
    tests = [
        (reaches_rings, Reason.RING_ELIMINATION),
        (reaches_territory, Reason.TERRITORY_CONTROL),
    ]
    if position.variant.edition.victory_priority == "territory_first":
        tests.reverse()
    for reaches, reason in tests:
        for player in tested_seats(position):
            if reaches(position, player):
                return player, reason
    return None


@implements("R172.c")
def stood_alone(draft: Draft, player: Player) -> bool:
    """A full round: the player had a real action, and every other seat a turn without one."""
    if draft.had_action[player] is not True:
        return False
    since = draft.acted.index(player) if player in draft.acted else len(draft.acted)
    later = draft.acted[:since]
    for seat in seats(draft):
        if seat == player:
            continue
        if is_out(draft, seat):
            if draft.had_action[seat] and seat in later:
                return False
        elif draft.had_action[seat] is not False:
            return False
    return True


@implements("R172.d", "R172.e")
def stands_alone(draft: Draft, player: Player) -> bool:
    """When its turn comes again the player must be able to act, and nobody else."""
    recheck = draft.variant.edition.lps_recheck
    if recheck == "none":
        return True
    if not is_active(draft, player):
        return False
    return recheck == "p_only" or not any(
        is_active(draft, seat) for seat in seats(draft) if seat != player
    )


@implements("R172.h")
def last_standing(draft: Draft, player: Player) -> Player | None:
    """Who wins by last-player-standing as this seat's turn begins; no score matters."""
    rounds = draft.variant.edition.lps_rounds
    if rounds == 0:
        active = [seat for seat in seats(draft) if is_active(draft, seat)]
        return active[0] if len(active) == 1 else None
    alone = stood_alone(draft, player)
    if rounds == 2:
        draft.rounds[player] = draft.rounds[player] + 1 if alone else 0
        alone = draft.rounds[player] >= rounds
    return player if alone and stands_alone(draft, player) else None


@implements("R173.g")
def may_be_forced(position: Position, player: Player) -> bool:
    """Who controls a stack and cannot act could still eliminate, so the game is not stuck."""
    return position.variant.edition.stalemate_counts_fe and elimination.is_forced(
        position, player, has_real_action=False
    )


@implements("R173.a")
def is_stalemate(position: Position) -> bool:
    """The game is stuck when nobody has a placement, move, capture or forced elimination."""
    return not any(
        may_be_forced(position, seat) or has_real_action(position, seat) for seat in seats(position)
    )


@implements("R173.b")
def convert_hands(draft: Draft) -> None:
    """Rings in hand become eliminated rings of their owner."""
    for seat in seats(draft):
        draft.eliminated[seat] += draft.hand[seat]
        draft.hand[seat] = 0
    draft.note("R173.b", "hands converted")


@implements("R173.c")
def by_territory(draft: Draft, player: Player) -> int:
    """First criterion: most territory."""
    return state.territory(draft.collapsed, player)


@implements("R173.d")
def by_rings(draft: Draft, player: Player) -> int:
    """Second criterion: most eliminated rings, converted ones included."""
    return draft.eliminated[player]


@implements("R173.e")
def by_markers(draft: Draft, player: Player) -> int:
    """Third criterion: most markers on the board."""
    return draft.markers[player].bit_count()


@implements("R173.f")
def by_latest_act(draft: Draft, player: Player) -> int:
    """Fourth criterion: the latest to have completed a turn action."""
    rule = draft.variant.edition.final_tiebreak
    if rule == "none" or player not in draft.acted:
        return 0
    if rule == "last_actor_only":
        return int(draft.acted[0] == player)
    return len(draft.acted) - draft.acted.index(player)


def standing(draft: Draft, player: Player) -> tuple[int, int, int, int]:
    """A player's place on the ladder; higher is better."""
    return (
        by_territory(draft, player),
        by_rings(draft, player),
        by_markers(draft, player),
        by_latest_act(draft, player),
    )


def finish(draft: Draft, winner: Player | None, reason: Reason) -> None:
    """The game is over: the winner first, the others behind it by the ladder."""
    ranked = sorted(seats(draft), key=lambda seat: standing(draft, seat), reverse=True)
    if winner is not None:
        ranked.remove(winner)
        ranked.insert(0, winner)
    draft.result = Result(winner, reason, tuple(ranked))
    draft.phase = Phase.GAME_OVER
    draft.source = draft.owes = draft.did = None
    draft.may_swap = False
    draft.made = draft.deferred = 0


def end_in_stalemate(draft: Draft) -> None:
    """Convert the hands, then rank; what stays tied at the top is a draw."""
    convert_hands(draft)
    if draft.variant.edition.stalemate_threshold_check:
        for seat in seats(draft):
            if reaches_rings(draft, seat):
                finish(draft, seat, Reason.RING_ELIMINATION)
                return
    best = max(standing(draft, seat) for seat in seats(draft))
    leaders = [seat for seat in seats(draft) if standing(draft, seat) == best]
    draft.note("R173.a", "stalemate")
    finish(draft, leaders[0] if len(leaders) == 1 else None, Reason.STALEMATE)


@implements("R070.f", "R170.d", "R171.b")
def test_thresholds(draft: Draft) -> bool:
    """The thresholds are tested when the turn is over, not when they are crossed."""
    if draft.did is Deed.ELIMINATION and not draft.variant.edition.check_after_fe:
        return False
    won = threshold_winner(draft)
    if won is None:
        return False
    draft.note("R170.a" if won[1] is Reason.RING_ELIMINATION else "R171.a", "threshold reached")
    finish(draft, *won)
    return True
