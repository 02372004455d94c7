"""Territory: which regions are cut off, who may take them, and what that does."""

from dataclasses import dataclass
from typing import Any

from conformance.engines.literal.board import Cell, cell_names
from conformance.engines.literal.position import (
    Position,
    collapse,
    controlled,
    controller,
    credit,
    has_ring_on_board,
    seats,
)


@dataclass(frozen=True)
class Region:
    """R040.a, R141: the cells of a region and the markers that collapse with it."""

    cells: frozenset[Cell]
    border: frozenset[Cell]


def border_colours(position: Position) -> list[int | None]:
    """R140.b, R141.e: each border colour is tried by itself, and no colour at all (RUL-45)."""
    model = position.rules["region_model"]
    if model == "collapsed_only":
        return [None]
    if model == "mover_markers_and_edges":
        return [position.player]
    marked = sorted(set(position.markers.values()))
    if position.rules["border_colour"] == "mover_only":
        marked = [colour for colour in marked if colour == position.player]
    return [None, *marked]


def is_open(position: Position, cell: Cell, colour: int | None) -> bool:
    """R040.b, R141.g: all but collapsed spaces and border markers is open (RUL-43)."""
    if cell in position.collapsed:
        return False
    if cell in position.stacks:
        return bool(position.rules["stacks_in_regions"] == "interior")
    return cell not in position.markers or position.markers[cell] != colour


def components(position: Position, colour: int | None) -> list[set[Cell]]:
    """R040.a, R140.a: the largest connected sets of open cells under this border colour."""
    found = []
    seen: set[Cell] = set()
    for start in position.board.cells:
        if start in seen or not is_open(position, start, colour):
            continue
        component = {start}
        waiting = [start]
        while waiting:
            for neighbour in position.board.territory_neighbours[waiting.pop()]:
                if neighbour not in component and is_open(position, neighbour, colour):
                    component.add(neighbour)
                    waiting.append(neighbour)
        seen |= component
        found.append(component)
    return found


def neighbours_of(position: Position, cells: "set[Cell] | frozenset[Cell]") -> set[Cell]:
    """R003.e: the territory neighbours of a set of cells, outside it."""
    return {
        neighbour
        for cell in cells
        for neighbour in position.board.territory_neighbours[cell]
        if neighbour not in cells
    }


def is_admitted_side(position: Position, component: set[Cell], cut: list[set[Cell]]) -> bool:
    """R141, RUL-44: which components of a cut count as cut off."""
    side = position.rules["region_side"]
    if side == "exclude_largest":
        return len(component) < max(len(other) for other in cut)
    if side == "smaller_side_only":
        return 2 * len(component) < sum(len(other) for other in cut)
    return True


def touches_collapsed(position: Position, component: set[Cell]) -> bool:
    """RUL-42: a component beside a collapsed space, which one region model does not admit."""
    return any(cell in position.collapsed for cell in neighbours_of(position, component))


def clusters_beside(
    position: Position, component: set[Cell], colour: int | None
) -> list[set[Cell]]:
    """RUL-46: the connected groups of border markers that touch a component."""
    found: list[set[Cell]] = []
    for start in sorted(neighbours_of(position, component)):
        if position.markers.get(start) != colour or any(start in cluster for cluster in found):
            continue
        cluster = {start}
        waiting = [start]
        while waiting:
            for neighbour in position.board.territory_neighbours[waiting.pop()]:
                if position.markers.get(neighbour) == colour and neighbour not in cluster:
                    cluster.add(neighbour)
                    waiting.append(neighbour)
        found.append(cluster)
    return found


def region_of(
    position: Position, component: set[Cell], outside: set[Cell], colour: int | None
) -> Region:
    """R145.a, R145.b: the region of a component, with the border that collapses with it."""
    if colour is None:
        return Region(frozenset(component), frozenset())
    leading_out: set[Cell] = set()
    enclosed: set[Cell] = set()
    for cluster in clusters_beside(position, component, colour):
        if neighbours_of(position, cluster) & outside:
            leading_out |= cluster
        else:
            enclosed |= cluster
    cells = set(component)
    if position.rules["interior_border_colour_markers"] == "absorbed":
        cells |= enclosed
    adjacent = neighbours_of(position, cells) & leading_out
    rule = position.rules["border_collapse"]
    if rule == "minimal_cut":
        border = {
            marker
            for marker in adjacent
            if is_in_minimal_cut(position, marker, adjacent, leading_out, outside)
        }
    elif rule == "connected":
        border = connected_markers(position, adjacent, colour, cells | enclosed)
    else:
        border = adjacent
    return Region(frozenset(cells), frozenset(border))


def is_in_minimal_cut(
    position: Position,
    marker: Cell,
    adjacent: set[Cell],
    leading_out: set[Cell],
    outside: set[Cell],
) -> bool:
    """R145.b, RUL-47: a way leads from the marker to the outside past no other adjacent one.

    A border marker is a member of an inclusion-minimal cut when some path without short cuts
    from region to outside passes it; the path's first marker is the only adjacent one on it.
    """
    reached = {marker}
    waiting = [marker]
    while waiting:
        for neighbour in position.board.territory_neighbours[waiting.pop()]:
            if neighbour in outside:
                return True
            if neighbour in leading_out and neighbour not in adjacent | reached:
                reached.add(neighbour)
                waiting.append(neighbour)
    return False


def connected_markers(
    position: Position, adjacent: set[Cell], colour: int, excepted: set[Cell]
) -> set[Cell]:
    """RUL-47: the adjacent border markers and all of the colour joined to them by movement."""
    reached = set(adjacent)
    waiting = list(adjacent)
    while waiting:
        for neighbour in position.board.movement_neighbours[waiting.pop()]:
            if (
                position.markers.get(neighbour) == colour
                and neighbour not in reached
                and neighbour not in excepted
            ):
                reached.add(neighbour)
                waiting.append(neighbour)
    return reached


def disconnected_regions(position: Position) -> list[Region]:
    """R141: every physically disconnected region, under every border colour, once each."""
    found: list[Region] = []
    for colour in border_colours(position):
        cut = components(position, colour)
        if len(cut) < 2:
            continue
        for component in cut:
            if not is_admitted_side(position, component, cut):
                continue
            if position.rules["region_model"] == "mover_markers_and_edges" and touches_collapsed(
                position, component
            ):
                continue
            outside = {cell for other in cut if other is not component for cell in other}
            region = region_of(position, component, outside, colour)
            if region not in found:
                found.append(region)
    return found


def active_colours(position: Position) -> set[int]:
    """R142.a, R142.f: the colours with a ring on the board (RUL-48)."""
    if position.rules["active_colours"] == "controls_stack":
        return {controller(rings) for rings in position.stacks.values()}
    return {seat for seat in seats(position) if has_ring_on_board(position, seat)}


def lacks_a_colour(position: Position, region: Region) -> bool:
    """R142.b-g: some active colour controls no stack in the region (RUL-49)."""
    test = position.rules["representation_test"]
    inside = {controller(rings) for cell, rings in position.stacks.items() if cell in region.cells}
    if test == "none":
        return True
    if test == "zero_stacks":
        return not inside
    return inside < active_colours(position)


def meets_prerequisite(position: Position, region: Region) -> bool:
    """R143.a, R143.c, R143.d: the mover controls a stack outside the region (RUL-50)."""
    outside = {cell: rings for cell, rings in position.stacks.items() if cell not in region.cells}
    if position.rules["prerequisite"] == "any_ring_outside":
        return any(position.player in rings for rings in outside.values())
    return any(controller(rings) == position.player for rings in outside.values())


def may_be_claimed(position: Position, region: Region) -> bool:
    """R144.f, RUL-52: any mover may claim a region, or only the one who made its bounds."""
    if position.rules["region_claimant"] == "current_mover":
        return True
    return bool(neighbours_of(position, region.cells) & position.made)


def processable_regions(position: Position) -> list[Region]:
    """R144.b, R144.d: the regions that the mover may process now."""
    return [
        region
        for region in disconnected_regions(position)
        if lacks_a_colour(position, region)
        and meets_prerequisite(position, region)
        and may_be_claimed(position, region)
    ]


def region_moves(position: Position) -> list[dict[str, Any]]:
    """R144.b, R144.c: every processable region, and the choice to stop (RUL-51)."""
    moves: list[dict[str, Any]] = []
    for region in processable_regions(position):
        move = {"type": "process_territory_region", "cells": cell_names(region.cells)}
        if move not in moves:
            moves.append(move)
    if moves and position.rules["region_processing"] == "optional":
        moves.append({"type": "skip_territory_processing"})
    return moves


def process_region(position: Position, cells: frozenset[Cell]) -> None:
    """R145: the region and its border become territory, its rings are credited, a cap falls due."""
    region = next(each for each in processable_regions(position) if each.cells == cells)
    for cell in region.cells:
        for ring in position.stacks.get(cell, ()):
            owner = position.player
            if position.rules["region_credit"] == "ring_owner":
                owner = ring
            credit(position, owner, 1)
    collapse(position, region.cells | region.border, position.player)
    if controlled(position, position.player):
        position.owes = "region"
