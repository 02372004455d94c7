"""The smallest position on which two engines still differ in the same way.

Reductions are tried in a fixed order and kept when the same kind of divergence remains. How far
that goes is bounded by a number of attempts, so that the same divergence gives the same position
on every machine; the bound in seconds is for engines that are slow.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from conformance.engines.protocol import Engine, Settled
from conformance.fuzz.lockstep import Divergence, Plan, step_divergence
from conformance.fuzz.reductions import PASSES, measure

Json: TypeAlias = dict[str, Any]
SECONDS = 20.0
ATTEMPTS = 3000
OTHERS = 6  # moves tried in place of one that a reduction has made illegal
NEEDED = ("board", "edition", "players", "stacks", "markers", "collapsed", "hand", "eliminated")


def is_alike(found: Divergence, other: Divergence) -> bool:
    """Whether two divergences are of one kind: the same in fewer fields is still the same."""
    ours, theirs = found.detail.get("fields", ()), other.detail.get("fields", ())
    return (
        found.kind is other.kind
        and found.who == other.who
        and _type(found) == _type(other)
        and set(theirs) <= set(ours)
    )


def _type(found: Divergence) -> str:
    return found.move["type"] if found.move else ""


class Shrinker:
    """Makes one divergence small."""

    def __init__(
        self,
        first: Engine,
        second: Engine,
        found: Divergence,
        *,
        seconds: float = SECONDS,
        attempts: int = ATTEMPTS,
        same: Callable[[Divergence], bool] | None = None,
    ) -> None:
        self.first, self.second = first, second
        self.raw = self.best = found
        self.deadline = time.monotonic() + seconds
        self.attempts = attempts
        self.same = same or (lambda _: True)

    def shrunk(self) -> Divergence:
        """The smallest divergence found; the one given, where it cannot be loaded."""
        state = self.best.start
        if state is None or any(name not in state for name in NEEDED):
            return self.best
        improved = True
        while improved and not self._is_over():
            size = measure(self._start())
            for one in PASSES:
                for smaller, moves in one(self._now):
                    if self._is_over():
                        return self.best
                    if measure(smaller) < measure(self._start()):
                        self._try(smaller, moves)
            improved = measure(self._start()) < size
        return self.best

    def _now(self) -> tuple[Json, tuple[Json, ...]]:
        last = () if self.best.move is None else (self.best.move,)
        return self._start(), (*self.best.history, *last)

    def _start(self) -> Json:
        if self.best.start is None:
            raise RuntimeError("a divergence without a position cannot be made smaller")
        return self.best.start

    def _is_over(self) -> bool:
        return self.attempts <= 0 or time.monotonic() >= self.deadline

    def _try(self, start: Json, moves: tuple[Json, ...]) -> None:
        """Keep a smaller position, if the divergence is still the same."""
        self.attempts -= 1
        count = len(self.best.history)
        move = moves[count] if len(moves) > count else None
        found = step_divergence(start, move, self.first, self.second, OTHERS, moves[:count])
        if found is not None and is_alike(self.raw, found) and self.same(found):
            self.best = found if count else replace(found, before=start)


def rooted(found: Divergence, first: Engine, second: Engine, plan: Plan) -> Divergence:
    """The divergence from a position as near before it as can be loaded and shows it again.

    An engine may remember what no position tells: then some of the moves before are needed too.
    As it was, where no position shows it.
    """
    if found.before is None or found.start is not None:
        return found
    if again := _shown(found, first, second, found.before, ()):
        return replace(again, before=found.before)
    begun = first.new(plan.edition, plan.board, plan.players)
    if not isinstance(begun, Settled) or not found.history:
        return found
    played = first.play(found.history, every=True)
    states = (begun.state, *played.states)
    for length in (1, 2, 3, 4, 6, 9, 14):
        if length <= len(found.history):
            start, tail = states[-1 - length], found.history[-length:]
            if again := _shown(found, first, second, start, tail):
                return again
    return found


def _shown(
    found: Divergence, first: Engine, second: Engine, start: Json, tail: tuple[Json, ...]
) -> Divergence | None:
    again = step_divergence(start, found.move, first, second, 0, tail)
    return again if again is not None and is_alike(found, again) else None
