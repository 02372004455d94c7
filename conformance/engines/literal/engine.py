"""The engine: states and moves in, states and moves out."""

import json
from collections.abc import Mapping
from typing import Any

from conformance.engines.literal.board import Cell, cell_name
from conformance.engines.literal.jsonform import Reader, to_json
from conformance.engines.literal.lines import collapse_line, line_length, line_moves
from conformance.engines.literal.movement import (
    capture_segments,
    continuation,
    make_capture,
    make_plain_move,
    plain_landings,
)
from conformance.engines.literal.placement import may_skip, place, placements
from conformance.engines.literal.position import (
    IllegalMove,
    Position,
    cap_height,
    controlled,
    eliminate_cap,
    eliminate_top,
    seats,
)
from conformance.engines.literal.territory import process_region, region_moves
from conformance.engines.literal.turn import Step, record_action, settle, settle_loaded
from conformance.engines.literal.victory import end_by_threshold

Move = dict[str, Any]


class LiteralEngine:
    """R190.a: the rules word by word; a state and a move give the next state, always the same."""

    def __init__(self, editions: Mapping[str, Mapping[str, Any]]) -> None:
        self.editions = {name: plain(rules) for name, rules in editions.items()}

    def new(self, edition: str, board: str, players: int) -> dict[str, Any]:
        """R020.a, RUL-06: an empty board, full hands, the first player to place."""
        wanted = {"edition": edition, "board": board, "players": players}
        # The seats are only counted out when it is known that there are so many.
        frame = Reader(wanted, self.editions).position
        hand = frame.rules["rings_per_player"][board]
        state = {
            **wanted,
            "hand": {str(seat): hand for seat in seats(frame)},
            "eliminated": {str(seat): 0 for seat in seats(frame)},
            "turn": {"player": 1, "phase": "ring_placement"},
        }
        position = Reader(state, self.editions).read()
        position.player = position.rules["first_player"]
        settle(position, "first_turn_begins")
        return to_json(position)

    def load(self, state: dict[str, Any]) -> dict[str, Any]:
        """R052: the state as the engine holds it, settled at its decision point."""
        position = Reader(state, self.editions).read()
        settle_loaded(position)
        return to_json(position)

    def legal(self, state: dict[str, Any]) -> list[Move]:
        """R190.b: every choice that the player to act has."""
        return legal_moves(Reader(state, self.editions).read())

    def play(self, state: dict[str, Any], move: Move) -> dict[str, Any]:
        """R071.a: the state after a move, settled at the next decision point."""
        position = Reader(state, self.editions).read()
        wanted = written(move)
        if wanted not in [written(each) for each in legal_moves(position)]:
            raise IllegalMove(f"not a legal move in {position.phase}: {wanted}")
        step = make(position, move)
        if is_tested_now(position) and end_by_threshold(position):
            step = None
        settle(position, step)
        return to_json(position)


def plain(rules: Mapping[str, Any]) -> dict[str, Any]:
    """RUL-72: the parameters, with the pie rule's `off` as a word also where YAML reads false."""
    values = dict(rules)
    if values["pie_rule"] is False:
        values["pie_rule"] = "off"
    return values


def written(move: Mapping[str, Any]) -> str:
    """R190.b: a move in one form, so that lists of cells compare without order."""
    form = dict(move)
    for key in ("cells", "collapse"):
        if isinstance(form.get(key), list):
            form[key] = sorted(form[key], key=str)
    return json.dumps(form, sort_keys=True, default=str)


def is_tested_now(position: Position) -> bool:
    """R170.d, RUL-57: whether thresholds are tested right after this move."""
    if position.rules["victory_check"] != "immediate":
        return False
    return bool(position.rules["check_after_fe"]) or position.did != "elimination"


def cell_of(name: str) -> Cell:
    """R002: the cell of a name that is known to be one."""
    return tuple(int(part) for part in name.split(","))


def legal_moves(position: Position) -> list[Move]:
    """R070.a: the moves of the phase; a payment that is due comes before anything else."""
    if position.owes is not None:
        return payments(position)
    moves = {
        "ring_placement": placement_moves,
        "movement": movement_moves,
        "capture": capture_moves,
        "chain_capture": chain_moves,
        "line_processing": line_moves,
        "territory_processing": region_moves,
        "forced_elimination": elimination_moves,
        "game_over": no_moves,
    }[position.phase](position)
    if position.may_swap:
        moves.append({"type": "swap_sides"})
    return moves


def no_moves(_position: Position) -> list[Move]:
    """R170: a game that is over has no moves."""
    return []


def placement_moves(position: Position) -> list[Move]:
    """R080, R081, R082: the placements, and the skip where placing is optional."""
    moves: list[Move] = [
        {"type": "place_ring", "at": cell_name(cell), "count": count}
        for cell, count in placements(position, position.player)
    ]
    if moves and may_skip(position, position.player):
        moves.append({"type": "skip_placement"})
    return moves


def movement_moves(position: Position) -> list[Move]:
    """R070.b, R072.c, R081.i, R090.c: moves and captures of the stacks that may act (RUL-18)."""
    player = position.player
    starts = controlled(position, player)
    if position.from_cell is not None:
        starts = [position.from_cell]
    moves: list[Move] = []
    captures: list[Move] = []
    for cell in starts:
        rings = position.stacks[cell]
        moves.extend(
            {"type": "move_stack", "from": cell_name(cell), "to": cell_name(landing)}
            for landing in plain_landings(position, cell, rings, player)
        )
        captures.extend(
            segment("overtaking_capture", cell, target, landing)
            for target, landing in capture_segments(position, cell, rings, player)
        )
    if captures and position.rules["capture_start"] == "mandatory":
        moves = []
    if captures and not moves and position.rules["capture_start"] == "always_optional":
        captures.append({"type": "skip_capture"})
    return moves + captures


def segment(kind: str, start: Cell, target: Cell, landing: Cell) -> Move:
    """R101.e: a capture segment is a start, a target and a landing."""
    return {
        "type": kind,
        "from": cell_name(start),
        "target": cell_name(target),
        "to": cell_name(landing),
    }


def capture_moves(position: Position) -> list[Move]:
    """R070.c: after a plain move a capture may be started or declined (RUL-18)."""
    moves = [segment("overtaking_capture", *each) for each in continuation(position)]
    if position.rules["capture_start"] != "mandatory":
        moves.append({"type": "skip_capture"})
    return moves


def chain_moves(position: Position) -> list[Move]:
    """R103.a: in a chain nothing can be declined."""
    return [segment("continue_capture_segment", *each) for each in continuation(position)]


def elimination_moves(position: Position) -> list[Move]:
    """R100.b: one forced elimination per controlled stack (RUL-30)."""
    cells = controlled(position, position.player)
    if position.rules["fe_choice"] == "automatic":
        cells = sorted(cells, key=lambda cell: (cap_height(position.stacks[cell]), cell))[:1]
    return [{"type": "eliminate_rings_from_stack", "at": cell_name(cell)} for cell in cells]


def payments(position: Position) -> list[Move]:
    """R122.c, R145.e, RUL-40: any controlled stack pays, with its cap or with one ring."""
    moves: list[Move] = []
    for cell in controlled(position, position.player):
        move = {"type": "eliminate_rings_from_stack", "at": cell_name(cell)}
        if position.rules["payment_unit"] == "entire_cap":
            moves.append(move)
            continue
        counts = {1, cap_height(position.stacks[cell])}
        moves.extend({**move, "count": count} for count in sorted(counts))
    return moves


def make(position: Position, move: Move) -> Step:
    """R070.a: the effect of a legal move, and the step of the turn that follows it."""
    position.may_swap = False
    match move["type"]:
        case "place_ring":
            return make_placement(position, cell_of(move["at"]), move["count"])
        case "skip_placement":
            return "placement_skipped"
        case "move_stack":
            make_plain_move(position, cell_of(move["from"]), cell_of(move["to"]))
            position.from_cell = cell_of(move["to"])
            return "moved"
        case "overtaking_capture" | "continue_capture_segment":
            cells = [cell_of(move[key]) for key in ("from", "target", "to")]
            make_capture(position, *cells)
            position.from_cell = cells[-1]
            return "captured"
        case "skip_capture":
            return skip_capture(position)
        case "process_line" | "choose_line_reward":
            return make_line(position, move)
        case "process_territory_region":
            process_region(position, frozenset(cell_of(name) for name in move["cells"]))
            return None if position.owes else "territory_processing"
        case "skip_territory_processing":
            return "territory_over"
        case "eliminate_rings_from_stack":
            return make_elimination(position, move)
        case _:
            return swap_sides(position)


def make_placement(position: Position, cell: Cell, count: int) -> Step:
    """R081.i: the stack placed on is the one that must move (RUL-22)."""
    place(position, cell, count)
    position.phase = "movement"
    position.from_cell = cell if position.rules["must_move_placed_stack"] else None
    return None


def skip_capture(position: Position) -> Step:
    """R070.c, RUL-18: declining after a move or a placement completes the action, else none was."""
    if position.phase == "movement" and position.from_cell is None:
        return "phases"
    return "acted"


def make_line(position: Position, move: Move) -> Step:
    """R122.a, R122.f, R122.h: the line or a stretch of it collapses; all of it must be paid."""
    names = move["collapse"] if "collapse" in move else move["cells"]
    is_all = len(names) == len(move["cells"])
    is_exact = len(move["cells"]) == line_length(position)
    collapse_line(position, {cell_of(name) for name in names}, is_all or is_exact)
    return None if position.owes else "line_processing"


def make_elimination(position: Position, move: Move) -> Step:
    """R100.c, R122.d, R145.f: a cap (or one ring of it, RUL-40) is eliminated."""
    cell = cell_of(move["at"])
    is_cap = move.get("count") in (None, cap_height(position.stacks[cell]))
    if is_cap:
        eliminate_cap(position, cell, position.player)
    else:
        eliminate_top(position, cell, position.player)
    if position.owes is not None:
        position.owes = None
        return position.phase
    record_action(position)
    position.did = "elimination"
    return "eliminated"


def swap_sides(position: Position) -> Step:
    """RUL-72: nothing on the board changes; the same seat moves, or the first one again."""
    if position.rules["pie_rule"] == "swap_then_same_colour_moves":
        return "turn_ends"
    return None
