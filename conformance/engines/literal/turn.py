"""The course of a turn: from one decision point to the next.

Each step says which step follows, or None where a player owes a choice or the game is over.
"""

from collections.abc import Callable

from conformance.engines.literal.board import Cell
from conformance.engines.literal.lines import has_unpayable_line, line_moves
from conformance.engines.literal.movement import (
    any_stack_can_act,
    can_act,
    continuation,
    goes_on_with,
    pay_deferred,
)
from conformance.engines.literal.placement import (
    has_placement,
    has_real_action,
    may_be_forced,
)
from conformance.engines.literal.position import Position, seats
from conformance.engines.literal.territory import region_moves
from conformance.engines.literal.victory import (
    end_by_last_standing,
    end_by_stalemate,
    end_by_threshold,
    is_out,
    is_standing,
)

Step = str | None


def settle(position: Position, step: Step) -> None:
    """R071.a: the steps follow one another until somebody owes a choice."""
    while step is not None:
        step = STEPS[step](position)


def turn_begins(position: Position) -> Step:
    """R172, RUL-60: last player standing is tested first, then the turn is opened."""
    open_turn(position)
    if end_by_last_standing(position):
        return None
    return record_start(position)


def first_turn_begins(position: Position) -> Step:
    """RUL-06: the game's first turn, before which nobody can have been left standing."""
    open_turn(position)
    return record_start(position)


def open_turn(position: Position) -> None:
    """R070.a: nothing of the turn before is carried over."""
    position.phase = "ring_placement"
    position.from_cell = None
    position.owes = None
    position.may_swap = False
    position.made = set()
    position.did = None
    position.deferred = 0


def record_start(position: Position) -> Step:
    """R172.a: whether the seat can act is noted at the start of its turn."""
    position.may_swap = is_swap_due(position)
    position.had_action[position.player] = is_standing(position, position.player)
    return "action"


def is_swap_due(position: Position) -> bool:
    """RUL-72: the second seat of two may swap at its first turn, after exactly one step."""
    if position.rules["pie_rule"] == "off" or position.players != 2:
        return False
    if position.player == position.rules["first_player"]:
        return False
    if position.had_action[position.player] is not None:
        return False
    progress = len(position.markers) + len(position.collapsed) + sum(position.eliminated.values())
    return progress == 1


def action(position: Position) -> Step:
    """R070.a, R070.b, R072.a, R090.b: placement, else movement, else elimination, else a pass."""
    position.from_cell = None
    if has_placement(position, position.player):
        position.phase = "ring_placement"
        return None
    position.may_swap = False
    if any_stack_can_act(position, position.player):
        position.phase = "movement"
        return None
    if (
        position.rules["fe_turn_postprocessing"] != "before_fe"
        and position.did is None
        and may_be_forced(position, position.player)
    ):
        position.phase = "forced_elimination"
        return None
    return "phases"


def placement_skipped(position: Position) -> Step:
    """R080.d: after a skipped placement a controlled stack moves; if none can, the seat passes."""
    if not any_stack_can_act(position, position.player):
        return "phases"
    position.phase = "movement"
    position.from_cell = None
    return None


def moved(position: Position) -> Step:
    """R070.c: after a plain move a capture may begin (RUL-17)."""
    rule = position.rules["capture_after_move"]
    if rule == "none":
        return "acted"
    if rule == "any_stack":
        position.from_cell = None
    if not continuation(position):
        return "acted"
    position.phase = "capture"
    return None


def captured(position: Position) -> Step:
    """R103.a, R103.c: after a segment the chain goes on while it can."""
    if not continuation(position):
        return "acted"
    position.phase = "chain_capture"
    return None


def acted(position: Position) -> Step:
    """R173.f, RUL-11: the action is complete; what its landings still cost is paid now."""
    if position.deferred > 0 and position.from_cell is not None:
        pay_deferred(position, position.from_cell)
        if position.rules["victory_check"] == "immediate" and end_by_threshold(position):
            return None
    record_action(position)
    position.did = "action"
    return "phases"


def record_action(position: Position) -> None:
    """R173.f: the seat's action becomes the most recent one."""
    if position.player in position.acted:
        position.acted.remove(position.player)
    position.acted.insert(0, position.player)


def eliminated(position: Position) -> Step:
    """R100.f, R100.g: after a forced elimination the action goes on if one has opened (RUL-28)."""
    if position.rules["after_forced_elimination"] == "continue_if_action" and has_real_action(
        position, position.player
    ):
        return "action"
    if position.rules["fe_turn_postprocessing"] == "after_fe":
        return "phases"
    return "turn_ends"


def phases(position: Position) -> Step:
    """R070.e: lines are processed before territory (RUL-54)."""
    position.from_cell = None
    position.may_swap = False
    if position.rules["post_move_order"] == "lines_then_territory":
        return "line_processing"
    return "territory_processing"


def line_processing(position: Position) -> Step:
    """R121.d, R121.e: lines are processed while one can be."""
    position.phase = "line_processing"
    if line_moves(position):
        return None
    if position.rules["unpayable_line"] == "end_turn" and has_unpayable_line(position):
        return "turn_ends"
    if position.rules["post_move_order"] == "lines_then_territory":
        return "territory_processing"
    return "phases_over"


def territory_processing(position: Position) -> Step:
    """R144.b, R144.e: regions are processed while there are any."""
    position.phase = "territory_processing"
    if region_moves(position):
        return None
    return "territory_over"


def territory_over(position: Position) -> Step:
    """R070.e: the territory phase is over, by itself or by choice."""
    if position.rules["post_move_order"] == "lines_then_territory":
        return "phases_over"
    return "line_processing"


def phases_over(position: Position) -> Step:
    """RUL-29: where elimination comes last, a blocked seat that has done nothing owes it now."""
    if (
        position.rules["fe_turn_postprocessing"] == "before_fe"
        and position.did is None
        and may_be_forced(position, position.player)
    ):
        position.phase = "forced_elimination"
        return None
    return "turn_ends"


def turn_ends(position: Position) -> Step:
    """R070.f, RUL-58: thresholds, then stalemate, then the next seat."""
    is_tested = position.rules["check_after_fe"] or position.did != "elimination"
    if is_tested and end_by_threshold(position):
        return None
    if end_by_stalemate(position):
        return None
    position.player = next_seat(position)
    return "turn_begins"


def next_seat(position: Position) -> int:
    """R172.f, R172.g, RUL-06: seats follow one another cyclically, those that are out excepted."""
    order = seats(position)
    if position.rules["turn_order"] == "descending":
        order.reverse()
    here = order.index(position.player)
    for seat in order[here + 1 :] + order[: here + 1]:
        if not is_out(position, seat):
            return seat
    raise AssertionError("a seat that can act is never passed over")


STEPS: dict[str, Callable[[Position], Step]] = {
    "turn_begins": turn_begins,
    "first_turn_begins": first_turn_begins,
    "action": action,
    "placement_skipped": placement_skipped,
    "moved": moved,
    "captured": captured,
    "acted": acted,
    "eliminated": eliminated,
    "phases": phases,
    "line_processing": line_processing,
    "territory_processing": territory_processing,
    "territory_over": territory_over,
    "phases_over": phases_over,
    "turn_ends": turn_ends,
}


def settle_loaded(position: Position) -> None:
    """R190.a: a loaded state goes on from its phase exactly as in play."""
    phase = position.phase
    if phase == "game_over" or position.owes is not None:
        return
    if is_before_action(phase, position.from_cell):
        if position.had_action[position.player] is None:
            position.had_action[position.player] = is_standing(position, position.player)
        if phase == "movement" and any_stack_can_act(position, position.player):
            return
        if phase == "forced_elimination" and may_be_forced(position, position.player):
            return
        settle(position, "action")
    elif phase in ("movement", "capture", "chain_capture"):
        if not may_go_on(position, phase):
            settle(position, "acted")
    else:
        settle(position, phase)


def is_before_action(phase: str, from_cell: Cell | None) -> bool:
    """RUL-73: whether a state stands before its seat's action."""
    if phase == "movement":
        return from_cell is None
    return phase in ("ring_placement", "forced_elimination")


def may_go_on(position: Position, phase: str) -> bool:
    """R090.c, R103.a: whether the stack that is to act can."""
    if phase != "movement":
        return bool(continuation(position))
    cell = position.from_cell
    if cell is None or not goes_on_with(position, cell):
        return False
    return can_act(position, cell, position.stacks[cell], position.player)
