"""Mutants of R030 to R041: markers, collapsed spaces, regions and territory."""

from collections.abc import Sequence

from conformance.engines.mutants.registry import mutant
from reference_engine import state
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cells
from reference_engine.homes import Home
from reference_engine.rules import territory
from reference_engine.stacks import Player
from reference_engine.state import GameState, Phase

_collapse = Draft.collapse
_components = territory.components


def mover_of(position: Position) -> Player:
    """Whose turn it is; a rule that asks this too much is often what is wrong."""
    if isinstance(position, GameState):
        return position.turn.player
    if isinstance(position, Draft):
        return position.player
    raise TypeError(f"{type(position).__name__}: expected a state or a draft")


def foreign_walls(position: Position) -> Cells:
    """The collapsed spaces of all players but the one whose turn it is."""
    return position.walled & ~position.collapsed[mover_of(position)]


# --- R030 and R031: markers and collapsed spaces ------------------------------------------------


@mutant(
    "leaves-markers-as-they-are",
    "R030.c",
    "A stack that passes over markers does not change them.",
    at=Home("reference_engine.rules.movement", "pass_over"),
)
def leaves_markers_as_they_are(draft: Draft, path: Cells) -> None:
    """Nothing on the way changes."""


@mutant(
    "region-repaints-its-walls",
    "R031.a",
    "Collapsed spaces beside a region become the territory of whoever processes it.",
)
def region_repaints_its_walls(self: Draft, player: Player, cells: Cells) -> None:
    """Territory around the region changes its owner."""
    _collapse(self, player, cells)
    if self.phase is Phase.TERRITORY_PROCESSING:
        walls = self.variant.geometry.neighbours(cells) & self.walled
        self.collapsed = [owned & ~walls for owned in self.collapsed]
        self.collapsed[player] |= walls


@mutant("places-on-own-territory", "R031.b", "A player may place on collapsed spaces of its own.")
def places_on_own_territory(position: Position) -> Cells:
    """Only foreign territory is closed."""
    return position.variant.geometry.cells & ~foreign_walls(position)


@mutant(
    "passes-through-own-territory",
    "R031.c",
    "Collapsed spaces stop the stacks of other players, not those of their owner.",
)
def passes_through_own_territory(position: Position) -> Cells:
    """Only foreign territory and stacks stop a ray."""
    return foreign_walls(position) | position.occupied


@mutant(
    "own-territory-connects",
    "R031.d",
    "Regions are connected through collapsed spaces of the mover.",
)
def own_territory_connects(position: Position) -> Cells:
    """Only foreign territory bounds regions."""
    return position.variant.geometry.cells & ~foreign_walls(position)


@mutant(
    "passed-markers-never-collapse",
    "R031.e",
    "Cells collapse by lines and regions only; own markers passed over stay.",
    ruling="RUL-69",
)
def passed_markers_never_collapse(draft: Draft, path: Cells) -> None:
    """Own markers on the way stay markers."""


# --- R040 and R041: regions and territory -------------------------------------------------------


@mutant("flood-stops-after-one-step", "R040.a", "A region is one cell and its open neighbours.")
def flood_stops_after_one_step(position: Position, open_: Cells) -> list[Cells]:
    """Parts of the true regions."""
    board = position.variant.geometry
    seeds = [(part, board.seed(part)) for part in _components(position, open_)]
    return [seed | (board.neighbours(seed) & part) for part, seed in seeds]


@mutant("finds-one-region-only", "R040.a", "Of several regions only the smallest is found.")
def finds_one_region_only(position: Position, open_: Cells) -> list[Cells]:
    """The search ends with the first region."""
    found = _components(position, open_)
    return [min(found, key=int.bit_count)] if found else []


@mutant(
    "stacks-are-walls",
    "R040.b",
    "A stack is no part of a region: it bounds it like a collapsed space.",
    ruling="RUL-43",
)
def stacks_are_walls(_position: Position) -> Cells:
    """No stack is inside."""
    return 0


@mutant("counts-everybodys-territory", "R041.a", "All collapsed spaces count for every player.")
def counts_everybodys_territory(collapsed: Sequence[Cells], _player: Player) -> int:
    """The owner is not looked at."""
    return sum(cells.bit_count() for cells in collapsed)


@mutant(
    "counts-markers-as-territory",
    "R041.b",
    "The territory victory counts a player's markers along with its collapsed spaces.",
)
def counts_markers_as_territory(position: Position, player: Player) -> bool:
    """Another count than the one of the ladder."""
    owned = state.territory(position.collapsed, player) + position.markers[player].bit_count()
    return owned >= position.variant.territory_threshold


@mutant(
    "ladder-counts-stacks-and-markers",
    "R041.b",
    "The first step of the stalemate ladder counts the stacks and markers on the board.",
    at=Home("reference_engine.rules.victory", "by_territory"),
)
def ladder_counts_stacks_and_markers(draft: Draft, player: Player) -> int:
    """Collapsed spaces are not looked at."""
    return (draft.control[player] | draft.markers[player]).bit_count()
