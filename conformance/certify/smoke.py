"""The protocol step by numbered step: the first thing to run on a new adapter."""

import json
import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from conformance.editions import load_parameters
from conformance.engines import protocol
from conformance.engines.protocol import Engine, EngineFailure, Hello, Refused, Settled
from conformance.scenarios.moves import words

Json: TypeAlias = dict[str, Any]
MAX_MOVES = 2000
KEPT = 6


@dataclass(frozen=True, slots=True)
class SmokeStep:
    """One step: whether it holds, and if not, what was said and what to mend."""

    number: int
    what: str
    holds: bool
    fault: str = ""
    mend: str = ""
    transcript: tuple[str, ...] = ()


class Fault(Exception):
    """A step that does not hold."""

    def __init__(self, fault: str, mend: str) -> None:
        super().__init__(fault)
        self.fault, self.mend = fault, mend


class Recorder:
    """An engine whose latest requests and answers are kept."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.said: deque[str] = deque(maxlen=KEPT)

    def ask(self, name: str, *arguments: Any) -> Any:
        """Ask the engine, and keep what was asked and answered."""
        self.said.append(f"-> {name} {_short(arguments)}".rstrip())
        try:
            answer = getattr(self.engine, name)(*arguments)
        except EngineFailure as failure:
            self.said.append(f"<- {type(failure).__name__}: {failure.message}")
            if failure.evidence:
                self.said.append(f"   standard error: {failure.evidence[-400:]}")
            raise
        self.said.append(f"<- {_short(answer)}")
        return answer


def _short(value: Any, most: int = 300) -> str:
    if isinstance(value, tuple):
        return " ".join(_short(one, most) for one in value)
    text = json.dumps(value) if isinstance(value, dict | list | str | int) else repr(value)
    return text if len(text) <= most else f"{text[:most]}…"


class Smoke:
    """A smoke test on its way."""

    def __init__(self, engine: Engine, seed: int = 1) -> None:
        self.engine = Recorder(engine)
        self.seed = seed
        self.number = 0
        self.hello: Hello | None = None
        self.gave_up = False

    def steps(self) -> Iterator[SmokeStep]:
        """Every step in turn; after one that does not hold, what depends on it is left out."""
        first = self._step("hello: what it is and what it can do", self._greet)
        yield first
        if not first.holds or self.hello is None:
            return
        edition = next(name for name in self.hello.editions if name in load_parameters())
        for board in self.hello.boards:
            for players in self.hello.players:
                if "new" in self.hello.operations and not self.gave_up:
                    yield from self._game(edition, board, players)
        if not self.gave_up:
            yield self._step("bye: it ends by itself, with status 0", self._part)

    def _step(self, what: str, act: Callable[[], None]) -> SmokeStep:
        self.number += 1
        self.engine.said.clear()
        try:
            act()
        except Fault as fault:
            return self._failed(what, fault.fault, fault.mend)
        except protocol.EngineTimedOut as failure:
            return self._failed(
                what, failure.message, "answer every request, also those you refuse"
            )
        except protocol.EngineBrokeProtocol as failure:
            mend = (
                f"answer one JSON object per line, in the form of docs/protocol.md ({failure.kind})"
            )
            return self._failed(what, failure.message, mend)
        except protocol.EngineGaveUp as failure:
            self.gave_up = True
            return self._failed(what, failure.message, "mend the steps before this one first")
        except EngineFailure as failure:
            return self._failed(what, failure.message, "see its standard error for the cause")
        except Exception as error:  # noqa: BLE001 - an engine in this process may raise anything
            return self._failed(what, repr(error), "answer with a value; raise nothing")
        return SmokeStep(self.number, what, holds=True)

    def _failed(self, what: str, fault: str, mend: str) -> SmokeStep:
        return SmokeStep(self.number, what, False, fault, mend, tuple(self.engine.said))

    def _greet(self) -> None:
        hello = self.engine.ask("hello")
        known = load_parameters()
        if not any(edition in known for edition in hello.editions):
            raise Fault(
                f"it declares the editions {', '.join(hello.editions)}",
                f"declare at least one of {', '.join(known)}",
            )
        if not {"new", "load"} & set(hello.operations):
            raise Fault("it declares neither new nor load", "declare how a game can begin")
        if not {"legal", "play"} <= set(hello.operations):
            raise Fault("it does not declare both legal and play", "nothing can be told without")
        self.hello = hello

    def _game(self, edition: str, board: str, players: int) -> Iterator[SmokeStep]:
        name = f"{board}, {players} players"
        state: Json = {}

        def begin() -> None:
            nonlocal state
            state = self._settled(self.engine.ask("new", edition, board, players), "new")
            if state.get("board", board) != board or state.get("players", players) != players:
                raise Fault("new: another board or number of players", "begin the game asked for")

        held = 0
        for what, act in (
            ("new", begin),
            ("legal", self._list),
            ("an illegal move is refused", self._refuse),
            ("no move at all", self._nothing),
        ):
            step = self._step(f"{what}: {name}", act)
            yield step
            if not step.holds:
                break
            held += 1
        if held < 2 or self.gave_up:
            return
        yield self._step(f"a whole game: {name}", lambda: self._play(edition, board, players))
        if self.hello is not None and "load" in self.hello.operations and not self.gave_up:
            yield self._step(f"load what it told: {name}", lambda: self._reload(state))

    def _list(self) -> None:
        if not self._legal():
            raise Fault("no legal move at the start of a game", "list the placements")

    def _legal(self) -> list[Json]:
        moves: list[Json] = self.engine.ask("legal")
        seen = {words(move) for move in moves}
        if len(seen) != len(moves):
            raise Fault("legal: a move is listed twice", "list every move once")
        return moves

    def _refuse(self) -> None:
        before = self._state()
        move = {"type": "skip_capture"}
        answer = self.engine.ask("play", [move])
        if not isinstance(answer, Refused):
            raise Fault("skip_capture was played at the start of a game", "refuse illegal moves")
        if answer.played != 0:
            raise Fault(
                f"played is {answer.played}, not 0", "count the moves before the illegal one"
            )
        if answer.state != before or self._state() != before:
            raise Fault("the refusal changed the state", "leave the state as it was")

    def _nothing(self) -> None:
        before = self._state()
        if self._settled(self.engine.ask("play", []), "play") != before:
            raise Fault("playing no move changed the state", "answer the present state")

    def _play(self, edition: str, board: str, players: int) -> None:
        rng = random.Random(self.seed)
        state = self._settled(self.engine.ask("new", edition, board, players), "new")
        for _ in range(MAX_MOVES):
            if state["turn"]["phase"] == "game_over":
                if self.engine.ask("legal"):
                    raise Fault("legal moves after the end", "list none when the game is over")
                return
            moves = self._legal()
            if not moves:
                raise Fault(
                    f"no legal move in {state['turn']['phase']}, and the game is not over",
                    "pass phases and seats with nothing to do by yourself, or end the game",
                )
            move = rng.choice(moves)
            answer = self.engine.ask("play", [move])
            if isinstance(answer, Refused):
                raise Fault(f"{words(move)} is listed but refused", "list only what can be played")
            state = self._settled(answer, "play")
        raise Fault(f"the game did not end within {MAX_MOVES} moves", "see R191: every game ends")

    def _reload(self, state: Json) -> None:
        answer = self.engine.ask("load", state)
        if isinstance(answer, protocol.Unsupported):
            return
        if isinstance(answer, protocol.Invalid):
            raise Fault(f"it refuses its own state: {answer.faults[0]}", "take what you told")
        if answer.state != state:
            raise Fault("it tells another state than it was given", "hold a state as it is")

    def _state(self) -> Json:
        """The present state; without `state`, as playing no move tells it."""
        if self.hello is not None and "state" not in self.hello.operations:
            return self._settled(self.engine.ask("play", []), "play")
        state: Json = self.engine.ask("state")
        return state

    def _settled(self, answer: Any, name: str) -> Json:
        if not isinstance(answer, Settled):
            raise Fault(f"{name}: {answer}", "declare only what you can do")
        return answer.state

    def _part(self) -> None:
        self.engine.engine.close()
        status = getattr(self.engine.engine, "status", 0)
        if status != 0:
            how = "had to be ended by force" if status is None else f"ended with status {status}"
            raise Fault(f"it {how}", "on bye, answer and exit with status 0")


def smoke(engine: Engine, seed: int = 1) -> Iterator[SmokeStep]:
    """The steps of a smoke test."""
    return Smoke(engine, seed).steps()


def step_lines(step: SmokeStep) -> Sequence[str]:
    """A step as it is printed."""
    mark = "ok  " if step.holds else "FAIL"
    lines = [f"{mark} {step.number:3} {step.what}"]
    if not step.holds:
        lines += [f"         {step.fault}", f"         to mend: {step.mend}"]
        lines += [f"           {line}" for line in step.transcript]
    return lines
