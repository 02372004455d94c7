"""States between their JSON form and a position, with all that makes a state impossible."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, TypeGuard

from conformance.engines.literal.board import BOARDS, Cell, board_named, cell_name, cell_names
from conformance.engines.literal.position import (
    PHASES,
    InvalidState,
    Position,
    controlled,
    controller,
    rings_on_board,
    seats,
    supply,
)


def to_json(position: Position) -> dict[str, Any]:
    """R050.a, R051: the canonical form of a position, every map present."""
    rules = position.rules
    turn: dict[str, Any] = {
        "player": position.player,
        "phase": position.phase,
        "from": None if position.from_cell is None else cell_name(position.from_cell),
        "owes": position.owes,
    }
    if has_may_swap(rules):
        turn["may_swap"] = position.may_swap
    if has_made(rules):
        turn["made"] = cell_names(position.made)
    if has_did(rules):
        turn["did"] = position.did
    if has_deferred(rules):
        turn["deferred"] = position.deferred
    standing: dict[str, Any] = {
        "had_action": {str(seat): position.had_action[seat] for seat in seats(position)},
        "acted": list(position.acted),
    }
    if has_rounds(rules):
        standing["rounds"] = {str(seat): position.rounds[seat] for seat in seats(position)}
    return {
        "edition": position.edition,
        "board": position.board.name,
        "players": position.players,
        "stacks": {
            cell_name(cell): list(position.stacks[cell]) for cell in sorted(position.stacks)
        },
        "markers": {cell_name(cell): position.markers[cell] for cell in sorted(position.markers)},
        "collapsed": {
            cell_name(cell): position.collapsed[cell] for cell in sorted(position.collapsed)
        },
        "hand": {str(seat): position.hand[seat] for seat in seats(position)},
        "eliminated": {str(seat): position.eliminated[seat] for seat in seats(position)},
        "turn": turn,
        "standing": standing,
        "result": deepcopy(position.result),
    }


def has_may_swap(rules: Mapping[str, Any]) -> bool:
    """RUL-72: editions whose states tell whether a swap is offered."""
    return bool(rules["pie_rule"] != "off")


def has_made(rules: Mapping[str, Any]) -> bool:
    """RUL-38, RUL-52: editions whose states tell what this turn made."""
    return bool(rules["line_origin"] == "this_turn" or rules["region_claimant"] == "creator_only")


def has_did(rules: Mapping[str, Any]) -> bool:
    """RUL-29, RUL-57: editions whose states tell what the seat has done this turn."""
    return bool(rules["fe_turn_postprocessing"] == "before_fe" or not rules["check_after_fe"])


def has_deferred(rules: Mapping[str, Any]) -> bool:
    """RUL-11: editions whose states count the rings a chain still owes."""
    return bool(rules["landing_elimination_timing"] == "end_of_chain")


def has_rounds(rules: Mapping[str, Any]) -> bool:
    """RUL-59: editions whose states count the rounds a seat has been alone."""
    return bool(rules["lps_rounds"] == 2)


class Reader:
    """R052: reads a state and collects every fault it finds."""

    def __init__(self, state: Mapping[str, Any], editions: Mapping[str, Mapping[str, Any]]) -> None:
        self.state = state
        self.faults: list[str] = []
        self.position = self.frame(editions)

    def frame(self, editions: Mapping[str, Mapping[str, Any]]) -> Position:
        """R010.b: edition, board and number of players."""
        edition, board, players = (self.state.get(key) for key in ("edition", "board", "players"))
        if not isinstance(edition, str) or edition not in editions:
            raise InvalidState([f"no edition {edition!r}"])
        if not isinstance(board, str) or board not in BOARDS:
            raise InvalidState([f"no board {board!r}"])
        rules = editions[edition]
        if not is_number(players, 2) or players > rules["max_players"][board]:
            raise InvalidState([f"{players!r} players cannot play on {board}"])
        return Position(edition, rules, board_named(board, rules["hex_side"]), players)

    def cell(self, name: Any) -> Cell | None:
        """R002: a cell of the board by its name."""
        if isinstance(name, str):
            try:
                cell = tuple(int(part) for part in name.split(","))
            except ValueError:
                cell = ()
            if cell in self.position.board.cell_set and cell_name(cell) == name:
                return cell
        self.faults.append(f"{name!r} is not a cell of the board")
        return None

    def is_seat(self, seat: Any) -> bool:
        """R010.a: a number of a seat of this game."""
        return is_number(seat, 1) and seat <= self.position.players

    def mapping(self, owner: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        """R050.a: a map of the state, empty if it is left out."""
        value = owner.get(key)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.faults.append(f"{key} is not a map")
            return {}
        return value

    def read(self) -> Position:
        """R052: the position, or every fault of the state."""
        self.read_board()
        self.read_seats()
        self.read_turn()
        self.read_standing()
        self.read_result()
        if not self.faults:
            self.check_rings()
            self.check_turn()
        if self.faults:
            raise InvalidState(self.faults)
        return self.position

    def read_board(self) -> None:
        """R021.b, R030.a, R052.a: a cell holds a stack, a marker, a collapse or nothing."""
        position = self.position
        for name, rings in self.mapping(self.state, "stacks").items():
            cell = self.cell(name)
            if not isinstance(rings, list) or not rings:
                self.faults.append(f"the stack on {name} has no rings")
            elif not all(self.is_seat(ring) for ring in rings):
                self.faults.append(f"the stack on {name} has a ring of nobody")
            elif cell is not None:
                position.stacks[cell] = tuple(rings)
        for key, owners in (("markers", position.markers), ("collapsed", position.collapsed)):
            for name, owner in self.mapping(self.state, key).items():
                cell = self.cell(name)
                if not self.is_seat(owner):
                    self.faults.append(f"{key} on {name} belongs to nobody")
                elif cell is not None:
                    owners[cell] = owner
        for cell in position.board.cells:
            holds = [cell in held for held in (position.stacks, position.markers)]
            if sum([*holds, cell in position.collapsed]) > 1:
                self.faults.append(f"{cell_name(cell)} holds more than one thing")

    def read_seats(self) -> None:
        """R051.a: hand and credited rings of every seat."""
        for key, numbers in (
            ("hand", self.position.hand),
            ("eliminated", self.position.eliminated),
        ):
            given = self.mapping(self.state, key)
            for seat in seats(self.position):
                number = given.get(str(seat))
                if is_number(number, 0):
                    numbers[seat] = number
                else:
                    self.faults.append(f"{key} of player {seat} is {number!r}")
            for name in self.strangers(given):
                self.faults.append(f"{key} names player {name!r}")

    def strangers(self, given: Mapping[str, Any]) -> list[str]:
        """R010.a: keys that name no seat of this game."""
        known = {str(seat) for seat in seats(self.position)}
        return [name for name in given if name not in known]

    def read_turn(self) -> None:
        """R051.b: player, phase, the stack to act, what is owed, and the edition's own fields."""
        position = self.position
        turn = self.mapping(self.state, "turn")
        player, phase, owes = turn.get("player"), turn.get("phase"), turn.get("owes")
        if isinstance(player, int) and self.is_seat(player):
            position.player = player
        else:
            self.faults.append(f"no player {player!r}")
        if isinstance(phase, str) and phase in PHASES:
            position.phase = phase
        else:
            self.faults.append(f"no phase {phase!r}")
        if turn.get("from") is not None:
            position.from_cell = self.cell(turn["from"])
        if owes not in (None, "line", "region"):
            self.faults.append(f"nobody can owe {owes!r}")
        else:
            position.owes = owes
        self.read_turn_extras(turn)

    def read_turn_extras(self, turn: Mapping[str, Any]) -> None:
        """RUL-11, RUL-29, RUL-38, RUL-72: the fields that only some editions have."""
        position = self.position
        if has_may_swap(position.rules):
            may_swap = turn.get("may_swap", False)
            if not isinstance(may_swap, bool):
                self.faults.append(f"may_swap cannot be {may_swap!r}")
            position.may_swap = may_swap is True
        if has_made(position.rules):
            for name in turn.get("made", []):
                cell = self.cell(name)
                if cell is not None:
                    position.made.add(cell)
        if has_did(position.rules):
            is_after = position.phase in ("line_processing", "territory_processing")
            did = turn.get("did", "action" if is_after else None)
            if did not in (None, "action", "elimination"):
                self.faults.append(f"nobody can have done {did!r}")
            position.did = did
        if has_deferred(position.rules):
            deferred = turn.get("deferred", 0)
            if is_number(deferred, 0):
                position.deferred = deferred
            else:
                self.faults.append(f"{deferred!r} rings cannot be deferred")

    def read_standing(self) -> None:
        """RUL-73: what the seats have done so far; left out, nobody has had a turn."""
        position = self.position
        standing = self.mapping(self.state, "standing")
        had_action = self.mapping(standing, "had_action")
        rounds = self.mapping(standing, "rounds")
        for name in [*self.strangers(had_action), *self.strangers(rounds)]:
            self.faults.append(f"standing names player {name!r}")
        for seat in seats(position):
            had = had_action.get(str(seat))
            if had not in (None, True, False) or is_number(had, 0):
                self.faults.append(f"had_action of player {seat} is {had!r}")
            position.had_action[seat] = had
            alone = rounds.get(str(seat), 0)
            if not is_number(alone, 0):
                self.faults.append(f"rounds of player {seat} are {alone!r}")
            position.rounds[seat] = alone
        acted = standing.get("acted", [])
        if not isinstance(acted, list) or not all(self.is_seat(seat) for seat in acted):
            self.faults.append("acted is not a list of players")
        elif len(set(acted)) != len(acted):
            self.faults.append("acted names a player twice")
        else:
            position.acted = list(acted)

    def read_result(self) -> None:
        """R170-R173: there is a result exactly when the game is over."""
        result = self.state.get("result")
        is_over = self.position.phase == "game_over"
        if is_over != (result is not None):
            self.faults.append("a result belongs to game_over, and to nothing else")
        elif isinstance(result, Mapping):
            self.position.result = deepcopy(dict(result))
        elif result is not None:
            self.faults.append("the result is not a map")

    def check_rings(self) -> None:
        """R020.b, R052.b, R052.c: no ring is missing and none is there twice."""
        position = self.position
        total = (
            sum(position.hand.values())
            + rings_on_board(position)
            + sum(position.eliminated.values())
        )
        if total != position.players * supply(position):
            self.faults.append(
                f"{total} rings in all, not {position.players} times {supply(position)}"
            )
        for seat in seats(position):
            on_board = sum(rings.count(seat) for rings in position.stacks.values())
            if position.hand[seat] + on_board > supply(position):
                self.faults.append(f"more rings of player {seat} than exist")

    def check_turn(self) -> None:
        """R051.b, RUL-73: the stack to act and what is owed fit the phase."""
        position = self.position
        fits = {"line": "line_processing", "region": "territory_processing"}
        if position.owes is not None:
            if position.phase != fits[position.owes]:
                self.faults.append(f"nothing is owed for a {position.owes} in {position.phase}")
            elif not controlled(position, position.player):
                self.faults.append("an elimination is owed, and no stack can pay")
        if self.needs_stack() and position.from_cell is None:
            self.faults.append(f"{position.phase} needs the stack that is to act")
        if position.from_cell is not None:
            self.check_from(position.from_cell)
        if position.phase == "capture" and position.rules["capture_after_move"] == "none":
            self.faults.append("the edition has no capture phase")
        if position.deferred > 0 and position.phase != "chain_capture":
            self.faults.append(f"rings are deferred in {position.phase}")
        if position.phase == "forced_elimination" and position.did is not None:
            self.faults.append("an elimination comes after nothing else in a turn")
        if position.may_swap and (
            position.players != 2
            or position.phase != "ring_placement"
            or position.player == position.rules["first_player"]
        ):
            self.faults.append("sides cannot be swapped now")

    def needs_stack(self) -> bool:
        """R103.i, RUL-17: chains, and captures by the moved stack, name the stack."""
        position = self.position
        if position.phase == "chain_capture":
            return True
        return bool(
            position.phase == "capture" and position.rules["capture_after_move"] == "moved_stack"
        )

    def check_from(self, cell: Cell) -> None:
        """R090.a, R101.a: the stack to act is the mover's, in a phase where one acts."""
        position = self.position
        if position.phase not in ("movement", "capture", "chain_capture"):
            self.faults.append(f"no stack is to act in {position.phase}")
            return
        if position.phase == "capture" and position.rules["capture_after_move"] == "any_stack":
            self.faults.append("any stack may capture now, not only one")
        rings = position.stacks.get(cell)
        if rings is None:
            self.faults.append(f"there is no stack on {cell_name(cell)}")
        elif controller(rings) != position.player and (
            position.phase == "movement" or position.rules["chain_on_control_loss"] == "ends"
        ):
            self.faults.append(f"the stack on {cell_name(cell)} is not the mover's")
        elif position.deferred > len(rings):
            self.faults.append("more rings are deferred than the stack has")


def is_number(value: Any, least: int) -> TypeGuard[int]:
    """R052: a whole number, not less than the least."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
