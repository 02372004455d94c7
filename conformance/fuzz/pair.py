"""Two engines in step: what both are asked, and what it means that they answer differently."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar

from conformance.certify.judge import time_limit
from conformance.editions import load_parameters
from conformance.engines import protocol
from conformance.engines.invariants import broken_invariant
from conformance.engines.protocol import Engine, Refused, Settled
from conformance.scenarios.moves import move_key, words

Json: TypeAlias = dict[str, Any]
T = TypeVar("T")
TIMEOUT = 10.0


class Kind(StrEnum):
    """What differs."""

    LOAD = "load"
    LEGAL = "legal-set"
    STATE = "state"
    RESULT = "result"
    REFUSAL = "refusal"
    CRASH = "crash"
    HANG = "hang"
    NONSENSE = "nonsense"
    STALL = "stall"
    ENDLESS = "non-termination"
    INVARIANT = "invariant"


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to be played: everything that decides it."""

    edition: str
    board: str
    players: int
    seed: int
    policy: str = "mix"


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first point at which two engines differ, on the same moves."""

    kind: Kind
    who: str  # "" where it cannot be told from one answer, else A or B
    before: Json | None  # the state, as A tells it, at which the disputed step begins
    history: tuple[Json, ...]
    move: Json | None
    detail: Json
    start: Json | None = None  # the position that the history begins with; None is a new game

    @property
    def shape(self) -> tuple[str, ...]:
        """What divergences of the same fault have in common."""
        move = self.move["type"] if self.move else ""
        fields = self.detail.get("fields", ())
        return (self.kind.value, self.who, move, *fields)


class Diverged(Exception):
    """The engines differ."""

    def __init__(self, kind: Kind, who: str, detail: Json, move: Json | None = None) -> None:
        super().__init__(kind.value)
        self.kind, self.who, self.detail, self.move = kind, who, detail, move


def move_order(move: Json) -> str:
    """A move as text, by which moves are put in the same order whoever lists them."""
    return " ".join([str(move["type"]), *(f"{name}={move[name]}" for name in sorted(move))])


class Pair:
    """Two engines in step."""

    def __init__(self, first: Engine, second: Engine) -> None:
        self.first, self.second = first, second

    def both(self, ask: Callable[[Engine], T]) -> tuple[T, T]:
        """Ask both the same; that one of them fails is a divergence."""
        return self._asked("A", self.first, ask), self._asked("B", self.second, ask)

    @staticmethod
    def _asked(who: str, engine: Engine, ask: Callable[[Engine], T]) -> T:
        # An engine outside this process limits the time of each request itself.
        limit = 0.0 if getattr(engine, "keeps_time", False) else getattr(engine, "limit", TIMEOUT)
        try:
            with time_limit(limit):
                return ask(engine)
        except protocol.EngineTimedOut as failure:
            raise Diverged(Kind.HANG, who, {"message": failure.message}) from None
        except protocol.EngineBrokeProtocol as failure:
            detail = {"message": failure.message, "fields": [failure.kind]}
            raise Diverged(Kind.NONSENSE, who, detail) from None
        except protocol.EngineGaveUp as failure:
            raise Diverged(Kind.CRASH, who, {"message": failure.message}) from None
        except protocol.EngineFailure as failure:
            raise Diverged(Kind.CRASH, who, {"message": failure.message}) from None
        except Exception as error:  # noqa: BLE001 - an engine in this process may raise anything
            raise Diverged(Kind.CRASH, who, {"message": repr(error)}) from None

    def new(self, plan: Plan) -> Json:
        """Begin a game on both."""
        answers = self.both(lambda one: one.new(plan.edition, plan.board, plan.players))
        return self.same_start(answers, plan.edition)

    def load(self, state: Json) -> Json:
        """Take up a position on both."""
        return self.same_start(self.both(lambda one: one.load(state)), state["edition"])

    def same_start(self, answers: tuple[Any, Any], edition: str) -> Json:
        """The state that both begin with."""
        first, second = answers
        for answer in answers:
            if isinstance(answer, protocol.Unsupported):
                raise NothingToCompare(_told(answer))  # what an engine does not play is no fault
        if isinstance(first, Settled) is not isinstance(second, Settled):
            raise Diverged(Kind.LOAD, "", {"A": _told(first), "B": _told(second)})
        if not isinstance(first, Settled):
            raise NothingToCompare(_told(first))
        return self.same_state(first.state, second.state, edition)

    def same_state(self, first: Any, second: Any, edition: str) -> Json:
        """The state, if both tell the same and it breaks no invariant."""
        parameters = load_parameters()[edition]
        for who, state in (("A", first), ("B", second)):
            if not isinstance(state, dict) or not isinstance(state.get("turn"), dict):
                raise Diverged(Kind.NONSENSE, who, {"message": "no state", "fields": ["no state"]})
            board, players = first.get("board", ""), first.get("players", 0)
            broken = broken_invariant(state, parameters, board, players)
            if broken:
                raise Diverged(Kind.INVARIANT, who, {"message": broken})
        told: Json = first
        if first == second:
            return told
        fields = differing_fields(first, second)
        if fields:
            kind = Kind.RESULT if "result" in fields else Kind.STATE
            raise Diverged(kind, "", {"fields": fields, "A": first, "B": second})
        return common(first, second)

    def legal(self, state: Json) -> list[Json]:
        """The moves that both list."""
        first, second = self.both(_listed)
        if first == second:
            return self._unless_stalled(first, state)
        (ours, theirs) = ({move_key(move): move for move in moves} for moves in (first, second))
        for who, listed, told in (("A", ours, first), ("B", theirs, second)):
            if len(listed) != len(told):
                detail = {"message": "a move is listed twice", "fields": ["duplicate moves"]}
                raise Diverged(Kind.NONSENSE, who, detail)
        if ours.keys() != theirs.keys():
            only_a = [ours[key] for key in ours.keys() - theirs.keys()]
            only_b = [theirs[key] for key in theirs.keys() - ours.keys()]
            who = "A" if not only_b else "B" if not only_a else ""
            disputed = min(only_a or only_b, key=words)
            raise Diverged(
                Kind.LEGAL,
                who,
                {
                    "only_A": sorted(map(words, only_a)),
                    "only_B": sorted(map(words, only_b)),
                    "fields": sorted({move["type"] for move in (*only_a, *only_b)}),
                },
                disputed,
            )
        return self._unless_stalled(first, state)

    @staticmethod
    def _unless_stalled(moves: list[Json], state: Json) -> list[Json]:
        if not moves and state["turn"]["phase"] != "game_over":
            raise Diverged(Kind.STALL, "", {"message": "no move, and the game is not over"})
        return moves

    def play(self, move: Json, edition: str) -> Json:
        """Play a move that both list; that one of them refuses it, or both do, is a divergence."""
        first, second = self.both(lambda one: one.play([move]))
        if isinstance(first, Refused) or isinstance(second, Refused):
            who = "A" if not isinstance(second, Refused) else "B"
            if isinstance(first, Refused) and isinstance(second, Refused):
                who = ""
            detail = {"A": _told(first), "B": _told(second)}
            raise Diverged(Kind.REFUSAL, who, detail, move)
        return self.same_state(first.state, second.state, edition)


def _listed(engine: Engine) -> list[Json]:
    """The moves an engine lists, in an order that is not the engine's own."""
    moves: Any = engine.legal()
    if not isinstance(moves, list) or not all(isinstance(m, dict) and "type" in m for m in moves):
        raise protocol.EngineBrokeProtocol("not a list of moves", "legal: not a list of moves")
    return sorted(moves, key=move_order)


class NothingToCompare(Exception):
    """Both engines refuse the position: there is nothing to compare."""


def _told(answer: Any) -> str:
    match answer:
        case Refused():
            return f"refused: {answer.reason}"
        case protocol.Invalid():
            return f"invalid: {'; '.join(answer.faults)}"
        case protocol.Unsupported():
            return f"unsupported: {answer.reason}"
        case _:
            return "taken"


def differing_fields(first: Json, second: Json) -> list[str]:
    """The parts in which two states differ, as far as both tell them."""
    found = []
    for name in sorted(first.keys() & second.keys()):
        if first[name] == second[name]:
            continue
        if name in ("turn", "standing") and isinstance(first[name], dict):
            inner = first[name].keys() & second[name].keys()
            found += [
                f"{name}.{key}" for key in sorted(inner) if first[name][key] != second[name][key]
            ]
        else:
            found.append(name)
    return found


def common(first: Json, second: Json) -> Json:
    """A state that both tell alike, with what only one of them tells."""
    return first if first.keys() >= second.keys() else {**second, **first}
