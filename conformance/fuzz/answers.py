"""All that an engine says of one step, so that two engines can be told apart or found alike."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, TypeAlias

from conformance.engines.protocol import Engine, Refused, Settled
from conformance.fuzz.lockstep import Plan, differing_fields
from conformance.scenarios.moves import move_key

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """One step to be asked of an engine: where it begins, and the move, if there is one."""

    start: Json | Plan  # a position to be loaded, or a game to be begun
    history: tuple[Json, ...] = ()
    move: Json | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine says of one step; `failure` where it says nothing that can be used."""

    before: Json | None = None
    moves: frozenset[tuple[Any, int]] = frozenset()  # each with how often it is listed
    after: Json | None = None
    failure: str = ""

    def is_like(self, other: "Answer") -> bool:
        """Whether two answers are the same, as far as both tell."""
        return (
            self.failure == other.failure
            and self.moves == other.moves
            and _is_same(self.before, other.before)
            and _is_same(self.after, other.after)
        )


def _is_same(first: Json | None, second: Json | None) -> bool:
    if first is None or second is None:
        return first is second
    return first == second or not differing_fields(first, second)


def answer_of(engine: Engine, asked: Question) -> Answer:
    """What an engine says of a step."""
    try:
        begun = (
            engine.new(asked.start.edition, asked.start.board, asked.start.players)
            if isinstance(asked.start, Plan)
            else engine.load(asked.start)
        )
        if not isinstance(begun, Settled):
            return Answer(failure=type(begun).__name__)
        before = begun.state
        if asked.history:
            played = engine.play(asked.history)
            if isinstance(played, Refused):
                return Answer(played.state, failure=f"refused after {played.played}")
            before = played.state
        moves = frozenset(Counter(move_key(one) for one in engine.legal()).items())
        if asked.move is None:
            return Answer(before, moves)
        last = engine.play([asked.move])
        if isinstance(last, Refused):
            return Answer(before, moves, failure="refused")
        return Answer(before, moves, last.state)
    except Exception as error:  # noqa: BLE001 - an engine may raise anything, and a mutant does
        return Answer(failure=repr(error))
