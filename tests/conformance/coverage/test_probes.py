"""Probes: what they see of an engine, how far that is apart, and what the chosen ones tell."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from conformance.coverage.interview import Interview
from conformance.coverage.models import Model, playable
from conformance.coverage.probes import (
    FAILED,
    FILE,
    LEAST,
    Observation,
    Probe,
    Sight,
    all_probes,
    chosen_probes,
    distance,
    load_probe_set,
    observed,
    probes_of,
)
from conformance.coverage.probing import chosen_from, probes_text
from conformance.editions import CANON, load_parameters
from conformance.engines.protocol import OPERATIONS, Json, Refused, Settled, Unsupported
from conformance.engines.reference import ReferenceEngine
from conformance.errors import UndecidedError
from conformance.scenarios import cases_of, load_corpus

CORPUS = load_corpus()
OPENING = Probe("opening", "square8", 2, None, ({"type": "place_ring", "at": "3,3", "count": 1},))


def seen(probe: Probe, engine: ReferenceEngine) -> Observation:
    return observed(probe, engine, CANON, 10.0)


# --- observing ----------------------------------------------------------------------------------


def test_each_point_of_a_probe_is_seen() -> None:
    start, after = seen(OPENING, ReferenceEngine())
    assert isinstance(start, Sight)
    assert isinstance(after, Sight)
    assert start.state["stacks"] != after.state["stacks"]
    assert start.state["collapsed"] == after.state["collapsed"]
    assert start.legal != after.legal


def test_a_probe_ends_where_a_move_is_refused() -> None:
    move = {"type": "place_ring", "at": "3,3", "count": 9}
    probe = Probe("too many", "square8", 2, None, (move, *OPENING.moves))
    assert seen(probe, ReferenceEngine())[1:] == ("refused",)


def test_a_position_that_is_not_taken_is_seen_as_such() -> None:
    assert seen(Probe("no board", "square9", 2, {"board": "square9"}, ()), ReferenceEngine()) == (
        "not taken",
    )


class Failing(ReferenceEngine):
    """An engine that breaks down in the middle."""

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        raise ZeroDivisionError


def test_a_failure_is_seen_and_not_raised() -> None:
    assert seen(OPENING, Failing()) == (FAILED, "ZeroDivisionError")


class Unable(ReferenceEngine):
    """An engine that says of every position that it cannot load it."""

    def load(self, state: Json) -> Any:
        return Unsupported("not this one")


LOADED = next(one for one in all_probes(CORPUS) if one.state is not None and one.players == 2)


@pytest.mark.parametrize(
    ("engine", "operations", "expected"),
    [
        (ReferenceEngine(), OPERATIONS, {OPENING, LOADED}),
        (ReferenceEngine(), ("new", "legal", "play"), {OPENING}),
        (ReferenceEngine(), ("load", "legal", "play"), {LOADED}),
        (ReferenceEngine(), ("new", "load", "legal"), set()),
        (Unable(), OPERATIONS, {OPENING}),
    ],
)
def test_an_engine_is_observed_only_in_what_it_can_do(
    engine: ReferenceEngine, operations: tuple[str, ...], expected: set[Probe]
) -> None:
    interview = Interview(engine, replace(engine.hello(), operations=operations), 10.0)
    for probe in (OPENING, LOADED):
        interview.observe(probe)
    assert {*interview.sights} == expected


def test_failures_in_probes_are_counted() -> None:
    interview = Interview(Failing(), Failing().hello(), 10.0)
    interview.observe(OPENING)
    assert interview.unanswered == 1
    with pytest.raises(UndecidedError):
        interview.refuse_silence("it")


LINES = [case for case in cases_of(CORPUS, CANON) if case.scenario.path.parent.name == "lines"]


def test_the_order_of_moves_and_cells_is_not_seen() -> None:
    class Shuffled(ReferenceEngine):
        def legal(self) -> list[Json]:
            moves = super().legal()
            random.Random(1).shuffle(moves)
            return [
                {
                    name: value[::-1] if isinstance(value, list) else value
                    for name, value in m.items()
                }
                for m in moves
            ]

    for probe in probes_of(LINES[0]):
        assert seen(probe, Shuffled()) == seen(probe, ReferenceEngine())


def test_what_an_engine_does_not_tell_and_what_it_adds_is_no_difference() -> None:
    class Reticent(ReferenceEngine):
        def state(self) -> Json:
            told = super().state() | {"score": 7}
            del told["standing"], told["turn"]["from"]
            told["turn"]["made"] = ["0,0"]
            return told

    one, other = seen(OPENING, Reticent()), seen(OPENING, ReferenceEngine())
    assert one != other
    assert distance(one, other) == 0


# --- how far apart ------------------------------------------------------------------------------

X, Y, Z = b"x", b"y", b"z"
HERE = Sight({"stacks": X, "turn.from": Y}, frozenset((X, Y, Z)))


@pytest.mark.parametrize(
    ("other", "apart"),
    [
        ((HERE,), 0.0),
        ((HERE._replace(legal=frozenset((X, Y))),), LEAST + (1 - LEAST) / 6),
        ((HERE._replace(state={"stacks": X, "turn.from": Z}),), LEAST + (1 - LEAST) / 4),
        ((HERE._replace(state={"stacks": X}),), 0.0),
        ((HERE, HERE), LEAST + (1 - LEAST) / 2),
        (("refused",), 1.0),
    ],
)
def test_the_distance_tells_how_much_differs(other: Observation, apart: float) -> None:
    assert distance((HERE,), other) == pytest.approx(apart)
    assert distance(other, (HERE,)) == pytest.approx(apart)


# --- from the corpus ----------------------------------------------------------------------------


def test_each_outcome_of_a_ruling_with_moves_is_a_way_of_its_own() -> None:
    ways = [[one.moves for one in probes_of(case)] for case in cases_of(CORPUS, CANON)]
    assert max(map(len, ways)) > 1
    for alternatives in ways:
        for one, other in permutations(alternatives, 2):
            assert other[: len(one)] != one


def test_probes_have_names_of_their_own() -> None:
    names = [probe.name for probe in all_probes(CORPUS)]
    assert len(names) == len({*names})


# --- the chosen ones ----------------------------------------------------------------------------


def test_every_chosen_probe_is_in_the_corpus() -> None:
    assert [one.name for one in chosen_probes(CORPUS)] == [*load_probe_set().probes], (
        "rrc mutants --probes chooses them anew"
    )


def test_every_value_of_every_parameter_was_tried() -> None:
    several = {
        (name, value)
        for name, values in playable().items()
        for value in values
        if any(Model(edition).value(name) != value for edition in load_parameters())
    }
    assert {*load_probe_set().altered} == several, "rrc mutants --probes chooses them anew"


def test_the_file_is_as_the_command_writes_it() -> None:
    assert probes_text(load_probe_set()) == FILE.read_text(encoding="utf-8")


SOME = sorted(load_probe_set().altered.items())[::12]


@pytest.mark.parametrize(("change", "altered"), SOME, ids=[one[0][0] for one in SOME])
def test_a_change_alters_what_the_file_says(
    change: tuple[str, str], altered: frozenset[str]
) -> None:
    found = set()
    for edition in load_parameters():
        as_is = Model(edition)
        changed = as_is.changed(*change)
        if changed != as_is:
            one, other = as_is.engine(CANON), changed.engine(CANON)
            found |= {
                probe.name
                for probe in chosen_probes(CORPUS)
                if seen(probe, one) != seen(probe, other)
            }
    assert found == altered


# --- choosing -----------------------------------------------------------------------------------


def test_few_probes_are_chosen_that_tell_all_changes_apart() -> None:
    as_is, one, other = (Model(CANON, changes) for changes in ((), (("a", "1"),), (("b", "1"),)))
    changed = {
        as_is: {},
        one: {"both": X, "dear": X},
        other: {"both": X, "last": X, "dear": X},
    }
    chosen = chosen_from(changed, {"both": 1, "last": 1, "dear": 2}, cover=1)
    assert chosen == ["both", "last"]
    everything = ["both", "dear", "last"]
    assert chosen_from(changed, dict.fromkeys(everything, 1), cover=3) == everything
