"""The second engine of a pair is watched, and never heard."""

import copy
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from conformance.editions import CANON
from conformance.engines.names import engine_factory
from conformance.engines.process import ProcessEngine
from conformance.engines.protocol import EngineErrored, Json, Refused, Settled
from conformance.engines.reference import ReferenceEngine
from conformance.engines.shadow import Counters, ShadowEngine
from conformance.engines.transcript import CAPTURE, CORNER
from tests.conformance.certify.wrong_engines import BROKEN, UNRULY

NEW = (CANON, "square8", 2)
PLACE: Json = {"type": "place_ring", "at": "3,3", "count": 2}
SKIP: Json = {"type": "skip_capture"}


def shadow(second: Any, first: Any = None) -> ShadowEngine:
    return ShadowEngine(first or ReferenceEngine(), second, Counters())


def kinds(engine: ShadowEngine) -> list[tuple[str, str]]:
    return [(one.kind, one.request) for one in engine.differences]


def conversation(engine: Any) -> list[Any]:
    """What an engine answers to one of everything."""
    answers: list[Any] = []
    for ask in (
        engine.hello,
        lambda: engine.new(*NEW),
        engine.legal,
        lambda: engine.play([PLACE, SKIP], every=True),
        engine.state,
        lambda: engine.load(copy.deepcopy(CORNER)),
        lambda: engine.load({**CORNER, "hand": {}}),
        lambda: engine.load(copy.deepcopy(CORNER)),
        lambda: engine.play([CAPTURE]),
        engine.legal,
        lambda: engine.play([SKIP]),
        engine.state,
    ):
        try:
            answers.append(copy.deepcopy(ask()))
        except EngineErrored as failure:
            answers.append(failure.message)
    engine.close()
    return answers


def test_two_engines_of_one_mind_do_not_differ() -> None:
    engine = shadow(ReferenceEngine())
    assert conversation(engine) == conversation(ReferenceEngine())
    assert kinds(engine) == []
    assert engine.counters.requests == 11


SECONDS: dict[str, Any] = {
    **{name: wrong.open for name, wrong in BROKEN.items()},
    **{name: factory for name, (factory, _) in UNRULY.items() if name != "hangs"},
    "nothing at all": object,
}


@pytest.mark.parametrize("name", SECONDS)
def test_no_answer_is_changed_by_the_second_engine(name: str) -> None:
    assert conversation(shadow(SECONDS[name]())) == conversation(ReferenceEngine())


@pytest.mark.parametrize("name", ["raises", "exits", "nothing at all", "says_error"])
def test_a_second_engine_that_fails_is_counted_and_left_alone_until_the_next_game(
    name: str,
) -> None:
    engine = shadow(SECONDS[name]())
    engine.new(*NEW)
    engine.play([PLACE])
    engine.legal()
    assert [kind for kind, _ in kinds(engine)] == ["failure"]
    engine.new(*NEW)
    engine.play([PLACE])
    assert engine.counters.failures == 2


def test_a_second_engine_that_hangs_is_waited_for_only_within_its_time() -> None:
    # Says hello to nobody: the first request finds it hanging.
    second = ProcessEngine(f'{sys.executable} -c "import time; time.sleep(600)"', 0.3, restarts=1)
    engine = shadow(second)
    start = time.monotonic()
    for _ in range(5):
        assert isinstance(engine.new(*NEW), Settled)
        assert isinstance(engine.play([PLACE]), Settled)
    engine.close()
    assert time.monotonic() - start < 30
    assert [one.second for one in engine.differences][-1] == (
        "it failed too often and is not begun again"
    )


def test_another_list_of_moves_is_a_difference() -> None:
    class Forgets(ReferenceEngine):
        def legal(self) -> list[Json]:
            return super().legal()[1:]

    engine = shadow(Forgets())
    engine.new(*NEW)
    assert len(engine.legal()) == 64 * 3
    assert kinds(engine) == [("legal moves", "legal")]
    assert engine.counters.legal_moves == 1


def test_the_order_of_moves_is_none() -> None:
    class Reverses(ReferenceEngine):
        def legal(self) -> list[Json]:
            return super().legal()[::-1]

    engine = shadow(Reverses())
    engine.new(*NEW)
    engine.legal()
    assert kinds(engine) == []


def test_a_move_that_one_plays_and_the_other_refuses_is_a_difference_of_validity() -> None:
    class Refuses(ReferenceEngine):
        def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
            return Refused(0, moves[0], "not today", None, self.state())

    engine = shadow(Refuses())
    engine.new(*NEW)
    assert isinstance(engine.play([PLACE]), Settled)
    assert kinds(engine) == [("validity", "play")]
    assert engine.differences[0].second == "refused after 0: not today"
    engine.play([])
    assert engine.counters.validity == 1  # it is out of step


def test_a_position_that_one_takes_and_the_other_does_not_is_a_difference_of_validity() -> None:
    engine = shadow(UNRULY["refuses_positions"][0]())
    assert isinstance(engine.load(CORNER), Settled)
    assert kinds(engine) == [("validity", "load")]


def test_another_state_is_a_difference_and_another_progress_too() -> None:
    class Drifts(ReferenceEngine):
        def state(self) -> Json:
            told = super().state()
            return {**told, "markers": {**told["markers"], "7,0": 1}}

    engine = shadow(Drifts())
    engine.new(*NEW)
    assert kinds(engine) == [("state", "new"), ("S", "new")]
    assert (engine.counters.state_hash, engine.counters.s_invariant) == (1, 1)


def test_what_the_second_does_to_a_request_is_not_seen_by_the_first() -> None:
    engine = shadow(UNRULY["mutates_the_state_it_was_given"][0]())
    given = copy.deepcopy(CORNER)
    engine.load(given)
    assert given == CORNER


def test_where_the_first_fails_the_second_is_not_blamed() -> None:
    class Stumbles(ReferenceEngine):
        def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
            raise EngineErrored("not today")

    engine = shadow(ReferenceEngine(), Stumbles())
    engine.new(*NEW)
    with pytest.raises(EngineErrored):
        engine.play([PLACE])
    engine.state()
    assert kinds(engine) == []


def test_only_so_many_differences_are_kept_and_all_are_counted() -> None:
    engine = shadow(object())
    for _ in range(1005):
        engine.load(CORNER)
    assert len(engine.differences) == 1000
    assert engine.counters.failures == 1005


def test_the_counters_are_told_in_the_format_of_prometheus() -> None:
    counters = Counters()
    for seconds in (0.1, 0.2, 0.3):
        counters.observe(seconds)
    counters.count("validity")
    lines = counters.prometheus().splitlines()
    assert "rules_parity_validity_mismatch_total 1" in lines
    assert "rules_parity_request_seconds_count 3" in lines
    assert "rules_parity_request_seconds_sum 0.600000" in lines
    assert 'rules_parity_request_seconds{quantile="0.5"} 0.200000' in lines
    assert all(line.startswith("#") or len(line.split()) == 2 for line in lines)


def test_the_quantiles_of_nothing_are_zero() -> None:
    assert Counters().quantile(0.99) == 0.0


def test_a_pair_is_opened_by_name() -> None:
    engine = engine_factory("shadow:reference+literal")()
    assert engine.hello().name == "reference"
    assert isinstance(engine, ShadowEngine)
    before = replace(engine.counters, latencies=copy.copy(engine.counters.latencies))
    conversation(engine)
    assert engine.counters.failures == before.failures
