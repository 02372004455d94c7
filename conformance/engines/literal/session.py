"""The literal engine behind the protocol."""

from collections.abc import Sequence

from conformance import __version__
from conformance.editions import load_parameters
from conformance.engines.literal.board import BOARDS
from conformance.engines.literal.engine import LiteralEngine
from conformance.engines.literal.position import IllegalMove, InvalidState
from conformance.engines.protocol import (
    EngineErrored,
    Hello,
    Invalid,
    Json,
    Refused,
    Settled,
    Unsupported,
)


class LiteralSession:
    """One game of the literal engine."""

    def __init__(self, editions: Sequence[str] | None = None) -> None:
        parameters = load_parameters()
        names = tuple(parameters) if editions is None else tuple(editions)
        self.engine = LiteralEngine({name: parameters[name] for name in names})
        self.present: Json | None = None

    def hello(self) -> Hello:
        """Say that it plays every edition on every board."""
        return Hello(
            name="literal",
            version=__version__,
            language="python",
            editions=tuple(self.engine.editions),
            boards=BOARDS,
            players=(2, 3, 4),
        )

    def new(self, edition: str, board: str, players: int) -> Settled | Unsupported:
        """Begin a new game."""
        try:
            self.present = self.engine.new(edition, board, players)
        except InvalidState as error:
            return Unsupported(str(error))
        return Settled(self.state())

    def load(self, state: Json) -> Settled | Invalid:
        """Take up a position, settled at its decision point."""
        try:
            self.present = self.engine.load(state)
        except InvalidState as error:
            return Invalid(tuple(error.faults))
        return Settled(self.state())

    def legal(self) -> list[Json]:
        """List the legal moves."""
        return self.engine.legal(self.state())

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        """Play moves up to the first that is illegal."""
        states: list[Json] = []
        for number, move in enumerate(moves):
            try:
                self.present = self.engine.play(self.state(), move)
            except IllegalMove as error:
                return Refused(number, move, error.reason, None, self.state(), tuple(states))
            if every:
                states.append(self.present)
        return Settled(self.state(), tuple(states))

    def state(self) -> Json:
        """Tell the present state."""
        if self.present is None:
            raise EngineErrored("no game has begun: expected new or load first")
        return self.present

    def close(self) -> None:
        """End the game."""
        self.present = None
