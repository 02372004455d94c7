"""A variant: one edition, on one board, with one number of players."""

from __future__ import annotations

from dataclasses import dataclass

from reference_engine.editions import Edition
from reference_engine.geometry import Board, Geometry, geometry
from reference_engine.homes import implements

MIN_PLAYERS = 2


class UnknownVariant(Exception):
    """An edition does not admit that board or that number of players."""

    def __init__(self, field: str, value: object, expected: str) -> None:
        self.field, self.value, self.expected = field, value, expected
        super().__init__(f"{field} {value!r}: expected {expected}")


@dataclass(frozen=True, slots=True)
class Variant:
    """What the rules need to know before the first move."""

    edition: Edition
    geometry: Geometry
    players: int
    line_length: int
    supply: int

    @property
    def board(self) -> Board:
        return self.geometry.board

    @property
    @implements("R052.e")
    def total_rings(self) -> int:
        """All rings of the game, which never changes."""
        return self.supply * self.players

    @property
    @implements("R062.a")
    def territory_threshold(self) -> int:
        """More than half of the cells."""
        return self.geometry.count // 2 + 1

    @implements("R061.a")
    def elimination_threshold(self, in_play: int) -> int:
        """More than half of all rings of the game."""
        base = self.total_rings if self.edition.threshold_base == "initial" else in_play
        return base // 2 + 1


@implements("R001.a")
def square8(edition: Edition) -> tuple[int, tuple[int, int, int]]:
    """The small board is 8 cells wide; its line takes three markers in the canon."""
    return 8, edition.line_length.square8


@implements("R001.b")
def square19(edition: Edition) -> tuple[int, tuple[int, int, int]]:
    """The large board is 19 cells wide; its line takes four markers in the canon."""
    return 19, edition.line_length.square19


@implements("R001.c")
def hexagonal(edition: Edition) -> tuple[int, tuple[int, int, int]]:
    """The hexagonal board has 11 cells along a side in the canon; its line takes four markers."""
    return edition.hex_side, edition.line_length.hexagonal


@implements("R010.b")
def admitted_players(edition: Edition, board: Board) -> range:
    """Two, three or four players take part."""
    return range(MIN_PLAYERS, edition.max_players.on(board) + 1)


@implements("R020.a")
def supply(edition: Edition, board: Board) -> int:
    """The rings that each player starts with."""
    return edition.rings_per_player.on(board)


def variant(edition: Edition, board: Board, players: int) -> Variant:
    """The variant of that edition on that board for so many players."""
    admitted = admitted_players(edition, board)
    if players not in admitted:
        raise UnknownVariant("players", players, f"{admitted.start} to {admitted.stop - 1}")
    if board is Board.SQUARE8:
        size, lengths = square8(edition)
    elif board is Board.SQUARE19:
        size, lengths = square19(edition)
    else:
        size, lengths = hexagonal(edition)
    return Variant(
        edition=edition,
        geometry=geometry(board, size),
        players=players,
        line_length=lengths[players - MIN_PLAYERS],
        supply=supply(edition, board),
    )
