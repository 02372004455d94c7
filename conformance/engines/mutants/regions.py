"""Mutants of R143 to R145: paying for regions, their order, and what processing one does."""

from conformance.engines.mutants.memory import has_just, keep, kept
from conformance.engines.mutants.registry import mutant
from reference_engine import stacks, turn
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cells, each
from reference_engine.homes import Home
from reference_engine.moves import Move, ProcessRegion
from reference_engine.rules import elimination, territory
from reference_engine.rules.territory import Region
from reference_engine.stacks import Player, Rings
from reference_engine.state import Debt, GameState, Phase

_advance = turn.advance
_border_of = territory.border_of
_can_afford = territory.can_afford
_candidates = territory.candidates
_eliminate_inside = territory.eliminate_inside
_finish_turn = turn.finish_turn
_left_after = elimination.left_after
_process = territory.process

LEFT_AFTER = Home("reference_engine.rules.elimination", "left_after")
PROCESSED = ("R145.a", "R145.f")  # a region was taken, or paid for


# --- R143: a payer outside the region -----------------------------------------------------------


@mutant(
    "payer-may-stand-inside",
    "R143.a",
    "To process a region it is enough to control a stack anywhere.",
    ruling="RUL-50",
)
def payer_may_stand_inside(position: Position, player: Player, _cells: Cells) -> bool:
    """A stack inside the region will do."""
    return bool(position.control[player])


@mutant(
    "unpayable-regions-collapse-anyway",
    "R143.b",
    "A region that the mover cannot pay for collapses without payment when the turn ends.",
    at=Home("reference_engine.turn", "finish_turn"),
)
def unpayable_regions_collapse(draft: Draft) -> None:
    """What was not offered is taken in the end, one region of it."""
    active = territory.active_colours(draft)
    for region in territory.regions(draft, draft.player).values():
        if territory.lacks_a_colour(draft, region.cells, active) and not territory.can_afford(
            draft, draft.player, region.cells
        ):
            territory.process(draft, region)
            break
    _finish_turn(draft)


@mutant(
    "hand-pays-for-regions",
    "R143.c",
    "A player with rings in hand may process any region.",
    ruling="RUL-50",
)
def hand_pays_for_regions(position: Position, player: Player, cells: Cells) -> bool:
    """A ring in hand is as good as a stack outside."""
    return position.hand[player] > 0 or _can_afford(position, player, cells)


@mutant(
    "buried-ring-pays-for-regions",
    "R143.d",
    "An own ring buried outside a region is enough to process it.",
    ruling="RUL-50",
)
def buried_ring_pays_for_regions(position: Position, player: Player, cells: Cells) -> bool:
    """Any own ring outside will do."""
    return any(player in position.stacks[cell] for cell in each(position.occupied & ~cells))


@mutant(
    "payer-is-asked-for-once",
    "R143.e",
    "Who could pay for the first region of a turn may process all others.",
)
def payer_is_asked_for_once(position: Position, player: Player, made: Cells) -> list[Region]:
    """After the first region no payer is needed."""
    if has_just(position, *PROCESSED):
        keep(position, 1)
    elif isinstance(position, Draft) and position.effects:
        keep(position, 0)
    if not kept(position):
        return _candidates(position, player, made)
    active = territory.active_colours(position)
    return [
        region
        for region in territory.regions(position, player).values()
        if territory.lacks_a_colour(position, region.cells, active)
    ]


# --- R144: processing regions one by one --------------------------------------------------------


@mutant(
    "lines-wait-for-regions",
    "R144.a",
    "Regions are processed while lines are still on the board.",
    ruling="RUL-54",
)
def lines_wait_for_regions(_draft: Draft) -> tuple[Phase, Phase]:
    """Regions come first."""
    return Phase.TERRITORY_PROCESSING, Phase.LINE_PROCESSING


@mutant("engine-picks-the-region", "R144.b", "The engine decides which region comes next.")
def engine_picks_the_region(position: Position, player: Player, made: Cells) -> list[Region]:
    """One region is offered."""
    return _candidates(position, player, made)[:1]


@mutant(
    "regions-must-be-processed",
    "R144.c",
    "Every region that can be processed must be.",
    ruling="RUL-51",
)
def regions_must_be_processed(_position: Position) -> bool:
    """There is no stopping."""
    return False


@mutant(
    "offers-what-nobody-can-pay-for",
    "R144.d",
    "Regions are offered to players who could not pay for them.",
    ruling="RUL-50",
)
def offers_what_nobody_can_pay_for(_position: Position, _player: Player, _cells: Cells) -> bool:
    """No payer is asked for."""
    return True


@mutant(
    "region-list-is-frozen",
    "R144.e",
    "The regions of a turn are found once, when the phase begins.",
)
def region_list_is_frozen(position: Position, player: Player, made: Cells) -> list[Region]:
    """Only regions of the first list are offered; it is kept as one long number."""
    found = _candidates(position, player, made)
    width = position.variant.geometry.cells.bit_length()
    if isinstance(position, Draft) and position.effects and not has_just(position, *PROCESSED):
        keep(position, sum(one.cells << width * place for place, one in enumerate(found)))
    listed = set()
    rest = kept(position)
    while rest:
        listed.add(rest & ((1 << width) - 1))
        rest >>= width
    return [one for one in found if not listed or one.cells in listed]


@mutant(
    "one-region-per-turn",
    "R144.e",
    "The phase is over when one region has been processed.",
)
def one_region_per_turn(position: Position, player: Player, made: Cells) -> list[Region]:
    """After a region nothing is offered."""
    return [] if has_just(position, *PROCESSED) else _candidates(position, player, made)


@mutant(
    "only-fresh-regions-count",
    "R144.f",
    "A region can be processed only by the player whose move has just closed its border.",
    ruling="RUL-52",
)
def only_fresh_regions_count(position: Position, cells: Cells, made: Cells) -> bool:
    """After a plain move only regions beside what it changed are found."""
    if has_just(position, "R070.c", "R102.b", "R122.a", "R122.d", "R122.f", "R122.h"):
        keep(position, 0)  # what the steps before have made is not known here
    elif has_just(position, "R090.b"):
        keep(position, -1 << position.variant.geometry.cells.bit_length())
    elif has_just(position, "R092.a"):
        keep(position, made)
    fresh = kept(position)
    return not fresh or bool(position.variant.geometry.neighbours(cells) & ~cells & fresh)


# --- R145: what processing a region does --------------------------------------------------------


@mutant(
    "only-empty-cells-collapse",
    "R145.a",
    "Cells of a region that held a stack or a marker do not collapse.",
)
def only_empty_cells_collapse(draft: Draft, region: Region) -> None:
    """The stacks are eliminated, and their cells stay open."""
    border = territory.border_of(draft, region)
    empty = region.cells & ~draft.occupied & ~draft.marked
    territory.eliminate_inside(draft, region.cells)
    draft.collapse(draft.player, empty | border)
    draft.note("R145.a", "region collapsed", empty)


@mutant("border-stays", "R145.b", "The border of a region stays as it is.", ruling="RUL-47")
def border_stays(_position: Position, _region: Region) -> Cells:
    """Nothing but the region collapses."""
    return 0


@mutant(
    "connected-markers-collapse",
    "R145.c",
    "All markers connected with the border collapse with it.",
    ruling="RUL-47",
)
def connected_markers_collapse(position: Position, region: Region) -> Cells:
    """The border is followed as far as it goes."""
    board = position.variant.geometry
    border = _border_of(position, region)
    while grown := board.surroundings(border) & region.barrier & ~region.cells & ~border:
        border |= grown
    return border


@mutant(
    "diagonal-markers-collapse",
    "R145.c",
    "Border markers that touch a region only at a corner collapse too.",
    ruling="RUL-47",
)
def diagonal_markers_collapse(position: Position, region: Region) -> Cells:
    """The border is all that lies around the region."""
    around = position.variant.geometry.surroundings(region.cells)
    return _border_of(position, region) | (around & region.barrier & ~region.cells)


@mutant(
    "regions-count-caps-only",
    "R145.d",
    "Of the rings in a region only the caps are credited.",
    ruling="RUL-56",
)
def regions_count_caps_only(draft: Draft, cells: Cells) -> None:
    """Buried rings are gone and count for nobody."""
    for cell in each(cells & draft.occupied):
        draft.eliminated[draft.player] -= len(stacks.without_cap(draft.stacks[cell]))
    _eliminate_inside(draft, cells)


@mutant(
    "regions-credit-the-owners",
    "R145.d",
    "Each ring in a region is credited to the player whose colour it has.",
    ruling="RUL-53",
)
def regions_credit_the_owners(draft: Draft, cells: Cells) -> None:
    """The mover gains by its own rings only."""
    before = draft.eliminated[draft.player]
    lost = [ring for cell in each(cells & draft.occupied) for ring in draft.stacks[cell]]
    _eliminate_inside(draft, cells)
    draft.eliminated[draft.player] = before
    for ring in lost:
        draft.eliminated[ring] += 1


@mutant(
    "own-rings-inside-do-not-count",
    "R145.d",
    "Own rings in a region are not credited.",
    ruling="RUL-53",
)
def own_rings_inside_do_not_count(draft: Draft, cells: Cells) -> None:
    """Only rings of other players count."""
    for cell in each(cells & draft.occupied):
        draft.eliminated[draft.player] -= draft.stacks[cell].count(draft.player)
    _eliminate_inside(draft, cells)


@mutant(
    "regions-are-free",
    "R145.e",
    "Nothing is paid for a region.",
    ruling="RUL-80",
    at=Home("reference_engine.turn", "owe_for_region"),
)
def regions_are_free(draft: Draft) -> None:
    """The next region is looked for at once."""
    turn.stay_in_phase(draft)


@mutant(
    "one-ring-pays-for-a-region",
    "R145.f",
    "The payment for a region is one ring.",
    ruling="RUL-40",
    at=LEFT_AFTER,
)
def one_ring_pays_for_a_region(draft: Draft, rings: Rings, count: int | None) -> Rings:
    """The rest of the cap stays."""
    if draft.phase is Phase.TERRITORY_PROCESSING:
        return rings[:-1]
    return _left_after(draft, rings, count)


@mutant(
    "a-stack-pays-for-a-region",
    "R145.f",
    "The payment for a region is a whole stack.",
    ruling="RUL-41",
    at=LEFT_AFTER,
)
def a_stack_pays_for_a_region(draft: Draft, rings: Rings, count: int | None) -> Rings:
    """Nothing beneath the cap stays."""
    if draft.phase is Phase.TERRITORY_PROCESSING:
        return ()
    return _left_after(draft, rings, count)


@mutant(
    "border-goes-to-its-owner",
    "R145.g",
    "A border of another player's colour becomes that player's territory.",
)
def border_goes_to_its_owner(draft: Draft, region: Region) -> None:
    """The border is handed over to whoever had markers there."""
    border = territory.border_of(draft, region)
    owners = [owned & border for owned in draft.markers]
    _process(draft, region)
    for owner, cells in enumerate(owners):
        draft.collapsed[draft.player] &= ~cells
        draft.collapsed[owner] |= cells


@mutant(
    "counts-regions-when-the-turn-ends",
    "R145.h",
    "The rings that regions cost are counted when the last region of the turn is done.",
    at=Home("reference_engine.turn", "advance"),
)
def counts_regions_when_the_turn_ends(state: GameState, move: Move) -> turn.Transition:
    """While regions are still open the credit of the turn is kept back."""
    player, shown = state.turn.player, state.eliminated
    standing = state.standing
    full = [*shown]
    full[player] += standing.rounds[0]
    plain = standing._replace(rounds=(0, *standing.rounds[1:]))
    after, effects = _advance(state._replace(eliminated=tuple(full), standing=plain), move)
    is_regional = isinstance(move, ProcessRegion) or state.turn.owes is Debt.REGION
    if not is_regional or after.turn.phase is not Phase.TERRITORY_PROCESSING:
        return turn.Transition(after, effects)
    back = after.eliminated[player] - shown[player]
    rounds = (back, *after.standing.rounds[1:])
    held = after._replace(eliminated=shown, standing=after.standing._replace(rounds=rounds))
    return turn.Transition(held, effects)
