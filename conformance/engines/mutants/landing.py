"""Mutants of R092: what a plain move does to markers, and what its landing costs."""

from conformance.engines.mutants.registry import mutant
from reference_engine import stacks
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cell, Cells, Ray, bit
from reference_engine.homes import Home
from reference_engine.rules import movement
from reference_engine.stacks import Player
from reference_engine.state import Phase

_clear_landing = movement.clear_landing
_flip = movement.flip
_landable = movement.landable
_leave_marker = movement.leave_marker
_lose_top = movement.lose_top
_move = movement.move
_pass_over = movement.pass_over

LOSE_TOP = Home("reference_engine.rules.movement", "lose_top")


@mutant(
    "marker-of-the-bottom-ring",
    "R092.a",
    "The marker that a stack leaves has the colour of its bottom ring.",
    at=Home("reference_engine.rules.movement", "move"),
)
def marker_of_the_bottom_ring(draft: Draft, source: Cell, to: Cell) -> None:
    """The marker is not the mover's if the bottom ring is not."""
    bottom = draft.stacks[source][0]
    _move(draft, source, to)
    draft.put_markers(bottom, bit(source))


@mutant(
    "no-marker-after-a-placement",
    "R092.a",
    "A stack that was placed on in the same turn leaves no marker.",
)
def no_marker_after_a_placement(draft: Draft, cell: Cell) -> None:
    """Nothing was there when the turn began."""
    if not (draft.phase is Phase.MOVEMENT and draft.source == cell):
        _leave_marker(draft, cell)


@mutant("flips-the-first-marker-only", "R092.b", "Only the first foreign marker on the way flips.")
def flips_the_first_marker_only(draft: Draft, path: Cells) -> None:
    """Of several markers one changes its owner."""
    foreign = path & draft.marked & ~draft.markers[draft.player]
    left = draft.effects[-1].cells if draft.effects else 0
    highest = 1 << foreign.bit_length() >> 1
    _flip(draft, foreign & -foreign if left < foreign else highest)


@mutant(
    "flips-one-opponents-markers",
    "R092.b",
    "Only the markers of the next player flip.",
)
def flips_one_opponents_markers(draft: Draft, path: Cells) -> None:
    """A game for two."""
    _flip(draft, path & draft.markers[draft.player % draft.variant.players + 1])


@mutant(
    "collapses-what-it-has-flipped",
    "R092.b",
    "A foreign marker that is passed over flips and collapses at once.",
    at=Home("reference_engine.rules.movement", "pass_over"),
)
def collapses_what_it_has_flipped(draft: Draft, path: Cells) -> None:
    """Own markers are looked for after the others have become own."""
    movement.flip(draft, path)
    movement.collapse_passed(draft, path)


@mutant(
    "flips-own-markers-away",
    "R092.c",
    "An own marker that is passed over becomes the next player's.",
)
def flips_own_markers_away(draft: Draft, path: Cells) -> None:
    """Every marker passed over changes its owner."""
    own = path & draft.markers[draft.player]
    draft.put_markers(Player(draft.player % draft.variant.players + 1), own)


@mutant(
    "takes-own-markers-up",
    "R092.c",
    "An own marker that is passed over is taken off the board.",
)
def takes_own_markers_up(draft: Draft, path: Cells) -> None:
    """Own markers vanish."""
    draft.take_markers(path & draft.markers[draft.player])


@mutant("landing-collapses-the-marker", "R092.d", "An own marker that is landed on collapses.")
def landing_collapses_the_marker(draft: Draft, cell: Cell) -> None:
    """The stack comes to stand on territory."""
    draft.collapse(draft.player, draft.markers[draft.player] & bit(cell))
    _clear_landing(draft, cell)


@mutant("lands-on-own-markers-for-free", "R092.e", "Landing on an own marker costs nothing.")
def lands_for_free(_draft: Draft, _cell: Cell) -> bool:
    """No landing costs a ring."""
    return False


@mutant(
    "loses-the-bottom-ring",
    "R092.e",
    "Landing on an own marker costs the bottom ring.",
    ruling="RUL-08",
    at=LOSE_TOP,
)
def loses_the_bottom_ring(draft: Draft, cell: Cell, clause: str) -> None:
    """The wrong end of the stack."""
    draft.eliminate(cell, draft.stacks[cell][1:])
    draft.note(clause, "ring lost by landing", bit(cell), 1)


@mutant(
    "loses-the-whole-cap",
    "R092.e",
    "Landing on an own marker costs the whole cap.",
    ruling="RUL-08",
    at=LOSE_TOP,
)
def loses_the_whole_cap(draft: Draft, cell: Cell, clause: str) -> None:
    """Like a payment."""
    draft.eliminate(cell, stacks.without_cap(draft.stacks[cell]))
    draft.note(clause, "ring lost by landing", bit(cell), 1)


@mutant("every-move-costs-a-ring", "R092.f", "Every landing costs the top ring.", ruling="RUL-09")
def every_move_costs_a_ring(_draft: Draft, _cell: Cell) -> bool:
    """The condition is forgotten."""
    return True


def _behind(ray: Ray, cells: Cells, last: bool) -> Cells:
    """The cells of a ray behind the first, or the last, of some of its cells."""
    lowest = ray.ascending is not last
    mark = cells & -cells if lowest else 1 << (cells.bit_length() - 1)
    return ray.beyond[0] & (-(mark << 1) if ray.ascending else mark - 1)


@mutant(
    "stops-behind-the-first-marker",
    "R092.g",
    "Behind a marker only the nearest landing may be chosen.",
    ruling="RUL-12",
)
def stops_behind_the_first_marker(
    position: Position, ray: Ray, reach: Cells, landings: Cells
) -> Cells:
    """Landings far behind markers are refused."""
    markers = reach & position.marked
    behind = landings & _behind(ray, markers, last=False) if markers else 0
    return landings & ~(behind & _behind(ray, behind, last=False)) if behind else landings


@mutant(
    "goes-beyond-all-markers",
    "R092.g",
    "A stack that moves towards markers must land behind the last of them, or on it.",
    ruling="RUL-12",
)
def goes_beyond_all_markers(position: Position, ray: Ray, reach: Cells, landings: Cells) -> Cells:
    """Landings before and between markers are refused."""
    markers = reach & position.marked
    if not markers:
        return landings
    last = 1 << (markers.bit_length() - 1) if ray.ascending else markers & -markers
    return landings & (last | _behind(ray, markers, last=True))


@mutant("leaves-a-trail", "R092.h", "A stack leaves a marker on every empty cell of its way.")
def leaves_a_trail(draft: Draft, path: Cells) -> None:
    """Empty cells are marked."""
    empty = path & ~(draft.marked | draft.occupied | draft.walled)
    _pass_over(draft, path)
    draft.put_markers(draft.player, empty)


@mutant(
    "single-ring-survives-its-landing",
    "R092.i",
    "A single ring that lands on an own marker stays on the board.",
    ruling="RUL-10",
)
def single_ring_survives(draft: Draft, cell: Cell, clause: str) -> None:
    """The last ring of a stack is spared."""
    if len(draft.stacks[cell]) > 1:
        _lose_top(draft, cell, clause)


@mutant(
    "single-ring-shuns-own-markers",
    "R092.i",
    "A single ring may not land on an own marker.",
    ruling="RUL-10",
    at=Home("reference_engine.rules.movement", "landable"),
)
def single_ring_shuns_own_markers(position: Position, player: Player, height: int) -> Cells:
    """A landing that takes the last ring is refused."""
    own = position.markers[player] if height == 1 else 0
    return _landable(position, player, height) & ~own
