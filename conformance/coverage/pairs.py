"""Which clauses meet in one move, in the corpus and anywhere.

The reference engine says which clauses allow a move and which its effects follow: two clauses meet
if one move cites both. Which can meet is not proved but observed: in many random games and
positions, whose pairs are kept in `pairs.json`. Clauses that no move that is played cites, such as
those that only forbid, meet nobody here.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

from conformance.certify.judge import judge
from conformance.engines.protocol import Json, Refused, Settled
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios import Case

Pair: TypeAlias = tuple[str, str]
FILE = Path(__file__).with_name("pairs.json")
NO_LIMIT = 0.0


class WatchedEngine(ReferenceEngine):
    """The reference engine that keeps the clauses of every move."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[frozenset[str]] = []

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        """Play, and keep what was cited."""
        cited = [clause for move in moves for clause in self.explained(self.state(), move)]
        answer = super().play(moves, every=every)
        if isinstance(answer, Settled):
            self.steps.append(frozenset(cited))
        return answer


def pairs_in(steps: Iterable[Collection[str]]) -> set[Pair]:
    """The clauses that meet in one of these steps."""
    return {(one, other) for step in steps for one, other in combinations(sorted(step), 2)}


def corpus_pairs(cases: Sequence[Case]) -> dict[Pair, list[str]]:
    """The pairs that cases exercise, and the scenarios that do."""
    engine = WatchedEngine()
    hello = engine.hello()
    found: dict[Pair, list[str]] = {}
    for case in cases:
        engine.steps.clear()
        judge(case, engine, hello, NO_LIMIT)
        for pair in sorted(pairs_in(engine.steps)):
            names = found.setdefault(pair, [])
            if case.scenario.id not in names:
                names.append(case.scenario.id)
    return found


@dataclass(frozen=True, slots=True)
class Observed:
    """The pairs that random play has met, and how much was played."""

    made_by: str
    moves: int
    pairs: frozenset[Pair]

    def joined(self, other: "Observed") -> "Observed":
        """Both observations; the same one made again adds nothing."""
        if other.made_by == self.made_by:
            return self
        made_by = f"{self.made_by}; {other.made_by}"
        return Observed(made_by, self.moves + other.moves, self.pairs | other.pairs)


@cache
def load_observed(path: Path = FILE) -> Observed:
    """The observation that comes with the suite, or one of a file."""
    data: Any = json.loads(path.read_text(encoding="utf-8"))
    pairs = {(one, other) for one, others in data["pairs"].items() for other in others}
    return Observed(data["made_by"], data["moves"], frozenset(pairs))


def observed_text(found: Observed) -> str:
    """The observation as it is kept, a clause to a line."""
    others: dict[str, list[str]] = {}
    for one, other in sorted(found.pairs):
        others.setdefault(one, []).append(other)
    rows = [f"    {json.dumps(one)}: {json.dumps(names)}" for one, names in others.items()]
    head = f'  "made_by": {json.dumps(found.made_by)},\n  "moves": {found.moves},\n'
    return "{\n" + head + '  "pairs": {\n' + ",\n".join(rows) + "\n  }\n}\n"


@dataclass(frozen=True, slots=True)
class PairCoverage:
    """The pairs that the corpus exercises, beside those that can meet."""

    exercised: Mapping[Pair, Sequence[str]]
    observed: Observed

    @property
    def possible(self) -> frozenset[Pair]:
        """All that have met, in random play or in a scenario."""
        return self.observed.pairs | self.exercised.keys()

    @property
    def empty(self) -> list[Pair]:
        """Those that no scenario exercises."""
        return sorted(self.possible - self.exercised.keys())

    @property
    def unseen(self) -> list[Pair]:
        """Those that only a scenario has met."""
        return sorted(self.exercised.keys() - self.observed.pairs)

    @property
    def percent(self) -> float:
        return 100.0 * len(self.exercised) / max(1, len(self.possible))


def pair_coverage(cases: Sequence[Case], observed: Observed | None = None) -> PairCoverage:
    """What these cases exercise of what can meet, by an observation or by the suite's own."""
    return PairCoverage(corpus_pairs(cases), observed or load_observed())


def pairs_line(found: PairCoverage) -> str:
    """The coverage of pairs in one line."""
    return (
        f"{len(found.exercised)} of {len(found.possible)} pairs of clauses that meet in one move"
        f" are exercised ({found.percent:.1f} %); {len(found.unseen)} of them scenarios alone have"
        f" met, and none of {found.observed.moves} random moves"
    )


def empty_lines(found: PairCoverage) -> list[str]:
    """The pairs that no scenario exercises, by their first clause."""
    others: dict[str, list[str]] = {}
    for one, other in found.empty:
        others.setdefault(one, []).append(other)
    return [f"{one}: {', '.join(names)}" for one, names in others.items()]


def pairs_json(found: PairCoverage) -> Json:
    """The coverage of pairs for programs."""
    return {
        "possible": len(found.possible),
        "exercised": len(found.exercised),
        "percent": round(found.percent, 2),
        "observed": {"made_by": found.observed.made_by, "moves": found.observed.moves},
        "empty": [[*pair] for pair in found.empty],
        "only_in_scenarios": [[*pair] for pair in found.unseen],
        "pairs": [
            {"clauses": [*pair], "scenarios": [*names]}
            for pair, names in sorted(found.exercised.items())
        ],
    }


def pairs_markdown(found: PairCoverage) -> str:
    """The coverage of pairs as a section of a page."""
    lines = ["", "## Pairs of clauses", "", pairs_line(found) + ".", ""]
    lines += ["No scenario exercises these together:", ""]
    lines += [f"- {line}" for line in empty_lines(found)] or ["- none"]
    return "\n".join(lines) + "\n"
