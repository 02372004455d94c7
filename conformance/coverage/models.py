"""What the reference engine answers under an edition with something changed in it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from conformance.catalogue import load_catalogue
from conformance.certify.judge import judge
from conformance.certify.verdicts import BAD, Passed, Verdict
from conformance.coverage.probes import Observation, Probe, observed
from conformance.editions import CANON, load_editions, load_parameters
from conformance.engines.mutants import Mutant, broken, mutant_named
from conformance.engines.protocol import (
    Engine,
    Hello,
    Invalid,
    Json,
    Refused,
    Settled,
    Unsupported,
)
from conformance.engines.reference import ReferenceEngine
from conformance.resources import schemas_dir
from conformance.scenarios import Case

ANOTHER = "another"
TIMEOUT = 10.0


def written(value: Any) -> str:
    """A parameter's value as a reading names it."""
    if isinstance(value, Mapping):
        return " / ".join(map(written, value.values()))
    if isinstance(value, list | tuple):
        return str(value[0]) if len({*value}) == 1 else " ".join(map(str, value))
    return "null" if value is None else str(value)


def value_in(edition: str, parameter: str) -> str:
    """What an edition says of a parameter."""
    return written(load_parameters()[edition][parameter])


@cache
def playable() -> Mapping[str, Mapping[str, Any]]:
    """For each parameter the values that an engine can be given, by how they are written."""
    schema: Any = json.loads((schemas_dir() / "edition.schema.json").read_text(encoding="utf-8"))
    meanings = schema["properties"]["parameters"]["properties"]
    canon = load_editions()[CANON]
    found: dict[str, dict[str, Any]] = {}
    for name in load_parameters()[CANON]:
        values = found.setdefault(name, {})
        for edition, parameters in load_editions().items():
            values[value_in(edition, name)] = getattr(parameters, name)
        known = load_catalogue().parameters.get(name)
        for value in known.values if known is not None else ():
            if value not in meanings[name].get("enum", [value]):
                continue
            table: Any = type(getattr(canon, name))
            usable = table(**value) if isinstance(value, Mapping) else value
            values.setdefault(written(value), usable)
    return found


class BrokenEngine(ReferenceEngine):
    """The reference engine with any number of homes replaced, for as long as it is at work."""

    def __init__(self, mutants: Sequence[Mutant], editions: Mapping[str, Any]) -> None:
        super().__init__(editions)
        self.mutants = mutants

    def new(self, edition: str, board: str, players: int) -> Settled | Unsupported:
        """Begin a new game, broken."""
        with self._broken():
            return super().new(edition, board, players)

    def load(self, state: Json) -> Settled | Invalid:
        """Take up a position, broken."""
        with self._broken():
            return super().load(state)

    def legal(self) -> list[Json]:
        """List the moves, broken."""
        with self._broken():
            return super().legal()

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        """Play, broken."""
        with self._broken():
            return super().play(moves, every=every)

    @contextmanager
    def _broken(self) -> Iterator[None]:
        with ExitStack() as stack:
            for one in self.mutants:
                stack.enter_context(broken(one))
            yield


@dataclass(frozen=True, slots=True)
class Model:
    """An edition, the parameters that are not as it says, and mutants."""

    edition: str
    changes: tuple[tuple[str, str], ...] = ()
    mutants: tuple[str, ...] = ()

    def value(self, parameter: str) -> str:
        """What the model says of a parameter."""
        return dict(self.changes).get(parameter) or value_in(self.edition, parameter)

    def changed(self, parameter: str, value: str) -> "Model":
        """The same model with another value of a parameter."""
        changes = {**dict(self.changes), parameter: value}
        if value == value_in(self.edition, parameter):
            del changes[parameter]
        return replace(self, changes=tuple(sorted(changes.items())))

    def broken(self, mutant: str) -> "Model":
        """The same model with a mutant more."""
        return replace(self, mutants=tuple(sorted({*self.mutants, mutant})))

    def mended(self, mutant: str) -> "Model":
        """The same model without a mutant."""
        return replace(self, mutants=tuple(one for one in self.mutants if one != mutant))

    def engine(self, name: str) -> ReferenceEngine:
        """The reference engine that plays it under the name of some edition."""
        values = {one: playable()[one][value] for one, value in self.changes}
        edition: Any = load_editions()[self.edition]
        editions = {name: replace(edition, name=name, **values)}
        return BrokenEngine([*map(mutant_named, self.mutants)], editions)


def put_to(case: Case, engine: Engine, hello: Hello, edition: str, timeout: float) -> Verdict:
    """What a case says of an engine, under the edition that it declares."""
    state = None if case.state is None else {**case.state, "edition": edition}
    return judge(replace(case, edition=edition, state=state), engine, hello, timeout)


def reading_of(verdict: Verdict) -> str:
    """The reading that an engine takes; empty if that cannot be told."""
    if isinstance(verdict, Passed) and verdict.readings:
        return verdict.readings[0]
    return ANOTHER if verdict.name in BAD else ""


class Answer(NamedTuple):
    """What is kept of a verdict."""

    reading: str
    passed: bool


class Oracle:
    """What models answer, asked under the edition that the engine in question declares."""

    def __init__(self, declared: str) -> None:
        self.declared = declared
        self.engines: dict[Model, tuple[Engine, Hello]] = {}
        self.known: dict[tuple[Model, str], Answer] = {}
        self.seen: dict[tuple[Model, str], Observation] = {}

    def answer(self, model: Model, case: Case) -> Answer:
        """What a case says of a model."""
        if (model, case.id) not in self.known:
            found = put_to(case, *self._engine(model), self.declared, TIMEOUT)
            answer = Answer(reading_of(found), isinstance(found, Passed))
            self.known[model, case.id] = answer
        return self.known[model, case.id]

    def sight(self, model: Model, probe: Probe) -> Observation:
        """What a model says on its way through a probe."""
        if (model, probe.name) not in self.seen:
            engine, _ = self._engine(model)
            self.seen[model, probe.name] = observed(probe, engine, self.declared, TIMEOUT)
        return self.seen[model, probe.name]

    def _engine(self, model: Model) -> tuple[Engine, Hello]:
        if model not in self.engines:
            engine = model.engine(self.declared)
            self.engines[model] = engine, engine.hello()
        return self.engines[model]

    def reading(self, model: Model, case: Case) -> str:
        """The reading that a model takes."""
        return self.answer(model, case).reading

    def passed(self, model: Model, cases: Sequence[Case]) -> frozenset[str]:
        """The cases that a model passes."""
        return frozenset(case.id for case in cases if self.answer(model, case).passed)


@cache
def oracle_for(declared: str) -> Oracle:
    """The oracle of an edition, which remembers all that it was ever asked."""
    return Oracle(declared)
