"""A recorded game or dispute, played again on an engine."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from conformance.certify.judge import time_limit
from conformance.editions import load_parameters
from conformance.engines import protocol
from conformance.engines.invariants import broken_invariant
from conformance.engines.protocol import Engine, Refused, Settled
from conformance.engines.reference import ReferenceEngine
from conformance.engines.traces import Dispute, Trace, first_difference, reason_of
from conformance.errors import UndecidedError
from conformance.fuzz.lockstep import TIMEOUT, Kind, differing_fields
from conformance.scenarios.moves import MoveTextError, move_from, move_key, words

Json: TypeAlias = dict[str, Any]


class Outcome(StrEnum):
    """What a replay says of an engine."""

    FOLLOWED = "FOLLOWED"  # a game without a dispute, to its end
    FIXED = "FIXED"
    STILL_FAILS = "STILL FAILS"
    DIFFERENT = "DIFFERENT"
    ERROR = "ERROR"


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of a replay, and why."""

    outcome: Outcome
    reason: str


class _Told(Exception):
    """The outcome is found."""

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.replayed = Replayed(outcome, reason)


def replay(trace: Trace, engine: Engine) -> Replayed:
    """Play a trace on an engine: a game to its end, a dispute up to what the engine says of it."""
    limit = 0.0 if getattr(engine, "keeps_time", False) else TIMEOUT + len(trace.moves)
    try:
        with time_limit(limit):
            if trace.dispute is None:
                return followed(trace, engine)
            return _Trial(trace, trace.dispute, engine).outcome()
    except _Told as told:
        return told.replayed
    except UndecidedError as error:
        return Replayed(Outcome.ERROR, str(error))
    except protocol.EngineFailure as failure:
        return _failed(trace, _kind_of(failure), failure.message)
    except Exception as error:  # noqa: BLE001 - an engine in this process may raise anything
        return _failed(trace, Kind.CRASH, repr(error))


def followed(trace: Trace, engine: Engine) -> Replayed:
    """A game without a dispute: whether the engine follows it to its end."""
    difference = first_difference(engine, trace)
    if difference:
        return Replayed(Outcome.DIFFERENT, difference)
    return Replayed(Outcome.FOLLOWED, f"{len(trace.moves)} moves, each state the same")


def _kind_of(failure: protocol.EngineFailure) -> Kind | None:
    match failure:
        case protocol.EngineTimedOut():
            return Kind.HANG
        case protocol.EngineBrokeProtocol():
            return Kind.NONSENSE
        case protocol.EngineGaveUp():
            return None
        case _:
            return Kind.CRASH


def _failed(trace: Trace, kind: Kind | None, message: str) -> Replayed:
    """An engine that fails: as it did before, or otherwise, or so that nothing can be told."""
    dispute = trace.dispute
    if kind is None or dispute is None:
        return Replayed(Outcome.ERROR, message)
    if dispute.kind == kind and dispute.who in ("", dispute.accused):
        return Replayed(Outcome.STILL_FAILS, f"{kind}: {message}")
    return Replayed(Outcome.ERROR, f"{kind}: {message}")


class _Trial:
    """A dispute on its way through an engine."""

    def __init__(self, trace: Trace, dispute: Dispute, engine: Engine) -> None:
        self.trace, self.dispute, self.engine = trace, dispute, engine
        self.right = "B" if dispute.accused == "A" else "A"
        self.kind = Kind(dispute.kind)

    def outcome(self) -> Replayed:
        if "view" in self.dispute.found:
            reason = "one engine against its own image: rrc diff ENGINE ENGINE --metamorphic tells"
            return Replayed(Outcome.ERROR, reason)
        state = self.begun()
        if self.kind is Kind.LEGAL:
            return self.of_list()
        if self.kind in (Kind.STATE, Kind.RESULT):
            return self.of_state(state if self.dispute.move is None else self.played())
        if self.kind is Kind.REFUSAL:
            return self.of_refusal()
        return self.of_failure(state)

    def begun(self) -> Json:
        """Bring the engine to the disputed step."""
        trace = self.trace
        answer: Any = (
            self.engine.new(trace.edition, trace.board, trace.players)
            if trace.start is None
            else self.engine.load(trace.start)
        )
        if isinstance(answer, protocol.Unsupported):
            raise _Told(Outcome.ERROR, f"the engine does not support it: {answer.reason}")
        if self.kind is Kind.LOAD:
            raise _Told(*self.of_answer("taken" if isinstance(answer, Settled) else "invalid"))
        if not isinstance(answer, Settled):
            raise _Told(Outcome.DIFFERENT, f"it refuses the position: {reason_of(answer)}")
        if not trace.moves:
            return answer.state
        played = self.engine.play(trace.moves)
        if isinstance(played, Refused):
            reason = f"it refuses move {played.played + 1}, {words(played.move)}: {played.reason}"
            raise _Told(Outcome.DIFFERENT, reason)
        return played.state

    def of_answer(self, word: str) -> tuple[Outcome, str]:
        """By the word of an answer: taken, refused, invalid."""
        was = {who: self.dispute.said[who]["answer"].partition(":")[0] for who in ("A", "B")}
        if was["A"] == was["B"]:  # both refuse what both list
            same = word == was["A"]
            return (Outcome.STILL_FAILS if same else Outcome.FIXED), word
        if word == was[self.right]:
            return Outcome.FIXED, word
        same = word == was[self.dispute.accused]
        return (Outcome.STILL_FAILS if same else Outcome.DIFFERENT), word

    def of_list(self) -> Replayed:
        """By the moves that only one of the two listed."""
        listed = {move_key(move) for move in self.engine.legal()}

        def is_as(who: str) -> bool:
            said = self.dispute.said[who]
            return keys_of(said["lists"]) <= listed and not keys_of(said["lacks"]) & listed

        return self.by(is_as, "the moves in dispute")

    def of_state(self, state: Json) -> Replayed:
        """By the states that the two told."""

        def is_as(who: str) -> bool:
            return not differing_fields(self.dispute.said[who]["state"], state)

        return self.by(is_as, "the state")

    def by(self, is_as: Callable[[str], bool], what: str) -> Replayed:
        """The outcome by whose answer the engine's is."""
        for who, outcome in (
            (self.right, Outcome.FIXED),
            (self.dispute.accused, Outcome.STILL_FAILS),
        ):
            if is_as(who):
                name = self.dispute.engines[who]
                return Replayed(outcome, f"{what}: as {who} said ({name})")
        return Replayed(Outcome.DIFFERENT, f"{what}: as neither A nor B said")

    def played(self) -> Json:
        """The state after the disputed move."""
        answer = self.engine.play([self.move()])
        if isinstance(answer, Refused):
            raise _Told(Outcome.DIFFERENT, f"it refuses {words(self.move())}: {answer.reason}")
        return answer.state

    def move(self) -> Json:
        move = self.dispute.move
        if move is None:
            raise _Told(Outcome.ERROR, "the trace names no disputed move")
        return move

    def of_refusal(self) -> Replayed:
        """By whether the disputed move is taken."""
        move = self.move()
        if move_key(move) not in {move_key(one) for one in self.engine.legal()}:
            return Replayed(Outcome.DIFFERENT, f"{words(move)} is not listed any more")
        answer = self.engine.play([move])
        return Replayed(*self.of_answer("refused" if isinstance(answer, Refused) else "taken"))

    def of_failure(self, state: Json) -> Replayed:
        """By the reference engine, where the fault of the engine is no answer."""
        moves = self.engine.legal()
        after = self.after()
        fault = self.fault(after or state, moves)
        if fault:
            return Replayed(Outcome.STILL_FAILS, fault)
        return self.like_reference(moves, after)

    def after(self) -> Json | None:
        """The state after the disputed move; None where there is none, or it is refused."""
        if self.dispute.move is None:
            return None
        answer = self.engine.play([self.dispute.move])
        return None if isinstance(answer, Refused) else answer.state

    def fault(self, state: Json, moves: list[Json]) -> str:
        """How the engine fails as it did before; empty if it does not."""
        if self.kind is Kind.INVARIANT:
            rules, trace = load_parameters()[self.trace.edition], self.trace
            return broken_invariant(state, rules, trace.board, trace.players)
        if self.kind is Kind.STALL and not moves and state["turn"]["phase"] != "game_over":
            return "no move, and the game is not over"
        if self.kind is Kind.ENDLESS and moves:
            return f"no end within {len(self.trace.moves)} moves"
        return ""

    def like_reference(self, moves: list[Json], after: Json | None) -> Replayed:
        """Whether the engine answers as the reference engine does."""
        reference = ReferenceEngine()
        trace = self.trace
        begun: Any = (
            reference.new(trace.edition, trace.board, trace.players)
            if trace.start is None
            else reference.load(trace.start)
        )
        if not isinstance(begun, Settled) or isinstance(reference.play(trace.moves), Refused):
            return Replayed(Outcome.DIFFERENT, "the reference engine does not get there")
        if {*map(move_key, moves)} != {*map(move_key, reference.legal())}:
            return Replayed(Outcome.DIFFERENT, "the fault is gone; it lists other moves than right")
        if self.dispute.move is not None:
            answer = reference.play([self.dispute.move])
            right = None if isinstance(answer, Refused) else answer.state
            if (right is None) is not (after is None) or differing_fields(right or {}, after or {}):
                return Replayed(Outcome.DIFFERENT, "the fault is gone; the state is not right")
        return Replayed(Outcome.FIXED, "it answers as the reference engine does")


def keys_of(listed: list[str]) -> set[tuple[Any, ...]]:
    """Moves in words, as they are compared."""
    try:
        return {move_key(move_from(text)) for text in listed}
    except MoveTextError as error:
        raise _Told(Outcome.ERROR, f"the trace names no move: {error}") from None
