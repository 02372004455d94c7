"""Regions: what is cut off, whose it may become, and what that does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cells, Geometry, each
from reference_engine.homes import implements
from reference_engine.stacks import Player


class Region(NamedTuple):
    """A disconnected region, and all markers of the colour that bounds it."""

    cells: Cells
    barrier: Cells


@implements("R140.b", "R141.f")
def border_colours(position: Position, player: Player) -> list[Player]:
    """Each colour with markers is tried as the border, the mover's and everybody else's."""
    edition = position.variant.edition
    if edition.region_model == "collapsed_only":
        return []
    if edition.border_colour == "mover_only" or edition.region_model == "mover_markers_and_edges":
        return [player]
    return [Player(p) for p in range(1, position.variant.players + 1) if position.markers[p]]


@implements("R031.d", "R141.a")
def uncollapsed(position: Position) -> Cells:
    """Collapsed spaces bound regions, whoever owns them."""
    return position.variant.geometry.cells & ~position.walled


@implements("R141.g", "R040.b")
def interior_stacks(position: Position) -> Cells:
    """A stack is no wall: its cell belongs to a region like an empty one."""
    return position.occupied if position.variant.edition.stacks_in_regions == "interior" else 0


@implements("R141.c", "R141.d", "R141.e", "R141.i")
def open_cells(position: Position, barrier: Cells) -> Cells:
    """Markers of one colour bound regions, together with collapsed spaces and the edge; markers
    of any other colour do not.
    """
    cells = uncollapsed(position) & ~barrier
    return cells & (~position.occupied | interior_stacks(position))


@implements("R040.a", "R140.a", "R141.b", "R141.h")
def components(position: Position, open_: Cells) -> list[Cells]:
    """Regions are the largest connected sets of open cells, as soon as there are two of them;
    one open neighbour joins what it touches.
    """
    board = position.variant.geometry
    first = board.flood(board.seed(open_), open_)
    if first == open_:
        return []
    return [first, *board.components(open_ & ~first)]


def eligible_sides(position: Position, parts: list[Cells]) -> list[Cells]:
    """The components that this edition takes for regions: in the canon all of them."""
    side = position.variant.edition.region_side
    if side == "any_component":
        return parts
    sizes = [part.bit_count() for part in parts]
    if side == "exclude_largest":
        largest = max(sizes, default=0)
        return [part for part, size in zip(parts, sizes, strict=True) if size < largest]
    return [part for part, size in zip(parts, sizes, strict=True) if 2 * size < sum(sizes)]


def leading_out(position: Position, beyond: Cells, barrier: Cells) -> Cells:
    """The cells beyond the border, and all border markers from which they can be reached."""
    return position.variant.geometry.flood(beyond, beyond | barrier)


def enclosed_markers(position: Position, part: Cells, beyond: Cells, barrier: Cells) -> Cells:
    """Border-coloured markers that touch the component and lead nowhere else."""
    trapped = barrier & ~leading_out(position, beyond, barrier)
    return position.variant.geometry.flood(part, part | trapped) & ~part


@implements("R145.b", "R145.c")
def border_of(position: Position, region: Region) -> Cells:
    """Border markers adjacent to the region, from which the outside can be reached, collapse
    with it; markers of the colour further off stay.
    """
    board = position.variant.geometry
    rule = position.variant.edition.border_collapse
    barrier = region.barrier & ~region.cells
    beyond = open_cells(position, region.barrier) & ~region.cells
    barrier &= ~enclosed_markers(position, region.cells, beyond, barrier)
    adjacent = board.neighbours(region.cells) & barrier
    if rule == "connected":
        return _connected(board, adjacent, barrier)
    if rule == "minimal_cut":
        return _in_minimal_cuts(board, adjacent, barrier, beyond)
    return adjacent


def _connected(board: Geometry, seed: Cells, within: Cells) -> Cells:
    while grown := board.surroundings(seed) & within & ~seed:
        seed |= grown
    return seed


def _in_minimal_cuts(board: Geometry, adjacent: Cells, barrier: Cells, outside: Cells) -> Cells:
    """The adjacent markers that some inclusion-minimal cut needs.

    Such a marker begins a chordless path to the outside: it touches the outside itself, or leads
    there through markers none of which touches the region.
    """
    second = barrier & ~adjacent
    exits = board.flood(board.neighbours(outside) & second, second)
    return adjacent & board.neighbours(outside | exits)


def parts(position: Position, player: Player) -> Iterator[tuple[Cells, Cells, Cells]]:
    """Every physically disconnected component, with all open cells and the barrier that cuts."""
    edition = position.variant.edition
    board = position.variant.geometry
    barriers = {position.markers[colour] for colour in border_colours(position, player)}
    if edition.region_model != "mover_markers_and_edges":
        barriers.add(0)
    for barrier in sorted(barriers):
        open_ = open_cells(position, barrier)
        for part in eligible_sides(position, components(position, open_)):
            if edition.region_model == "mover_markers_and_edges" and (
                board.neighbours(part) & position.walled
            ):
                continue
            yield part, open_, barrier


def region_of(position: Position, part: Cells, open_: Cells, barrier: Cells) -> Region:
    """A component and the border-coloured markers that it encloses."""
    if position.variant.edition.interior_border_colour_markers == "remain":
        return Region(part, barrier)
    return Region(part | enclosed_markers(position, part, open_ & ~part, barrier), barrier)


def regions(position: Position, player: Player) -> dict[Cells, Region]:
    """Every physically disconnected region, by its cells."""
    found = (region_of(position, *part) for part in parts(position, player))
    return {region.cells: region for region in found}


@implements("R142.a", "R142.f")
def active_colours(position: Position) -> set[int]:
    """A colour is active if any ring of it is on the board, buried ones included; rings in hand
    make nobody active.
    """
    if position.variant.edition.active_colours == "controls_stack":
        return represented(position, position.occupied)
    return set().union(*position.stacks.values())


@implements("R142.b", "R142.e")
def represented(position: Position, cells: Cells) -> set[int]:
    """A colour is represented only by a stack that it controls in the region; markers represent
    nobody.
    """
    return {p for p in range(1, position.variant.players + 1) if position.control[p] & cells}


@implements("R142.c", "R142.d", "R142.g")
def lacks_a_colour(position: Position, cells: Cells, active: set[int]) -> bool:
    """A region qualifies if some active colour controls nothing in it, and never otherwise."""
    test = position.variant.edition.representation_test
    if test == "none":
        return True
    if test == "zero_stacks":
        return not position.occupied & cells
    return represented(position, cells) < active


@implements("R143.a", "R143.c", "R143.d", "R144.d")
def can_afford(position: Position, player: Player, cells: Cells) -> bool:
    """The mover needs a stack it controls outside the region; neither its hand nor a buried ring
    will do.
    """
    if position.control[player] & ~cells:
        return True
    return position.variant.edition.prerequisite == "any_ring_outside" and any(
        player in rings for cell, rings in position.stacks.items() if not cells >> cell & 1
    )


@implements("R144.f")
def may_claim(position: Position, cells: Cells, made: Cells) -> bool:
    """Any mover may process a region, whoever cut it off and whenever."""
    if position.variant.edition.region_claimant == "current_mover":
        return True
    return bool(position.variant.geometry.neighbours(cells) & ~cells & made)


@implements("R144.b", "R144.e", "R143.b", "R143.e")
def candidates(position: Position, player: Player, made: Cells) -> list[Region]:
    """The regions that the mover may process in the position as it now stands, in any order; all
    others stay as they are.
    """
    found: dict[Cells, Region] = {}
    active: set[int] | None = None
    for part, open_, barrier in parts(position, player):
        if active is None:
            active = active_colours(position)
        # What a component encloses is markers, which neither represent nor pay.
        if lacks_a_colour(position, part, active) and can_afford(position, player, part):
            region = region_of(position, part, open_, barrier)
            if may_claim(position, region.cells, made):
                found[region.cells] = region
    return [*found.values()]


@implements("R144.c")
def may_stop(position: Position) -> bool:
    """Processing is optional, region by region."""
    return position.variant.edition.region_processing == "optional"


@implements("R023.e", "R145.d")
def eliminate_inside(draft: Draft, cells: Cells) -> None:
    """All rings inside, of every colour and depth, are eliminated to the mover's credit."""
    inside = cells & draft.occupied
    rings = [ring for cell in each(inside) for ring in draft.stacks[cell]]
    for cell in each(inside):
        draft.eliminate(cell, ())
    if draft.variant.edition.region_credit == "ring_owner":
        for ring in rings:
            draft.eliminated[draft.player] -= 1
            draft.eliminated[ring] += 1
    draft.note("R145.d", "rings eliminated", inside, len(rings))


@implements("R145.a", "R145.g", "R145.h")
def process(draft: Draft, region: Region) -> None:
    """Every cell of the region, and its border whoever's markers made it, becomes the mover's
    territory before anything else is considered.
    """
    border = border_of(draft, region)
    eliminate_inside(draft, region.cells)
    draft.collapse(draft.player, region.cells)
    draft.note("R145.a", "region collapsed", region.cells)
    draft.collapse(draft.player, border)
    draft.note("R145.b", "border collapsed", border)
    draft.made |= region.cells | border


@implements("R145.e", "R145.f")
def payers(position: Position, player: Player) -> Cells:
    """The mover pays with the entire cap of a stack outside the region; inside, none is left."""
    return position.control[player]
