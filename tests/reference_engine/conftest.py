"""Positions for the reference engine: written by hand, or met in random games."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from conformance.editions import CANON, load_editions
from reference_engine.editions import Edition
from reference_engine.game import legal_moves, load, new_game, play
from reference_engine.geometry import Board
from reference_engine.moves import Move
from reference_engine.state import GameState
from reference_engine.variant import variant
from reference_engine.violations import Violation, violations
from reference_engine.wire import move_from_json, setup_from_json

Json = dict[str, Any]
Played = Callable[..., Sequence[GameState]]

EVERYTHING = "everything"


@cache
def _edition(name: str) -> Edition:
    """An edition by its name, or one under the canon's name whose states have every field."""
    if name != EVERYTHING:
        return load_editions()[name]
    return replace(
        load_editions()[CANON],
        line_origin="this_turn",
        check_after_fe=False,
        landing_elimination_timing="end_of_chain",
        lps_rounds=2,
        pie_rule="swap_then_other_colour_moves",
    )


class Sketches:
    """Sets up positions; rings that are not shown are eliminated, split evenly."""

    def edition(self, **rules: Any) -> Edition:
        """The canon with other parameters, under its own name."""
        return replace(load_editions()[CANON], **rules)

    def json(
        self,
        stacks: Mapping[str, Sequence[int]],
        markers: Mapping[int, str] | None = None,
        collapsed: Mapping[int, str] | None = None,
        hand: Sequence[int] = (0, 0),
        players: int = 2,
        board: str = "square8",
        start: str | None = None,
        **turn: Any,
    ) -> Json:
        hands = [*hand, *[0] * (players - len(hand))]
        supply = load_editions()[CANON].rings_per_player.on(Board(board))
        rest = players * supply - sum(hands) - sum(map(len, stacks.values()))
        credited = [(rest + seat) // players for seat in range(players)]
        return {
            "edition": CANON,
            "board": board,
            "players": players,
            "stacks": {cell: [*rings] for cell, rings in stacks.items()},
            "markers": _spread(markers),
            "collapsed": _spread(collapsed),
            "hand": {str(seat): count for seat, count in enumerate(hands, start=1)},
            "eliminated": {str(seat): count for seat, count in enumerate(credited, start=1)},
            "turn": {"player": 1, "phase": "ring_placement", "from": start, "owes": None, **turn},
            "result": None,
        }

    def __call__(
        self,
        stacks: Mapping[str, Sequence[int]],
        rules: Mapping[str, Any] | None = None,
        **sketch: Any,
    ) -> GameState:
        """The position, settled at its decision point."""
        edition = self.edition(**(rules or {}))
        return load(setup_from_json(self.json(stacks, **sketch), {CANON: edition}))

    def move(self, state: GameState, kind: str, **fields: Any) -> Move:
        """A move; `start` stands for `from`."""
        named = {"from" if name == "start" else name: value for name, value in fields.items()}
        return move_from_json(state.variant.geometry, {"type": kind, **named})

    def play(self, state: GameState, kind: str, **fields: Any) -> GameState:
        return play(state, self.move(state, kind, **fields)).state

    def violations(self, state: GameState, kind: str, **fields: Any) -> tuple[Violation, ...]:
        return violations(state, self.move(state, kind, **fields))


def _spread(cells: Mapping[int, str] | None) -> dict[str, int]:
    return {cell: owner for owner, names in (cells or {}).items() for cell in names.split()}


@pytest.fixture(scope="session")
def everything() -> Edition:
    """An edition whose states have every field there is."""
    return _edition(EVERYTHING)


@pytest.fixture(scope="session")
def sketch() -> Sketches:
    return Sketches()


@cache
def _played(
    edition: Edition, board: Board, players: int, seed: int, moves: int
) -> tuple[GameState, ...]:
    rng = random.Random(seed)
    states = [new_game(variant(edition, board, players))]
    while len(states) <= moves and not states[-1].is_over:
        states.append(play(states[-1], rng.choice(legal_moves(states[-1]))).state)
    return tuple(states)


@pytest.fixture(scope="session")
def played() -> Played:
    """The states of a random game, from the first to the end or so many moves on."""

    def states(
        edition: str | Edition = CANON,
        board: Board = Board.SQUARE8,
        players: int = 2,
        seed: int = 0,
        moves: int = 500,
    ) -> Sequence[GameState]:
        chosen = _edition(edition) if isinstance(edition, str) else edition
        return _played(chosen, board, players, seed, moves)

    return states
