"""Mutants of R050 to R062: the state of a game, eliminated rings and thresholds."""

from conformance.engines.mutants.registry import Mutant, add, mutant
from reference_engine import state
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cell, bit
from reference_engine.homes import Home
from reference_engine.rules import capture
from reference_engine.stacks import Player, Rings
from reference_engine.state import GameState
from reference_engine.variant import Variant
from reference_engine.wire import states
from reference_engine.wire.states import Json

ELIMINATION_THRESHOLD = Home("reference_engine.variant", "Variant.elimination_threshold")
LOSE_TOP = Home("reference_engine.rules.movement", "lose_top")
WRITTEN_TURN = Home("reference_engine.wire.states", "_turn")

_take_ring = capture.take_ring
_written_turn = states._turn


def _renamed(written: Json, before: str, after: str) -> Json:
    return {**written, "phase": after} if written["phase"] == before else written


# --- R051 and R052: what is told, and what the total is -----------------------------------------


@mutant(
    "calls-the-chain-a-capture",
    "R051.b",
    "A chain that must go on is reported as the capture that may be declined.",
    ruling="RUL-71",
    at=WRITTEN_TURN,
)
def calls_the_chain_a_capture(of: GameState) -> Json:
    """Two phases under one name."""
    return _renamed(_written_turn(of), "chain_capture", "capture")


@mutant(
    "calls-forced-elimination-movement",
    "R051.b",
    "A player who must eliminate is reported to be in the movement phase.",
    ruling="RUL-71",
    at=WRITTEN_TURN,
)
def calls_forced_elimination_movement(of: GameState) -> Json:
    """Forced elimination has no name of its own."""
    return _renamed(_written_turn(of), "forced_elimination", "movement")


@mutant(
    "threshold-of-the-rings-in-play",
    "R051.c",
    "The elimination threshold is computed from the rings that are not yet eliminated.",
    ruling="RUL-66",
    at=ELIMINATION_THRESHOLD,
)
def threshold_of_the_rings_in_play(_self: Variant, in_play: int) -> int:
    """More than half of what is left."""
    return in_play // 2 + 1


@mutant(
    "total-shrinks-by-what-others-eliminated",
    "R052.e",
    "Rings that others have eliminated no longer belong to the total.",
    ruling="RUL-66",
    at=Home("reference_engine.rules.victory", "reaches_rings"),
)
def total_shrinks(position: Position, player: Player) -> bool:
    """More than half of the rings that are still the player's to eliminate, or were."""
    own = position.eliminated[player]
    total = position.variant.total_rings - (sum(position.eliminated) - own)
    return own >= total // 2 + 1


# --- R060: crediting eliminated rings -----------------------------------------------------------


@mutant("eliminated-rings-stay", "R060.a", "Eliminated rings are credited but stay on the board.")
def eliminated_rings_stay(self: Draft, cell: Cell, left: Rings) -> int:
    """The stack is not touched."""
    lost = self.stacks[cell][len(left) :]
    self.credit(lost)
    return len(lost)


@mutant(
    "credits-the-colour-of-the-ring",
    "R060.b",
    "An eliminated ring is credited to the player of its colour.",
    ruling="RUL-53",
)
def credits_the_colour_of_the_ring(self: Draft, lost: Rings) -> None:
    """Every player is given its own rings."""
    for ring in lost:
        self.eliminated[ring] += 1


@mutant(
    "credits-the-next-player",
    "R060.b",
    "An eliminated ring is credited to the player who follows the one who eliminated it.",
)
def credits_the_next_player(self: Draft, lost: Rings) -> None:
    """A lost ring counts for somebody else."""
    self.eliminated[self.player % self.variant.players + 1] += len(lost)


@mutant("own-rings-count-for-nothing", "R060.c", "Rings of the player's own colour do not count.")
def own_rings_count_for_nothing(self: Draft, lost: Rings) -> None:
    """Only other colours are credited."""
    self.eliminated[self.player] += sum(ring != self.player for ring in lost)


@mutant(
    "landing-credits-nobody",
    "R060.d",
    "The ring lost by landing on an own marker is credited to nobody.",
    ruling="RUL-70",
    at=LOSE_TOP,
)
def landing_credits_nobody(draft: Draft, cell: Cell, clause: str) -> None:
    """The ring is gone and not counted."""
    draft.put_stack(cell, draft.stacks[cell][:-1])
    draft.note(clause, "ring lost by landing", bit(cell), 1)


@mutant("captures-count-as-eliminations", "R060.e", "An overtaken ring is credited to its captor.")
def captures_count_as_eliminations(draft: Draft, target: Cell, rings: Rings) -> Rings:
    """The ring is in play and counted all the same."""
    draft.eliminated[draft.player] += 1
    return _take_ring(draft, target, rings)


# --- R061 and R062: thresholds ------------------------------------------------------------------


@mutant("half-of-the-rings-is-enough", "R061.a", "Half of all rings, rounded up, is enough.")
def half_of_the_rings(self: Variant, _in_play: int) -> int:
    """The one is forgotten."""
    return (self.total_rings + 1) // 2


@mutant(
    "threshold-of-one-supply",
    "R061.a",
    "The elimination threshold is one more than the rings of one player.",
)
def threshold_of_one_supply(self: Variant, _in_play: int) -> int:
    """Right for two players and no others."""
    return self.supply + 1


@mutant("rings-must-exceed-the-threshold", "R061.b", "The rings must exceed the threshold.")
def rings_must_exceed(position: Position, player: Player) -> bool:
    """The threshold itself is not enough."""
    in_play = position.variant.total_rings - sum(position.eliminated)
    return position.eliminated[player] > position.variant.elimination_threshold(in_play)


def _half_of_the_cells(self: Variant) -> int:
    return (self.geometry.count + 1) // 2


add(
    Mutant(
        "half-of-the-cells-is-enough",
        "R062.a",
        "Half of the cells, rounded up, is enough.",
        property(_half_of_the_cells),
    )
)


@mutant("territory-must-exceed-the-threshold", "R062.b", "Territory must exceed the threshold.")
def territory_must_exceed(position: Position, player: Player) -> bool:
    """The threshold itself is not enough."""
    owned = state.territory(position.collapsed, player)
    return owned > position.variant.territory_threshold
