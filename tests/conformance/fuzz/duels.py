"""Positions, games and divergences for the tests of the fuzzing parts."""

import random
from typing import Any

from conformance.editions import CANON
from conformance.engines.mutants import MutantEngine, mutant_named
from conformance.engines.protocol import Engine, Hello, Settled, Unsupported
from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.attribution import Attribution, Attributor
from conformance.fuzz.findings import Finding
from conformance.fuzz.lockstep import Divergence, Plan, compare_position
from conformance.fuzz.positions import random_position

Json = dict[str, Any]
PLAN = Plan(CANON, "square8", 2, 7, "positions")


def position(**changes: Any) -> Json:
    """A small position in which a stack of two may move."""
    return {
        "edition": CANON,
        "board": "square8",
        "players": 2,
        "stacks": {"3,3": [2, 1], "7,7": [2]},
        "markers": {"5,1": 1, "6,6": 2},
        "collapsed": {"0,7": 2},
        "hand": {"1": 0, "2": 3},
        "eliminated": {"1": 15, "2": 15},
        "turn": {"player": 1, "phase": "movement", "from": None, "owes": None},
        "result": None,
    } | changes


def mutant(name: str) -> MutantEngine:
    """A mutant of the reference engine."""
    return MutantEngine(mutant_named(name))


def divergence(name: str, board: str = "square8", players: int = 2) -> Divergence:
    """The first divergence of a mutant from the reference engine on random positions."""
    first, second = ReferenceEngine(), mutant(name)
    for seed in range(300):
        rng = random.Random(seed)
        state = random_position(rng, CANON, board, players)
        found = compare_position(state, first, second, rng, most=4).divergence
        if found is not None:
            return found
    raise AssertionError(f"no divergence of {name} found")


def attributed(found: Divergence, other: Engine) -> Attribution:
    """Which clause a divergence from the reference engine is about."""
    return Attributor(ReferenceEngine(), other).attribute(found, PLAN)


def finding(name: str, **of: Any) -> Finding:
    """A finding of a mutant, as it was found: not made small."""
    found = divergence(name, **of)
    plan = Plan(CANON, of.get("board", "square8"), of.get("players", 2), 7, "positions")
    return Finding(found, attributed(found, mutant(name)), plan)


class Wrapped(ReferenceEngine):
    """The reference engine with something amiss, for tests to inherit from."""

    def name(self) -> str:
        return type(self).__name__


class WithoutLoad(Wrapped):
    """An engine that plays games, and takes up no position."""

    def hello(self) -> Hello:
        told = super().hello()
        kept = tuple(one for one in told.operations if one != "load")
        return Hello(
            told.name, told.version, told.language, told.editions, told.boards, told.players, kept
        )

    def load(self, state: Json) -> Any:
        return Unsupported("no positions")


class Crashes(Wrapped):
    """An engine that dies when a stack moves."""

    def play(self, moves: Any, *, every: bool = False) -> Any:
        if any(move["type"] == "move_stack" for move in moves):
            raise RuntimeError("dropped the stack")
        return super().play(moves, every=every)


class Stalls(Wrapped):
    """An engine that knows no move in the movement phase."""

    def legal(self) -> list[Json]:
        return [] if self.state()["turn"]["phase"] == "movement" else super().legal()


class ListsBackwards(Wrapped):
    """An engine that lists its moves in another order."""

    def legal(self) -> list[Json]:
        return super().legal()[::-1]


class RefusesListed(Wrapped):
    """An engine that refuses every move of a stack, though it lists it."""

    def play(self, moves: Any, *, every: bool = False) -> Any:
        if any(move["type"] == "move_stack" for move in moves):
            return super().play([{"type": "move_stack", "from": "0,0", "to": "0,0"}])
        return super().play(moves, every=every)


class TellsLittle(Wrapped):
    """An engine that leaves parts of its states out."""

    def load(self, state: Json) -> Any:
        answer = super().load(state)
        return Settled(_less(answer.state)) if isinstance(answer, Settled) else answer

    def play(self, moves: Any, *, every: bool = False) -> Any:
        answer = super().play(moves, every=every)
        return Settled(_less(answer.state)) if isinstance(answer, Settled) else answer


def _less(state: Json) -> Json:
    return {name: value for name, value in state.items() if name != "standing"}
