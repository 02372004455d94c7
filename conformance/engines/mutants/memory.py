"""What a mutant has to remember from one move to the next.

The mistakes of engines that keep a list or a flag for the length of a turn cannot be made by a
function of the position alone. Entry 0 of the rounds belongs to no seat, no rule reads it and no
state tells it: a mutant may keep a number there.
"""

from reference_engine.draft import Draft, Position
from reference_engine.stacks import Player
from reference_engine.state import GameState, Phase


def mover(position: Position) -> Player:
    """The player whose choice it is."""
    if isinstance(position, GameState):
        return position.turn.player
    assert isinstance(position, Draft)
    return position.player


def kept(position: Position) -> int:
    """The number that was kept, or zero."""
    if isinstance(position, GameState):
        return position.standing.rounds[0]
    assert isinstance(position, Draft)
    return position.rounds[0]


def keep(position: Position, number: int) -> None:
    """Keep a number, if the position may still change."""
    if isinstance(position, Draft):
        position.rounds[0] = number


def has_just(position: Position, *clauses: str) -> bool:
    """Whether the move being carried out has had an effect by one of these clauses."""
    return isinstance(position, Draft) and any(
        effect.clause in clauses for effect in position.effects
    )


def is_chain(position: Position) -> bool:
    """Whether the stack that is to go on has captured this turn."""
    if isinstance(position, GameState):
        return position.turn.phase is Phase.CHAIN_CAPTURE
    return isinstance(position, Draft) and position.phase is Phase.CHAIN_CAPTURE
