"""A campaign: what is to be compared, cut into shards whose content depends on nothing else.

A shard can be run anywhere, by anyone, in any order; put together, their results are the same.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

from conformance.fuzz.findings import Findings
from conformance.fuzz.lockstep import Plan
from conformance.fuzz.reached import Reached

Json: TypeAlias = dict[str, Any]
GAMES_IN_A_SHARD = 20
POSITIONS_IN_A_SHARD = 200
SEEDS_APART = 1_000_000  # so far are two campaigns of neighbouring seeds from sharing a game


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of a campaign: so many games or positions from one on."""

    mode: str
    start: int
    count: int

    @property
    def name(self) -> str:
        """What it is called in the journal."""
        return f"{self.mode}-{self.start}"


@dataclass(frozen=True, slots=True)
class Campaign:
    """Everything that decides what is compared, and so what can be found."""

    first: str
    second: str
    edition: str
    boards: tuple[str, ...] = ("square8",)
    players: tuple[int, ...] = (2, 3, 4)
    policy: str = "mix"
    seed: int = 1
    games: int = 200
    positions: int = 0
    metamorphic: bool = False
    timeout: float = 10.0
    shrink_seconds: float = 20.0

    @property
    def variants(self) -> list[tuple[str, int]]:
        """Every board with every number of players."""
        return [(board, players) for players in self.players for board in self.boards]

    def plan(self, number: int) -> Plan:
        """The game of that number."""
        board, players = self.variants[number % len(self.variants)]
        return Plan(self.edition, board, players, self.seed * SEEDS_APART + number, self.policy)

    def shards(self) -> list[Shard]:
        """The parts of the campaign, games and positions by turns."""
        games = _cut("games", self.games, GAMES_IN_A_SHARD)
        positions = _cut("positions", self.positions, POSITIONS_IN_A_SHARD)
        parts = [
            (index / len(half), half is positions, shard)
            for half in (games, positions)
            for index, shard in enumerate(half)
        ]
        return [shard for _, _, shard in sorted(parts, key=lambda part: part[:2])]

    def to_json(self) -> Json:
        """As it is written."""
        written = asdict(self)
        return written | {"boards": [*self.boards], "players": [*self.players]}

    @classmethod
    def from_json(cls, written: Json) -> "Campaign":
        """As it was written."""
        lists = {name: tuple(written[name]) for name in ("boards", "players")}
        return cls(**(written | lists))


def _cut(mode: str, total: int, size: int) -> list[Shard]:
    return [Shard(mode, start, min(size, total - start)) for start in range(0, total, size)]


@dataclass(slots=True)
class Outcome:
    """What has come of the shards that are finished."""

    reached: Reached = field(default_factory=Reached)
    findings: Findings = field(default_factory=Findings)
    shards: int = 0

    def add(self, record: Json) -> None:
        """Put a shard's record to it."""
        self.reached.merge(Reached.from_json(record["reached"]))
        self.findings.merge(Findings.from_json(record["findings"]))
        self.shards += 1


def outcome_of(records: Iterable[Json]) -> Outcome:
    """What has come of finished shards, in whatever order they come."""
    found = Outcome()
    for record in records:
        found.add(record)
    return found


Progress: TypeAlias = Callable[[Json], None]
