"""Random positions that look for what has not been met yet.

A position that fires a clause, or two clauses together, that no position before it fired is kept;
later ones are variations of those kept as often as they are drawn anew.
"""

import random
from collections.abc import Iterable
from itertools import combinations
from typing import Any, TypeAlias

from conformance.fuzz.positions import random_position
from conformance.fuzz.vary import varied

Json: TypeAlias = dict[str, Any]
VARIED = 0.5  # the share of positions that are variations
KEPT = 64


class Guide:
    """Draws positions, and learns from what they fired. Wholly decided by its seed."""

    def __init__(self, seed: str, edition: str, variants: list[tuple[str, int]]) -> None:
        self.rng = random.Random(seed)
        self.edition, self.variants = edition, variants
        self.kept: list[Json] = []
        self.seen: set[tuple[str, ...]] = set()
        self.drawn = 0

    def position(self) -> Json:
        """The next position."""
        if self.kept and self.rng.random() < VARIED:
            return varied(self.rng, self.rng.choice(self.kept))
        board, players = self.variants[self.drawn % len(self.variants)]
        self.drawn += 1
        return random_position(self.rng, self.edition, board, players)

    def learn(self, state: Json, fired: Iterable[frozenset[str]]) -> bool:
        """Keep a position that fired something new; whether it did."""
        new = {
            feature
            for clauses in fired
            for width in (1, 2)
            for feature in combinations(sorted(clauses), width)
        } - self.seen
        if not new:
            return False
        self.seen |= new
        self.kept = [*self.kept[-KEPT + 1 :], state]
        return True
