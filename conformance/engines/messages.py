"""The messages of the protocol: a channel carries them, and they become the answers of an engine.

How an engine can break the protocol on its way here, each with its own name:

    not UTF-8, not JSON, not finite, not an object, wrong seq, unasked line, partial line,
    too long, wrong form, another hello, HTTP status
"""

import json
from collections.abc import Sequence
from typing import Any, NoReturn, Protocol

from conformance.engines.protocol import (
    EngineBrokeProtocol,
    EngineCrashed,
    EngineErrored,
    EngineFailure,
    EngineGaveUp,
    EngineTimedOut,
    Hello,
    Invalid,
    Json,
    Refused,
    Settled,
    Unsupported,
)
from conformance.engines.shapes import fault_of

MAX_BYTES = 4 << 20
VERSION = 1
RESTARTS = 5


class Channel(Protocol):
    """What carries a request to an engine and its reply back."""

    def exchange(self, line: bytes, command: str) -> bytes:
        """Send one line, and wait for one."""
        ...

    def evidence(self) -> str:
        """What else is known of the engine, such as its standard error."""
        ...

    def close(self) -> None:
        """End the connection; the next request begins a new one."""
        ...


def decoded(raw: bytes) -> Json:
    """The object of a reply."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"the reply is not UTF-8 at byte {error.start}: {raw[:120]!r}"
        raise EngineBrokeProtocol("not UTF-8", message) from None
    try:
        reply = _DECODER.decode(text)
    except _NotFinite as error:
        message = f"the reply holds {error}, which is not JSON: {text[:120]}"
        raise EngineBrokeProtocol("not finite", message) from None
    except (ValueError, RecursionError) as error:
        message = f"the reply is not JSON ({error}): {text[:120]}"
        raise EngineBrokeProtocol("not JSON", message) from None
    if not isinstance(reply, dict):
        message = f"the reply is not an object: {text[:120]}"
        raise EngineBrokeProtocol("not an object", message)
    return reply


class _NotFinite(Exception):
    """A number that JSON does not have."""


def _refuse_constant(name: str) -> NoReturn:
    raise _NotFinite(name)


# Made once: json.loads and json.dumps make a new one for every message that is not plain.
_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


class ChannelEngine:
    """An engine at the other end of a channel. What was lost is begun again, but only so often."""

    keeps_time = True

    def __init__(self, channel: Channel, restarts: int = RESTARTS) -> None:
        self.channel = channel
        self.left = restarts
        self.is_lost = False
        self.seq = 0
        self.session: str | None = None
        self.greeting: Hello | None = None

    def hello(self) -> Hello:
        """Ask what it is; asked again, it is not bothered again."""
        if self.greeting is None:
            self.greeting = self._greeted()
        return self.greeting

    def new(self, edition: str, board: str, players: int) -> Settled | Unsupported:
        """Begin a new game."""
        reply = self.ask("new", edition=edition, board=board, players=players, legal=False)
        if "unsupported" in reply:
            return Unsupported(reply["unsupported"]["reason"])
        return Settled(reply["state"])

    def load(self, state: Json) -> Settled | Invalid | Unsupported:
        """Take up a position."""
        reply = self.ask("load", state=state, legal=False)
        if "invalid" in reply:
            return Invalid(tuple(reply["invalid"]["faults"]))
        if "unsupported" in reply:
            return Unsupported(reply["unsupported"]["reason"])
        return Settled(reply["state"])

    def legal(self) -> list[Json]:
        """List the legal moves."""
        moves: list[Json] = self.ask("legal")["moves"]
        return moves

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        """Play moves."""
        reply = self.ask("play", moves=[*moves], legal=False, every=every)
        states = tuple(reply.get("states", ()))
        if "unsupported" in reply:
            raise EngineErrored(f"play: unsupported: {reply['unsupported']['reason']}")
        if "illegal" in reply:
            illegal = reply["illegal"]
            return Refused(
                reply["played"],
                illegal["move"],
                illegal["reason"],
                illegal.get("clause"),
                reply["state"],
                states,
            )
        return Settled(reply["state"], states)

    def state(self) -> Json:
        """Tell the state."""
        state: Json = self.ask("state")["state"]
        return state

    def close(self) -> None:
        """End it."""
        self.channel.close()

    def ask(self, command: str, **fields: Any) -> Json:
        """Send a request and return its reply, if it is one. What was lost is begun again first."""
        if self.is_lost:
            self._begin_again()
        return self._asked(command, fields)

    def _begin_again(self) -> None:
        again = self._greeted()
        if self.greeting is not None and again != self.greeting:
            self._lose()
            raise EngineBrokeProtocol("another hello", "begun again, it says it is another engine")

    def _greeted(self) -> Hello:
        """Ask what it is, from the beginning."""
        if self.is_lost:
            if self.left <= 0:
                raise EngineGaveUp("it failed too often and is not begun again")
            self.left -= 1
            self.is_lost = False
        self.seq = 0
        self.session = None
        try:
            reply = self._asked("hello", {"protocol": VERSION})
        except EngineErrored:
            self._lose()
            raise
        self.session = reply.get("session")
        engine = reply["engine"]
        return Hello(
            name=engine["name"],
            version=engine["version"],
            language=engine["language"],
            editions=tuple(reply["editions"]),
            boards=tuple(reply["boards"]),
            players=tuple(reply["players"]),
            operations=tuple(reply["operations"]),
        )

    def _asked(self, command: str, fields: Json) -> Json:
        self.seq += 1
        request = {"seq": self.seq, "cmd": command, **fields}
        if self.session is not None:
            request["session"] = self.session
        line = _ENCODER.encode(request).encode()
        try:
            return self._checked(command, self.channel.exchange(line, command))
        except EngineFailure as failure:
            failure.evidence = failure.evidence or self.channel.evidence()
            if isinstance(failure, EngineCrashed | EngineTimedOut | EngineBrokeProtocol):
                self._lose()
            raise

    def _checked(self, command: str, raw: bytes) -> Json:
        """A reply that has the right form and belongs to the request."""
        reply = decoded(raw)
        seq = reply.get("seq")
        if seq != self.seq or isinstance(seq, bool):
            message = f"{command}: the reply has seq {seq!r:.60}, not {self.seq}"
            raise EngineBrokeProtocol("wrong seq", message)
        fault = fault_of(command, reply)
        if fault:
            raise EngineBrokeProtocol("wrong form", f"{command}: {fault}")
        if "error" in reply:
            raise EngineErrored(f"{command}: {reply['error']['message']:.500}")
        return reply

    def _lose(self) -> None:
        """Have nothing more to do with this life of it."""
        self.channel.close()
        self.is_lost = True
