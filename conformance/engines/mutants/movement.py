"""Mutants of R090 and R091: which stacks may move, and where to."""

from collections.abc import Iterator

from conformance.engines.mutants.markers import foreign_walls, mover_of
from conformance.engines.mutants.registry import mutant
from reference_engine import legality, turn
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cell, Cells, Ray, bit, each
from reference_engine.homes import Home
from reference_engine.rules import movement, placement
from reference_engine.stacks import Player, Rings
from reference_engine.state import GameState, Phase

_landings_by_ray = movement.landings_by_ray
_obstacles = movement.obstacles
_pass_turn = turn.pass_turn
_sources = legality.sources

LANDINGS = Home("reference_engine.rules.movement", "landings_by_ray")


# --- R090: which stacks may move ----------------------------------------------------------------


@mutant(
    "moves-any-stack-with-an-own-ring",
    "R090.a",
    "A player may move every stack that holds a ring of the player's colour.",
)
def moves_any_stack_with_an_own_ring(position: Position, player: Player) -> Cells:
    """A buried ring will do."""
    return sum(bit(cell) for cell, rings in position.stacks.items() if player in rings)


@mutant(
    "waits-for-a-seat-without-action",
    "R090.b",
    "A player without a stack whose rings are buried is asked for a forced elimination.",
    ruling="RUL-31",
)
def waits_for_a_seat_without_action(draft: Draft) -> None:
    """The seat is asked for a choice that it does not have."""
    if placement.has_ring_on_board(draft, draft.player):
        draft.phase = Phase.FORCED_ELIMINATION
    else:
        _pass_turn(draft)


@mutant(
    "eliminates-a-buried-ring",
    "R090.b",
    "A player without a stack loses a buried ring instead of passing.",
    ruling="RUL-31",
)
def eliminates_a_buried_ring(draft: Draft) -> None:
    """The first buried ring of the colour is eliminated."""
    for cell, rings in sorted(draft.stacks.items()):
        if draft.player in rings:
            at = rings.index(draft.player)
            draft.eliminate(cell, rings[:at] + rings[at + 1 :])
            break
    _pass_turn(draft)


@mutant("offers-one-stack-only", "R090.c", "Only the first of the movable stacks may move.")
def offers_one_stack_only(state: GameState) -> Cells:
    """The choice of the stack is not the player's."""
    player = state.turn.player
    for cell in each(_sources(state)):
        if placement.can_act(state, player, cell, state.stacks[cell]):
            return bit(cell)
    return 0


# --- R091: path and distance --------------------------------------------------------------------


def _reaches(position: Position, cell: Cell) -> Iterator[tuple[Ray, Cells]]:
    """Each ray of a cell, and how far it is open."""
    blocked = movement.obstacles(position)
    for ray in position.variant.geometry.rays[cell]:
        yield ray, movement.stretch(ray, blocked)


def _from(ray: Ray, need: int) -> Cells:
    """The cells of a ray that are at least so many steps away."""
    return ray.beyond[need - 1] if need <= len(ray.beyond) else 0


@mutant("turns-once-on-its-way", "R091.a", "A stack may turn once, after its first step.")
def turns_once_on_its_way(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[Cells]:
    """Straight moves, and those that bend beside the start."""
    yield from _landings_by_ray(position, player, cell, rings)
    for ray, reach in _reaches(position, cell):
        first = reach & ~_from(ray, 2)
        for corner in each(first):
            for landings in _landings_by_ray(position, player, corner, rings[:-1] or rings):
                yield landings & ~bit(cell)


@mutant("lands-one-short", "R091.b", "A stack may land one step short of its height.")
def lands_one_short(height: int) -> int:
    """The distance of a stack one ring lower."""
    return max(1, height - 1)


@mutant("moves-beyond-its-height", "R091.b", "A stack moves more steps than it has rings.")
def moves_beyond_its_height(height: int) -> int:
    """The height itself is not far enough."""
    return height + 1


@mutant(
    "diagonal-steps-count-double",
    "R091.b",
    "A diagonal step counts as two.",
    ruling="RUL-76",
    at=LANDINGS,
)
def diagonal_steps_count_double(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[Cells]:
    """Distance is measured along rows and columns."""
    good = movement.landable(position, player, len(rings))
    for ray, reach in _reaches(position, cell):
        need = (len(rings) + 1) // 2 if ray.diagonal else len(rings)
        yield reach & _from(ray, need) & good


@mutant("moves-exactly-its-height", "R091.c", "A stack moves as many steps as it has rings.")
def moves_exactly_its_height(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[Cells]:
    """No landing beyond the nearest."""
    good = movement.landable(position, player, len(rings))
    for ray, reach in _reaches(position, cell):
        yield reach & _from(ray, len(rings)) & ~_from(ray, len(rings) + 1) & good


@mutant("passes-collapsed-spaces", "R091.d", "A stack may pass over collapsed spaces.")
def passes_collapsed_spaces(_position: Position) -> Cells:
    """Only the landing is tested."""
    return 0


@mutant("jumps-own-stacks", "R091.e", "A plain move may pass over stacks of the mover.")
def jumps_own_stacks(position: Position) -> Cells:
    """Only stacks of others stop a move."""
    return position.occupied & ~position.control[mover_of(position)]


@mutant("markers-block", "R091.f", "A marker on the way ends the ray.")
def markers_block(position: Position) -> Cells:
    """Markers are obstacles."""
    return _obstacles(position) | position.marked


@mutant("foreign-markers-block", "R091.f", "A marker of another player on the way ends the ray.")
def foreign_markers_block(position: Position) -> Cells:
    """Only own markers may be passed."""
    return _obstacles(position) | (position.marked & ~position.markers[mover_of(position)])


@mutant(
    "markers-are-no-steps",
    "R091.f",
    "Cells with markers are left out when the distance is counted.",
    at=LANDINGS,
)
def markers_are_no_steps(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[Cells]:
    """A way across markers is shorter than it is."""
    good = movement.landable(position, player, len(rings))
    for ray, reach in _reaches(position, cell):
        way = sorted(each(reach), reverse=not ray.ascending)
        steps = 0
        for there in way:
            steps += not position.marked & bit(there)
            if steps >= len(rings) and good & bit(there):
                yield bit(there)


@mutant("lands-on-own-territory", "R091.g", "A move may land on a collapsed space of the mover.")
def lands_on_own_territory(position: Position) -> Cells:
    """Own territory ends the way but may be entered."""
    return position.variant.geometry.cells & ~foreign_walls(position)


@mutant(
    "lands-on-own-stacks",
    "R091.h",
    "A move may land on a stack of the mover, which it replaces.",
)
def lands_on_own_stacks(position: Position) -> Cells:
    """An own stack ends the way but may be landed on."""
    return ~position.occupied | position.control[mover_of(position)]


@mutant(
    "own-markers-are-no-landings",
    "R091.i",
    "No move lands on a marker.",
    at=Home("reference_engine.rules.movement", "forbidden_markers"),
)
def own_markers_are_no_landings(position: Position, _player: Player) -> Cells:
    """All markers are closed alike."""
    return position.marked


@mutant("lands-on-any-marker", "R091.j", "A move may land on any marker.", ruling="RUL-07")
def lands_on_any_marker(_position: Position, _player: Player) -> Cells:
    """No marker is closed."""
    return 0
