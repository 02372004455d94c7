"""A game seen otherwise: the board turned or mirrored, the players' seats moved round the table.

The rules know no direction and no first among the players, so an engine that is asked about the
image of a position must answer with the image of its answer.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from conformance.boards import Grid, grid, name_of, symmetries
from conformance.editions import load_parameters
from conformance.engines.names import TIMEOUT
from conformance.engines.protocol import (
    Engine,
    Hello,
    Invalid,
    Json,
    Refused,
    Settled,
    Unsupported,
)
from conformance.scenarios.moves import renamed

Rename: TypeAlias = Callable[[str], str]
LAYERS = ("stacks", "markers", "collapsed")
BY_SEAT = ("hand", "eliminated")


@dataclass(frozen=True, slots=True)
class View:
    """How a game is seen: by a symmetry of its board, with seats moved round by so many."""

    symmetry: str = "identity"
    seats: int = 0

    def words(self) -> str:
        """The view in words."""
        parts = [] if self.symmetry == "identity" else [f"the board: {self.symmetry}"]
        if self.seats:
            parts.append(f"each player sits {self.seats} further on")
        return ", ".join(parts) or "as it is"


def views(edition: str, board: str, players: int, *, can_load: bool) -> list[View]:
    """All views of a game but the plain one.

    Seats are moved only where a position can be loaded, since a new game has its first player,
    and only in editions without the pie rule, which knows who that is.
    """
    rules = load_parameters()[edition]
    is_fair = can_load and rules["pie_rule"] == "off"
    turns = range(players if is_fair else 1)
    names = symmetries(grid(board, rules["hex_side"]))
    return [View(name, seats) for name in names for seats in turns][1:]


def view_of(seed: object, edition: str, board: str, players: int, *, can_load: bool) -> View:
    """The view in which a game of that seed is seen."""
    rng = random.Random(f"view/{seed}/{edition}/{board}/{players}")
    return rng.choice(views(edition, board, players, can_load=can_load))


class Image:
    """One view of the games of one edition, board and number of players."""

    def __init__(self, view: View, edition: str, board: str, players: int) -> None:
        self.view, self.players = view, players
        self.grid: Grid = grid(board, load_parameters()[edition]["hex_side"])
        turn = symmetries(self.grid)[view.symmetry]
        self.there = {name: name_of(turn(cell)) for name, cell in self.grid.cells.items()}
        self.back = {image: name for name, image in self.there.items()}

    def state_there(self, state: Json) -> Json:
        """The image of a state."""
        return self._state(state, self._there, self.view.seats)

    def state_back(self, state: Json) -> Json:
        """The state of which this is the image."""
        return self._state(state, self._back, -self.view.seats)

    def move_there(self, move: Json) -> Json:
        """The image of a move."""
        return self._move(move, self._there)

    def move_back(self, move: Json) -> Json:
        """The move of which this is the image."""
        return self._move(move, self._back)

    def _there(self, cell: str) -> str:
        return self.there.get(cell, cell)

    def _back(self, cell: str) -> str:
        return self.back.get(cell, cell)

    def _move(self, move: Json, rename: Rename) -> Json:
        found = renamed(move, rename)
        for name in ("cells", "collapse"):
            if name in found:
                found[name] = self.grid.ordered(found[name])
        return found

    def _state(self, state: Json, rename: Rename, shift: int) -> Json:
        def seat(number: int) -> int:
            return (number - 1 + shift) % self.players + 1

        found: Json = {**state}
        for layer in LAYERS:
            if layer in state:
                found[layer] = {
                    rename(cell): [seat(ring) for ring in value]
                    if isinstance(value, list)
                    else seat(value)
                    for cell, value in state[layer].items()
                }
        for part in BY_SEAT:
            if part in state:
                found[part] = _by_seat(state[part], seat)
        turn = found["turn"] = {**state["turn"], "player": seat(state["turn"]["player"])}
        if turn.get("from"):
            turn["from"] = rename(turn["from"])
        if turn.get("made"):
            turn["made"] = self.grid.ordered(map(rename, turn["made"]))
        if state.get("standing"):
            found["standing"] = _standing(state["standing"], seat)
        if state.get("result"):
            found["result"] = self._result(state["result"], seat)
        return found

    def _result(self, result: Json, seat: Callable[[int], int]) -> Json:
        found = {**result}
        if result.get("winner") is not None:
            found["winner"] = seat(result["winner"])
        if "ranking" in result:
            found["ranking"] = [seat(one) for one in result["ranking"]]
        return found


def _by_seat(numbers: Json, seat: Callable[[int], int]) -> Json:
    moved = {str(seat(int(one))): number for one, number in numbers.items()}
    return dict(sorted(moved.items()))


def _standing(standing: Json, seat: Callable[[int], int]) -> Json:
    found = {**standing}
    for name in ("had_action", "rounds"):
        if name in standing:
            found[name] = _by_seat(standing[name], seat)
    if "acted" in standing:
        found["acted"] = [seat(one) for one in standing["acted"]]
    return found


class ImageEngine:
    """An engine that is asked about images, and whose answers are taken back from them."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.view = View()
        self.omits_ranking = False  # equal players are ranked in the order of their seats
        self.image: Image | None = None

    @property
    def fired(self) -> Sequence[str]:
        found: Sequence[str] = getattr(self.engine, "fired", ())
        return found

    @property
    def keeps_time(self) -> bool:
        """Whether the engine limits the time of each request itself."""
        return bool(getattr(self.engine, "keeps_time", False))

    @property
    def limit(self) -> float:
        """How long the engine may take for a request."""
        return float(getattr(self.engine, "limit", TIMEOUT))

    def hello(self) -> Hello:
        """Say what the engine itself says."""
        return self.engine.hello()

    def new(self, edition: str, board: str, players: int) -> Settled | Unsupported:
        """Begin a game in which, seen in this view, the usual player is first."""
        answer = self.engine.new(edition, board, players)
        if not isinstance(answer, Settled):
            return answer
        self.image = Image(self.view, edition, board, players)
        if self.view.seats:
            moved = self.engine.load(self.image.state_there(answer.state))
            if not isinstance(moved, Settled):
                return Unsupported(f"it does not load its own first state: {moved}")
            answer = moved
        return self._settled(answer)

    def load(self, state: Json) -> Settled | Invalid | Unsupported:
        """Take up the image of a position."""
        self.image = Image(self.view, state["edition"], state["board"], state["players"])
        answer = self.engine.load(self.image.state_there(state))
        return self._settled(answer) if isinstance(answer, Settled) else answer

    def legal(self) -> list[Json]:
        """List the moves of which the legal ones are images."""
        image = self._image()
        return [image.move_back(move) for move in self.engine.legal()]

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        """Play the images of moves."""
        image = self._image()
        answer = self.engine.play([image.move_there(move) for move in moves], every=every)
        if isinstance(answer, Settled):
            return self._settled(answer)
        return replace(
            answer,
            move=image.move_back(answer.move),
            state=self._back(answer.state),
            states=tuple(map(self._back, answer.states)),
        )

    def state(self) -> Json:
        """Tell the state of which the present one is the image."""
        return self._back(self.engine.state())

    def close(self) -> None:
        """End the engine."""
        self.engine.close()

    def _settled(self, answer: Settled) -> Settled:
        return Settled(self._back(answer.state), tuple(map(self._back, answer.states)))

    def _back(self, state: Json) -> Json:
        found = self._image().state_back(state)
        result: dict[str, Any] | None = found.get("result")
        if self.omits_ranking and result and "ranking" in result:
            found["result"] = {key: value for key, value in result.items() if key != "ranking"}
        return found

    def _image(self) -> Image:
        if self.image is None:
            raise RuntimeError("no game has begun")
        return self.image
