"""The desk answers every request, and whatever else it is given."""

import io
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.documents import named_validator
from conformance.engines.messages import MAX_BYTES
from conformance.engines.protocol import EngineErrored, Json, Refused, Settled
from conformance.engines.reference import ReferenceEngine
from conformance.engines.server import MAX_SESSIONS, Desk, Sessions, serve_stdio
from conformance.engines.transcript import CAPTURE, CORNER

NEW = {"cmd": "new", "edition": "rr-canon-2025-11", "board": "square8", "players": 2}
PLACE = {"type": "place_ring", "at": "3,3", "count": 2}


def asked(desk: Desk, **request: Any) -> Json:
    """A reply that has the form of the protocol."""
    raw = desk.answer(json.dumps({"seq": 5, **request}).encode())
    reply: Json = json.loads(raw)
    named_validator(f"protocol/reply-{request['cmd']}").validate(reply)
    assert reply["seq"] == 5
    return reply


@pytest.fixture
def desk() -> Desk:
    return Desk(ReferenceEngine())


def test_hello_says_what_the_engine_is(desk: Desk) -> None:
    reply = asked(desk, cmd="hello", protocol=1)
    assert reply["engine"]["name"] == "reference"
    assert reply["operations"] == ["new", "load", "legal", "play", "state"]


def test_moves_are_told_where_they_are_asked_for(desk: Desk) -> None:
    assert "moves" not in asked(desk, **NEW)
    assert len(asked(desk, **NEW, legal=True)["moves"]) == 64 * 3
    assert len(asked(desk, cmd="legal")["moves"]) == 64 * 3
    assert "moves" in asked(desk, cmd="load", state=CORNER, legal=True)
    assert "moves" in asked(desk, cmd="play", moves=[CAPTURE], legal=True)


def test_play_tells_the_last_state_and_with_every_all_of_them(desk: Desk) -> None:
    asked(desk, **NEW)
    reply = asked(desk, cmd="play", moves=[PLACE], every=True)
    assert reply["states"] == [reply["state"]]
    assert "states" not in asked(desk, cmd="play", moves=[])
    assert asked(desk, cmd="state")["state"] == reply["state"]


def test_play_stops_at_the_first_illegal_move(desk: Desk) -> None:
    asked(desk, **NEW)
    reply = asked(desk, cmd="play", moves=[PLACE, {"type": "skip_capture"}, PLACE], every=True)
    assert reply["played"] == 1
    assert reply["illegal"]["move"] == {"type": "skip_capture"}
    assert reply["states"] == [reply["state"]]


def test_a_position_that_cannot_be_is_invalid_and_changes_nothing(desk: Desk) -> None:
    asked(desk, **NEW)
    before = asked(desk, cmd="state")
    reply = asked(desk, cmd="load", state={**CORNER, "hand": {"1": 3, "2": 0}})
    assert len(reply["invalid"]["faults"]) == 1
    assert asked(desk, cmd="state") == before


def test_another_game_is_unsupported(desk: Desk) -> None:
    reply = asked(desk, **{**NEW, "edition": "of tomorrow"})
    assert "of tomorrow" in reply["unsupported"]["reason"]


def test_bye_ends(desk: Desk) -> None:
    assert asked(desk, cmd="bye") == {"seq": 5}
    assert desk.is_over


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "not JSON"),
        (b"\xff", "not JSON"),
        (b"nonsense", "not JSON"),
        (b'{"seq":1,"cmd":NaN}', "not JSON: NaN"),
        ("{}".encode("utf-16"), "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not an object"),
        (b"{}", "seq: None: expected an integer"),
        (b'{"seq":"1","cmd":"legal"}', "seq: '1': expected an integer"),
        (b'{"seq":true,"cmd":"legal"}', "seq: True: expected an integer"),
        (b'{"seq":1}', "cmd: None: expected one of hello, new"),
        (b'{"seq":1,"cmd":"fly"}', "cmd: 'fly': expected one of hello, new"),
        (b'{"seq":1,"cmd":["new"]}', "cmd: ['new']: expected one of hello, new"),
        (b'{"seq":1,"cmd":"hello"}', "protocol: None: expected 1"),
        (b'{"seq":1,"cmd":"hello","protocol":2}', "protocol: 2: expected 1"),
        (b'{"seq":1,"cmd":"hello","protocol":true}', "protocol: True: expected 1"),
        (b'{"seq":1,"cmd":"hello","protocol":1.0}', "protocol: 1.0: expected 1"),
        (b'{"seq":1,"cmd":"new","edition":7}', "edition: 7: expected text"),
        (b'{"seq":1,"cmd":"new","edition":"x"}', "board: missing"),
        (b'{"seq":1,"cmd":"load"}', "state: missing"),
        (b'{"seq":1,"cmd":"load","state":[]}', "state: []: expected an object"),
        (b'{"seq":1,"cmd":"play"}', "moves: missing"),
        (b'{"seq":1,"cmd":"play","moves":{}}', "moves: {}: expected a list"),
        (b'{"seq":1,"cmd":"play","moves":[7]}', "moves: expected a list of moves"),
        (b'{"seq":1,"cmd":"legal"}', "no game has begun"),
        (b'{"seq":1,"cmd":"state"}', "no game has begun"),
    ],
)
def test_a_request_that_is_none_gets_an_error_that_says_why(
    desk: Desk, raw: bytes, words: str
) -> None:
    reply = json.loads(desk.answer(raw))
    assert reply["error"]["message"].startswith(words)
    named_validator("protocol/reply").validate(reply)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)
commands = st.sampled_from(["hello", "new", "load", "legal", "play", "state"])
names = st.sampled_from(
    ["protocol", "edition", "board", "players", "state", "moves", "legal", "every"]
)
damaged_states = st.dictionaries(st.sampled_from([*CORNER, "standing", "result"]), json_values).map(
    lambda changes: {**CORNER, **changes}
)
moves = st.fixed_dictionaries(
    {"type": st.sampled_from(["place_ring", "move_stack", "process_line"]) | json_values},
    optional=dict.fromkeys(("at", "count", "from", "to", "cells"), json_values),
)


def answered(desk: Desk, raw: bytes) -> Json:
    line = desk.answer(raw)
    assert b"\n" not in line
    reply: Json = json.loads(line)
    assert type(reply["seq"]) is int
    return reply


def is_finite(value: Any) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True


@given(st.binary(max_size=200))
def test_arbitrary_bytes_get_an_error(raw: bytes) -> None:
    answered(Desk(ReferenceEngine()), raw)


@given(st.dictionaries(names, json_values), commands | json_values, st.integers() | json_values)
def test_arbitrary_objects_get_a_reply(fields: Json, command: Any, seq: Any) -> None:
    desk = Desk(ReferenceEngine())
    desk.carry_out(NEW)
    answered(desk, json.dumps({**fields, "cmd": command, "seq": seq}).encode())


@given(damaged_states | st.dictionaries(st.text(max_size=6), json_values))
def test_arbitrary_positions_get_a_reply(state: Json) -> None:
    desk = Desk(ReferenceEngine())
    if is_finite(state):
        reply = answered(desk, json.dumps({"seq": 1, "cmd": "load", "state": state}).encode())
        assert {"state", "invalid"} & reply.keys()


@given(st.lists(moves, max_size=3), st.booleans())
def test_arbitrary_moves_get_a_reply(played: list[Json], every: bool) -> None:
    desk = Desk(ReferenceEngine())
    desk.carry_out(NEW)
    if is_finite(played):
        raw = json.dumps({"seq": 1, "cmd": "play", "moves": played, "every": every}).encode()
        assert "state" in answered(desk, raw)


class Raises(ReferenceEngine):
    """Raises, or answers what is no JSON."""

    def legal(self) -> list[Json]:
        raise ZeroDivisionError("no such ring")

    def state(self) -> Json:
        return {"stacks": {1, 2}}

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        raise EngineErrored("not today")


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"cmd": "legal"}, "ZeroDivisionError: no such ring"),
        ({"cmd": "state"}, "the answer is not JSON: Object of type set is not JSON serializable"),
        ({"cmd": "play", "moves": []}, "not today"),
    ],
)
def test_whatever_an_engine_does_there_is_a_reply(request_: Json, message: str) -> None:
    reply = json.loads(Desk(Raises()).answer(json.dumps({"seq": 1, **request_}).encode()))
    assert reply == {"seq": 1, "error": {"message": message}}


class Rambles(ReferenceEngine):
    """Answers at greater length than the protocol allows."""

    def state(self) -> Json:
        return {"stacks": "x" * MAX_BYTES}

    def legal(self) -> list[Json]:
        raise EngineErrored("x" * MAX_BYTES)


@pytest.mark.parametrize("command", ["state", "legal"])
def test_an_answer_that_is_too_long_is_an_error(command: str) -> None:
    raw = Desk(Rambles()).answer(json.dumps({"seq": 7, "cmd": command}).encode())
    assert json.loads(raw) == {
        "seq": 7,
        "error": {"message": "the answer is more than 4 MiB"},
    }


# --- on standard input and output ---------------------------------------------------------------


class Watched(ReferenceEngine):
    """Knows whether it was closed."""

    closed = 0

    def close(self) -> None:
        super().close()
        self.closed += 1


def served(source: bytes) -> tuple[list[Json], Watched]:
    engine, sink = Watched(), io.BytesIO()
    serve_stdio(lambda: engine, io.BytesIO(source), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()], engine


def test_lines_are_answered_in_order_until_goodbye() -> None:
    replies, engine = served(
        b'{"seq":1,"cmd":"hello","protocol":1}\n\n  \nnonsense\n{"seq":2,"cmd":"bye"}\n{"seq":3}\n'
    )
    assert [(one["seq"], "error" in one) for one in replies] == [(1, False), (0, True), (2, False)]
    assert engine.closed == 1


def test_the_end_of_the_input_is_goodbye_too() -> None:
    replies, engine = served(b'{"seq":1,"cmd":"hello","protocol":1}')
    assert [one["seq"] for one in replies] == [1]
    assert engine.closed == 1


def test_a_line_that_is_too_long_is_refused_and_ends() -> None:
    replies, engine = served(b" " * (MAX_BYTES + 1) + b'\n{"seq":1,"cmd":"bye"}\n')
    assert [one["error"]["message"] for one in replies] == ["a request of more than 4 MiB"]
    assert engine.closed == 1


def test_a_line_of_just_the_bound_is_taken() -> None:
    hello = b'{"seq":1,"cmd":"hello","protocol":1}'
    replies, _ = served(hello + b" " * (MAX_BYTES - len(hello)) + b"\n")
    assert replies[0]["protocol"] == 1


# --- sessions -----------------------------------------------------------------------------------


def said(sessions: Sessions, **request: Any) -> Json:
    reply: Json = json.loads(sessions.answer(json.dumps({"seq": 1, **request}).encode()))
    return reply


def opened() -> tuple[Sessions, list[Watched], Callable[[], str]]:
    engines: list[Watched] = []

    def factory() -> Watched:
        engines.append(Watched())
        return engines[-1]

    sessions = Sessions(factory)
    return sessions, engines, lambda: str(said(sessions, cmd="hello", protocol=1)["session"])


def test_sessions_are_separate() -> None:
    sessions, _, begin = opened()
    one, two = begin(), begin()
    said(sessions, **NEW, session=one)
    said(sessions, **NEW, session=two)
    said(sessions, cmd="play", moves=[PLACE], session=one)
    assert said(sessions, cmd="state", session=one)["state"]["stacks"] == {"3,3": [1, 1]}
    assert said(sessions, cmd="state", session=two)["state"]["stacks"] == {}


@pytest.mark.parametrize("session", [None, "unknown", 7, ["x"]])
def test_an_unknown_session_gets_an_error(session: Any) -> None:
    sessions, _, _ = opened()
    reply = said(sessions, cmd="legal", session=session)
    assert reply["seq"] == 1
    assert reply["error"]["message"].startswith("session: unknown")


def test_goodbye_ends_a_session_and_closes_its_engine() -> None:
    sessions, engines, begin = opened()
    name = begin()
    assert said(sessions, cmd="bye", session=name) == {"seq": 1}
    assert engines[0].closed == 1
    assert "error" in said(sessions, cmd="legal", session=name)


def test_a_hello_that_fails_opens_no_session() -> None:
    sessions, engines, _ = opened()
    assert "session" not in said(sessions, cmd="hello", protocol=2)
    assert engines[0].closed == 1
    assert not sessions.desks


def test_the_oldest_session_makes_room() -> None:
    sessions, engines, begin = opened()
    names = [begin() for _ in range(MAX_SESSIONS + 1)]
    assert [engine.closed for engine in engines] == [1] + MAX_SESSIONS * [0]
    assert "error" in said(sessions, cmd="state", session=names[0])
    sessions.end_all()
    assert all(engine.closed == 1 for engine in engines)


@given(st.binary(max_size=100) | json_values.map(lambda value: json.dumps(value).encode()))
def test_arbitrary_bytes_to_the_sessions_get_an_error(raw: bytes) -> None:
    assert "error" in json.loads(opened()[0].answer(raw))
