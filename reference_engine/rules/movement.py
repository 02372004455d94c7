"""Plain moves: where a stack may go, and what it does to the markers on its way."""

from __future__ import annotations

from collections.abc import Iterator

from reference_engine import stacks
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cell, Cells, Ray, bit
from reference_engine.homes import implements
from reference_engine.stacks import Player, Rings


@implements("R090.a")
def movable(position: Position, player: Player) -> Cells:
    """Only stacks that the player controls can be moved."""
    return position.control[player]


@implements("R091.d")
def walls(position: Position) -> Cells:
    """A collapsed space on the way stops a stack, whoever owns it."""
    return position.walled


@implements("R091.e")
def standing_stacks(position: Position) -> Cells:
    """A stack on the way stops a plain move, whoever controls it."""
    return position.occupied


@implements("R031.c", "R091.f")
def obstacles(position: Position) -> Cells:
    """Collapsed spaces and stacks stop a ray; markers do not, and count as steps."""
    return walls(position) | standing_stacks(position)


@implements("R091.b")
def least_distance(height: int) -> int:
    """A stack moves at least as many cells as it has rings."""
    return height


@implements("R091.g")
def uncollapsed(position: Position) -> Cells:
    """No stack lands on a collapsed space."""
    return position.variant.geometry.cells & ~position.walled


@implements("R091.h")
def without_stack(position: Position) -> Cells:
    """No stack lands on another stack."""
    return ~position.occupied


@implements("R091.j")
def forbidden_markers(position: Position, player: Player) -> Cells:
    """No stack lands on another player's marker."""
    if position.variant.edition.land_on_opponent_marker == "forbidden":
        return position.marked & ~position.markers[player]
    return 0


@implements("R091.i")
def costly_markers(position: Position, player: Player) -> Cells:
    """An own marker may be landed on, at the price of a ring."""
    edition = position.variant.edition
    own = position.markers[player]
    costly = own if edition.own_marker_landing_cost == "top_ring" else 0
    if edition.landing_elimination_trigger == "own_marker":
        return costly
    if edition.landing_elimination_trigger == "any_marker":
        return costly | (position.marked & ~own)
    return position.variant.geometry.cells


def landable(position: Position, player: Player, height: int) -> Cells:
    """The cells on which a stack of that height could end a step, wherever it comes from."""
    cells = uncollapsed(position) & without_stack(position) & ~forbidden_markers(position, player)
    if height == 1 and position.variant.edition.suicide_landing == "forbidden":
        cells &= ~costly_markers(position, player)
    return cells


@implements("R003.g")
def squeezed(position: Position, ray: Ray) -> Cells:
    """Only cells on the ray matter: a diagonal step between two blocked cells is free."""
    if not ray.diagonal or position.variant.edition.diagonal_squeeze == "allowed":
        return 0
    shift = position.variant.geometry.shift
    stride = position.variant.geometry.stride
    along_x = stride if ray.step > 0 else -stride
    along_y = ray.step - along_x
    blocked = obstacles(position)
    barred = shift(blocked, -along_x) & shift(blocked, -along_y)
    return shift(barred, ray.step)


def stretch(ray: Ray, blocked: Cells) -> Cells:
    """The cells of a ray before the first blocked one."""
    cells = ray.beyond[0]
    stop = cells & blocked
    return cells & (~-(stop & -stop) if ray.ascending else -(1 << stop.bit_length()))


def reached(ray: Ray, blocked: Cells) -> Cells:
    """The cells of a ray up to and including the first blocked one: the way to it is free."""
    cells = ray.beyond[0]
    stop = cells & blocked
    if not stop:
        return cells
    if ray.ascending:
        return cells & ~-((stop & -stop) << 1)
    return cells & -(1 << (stop.bit_length() - 1))


@implements("R092.g")
def among_markers(position: Position, ray: Ray, reach: Cells, landings: Cells) -> Cells:
    """Any admissible landing may be chosen: before, between or beyond markers."""
    rule = position.variant.edition.landing_relative_to_markers
    markers = reach & position.marked
    if rule == "anywhere" or not markers:
        return landings
    if rule == "beyond_all":
        last = 1 << (markers.bit_length() - 1) if ray.ascending else markers & -markers
        return landings & (-last if ray.ascending else (last << 1) - 1)
    first = markers & -markers if ray.ascending else 1 << (markers.bit_length() - 1)
    behind = landings & (-(first << 1) if ray.ascending else first - 1)
    if not behind:
        return landings
    nearest = behind & -behind if ray.ascending else 1 << (behind.bit_length() - 1)
    return (landings & ~behind) | nearest


@implements("R091.a", "R091.c")
def landings_by_ray(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[Cells]:
    """A stack moves along a straight ray, as far as it likes up to an edge or obstacle."""
    height = stacks.height(rings)
    need = least_distance(height)
    good = landable(position, player, height)
    blocked = obstacles(position)
    for ray in position.variant.geometry.rays[cell]:
        if len(ray.beyond) >= need:
            barred = squeezed(position, ray)
            reach = reached(ray, blocked | barred)
            far = reach & ray.beyond[need - 1] & good & ~barred
            if far:
                yield among_markers(position, ray, reach & ~barred, far)


def landings(position: Position, player: Player, cell: Cell, rings: Rings) -> Cells:
    """All landings of a stack."""
    found = 0
    for some in landings_by_ray(position, player, cell, rings):
        found |= some
    return found


def can_move(position: Position, player: Player, cell: Cell, rings: Rings) -> bool:
    """Whether a stack has any landing."""
    return any(landings_by_ray(position, player, cell, rings))


def ground(position: Position, player: Player, heights: int) -> list[Cells]:
    """For each height from 1 up, the cells from which a stack of that height could move plainly.

    The answer of `landings` for the whole board at once: a stack of height 1 can leave a cell if
    the next cell is a landing, or a marker it may pass with a landing behind it; a taller one can
    if the next cell is clear and the rest of the way serves a stack one lower.
    """
    board = position.variant.geometry
    clear = board.cells & ~obstacles(position)
    good = landable(position, player, 1)
    passing = clear & ~good
    needs = [least_distance(height) for height in range(1, heights + 1)]
    reaching = [0] * (least_distance(heights) + 1)
    for step in board.steps:
        level = board.shift(good, -step)
        while grown := board.shift(passing & level, -step) & ~level:
            level |= grown
        for distance in range(1, len(reaching)):
            reaching[distance] |= level
            level = board.shift(clear & level, -step)
    return [reaching[need] for need in needs]


def is_uniform(position: Position) -> bool:
    """Whether `ground` can speak for this edition: landings do not depend on more than the ray."""
    edition = position.variant.edition
    return (
        edition.landing_relative_to_markers == "anywhere"
        and edition.diagonal_squeeze == "allowed"
        and edition.suicide_landing == "legal"
    )


@implements("R092.a")
def leave_marker(draft: Draft, cell: Cell) -> None:
    """The cell that a stack leaves receives a marker of the mover."""
    draft.put_markers(draft.player, bit(cell))
    draft.made |= bit(cell)
    draft.note("R092.a", "marker left", bit(cell))


@implements("R092.b")
def flip(draft: Draft, path: Cells) -> None:
    """Foreign markers passed over become the mover's."""
    foreign = path & draft.marked & ~draft.markers[draft.player]
    draft.put_markers(draft.player, foreign)
    draft.made |= foreign
    draft.note("R092.b", "markers flipped", foreign)


@implements("R092.c", "R031.e", "R030.c")
def collapse_passed(draft: Draft, path: Cells) -> None:
    """Own markers passed over become the mover's territory."""
    own = path & draft.markers[draft.player]
    if draft.variant.edition.passover_collapse:
        draft.collapse(draft.player, own)
        draft.made |= own
        draft.note("R092.c", "markers collapsed", own)


@implements("R092.h")
def pass_over(draft: Draft, path: Cells) -> None:
    """Only markers on the way change; empty cells stay empty."""
    own = path & draft.markers[draft.player]
    flip(draft, path)
    collapse_passed(draft, own)


@implements("R092.e", "R092.f", "R060.d")
def landing_costs_ring(draft: Draft, cell: Cell) -> bool:
    """Landing on an own marker costs the top ring, landing on an empty cell nothing."""
    return bool(costly_markers(draft, draft.player) & bit(cell))


@implements("R092.d")
def clear_landing(draft: Draft, cell: Cell) -> None:
    """A marker landed on is taken off the board, not collapsed."""
    landed_on = draft.marked & bit(cell)
    draft.take_markers(landed_on)
    draft.note("R092.d", "marker removed", landed_on)


@implements("R092.i")
def lose_top(draft: Draft, cell: Cell, clause: str) -> None:
    """The stack loses its top ring; a single ring is gone with it and leaves an empty cell."""
    draft.eliminate(cell, draft.stacks[cell][:-1])
    draft.note(clause, "ring lost by landing", bit(cell), 1)


@implements("R023.f")
def move(draft: Draft, source: Cell, to: Cell) -> None:
    """A move carries the whole stack to its landing."""
    rings = draft.stacks[source]
    costs = landing_costs_ring(draft, to)
    path = path_between(draft, source, to)
    draft.put_stack(source, ())
    leave_marker(draft, source)
    pass_over(draft, path)
    clear_landing(draft, to)
    draft.put_stack(to, rings)
    draft.made |= bit(to)
    draft.note("R023.f", "stack moved", bit(to), len(rings))
    if costs:
        lose_top(draft, to, "R092.e")


def ray_towards(position: Position, source: Cell, to: Cell) -> Ray | None:
    """The ray from one cell through another, if there is one."""
    for ray in position.variant.geometry.rays[source]:
        if ray.beyond[0] & bit(to):
            return ray
    return None


def path_between(position: Position, source: Cell, to: Cell) -> Cells:
    """The cells strictly between two cells of one ray."""
    ray = ray_towards(position, source, to)
    return stretch(ray, bit(to)) if ray else 0
