"""An engine behind HTTP is judged as in process, and a bad server is no riddle."""

import http.client
import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from conformance.certify import session
from conformance.certify.run import Plan
from conformance.certify.selection import Selection
from conformance.editions import CANON
from conformance.engines.http import HttpChannel, HttpEngine
from conformance.engines.messages import MAX_BYTES
from conformance.engines.protocol import (
    Engine,
    EngineBrokeProtocol,
    EngineCrashed,
    EngineFailure,
    EngineGaveUp,
    EngineTimedOut,
)
from conformance.engines.reference import ReferenceEngine
from conformance.engines.server import ProtocolServer, http_server
from conformance.engines.shadow import Counters
from conformance.errors import UserError
from tests.conformance.certify.wrong_engines import BROKEN
from tests.conformance.written import corpus, without

NEW = (CANON, "square8", 2)
BOUND = 30.0
COUNTERS = Counters()


@contextmanager
def serving(factory: Callable[[], Engine]) -> Iterator[ProtocolServer]:
    server = http_server(factory, "127.0.0.1", 0, COUNTERS.prometheus, COUNTERS.observe)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def server() -> Iterator[ProtocolServer]:
    with serving(ReferenceEngine) as found:
        yield found


def address(server: ProtocolServer) -> str:
    return f"http://127.0.0.1:{server.server_port}"


def ask(
    server: ProtocolServer, method: str, path: str, length: str | None = None, body: bytes = b""
) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=BOUND)
    connection.putrequest(method, path)
    if length is not None:
        connection.putheader("Content-Length", length)
    connection.endheaders(body)
    response = connection.getresponse()
    found = response.status, response.read()
    connection.close()
    return found


@pytest.mark.parametrize("factory", [ReferenceEngine, BROKEN["lands_one_short"].open])
def test_the_verdicts_are_those_of_the_same_engine_in_process(
    factory: Callable[[], Engine], tmp_path: Path
) -> None:
    hello = factory().hello()
    plan = Plan("engine", CANON, tuple(corpus()), Selection().as_json())
    with serving(factory) as server:
        there = session.certify(plan, lambda: HttpEngine(address(server)), hello, tmp_path / "http")
    here = session.certify(plan, factory, hello, tmp_path / "here")
    assert [without(line, "seconds") for line in there.verdicts] == [
        without(line, "seconds") for line in here.verdicts
    ]


def test_clients_have_games_of_their_own(server: ProtocolServer) -> None:
    one, two = HttpEngine(address(server)), HttpEngine(address(server))
    for engine in (one, two):
        engine.hello()
        engine.new(*NEW)
    one.play([{"type": "place_ring", "at": "3,3", "count": 2}])
    assert two.state()["stacks"] == {}
    assert one.state()["stacks"] == {"3,3": [1, 1]}
    one.close()
    two.close()


def test_a_session_that_ended_is_unknown(server: ProtocolServer) -> None:
    engine = HttpEngine(address(server))
    engine.hello()
    name = engine.session
    engine.close()
    body = json.dumps({"seq": 4, "cmd": "state", "session": name}).encode()
    status, reply = ask(server, "POST", "/", str(len(body)), body)
    assert status == 200
    assert json.loads(reply)["error"]["message"].startswith("session: unknown")


@pytest.mark.parametrize(
    ("length", "status"),
    [
        (str(MAX_BYTES + 1), 413),
        ("9" * 5000, 413),
        ("x", 411),
        ("-1", 411),
        ("\xb2", 411),
        (None, 411),
    ],
)
def test_a_request_of_no_length_or_too_much_is_refused(
    server: ProtocolServer, length: str | None, status: int
) -> None:
    found, reply = ask(server, "POST", "/", length)
    assert found == status
    assert "error" in json.loads(reply)


def test_metrics_are_told_and_nothing_else(server: ProtocolServer) -> None:
    engine = HttpEngine(address(server))
    engine.hello()
    engine.close()
    status, text = ask(server, "GET", "/metrics")
    assert status == 200
    assert b"# TYPE rules_parity_requests_total counter" in text
    assert f"rules_parity_requests_total {COUNTERS.requests}".encode() in text
    assert COUNTERS.requests >= 2
    assert ask(server, "GET", "/")[0] == 404


def test_a_server_that_ends_closes_the_engines_of_its_sessions() -> None:
    closed: list[bool] = []

    class Watched(ReferenceEngine):
        def close(self) -> None:
            closed.append(True)

    with serving(Watched) as server:
        HttpEngine(address(server)).hello()
        assert not closed
    assert closed == [True]


def test_a_port_that_is_taken_is_a_user_error(server: ProtocolServer) -> None:
    with pytest.raises(UserError, match="in use"):
        http_server(ReferenceEngine, "127.0.0.1", server.server_port)


@pytest.mark.parametrize(
    "name",
    [
        "http://",
        "http://:80",
        "http:nonsense",
        "ftp://x",
        "http://x:y",
        "http://x:99999",
        "http://[::1",
    ],
)
def test_an_address_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="expected http://HOST:PORT"):
        HttpEngine(name)


# --- servers that misbehave ---------------------------------------------------------------------


def read_request(connection: socket.socket) -> None:
    """Read it whole: what closes with bytes unread resets the connection, answer and all."""
    with connection.makefile("rb") as lines:
        length = 0
        for line in iter(lines.readline, b"\r\n"):
            if not line:
                return
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        lines.read(length)


@contextmanager
def answering(*answers: bytes, drip: float = 0.0) -> Iterator[str]:
    """A server that gives each connection the next of these answers, or none."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.05)
    over = threading.Event()

    def serve() -> None:
        left = list(answers)
        kept = []
        while not over.is_set():
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            read_request(connection)
            kept.append(connection)
            if not left:
                continue
            answer = left.pop(0)
            with suppress(OSError):  # the client may have gone
                for start in range(0, len(answer), 1 if drip else len(answer)):
                    connection.sendall(answer[start:] if not drip else answer[start : start + 1])
                    if over.wait(drip):
                        break
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        for connection in kept:
            connection.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        over.set()
        thread.join()
        listener.close()


OK = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b"


def failure(*answers: bytes, drip: float = 0.0, timeout: float = BOUND) -> EngineFailure:
    with answering(*answers, drip=drip) as where:
        engine = HttpEngine(where, timeout)
        start = time.monotonic()
        with pytest.raises(EngineFailure) as caught:
            engine.hello()
        engine.close()
        assert time.monotonic() - start < BOUND
    return caught.value


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (b"HTTP/1.1 500 Oops\r\nContent-Length: 4\r\n\r\noops", "HTTP status"),
        (OK % (2, b"[]"), "not an object"),
        (OK % (100, b'{"seq":1'), "partial line"),
        (OK % (MAX_BYTES + 9, b" " * (MAX_BYTES + 9)), "too long"),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b" " * (MAX_BYTES + 9), "too long"),
        (OK % (1 << 40, b" "), "too long"),
        (OK % (11, b'{"seq":NaN}'), "not finite"),
    ],
)
def test_a_bad_answer_breaks_the_protocol(answer: bytes, kind: str) -> None:
    found = failure(answer)
    assert isinstance(found, EngineBrokeProtocol)
    assert found.kind == kind


def test_a_request_whose_answer_had_begun_is_not_posted_again() -> None:
    posted = []

    def serve(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        for answer in (OK % (2, b"{}"), OK % (100, b"{")):
            read_request(connection)
            posted.append(answer)
            connection.sendall(answer)
        time.sleep(0.1)  # what was sent is to arrive before the reset
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,))
        thread.start()
        channel = HttpChannel(urlsplit(f"http://127.0.0.1:{listener.getsockname()[1]}"), BOUND)
        assert channel.exchange(b"{}", "hello") == b"{}"
        with pytest.raises(EngineCrashed):
            channel.exchange(b"{}", "play")
        thread.join()
        channel.close()
    assert len(posted) == 2


def test_what_is_no_http_at_all_has_crashed() -> None:
    assert isinstance(failure(b"SSH-2.0-x\r\n\r\n"), EngineCrashed)


def test_a_server_that_says_nothing_times_out() -> None:
    assert isinstance(failure(timeout=0.5), EngineTimedOut)


def test_a_server_that_sends_byte_after_byte_times_out_all_the_same() -> None:
    assert isinstance(failure(OK % (9, b"x" * 9), drip=0.1, timeout=0.5), EngineTimedOut)


def test_a_server_that_closes_a_connection_in_between_is_asked_again() -> None:
    with serving(ReferenceEngine) as server:
        engine = HttpEngine(address(server))
        engine.hello()
        channel = engine.channel
        connection = getattr(channel, "connection", None)
        assert connection is not None
        connection.sock.shutdown(socket.SHUT_RDWR)
        engine.new(*NEW)
        engine.close()
        assert engine.left == 5


def test_a_server_that_has_gone_is_given_up() -> None:
    with serving(ReferenceEngine) as server:
        engine = HttpEngine(address(server), restarts=1)
        engine.hello()
    engine.channel.close()
    for expected in (EngineCrashed, EngineCrashed, EngineGaveUp):
        with pytest.raises(expected):
            engine.new(*NEW)
    engine.close()
