"""Boards as SVG, without a drawing library.

A stack is a pile of rings seen from the side, the bottom ring lowest. A ring shows its player by
its colour and by as many dots; the cap has a bracket beside it with its height, and the height of
the stack stands below. A marker has a shape of its own for each player, a collapsed space is
hatched in its owner's colour; both bear the owner's number. So a board can be read in grey too.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any, TypeAlias

from conformance.boards import Coordinates, Grid, grid
from conformance.editions import CANON, load_parameters

Json: TypeAlias = dict[str, Any]
Point: TypeAlias = tuple[float, float]

CELL = 64.0
MARGIN = 34.0
LINE = 22.0  # the height of a line of text
PILE = 36.0  # the width of a ring seen from the side
TALL = 7  # higher stacks show runs of rings, not every one


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a player: those of Okabe and Ito, which colour-blind people tell apart."""

    fill: str
    ink: str  # what is written on it


PAINTS = {
    1: Paint("#e69f00", "#1a1a1a"),
    2: Paint("#0072b2", "#ffffff"),
    3: Paint("#009e73", "#ffffff"),
    4: Paint("#cc79a7", "#1a1a1a"),
}
UNKNOWN = Paint("#999999", "#1a1a1a")
PAPER, GROUND, GRID, INK, FAINT = "#f6f6f4", "#e9e8e4", "#a8a7a2", "#1a1a1a", "#6b6a66"
RIM = f'stroke="{PAPER}" stroke-width="2.5" stroke-linejoin="round" paint-order="stroke"'
STYLE = (
    "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;"
    "text-anchor:middle}"
)


def board_svg(state: Json, move: Json | None = None, highlights: Iterable[str] = ()) -> str:
    """The board of a state; with a move its arrow, and cells that are to be looked at framed."""
    side = load_parameters()[state.get("edition", CANON)]["hex_side"]
    return "\n".join(_Drawing(state, grid(state["board"], side)).lines(move, [*highlights])) + "\n"


def number(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def points_of(points: Iterable[Point]) -> str:
    """Points of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def text(at: Point, words: str, size: float, colour: str = INK, extra: str = "") -> str:
    """Words around a point."""
    x, y = at
    return (
        f'<text x="{number(x)}" y="{number(y)}" dy=".35em"'
        f' font-size="{number(size)}" fill="{colour}"'
        f"{' ' + extra if extra else ''}>{escape(words)}</text>"
    )


def corners(at: Point, radius: float, count: int, start: float) -> list[Point]:
    """The corners of a regular shape, the first at an angle from the right, in degrees."""
    angles = [math.radians(start + 360 * index / count) for index in range(count)]
    return [(at[0] + radius * math.cos(one), at[1] + radius * math.sin(one)) for one in angles]


class _Drawing:
    """A board on its way to text."""

    def __init__(self, state: Json, board: Grid) -> None:
        self.state, self.board = state, board
        self.places = {name: self._place(cell) for name, cell in board.cells.items()}
        right = max(x for x, _ in self.places.values())
        bottom = max(y for _, y in self.places.values())
        self.width = right + CELL / 2 + MARGIN
        self.bottom = bottom + (CELL / math.sqrt(3) if board.is_hexagonal else CELL / 2)

    def _place(self, cell: Coordinates) -> Point:
        """The middle of a cell; y runs downwards, as in diagrams."""
        if self.board.is_hexagonal:
            reach = self.board.size - 1
            x, y, _ = cell
            step = CELL * math.sqrt(3) / 2
            return (
                MARGIN + CELL * (x + y / 2 + reach + 0.5),
                MARGIN + CELL / math.sqrt(3) + step * (y + reach),
            )
        return MARGIN + CELL * (cell[0] + 0.5), MARGIN + CELL * (cell[1] + 0.5)

    def lines(self, move: Json | None, highlights: Sequence[str]) -> Iterator[str]:
        notes = list(self.notes(move))
        height = self.bottom + MARGIN / 2 + LINE * len(notes) + MARGIN / 2
        size = f'width="{number(self.width)}" height="{number(height)}"'
        box = f'viewBox="0 0 {number(self.width)} {number(height)}"'
        yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} role="img">'
        yield f"<title>{escape(self.summary())}</title>"
        yield f"<style>{STYLE}</style>"
        yield from self.patterns()
        yield f'<rect {size} rx="8" fill="{PAPER}"/>'
        yield from self.cells()
        yield from self.axes()
        yield from self.frames(highlights, dashed=True)
        if move is not None:
            yield from self.move(move)
        yield from self.things()
        if move is not None:
            yield from self.badge(move)
        for index, note in enumerate(notes):
            yield note.replace("@y", number(self.bottom + MARGIN / 2 + LINE * (index + 0.5)))
        yield "</svg>"

    def summary(self) -> str:
        state = self.state
        return f"{state['board']}, {state.get('players', '?')} players"

    def patterns(self) -> Iterator[str]:
        """The hatching of collapsed spaces, another way for each player."""
        yield "<defs>"
        for seat, turn in ((1, 45), (2, -45), (3, 0), (4, 90)):
            yield (
                f'<pattern id="c{seat}" width="9" height="9" patternUnits="userSpaceOnUse"'
                f' patternTransform="rotate({turn})"><rect width="9" height="9" fill="{PAPER}"/>'
                f'<rect width="9" height="5" fill="{PAINTS[seat].fill}" opacity=".65"/></pattern>'
            )
        yield "</defs>"

    # --- the board ------------------------------------------------------------------------------

    def outline(self, at: Point, inset: float = 0.0) -> str:
        """The shape of a cell."""
        if self.board.is_hexagonal:
            radius = CELL / math.sqrt(3) - inset
            return f'<polygon points="{points_of(corners(at, radius, 6, 90))}"'
        half = CELL / 2 - inset
        place = f'x="{number(at[0] - half)}" y="{number(at[1] - half)}"'
        return f'<rect {place} width="{number(2 * half)}" height="{number(2 * half)}"'

    def cells(self) -> Iterator[str]:
        collapsed = self.state.get("collapsed", {})
        for name, at in self.places.items():
            owner = collapsed.get(name)
            fill = f"url(#c{owner})" if owner in PAINTS else GROUND if owner is None else FAINT
            title = f"<title>{escape(self.told(name))}</title>"
            tag = "polygon" if self.board.is_hexagonal else "rect"
            yield f'{self.outline(at)} fill="{fill}" stroke="{GRID}">{title}</{tag}>'
            if owner is not None:
                yield f'<circle cx="{number(at[0])}" cy="{number(at[1])}" r="12" fill="{PAPER}"/>'
                yield text(at, str(owner), 16, INK, 'font-weight="700"')

    def told(self, name: str) -> str:
        """What stands on a cell, in words."""
        state = self.state
        if name in state.get("stacks", {}):
            rings = state["stacks"][name]
            cap = len(next(iter(runs_of(rings[::-1]))))
            return (
                f"{name}: stack {' '.join(map(str, rings))} from bottom to top,"
                f" height {len(rings)}, cap {cap} of player {rings[-1]}"
            )
        if name in state.get("markers", {}):
            return f"{name}: marker of player {state['markers'][name]}"
        if name in state.get("collapsed", {}):
            return f"{name}: collapsed space of player {state['collapsed'][name]}"
        return f"{name}: empty"

    def axes(self) -> Iterator[str]:
        """The coordinates: along the edges of a square board, in each cell of a hexagonal one."""
        if self.board.is_hexagonal:
            for name, (x, y) in self.places.items():
                yield text((x, y + CELL * 0.43), name, 7.5, INK, RIM)
            return
        for index in range(self.board.size):
            along = MARGIN + CELL * (index + 0.5)
            yield text((along, MARGIN / 2), str(index), 14, FAINT)
            yield text((MARGIN / 2, along), str(index), 14, FAINT)
        yield text((MARGIN / 2, MARGIN / 2 - 5), "x →", 10, FAINT)
        yield text((MARGIN / 2, MARGIN / 2 + 7), "y ↓", 10, FAINT)

    # --- what stands on it ----------------------------------------------------------------------

    def things(self) -> Iterator[str]:
        for name, owner in self.state.get("markers", {}).items():
            if name in self.places:
                yield from marker(self.places[name], owner)
        for name, rings in self.state.get("stacks", {}).items():
            if name in self.places and rings:
                yield from pile(self.places[name], rings)

    # --- a move ---------------------------------------------------------------------------------

    def frames(self, names: Iterable[str], *, dashed: bool = False) -> Iterator[str]:
        """Cells framed."""
        dash = ' stroke-dasharray="7 5"' if dashed else ""
        for name in names:
            if name in self.places:
                shape = self.outline(self.places[name], 3)
                yield f'{shape} fill="none" stroke="#ffffff" stroke-width="6"/>'
                yield f'{shape} fill="none" stroke="{INK}" stroke-width="3"{dash}/>'

    def move(self, move: Json) -> Iterator[str]:
        """A move: an arrow below what stands on its way, and frames around cells it speaks of."""
        collapse = [*move.get("collapse", ())]
        yield from self.frames([one for one in move.get("cells", ()) if one not in collapse])
        yield from self.frames(collapse, dashed=True)
        yield from self.frames([move[name] for name in ("at", "target") if name in move])
        way = [move[name] for name in ("from", "to") if move.get(name) in self.places]
        if len(way) == 2 and way[0] != way[1]:
            is_free = not any(way[1] in self.state.get(one, {}) for one in ("stacks", "markers"))
            yield from arrow(self.places[way[0]], self.places[way[1]], 4.0 if is_free else 22.0)

    def badge(self, move: Json) -> Iterator[str]:
        """How many rings a move places or takes."""
        if "count" in move and move.get("at") in self.places:
            x, y = self.places[move["at"]]
            at = (x + CELL * 0.27, y - CELL * 0.27)
            sign = "+" if move["type"] == "place_ring" else "-"
            yield f'<circle cx="{number(at[0])}" cy="{number(at[1])}" r="11" fill="{INK}"/>'
            yield text(at, f"{sign}{move['count']}", 12, "#ffffff", 'font-weight="700"')

    # --- below the board ------------------------------------------------------------------------

    def notes(self, move: Json | None) -> Iterator[str]:
        """Whose choice it is, the move, and what each player has."""
        turn = self.state.get("turn") or {}
        told = f"player {turn.get('player')} to choose: {turn.get('phase')}"
        if turn.get("from"):
            told += f", with the stack on {turn['from']}"
        if turn.get("owes"):
            told += f", owing for a {turn['owes']}"
        result = self.state.get("result")
        if result:
            winner = result.get("winner")
            who = "nobody wins" if winner is None else f"player {winner} wins"
            told = f"game over: {who}, {result.get('reason')}"
        yield self._line(told, bold=True)
        if move is not None:
            fields = [f"{key} {shown(value)}" for key, value in move.items() if key != "type"]
            yield self._line(f"{move['type']}: {', '.join(fields)}" if fields else move["type"])
        for seat in range(1, int(self.state.get("players", 0)) + 1):
            numbers = [
                f"{self.state[name][str(seat)]} {words}"
                for name, words in (("hand", "in hand"), ("eliminated", "eliminated"))
                if str(seat) in self.state.get(name, {})
            ]
            owned = sum(owner == seat for owner in self.state.get("collapsed", {}).values())
            key = "".join(ring((MARGIN + PILE / 2, 0.0), seat, 10, dots=True))
            yield f'<g transform="translate(0 @y)">{key}</g>' + self._line(
                f"player {seat}: {', '.join([*numbers, f'{owned} territory'])}", MARGIN + PILE + 10
            )

    def _line(self, words: str, x: float = MARGIN, *, bold: bool = False) -> str:
        room = int((self.width - x - 8) / 6.6)
        cut = words if len(words) <= room else words[: room - 1] + "…"
        weight = ' font-weight="700"' if bold else ""
        return (
            f'<text x="{number(x)}" y="@y" dy=".35em" font-size="13" fill="{INK}"{weight}'
            f' style="text-anchor:start">{escape(cut)}</text>'
        )


def shown(value: Any) -> str:
    """A field of a move in words."""
    return " ".join(value) if isinstance(value, list) else str(value)


def runs_of(rings: Sequence[int]) -> list[list[int]]:
    """Neighbouring rings of one player, together."""
    return [[*run] for _, run in groupby(rings)]


def marker(at: Point, owner: int) -> Iterator[str]:
    """A marker: a circle, a diamond, a triangle or a square, with its owner's number."""
    paint = PAINTS.get(owner, UNKNOWN)
    look = f'fill="{paint.fill}" stroke="{INK}" stroke-width="1.5"'
    x, y = at
    match owner:
        case 1:
            yield f'<circle cx="{number(x)}" cy="{number(y)}" r="14" {look}/>'
        case 2:
            yield f'<polygon points="{points_of(corners(at, 18, 4, 0))}" {look}/>'
        case 3:
            yield f'<polygon points="{points_of(corners((x, y + 3), 20, 3, -90))}" {look}/>'
        case _:
            yield f'<polygon points="{points_of(corners(at, 18, 4, 45))}" {look}/>'
    middle = (x, y + 4) if owner == 3 else at
    yield text(middle, str(owner), 14, paint.ink, 'font-weight="700"')


def ring(at: Point, owner: int, height: float, *, dots: bool, wide: bool = False) -> Iterator[str]:
    """A ring from the side, with as many dots as its player's number."""
    paint = PAINTS.get(owner, UNKNOWN)
    x, y = at
    place = f'x="{number(x - PILE / 2)}" y="{number(y - height / 2)}" width="{number(PILE)}"'
    stroke = 2.0 if wide else 1.0
    yield (
        f'<rect {place} height="{number(height)}" rx="{number(min(4, height / 2))}"'
        f' fill="{paint.fill}" stroke="{INK}" stroke-width="{number(stroke)}"/>'
    )
    if dots:
        radius = min(1.9, height / 4)
        for index in range(owner):
            spot = x + (index - (owner - 1) / 2) * 7
            yield (
                f'<circle cx="{number(spot)}" cy="{number(y)}" r="{radius:.2g}"'
                f' fill="{paint.ink}"/>'
            )


def pile(at: Point, rings: Sequence[int]) -> Iterator[str]:
    """A stack: its rings, or where it is tall its runs of rings, with height and cap."""
    x, y = at[0] - 5, at[1]
    runs = runs_of(rings)
    bars = [[owner] for owner in rings] if len(rings) <= TALL else runs
    room = CELL * 0.64
    height = min(10.0, room / len(bars))
    foot = y + min(room, height * len(bars)) / 2 - 4
    cap_bars = len(runs[-1]) if len(rings) <= TALL else 1
    for index, bar in enumerate(bars):
        middle = (x, foot - height * (index + 0.5))
        single = len(rings) <= TALL
        yield from ring(middle, bar[0], height - 0.8, dots=single)
        if not single:
            paint = PAINTS.get(bar[0], UNKNOWN)
            size = min(9.0, height)
            yield text(middle, f"{len(bar)} of {bar[0]}", size, paint.ink, 'font-weight="700"')
    top = foot - height * len(bars)
    low = top + height * cap_bars
    edge = x + PILE / 2 + 3
    yield (
        f'<path d="M{number(edge)} {number(top)}h3V{number(low)}h-3" fill="none"'
        f' stroke="{INK}" stroke-width="1.2"/>'
    )
    yield text((edge + 8, (top + low) / 2), str(len(runs[-1])), 10, INK, f'font-weight="700" {RIM}')
    yield text((x, foot + 8), f"height {len(rings)}", 9, INK, RIM)


def arrow(start: Point, end: Point, short: float) -> Iterator[str]:
    """An arrow from one point to shortly before another, dark with a light rim."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    tail = (start[0] + ux * 10, start[1] + uy * 10)
    tip = (end[0] - ux * short, end[1] - uy * short)
    neck = (tip[0] - ux * 14, tip[1] - uy * 14)
    wings = [(neck[0] - uy * 8, neck[1] + ux * 8), (neck[0] + uy * 8, neck[1] - ux * 8)]
    shaft = f"M{number(tail[0])} {number(tail[1])}L{number(neck[0])} {number(neck[1])}"
    head = points_of([tip, *wings])
    for colour, width in (("#ffffff", 8), (INK, 3.5)):
        yield f'<path d="{shaft}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
        rim = 5 if colour == "#ffffff" else 0
        yield f'<polygon points="{head}" fill="{INK}" stroke="{colour}" stroke-width="{rim}"/>'
