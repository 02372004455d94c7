"""Mutants of R140 to R142: what a region is, and which colours it lacks."""

from collections.abc import Iterator

from conformance.engines.mutants.memory import mover
from conformance.engines.mutants.registry import mutant
from reference_engine.draft import Position
from reference_engine.geometry import Cells, bit, each
from reference_engine.homes import Home
from reference_engine.rules import territory
from reference_engine.stacks import Player

_active_colours = territory.active_colours
_border_colours = territory.border_colours
_components = territory.components
_lacks_a_colour = territory.lacks_a_colour
_open_cells = territory.open_cells
_parts = territory.parts
_represented = territory.represented

PARTS = Home("reference_engine.rules.territory", "parts")


# --- R140 and R141: physical disconnection ------------------------------------------------------


@mutant(
    "finds-the-smallest-region-only",
    "R140.a",
    "Of the regions with a border of one colour only the smallest is found.",
)
def finds_the_smallest_region_only(position: Position, open_: Cells) -> list[Cells]:
    """The others are overlooked."""
    return sorted(_components(position, open_), key=int.bit_count)[:1]


@mutant(
    "tries-one-border-colour",
    "R140.b",
    "Only the first player with markers on the board is tried as the border.",
    ruling="RUL-45",
)
def tries_one_border_colour(position: Position, player: Player) -> list[Player]:
    """The search ends with the first colour."""
    return _border_colours(position, player)[:1]


@mutant(
    "every-border-has-markers",
    "R140.b",
    "A border without any marker is not looked for.",
    ruling="RUL-42",
    at=PARTS,
)
def every_border_has_markers(
    position: Position, player: Player
) -> Iterator[tuple[Cells, Cells, Cells]]:
    """Regions between collapsed spaces and the edge alone are left out."""
    board = position.variant.geometry
    for part, open_, barrier in _parts(position, player):
        if board.neighbours(part) & barrier:
            yield part, open_, barrier


@mutant(
    "only-own-territory-bounds",
    "R141.a",
    "Collapsed spaces of other players do not bound a region.",
)
def only_own_territory_bounds(position: Position) -> Cells:
    """Foreign territory is open."""
    return position.variant.geometry.cells & ~position.collapsed[mover(position)]


@mutant("edge-never-bounds", "R141.b", "A region that reaches the edge is not enclosed.")
def edge_never_bounds(position: Position, open_: Cells) -> list[Cells]:
    """Beyond the edge everything is connected."""
    board = position.variant.geometry
    inner = board.cells
    for step in board.neighbour_steps:
        inner &= board.shift(board.cells, step)
    return [part for part in _components(position, open_) if not part & ~inner]


@mutant(
    "markers-never-bound",
    "R141.c",
    "Only collapsed spaces and the edge bound a region.",
    ruling="RUL-42",
)
def markers_never_bound(position: Position, _barrier: Cells) -> Cells:
    """Markers are open."""
    return _open_cells(position, 0)


@mutant(
    "borders-are-never-mixed",
    "R141.d",
    "A border is made of markers or of collapsed spaces, not of both.",
    at=PARTS,
)
def borders_are_never_mixed(
    position: Position, player: Player
) -> Iterator[tuple[Cells, Cells, Cells]]:
    """Regions with both around them are left out."""
    board = position.variant.geometry
    for part, open_, barrier in _parts(position, player):
        around = board.neighbours(part)
        if not (around & barrier and around & position.walled):
            yield part, open_, barrier


@mutant(
    "all-colours-bound-together",
    "R141.e",
    "Markers of several players close a border together.",
)
def all_colours_bound_together(position: Position, barrier: Cells) -> Cells:
    """Every marker is a wall, whoever owns it."""
    return _open_cells(position, barrier) & ~position.marked


@mutant(
    "border-must-be-the-movers",
    "R141.f",
    "Only markers of the mover bound a region.",
    ruling="RUL-45",
)
def border_must_be_the_movers(position: Position, player: Player) -> list[Player]:
    """No other colour is tried."""
    return [player] if position.markers[player] else []


@mutant("stacks-bound-regions", "R141.g", "A stack is a wall.", ruling="RUL-43")
def stacks_bound_regions(_position: Position) -> Cells:
    """No stack is inside a region."""
    return 0


@mutant(
    "one-gap-is-overlooked",
    "R141.h",
    "A border with a single gap still encloses what lies within.",
)
def one_gap_is_overlooked(position: Position, open_: Cells) -> list[Cells]:
    """The smaller sides of every gap next to the border are added."""
    board = position.variant.geometry
    found = _components(position, open_)
    for gap in each(open_ & board.surroundings(board.cells & ~open_)):
        sides = sorted(board.components(open_ & ~bit(gap)), key=int.bit_count)
        found += [side for side in sides[:-1] if side not in found]
    return found


@mutant(
    "foreign-marker-inside-spoils-the-border",
    "R141.i",
    "A region with a marker of another colour inside is not enclosed.",
    at=PARTS,
)
def foreign_marker_inside_spoils(
    position: Position, player: Player
) -> Iterator[tuple[Cells, Cells, Cells]]:
    """The border is taken for one of two colours."""
    for part, open_, barrier in _parts(position, player):
        if not (barrier and part & position.marked & ~barrier):
            yield part, open_, barrier


# --- R142: representation of colours ------------------------------------------------------------


@mutant(
    "buried-colours-are-not-active",
    "R142.a",
    "A colour is active only if it controls a stack.",
    ruling="RUL-48",
)
def buried_colours_are_not_active(position: Position) -> set[int]:
    """Buried rings do not count."""
    return {seat for seat, cells in enumerate(position.control) if cells}


@mutant(
    "buried-rings-represent",
    "R142.b",
    "A buried ring in a region represents its colour there.",
)
def buried_rings_represent(position: Position, cells: Cells) -> set[int]:
    """Every ring counts."""
    return {ring for cell in each(position.occupied & cells) for ring in position.stacks[cell]}


@mutant(
    "region-must-lack-the-mover",
    "R142.c",
    "A region with a stack of the mover in it does not qualify.",
)
def region_must_lack_the_mover(position: Position, cells: Cells, active: set[int]) -> bool:
    """The colour that is missing must be the mover's."""
    return not position.control[mover(position)] & cells and _lacks_a_colour(
        position, cells, active
    )


@mutant(
    "region-must-hold-one-colour",
    "R142.c",
    "Only a region in which exactly one colour is represented qualifies.",
)
def region_must_hold_one_colour(position: Position, cells: Cells, active: set[int]) -> bool:
    """Empty regions and those with several colours are left."""
    return len(territory.represented(position, cells)) == 1 and _lacks_a_colour(
        position, cells, active
    )


@mutant("enclosure-is-enough", "R142.d", "An enclosed region qualifies whatever it holds.")
def enclosure_is_enough(_position: Position, _cells: Cells, _active: set[int]) -> bool:
    """Colours are not compared."""
    return True


@mutant("markers-represent", "R142.e", "A marker in a region represents its colour there.")
def markers_represent(position: Position, cells: Cells) -> set[int]:
    """Markers count like stacks."""
    marked = {seat for seat, owned in enumerate(position.markers) if owned & cells}
    return marked | _represented(position, cells)


@mutant("every-player-is-active", "R142.f", "Every player of the game is active.")
def every_player_is_active(position: Position) -> set[int]:
    """The board is not asked."""
    return {*range(1, position.variant.players + 1)}


@mutant("hands-make-colours-active", "R142.f", "A colour with rings in hand is active.")
def hands_make_colours_active(position: Position) -> set[int]:
    """Rings in hand count like rings on the board."""
    return _active_colours(position) | {seat for seat, held in enumerate(position.hand) if held}


@mutant(
    "one-active-colour-has-no-regions",
    "R142.g",
    "Regions exist only while at least two colours are active.",
    ruling="RUL-49",
)
def one_active_colour_has_no_regions(position: Position, cells: Cells, active: set[int]) -> bool:
    """With one colour the search ends early."""
    return len(active) > 1 and _lacks_a_colour(position, cells, active)
