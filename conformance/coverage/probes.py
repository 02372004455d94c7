"""Probes: positions and moves by which the values of parameters are told apart.

A case tells whether an engine does what is expected; a probe keeps all that the engine says on its
way, so that two departures which both fail a case are still told apart, and one does not hide the
other. What a probe should show nobody has to write: a model plays it as well. The probes are chosen
from the corpus (`conformance.coverage.probing`) and kept in `probes.json`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from conformance.certify.judge import copied, time_limit
from conformance.editions import load_parameters
from conformance.engines.protocol import (
    Engine,
    EngineFailure,
    Invalid,
    Json,
    Refused,
    Settled,
    Unsupported,
)
from conformance.engines.state_numbers import told_parts
from conformance.scenarios import Case, Scenario, cases_of, varied_cases
from conformance.scenarios.model import AnyOf, Do, Step
from conformance.scenarios.moves import move_key

FILE = Path(__file__).with_name("probes.json")
_text = json.JSONEncoder(sort_keys=True).encode
FAILED, UNSUPPORTED = "failed", "unsupported"
POINT = 10  # a state counts as so many moves
LEAST = 0.5  # how far from each other observations are that differ at all; at most it is 1


@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """A position, or a new game, and moves to be played as far as they are taken."""

    name: str
    board: str
    players: int
    state: Json | None
    moves: tuple[Json, ...]

    @property
    def needs(self) -> frozenset[str]:
        """The operations without which an engine cannot be asked."""
        return frozenset(("new" if self.state is None else "load", "legal", "play"))


class Sight(NamedTuple):
    """What an engine says at one point: the state by its fields, and the legal moves, digested."""

    state: Mapping[str, bytes]
    legal: frozenset[bytes]


Observation: TypeAlias = tuple[Sight | str, ...]
Altered: TypeAlias = Mapping[tuple[str, str], frozenset[str]]


# --- observing ----------------------------------------------------------------------------------


def observed(probe: Probe, engine: Engine, edition: str, timeout: float) -> Observation:
    """What an engine says at each point of a probe, up to where it refuses or fails."""
    limit = 0.0 if getattr(engine, "keeps_time", False) else timeout
    try:
        with time_limit(limit):
            return tuple(_points(probe, engine, edition))
    except EngineFailure as failure:
        return (FAILED, type(failure).__name__)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - an engine here may raise anything
        return (FAILED, type(error).__name__)


def _points(probe: Probe, engine: Engine, edition: str) -> Iterator[Sight | str]:
    answer: Settled | Invalid | Unsupported | Refused
    if probe.state is None:
        answer = engine.new(edition, probe.board, probe.players)
    else:
        answer = engine.load(copied({**probe.state, "edition": edition}))
        if isinstance(answer, Unsupported):
            yield UNSUPPORTED
            return
    for move in (*probe.moves, None):
        if not isinstance(answer, Settled):
            yield "refused" if isinstance(answer, Refused) else "not taken"
            return
        told = {name: _digest(_text(part)) for name, part in told_parts(answer.state).items()}
        yield Sight(told, frozenset(_digest(move_key(one)) for one in engine.legal()))
        if move is not None:
            answer = engine.play([copied(move)])


@lru_cache(maxsize=1 << 16)
def _digest(value: object) -> bytes:
    return blake2b(repr(value).encode(), digest_size=6).digest()


def distance(one: Observation, other: Observation) -> float:
    """How far observations are from each other: 0 if they are the same, else from LEAST to 1."""
    apart = sum(map(_apart, one, other))
    longest = max(len(one), len(other))
    apart += longest - min(len(one), len(other))
    return LEAST + (1 - LEAST) * apart / longest if apart else 0.0


def _apart(one: Sight | str, other: Sight | str) -> float:
    if isinstance(one, str) or isinstance(other, str):
        return float(one != other)
    fields = one.state.keys() & other.state.keys()
    differing = sum(one.state[field] != other.state[field] for field in fields)
    moves = one.legal | other.legal
    legal = len(one.legal ^ other.legal) / len(moves) if moves else 0.0
    return (legal + differing / max(1, len(fields))) / 2


def size(seen: Observation) -> int:
    """How much was said, in moves: by far most of the time that a probe takes goes into them."""
    return sum(POINT + len(one.legal) if isinstance(one, Sight) else 1 for one in seen)


# --- from the corpus ----------------------------------------------------------------------------


def probes_of(case: Case) -> list[Probe]:
    """The ways through a case, one for each sequence of moves that is not part of another."""
    ways = [(*case.history, *way) for way in _ways(case.steps)]
    kept = [
        way
        for index, way in enumerate(ways)
        if way not in ways[:index] and not any(_goes_on(way, other) for other in ways)
    ]
    return [
        Probe(f"{case.id} {number}", case.board, case.players, case.state, way)
        for number, way in enumerate(kept, 1)
    ]


def _ways(steps: Sequence[Step]) -> list[tuple[Json, ...]]:
    ways: list[tuple[Json, ...]] = [()]
    for step in steps:
        if isinstance(step, Do):
            ways = [(*way, step.move) for way in ways]
        elif isinstance(step, AnyOf):
            ends = [end for outcome in step.outcomes for end in _ways(outcome.steps)]
            ways = [way + end for way in ways for end in ends]
    return ways


def _goes_on(way: tuple[Json, ...], other: tuple[Json, ...]) -> bool:
    return len(other) > len(way) and other[: len(way)] == way


def all_probes(scenarios: Sequence[Scenario]) -> list[Probe]:
    """The probes of every edition, of the first case of each scenario on each board."""
    cases = [case for edition in load_parameters() for case in cases_of(scenarios, edition)]
    firsts: dict[tuple[str, str], Case] = {}
    for case in (*cases, *varied_cases(scenarios)):
        if case.symmetry == "identity":
            firsts.setdefault((case.scenario.id, case.board), case)
    return [probe for case in firsts.values() for probe in probes_of(case)]


# --- the chosen ones ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProbeSet:
    """The probes that were chosen, and which of them each change of a parameter alters."""

    probes: tuple[str, ...]
    files: tuple[str, ...]
    altered: Altered


@cache
def load_probe_set(path: Path = FILE) -> ProbeSet:
    """The probes as they were last chosen."""
    data: Any = json.loads(path.read_text(encoding="utf-8"))
    names: list[str] = [*data["probes"]]
    altered = {
        (parameter, value): frozenset(names[index] for index in indices)
        for parameter, values in data["altered"].items()
        for value, indices in values.items()
    }
    return ProbeSet(tuple(names), tuple(data["probes"].values()), altered)


def chosen_probes(scenarios: Sequence[Scenario]) -> list[Probe]:
    """The probes that were chosen, made from the corpus."""
    wanted = load_probe_set().probes
    ids = {name.partition("[")[0] for name in wanted}
    made = {probe.name: probe for probe in all_probes([s for s in scenarios if s.id in ids])}
    return [made[name] for name in wanted if name in made]
