from typing import TYPE_CHECKING

import pytest

from conformance.engines.protocol import EngineErrored, Json, Refused, Settled, Unsupported

if TYPE_CHECKING:
    from tests.conformance.engines.rules.conftest import Sketches

CANON = "rr-canon-2025-11"
FIRST: list[Json] = [
    {"type": "place_ring", "at": "3,3", "count": 2},
    {"type": "move_stack", "from": "3,3", "to": "3,5"},
]
ILLEGAL: Json = {"type": "skip_capture"}


def test_several_moves_are_answered_with_the_last_state(sketch: "Sketches") -> None:
    game = sketch.new()
    answer = game.engine.play(FIRST)
    assert answer == Settled(game.engine.state())
    assert game.engine.state()["turn"]["player"] == 2


def test_every_state_between_is_told_on_demand(sketch: "Sketches") -> None:
    game = sketch.new()
    answer = game.engine.play(FIRST, every=True)
    assert isinstance(answer, Settled)
    assert [state["turn"]["phase"] for state in answer.states] == ["movement", "ring_placement"]
    assert answer.states[-1] == answer.state == game.engine.state()


def test_after_an_illegal_move_the_states_before_it_are_told(sketch: "Sketches") -> None:
    game = sketch.new()
    answer = game.engine.play([*FIRST, ILLEGAL, *FIRST], every=True)
    assert isinstance(answer, Refused)
    assert (answer.played, answer.move) == (2, ILLEGAL)
    assert len(answer.states) == 2
    assert answer.states[-1] == answer.state == game.engine.state()


def test_to_play_no_moves_is_to_be_told_the_state(sketch: "Sketches") -> None:
    game = sketch.new()
    assert game.engine.play([]) == Settled(game.state)
    assert game.engine.play([], every=True) == Settled(game.state)


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"type": "jump"},
        {"type": "place_ring"},
        {"type": "place_ring", "at": "8,8", "count": 1},
        {"type": "place_ring", "at": "3,3", "count": 1, "player": 1},
        {"type": "place_ring", "at": "3,3", "count": "1"},
        {"type": "process_line", "cells": ["0,0", "0,0"]},
    ],
)
def test_what_is_no_move_is_refused_like_an_illegal_one(sketch: "Sketches", move: Json) -> None:
    game = sketch.new()
    answer = game.engine.play([move])
    assert isinstance(answer, Refused)
    assert (answer.played, answer.state) == (0, game.state)
    assert answer.reason


@pytest.mark.parametrize(
    ("edition", "board", "players"),
    [("unknown", "square8", 2), (CANON, "round", 2), (CANON, "square8", 1), (CANON, "square8", 5)],
)
def test_a_game_that_is_not_known_is_unsupported(
    sketch: "Sketches", edition: str, board: str, players: int
) -> None:
    assert isinstance(sketch.engine().new(edition, board, players), Unsupported)


def test_before_a_game_has_begun_there_is_no_state(sketch: "Sketches") -> None:
    engine = sketch.engine()
    with pytest.raises(EngineErrored):
        engine.state()
    engine.new(CANON, "square8", 2)
    assert engine.state()
    engine.close()
    with pytest.raises(EngineErrored):
        engine.state()


def test_a_state_that_is_refused_leaves_the_game_as_it_was(sketch: "Sketches") -> None:
    game = sketch.new()
    game.engine.load({**game.state, "players": 5})
    assert game.engine.state() == game.state


def test_both_engines_know_every_edition_and_board(sketch: "Sketches") -> None:
    hello = sketch.engine().hello()
    assert hello.name == sketch.name
    assert hello.editions[0] == CANON
    assert set(hello.boards) == {"square8", "square19", "hexagonal"}
    assert hello.players == (2, 3, 4)
