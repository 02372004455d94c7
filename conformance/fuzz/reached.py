"""What a campaign has reached: how many games met each kind of move, ending and clause."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
PLAIN = ("games", "positions", "invalid", "moves", "divergences")
COUNTERS = ("kinds", "endings", "clauses")


@dataclass(slots=True)
class Reached:
    """Counts of games and positions, and of those among them that met something."""

    games: int = 0
    positions: int = 0
    invalid: int = 0  # positions that both engines refuse
    moves: int = 0
    divergences: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)

    def met(self, kinds: Iterable[str], endings: Iterable[str], clauses: Iterable[str]) -> None:
        """One game or position met these."""
        self.kinds.update(kinds)
        self.endings.update(endings)
        self.clauses.update(clauses)

    def merge(self, other: "Reached") -> None:
        """Add what another part of the campaign has reached."""
        for name in PLAIN:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in COUNTERS:
            getattr(self, name).update(getattr(other, name))

    def to_json(self) -> Json:
        """As it is written."""
        return {
            **{name: getattr(self, name) for name in PLAIN},
            **{name: dict(sorted(getattr(self, name).items())) for name in COUNTERS},
        }

    @classmethod
    def from_json(cls, written: Json) -> "Reached":
        """As it was written."""
        found = cls(**{name: written[name] for name in PLAIN})
        for name in COUNTERS:
            getattr(found, name).update(written[name])
        return found
