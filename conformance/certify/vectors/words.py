"""The words of vectors in the words of the protocol, and what cannot be said in them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from conformance.boards import BOARDS, Grid
from conformance.certify.vectors.model import Played, Vector
from conformance.certify.vectors.read import ASSERTIONS

Json: TypeAlias = dict[str, Any]

PHASES = (
    *("ring_placement", "movement", "capture", "chain_capture"),
    *("line_processing", "territory_processing", "forced_elimination"),
)
OVER = "game_over"
WITH_STACK = ("capture", "chain_capture")
DEBTS = {"line_processing": "line", "territory_processing": "region"}

GOES_ON = ("active", "in_progress", "ongoing", "playing")
ENDED = ("completed", "complete", "finished", "ended", "over", OVER)
TAKEN = (
    *("ok", "success", "valid", "legal", "accepted", "applied", "played"),
    *("complete", "completed", "awaiting_decision"),
)
REFUSED = ("error", "invalid", "illegal", "rejected", "refused")

MOVES: Mapping[str, str] = {
    "place_ring": "place_ring",
    "skip_placement": "skip_placement",
    "move_stack": "move_stack",
    "move_ring": "move_stack",
    "overtaking_capture": "overtaking_capture",
    "continue_capture_segment": "continue_capture_segment",
    "skip_capture": "skip_capture",
    "process_line": "process_line",
    "choose_line_reward": "choose_line_reward",
    "eliminate_rings_from_stack": "eliminate_rings_from_stack",
    "process_territory_region": "process_territory_region",
    "skip_territory_processing": "skip_territory_processing",
    "swap_sides": "swap_sides",
}
CLAUSES: Mapping[str, str] = {
    "place_ring": "R081.g",
    "skip_placement": "R080.d",
    "move_stack": "R092.a",
    "overtaking_capture": "R102.c",
    "continue_capture_segment": "R103.a",
    "skip_capture": "R070.c",
    "process_line": "R122.a",
    "choose_line_reward": "R122.e",
    "eliminate_rings_from_stack": "R100.c",
    "process_territory_region": "R145.a",
    "skip_territory_processing": "R144.c",
    "swap_sides": "R070.a",
}
"""The clause that a vector with such a move is about: vectors name none."""

_ELIMINATIONS = {"line_processing": "R122.d", "territory_processing": "R145.f"}
_FIELDS: Mapping[str, Mapping[str, str]] = {
    "place_ring": {"at": "to"},
    "move_stack": {"from": "from", "to": "to"},
    "overtaking_capture": {"from": "from", "target": "captureTarget", "to": "to"},
    "continue_capture_segment": {"from": "from", "target": "captureTarget", "to": "to"},
    "process_line": {"cells": "cells"},
    "choose_line_reward": {"cells": "cells", "collapse": "collapse"},
    "process_territory_region": {"cells": "cells"},
}
"""The fields of a move of the protocol, and those of the vector that hold them."""


def clause_of(vector: Vector) -> str:
    """The clause that the move of a vector is about."""
    position, kind = vector.position, MOVES[vector.move.kind]
    if kind == "eliminate_rings_from_stack":
        return _ELIMINATIONS.get(position.phase, CLAUSES[kind])
    if kind == "place_ring" and vector.move.cells["to"] in position.stacks:
        return "R082.c"
    return CLAUSES[kind]


def move_of(played: Played) -> Json:
    """The move in the form of the protocol."""
    kind = MOVES[played.kind]
    move: Json = {"type": kind}
    for name, source in _FIELDS.get(kind, {}).items():
        move[name] = list(played.lists[source]) if source in played.lists else played.cells[source]
    if kind == "place_ring":
        move["count"] = 1 if played.count is None else played.count
    if kind == "eliminate_rings_from_stack":
        move["at"] = next(iter(_eliminated_at(played)))
    return move


def _eliminated_at(played: Played) -> set[str]:
    return {played.cells[name] for name in ("to", "from") if name in played.cells}


def is_refusal(vector: Vector) -> bool:
    """Whether the vector expects its move to be refused."""
    return vector.status in REFUSED


def not_understood(vector: Vector) -> Iterator[str]:
    """What the vector says that the protocol has no word for."""
    position = vector.position
    if position.board not in BOARDS:
        yield _strange("input.state.board.type", position.board, BOARDS)
    if position.phase == OVER:
        yield "input.state.currentPhase: the game is over, so that nothing can be played"
    elif position.phase not in PHASES:
        yield _strange("input.state.currentPhase", position.phase, PHASES)
    if vector.move.kind not in MOVES:
        yield _strange("input.move.type", vector.move.kind, MOVES)
    else:
        yield from _move_gaps(vector)
    yield from _expectation_gaps(vector)


def strange_cells(vector: Vector, board: Grid) -> Iterator[str]:
    """Cells that the move names and the board has not; a scenario cannot speak of them."""
    named = {name: (cell,) for name, cell in vector.move.cells.items()}
    for name, cells in (*named.items(), *vector.move.lists.items()):
        for cell in cells:
            if cell not in board.cells:
                wish = f"(expected {board.extent})"
                yield f"input.move.{name}: {cell} is not a cell of {board.board} {wish}"


def _move_gaps(vector: Vector) -> Iterator[str]:
    position, played = vector.position, vector.move
    if played.player is not None and played.player != position.player:
        yield (
            f"input.move.player: a move of player {played.player} in the turn of player"
            f" {position.player}: the protocol never names the mover"
        )
    kind = MOVES[played.kind]
    for source in _FIELDS.get(kind, {}).values():
        if source not in played.cells and source not in played.lists:
            yield f"input.move.{source}: missing, and {kind} needs it"
    if kind == "eliminate_rings_from_stack" and len(_eliminated_at(played)) != 1:
        yield "input.move.to: expected the one stack that loses its cap, in to or in from"
    if position.phase in WITH_STACK and "from" not in played.cells and "from" not in _needs(kind):
        yield f"input.move.from: missing, and it alone can tell the stack in {position.phase}"


def _needs(kind: str) -> Iterable[str]:
    return _FIELDS.get(kind, {}).values()


def _expectation_gaps(vector: Vector) -> Iterator[str]:
    wanted = vector.assertions
    if vector.status is not None and vector.status not in (*TAKEN, *REFUSED):
        yield _strange("expectedOutput.status", vector.status, (*TAKEN, *REFUSED))
    phase, game = wanted.get("currentPhase"), wanted.get("gameStatus")
    if phase is not None and phase not in (*PHASES, OVER):
        yield _strange("expectedOutput.assertions.currentPhase", phase, (*PHASES, OVER))
    if game is not None and game not in (*GOES_ON, *ENDED):
        yield _strange("expectedOutput.assertions.gameStatus", game, (*GOES_ON, *ENDED))
    if vector.status is None and not wanted:
        known = ", ".join(("status", *ASSERTIONS))
        yield f"expectedOutput: nothing that can be compared (expected some of {known})"


def _strange(field: str, value: object, known: Iterable[str]) -> str:
    return f"{field}: {value} (expected one of {', '.join(dict.fromkeys(known))})"
