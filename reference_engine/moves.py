"""The moves: one frozen class per kind, each with its own fields only."""

from __future__ import annotations

from dataclasses import dataclass

from reference_engine.geometry import Cell, Cells


@dataclass(frozen=True, slots=True)
class PlaceRing:
    """Put rings from the hand on a cell."""

    at: Cell
    count: int


@dataclass(frozen=True, slots=True)
class SkipPlacement:
    """Place nothing this turn."""


@dataclass(frozen=True, slots=True)
class MoveStack:
    """Move a stack without capturing."""

    source: Cell
    to: Cell


@dataclass(frozen=True, slots=True)
class OvertakingCapture:
    """Start a capture: jump a stack and take its top ring."""

    source: Cell
    target: Cell
    to: Cell


@dataclass(frozen=True, slots=True)
class SkipCapture:
    """Decline to start a capture."""


@dataclass(frozen=True, slots=True)
class ContinueCaptureSegment:
    """Go on capturing with the same stack."""

    source: Cell
    target: Cell
    to: Cell


@dataclass(frozen=True, slots=True)
class ProcessLine:
    """Collapse a line of exactly the required length."""

    cells: Cells


@dataclass(frozen=True, slots=True)
class ChooseLineReward:
    """Collapse all of a longer line, or the required number of its markers for free."""

    cells: Cells
    collapse: Cells


@dataclass(frozen=True, slots=True)
class EliminateRings:
    """Pay with the cap of a stack; `count` only where an edition also lets one ring pay."""

    at: Cell
    count: int | None = None


@dataclass(frozen=True, slots=True)
class ProcessRegion:
    """Take a disconnected region."""

    cells: Cells


@dataclass(frozen=True, slots=True)
class SkipTerritory:
    """Leave the regions that remain as they are."""


@dataclass(frozen=True, slots=True)
class SwapSides:
    """Take the other side, where the pie rule is played."""


Move = (
    PlaceRing
    | SkipPlacement
    | MoveStack
    | OvertakingCapture
    | SkipCapture
    | ContinueCaptureSegment
    | ProcessLine
    | ChooseLineReward
    | EliminateRings
    | ProcessRegion
    | SkipTerritory
    | SwapSides
)

SKIP_PLACEMENT = SkipPlacement()
SKIP_CAPTURE = SkipCapture()
SKIP_TERRITORY = SkipTerritory()
SWAP_SIDES = SwapSides()

_PLACEMENTS: dict[tuple[int, int, int], tuple[PlaceRing, ...]] = {}
_STEPS: dict[Cell, dict[Cell, MoveStack]] = {}


def placements(cells: Cells, count: int) -> list[PlaceRing]:
    """A placement of so many rings for each of the cells.

    Eight cells at a time, from a table that fills as it is used: a large board offers a thousand
    placements, and making each anew would be most of the time of a random game.
    """
    found: list[PlaceRing] = []
    for index, byte in enumerate(cells.to_bytes((cells.bit_length() + 7) // 8, "little")):
        if byte:
            some = _PLACEMENTS.get((count, index, byte))
            if some is None:
                some = tuple(
                    PlaceRing(Cell(index * 8 + low), count) for low in range(8) if byte >> low & 1
                )
                _PLACEMENTS[count, index, byte] = some
            found += some
    return found


def steps(source: Cell, landings: Cells) -> list[MoveStack]:
    """A plain move from the cell to each landing, from a table that fills as it is used."""
    known = _STEPS.setdefault(source, {})
    found = []
    while landings:
        low = landings & -landings
        to = Cell(low.bit_length() - 1)
        move = known.get(to)
        if move is None:
            move = known[to] = MoveStack(source, to)
        found.append(move)
        landings ^= low
    return found
