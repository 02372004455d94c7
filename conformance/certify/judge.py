"""One case against one engine."""

import signal
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn, TypeAlias, assert_never

from conformance.certify.checks import Comparison, Mismatch, compare_legal, compare_state, repeated
from conformance.certify.verdicts import (
    GAVE_UP,
    Crashed,
    Errored,
    Failed,
    Passed,
    TimedOut,
    Unsupported,
    Verdict,
)
from conformance.editions import load_parameters
from conformance.engines import protocol
from conformance.engines.invariants import broken_invariant
from conformance.engines.protocol import Engine, Hello
from conformance.engines.shapes import is_state
from conformance.scenarios.model import AnyOf, Case, Do, Expect, Legal, Outcome, Reject, Step
from conformance.scenarios.moves import fits, words

Json: TypeAlias = dict[str, Any]


class _Stop(Exception):
    """The verdict is found."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict


def judge(case: Case, engine: Engine, hello: Hello, timeout: float = 10.0) -> Verdict:
    """What a case says of an engine. Whatever the engine does, there is a verdict."""
    lacking = lacks(case, hello)
    if lacking:
        return Unsupported(lacking)
    try:
        # An engine outside this process limits the time of each request itself.
        limit = 0.0 if getattr(engine, "keeps_time", False) else timeout
        with time_limit(limit):
            return _Trial(case, engine, hello).verdict()
    except _Stop as stop:
        return stop.verdict
    except protocol.EngineTimedOut as failure:
        return TimedOut(failure.message, failure.evidence)
    except protocol.EngineCrashed as failure:
        return Crashed(failure.message, failure.evidence)
    except protocol.EngineBrokeProtocol as failure:
        return Errored(failure.message, failure.evidence, failure.kind)
    except protocol.EngineGaveUp as failure:
        return Errored(failure.message, failure.evidence, GAVE_UP)
    except protocol.EngineFailure as failure:
        return Errored(failure.message, failure.evidence)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - an engine here may raise anything
        return Crashed(f"{type(error).__name__}: {error}", traceback.format_exc(limit=-6))


def lacks(case: Case, hello: Hello) -> str:
    """What a case asks for that an engine does not declare."""
    if case.edition not in hello.editions:
        return f"edition {case.edition}"
    if case.board not in hello.boards:
        return f"board {case.board}"
    if case.players not in hello.players:
        return f"{case.players} players"
    needed = {"load" if case.state is not None else "new", "legal", "play"}
    missing = sorted(needed - set(hello.operations))
    return f"operation {missing[0]}" if missing else ""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Stop an engine that runs in this process and does not come back."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise protocol.EngineTimedOut(f"no answer within {seconds:g} s")

    # Without timers (not a POSIX system) an engine in this process is trusted.
    if not seconds or not hasattr(signal, "setitimer"):
        yield
        return
    try:
        before = signal.signal(signal.SIGALRM, ring)
    except ValueError:  # not the main thread
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def copied(value: Any) -> Any:
    """A copy of a JSON value, which nobody else can change."""
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    return [copied(inner) for inner in value] if isinstance(value, list) else value


class _Trial:
    """A case on its way through an engine."""

    def __init__(self, case: Case, engine: Engine, hello: Hello) -> None:
        self.case, self.engine, self.hello = case, engine, hello
        self.state: Json = {}
        self.start: Json = {}
        self.done: list[Json] = []
        self.latest: tuple[Json, Json] | None = None  # the state before the latest move, the move
        self.readings: list[str] = []
        self.untold: list[str] = []

    def verdict(self) -> Verdict:
        self.establish()
        self.take(self.case.steps)
        return Passed(tuple(self.readings), tuple(dict.fromkeys(self.untold)))

    def establish(self) -> None:
        """Bring the engine to where the steps begin, and again through what has been done."""
        answer: protocol.Settled | protocol.Invalid | protocol.Unsupported
        if self.case.state is None:
            answer = self.engine.new(self.case.edition, self.case.board, self.case.players)
        else:
            given = copied(self.case.state)
            answer = self.engine.load(given)
            if given != self.case.state:
                raise protocol.EngineBrokeProtocol("mutates", "load changed the state it was given")
        if isinstance(answer, protocol.Unsupported):
            raise _Stop(Unsupported(answer.reason))
        if isinstance(answer, protocol.Invalid):
            line = self.case.scenario.document.position(("given",))[0]
            self.fail("given", line, [Mismatch("the position is taken", "yes", answer.faults)])
        self.state = self.told(_state_of(answer))
        for move in self.case.history:
            line = self.case.scenario.document.position(("history",))[0]
            self.play(move, "history", line)
        self.start = copied(self.state)
        for move in self.done:
            self.play(move, "do", 0)

    def take(self, steps: Sequence[Step]) -> None:
        for step in steps:
            match step:
                case Do():
                    self.play(step.move, "do", step.line)
                    self.done.append(step.move)
                case Reject():
                    self.reject(step)
                case Legal():
                    self.check(step, compare_legal(step, self.legal()))
                case Expect():
                    self.check(step, compare_state(step, self.state, self.start))
                case AnyOf():
                    self.choose(step)
                case _:
                    assert_never(step)

    def legal(self) -> list[Json]:
        moves: Any = self.engine.legal()
        if not isinstance(moves, list) or not all(isinstance(move, dict) for move in moves):
            raise protocol.EngineBrokeProtocol("not a list of moves", "legal: not a list of moves")
        twice = repeated(moves)
        if twice:
            raise protocol.EngineBrokeProtocol("duplicate moves", f"legal lists twice: {twice[0]}")
        return moves

    def play(self, move: Json, name: str, line: int) -> None:
        before = self.state
        answer = self.ask(move)
        if isinstance(answer, protocol.Refused):
            wish = Mismatch(f"{words(move)} is played", "played", f"refused: {answer.reason}")
            found = [wish]
            if any(fits(move, listed) and fits(listed, move) for listed in self.legal()):
                found.append(Mismatch("a move that it lists itself", "played", "refused"))
            self.fail(f"{name} {words(move)}", line, found, before)
        self.state = self.told(_state_of(answer))
        self.latest = (before, move)

    def told(self, state: Json) -> Json:
        """A state that the engine tells, if there can be such a state."""
        if is_state(state):  # another form is left to the comparison
            case = self.case
            parameters = {**load_parameters()[case.edition], **case.values}
            broken = broken_invariant(state, parameters, case.board, case.players)
            if broken:
                raise protocol.EngineBrokeProtocol("broken invariants", broken)
        return state

    def ask(self, move: Json) -> protocol.Settled | protocol.Refused:
        """Have a move played; what the engine told before must not change by it."""
        told, copy = self.state, copied(self.state)
        answer = self.engine.play([copied(move)])
        if told != copy:
            raise protocol.EngineBrokeProtocol("mutates", "play changed a state it had told before")
        return answer

    def reject(self, step: Reject) -> None:
        """Only a proper refusal will do, and it leaves the state as it was."""
        name = f"reject {words(step.move)}"
        before = self.state
        answer = self.ask(step.move)
        if not isinstance(answer, protocol.Refused):
            after = _state_of(answer)
            clause = f" by {step.clause}" if step.clause else ""
            wish = Mismatch(f"{words(step.move)} is refused", f"refused{clause}", "played")
            self.fail(name, step.line, [wish], before, after, step.clause)
        told = [_state_of(answer)]
        if "state" in self.hello.operations:
            told.append(self.engine.state())
        for now in told:
            if now != before:
                wish = Mismatch("the state after a refusal", "unchanged", "changed")
                self.fail(name, step.line, [wish], before, now)

    def choose(self, step: AnyOf) -> None:
        """The first outcome that holds is the reading that the engine takes."""
        tried: list[Mismatch] = []
        done, readings = list(self.done), list(self.readings)
        for outcome in step.outcomes:
            failed = self.attempt(outcome)
            if failed is None:
                self.readings.append(outcome.reading)
                return
            tried += [
                Mismatch(f"{outcome.reading}: {one['what']}", one["expected"], one["got"])
                for one in failed.mismatches
            ]
            self.done, self.readings = list(done), list(readings)
            if _moves_in(outcome.steps):
                start = self.start
                self.establish()
                self.start = start
        self.fail("any_of", step.line, tried, self.state)

    def attempt(self, outcome: Outcome) -> Failed | None:
        try:
            self.take(outcome.steps)
        except _Stop as stop:
            if isinstance(stop.verdict, Failed):
                return stop.verdict
            raise
        return None

    def check(self, step: Legal | Expect, found: Comparison) -> None:
        self.untold += found.untold
        if found.mismatches:
            name = "legal" if isinstance(step, Legal) else "expect"
            if self.latest is None:
                self.fail(name, step.line, found.mismatches, self.state)
            before, move = self.latest
            after = f"{name} after {words(move)}"
            self.fail(after, step.line, found.mismatches, before, self.state)

    def fail(
        self,
        step: str,
        line: int,
        mismatches: Sequence[Mismatch],
        before: Json | None = None,
        after: Json | None = None,
        clause: str | None = None,
    ) -> NoReturn:
        rows = tuple(
            {"what": one.what, "expected": one.expected, "got": one.got} for one in mismatches
        )
        raise _Stop(Failed(step, line, rows, before, after, clause))


def _moves_in(steps: Sequence[Step]) -> bool:
    return any(
        isinstance(step, Do | Reject)
        or (isinstance(step, AnyOf) and any(_moves_in(one.steps) for one in step.outcomes))
        for step in steps
    )


def _state_of(answer: Any) -> Json:
    state = getattr(answer, "state", None)
    if not isinstance(state, dict):
        raise protocol.EngineBrokeProtocol("no state", f"no state in the answer {answer!r:.200}")
    return state
