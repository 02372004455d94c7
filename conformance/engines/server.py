"""An engine of ours behind the protocol: on standard input and output, or on HTTP."""

import json
import secrets
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import IO, Any, NoReturn, TypeVar

from conformance.engines.messages import MAX_BYTES, VERSION
from conformance.engines.protocol import Engine, EngineFailure, Invalid, Json, Refused, Unsupported
from conformance.errors import UserError

MAX_SESSIONS = 64
PATIENCE = 1.0
UNKNOWN = "session: unknown: expected the one of the hello reply"
TOO_LONG = "a request of more than 4 MiB"
TOO_LONG_ANSWER = "the answer is more than 4 MiB"
KINDS = {str: "text", int: "an integer", dict: "an object", list: "a list"}
Factory = Callable[[], Engine]
T = TypeVar("T")


class BadRequest(Exception):
    """A request that is none."""


class Desk:
    """Answers the requests of one client, one after the other."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_over = False

    def answer(self, raw: bytes) -> bytes:
        """The reply to a line."""
        return written(self.reply(raw))

    def reply(self, raw: bytes) -> Json:
        """The reply to a line, whatever it holds."""
        try:
            request = parsed(raw)
        except BadRequest as error:
            return failed(0, str(error))
        return self.reply_to(request)

    def reply_to(self, request: Json) -> Json:
        """The reply to a request, whatever it holds and whatever the engine does."""
        seq = request.get("seq")
        if type(seq) is not int:
            return failed(0, f"seq: {seq!r:.60}: expected an integer")
        try:
            return {"seq": seq, **self.carry_out(request)}
        except BadRequest as error:
            return failed(seq, str(error))
        except EngineFailure as failure:
            return failed(seq, failure.message)
        except Exception as error:  # noqa: BLE001 - an engine in this process may raise anything
            return failed(seq, f"{type(error).__name__}: {error}")

    def carry_out(self, request: Json) -> Json:
        """Do what a request asks for."""
        match request.get("cmd"):
            case "hello":
                return self.hello(request)
            case "new":
                edition, board = field(request, "edition", str), field(request, "board", str)
                players = field(request, "players", int)
                return self.settled(self.engine.new(edition, board, players), request)
            case "load":
                state = field(request, "state", dict)
                return self.settled(self.engine.load(state), request)
            case "legal":
                return {"moves": self.engine.legal()}
            case "play":
                return self.play(request)
            case "state":
                return {"state": self.engine.state()}
            case "bye":
                self.is_over = True
                return {}
            case other:
                known = "hello, new, load, legal, play, state, bye"
                raise BadRequest(f"cmd: {other!r:.60}: expected one of {known}")

    def hello(self, request: Json) -> Json:
        """Say what the engine is."""
        version = request.get("protocol")
        if type(version) is not int or version != VERSION:
            raise BadRequest(f"protocol: {version!r:.60}: expected {VERSION}")
        said = self.engine.hello()
        return {
            "protocol": VERSION,
            "engine": {"name": said.name, "version": said.version, "language": said.language},
            "editions": [*said.editions],
            "boards": [*said.boards],
            "players": [*said.players],
            "operations": [*said.operations],
        }

    def settled(self, answer: Any, request: Json) -> Json:
        """The reply to new and load."""
        if isinstance(answer, Invalid):
            return {"invalid": {"faults": [*answer.faults]}}
        if isinstance(answer, Unsupported):
            return {"unsupported": {"reason": answer.reason}}
        return {"state": answer.state, **self.listed(request)}

    def listed(self, request: Json) -> Json:
        """The moves, where they are asked for."""
        return {"moves": self.engine.legal()} if request.get("legal") is True else {}

    def play(self, request: Json) -> Json:
        """The reply to play."""
        moves = field(request, "moves", list)
        if not all(isinstance(move, dict) for move in moves):
            raise BadRequest("moves: expected a list of moves")
        every = request.get("every") is True
        answer = self.engine.play(moves, every=every)
        states: Json = {"states": [*answer.states]} if every else {}
        if isinstance(answer, Refused):
            illegal: Json = {"move": answer.move, "reason": answer.reason}
            if answer.clause is not None:
                illegal["clause"] = answer.clause
            return {"played": answer.played, "illegal": illegal, "state": answer.state, **states}
        return {"state": answer.state, **states, **self.listed(request)}


def written(reply: Json) -> bytes:
    """A reply as it is sent."""
    try:
        line = _ENCODER.encode(reply).encode()
    except (TypeError, ValueError, RecursionError) as error:
        return written(failed(reply["seq"], f"the answer is not JSON: {error}"))
    return line if len(line) <= MAX_BYTES else written(failed(reply["seq"], TOO_LONG_ANSWER))


def failed(seq: int, message: str) -> Json:
    """The reply that says that something failed."""
    return {"seq": seq, "error": {"message": message}}


def parsed(raw: bytes) -> Json:
    """The object of a request."""
    try:
        request = _DECODER.decode(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"not JSON: {error}") from None
    if not isinstance(request, dict):
        raise BadRequest("not an object")
    return request


def _refuse_constant(name: str) -> NoReturn:
    raise BadRequest(f"not JSON: {name}")


# Made once: json.loads and json.dumps make a new one for every message that is not plain.
_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def field(request: Json, name: str, kind: type[T]) -> T:
    """A field that a request must have."""
    if name not in request:
        raise BadRequest(f"{name}: missing")
    value: Any = request[name]
    if type(value) is not kind:
        raise BadRequest(f"{name}: {value!r:.60}: expected {KINDS[kind]}")
    return value


def serve_stdio(factory: Factory, source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer line by line, until goodbye or the end of the input."""
    desk = Desk(factory())
    try:
        while not desk.is_over and (line := source.readline(MAX_BYTES + 2)):
            is_too_long = len(line.rstrip(b"\n")) > MAX_BYTES
            if is_too_long:
                sink.write(written(failed(0, TOO_LONG)) + b"\n")
            elif line.strip():
                sink.write(desk.answer(line) + b"\n")
            sink.flush()
            if is_too_long:
                return
    finally:
        desk.engine.close()


class Sessions:
    """The games of all clients of an HTTP server; the oldest makes room for a new one."""

    def __init__(self, factory: Factory) -> None:
        self.factory = factory
        self.desks: OrderedDict[str, tuple[Desk, Lock]] = OrderedDict()
        self.lock = Lock()

    def open(self) -> str:
        """Begin a session."""
        name = secrets.token_urlsafe(16)
        desk = Desk(self.factory())
        with self.lock:
            self.desks[name] = (desk, Lock())
            old = self.desks.popitem(last=False)[1] if len(self.desks) > MAX_SESSIONS else None
        if old is not None:
            self._close(*old)
        return name

    def find(self, name: Any) -> tuple[Desk, Lock]:
        """A session that has begun."""
        with self.lock:
            found = self.desks.get(name) if isinstance(name, str) else None
            if found is not None:
                self.desks.move_to_end(name)
        if found is None:
            raise BadRequest(UNKNOWN)
        return found

    def end(self, name: str) -> None:
        """End a session."""
        with self.lock:
            found = self.desks.pop(name, None)
        if found is not None:
            self._close(*found)

    def _close(self, desk: Desk, lock: Lock) -> None:
        """Close an engine when it has answered, or when it takes too long to."""
        is_free = lock.acquire(timeout=PATIENCE)
        try:
            desk.is_over = True
            desk.engine.close()
        finally:
            if is_free:
                lock.release()

    def end_all(self) -> None:
        """End every session."""
        for name in [*self.desks]:
            self.end(name)

    def answer(self, raw: bytes) -> bytes:
        """The reply to a request of any client."""
        try:
            request = parsed(raw)
        except BadRequest as error:
            return written(failed(0, str(error)))
        opened = self.open() if request.get("cmd") == "hello" else None
        name = opened or request.get("session")
        try:
            desk, lock = self.find(name)
        except BadRequest as error:
            seq = request.get("seq")
            return written(failed(seq if type(seq) is int else 0, str(error)))
        with lock:
            # It may have ended while this request waited.
            reply = failed(0, UNKNOWN) if desk.is_over else desk.reply_to(request)
        if opened is not None and "error" not in reply:
            reply["session"] = opened
        elif opened is not None or desk.is_over:
            self.end(str(name))
        return written(reply)


class ProtocolServer(ThreadingHTTPServer):
    """A server that ends the engines of its sessions when it ends."""

    def __init__(
        self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler], sessions: Sessions
    ) -> None:
        self.sessions = sessions
        super().__init__(address, handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away in the middle is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def server_close(self) -> None:
        """Stop listening, and end what was opened."""
        super().server_close()
        self.sessions.end_all()


def http_server(
    factory: Factory, host: str, port: int, metrics: Callable[[], str] | None = None,
    observe: Callable[[float], None] = lambda _: None,
) -> ProtocolServer:  # fmt: skip
    """A server that answers POST with the protocol, and GET /metrics where there are any."""
    sessions = Sessions(factory)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 60
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if not (length.isascii() and length.isdecimal()):
                self._refuse(411, "Content-Length: expected")
                return
            if len(length) > 9 or int(length) > MAX_BYTES:
                self._refuse(413, TOO_LONG)
                return
            begin = time.perf_counter()
            self._send(200, sessions.answer(self.rfile.read(int(length))))
            observe(time.perf_counter() - begin)

        def do_GET(self) -> None:
            if self.path == "/metrics" and metrics is not None:
                self._send(200, metrics().encode(), "text/plain; version=0.0.4")
            else:
                self._send(404, written(failed(0, "expected POST")))

        def _refuse(self, status: int, message: str) -> None:
            """Answer, and go: what follows is the body, and no request."""
            self.close_connection = True
            self._send(status, written(failed(0, message)))

        def _send(self, status: int, body: bytes, kind: str = "application/json") -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Say nothing: standard error belongs to the program."""

    try:
        return ProtocolServer((host, port), Handler, sessions)
    except (OSError, OverflowError) as error:
        raise UserError(f"{host}:{port}: {getattr(error, 'strerror', None) or error}") from None
