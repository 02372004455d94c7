"""States and moves, to and from the form of the protocol: the one place for both."""

from typing import Any

import engine

EDITION = "rr-canon-2025-11"


class UnsupportedError(Exception):
    """Something that the engine cannot do; raised by `state_from_wire`, it is told as such."""


class InvalidError(Exception):
    """A position that cannot exist, with every fault found."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def cell_to_wire(cell: tuple[int, int]) -> str:
    """A cell is written "x,y", on the hexagonal board "x,y,z"."""
    return f"{cell[0]},{cell[1]}"


def cell_from_wire(text: str) -> tuple[int, int]:
    """The cell of "x,y"."""
    x, y = text.split(",")
    return int(x), int(y)


def state_to_wire(game: engine.Game) -> dict[str, Any]:
    """The state at its decision point. Leave out what your engine cannot tell."""
    return {
        "edition": EDITION,
        "board": "square8",
        "players": 2,
        # Rings by cell, bottom first. Copied: a state handed out must not change with the game.
        "stacks": {cell_to_wire(cell): [*rings] for cell, rings in game.stacks.items()},
        "markers": {},  # owner by cell
        "collapsed": {},  # owner by cell
        "hand": {str(seat): left for seat, left in game.hands.items()},  # rings not yet placed
        "eliminated": {str(seat): 0 for seat in game.hands},  # credited to this seat
        "turn": {
            "player": game.player,
            "phase": "game_over" if game.is_over else "ring_placement",
            "from": None,  # the only stack that may act now: just placed, just moved, in the chain
            "owes": None,  # "line" or "region" while an elimination is due
        },
        # "standing" is left out: the toy does not know who had an action or acted last.
        "result": {"winner": None, "reason": "stalemate", "ranking": [1, 2]}
        if game.is_over
        else None,
    }


def state_from_wire(state: dict[str, Any]) -> engine.Game:
    """The game of a state, for `load`: the reverse of `state_to_wire`.

    Raise `InvalidError` for what cannot exist, and `UnsupportedError` for what your engine cannot
    take up. `standing` may be missing: then nobody has had a turn.
    """
    raise UnsupportedError(f"the toy takes up no position, not even on {state.get('board')}")


def move_to_wire(move: engine.Place) -> dict[str, Any]:
    """A move of the engine in the form of the protocol.

    place_ring                  at, count
    skip_placement
    move_stack                  from, to
    overtaking_capture          from, target, to
    skip_capture
    continue_capture_segment    from, target, to
    process_line                cells
    choose_line_reward          cells, collapse
    eliminate_rings_from_stack  at
    process_territory_region    cells
    skip_territory_processing
    swap_sides                  (editions with the pie rule)
    """
    return {"type": "place_ring", "at": cell_to_wire(move.cell), "count": move.count}


def move_from_wire(wire: dict[str, Any]) -> engine.Place | None:
    """A move of the protocol as the engine has it; None if the engine has no such move."""
    if wire["type"] == "place_ring":
        return engine.Place(cell_from_wire(wire["at"]), wire["count"])
    return None


def settle(game: engine.Game) -> None:
    """Go on to the next decision point: a choice with a legal move, or the end of the game.

    An engine that wants a move also where there is nothing to choose (no placement possible, no
    line, no region, a seat that must pass) gets it here. The toy has no such moves.
    """
