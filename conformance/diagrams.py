"""Boards drawn in text, to be written by hand and read at a glance.

    x:   0    1    2    3    4    5    6    7
    0:   .    m1   .    .    .    .    .    .
    1:   112  .    c2   .    .    .    .    .

A dot is an empty cell, `m1` a marker of player 1, `c2` a collapsed space of player 2, and digits
are a stack, bottom ring first. Each row is one y, with its first cell at the x of the header, or
at the x that the label itself names: `-2@0:` is the row y = -2 from x = 0 on. Without labels the
rows of a square board count from the top left corner. Cells that are not drawn are empty.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.boards import Coordinates, Grid, name_of

_LABEL = re.compile(r"\s*(-?[0-9]{1,4})(?:@(-?[0-9]{1,4}))?\s*:")
_HEADER = re.compile(r"\s*x\s*:")
_STACK = re.compile(r"[1-9]+")
_OWNED = re.compile(r"([mc])([1-9])")


@dataclass(frozen=True, slots=True)
class DiagramFault:
    """One thing wrong with a diagram: line and column within it, from 0."""

    line: int
    column: int
    message: str
    expected: str


@dataclass(slots=True)
class Drawing:
    """What a diagram shows, and what is wrong with it."""

    stacks: dict[str, list[int]] = field(default_factory=dict)
    markers: dict[str, int] = field(default_factory=dict)
    collapsed: dict[str, int] = field(default_factory=dict)
    faults: list[DiagramFault] = field(default_factory=list)


def read_diagram(text: str, board: Grid) -> Drawing:
    """What a diagram shows on a board."""
    drawing = Drawing()
    start: int | None = None
    drawn: set[str] = set()
    row = 0
    for number, line in enumerate(text.splitlines()):
        if not line.strip():
            continue
        if header := _HEADER.match(line):
            start = _header(drawing, number, line, header.end())
            continue
        label = _LABEL.match(line)
        first, y, tokens = start or 0, row, 0
        if label:
            y, tokens = int(label[1]), label.end()
            first = first if label[2] is None else int(label[2])
        if board.is_hexagonal and (label is None or (label[2] is None and start is None)):
            drawing.faults.append(
                DiagramFault(number, 0, "a row without its place", "a label y@x: on this board")
            )
            continue
        row = y + 1
        for offset, token in enumerate(re.finditer(r"\S+", line[tokens:])):
            x = first + offset
            cell: Coordinates = (x, y, -x - y) if board.is_hexagonal else (x, y)
            name = name_of(cell)
            column = tokens + token.start()
            if name not in board.cells:
                fault = DiagramFault(number, column, f"{name} is off the board", board.extent)
                drawing.faults.append(fault)
            elif name in drawn:
                fault = DiagramFault(number, column, f"{name} is drawn twice", "every cell once")
                drawing.faults.append(fault)
            else:
                drawn.add(name)
                _token(drawing, number, column, name, token[0])
    return drawing


def _header(drawing: Drawing, number: int, line: str, end: int) -> int:
    names = line[end:].split()
    try:
        columns = [int(name) for name in names]
    except ValueError:
        columns = []
    if not columns or columns != list(range(columns[0], columns[0] + len(columns))):
        drawing.faults.append(
            DiagramFault(number, end, "not a row of column numbers", "consecutive numbers")
        )
        return 0
    return columns[0]


def _token(drawing: Drawing, line: int, column: int, cell: str, token: str) -> None:
    if token == ".":
        return
    if _STACK.fullmatch(token):
        drawing.stacks[cell] = [int(ring) for ring in token]
    elif owned := _OWNED.fullmatch(token):
        owners = drawing.markers if owned[1] == "m" else drawing.collapsed
        owners[cell] = int(owned[2])
    else:
        expected = ". or m1 (marker) or c2 (collapsed) or 112 (stack, bottom first)"
        drawing.faults.append(DiagramFault(line, column, f"{token} is nothing", expected))


def tokens_of(state: Mapping[str, Any]) -> dict[str, str]:
    """What stands on each cell that is not empty, as a diagram writes it."""
    tokens = {cell: f"m{owner}" for cell, owner in state.get("markers", {}).items()}
    tokens |= {cell: f"c{owner}" for cell, owner in state.get("collapsed", {}).items()}
    tokens |= {cell: "".join(map(str, rings)) for cell, rings in state.get("stacks", {}).items()}
    return tokens


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text of a drawn board; `cell` is set where it shows one."""

    text: str
    cell: str | None = None


def draw(state: Mapping[str, Any], board: Grid) -> str:
    """The board of a state as a diagram that can be read again."""
    return "\n".join(
        "".join(span.text for span in row).rstrip() for row in drawn_rows(state, board)
    )


def drawn_rows(state: Mapping[str, Any], board: Grid) -> Iterator[list[Span]]:
    """The rows of a diagram in spans, so that cells can be coloured."""
    tokens = tokens_of(state)
    width = max([2, *(len(token) for token in tokens.values())])
    if board.is_hexagonal:
        yield from _hex_rows(tokens, board, width)
        return
    label = len(str(board.size - 1)) + 1
    header = "x:".rjust(label) + "".join(f"  {x:<{width}}" for x in range(board.size))
    yield [Span(header)]
    for y in range(board.size):
        row = [Span(f"{y}:".rjust(label))]
        for x in range(board.size):
            name = name_of((x, y))
            row += [Span("  "), Span(f"{tokens.get(name, '.'):<{width}}", name)]
        yield row


def _hex_rows(tokens: Mapping[str, str], board: Grid, width: int) -> Iterator[list[Span]]:
    reach = board.size - 1
    pitch = (width + 2) // 2 * 2  # even, so that half a cell is a whole number of characters
    for y in range(-reach, reach + 1):
        first = max(-reach, -reach - y)
        last = min(reach, reach - y)
        label = f"{y}@{first}:".rjust(8)
        indent = (2 * first + y + 2 * reach) * (pitch // 2)
        row = [Span(label + " " * (indent + 1))]
        for x in range(first, last + 1):
            name = name_of((x, y, -x - y))
            row.append(Span(f"{tokens.get(name, '.'):<{pitch}}", name))
        yield row
