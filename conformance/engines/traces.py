"""Traces: a game as its moves and the hash of the state after each, one JSON object per line.

{"type": "trace", "format": 1, "edition": …, "board": …, "players": …, "start": null or a state}
{"type": "step", "move": …, "hash": …}
{"type": "divergence", "kind": …, "move": …, "said": {"A": …, "B": …}, "engines": …}

The last line is there where two engines differ after these steps. Its steps have no hash: the
moves lead there, and what they lead to is in dispute only at the end. `schemas/trace.schema.json`
describes every line.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from conformance.documents import named_validator
from conformance.engines.protocol import Engine, Settled
from conformance.engines.state_numbers import state_hash
from conformance.errors import UndecidedError, UserError

Json: TypeAlias = dict[str, Any]
Policy: TypeAlias = Callable[[Json, list[Json]], Json]
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Dispute:
    """The step at which two engines, A and B, differ, and what each said of it."""

    kind: str
    who: str  # the one that the kind speaks of; "" where it speaks of both
    move: Json | None
    said: Json  # by A and B; null for one whose answer is not known
    engines: dict[str, str]
    accused: str  # whose answer is in question: A or B
    clause: str
    found: Json  # seed, policy, version of the suite, and the like


@dataclass(frozen=True, slots=True)
class Trace:
    """A recorded game, or the way to a dispute."""

    edition: str
    board: str
    players: int
    start: Json | None
    moves: tuple[Json, ...]
    hashes: tuple[str | None, ...]
    dispute: Dispute | None = None


def begin(engine: Engine, trace: Trace) -> Json:
    """Bring an engine to the start of a trace."""
    answer = (
        engine.new(trace.edition, trace.board, trace.players)
        if trace.start is None
        else engine.load(trace.start)
    )
    if not isinstance(answer, Settled):
        raise UndecidedError(f"the trace cannot begin: {reason_of(answer)}")
    return answer.state


def reason_of(answer: Any) -> str:
    """Why an engine does not take something up, in its own words."""
    told = getattr(answer, "faults", None) or [getattr(answer, "reason", str(answer))]
    return "; ".join(map(str, told))


def record(engine: Engine, edition: str, board: str, players: int, policy: Policy) -> Trace:
    """Play a whole game by a policy and record it."""
    empty = Trace(edition, board, players, None, (), ())
    state = begin(engine, empty)
    moves: list[Json] = []
    hashes: list[str] = []
    while listed := engine.legal():
        move = policy(state, listed)
        answer = engine.play([move])
        if not isinstance(answer, Settled):
            raise UndecidedError(f"a listed move is refused: {answer.reason}")
        state = answer.state
        moves.append(move)
        hashes.append(state_hash(state))
    return Trace(edition, board, players, None, tuple(moves), tuple(hashes))


def trace_text(trace: Trace) -> str:
    """A trace as it is written."""
    head = {
        "type": "trace",
        "format": FORMAT,
        "edition": trace.edition,
        "board": trace.board,
        "players": trace.players,
        "start": trace.start,
    }
    lines: list[Json] = [head]
    for move, digest in zip(trace.moves, trace.hashes, strict=True):
        lines.append({"type": "step", "move": move} | ({"hash": digest} if digest else {}))
    if trace.dispute is not None:
        lines.append({"type": "divergence", **asdict(trace.dispute)})
    return "\n".join(json.dumps(line) for line in lines) + "\n"


def read_trace(path: Path) -> Trace:
    """A trace from its file."""
    try:
        lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or 'cannot be read'}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path}: not a trace: {error}") from None
    head = lines[0] if lines else {}
    if not isinstance(head, dict) or head.get("type") != "trace" or head.get("format") != FORMAT:
        raise UserError(f"{path}:1: expected the header of a trace of format {FORMAT}")
    _refuse_form(path, 1, head, "header")
    dispute = None
    if isinstance(lines[-1], dict) and lines[-1].get("type") == "divergence":
        _refuse_form(path, len(lines), lines[-1], "divergence")
        dispute = Dispute(**{name: lines[-1][name] for name in Dispute.__slots__})
        del lines[-1]
    for number, line in enumerate(lines[1:], start=2):
        if not isinstance(line, dict) or line.get("type") != "step" or not _is_move(line):
            raise UserError(f"{path}:{number}: expected a step with a move")
    return Trace(
        head["edition"],
        head["board"],
        head["players"],
        head["start"],
        tuple(line["move"] for line in lines[1:]),
        tuple(line.get("hash") for line in lines[1:]),
        dispute,
    )


def _is_move(line: Json) -> bool:
    return isinstance(line.get("move"), dict) and "type" in line["move"]


def _refuse_form(path: Path, number: int, line: Json, part: str) -> None:
    for error in named_validator(f"trace#/$defs/{part}").iter_errors(line):
        where = ".".join(map(str, error.absolute_path))
        raise UserError(f"{path}:{number}: {where + ': ' if where else ''}{error.message:.200}")


def first_difference(engine: Engine, trace: Trace) -> str:
    """Play a trace on an engine: where it first departs, in a sentence; empty if nowhere."""
    begin(engine, trace)
    for number, (move, digest) in enumerate(zip(trace.moves, trace.hashes, strict=True), start=1):
        answer = engine.play([move])
        if not isinstance(answer, Settled):
            return f"move {number}, {json.dumps(move)}, is refused: {answer.reason}"
        if digest is not None and state_hash(answer.state) != digest:
            return f"after move {number}, {json.dumps(move)}, the state is another"
    rest = engine.legal()
    return f"the game goes on with {len(rest)} moves" if rest and trace.moves else ""


def kinds_of(moves: Sequence[Json]) -> set[str]:
    """The kinds of moves in a game."""
    return {move["type"] for move in moves}
