"""Lines: how they are found, offered and collapsed."""

from typing import Any

from conformance.engines.literal.board import Cell, cell_names, step
from conformance.engines.literal.position import Position, collapse, controlled

Line = list[Cell]


def line_length(position: Position) -> int:
    """R120.f, RUL-01: the number of markers that make a line."""
    return int(position.rules["line_length"][position.board.name][position.players - 2])


def runs(position: Position) -> list[Line]:
    """R120.a-e: every complete run of markers of one owner along one axis."""
    found = []
    for cell, owner in sorted(position.markers.items()):
        for axis in position.board.axes:
            opposite = tuple(-number for number in axis)
            if position.markers.get(step(cell, opposite)) == owner:
                continue
            run = [cell]
            ahead = step(cell, axis)
            while position.markers.get(ahead) == owner:
                run.append(ahead)
                ahead = step(ahead, axis)
            found.append(run)
    return found


def eligible_lines(position: Position) -> list[Line]:
    """R120.f, R121.f, R121.g: the runs long enough that the mover may process."""
    eligible = []
    for run in runs(position):
        if len(run) < line_length(position):
            continue
        owner = position.markers[run[0]]
        if position.rules["lines_processed"] == "mover_only" and owner != position.player:
            continue
        if position.rules["line_origin"] == "this_turn" and not position.made.intersection(run):
            continue
        eligible.append(run)
    return eligible


def can_pay(position: Position) -> bool:
    """R122.c: any controlled stack may pay."""
    return bool(controlled(position, position.player))


def line_moves(position: Position) -> list[dict[str, Any]]:
    """R121.b, R122: every line that can be processed now, with every way to do it."""
    moves: list[dict[str, Any]] = []
    required = line_length(position)
    payable = can_pay(position)
    for line in eligible_lines(position):
        cells = cell_names(line)
        if len(line) == required:
            if payable or position.rules["unpayable_line"] == "collapse_free":
                moves.append({"type": "process_line", "cells": cells})
            continue
        stretches = [line[i : i + required] for i in range(len(line) - required + 1)]
        if payable or not position.rules["option1_requires_payer"]:
            stretches.insert(0, line)
        moves.extend(
            {"type": "choose_line_reward", "cells": cells, "collapse": cell_names(stretch)}
            for stretch in stretches
        )
    return moves


def has_unpayable_line(position: Position) -> bool:
    """R121.e, RUL-35: an exact line is left that the mover cannot pay for."""
    if can_pay(position):
        return False
    return any(len(line) == line_length(position) for line in eligible_lines(position))


def collapse_line(position: Position, cells: set[Cell], is_paid: bool) -> None:
    """R122.a, R122.f, R122.h: the markers become the mover's territory, and a payment falls due."""
    collapse(position, cells, position.player)
    if is_paid and can_pay(position):
        position.owes = "line"
