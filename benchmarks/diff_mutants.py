"""Every mutant of the reference engine, hunted: is it found, how small, and is its clause named?

    python benchmarks/diff_mutants.py --seconds 30 [-k NAME]

For each mutant, games and guided positions in turn, mostly on the small board, until the first
divergence; it is made small and attributed. Printed: a line for each mutant, then the summary.
Seconds are those of the processor, so that a busy machine gives the same figures.
"""

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from conformance.editions import CANON
from conformance.engines.mutants import Mutant, mutants
from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.duel import Duel
from conformance.fuzz.guided import Guide
from conformance.fuzz.hunt import Caught, Hunter
from conformance.fuzz.lockstep import Divergence, Plan, compare_position, play_game
from conformance.fuzz.reductions import size_of

GAMES, POSITIONS = 2000, 20000
ROUND = (4, 60)  # games and positions in turn
BOARDS = ("square8", "square8", "hexagonal", "square8", "square19")


@dataclass
class Row:
    """What came of one mutant."""

    mutant: Mutant
    games: int = 0
    positions: int = 0
    caught: Caught | None = None
    raw: int = 0
    seconds: float = 0

    @property
    def cells(self) -> int:
        """The occupied cells of the smallest position; none where a new game already differs."""
        if self.caught is None:
            return 0
        found = self.caught.divergence
        state = found.start if found.start is not None else found.before
        return 0 if state is None else size_of(state)[0]

    @property
    def is_named(self) -> bool:
        """Whether the attribution names its clause first."""
        return self.caught is not None and self.caught.attribution.clause == self.mutant.clause

    def __str__(self) -> str:
        head = (
            f"{self.mutant.clause:7} {self.mutant.name:50.50} {self.games:5}g {self.positions:6}p"
        )
        if self.caught is None:
            return f"{head}  NOT FOUND {self.seconds:6.1f} s"
        found = self.caught.divergence
        named = "named" if self.is_named else f"NOT NAMED: {_first(self.caught)}"
        size = f"{self.raw:3} -> {self.cells:2}"
        return f"{head}  {found.kind:10} {size} {self.seconds:6.1f} s  {named}"


def _first(caught: Caught) -> str:
    return ", ".join(f"{one.clause} {one.name}" for one in caught.attribution.suspects[:3]) or "-"


def tries(
    duel: Duel, row: Row, seed: int, games: int, positions: int
) -> Iterator[tuple[Divergence | None, Plan]]:
    """Games and positions in turn."""
    explain = ReferenceEngine().explained
    for number in range(max(games // ROUND[0], positions // ROUND[1])):
        board = BOARDS[number % len(BOARDS)]
        for _ in range(ROUND[0] if board == "square8" else 1):
            if row.games < games:
                plan = Plan(CANON, board, 2 + row.games % 3, seed * 10**6 + row.games)
                row.games += 1
                yield play_game(plan, duel.first, duel.second).divergence, plan
        guide = Guide(f"{seed}/{number}", CANON, [(board, players) for players in (2, 3, 4)])
        for _ in range(ROUND[1]):
            if row.positions < positions:
                row.positions += 1
                state = guide.position()
                rng = random.Random(row.positions)
                seen = compare_position(state, duel.first, duel.second, rng, explain)
                guide.learn(state, seen.fired)
                plan = Plan(CANON, state["board"], state["players"], row.positions, "positions")
                yield seen.divergence, plan


def hunted(one: Mutant, asked: argparse.Namespace) -> Row:
    """One mutant, until it is found or the time is up."""
    begin = time.process_time()
    row = Row(one)
    with Duel("reference", f"mutant:{one.name}") as duel:
        for found, plan in tries(duel, row, asked.seed, asked.games, asked.positions):
            if found is not None:
                row.raw = size_of(found.before)[0] if found.before else 0
                row.caught = Hunter(duel, asked.shrink_seconds).caught(found, plan)
                break
            if time.process_time() - begin > asked.seconds:
                break
    row.seconds = time.process_time() - begin
    return row


def main() -> None:
    """Hunt what the command line asks for."""
    parser = argparse.ArgumentParser(description="How well diff finds the mutants.")
    parser.add_argument("--seconds", type=float, default=60, help="for each mutant")
    parser.add_argument("--shrink-seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-k", dest="name", default="")
    asked = parser.parse_args()
    rows = []
    for one in mutants().values():
        if asked.name in one.name and one.equivalent is None:
            row = hunted(one, asked)
            print(row, flush=True)  # noqa: T201 - this is its output
            rows.append(row)
    found = [row for row in rows if row.caught is not None]
    named = sum(row.is_named for row in rows)
    print(  # noqa: T201 - this is its output
        f"{len(found)} of {len(rows)} mutants found; clause named first for {named}"
        f" ({named / max(1, len(rows)):.1%}); median of occupied cells"
        f" {median([row.cells for row in found] or [0])},"
        f" before {median([row.raw for row in found] or [0])};"
        f" {sum(row.seconds for row in rows):.0f} s"
    )


if __name__ == "__main__":
    main()
