"""A position of a game: frozen, and valid by construction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from reference_engine.geometry import Cell, Cells
from reference_engine.homes import cites, implements
from reference_engine.stacks import Player, Rings
from reference_engine.variant import Variant


class Phase(StrEnum):
    """The parts of a turn."""

    RING_PLACEMENT = "ring_placement"
    MOVEMENT = "movement"
    CAPTURE = "capture"
    CHAIN_CAPTURE = "chain_capture"
    LINE_PROCESSING = "line_processing"
    TERRITORY_PROCESSING = "territory_processing"
    FORCED_ELIMINATION = "forced_elimination"
    GAME_OVER = "game_over"


cites(__name__, "Phase", "R051.b")


class Debt(StrEnum):
    """What an elimination is due for."""

    LINE = "line"
    REGION = "region"


class Deed(StrEnum):
    """What a seat has done this turn, in editions that ask."""

    ACTION = "action"
    ELIMINATION = "elimination"


class Reason(StrEnum):
    """Why a game is over."""

    RING_ELIMINATION = "ring_elimination"
    TERRITORY_CONTROL = "territory_control"
    LAST_PLAYER_STANDING = "last_player_standing"
    STALEMATE = "stalemate"


class Turn(NamedTuple):
    """Whose choice it is, and what bears on it; the last four serve some editions only."""

    player: Player
    phase: Phase
    source: Cell | None = None
    owes: Debt | None = None
    may_swap: bool = False
    made: Cells = 0
    did: Deed | None = None
    deferred: int = 0


class Standing(NamedTuple):
    """Per seat (index 0 unused): real action at its latest turn; latest actors first; rounds."""

    had_action: tuple[bool | None, ...]
    acted: tuple[Player, ...]
    rounds: tuple[int, ...]


class Result(NamedTuple):
    """How a game ended; the winner is None in a draw."""

    winner: Player | None
    reason: Reason
    ranking: tuple[Player, ...]


class Totals(NamedTuple):
    """What the thresholds are made of, and the thresholds."""

    rings: int
    eliminated: int
    elimination_threshold: int
    territory_threshold: int


class GameState(NamedTuple):
    """A position at a decision point, or the end of a game.

    Sequences by player have an unused entry 0, so that player 1 is entry 1. `control` holds the
    cells of the stacks that each player controls; `occupied`, `marked` and `walled` are the cells
    of all stacks, all markers and all collapsed spaces.
    """

    variant: Variant
    stacks: Mapping[Cell, Rings]
    control: tuple[Cells, ...]
    markers: tuple[Cells, ...]
    collapsed: tuple[Cells, ...]
    occupied: Cells
    marked: Cells
    walled: Cells
    hand: tuple[int, ...]
    eliminated: tuple[int, ...]
    turn: Turn
    standing: Standing
    result: Result | None

    @property
    def players(self) -> list[Player]:
        """The seats, in ascending order."""
        return [Player(seat) for seat in range(1, self.variant.players + 1)]

    @property
    def progress(self) -> int:
        """S: markers, collapsed spaces and eliminated rings together."""
        return self.marked.bit_count() + self.walled.bit_count() + sum(self.eliminated)

    @property
    @implements("R051.c")
    def totals(self) -> Totals:
        """The rings of the game, those eliminated so far, and both victory thresholds."""
        out = sum(self.eliminated)
        rings = self.variant.total_rings
        return Totals(
            rings,
            out,
            self.variant.elimination_threshold(rings - out),
            self.variant.territory_threshold,
        )

    @property
    def is_over(self) -> bool:
        return self.result is not None


@implements("R041.a")
def territory(collapsed: Sequence[Cells], player: Player) -> int:
    """A player's territory is the number of collapsed spaces it owns."""
    return collapsed[player].bit_count()
