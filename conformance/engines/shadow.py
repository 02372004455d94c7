"""Shadow mode: one engine answers, another is checked on every request.

What the second one does never changes an answer: it may differ, fail or stay away, and all that
comes of it is a divergence on record and a counter. It is asked after the first has answered, and
not again before the next game once it has differed or failed; one that hangs is bound by its own
time limit, and in the end given up.
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from conformance.engines.protocol import (
    Engine,
    EngineFailure,
    Hello,
    Invalid,
    Json,
    Refused,
    Settled,
    Unsupported,
)
from conformance.engines.state_numbers import progress, state_hash

T = TypeVar("T")
MAX_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the second engine departed from the first."""

    kind: str  # validity, legal moves, state, state hash, S, failure
    request: str
    first: Any
    second: Any


@dataclass(slots=True)
class Counters:
    """What all shadow engines of a process have seen."""

    requests: int = 0
    validity: int = 0
    state_hash: int = 0
    s_invariant: int = 0
    legal_moves: int = 0
    failures: int = 0
    seconds: float = 0.0
    latencies: deque[float] = field(default_factory=lambda: deque(maxlen=10_000))
    lock: Lock = field(default_factory=Lock)

    def count(self, kind: str) -> None:
        """Count a difference."""
        with self.lock:
            setattr(self, kind, getattr(self, kind) + 1)

    def observe(self, seconds: float) -> None:
        """Count a request that was answered."""
        with self.lock:
            self.requests += 1
            self.seconds += seconds
            self.latencies.append(seconds)

    def quantile(self, share: float) -> float:
        """A latency that this share of the latest requests did not exceed."""
        with self.lock:
            seen = sorted(self.latencies)
        return seen[min(len(seen) - 1, int(share * len(seen)))] if seen else 0.0

    def prometheus(self) -> str:
        """The counters in the text format of Prometheus."""
        rows = [
            ("rules_parity_requests_total", "Requests answered.", self.requests),
            (
                "rules_parity_validity_mismatch_total",
                "Moves or positions that one engine takes and the other refuses.",
                self.validity,
            ),
            (
                "rules_parity_legal_moves_mismatch_total",
                "Lists of legal moves that differ.",
                self.legal_moves,
            ),
            (
                "rules_parity_state_hash_mismatch_total",
                "States that differ.",
                self.state_hash,
            ),
            (
                "rules_parity_s_invariant_mismatch_total",
                "States whose progress measure differs.",
                self.s_invariant,
            ),
            (
                "rules_parity_shadow_failure_total",
                "Requests that the checked engine failed to answer.",
                self.failures,
            ),
        ]
        lines = []
        for name, words, value in rows:
            lines += [f"# HELP {name} {words}", f"# TYPE {name} counter", f"{name} {value}"]
        name = "rules_parity_request_seconds"
        lines += [f"# HELP {name} Time to answer a request.", f"# TYPE {name} summary"]
        lines += [
            f'{name}{{quantile="{share}"}} {self.quantile(float(share)):.6f}'
            for share in ("0.5", "0.99")
        ]
        lines += [f"{name}_sum {self.seconds:.6f}", f"{name}_count {self.requests}"]
        return "\n".join(lines) + "\n"


COUNTERS = Counters()


class ShadowEngine:
    """Answers with the first engine, and asks the second the same."""

    def __init__(self, first: Engine, second: Engine, counters: Counters = COUNTERS) -> None:
        self.first, self.second, self.counters = first, second, counters
        self.differences: deque[Difference] = deque(maxlen=MAX_KEPT)
        self.in_step = False

    def hello(self) -> Hello:
        """Say what the first says."""
        return self.first.hello()

    def new(self, edition: str, board: str, players: int) -> Settled | Unsupported:
        """Begin a new game on both."""
        answer = self._timed(lambda: self.first.new(edition, board, players))
        self.in_step = True
        self._check(
            "new", lambda: self._begun("new", answer, self.second.new(edition, board, players))
        )
        return answer

    def load(self, state: Json) -> Settled | Invalid | Unsupported:
        """Take up a position on both."""
        given = deepcopy(state)
        answer = self._timed(lambda: self.first.load(state))
        self.in_step = True
        self._check("load", lambda: self._begun("load", answer, self.second.load(given)))
        return answer

    def legal(self) -> list[Json]:
        """List the moves of the first; the second's are compared as a set."""
        answer = self._timed(self.first.legal)
        self._check("legal", lambda: self._compare_moves(answer, self.second.legal()))
        return answer

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        """Play on both."""
        given = deepcopy(moves)
        answer = self._timed(lambda: self.first.play(moves, every=every))
        self._check("play", lambda: self._compare_play(answer, self.second.play(given), len(given)))
        return answer

    def state(self) -> Json:
        """Tell the first's state."""
        answer = self._timed(self.first.state)
        self._check("state", lambda: self._compare("state", answer, self.second.state()))
        return answer

    def close(self) -> None:
        """End both."""
        try:
            self.first.close()
        finally:
            self.in_step = True
            self._check("close", lambda: self.second.close())

    def _timed(self, ask: Callable[[], T]) -> T:
        """Ask the first engine; if it fails, nobody knows where its game stands."""
        begin = time.perf_counter()
        try:
            answer = ask()
        except BaseException:
            self.in_step = False
            raise
        self.counters.observe(time.perf_counter() - begin)
        return answer

    def _check(self, request: str, compare: Callable[[], None]) -> None:
        """Ask the second engine and compare; whatever it does, the first has answered."""
        if not self.in_step:
            return
        try:
            compare()
        except EngineFailure as failure:
            self._fail(request, failure.message)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - it may raise and answer anything
            self._fail(request, repr(error))

    def _fail(self, request: str, message: str) -> None:
        self._differ("failures", "failure", request, None, message)
        self.in_step = False

    def _begun(self, request: str, answer: Any, other: Any) -> None:
        """A new game or position: the second engine is in step again, if it takes it."""
        if type(other) is not type(answer):
            self._differ("validity", "validity", request, _told(answer), _told(other))
            self.in_step = False
        elif isinstance(answer, Settled):
            self._compare(request, answer.state, other.state)

    def _compare_moves(self, first: Sequence[Json], second: Sequence[Json]) -> None:
        if {*map(_form, first)} != {*map(_form, second)}:
            self._differ("legal_moves", "legal moves", "legal", first, second)

    def _compare_play(
        self, first: Settled | Refused, second: Settled | Refused, moves: int
    ) -> None:
        if _played(first, moves) != _played(second, moves):
            self._differ("validity", "validity", "play", _told(first), _told(second))
            self.in_step = False
        else:
            self._compare("play", first.state, second.state)

    def _compare(self, request: str, first: Json, second: Json) -> None:
        if state_hash(first) != state_hash(second):
            self._differ("state_hash", "state", request, first, second)
            self.in_step = False
        if progress(first) != progress(second):
            self._differ("s_invariant", "S", request, progress(first), progress(second))

    def _differ(self, counter: str, kind: str, request: str, first: Any, second: Any) -> None:
        self.counters.count(counter)
        self.differences.append(Difference(kind, request, deepcopy(first), deepcopy(second)))


def _played(answer: Settled | Refused, moves: int) -> int:
    return answer.played if isinstance(answer, Refused) else moves


def _form(move: Json) -> str:
    parts = [
        f"{name}={sorted(value) if isinstance(value, list) else value}"
        for name, value in sorted(move.items())
    ]
    return " ".join(parts)


def _told(answer: Any) -> str:
    match answer:
        case Refused():
            return f"refused after {answer.played}: {answer.reason}"
        case Invalid():
            return f"invalid: {'; '.join(answer.faults)}"
        case Unsupported():
            return f"unsupported: {answer.reason}"
        case _:
            return "taken"
