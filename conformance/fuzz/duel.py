"""The two engines of a campaign: opened by name, kept alive, looked at by what they answer."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from types import TracebackType
from typing import TypeVar

from conformance.engines.names import TIMEOUT, Factory, engine_factory
from conformance.engines.protocol import (
    Engine,
    EngineBrokeProtocol,
    EngineCrashed,
    EngineFailure,
    EngineGaveUp,
    Hello,
    Invalid,
    Json,
    Refused,
    Settled,
    Unsupported,
)
from conformance.engines.shapes import is_moves, is_state
from conformance.fuzz.images import ImageEngine, View

T = TypeVar("T")
OURS = ("reference", "literal", "mutant")


class Guarded:
    """A foreign engine: what it answers is looked at, and one that gave up is opened again."""

    def __init__(self, factory: Factory, limit: float = TIMEOUT) -> None:
        self.factory, self.limit = factory, limit
        self.engine = factory()

    @property
    def keeps_time(self) -> bool:
        """Whether it limits the time of each request itself."""
        return bool(getattr(self.engine, "keeps_time", False))

    def hello(self) -> Hello:
        """Say what the engine itself says."""
        return self._asked(lambda one: one.hello())

    def new(self, edition: str, board: str, players: int) -> Settled | Unsupported:
        """Begin a new game."""
        return _settled("new", self._asked(lambda one: one.new(edition, board, players)))

    def load(self, state: Json) -> Settled | Invalid | Unsupported:
        """Take up a position."""
        return _settled("load", self._asked(lambda one: one.load(deepcopy(state))))

    def legal(self) -> list[Json]:
        """List the legal moves."""
        moves = self._asked(lambda one: one.legal())
        if not is_moves(moves):
            raise EngineBrokeProtocol("moves", f"legal: not a list of moves: {moves!r:.200}")
        return moves

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        """Play moves."""
        given = deepcopy([*moves])
        return _settled("play", self._asked(lambda one: one.play(given, every=every)))

    def state(self) -> Json:
        """Tell the present state."""
        return self._asked(lambda one: one.state())

    def close(self) -> None:
        """End."""
        self.engine.close()

    def _asked(self, ask: Callable[[Engine], T]) -> T:
        try:
            return ask(self.engine)
        except EngineGaveUp:
            self.engine.close()
            self.engine = self.factory()
            raise
        except SystemExit as ended:
            raise EngineCrashed(f"it ended the process: {ended!r}") from None


def _settled(command: str, answer: T) -> T:
    match answer:
        case Settled(state=state) | Refused(state=state):
            if not is_state(state):
                raise EngineBrokeProtocol("state", f"{command}: not a state: {state!r:.200}")
        case Invalid() | Unsupported():
            pass
        case _:
            raise EngineBrokeProtocol("answer", f"{command}: not an answer: {answer!r:.200}")
    return answer


def opened(name: str, timeout: float = TIMEOUT) -> Engine:
    """The engine of that name; one that is not ours is guarded."""
    factory = engine_factory(name, timeout)
    kind = name.partition(":")[0].partition("@")[0]
    return factory() if kind in OURS else Guarded(factory, timeout)


class Duel:
    """Two engines, open; in a metamorphic campaign both are seen through images."""

    def __init__(
        self, first: str, second: str, timeout: float = TIMEOUT, *, metamorphic: bool = False
    ) -> None:
        self.images: tuple[ImageEngine, ImageEngine] | None = None
        self.first: Engine = opened(first, timeout)
        try:
            self.second: Engine = opened(second, timeout)
        except EngineFailure:
            self.first.close()
            raise
        self.can_load = all("load" in one.hello().operations for one in (self.first, self.second))
        if metamorphic:
            self.images = (ImageEngine(self.first), ImageEngine(self.second))
            self.first, self.second = self.images

    def see(self, view: View) -> None:
        """Look at the second engine's games in a view, from now on."""
        if self.images is not None:
            plain, seen = self.images
            seen.view = view
            plain.omits_ranking = seen.omits_ranking = bool(view.seats)

    @property
    def view(self) -> View | None:
        """The view in which the second engine is seen, if it is seen in any."""
        return None if self.images is None else self.images[1].view

    def __enter__(self) -> "Duel":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _where: TracebackType | None,
    ) -> None:
        try:
            self.first.close()
        finally:
            self.second.close()
