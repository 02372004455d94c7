"""Positions as the clauses sketch them, and a game played on from them, on both engines."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from conformance.editions import CANON, load_editions, load_parameters
from conformance.engines.literal import LiteralEngine
from conformance.engines.literal.session import LiteralSession
from conformance.engines.names import engine_factory
from conformance.engines.protocol import Engine, Invalid, Json, Refused, Settled
from conformance.engines.reference import ReferenceEngine
from reference_engine.editions import edition_from

ENGINES = ("reference", "literal")

Cells = Mapping[int, str]


class Game:
    """A game on an engine, and the state it has come to."""

    def __init__(self, engine: Engine, state: Json) -> None:
        self.engine = engine
        self.state = state

    def legal(self) -> list[Json]:
        return self.engine.legal()

    def types(self) -> set[str]:
        return {move["type"] for move in self.legal()}

    def landings(self, start: str) -> set[str]:
        return {
            move["to"]
            for move in self.legal()
            if move["type"] == "move_stack" and move["from"] == start
        }

    def captures(self, start: str) -> set[tuple[str, str]]:
        return {
            (move["target"], move["to"])
            for move in self.legal()
            if "target" in move and move["from"] == start
        }

    def counts(self, cell: str) -> set[int]:
        return {
            move["count"]
            for move in self.legal()
            if move["type"] == "place_ring" and move["at"] == cell
        }

    def lines(self) -> list[list[str]]:
        found: list[list[str]] = []
        for move in self.legal():
            is_line = move["type"] in ("process_line", "choose_line_reward")
            if is_line and move["cells"] not in found:
                found.append(move["cells"])
        return found

    def collapses(self) -> list[list[str]]:
        """What the rewards collapse, in ascending order: an engine lists moves in any order."""
        return sorted(move["collapse"] for move in self.legal() if "collapse" in move)

    def regions(self) -> list[list[str]]:
        return [
            move["cells"] for move in self.legal() if move["type"] == "process_territory_region"
        ]

    def payers(self) -> set[str]:
        return {move["at"] for move in self.legal() if move["type"] == "eliminate_rings_from_stack"}

    def play(self, kind: str, **fields: Any) -> "Game":
        answer = self.engine.play([{"type": kind, **fields}])
        assert isinstance(answer, Settled), answer
        self.state = answer.state
        return self

    def refusal(self, kind: str, **fields: Any) -> Refused:
        """The answer to a move that must be refused, and that must change nothing."""
        answer = self.engine.play([{"type": kind, **fields}])
        assert isinstance(answer, Refused)
        assert (answer.played, answer.state, self.engine.state()) == (0, self.state, self.state)
        return answer

    def place(self, cell: str, count: int = 1) -> "Game":
        return self.play("place_ring", at=cell, count=count)

    def move(self, start: str, landing: str) -> "Game":
        return self.play("move_stack", **{"from": start, "to": landing})

    def capture(self, start: str, target: str, landing: str) -> "Game":
        kind = "overtaking_capture"
        if self.phase == "chain_capture":
            kind = "continue_capture_segment"
        return self.play(kind, **{"from": start, "target": target, "to": landing})

    def eliminate(self, cell: str, **fields: Any) -> "Game":
        return self.play("eliminate_rings_from_stack", at=cell, **fields)

    def line(self, cells: str) -> "Game":
        return self.play("process_line", cells=cells.split())

    def reward(self, cells: str, collapse: str) -> "Game":
        return self.play("choose_line_reward", cells=cells.split(), collapse=collapse.split())

    def region(self, cells: Sequence[str]) -> "Game":
        return self.play("process_territory_region", cells=list(cells))

    @property
    def phase(self) -> str:
        return str(self.state["turn"]["phase"])

    @property
    def player(self) -> int:
        return int(self.state["turn"]["player"])

    @property
    def stacks(self) -> dict[str, list[int]]:
        return dict(self.state["stacks"])

    def result(self) -> Any:
        return self.state["result"]

    def turn(self, key: str) -> Any:
        return self.state["turn"][key]

    def owned(self, kind: str, player: int) -> set[str]:
        return {cell for cell, owner in self.state[kind].items() if owner == player}

    def markers(self, player: int) -> set[str]:
        return self.owned("markers", player)

    def territory(self, player: int) -> set[str]:
        return self.owned("collapsed", player)

    def numbers(self, kind: str) -> tuple[int, ...]:
        return tuple(self.state[kind][str(seat)] for seat in range(1, self.state["players"] + 1))

    @property
    def credited(self) -> tuple[int, ...]:
        return self.numbers("eliminated")

    @property
    def hands(self) -> tuple[int, ...]:
        return self.numbers("hand")


class Sketches:
    """Sets up the sketches of the clauses on one engine."""

    def __init__(self, name: str) -> None:
        self.name = name

    def engine(self, edition: str = CANON, **rules: Any) -> Engine:
        """A new engine, which reads the edition with these parameters instead of its own."""
        if not rules:
            return engine_factory(self.name)()
        parameters = {**load_parameters()[edition], **rules}
        if self.name == "reference":
            title = load_editions()[edition].title
            return ReferenceEngine({edition: edition_from(edition, title, parameters)})
        session = LiteralSession([edition])
        session.engine = LiteralEngine({edition: parameters})
        return session

    def new(
        self, players: int = 2, board: str = "square8", edition: str = CANON, **rules: Any
    ) -> Game:
        engine = self.engine(edition, **rules)
        answer = engine.new(edition, board, players)
        assert isinstance(answer, Settled), answer
        return Game(engine, answer.state)

    def state(
        self,
        stacks: Mapping[str, list[int]],
        markers: Cells | None = None,
        collapsed: Cells | None = None,
        hand: Sequence[int] | None = None,
        eliminated: Sequence[int] | None = None,
        players: int = 2,
        board: str = "square8",
        edition: str = CANON,
        bystander: bool = True,
        player: int = 1,
        phase: str = "ring_placement",
        start: str | None = None,
    ) -> Json:
        """Rings not shown go into `eliminated`, split evenly; an absent opponent gets a ring."""
        shown = {cell: list(rings) for cell, rings in stacks.items()}
        if bystander and all(rings[-1] == 1 for rings in shown.values()):
            shown["0,0,0" if board == "hexagonal" else "7,7"] = [2]
        hands = list(hand or [0] * players)
        supply = load_parameters()[edition]["rings_per_player"][board]
        rest = players * supply - sum(hands) - sum(len(rings) for rings in shown.values())
        credited = list(eliminated or [])
        if eliminated is None:
            credited = [rest // players + (1 if i < rest % players else 0) for i in range(players)]
        return {
            "edition": edition,
            "board": board,
            "players": players,
            "stacks": shown,
            "markers": spread(markers),
            "collapsed": spread(collapsed),
            "hand": {str(i + 1): hands[i] for i in range(players)},
            "eliminated": {str(i + 1): credited[i] for i in range(players)},
            "turn": {"player": player, "phase": phase, "from": start, "owes": None},
            "result": None,
        }

    def __call__(
        self,
        stacks: Mapping[str, list[int]],
        rules: Mapping[str, Any] | None = None,
        **sketch: Any,
    ) -> Game:
        return self.load(self.state(stacks, **sketch), rules)

    def load(self, state: Json, rules: Mapping[str, Any] | None = None) -> Game:
        """A game taken up at a state that must be accepted."""
        engine = self.engine(state["edition"], **(rules or {}))
        answer = engine.load(state)
        assert isinstance(answer, Settled), answer
        return Game(engine, answer.state)

    def faults(self, state: Json, rules: Mapping[str, Any] | None = None) -> tuple[str, ...]:
        """Why a state that must be refused is refused."""
        answer = self.engine(state["edition"], **(rules or {})).load(state)
        assert isinstance(answer, Invalid)
        return answer.faults


def spread(cells: Cells | None) -> dict[str, int]:
    return {cell: owner for owner, names in (cells or {}).items() for cell in names.split()}


@pytest.fixture(scope="session", params=ENGINES)
def sketch(request: pytest.FixtureRequest) -> Sketches:
    return Sketches(str(request.param))
