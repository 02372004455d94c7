"""Plain moves and overtaking captures: where a stack may go, and what that does."""

from collections.abc import Iterator

from conformance.engines.literal.board import Cell
from conformance.engines.literal.position import (
    Position,
    Rings,
    cap_height,
    controlled,
    controller,
    eliminate_top,
)


def is_obstacle(position: Position, cell: Cell) -> bool:
    """R091.d, R091.e: stacks and collapsed spaces stop a ray."""
    return cell in position.stacks or cell in position.collapsed


def is_squeezed(position: Position, before: Cell, after: Cell) -> bool:
    """R003.g, RUL-19: a diagonal step between two obstacles, where the edition forbids it."""
    if position.rules["diagonal_squeeze"] == "allowed" or position.board.is_hexagonal:
        return False
    if before[0] == after[0] or before[1] == after[1]:
        return False
    sides = [(before[0], after[1]), (after[0], before[1])]
    return all(is_obstacle(position, side) for side in sides)


def open_rays(position: Position, start: Cell) -> Iterator[list[Cell]]:
    """R091.a, R002.c: the rays from a cell, each ending at the edge or before a squeeze."""
    for ray in position.board.rays[start]:
        cells = []
        before = start
        for cell in ray:
            if is_squeezed(position, before, cell):
                break
            cells.append(cell)
            before = cell
        yield cells


def reach_of(position: Position, ray: list[Cell]) -> list[Cell]:
    """R091.d, R091.e: the stretch of a ray up to the first stack or collapsed space."""
    reach = []
    for cell in ray:
        if is_obstacle(position, cell):
            break
        reach.append(cell)
    return reach


def landing_costs_ring(position: Position, landing: Cell, player: int) -> bool:
    """R092.e, R092.f, R102.f: whether landing there costs the top ring (RUL-08, RUL-09)."""
    trigger = position.rules["landing_elimination_trigger"]
    if trigger == "always":
        return True
    owner = position.markers.get(landing)
    if owner is None:
        return False
    if owner == player:
        return bool(position.rules["own_marker_landing_cost"] == "top_ring")
    return bool(trigger == "any_marker")


def may_land_on_marker(position: Position, landing: Cell, player: int) -> bool:
    """R091.i, R091.j, R101.j: an own marker may be landed on, another's may not (RUL-07)."""
    owner = position.markers.get(landing)
    if owner is None or owner == player:
        return True
    return bool(position.rules["land_on_opponent_marker"] != "forbidden")


def plain_landings(position: Position, start: Cell, rings: Rings, player: int) -> Iterator[Cell]:
    """R091: the landings of a plain move of these rings from this cell."""
    for ray in open_rays(position, start):
        reach = reach_of(position, ray)
        legal = []
        for distance, landing in enumerate(reach, start=1):
            if distance < len(rings):
                continue
            if not may_land_on_marker(position, landing, player):
                continue
            if is_forbidden_suicide(position, landing, rings, player):
                continue
            legal.append(landing)
        yield from among_markers(position, reach, legal)


def is_forbidden_suicide(position: Position, landing: Cell, rings: Rings, player: int) -> bool:
    """R092.i, RUL-10: a landing that costs the last ring, where the edition forbids it."""
    return (
        position.rules["suicide_landing"] == "forbidden"
        and len(rings) == 1
        and landing_costs_ring(position, landing, player)
    )


def among_markers(position: Position, reach: list[Cell], legal: list[Cell]) -> list[Cell]:
    """R092.g, RUL-12: any legal landing, unless the edition minds the markers of the ray."""
    rule = position.rules["landing_relative_to_markers"]
    marked = [index for index, cell in enumerate(reach) if cell in position.markers]
    if rule == "anywhere" or not marked:
        return legal
    if rule == "beyond_all":
        return [cell for cell in legal if reach.index(cell) >= marked[-1]]
    before = [cell for cell in legal if reach.index(cell) <= marked[0]]
    after = [cell for cell in legal if reach.index(cell) > marked[0]]
    return before + after[:1]


def capture_segments(
    position: Position, start: Cell, rings: Rings, player: int
) -> Iterator[tuple[Cell, Cell]]:
    """R101: target and landing of every capture segment of these rings from this cell."""
    for ray in open_rays(position, start):
        near = reach_of(position, ray)
        if len(near) == len(ray):
            continue
        target = ray[len(near)]
        if target not in position.stacks or not may_be_captured(position, target, rings, player):
            continue
        far = reach_of(position, ray[len(near) + 1 :])
        for landing in far:
            if capture_distance(position, start, landing) < len(rings):
                continue
            if not may_land_on_marker(position, landing, player):
                continue
            if is_forbidden_own_marker(position, landing, player):
                continue
            yield target, landing


def may_be_captured(position: Position, target: Cell, rings: Rings, player: int) -> bool:
    """R101.b, R101.c, R101.d: caps are compared, equality suffices, the owner matters not."""
    victim = position.stacks[target]
    if position.rules["capture_own"] == "forbidden" and controller(victim) == player:
        return False
    return cap_height(rings) >= cap_height(victim)


def is_forbidden_own_marker(position: Position, landing: Cell, player: int) -> bool:
    """R101.i, RUL-15: a capture on an own marker, where the edition forbids it."""
    return (
        position.rules["capture_land_own_marker"] == "illegal"
        and position.markers.get(landing) == player
    )


def capture_distance(position: Position, start: Cell, landing: Cell) -> int:
    """R101.h, RUL-13: steps along the ray, or the sum of both differences on squares."""
    differences = [abs(a - b) for a, b in zip(start, landing, strict=True)]
    if position.rules["capture_metric"] == "manhattan" and not position.board.is_hexagonal:
        return sum(differences)
    return max(differences)


def can_act(position: Position, cell: Cell, rings: Rings, player: int) -> bool:
    """R081.e, R081.f, R090.c: whether these rings on this cell have a move or a capture."""
    for _landing in plain_landings(position, cell, rings, player):
        return True
    for _segment in capture_segments(position, cell, rings, player):
        return True
    return False


def any_stack_can_act(position: Position, player: int) -> bool:
    """R080.d: whether some controlled stack has a move or a capture."""
    return any(
        can_act(position, cell, position.stacks[cell], player)
        for cell in controlled(position, player)
    )


def path_between(position: Position, start: Cell, landing: Cell) -> list[Cell]:
    """R091.a: the cells strictly between start and landing."""
    for ray in position.board.rays[start]:
        if landing in ray:
            return ray[: ray.index(landing)]
    raise ValueError(f"{start} and {landing} are not on one ray")


def pass_over(position: Position, cells: list[Cell], player: int) -> None:
    """R092.b, R092.c, R102.a: others' markers change sides, own ones become territory."""
    for cell in cells:
        owner = position.markers.get(cell)
        if owner is None:
            continue
        if owner != player:
            position.markers[cell] = player
            position.made.add(cell)
        elif position.rules["passover_collapse"]:
            del position.markers[cell]
            position.collapsed[cell] = player
            position.made.add(cell)


def leave_marker(position: Position, cell: Cell, player: int) -> None:
    """R092.a: the start cell receives a marker of the mover."""
    position.markers[cell] = player
    position.made.add(cell)


def make_plain_move(position: Position, start: Cell, landing: Cell) -> None:
    """R092: a plain move with all it does to markers and to its top ring."""
    player = position.player
    rings = position.stacks.pop(start)
    costs = landing_costs_ring(position, landing, player)
    leave_marker(position, start, player)
    pass_over(position, path_between(position, start, landing), player)
    position.markers.pop(landing, None)
    position.stacks[landing] = rings
    position.made.add(landing)
    if costs:
        eliminate_top(position, landing, player)


def make_capture(position: Position, start: Cell, target: Cell, landing: Cell) -> None:
    """R102: a capture segment; the target's top ring goes under the attacker (R023.b)."""
    player = position.player
    rings = position.stacks.pop(start)
    costs = landing_costs_ring(position, landing, player)
    if position.rules["capture_departure_marker"]:
        leave_marker(position, start, player)
    pass_over(position, path_between(position, start, landing), player)
    victim = position.stacks.pop(target)
    if len(victim) > 1:
        position.stacks[target] = victim[:-1]
    position.markers.pop(landing, None)
    position.stacks[landing] = (victim[-1], *rings)
    position.made.add(landing)
    if costs and position.rules["landing_elimination_timing"] == "end_of_chain":
        position.deferred += 1
    elif costs:
        eliminate_top(position, landing, player)


def pay_deferred(position: Position, cell: Cell) -> None:
    """R102.f, RUL-11: the rings that the landings of a chain have cost, at its end."""
    while position.deferred > 0 and cell in position.stacks:
        eliminate_top(position, cell, position.player)
        position.deferred -= 1
    position.deferred = 0


def goes_on_with(position: Position, cell: Cell) -> bool:
    """R103.k: the mover goes on with a stack only while it controls it (RUL-11)."""
    rings = position.stacks.get(cell)
    if rings is None:
        return False
    if controller(rings) == position.player:
        return True
    return bool(position.rules["chain_on_control_loss"] == "continues")


def continuation(position: Position) -> list[tuple[Cell, Cell, Cell]]:
    """R070.c, R103.a, R103.i: the segments open in the capture or chain phase."""
    if position.from_cell is None:
        attackers = controlled(position, position.player)
    elif goes_on_with(position, position.from_cell):
        attackers = [position.from_cell]
    else:
        attackers = []
    return [
        (cell, target, landing)
        for cell in attackers
        for target, landing in capture_segments(
            position, cell, position.stacks[cell], position.player
        )
    ]
