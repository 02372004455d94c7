"""What becomes of the lines that come through a channel."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from conformance.engines.messages import ChannelEngine, decoded
from conformance.engines.protocol import (
    EngineBrokeProtocol,
    EngineCrashed,
    EngineErrored,
    EngineFailure,
    EngineGaveUp,
    Invalid,
    Json,
    Refused,
    Settled,
    Unsupported,
)
from conformance.engines.reference import ReferenceEngine
from conformance.engines.server import Desk

NEW = ("rr-canon-2025-11", "square8", 2)


class Wire:
    """A channel to a desk in this process; what is planned is sent in place of its answers."""

    def __init__(self, *planned: bytes | EngineFailure | Callable[[bytes], bytes]) -> None:
        self.planned = iter(planned)
        self.desk = Desk(ReferenceEngine())
        self.asked: list[dict[str, Any]] = []
        self.closed = 0

    def exchange(self, line: bytes, command: str) -> bytes:
        self.asked.append(json.loads(line))
        answer = self.desk.answer(line)
        plan = next(self.planned, honest)
        if isinstance(plan, EngineFailure):
            raise plan
        return plan if isinstance(plan, bytes) else plan(answer)

    def evidence(self) -> str:
        return "what it said"

    def close(self) -> None:
        self.closed += 1


def honest(answer: bytes) -> bytes:
    return answer


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b"\xff", "not UTF-8"),
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"{} {}", "not JSON"),
        (b'{"seq":' + b"9" * 5000 + b"}", "not JSON"),
        (b'{"seq":NaN}', "not finite"),
        (b'{"seq":-Infinity}', "not finite"),
        (b"[]", "not an object"),
        (b'"seq"', "not an object"),
        (b"null", "not an object"),
    ],
)
def test_what_is_no_object_is_refused_by_its_name(raw: bytes, kind: str) -> None:
    with pytest.raises(EngineBrokeProtocol) as caught:
        decoded(raw)
    assert caught.value.kind == kind


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (b'{"seq":7,"moves":[]}', "wrong seq"),
        (b'{"moves":[]}', "wrong seq"),
        (b'{"seq":true,"moves":[]}', "wrong seq"),
        (b'{"seq":"3","moves":[]}', "wrong seq"),
        (b'{"seq":3}', "wrong form"),
        (b'{"seq":3,"moves":[],"news":0}', "wrong form"),
    ],
)
def test_a_reply_belongs_to_its_request_and_has_its_form(reply: bytes, kind: str) -> None:
    wire = Wire(honest, honest, reply)
    engine = ChannelEngine(wire)
    engine.hello()
    engine.new(*NEW)
    with pytest.raises(EngineBrokeProtocol) as caught:
        engine.legal()
    assert (caught.value.kind, caught.value.evidence) == (kind, "what it said")
    assert wire.closed == 1


def test_answers_are_those_of_the_engine_at_the_other_end() -> None:
    engine, direct = ChannelEngine(Wire()), ReferenceEngine()
    assert engine.hello() == direct.hello()
    assert engine.new(*NEW) == direct.new(*NEW)
    assert engine.legal() == direct.legal()
    moves: list[Json] = [{"type": "place_ring", "at": "3,3", "count": 2}, {"type": "skip_capture"}]
    assert engine.play(moves, every=True) == direct.play(moves, every=True)
    assert isinstance(engine.play(moves[:1]), Refused)
    assert isinstance(direct.play(moves[:1]), Refused)
    assert engine.state() == direct.state()
    state = direct.state()
    assert engine.load(state) == direct.load(state) == Settled(state)
    assert isinstance(engine.load({**state, "hand": {}}), Invalid)
    assert isinstance(engine.new("of tomorrow", "square8", 2), Unsupported)


def test_hello_is_asked_once() -> None:
    wire = Wire()
    engine = ChannelEngine(wire)
    engine.hello()
    engine.hello()
    assert [one["cmd"] for one in wire.asked] == ["hello"]


def test_seq_grows_by_one() -> None:
    wire = Wire()
    engine = ChannelEngine(wire)
    engine.hello()
    engine.new(*NEW)
    engine.legal()
    assert [one["seq"] for one in wire.asked] == [1, 2, 3]


def test_a_session_is_repeated_in_every_later_request() -> None:
    def with_session(answer: bytes) -> bytes:
        return json.dumps({**json.loads(answer), "session": "abc"}).encode()

    wire = Wire(with_session)
    engine = ChannelEngine(wire)
    engine.hello()
    engine.new(*NEW)
    assert [one.get("session") for one in wire.asked] == [None, "abc"]


def test_an_engine_that_says_that_it_failed_lives_on() -> None:
    wire = Wire()
    engine = ChannelEngine(wire)
    engine.hello()
    with pytest.raises(EngineErrored, match="legal: no game has begun"):
        engine.legal()
    engine.new(*NEW)
    assert wire.closed == 0
    assert [one["seq"] for one in wire.asked] == [1, 2, 3]


def test_an_engine_that_was_lost_is_greeted_again_before_the_next_request() -> None:
    wire = Wire(honest, EngineCrashed("gone"))
    engine = ChannelEngine(wire)
    engine.hello()
    with pytest.raises(EngineCrashed) as caught:
        engine.new(*NEW)
    assert caught.value.evidence == "what it said"
    assert isinstance(engine.new(*NEW), Settled)
    assert [(one["seq"], one["cmd"]) for one in wire.asked] == [
        (1, "hello"),
        (2, "new"),
        (1, "hello"),
        (2, "new"),
    ]


def test_an_engine_that_is_lost_too_often_is_given_up() -> None:
    wire = Wire(honest, *[EngineCrashed("gone")] * 9)
    engine = ChannelEngine(wire, restarts=2)
    engine.hello()
    for _ in range(3):
        with pytest.raises(EngineCrashed):
            engine.new(*NEW)
    for _ in range(2):
        with pytest.raises(EngineGaveUp):
            engine.new(*NEW)
    assert [one["cmd"] for one in wire.asked] == ["hello", "new", "hello", "hello"]


def test_an_engine_that_never_said_hello_is_not_begun_again_for_ever() -> None:
    engine = ChannelEngine(Wire(*[EngineCrashed("gone")] * 9), restarts=1)
    for expected in (EngineCrashed, EngineCrashed, EngineGaveUp):
        with pytest.raises(expected):
            engine.hello()


def test_an_engine_that_was_lost_and_errs_at_hello_is_lost_again() -> None:
    no = b'{"seq":1,"error":{"message":"no"}}'
    wire = Wire(honest, EngineCrashed("gone"), no, no)
    engine = ChannelEngine(wire, restarts=2)
    engine.hello()
    for expected in (EngineCrashed, EngineErrored, EngineErrored, EngineGaveUp):
        with pytest.raises(expected):
            engine.new(*NEW)


def test_an_engine_that_is_another_when_begun_again_breaks_the_protocol() -> None:
    def renamed(answer: bytes) -> bytes:
        return answer.replace(b'"reference"', b'"chameleon"')

    engine = ChannelEngine(Wire(honest, EngineCrashed("gone"), renamed))
    engine.hello()
    with pytest.raises(EngineCrashed):
        engine.new(*NEW)
    with pytest.raises(EngineBrokeProtocol) as caught:
        engine.new(*NEW)
    assert caught.value.kind == "another hello"


def test_play_may_be_unsupported_and_is_then_a_failure() -> None:
    engine = ChannelEngine(Wire(honest, honest, b'{"seq":3,"unsupported":{"reason":"no"}}'))
    engine.hello()
    engine.new(*NEW)
    with pytest.raises(EngineErrored, match="play: unsupported: no"):
        engine.play([])
