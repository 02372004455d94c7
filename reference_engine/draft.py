"""A draft: a position while a move is being carried out, and the effects it has had so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from reference_engine import stacks
from reference_engine.geometry import Cell, Cells
from reference_engine.homes import implements
from reference_engine.stacks import Player, Rings
from reference_engine.state import GameState, Result, Standing, Turn
from reference_engine.variant import Variant


class Effect(NamedTuple):
    """One thing that a move did, and the clause that says so."""

    clause: str
    what: str
    player: Player
    cells: Cells = 0
    amount: int = 0


class Position(Protocol):
    """What the rules ask of a position, finished or in the making."""

    @property
    def variant(self) -> Variant: ...
    @property
    def stacks(self) -> Mapping[Cell, Rings]: ...
    @property
    def control(self) -> Sequence[Cells]: ...
    @property
    def markers(self) -> Sequence[Cells]: ...
    @property
    def collapsed(self) -> Sequence[Cells]: ...
    @property
    def occupied(self) -> Cells: ...
    @property
    def marked(self) -> Cells: ...
    @property
    def walled(self) -> Cells: ...
    @property
    def hand(self) -> Sequence[int]: ...
    @property
    def eliminated(self) -> Sequence[int]: ...


class Draft:
    """A position that may still change. It belongs to one call and never leaves it."""

    __slots__ = (
        "acted", "collapsed", "control", "deferred", "did", "effects", "eliminated",
        "had_action", "hand", "made", "marked", "markers", "may_swap", "occupied", "owes",
        "phase", "player", "result", "rounds", "source", "stacks", "variant", "walled",
    )  # fmt: skip

    def __init__(self, state: GameState) -> None:
        self.variant = state.variant
        self.stacks: dict[Cell, Rings] = dict(state.stacks)
        self.control = list(state.control)
        self.markers = list(state.markers)
        self.collapsed = list(state.collapsed)
        self.occupied = state.occupied
        self.marked = state.marked
        self.walled = state.walled
        self.hand = list(state.hand)
        self.eliminated = list(state.eliminated)
        (
            self.player, self.phase, self.source, self.owes,
            self.may_swap, self.made, self.did, self.deferred,
        ) = state.turn  # fmt: skip
        self.had_action = list(state.standing.had_action)
        self.acted = state.standing.acted
        self.rounds = list(state.standing.rounds)
        self.result: Result | None = state.result
        self.effects: list[Effect] = []

    def freeze(self) -> GameState:
        """The position as it now stands."""
        return GameState(
            self.variant, self.stacks, tuple(self.control), tuple(self.markers),
            tuple(self.collapsed), self.occupied, self.marked, self.walled, tuple(self.hand),
            tuple(self.eliminated),
            Turn(self.player, self.phase, self.source, self.owes, self.may_swap, self.made,
                 self.did, self.deferred),
            Standing(tuple(self.had_action), self.acted, tuple(self.rounds)), self.result,
        )  # fmt: skip

    def note(self, clause: str, what: str, cells: Cells | None = None, amount: int = 0) -> None:
        """Record an effect of the player whose turn it is, unless it found no cell to be on."""
        if cells != 0:
            self.effects.append(Effect(clause, what, self.player, cells or 0, amount))

    @implements("R021.c", "R022.d", "R022.e")
    def put_stack(self, cell: Cell, rings: Rings) -> None:
        """A stack is controlled by whoever's ring is now on top; without rings it is no more."""
        here = 1 << cell
        if self.occupied & here:
            self.control[stacks.controller(self.stacks[cell])] &= ~here
        if rings:
            self.stacks[cell] = rings
            self.control[stacks.controller(rings)] |= here
            self.occupied |= here
        else:
            self.stacks.pop(cell, None)
            self.occupied &= ~here

    def put_markers(self, player: Player, cells: Cells) -> None:
        """The player's markers stand on these cells, and nobody else's."""
        self.take_markers(cells & self.marked)
        self.markers[player] |= cells
        self.marked |= cells

    def take_markers(self, cells: Cells) -> None:
        """No marker stands on these cells any more."""
        if cells:
            keep = ~cells
            self.markers = [owned & keep for owned in self.markers]
            self.marked &= keep

    @implements("R031.a")
    def collapse(self, player: Player, cells: Cells) -> None:
        """Cells become the player's territory, for good: what is collapsed keeps its owner."""
        fresh = cells & ~self.walled
        self.take_markers(fresh & self.marked)
        self.collapsed[player] |= fresh
        self.walled |= fresh

    @implements("R020.d", "R060.a")
    def eliminate(self, cell: Cell, left: Rings) -> int:
        """Rings above those left are out of the game for good."""
        lost = self.stacks[cell][len(left) :]
        self.put_stack(cell, left)
        self.credit(lost)
        return len(lost)

    @implements("R060.b", "R060.c")
    def credit(self, lost: Rings) -> None:
        """Eliminated rings are credited to whoever caused it, own rings like any others."""
        self.eliminated[self.player] += len(lost)
