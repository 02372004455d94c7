"""The speed of engines side by side, on the same recorded games."""

import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.engines.messages import ChannelEngine
from conformance.engines.protocol import Engine, EngineErrored, Json, Refused, Settled
from conformance.engines.reference import ReferenceEngine
from conformance.errors import UndecidedError


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game as its moves."""

    edition: str
    board: str
    players: int
    moves: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast an engine played: each request plays a move and lists the next ones."""

    engine: str
    moves: int
    seconds: float
    median: float
    p99: float

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds if self.seconds else 0.0


def record_games(edition: str, board: str, players: int, games: int, seed: int) -> list[Recorded]:
    """Random games of the reference engine."""
    rng = random.Random(seed)
    engine = ReferenceEngine()
    found = []
    for _ in range(games):
        answer = engine.new(edition, board, players)
        if not isinstance(answer, Settled):
            raise UndecidedError(f"no game to record: {answer.reason}")
        moves: list[Json] = []
        while listed := engine.legal():
            moves.append(rng.choice(listed))
            engine.play(moves[-1:])
        found.append(Recorded(edition, board, players, tuple(moves)))
    return found


def play_and_list(engine: Engine, move: Json) -> None:
    """Play a move and list what follows, in one request where the engine takes one."""
    if isinstance(engine, ChannelEngine):
        reply = engine.ask("play", moves=[move], legal=True, every=False)
        if "illegal" in reply:
            raise EngineErrored(
                f"refuses a move of the recorded game: {reply['illegal']['reason']}"
            )
        return
    answer = engine.play([move])
    if isinstance(answer, Refused):
        raise EngineErrored(f"refuses a move of the recorded game: {answer.reason}")
    engine.legal()


def measure(name: str, engine: Engine, games: Sequence[Recorded]) -> Speed:
    """Play recorded games on an engine and time every request."""
    engine.hello()
    times: list[float] = []
    for game in games:
        answer = engine.new(game.edition, game.board, game.players)
        if not isinstance(answer, Settled):
            raise EngineErrored(f"cannot play {game.board} for {game.players}: {answer.reason}")
        for move in game.moves:
            begin = time.perf_counter()
            play_and_list(engine, move)
            times.append(time.perf_counter() - begin)
    ordered = sorted(times)
    return Speed(
        engine=name,
        moves=len(times),
        seconds=sum(times),
        median=statistics.median(ordered) if ordered else 0.0,
        p99=ordered[int(0.99 * (len(ordered) - 1))] if ordered else 0.0,
    )
