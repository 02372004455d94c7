"""Which clauses meet in one move of random play: games from the start, and guided positions."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from conformance.boards import BOARDS
from conformance.editions import CANON
from conformance.engines.protocol import Invalid, Json, Settled
from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.guided import Guide

VARIANTS = [*product(BOARDS, (2, 3, 4))]
MOVES = 12  # from each position
LENGTH = 400  # of each game


def random_steps(seed: int, positions: int, games: int) -> Iterator[frozenset[str]]:
    """The clauses that each move of so many positions and games has cited."""
    rng = random.Random(f"meetings {seed}")
    engine = ReferenceEngine()
    for number in range(games):
        board, players = VARIANTS[number % len(VARIANTS)]
        engine.new(CANON, board, players)
        yield from _played(engine, rng, LENGTH)
    guide = Guide(f"meetings {seed}", CANON, VARIANTS)
    for _ in range(positions):
        state: Json = guide.position()
        if isinstance(engine.load(state), Invalid):
            continue
        steps = [*_played(engine, rng, MOVES)]
        guide.learn(state, steps)
        yield from steps


def _played(engine: ReferenceEngine, rng: random.Random, most: int) -> Iterator[frozenset[str]]:
    """Random moves, each kind as likely as another; what each has cited."""
    for _ in range(most):
        kinds: dict[str, list[Any]] = {}
        for move in engine.legal():
            kinds.setdefault(str(move["type"]), []).append(move)
        if not kinds:
            return
        move = rng.choice(kinds[rng.choice(sorted(kinds))])
        cited = engine.explained(engine.state(), move)
        if not isinstance(engine.play([move]), Settled):
            raise AssertionError(f"a legal move was refused: {move}")
        yield frozenset(cited)
