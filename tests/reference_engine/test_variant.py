from dataclasses import replace

import pytest

from conformance.editions import CANON, load_editions
from reference_engine.editions import Edition
from reference_engine.geometry import Board
from reference_engine.variant import UnknownVariant, admitted_players, supply, variant


@pytest.fixture(scope="module")
def canon() -> Edition:
    return load_editions()[CANON]


@pytest.mark.parametrize(
    ("board", "players", "rings", "cells"),
    [
        (Board.SQUARE8, 2, 19, 33),
        (Board.SQUARE8, 3, 28, 33),
        (Board.SQUARE8, 4, 37, 33),
        (Board.SQUARE19, 2, 37, 181),
        (Board.SQUARE19, 3, 55, 181),
        (Board.SQUARE19, 4, 73, 181),
        (Board.HEXAGONAL, 2, 37, 166),
        (Board.HEXAGONAL, 3, 55, 166),
        (Board.HEXAGONAL, 4, 73, 166),
    ],
)
def test_a_threshold_is_more_than_half(
    canon: Edition, board: Board, players: int, rings: int, cells: int
) -> None:
    chosen = variant(canon, board, players)
    assert chosen.elimination_threshold(in_play=7) == rings
    assert chosen.territory_threshold == cells
    assert 2 * rings > chosen.total_rings >= 2 * (rings - 1)
    assert 2 * cells > chosen.geometry.count >= 2 * (cells - 1)


@pytest.mark.parametrize(
    ("board", "size", "line", "rings"),
    [
        (Board.SQUARE8, 8, 3, 18),
        (Board.SQUARE19, 19, 4, 36),
        (Board.HEXAGONAL, 11, 4, 36),
    ],
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_canonical_board_has_its_size_its_line_and_its_rings(
    canon: Edition, board: Board, size: int, line: int, rings: int, players: int
) -> None:
    chosen = variant(canon, board, players)
    assert chosen.board is board
    assert chosen.geometry.size == size
    assert chosen.line_length == line
    assert chosen.supply == supply(canon, board) == rings
    assert chosen.total_rings == players * rings


@pytest.mark.parametrize("board", Board)
@pytest.mark.parametrize("players", [-1, 0, 1, 5, 6])
def test_games_are_for_two_to_four(canon: Edition, board: Board, players: int) -> None:
    with pytest.raises(UnknownVariant) as caught:
        variant(canon, board, players)
    assert (caught.value.field, caught.value.value) == ("players", players)
    assert caught.value.expected == "2 to 4"
    assert str(caught.value) == f"players {players}: expected 2 to 4"
    assert list(admitted_players(canon, board)) == [2, 3, 4]


def test_an_edition_may_admit_fewer_players_on_one_board(canon: Edition) -> None:
    small = replace(canon, max_players=canon.max_players._replace(square8=3))
    assert variant(small, Board.SQUARE8, 3).players == 3
    assert variant(small, Board.SQUARE19, 4).players == 4
    with pytest.raises(UnknownVariant) as caught:
        variant(small, Board.SQUARE8, 4)
    assert caught.value.expected == "2 to 3"


@pytest.mark.parametrize(("players", "rings"), [(2, 49), (3, 73), (4, 97)])
def test_the_later_hexagonal_board_has_its_own_thresholds(players: int, rings: int) -> None:
    chosen = variant(load_editions()["compact-2025-12"], Board.HEXAGONAL, players)
    assert (chosen.geometry.size, chosen.geometry.count, chosen.supply) == (13, 469, 48)
    assert chosen.elimination_threshold(in_play=0) == rings
    assert chosen.territory_threshold == 235


@pytest.mark.parametrize(("players", "length"), [(2, 4), (3, 3), (4, 3)])
def test_an_edition_may_ask_for_a_longer_line_of_two_players(players: int, length: int) -> None:
    edition = load_editions()["complete-2025-12"]
    assert variant(edition, Board.SQUARE8, players).line_length == length


@pytest.mark.parametrize(("in_play", "threshold"), [(36, 19), (18, 10), (17, 9), (0, 1)])
def test_an_edition_may_take_the_rings_still_in_play_for_the_base(
    canon: Edition, in_play: int, threshold: int
) -> None:
    chosen = variant(replace(canon, threshold_base="current"), Board.SQUARE8, 2)
    assert chosen.elimination_threshold(in_play) == threshold
