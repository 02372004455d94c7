"""Engines that are wrong in ways only some comparisons show."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from conformance.engines.mutants import MutantEngine, mutant_named
from conformance.engines.protocol import Engine, Hello, Json, Refused, Settled
from conformance.engines.reference import ReferenceEngine


class LeansRight(ReferenceEngine):
    """No stack may move to the first column: the rules know no such column."""

    def legal(self) -> list[Json]:
        moves = super().legal()
        right = [move for move in moves if not move.get("to", "").startswith("0,")]
        return right or moves


class FavoursTheFirst(ReferenceEngine):
    """Player 1 alone may place only one ring at a time."""

    def legal(self) -> list[Json]:
        player = self.state()["turn"]["player"]
        return [move for move in super().legal() if player != 1 or move.get("count", 1) == 1]


class WithoutLoad(ReferenceEngine):
    """Does not declare load, and does not bear it."""

    def hello(self) -> Hello:
        return without_load(super().hello())

    def load(self, state: Json) -> Settled:
        raise AssertionError("load was not declared")


class LeansRightWithoutLoad(LeansRight):
    """Both."""

    def hello(self) -> Hello:
        return without_load(super().hello())


class MutantWithoutLoad(MutantEngine):
    """A mutant that can only play."""

    def __init__(self) -> None:
        super().__init__(mutant_named("height-is-the-cap"))

    def hello(self) -> Hello:
        return without_load(super().hello())


class Raises(ReferenceEngine):
    """Fails at the first capture."""

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        if any("target" in move for move in moves):
            raise ZeroDivisionError("no such ring")
        return super().play(moves, every=every)


class Exits(ReferenceEngine):
    """Ends the process it lives in at the first capture."""

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        if any("target" in move for move in moves):
            raise SystemExit(0)
        return super().play(moves, every=every)


class TellsNonsense(ReferenceEngine):
    """Lists what is no move."""

    def legal(self) -> list[Json]:
        return [*super().legal(), {"type": "sing"}]


def without_load(hello: Hello) -> Hello:
    return replace(hello, operations=tuple(one for one in hello.operations if one != "load"))


MODULE = "python:tests.conformance.fuzz.wrong_engines"


def named(factory: Callable[[], Engine]) -> str:
    """How an engine of this module is named on the command line."""
    return f"{MODULE}:{factory.__name__}"
