"""Mutants of R010 to R023: players, their rings, and stacks."""

from conformance.engines.mutants.registry import mutant
from reference_engine import stacks
from reference_engine.draft import Draft, Position
from reference_engine.editions import Edition
from reference_engine.geometry import Board, Cell, Cells, bit, each
from reference_engine.homes import Home
from reference_engine.rules import capture, movement, placement
from reference_engine.stacks import Player, Rings
from reference_engine.state import Phase

_eliminate = Draft.eliminate
_ground = placement.ground
_move = movement.move


# --- R010 and R020: players and their supply ----------------------------------------------------


@mutant(
    "three-players-at-most-on-the-small-board",
    "R010.b",
    "The small board admits two or three players.",
    ruling="RUL-05",
)
def three_players_at_most(_edition: Edition, board: Board) -> range:
    """Four players need a larger board."""
    return range(2, 4 if board is Board.SQUARE8 else 5)


@mutant(
    "48-rings-on-the-hexagonal-board",
    "R020.a",
    "Players start with 48 rings on the hexagonal board.",
    ruling="RUL-03",
)
def forty_eight_rings(edition: Edition, board: Board) -> int:
    """The supply of a later table."""
    return 48 if board.is_hexagonal else edition.rings_per_player.on(board)


@mutant(
    "one-supply-for-both-square-boards",
    "R020.a",
    "Players start with 18 rings on either square board.",
)
def one_supply(edition: Edition, board: Board) -> int:
    """The large board with the supply of the small one."""
    return edition.rings_per_player.on(Board.SQUARE8 if not board.is_hexagonal else board)


@mutant(
    "captured-rings-use-up-the-supply",
    "R020.c",
    "Every ring in the stacks that a player controls counts against the player's supply.",
    ruling="RUL-24",
)
def captured_rings_use_up_the_supply(position: Position, player: Player) -> list[Cells]:
    """No more new rings than controlled stacks of all colours leave of the supply."""
    held = sum(len(position.stacks[cell]) for cell in each(position.control[player]))
    return _ground(position, player)[: max(0, position.variant.supply - held)]


@mutant(
    "eliminated-rings-return-to-the-hand",
    "R020.d",
    "Eliminated rings are credited and go back into the hands they came from.",
)
def eliminated_rings_return(self: Draft, cell: Cell, left: Rings) -> int:
    """Each ring lost is in its player's hand again."""
    for ring in self.stacks[cell][len(left) :]:
        self.hand[ring] += 1
    return _eliminate(self, cell, left)


# --- R021: what a stack is ----------------------------------------------------------------------


@mutant(
    "captured-ring-slips-under-the-cap",
    "R021.a",
    "A captured ring goes just below the cap of the capturing stack.",
    at=Home("reference_engine.stacks", "with_ring_at_bottom"),
)
def under_the_cap(rings: Rings, ring: Player) -> Rings:
    """The captured ring is inserted, not put at the bottom."""
    below = stacks.without_cap(rings)
    return (*below, ring, *rings[len(below) :])


@mutant(
    "marker-stays-under-the-stack",
    "R021.b",
    "A marker that is landed on stays on its cell, beneath the stack.",
    at=Home("reference_engine.rules.movement", "clear_landing"),
)
def marker_stays(draft: Draft, cell: Cell) -> None:
    """Nothing is taken off the board."""


@mutant(
    "emptied-stack-still-blocks",
    "R021.c",
    "A stack that is eliminated to its last ring leaves something that blocks its cell.",
    at=Home("reference_engine.draft", "Draft.eliminate"),
)
def emptied_stack_still_blocks(self: Draft, cell: Cell, left: Rings) -> int:
    """The cell is neither empty nor anybody's."""
    lost = _eliminate(self, cell, left)
    if not left and self.phase is not Phase.TERRITORY_PROCESSING:
        self.walled |= bit(cell)
    return lost


# --- R022: control, height and cap --------------------------------------------------------------


@mutant(
    "majority-controls-the-stack",
    "R022.a",
    "The player with most rings in a stack controls it; the top ring decides a tie.",
)
def majority_controls(rings: Rings) -> Player:
    """Whoever has most rings in it."""
    return max(reversed(rings), key=rings.count)


@mutant(
    "height-is-the-cap",
    "R022.b",
    "The distance a stack must travel is the height of its cap.",
)
def height_is_the_cap(rings: Rings) -> int:
    """Rings below the cap weigh nothing."""
    return stacks.cap_height(rings)


@mutant(
    "cap-counts-buried-rings",
    "R022.c",
    "The cap is all rings of the controller's colour in the stack.",
)
def cap_counts_buried_rings(rings: Rings) -> int:
    """A cap that may have gaps."""
    return rings.count(rings[-1])


def _controlled(draft: Draft, cell: Cell, rings: Rings, keeps: bool) -> None:
    """A stack as it is put on a cell, by whoever controlled the one there before if that stays."""
    here = bit(cell)
    owner = next((seat for seat, held in enumerate(draft.control) if held & here), None)
    draft.control = [held & ~here for held in draft.control]
    draft.occupied &= ~here
    draft.stacks.pop(cell, None)
    if rings:
        top = stacks.controller(rings)
        draft.control[owner if keeps and owner is not None else top] |= here
        draft.occupied |= here
        draft.stacks[cell] = rings


def _is_target(draft: Draft, cell: Cell) -> bool:
    """Whether the stack on the cell is being captured: that is the first effect of a segment."""
    action = (Phase.MOVEMENT, Phase.CAPTURE, Phase.CHAIN_CAPTURE)
    return not draft.effects and draft.phase in action and bool(draft.occupied & bit(cell))


@mutant(
    "captured-stack-keeps-its-controller",
    "R022.d",
    "A stack that loses its top ring to a capture stays under the same control.",
)
def captured_stack_keeps_its_controller(self: Draft, cell: Cell, rings: Rings) -> None:
    """Control of a target is not looked at again."""
    _controlled(self, cell, rings, keeps=_is_target(self, cell))


@mutant(
    "stripped-stack-keeps-its-controller",
    "R022.e",
    "A stack that loses rings by elimination stays under the same control.",
)
def stripped_stack_keeps_its_controller(self: Draft, cell: Cell, rings: Rings) -> None:
    """Control is not looked at again after an elimination."""
    is_shorter = len(rings) < len(self.stacks.get(cell, ()))
    _controlled(self, cell, rings, keeps=is_shorter and not _is_target(self, cell))


# --- R023: how a stack may change ---------------------------------------------------------------


@mutant("places-under-the-stack", "R023.a", "Placement adds a ring at the bottom of a stack.")
def places_under_the_stack(rings: Rings, player: Player, count: int) -> Rings:
    """The stack is lifted onto the new rings."""
    return (player,) * count + rings


@mutant("captured-ring-goes-on-top", "R023.b", "A captured ring goes on top of the captor.")
def captured_ring_on_top(rings: Rings, ring: Player) -> Rings:
    """The captor gives its stack away."""
    return (*rings, ring)


@mutant(
    "captures-the-whole-cap",
    "R023.c",
    "A capture segment takes the whole cap of the target.",
    at=Home("reference_engine.rules.capture", "take_ring"),
)
def captures_the_whole_cap(draft: Draft, target: Cell, rings: Rings) -> Rings:
    """All rings of the cap go under the attacker."""
    there = draft.stacks[target]
    left = stacks.without_cap(there)
    capture.leave_target(draft, target, left)
    draft.note("R102.c", "ring captured", bit(target), stacks.controller(there))
    return there[len(left) :] + rings


@mutant("captures-the-bottom-ring", "R023.c", "A capture segment takes the target's bottom ring.")
def captures_the_bottom_ring(rings: Rings) -> tuple[Rings, Player]:
    """The ring taken is the lowest."""
    return rings[1:], rings[0]


@mutant("pays-one-ring", "R023.d", "A payment takes one ring.", ruling="RUL-40")
def pays_one_ring(rings: Rings) -> Rings:
    """The top ring goes and no more."""
    return rings[:-1]


@mutant("pays-the-whole-stack", "R023.d", "A payment takes a whole stack.", ruling="RUL-41")
def pays_the_whole_stack(_rings: Rings) -> Rings:
    """Rings below the cap go with it."""
    return ()


@mutant(
    "region-takes-caps-only",
    "R023.e",
    "Processing a region removes the caps of the stacks in it.",
    ruling="RUL-56",
)
def region_takes_caps_only(draft: Draft, cells: Cells) -> None:
    """What lies below a cap stays on the board."""
    for cell in each(cells & draft.occupied):
        draft.eliminate(cell, stacks.without_cap(draft.stacks[cell]))


@mutant(
    "leaves-its-bottom-ring-behind",
    "R023.f",
    "A stack that moves leaves its bottom ring where it stood.",
)
def leaves_its_bottom_ring_behind(draft: Draft, source: Cell, to: Cell) -> None:
    """The stack is split."""
    rings = draft.stacks[source]
    if len(rings) == 1:
        _move(draft, source, to)
        return
    draft.put_stack(source, rings[1:])
    _move(draft, source, to)
    draft.take_markers(bit(source))
    draft.put_stack(source, rings[:1])


@mutant("turns-over-as-it-moves", "R023.f", "A stack that moves is turned upside down.")
def turns_over_as_it_moves(draft: Draft, source: Cell, to: Cell) -> None:
    """The bottom ring comes to the top."""
    draft.put_stack(source, draft.stacks[source][::-1])
    _move(draft, source, to)
