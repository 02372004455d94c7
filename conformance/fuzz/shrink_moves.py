"""The shortest game that still leads to a divergence, for engines that cannot load a position."""

import time
from collections.abc import Iterator
from typing import Any, TypeAlias

from conformance.engines.protocol import Engine, EngineFailure, Settled
from conformance.fuzz.lockstep import Divergence, Plan, step_divergence
from conformance.fuzz.shrink import OTHERS, SECONDS, is_alike

Json: TypeAlias = dict[str, Any]
ATTEMPTS = 1000
SHORT = 8


class MoveShrinker:
    """Drops moves of a game, and those illegal without them, while it leads to the same."""

    def __init__(
        self,
        first: Engine,
        second: Engine,
        found: Divergence,
        plan: Plan,
        *,
        seconds: float = SECONDS,
        attempts: int = ATTEMPTS,
    ) -> None:
        self.first, self.second, self.plan = first, second, plan
        self.raw = self.best = found
        self.deadline = time.monotonic() + seconds
        self.attempts = attempts
        self.is_begun = False

    def shrunk(self) -> Divergence:
        """The divergence at the end of the shortest game found."""
        improved = self._take(self.best.history)
        while improved and not self._is_over():
            length = len(self.best.history)
            for history in self._shorter():
                if self._is_over():
                    break
                self._take(history)
            improved = len(self.best.history) < length
        return self.best

    def _shorter(self) -> Iterator[tuple[Json, ...]]:
        """Without a half of the moves, a quarter and so on, down to one; the last ones first.

        Short runs are looked for everywhere: it is whole turns that can go.
        """
        width = len(self.best.history)
        while width:
            end = len(self.best.history)
            while end > 0:
                history = self.best.history
                yield history[: max(0, end - width)] + history[end:]
                end = min(end - (width if width > SHORT else 1), len(self.best.history))
            width //= 2

    def _is_over(self) -> bool:
        return self.attempts <= 0 or time.monotonic() >= self.deadline

    def _take(self, moves: tuple[Json, ...]) -> bool:
        self.attempts -= 1
        history = self._playable(moves)
        if history is None or (self.is_begun and len(history) >= len(self.best.history)):
            return False
        found = step_divergence(self.plan, self.raw.move, self.first, self.second, OTHERS, history)
        if found is None or not is_alike(self.raw, found):
            return False
        self.best = found
        self.is_begun = True
        return True

    def _playable(self, moves: tuple[Json, ...]) -> tuple[Json, ...] | None:
        """Those of the moves that the first engine plays, one after the other."""
        try:
            if not isinstance(
                self.first.new(self.plan.edition, self.plan.board, self.plan.players), Settled
            ):
                return None
            return tuple(move for move in moves if isinstance(self.first.play([move]), Settled))
        except EngineFailure:
            return None
