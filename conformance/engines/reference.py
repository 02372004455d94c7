"""The reference engine behind the protocol."""

from collections.abc import Mapping, Sequence

from conformance import __version__
from conformance.editions import load_editions
from conformance.engines.protocol import (
    EngineErrored,
    Hello,
    Invalid,
    Json,
    Refused,
    Settled,
    Unsupported,
)
from reference_engine.editions import Edition
from reference_engine.explain import explain
from reference_engine.game import IllegalMove, legal_moves, load, new_game, play
from reference_engine.geometry import Board
from reference_engine.setup import InvalidSetup
from reference_engine.state import GameState
from reference_engine.wire import (
    MalformedMove,
    move_from_json,
    move_to_json,
    setup_from_json,
    state_to_json,
    variant_from_json,
)


class ReferenceEngine:
    """One game of the reference engine."""

    def __init__(self, editions: Mapping[str, Edition] | None = None) -> None:
        self.editions = load_editions() if editions is None else editions
        self.present: GameState | None = None
        self.fired: list[str] = []  # the clauses at work in the latest move

    def hello(self) -> Hello:
        """Say that it plays every edition on every board."""
        return Hello(
            name="reference",
            version=__version__,
            language="python",
            editions=tuple(self.editions),
            boards=tuple(Board),
            players=(2, 3, 4),
        )

    def new(self, edition: str, board: str, players: int) -> Settled | Unsupported:
        """Begin a new game."""
        wanted = {"edition": edition, "board": board, "players": players}
        try:
            self.present = new_game(variant_from_json(wanted, self.editions))
        except InvalidSetup as error:
            return Unsupported(str(error))
        return Settled(self.state())

    def load(self, state: Json) -> Settled | Invalid:
        """Take up a position, settled at its decision point."""
        try:
            self.present = load(setup_from_json(state, self.editions))
        except InvalidSetup as error:
            return Invalid(tuple(map(str, error.faults)))
        return Settled(self.state())

    def legal(self) -> list[Json]:
        """List the legal moves."""
        state = self._state()
        return [move_to_json(state.variant.geometry, move) for move in legal_moves(state)]

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        """Play moves up to the first that is illegal."""
        states: list[Json] = []
        for number, written in enumerate(moves):
            state = self._state()
            try:
                move = move_from_json(state.variant.geometry, written)
                self.present, effects = play(state, move)
                self.fired = [effect.clause for effect in effects]
            except MalformedMove as error:
                return Refused(number, written, str(error), None, self.state(), tuple(states))
            except IllegalMove as error:
                first = error.violations[0]
                return Refused(
                    number, written, first.reason, first.clause, self.state(), tuple(states)
                )
            if every:
                states.append(self.state())
        return Settled(self.state(), tuple(states))

    def explained(self, state: Json, written: Json) -> list[str]:
        """The clauses that speak of a move in a position: why it is legal or not, what it does."""
        try:
            position = load(setup_from_json(state, self.editions))
            found = explain(position, move_from_json(position.variant.geometry, written))
        except (InvalidSetup, MalformedMove):
            return []
        cited = [one.clause for one in found.violations] + [one.clause for one in found.grounds]
        return cited + [effect.clause for effect in found.effects]

    def state(self) -> Json:
        """Tell the present state."""
        return state_to_json(self._state())

    def close(self) -> None:
        """End the game."""
        self.present = None

    def _state(self) -> GameState:
        if self.present is None:
            raise EngineErrored("no game has begun: expected new or load first")
        return self.present
