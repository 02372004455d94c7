"""Mutants of R173: stalemate and its ladder."""

from conformance.engines.mutants.memory import mover
from conformance.engines.mutants.registry import mutant
from reference_engine import turn
from reference_engine.draft import Draft, Position
from reference_engine.homes import Home
from reference_engine.moves import EliminateRings
from reference_engine.rules import victory
from reference_engine.stacks import Player
from reference_engine.state import Phase, Reason

_eliminate = turn.eliminate
_end_turn = turn.end_turn


@mutant(
    "stalemate-has-no-end",
    "R173.a",
    "When nobody can do anything the game goes on all the same.",
    at=Home("reference_engine.turn", "end_turn"),
)
def stalemate_has_no_end(draft: Draft) -> None:
    """The next seat is asked for a move that does not exist."""
    if victory.is_stalemate(draft) and victory.threshold_winner(draft) is None:
        draft.player = victory.next_seat(draft)
        draft.phase = Phase.MOVEMENT
    else:
        _end_turn(draft)


@mutant(
    "stalemate-when-the-mover-is-stuck",
    "R173.a",
    "The game ends when the player who has just moved could do nothing more.",
)
def stalemate_when_the_mover_is_stuck(position: Position) -> bool:
    """The other seats are not asked."""
    player = mover(position)
    return not (
        victory.may_be_forced(position, player) or victory.has_real_action(position, player)
    )


@mutant(
    "hands-are-not-converted", "R173.b", "Rings in hand stay where they are and count for nobody."
)
def hands_are_not_converted(_draft: Draft) -> None:
    """Only what was eliminated in play counts."""


@mutant(
    "hands-go-to-the-last-mover",
    "R173.b",
    "All rings in hand are credited to the player who moved last.",
)
def hands_go_to_the_last_mover(draft: Draft) -> None:
    """They count as eliminated by the mover."""
    for seat in victory.seats(draft):
        draft.eliminated[draft.player] += draft.hand[seat]
        draft.hand[seat] = 0


@mutant(
    "rings-come-before-territory",
    "R173.c",
    "The ladder compares eliminated rings before territory.",
    at=Home("reference_engine.rules.victory", "standing"),
)
def rings_come_before_territory(draft: Draft, player: Player) -> tuple[int, int, int, int]:
    """The first two steps change places."""
    return (
        victory.by_rings(draft, player),
        victory.by_territory(draft, player),
        victory.by_markers(draft, player),
        victory.by_latest_act(draft, player),
    )


@mutant(
    "hands-are-converted-after-the-comparison",
    "R173.d",
    "The ladder compares eliminated rings before the hands are converted.",
    at=Home("reference_engine.rules.victory", "end_in_stalemate"),
)
def converted_after_the_comparison(draft: Draft) -> None:
    """The conversion comes too late to matter."""
    standings = {seat: victory.standing(draft, seat) for seat in victory.seats(draft)}
    best = max(standings.values())
    leaders = [seat for seat, standing in standings.items() if standing == best]
    victory.convert_hands(draft)
    victory.finish(draft, leaders[0] if len(leaders) == 1 else None, Reason.STALEMATE)


@mutant("rings-are-not-compared", "R173.d", "The ladder goes from territory to markers.")
def rings_are_not_compared(_draft: Draft, _player: Player) -> int:
    """The second step is missing."""
    return 0


@mutant("markers-are-not-compared", "R173.e", "The ladder goes from rings to the last action.")
def markers_are_not_compared(_draft: Draft, _player: Player) -> int:
    """The third step is missing."""
    return 0


@mutant("last-tie-is-a-draw", "R173.f", "Who is tied in all counts has drawn.", ruling="RUL-64")
def last_tie_is_a_draw(_draft: Draft, _player: Player) -> int:
    """The fourth step is missing."""
    return 0


@mutant("lowest-seat-wins-the-tie", "R173.f", "Of those tied in all counts the lowest seat wins.")
def lowest_seat_wins_the_tie(_draft: Draft, player: Player) -> int:
    """The seats are compared."""
    return -player


@mutant(
    "forced-elimination-is-no-action",
    "R173.f",
    "A forced elimination does not make a player the last to have acted.",
    ruling="RUL-64",
    at=Home("reference_engine.turn", "eliminate"),
)
def forced_elimination_is_no_action(draft: Draft, move: EliminateRings) -> turn.Step:
    """Who acted last is not touched."""
    acted = draft.acted
    step = _eliminate(draft, move)
    draft.acted = acted
    return step


@mutant(
    "immobile-stacks-are-a-stalemate",
    "R173.g",
    "The game is stuck when no stack can move, though caps could be eliminated.",
    ruling="RUL-63",
)
def immobile_stacks_are_a_stalemate(_position: Position, _player: Player) -> bool:
    """Forced elimination does not count."""
    return False
