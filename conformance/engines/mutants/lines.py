"""Mutants of R120 and R121: what a line is, and how lines are processed."""

from conformance.engines.mutants.memory import has_just, keep, kept
from conformance.engines.mutants.registry import mutant
from reference_engine import turn
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cells
from reference_engine.homes import Home
from reference_engine.moves import Move
from reference_engine.rules import lines
from reference_engine.stacks import Player
from reference_engine.state import Phase

_continue_chain = turn.continue_chain
_eligible = lines.eligible
_has_choice = turn.has_choice_after_action
_offer_capture = turn.offer_capture
_options = lines.options
_runs = lines.runs
_windows = lines.windows

PROCESSED = ("R122.a", "R122.d", "R122.f", "R122.h")  # a line was processed, or paid for


def _between(position: Position, ends: Cells, cells: Cells) -> Cells:
    """Those of the cells that lie right between two ends on some axis."""
    shift = position.variant.geometry.shift
    found = 0
    for step in position.variant.geometry.axes:
        found |= cells & shift(ends, step) & shift(ends, -step)
    return found


# --- R120: what a line is -----------------------------------------------------------------------


@mutant("own-stacks-count-in-lines", "R120.a", "A stack of the player is a cell of its lines.")
def own_stacks_count(position: Position, player: Player) -> Cells:
    """Markers and stacks make lines together, unless the cell has collapsed already."""
    return position.markers[player] | (position.control[player] & ~position.walled)


@mutant("marker-colours-do-not-matter", "R120.b", "Markers of any colours make a line together.")
def marker_colours_do_not_matter(position: Position, _player: Player) -> Cells:
    """Every marker is a cell of the line."""
    return position.marked


@mutant("any-group-is-a-line", "R120.c", "A connected group of markers is a line.")
def any_group_is_a_line(position: Position, player: Player) -> list[Cells]:
    """Bends and blocks count."""
    board = position.variant.geometry
    rest = lines.members(position, player)
    found = []
    while rest:
        group = rest & -rest
        while grown := board.surroundings(group) & rest & ~group:
            group |= grown
        rest ^= group
        if lines.is_eligible(position, group.bit_count()):
            found.append(group)
    return found


@mutant(
    "lines-bridge-a-gap",
    "R120.c",
    "One empty cell between two markers does not break a line.",
    at=Home("reference_engine.rules.lines", "members"),
)
def lines_bridge_a_gap(position: Position, player: Player) -> Cells:
    """The empty cell counts as a part of the line."""
    own = position.markers[player]
    free = ~(position.occupied | position.walled | position.marked)
    return own | _between(position, own, free)


@mutant(
    "lines-bridge-a-stack",
    "R120.d",
    "An own stack between two markers does not break a line.",
)
def lines_bridge_a_stack(position: Position, player: Player) -> Cells:
    """The stack counts as a part of the line, unless its cell has collapsed already."""
    own = position.markers[player]
    return own | _between(position, own, position.control[player] & ~position.walled)


@mutant(
    "lines-bridge-own-territory",
    "R120.d",
    "An own collapsed space between two markers does not break a line.",
)
def lines_bridge_own_territory(position: Position, player: Player) -> Cells:
    """The collapsed space counts as a part of the line."""
    own = position.markers[player]
    return own | _between(position, own, position.collapsed[player])


@mutant(
    "every-stretch-is-a-line",
    "R120.e",
    "A long run is as many lines as it has stretches of the required length.",
)
def every_stretch_is_a_line(position: Position, player: Player) -> list[Cells]:
    """Each stretch is a line of exact length."""
    return [part for run in _runs(position, player) for part in _windows(position, run)]


@mutant("line-must-exceed-the-length", "R120.f", "A run of exactly the line length is no line.")
def line_must_exceed_the_length(position: Position, length: int) -> bool:
    """One marker more is needed."""
    return length > position.variant.line_length


@mutant("one-marker-short-is-a-line", "R120.f", "A run one marker short of the length is a line.")
def one_marker_short_is_a_line(position: Position, length: int) -> bool:
    """One marker less will do."""
    return length >= position.variant.line_length - 1


@mutant("a-marker-serves-one-line", "R120.g", "A marker belongs to the first line found with it.")
def a_marker_serves_one_line(position: Position, player: Player) -> list[Cells]:
    """Lines that cross one found before are not found."""
    used = 0
    found = []
    for run in _runs(position, player):
        if not run & used:
            found.append(run)
            used |= run
    return found


# --- R121: processing lines one by one ----------------------------------------------------------


@mutant(
    "line-calls-off-the-capture",
    "R121.a",
    "A line made by a plain move is processed before the move could go on with a capture.",
    ruling="RUL-39",
    at=Home("reference_engine.turn", "offer_capture"),
)
def line_calls_off_the_capture(draft: Draft) -> None:
    """A line ends the action."""
    if lines.options(draft, draft.player, draft.made):
        turn.complete_action(draft)
    else:
        _offer_capture(draft)


@mutant(
    "line-calls-off-the-chain",
    "R121.a",
    "A line made by a capture segment is processed before the chain could go on.",
    ruling="RUL-39",
    at=Home("reference_engine.turn", "continue_chain"),
)
def line_calls_off_the_chain(draft: Draft) -> None:
    """A line ends the chain."""
    if lines.options(draft, draft.player, draft.made):
        turn.complete_action(draft)
    else:
        _continue_chain(draft)


@mutant("engine-picks-the-line", "R121.b", "The engine decides which line is processed next.")
def engine_picks_the_line(position: Position, player: Player, made: Cells) -> list[Cells]:
    """One line is offered."""
    return _eligible(position, player, made)[:1]


@mutant(
    "longest-line-goes-first",
    "R121.b",
    "Of several lines a longest must be processed first.",
)
def longest_line_goes_first(position: Position, player: Player, made: Cells) -> list[Cells]:
    """Shorter lines have to wait."""
    found = _eligible(position, player, made)
    longest = max((line.bit_count() for line in found), default=0)
    return [line for line in found if line.bit_count() == longest]


@mutant(
    "processes-broken-lines",
    "R121.c",
    "A line that an earlier one has broken is still processed.",
)
def processes_broken_lines(position: Position, player: Player, made: Cells) -> list[Cells]:
    """Lines of exact length are those of the markers that stood when the phase began."""
    found = _eligible(position, player, made)
    if isinstance(position, Draft) and position.effects and not has_just(position, *PROCESSED):
        keep(position, position.markers[player])
    before = kept(position)
    own = position.markers[player] | (before & position.collapsed[player])
    length = position.variant.line_length
    for step in position.variant.geometry.axes:
        first = own & ~(own << step)
        for _ in range(length - 1):
            first = (first << step) & own
        last = first & ~(own >> step)
        while last:
            line = end = last & -last
            last ^= end
            for _ in range(length - 1):
                end >>= step
                line |= end
            if line & position.markers[player] and line not in found:
                found.append(line)
    return found


@mutant(
    "one-line-per-turn",
    "R121.d",
    "The phase is over when one line has been processed.",
    ruling="RUL-34",
)
def one_line_per_turn(position: Position, player: Player, made: Cells) -> list[Move]:
    """After a line nothing is offered."""
    if has_just(position, *PROCESSED):
        return []
    return _options(position, player, made)


@mutant(
    "unpayable-line-is-free",
    "R121.e",
    "A line of exact length collapses even if nobody can pay for it.",
    ruling="RUL-35",
)
def unpayable_line_is_free(_position: Position, _player: Player) -> bool:
    """Who has nothing pays nothing."""
    return True


@mutant(
    "waits-at-an-unpayable-line",
    "R121.e",
    "The phase goes on while a line stands on the board, also one that cannot be paid for.",
    ruling="RUL-35",
    at=Home("reference_engine.turn", "has_choice_after_action"),
)
def waits_at_an_unpayable_line(draft: Draft, phase: Phase) -> bool:
    """A choice is asked for that does not exist."""
    if phase is Phase.LINE_PROCESSING and lines.eligible(draft, draft.player, draft.made):
        return True
    return _has_choice(draft, phase)


@mutant(
    "processes-everybodys-lines",
    "R121.f",
    "The mover processes the lines of every colour.",
    ruling="RUL-33",
)
def processes_everybodys_lines(position: Position, _player: Player) -> list[Player]:
    """No colour is left out."""
    return [Player(seat) for seat in range(1, position.variant.players + 1)]


@mutant(
    "only-fresh-lines-count",
    "R121.g",
    "A line counts only if a marker of it was made this turn.",
    ruling="RUL-38",
)
def only_fresh_lines_count(position: Position, line: Cells, made: Cells) -> bool:
    """After a plain move only lines through what it changed are found."""
    if has_just(position, "R070.c", "R102.b"):
        keep(position, 0)  # what the steps before have made is not known here
    elif has_just(position, "R090.b"):
        keep(position, -1 << position.variant.geometry.cells.bit_length())
    elif has_just(position, "R092.a"):
        keep(position, made)
    fresh = kept(position)
    return not fresh or bool(line & fresh)
