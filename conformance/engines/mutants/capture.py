"""Mutants of R101: when a capture segment is legal."""

from collections.abc import Iterator

from conformance.engines.mutants.registry import mutant
from reference_engine import legality, stacks
from reference_engine.draft import Position
from reference_engine.geometry import Cell, Cells, Ray, bit, each
from reference_engine.homes import Home
from reference_engine.moves import Move
from reference_engine.rules import capture, movement
from reference_engine.stacks import Player, Rings
from reference_engine.state import GameState

_behind = capture.behind
_cap_suffices = capture.cap_suffices
_captures = legality.captures
_landable = capture.landable
_landings_behind = capture.landings_behind
_obstacles = capture.obstacles

LANDINGS_BEHIND = Home("reference_engine.rules.capture", "landings_behind")
SEGMENTS = Home("reference_engine.rules.capture", "segments")


# --- who captures whom --------------------------------------------------------------------------


@mutant(
    "buried-rings-attack",
    "R101.a",
    "A stack that holds a ring of the mover may capture, whoever controls it.",
    at=Home("reference_engine.legality", "captures"),
)
def buried_rings_attack(state: GameState, cells: Cells) -> list[Move]:
    """Where the choice of the stack is free, stacks with a buried ring are offered too."""
    if state.turn.source is None:
        for cell in each(state.occupied):
            if state.turn.player in state.stacks[cell]:
                cells |= bit(cell)
    return _captures(state, cells)


@mutant("spares-own-stacks", "R101.b", "A player cannot overtake an own stack.", ruling="RUL-14")
def spares_own_stacks(position: Position, player: Player) -> Cells:
    """Only stacks of other players are targets."""
    return position.occupied & ~position.control[player]


@mutant(
    "captures-one-opponent-only",
    "R101.b",
    "Only the player whose turn is next can be captured, and the mover itself.",
)
def captures_one_opponent_only(position: Position, player: Player) -> Cells:
    """The third and the fourth player are forgotten."""
    after = player % position.variant.players + 1
    return position.control[player] | position.control[after]


@mutant("needs-a-higher-cap", "R101.c", "The attacker's cap must be higher than the target's.")
def needs_a_higher_cap(attacker: Rings, target: Rings) -> bool:
    """Equal caps do not suffice."""
    return stacks.cap_height(attacker) > stacks.cap_height(target)


@mutant("captures-any-cap", "R101.c", "The caps of attacker and target do not matter.")
def captures_any_cap(_attacker: Rings, _target: Rings) -> bool:
    """Nothing is compared."""
    return True


@mutant("compares-heights", "R101.d", "The heights of the stacks are compared, not their caps.")
def compares_heights(attacker: Rings, target: Rings) -> bool:
    """Every ring counts."""
    return stacks.height(attacker) >= stacks.height(target)


@mutant(
    "attacks-with-its-height",
    "R101.d",
    "The attacker's height is compared with the target's cap.",
)
def attacks_with_its_height(attacker: Rings, target: Rings) -> bool:
    """Buried rings help the attacker."""
    return stacks.height(attacker) >= stacks.cap_height(target)


@mutant(
    "defends-with-its-height",
    "R101.d",
    "The attacker's cap is compared with the target's height.",
)
def defends_with_its_height(attacker: Rings, target: Rings) -> bool:
    """Buried rings help the target."""
    return stacks.cap_height(attacker) >= stacks.height(target)


# --- the way and the landing --------------------------------------------------------------------


@mutant("lands-before-the-target", "R101.e", "A capture may land before its target.")
def lands_before_the_target(ray: Ray, target: Cell) -> Cells:
    """Any cell of the ray is behind the target."""
    return ray.beyond[0] & ~bit(target)


@mutant(
    "lands-beside-the-target",
    "R101.e",
    "A capture may land on any cell next to its target.",
    at=LANDINGS_BEHIND,
)
def lands_beside_the_target(position: Position, ray: Ray, target: Cell, height: int) -> Cells:
    """The cells around the target are added, but for the one before it."""
    around = position.variant.geometry.surroundings(bit(target))
    return around & ~bit(Cell(target - ray.step)) | _landings_behind(position, ray, target, height)


@mutant(
    "lands-right-behind-the-target",
    "R101.e",
    "A capture lands on the cell right behind its target, as in draughts.",
)
def lands_right_behind(ray: Ray, target: Cell) -> Cells:
    """The next cell of the ray, and no other."""
    behind = _behind(ray, target)
    return behind & -behind if ray.ascending else behind & (1 << behind.bit_length() >> 1)


@mutant(
    "captures-across-collapsed-spaces",
    "R101.f",
    "A collapsed space before the target does not bar a capture.",
)
def captures_across_collapsed_spaces(position: Position) -> Cells:
    """Only stacks are in the way."""
    return position.occupied


@mutant(
    "jumps-the-stack-behind",
    "R101.g",
    "A second stack behind the target does not stop the jump.",
)
def jumps_the_stack_behind(position: Position) -> Cells:
    """Behind the target only collapsed spaces are in the way."""
    return position.walled


@mutant(
    "jumps-collapsed-spaces-behind",
    "R101.g",
    "A collapsed space behind the target does not stop the jump.",
)
def jumps_collapsed_spaces_behind(position: Position) -> Cells:
    """Behind the target only stacks are in the way."""
    return position.occupied


@mutant(
    "diagonal-captures-count-double",
    "R101.h",
    "A diagonal step of a capture counts as two.",
    ruling="RUL-13",
)
def diagonal_captures_count_double(_position: Position, ray: Ray, height: int) -> int:
    """Columns and rows are counted, and added."""
    return (height + 1) // 2 if ray.diagonal else height


@mutant(
    "captures-land-one-short",
    "R101.h",
    "A capture may land one step short of the attacker's height.",
)
def captures_land_one_short(_position: Position, _ray: Ray, height: int) -> int:
    """The distance of a stack one ring lower."""
    return max(1, height - 1)


@mutant(
    "captured-ring-adds-to-the-distance",
    "R101.h",
    "A capture goes as far as the attacker is high with the captured ring.",
    ruling="RUL-13",
)
def captured_ring_adds_to_the_distance(_position: Position, _ray: Ray, height: int) -> int:
    """The distance of a stack one ring higher."""
    return height + 1


@mutant(
    "measures-from-the-target",
    "R101.h",
    "The landing is as far from the target as the attacker is high.",
    ruling="RUL-13",
    at=LANDINGS_BEHIND,
)
def measures_from_the_target(position: Position, ray: Ray, target: Cell, height: int) -> Cells:
    """The steps up to the target do not count."""
    before = (ray.beyond[0] & ~_behind(ray, target)).bit_count()
    if before + height > len(ray.beyond):
        return 0
    return _landings_behind(position, ray, target, height) & ray.beyond[before + height - 1]


@mutant(
    "captures-never-land-on-markers",
    "R101.i",
    "A capture lands on empty cells only.",
    ruling="RUL-15",
)
def captures_never_land_on_markers(_position: Position) -> bool:
    """An own marker is no landing."""
    return False


@mutant(
    "captures-land-on-any-marker",
    "R101.j",
    "A capture may land on another player's marker.",
    ruling="RUL-07",
)
def captures_land_on_any_marker(position: Position, _player: Player) -> Cells:
    """The colour of the marker is not asked."""
    return movement.uncollapsed(position) & movement.without_stack(position)


@mutant(
    "captures-land-on-own-territory",
    "R101.k",
    "A capture may land on a collapsed space of the mover.",
)
def captures_land_on_own_territory(position: Position, player: Player) -> Cells:
    """Own territory counts as empty."""
    return _landable(position, player) | (position.collapsed[player] & ~position.occupied)


@mutant(
    "captures-land-on-collapsed-spaces",
    "R101.k",
    "A capture may land on a collapsed space.",
)
def captures_land_on_collapsed_spaces(position: Position, player: Player) -> Cells:
    """The landing is not tested for collapse."""
    return _landable(position, player) | (position.walled & ~position.occupied)


@mutant(
    "markers-hide-the-target",
    "R101.l",
    "A marker between attacker and target bars the capture.",
)
def markers_hide_the_target(position: Position) -> Cells:
    """The attacker does not see past a marker."""
    return _obstacles(position) | position.marked


@mutant(
    "markers-stop-the-jump",
    "R101.l",
    "A capture does not go on past a marker behind its target.",
    at=Home("reference_engine.rules.capture", "obstacles_behind"),
)
def markers_stop_the_jump(position: Position) -> Cells:
    """The attacker does not fly past a marker."""
    return movement.obstacles(position) | position.marked


@mutant(
    "takes-the-nearest-weak-stack",
    "R101.m",
    "The target is the nearest stack with a low enough cap, over all stacks before it.",
    at=SEGMENTS,
)
def takes_the_nearest_weak_stack(
    position: Position, player: Player, cell: Cell, rings: Rings
) -> Iterator[tuple[Cell, Cells]]:
    """Stacks that are too strong are passed over."""
    good = capture.landable(position, player)
    for ray in position.variant.geometry.rays[cell]:
        met = [*each(movement.stretch(ray, position.walled) & position.occupied)]
        for target in met if ray.ascending else reversed(met):
            if capture.cap_suffices(rings, position.stacks[target]):
                reached = capture.landings_behind(position, ray, target, len(rings)) & good
                if reached:
                    yield target, reached
                break


@mutant(
    "takes-the-farthest-stack",
    "R101.m",
    "The target is the last stack on the ray, over all stacks before it.",
)
def takes_the_farthest_stack(position: Position, ray: Ray, _blocked: Cells) -> Cell | None:
    """The ray is read from its far end."""
    met = movement.stretch(ray, position.walled) & position.occupied
    if not met:
        return None
    last = 1 << (met.bit_length() - 1) if ray.ascending else met & -met
    return Cell(last.bit_length() - 1)
