"""Moves in the form of the protocol, and back.

WireError
└── MalformedMove       what was given is not a move: the field, what is wrong, what was expected
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from reference_engine.geometry import Cell, Cells, Geometry
from reference_engine.moves import (
    SKIP_CAPTURE,
    SKIP_PLACEMENT,
    SKIP_TERRITORY,
    SWAP_SIDES,
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRings,
    Move,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
    ProcessLine,
    ProcessRegion,
    SkipCapture,
    SkipPlacement,
    SkipTerritory,
    SwapSides,
)

Json = dict[str, Any]


class WireError(Exception):
    """The base of what cannot be read."""


class MalformedMove(WireError):
    """What was given is not a move of this board."""

    def __init__(self, field: str, reason: str, expected: str) -> None:
        self.field, self.reason, self.expected = field, reason, expected
        super().__init__(f"{field}: {reason} (expected {expected})")


def shown(value: object) -> str:
    """A value as a reason tells it: a long one in part."""
    return clipped(repr(value))


def clipped(text: str) -> str:
    """A text, of a long one the beginning."""
    return text if len(text) <= 60 else f"{text[:57]}..."


def move_to_json(board: Geometry, move: Move) -> Json:
    """A move in the form of the protocol."""
    match move:
        case PlaceRing(at, count):
            return {"type": "place_ring", "at": board.key(at), "count": count}
        case SkipPlacement():
            return {"type": "skip_placement"}
        case MoveStack(source, to):
            return {"type": "move_stack", "from": board.key(source), "to": board.key(to)}
        case OvertakingCapture() | ContinueCaptureSegment():
            return {
                "type": "overtaking_capture"
                if isinstance(move, OvertakingCapture)
                else "continue_capture_segment",
                "from": board.key(move.source),
                "target": board.key(move.target),
                "to": board.key(move.to),
            }
        case SkipCapture():
            return {"type": "skip_capture"}
        case ProcessLine(cells):
            return {"type": "process_line", "cells": board.keys(cells)}
        case ChooseLineReward(cells, collapse):
            return {
                "type": "choose_line_reward",
                "cells": board.keys(cells),
                "collapse": board.keys(collapse),
            }
        case EliminateRings(at, None):
            return {"type": "eliminate_rings_from_stack", "at": board.key(at)}
        case EliminateRings(at, number):
            return {
                "type": "eliminate_rings_from_stack",
                "at": board.key(at),
                "count": number,
            }
        case ProcessRegion(cells):
            return {"type": "process_territory_region", "cells": board.keys(cells)}
        case SkipTerritory():
            return {"type": "skip_territory_processing"}
        case SwapSides():
            return {"type": "swap_sides"}


class _Fields:
    """The fields of a move in the making, each asked for by its name."""

    def __init__(self, board: Geometry, data: Mapping[str, Any]) -> None:
        self.board, self.data = board, data

    def cell(self, name: str) -> Cell:
        value = self.data[name]
        cell = self.board.parse(value) if isinstance(value, str) else None
        if cell is None:
            raise MalformedMove(name, f"{shown(value)} is not a cell", self.board.extent)
        return cell

    def cells(self, name: str) -> Cells:
        value = self.data[name]
        if not isinstance(value, list) or not value:
            raise MalformedMove(name, f"{shown(value)} is not a list of cells", "one cell or more")
        found = 0
        for item in value:
            cell = self.board.parse(item) if isinstance(item, str) else None
            if cell is None:
                raise MalformedMove(name, f"{shown(item)} is not a cell", self.board.extent)
            if found >> cell & 1:
                raise MalformedMove(name, f"{shown(item)} stands there twice", "every cell once")
            found |= 1 << cell
        return found

    def count(self, name: str) -> int:
        value = self.data[name]
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise MalformedMove(name, f"{shown(value)} is not a number of rings", "1 or more")
        return value


_READERS: dict[str, tuple[tuple[str, ...], Callable[[_Fields], Move]]] = {
    "place_ring": (("at", "count"), lambda f: PlaceRing(f.cell("at"), f.count("count"))),
    "skip_placement": ((), lambda _: SKIP_PLACEMENT),
    "move_stack": (("from", "to"), lambda f: MoveStack(f.cell("from"), f.cell("to"))),
    "overtaking_capture": (
        ("from", "target", "to"),
        lambda f: OvertakingCapture(f.cell("from"), f.cell("target"), f.cell("to")),
    ),
    "skip_capture": ((), lambda _: SKIP_CAPTURE),
    "continue_capture_segment": (
        ("from", "target", "to"),
        lambda f: ContinueCaptureSegment(f.cell("from"), f.cell("target"), f.cell("to")),
    ),
    "process_line": (("cells",), lambda f: ProcessLine(f.cells("cells"))),
    "choose_line_reward": (
        ("cells", "collapse"),
        lambda f: ChooseLineReward(f.cells("cells"), f.cells("collapse")),
    ),
    "eliminate_rings_from_stack": (
        ("at",),
        lambda f: EliminateRings(f.cell("at"), f.count("count") if "count" in f.data else None),
    ),
    "process_territory_region": (("cells",), lambda f: ProcessRegion(f.cells("cells"))),
    "skip_territory_processing": ((), lambda _: SKIP_TERRITORY),
    "swap_sides": ((), lambda _: SWAP_SIDES),
}
_OPTIONAL = {"eliminate_rings_from_stack": ("count",)}

MOVE_TYPES = tuple(_READERS)


def move_from_json(board: Geometry, data: object) -> Move:
    """The move that a JSON value describes."""
    if not isinstance(data, Mapping):
        raise MalformedMove("move", f"{shown(data)} is not an object", "an object with a type")
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _READERS:
        raise MalformedMove(
            "type", f"{shown(kind)} is not a move", f"one of {', '.join(MOVE_TYPES)}"
        )
    names, read = _READERS[kind]
    for name in names:
        if name not in data:
            raise MalformedMove(name, f"missing from {kind}", f"the fields {', '.join(names)}")
    for name in data:
        if name != "type" and name not in names and name not in _OPTIONAL.get(kind, ()):
            known = f"the fields {', '.join(names)}" if names else "no field but type"
            raise MalformedMove(clipped(str(name)), f"unknown field of {kind}", known)
    return read(_Fields(board, data))
