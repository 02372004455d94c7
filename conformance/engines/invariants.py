"""What must be true of any state that an engine tells, in every edition (R021, R052)."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from conformance.boards import grid

Json: TypeAlias = dict[str, Any]


def broken_invariant(state: Json, parameters: Mapping[str, Any], board: str, players: int) -> str:
    """The first invariant that a state breaks; empty if it keeps them all."""
    return next(broken_invariants(state, parameters, board, players), "")


def broken_invariants(
    state: Json, parameters: Mapping[str, Any], board: str, players: int
) -> Iterator[str]:
    """Every invariant that a state breaks, as far as the engine tells enough."""
    cells = grid(board, parameters["hex_side"]).cells
    layers = {name: state.get(name, {}) for name in ("stacks", "markers", "collapsed")}
    seen: dict[str, str] = {}
    for name, layer in layers.items():
        for cell in layer:
            if cell not in cells:
                yield f"{name}: {cell} is not a cell of {board}"
            elif cell in seen:
                yield f"{cell} is in {seen[cell]} and in {name}"
            seen.setdefault(cell, name)
    seats = [str(seat) for seat in range(1, players + 1)]
    rings = [ring for stack in layers["stacks"].values() for ring in stack]
    strangers = {str(ring) for ring in rings} - set(seats)
    if strangers:
        yield f"a ring of player {min(strangers)} in a game of {players}"
    supply = parameters["rings_per_player"][board]
    hand = state.get("hand")
    if hand is not None:
        for seat in seats:
            own = rings.count(int(seat)) + hand.get(seat, 0)
            if own > supply:
                yield f"{own} rings of player {seat} in play, and only {supply} exist"
        if "eliminated" in state:
            total = len(rings) + sum(hand.values()) + sum(state["eliminated"].values())
            if total != players * supply:
                yield f"{total} rings in all, and the game has {players * supply}"
    is_over = state["turn"]["phase"] == "game_over"
    if "result" in state and is_over is (state["result"] is None):
        yield "a result belongs to game_over, and to no other phase"
