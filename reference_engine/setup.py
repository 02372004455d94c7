"""From a setup, which may be anything that parses, to a state, which is valid.

    SetupError
    └── InvalidSetup        the position cannot exist: every fault of it, each with its clause

There is one door: `position_of`. It names all faults at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from reference_engine import stacks
from reference_engine.geometry import Cell, Cells
from reference_engine.homes import implements
from reference_engine.stacks import Player, Rings
from reference_engine.state import Debt, Deed, GameState, Phase, Reason, Result, Standing, Turn
from reference_engine.variant import Variant

WITH_STACK = (Phase.MOVEMENT, Phase.CAPTURE, Phase.CHAIN_CAPTURE)
PHASE_OF_DEBT = {
    Debt.LINE: Phase.LINE_PROCESSING,
    Debt.REGION: Phase.TERRITORY_PROCESSING,
}


class Fault(NamedTuple):
    """One thing that makes a setup impossible: the field, what is wrong, and by which clause."""

    field: str
    reason: str
    clause: str

    def __str__(self) -> str:
        return f"{self.field}: {self.reason} ({self.clause})"


class SetupError(Exception):
    """The base of what a setup can be refused for."""


class InvalidSetup(SetupError):
    """A position that cannot exist, with every fault found."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, self.faults)))


class Outcome(NamedTuple):
    """A result as somebody wrote it down."""

    winner: int | None
    reason: str
    ranking: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """A position as somebody wrote it down: cells by name, players by any number."""

    variant: Variant
    player: int
    phase: str
    hand: Mapping[int, int]
    eliminated: Mapping[int, int]
    stacks: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    markers: Mapping[str, int] = field(default_factory=dict)
    collapsed: Mapping[str, int] = field(default_factory=dict)
    source: str | None = None
    owes: str | None = None
    may_swap: bool = False
    made: tuple[str, ...] = ()
    did: str | None = None
    deferred: int = 0
    had_action: Mapping[int, bool | None] = field(default_factory=dict)
    acted: tuple[int, ...] = ()
    rounds: Mapping[int, int] = field(default_factory=dict)
    result: Outcome | None = None

    @property
    def seats(self) -> range:
        """The numbers of the players."""
        return range(1, self.variant.players + 1)


def position_of(setup: Setup) -> GameState:
    """The state that a setup describes, if it can exist."""
    faults = tuple(faults_of(setup))
    if faults:
        raise InvalidSetup(faults)
    return _built(setup)


def faults_of(setup: Setup) -> Iterator[Fault]:
    """Everything that makes a setup impossible."""
    yield from strange_cells(setup)
    yield from strange_players(setup)
    yield from crowded_cells(setup)
    yield from hollow_stacks(setup)
    yield from miscounted_rings(setup)
    yield from turn_faults(setup)
    yield from standing_faults(setup)
    yield from result_faults(setup)


def strange_cells(setup: Setup) -> Iterator[Fault]:
    """Everything stands on a cell of the board."""
    board = setup.variant.geometry
    clause = "R002.b" if board.board.is_hexagonal else "R002.a"
    for name, cells in (
        ("stacks", setup.stacks),
        ("markers", setup.markers),
        ("collapsed", setup.collapsed),
    ):
        for cell in cells:
            if board.parse(cell) is None:
                yield Fault(f"{name}.{cell}", f"not a cell of {board.extent}", clause)
    for cell in (setup.source,) if setup.source is not None else ():
        if board.parse(cell) is None:
            yield Fault("turn.from", f"{cell} is not a cell of {board.extent}", clause)
    for cell in setup.made:
        if board.parse(cell) is None:
            yield Fault("turn.made", f"{cell} is not a cell of {board.extent}", clause)


def strange_players(setup: Setup) -> Iterator[Fault]:
    """Everything belongs to a player of the game."""
    expected = f"expected 1 to {setup.variant.players}"
    for cell, rings in setup.stacks.items():
        for ring in sorted({ring for ring in rings if ring not in setup.seats}):
            yield Fault(f"stacks.{cell}", f"a ring of player {ring}: {expected}", "R010.a")
    for name, owners in (("markers", setup.markers), ("collapsed", setup.collapsed)):
        for cell, owner in owners.items():
            if owner not in setup.seats:
                yield Fault(f"{name}.{cell}", f"owned by player {owner}: {expected}", "R010.a")
    if setup.player not in setup.seats:
        yield Fault("turn.player", f"player {setup.player}: {expected}", "R010.a")
    for name, keys in (
        ("hand", setup.hand),
        ("eliminated", setup.eliminated),
        ("standing.had_action", setup.had_action),
        ("standing.rounds", setup.rounds),
        ("standing.acted", setup.acted),
    ):
        for seat in keys:
            if seat not in setup.seats:
                yield Fault(name, f"names player {seat}: {expected}", "R010.a")


@implements("R021.b")
def crowded_cells(setup: Setup) -> Iterator[Fault]:
    """A cell holds at most one of a stack, a marker and a collapsed space."""
    layers = (
        ("a stack", setup.stacks),
        ("a marker", setup.markers),
        ("a collapsed space", setup.collapsed),
    )
    for cell in sorted({cell for _, cells in layers for cell in cells}):
        held = [what for what, cells in layers if cell in cells]
        if len(held) > 1:
            yield Fault(f"cell {cell}", f"holds {' and '.join(held)}", "R021.b")


def hollow_stacks(setup: Setup) -> Iterator[Fault]:
    """A stack has at least one ring."""
    for cell, rings in setup.stacks.items():
        if not rings:
            yield Fault(f"stacks.{cell}", "a stack without rings", "R021.c")


def miscounted_rings(setup: Setup) -> Iterator[Fault]:
    """No ring is missing, none is there twice, and no player has more of its colour than exist."""
    for name, counts in (("hand", setup.hand), ("eliminated", setup.eliminated)):
        for seat in setup.seats:
            if seat not in counts:
                yield Fault(f"{name}.{seat}", "missing: expected a number of rings", "R051.a")
        for seat, count in counts.items():
            if count < 0:
                yield Fault(f"{name}.{seat}", f"{count} rings: expected 0 or more", "R052.b")
    supply = setup.variant.supply
    for seat in setup.seats:
        placed = sum(rings.count(seat) for rings in setup.stacks.values())
        held = setup.hand.get(seat, 0)
        if placed + held > supply:
            yield Fault(
                f"player {seat}",
                f"more rings of the colour than exist: {placed} on the board and {held} in hand,"
                f" of {supply}",
                "R020.b",
            )
    placed = sum(map(len, setup.stacks.values()))
    found = placed + sum(setup.hand.values()) + sum(setup.eliminated.values())
    if found != setup.variant.total_rings:
        yield Fault(
            "rings",
            f"{found} in all ({placed} on the board, {sum(setup.hand.values())} in hand,"
            f" {sum(setup.eliminated.values())} eliminated): expected"
            f" {setup.variant.players} times {supply} = {setup.variant.total_rings}",
            "R052.b",
        )


def turn_faults(setup: Setup) -> Iterator[Fault]:
    """The phase is known, and what is said of the turn fits it."""
    phases = tuple(Phase)
    if setup.phase not in phases:
        yield Fault("turn.phase", f"{setup.phase}: expected one of {_list(phases)}", "R051.b")
        return
    phase = Phase(setup.phase)
    yield from _debt_faults(setup, phase)
    yield from _source_faults(setup, phase)
    edition = setup.variant.edition
    if phase is Phase.CAPTURE and edition.capture_after_move == "none":
        yield Fault("turn.phase", "this edition has no capture after a move", "R070.c")
    if setup.did is not None and setup.did not in tuple(Deed):
        yield Fault("turn.did", f"{setup.did}: expected one of {_list(tuple(Deed))}", "R051.b")
    if setup.did is not None and phase is Phase.FORCED_ELIMINATION:
        yield Fault("turn.did", "nothing was done before a forced elimination", "R100.a")
    if setup.deferred < 0 or (setup.deferred and phase is not Phase.CHAIN_CAPTURE):
        yield Fault("turn.deferred", "landing rings are due only in a chain", "R102.f")
    if setup.may_swap and (
        setup.variant.players != 2
        or phase is not Phase.RING_PLACEMENT
        or setup.player == edition.first_player
    ):
        yield Fault("turn.may_swap", "only the second of two seats, before it acts", "R051.b")


def _debt_faults(setup: Setup, phase: Phase) -> Iterator[Fault]:
    if setup.owes is None:
        return
    if setup.owes not in tuple(Debt):
        yield Fault("turn.owes", f"{setup.owes}: expected one of {_list(tuple(Debt))}", "R051.b")
        return
    due = PHASE_OF_DEBT[Debt(setup.owes)]
    if phase is not due:
        yield Fault("turn.owes", f"a {setup.owes} is paid for in {due}, not {phase}", "R070.a")
    if not any(rings and rings[-1] == setup.player for rings in setup.stacks.values()):
        yield Fault("turn.owes", f"player {setup.player} controls no stack to pay with", "R122.c")


def _source_faults(setup: Setup, phase: Phase) -> Iterator[Fault]:
    edition = setup.variant.edition
    free = phase is Phase.CAPTURE and edition.capture_after_move == "any_stack"
    if setup.source is None:
        if phase in (Phase.CAPTURE, Phase.CHAIN_CAPTURE) and not free:
            yield Fault("turn.from", f"{phase} needs the stack that is to act", "R103.i")
        return
    if phase not in WITH_STACK or free:
        yield Fault("turn.from", f"no single stack is to act in {phase}", "R051.b")
        return
    rings = setup.stacks.get(setup.source)
    if not rings:
        yield Fault("turn.from", f"no stack stands on {setup.source}", "R090.a")
        return
    if rings[-1] != setup.player and (
        phase is Phase.MOVEMENT or edition.chain_on_control_loss == "ends"
    ):
        yield Fault("turn.from", f"player {setup.player} does not control that stack", "R090.a")
    if setup.deferred > len(rings):
        yield Fault("turn.deferred", f"{setup.deferred} of {len(rings)} rings are due", "R102.f")


def standing_faults(setup: Setup) -> Iterator[Fault]:
    """Each seat's record is of one kind and named once."""
    if len(set(setup.acted)) != len(setup.acted):
        yield Fault("standing.acted", "names a player twice", "R173.f")
    for seat, count in setup.rounds.items():
        if count < 0:
            yield Fault(f"standing.rounds.{seat}", f"{count} rounds: expected 0 or more", "R172.c")


def result_faults(setup: Setup) -> Iterator[Fault]:
    """There is a result when the game is over and only then, and the board bears it out."""
    result = setup.result
    if (result is None) is (setup.phase == Phase.GAME_OVER):
        yield Fault("result", "a result belongs to game_over, and to no other phase", "R170.a")
    if result is None:
        return
    if sorted(result.ranking) != list(setup.seats):
        yield Fault("result.ranking", "expected every player once", "R173.c")
    elif result.winner is not None and result.ranking[0] != result.winner:
        yield Fault("result.ranking", f"expected player {result.winner} first", "R173.c")
    if result.winner is not None and result.winner not in setup.seats:
        yield Fault("result.winner", f"player {result.winner}: not in the game", "R010.a")
    if result.reason not in tuple(Reason):
        known = _list(tuple(Reason))
        yield Fault("result.reason", f"{result.reason}: expected one of {known}", "R170.a")
    elif result.winner is None and result.reason != Reason.STALEMATE:
        yield Fault("result.winner", f"nobody wins by {result.reason}", "R170.a")
    elif result.reason == Reason.TERRITORY_CONTROL:
        owned = sum(owner == result.winner for owner in setup.collapsed.values())
        need = setup.variant.territory_threshold
        if owned < need:
            yield Fault("result.reason", f"the winner owns {owned} of {need} spaces", "R062.b")
    elif result.reason == Reason.RING_ELIMINATION and result.winner in setup.seats:
        credited = setup.eliminated.get(result.winner or 0, 0)
        in_play = setup.variant.total_rings - sum(setup.eliminated.values())
        need = setup.variant.elimination_threshold(in_play)
        if credited < need:
            yield Fault("result.reason", f"the winner has {credited} of {need} rings", "R061.b")


def _list(values: Iterable[str]) -> str:
    return ", ".join(values)


def _built(setup: Setup) -> GameState:
    """The state of a setup without faults."""
    board = setup.variant.geometry
    count = setup.variant.players + 1

    def cell_of(name: str) -> Cell:
        cell = board.parse(name)
        if cell is None:
            raise ValueError(f"{name} was to be a cell")
        return cell

    def by_owner(owners: Mapping[str, int]) -> tuple[Cells, ...]:
        sets = [0] * count
        for name, owner in owners.items():
            sets[owner] |= 1 << cell_of(name)
        return tuple(sets)

    placed: dict[Cell, Rings] = {
        cell_of(name): tuple(map(Player, rings)) for name, rings in setup.stacks.items()
    }
    control = [0] * count
    for cell, rings in placed.items():
        control[stacks.controller(rings)] |= 1 << cell
    markers, collapsed = by_owner(setup.markers), by_owner(setup.collapsed)
    result = None
    if setup.result is not None:
        winner = setup.result.winner
        result = Result(
            None if winner is None else Player(winner),
            Reason(setup.result.reason),
            tuple(map(Player, setup.result.ranking)),
        )
    return GameState(
        variant=setup.variant,
        stacks=placed,
        control=tuple(control),
        markers=markers,
        collapsed=collapsed,
        occupied=sum(1 << cell for cell in placed),
        marked=sum(markers),
        walled=sum(collapsed),
        hand=(0, *(setup.hand[seat] for seat in setup.seats)),
        eliminated=(0, *(setup.eliminated[seat] for seat in setup.seats)),
        turn=Turn(
            Player(setup.player),
            Phase(setup.phase),
            None if setup.source is None else cell_of(setup.source),
            None if setup.owes is None else Debt(setup.owes),
            setup.may_swap,
            sum(1 << cell_of(name) for name in set(setup.made)),
            None if setup.did is None else Deed(setup.did),
            setup.deferred,
        ),
        standing=Standing(
            (None, *(setup.had_action.get(seat) for seat in setup.seats)),
            tuple(map(Player, setup.acted)),
            (0, *(setup.rounds.get(seat, 0) for seat in setup.seats)),
        ),
        result=result,
    )
