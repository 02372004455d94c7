"""Whether a reply has the form of the protocol.

`schemas/protocol/` is the authority. It is asked only about a reply that the quick test here does
not recognise: a schema takes milliseconds for a long list of moves, and replies are many. A test
holds the two together: what the quick test accepts, the schema accepts.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from conformance.scenarios.moves import CELL_FIELDS, FIELDS, LIST_FIELDS, OPTIONAL

PHASES = frozenset(
    {
        "ring_placement",
        "movement",
        "capture",
        "chain_capture",
        "line_processing",
        "territory_processing",
        "forced_elimination",
        "game_over",
    }
)
REASONS = frozenset({"ring_elimination", "territory_control", "last_player_standing", "stalemate"})
BOARDS = frozenset({"square8", "square19", "hexagonal"})
_CELL = re.compile(r"(0|-?[1-9][0-9]*),(0|-?[1-9][0-9]*)(,(0|-?[1-9][0-9]*))?")
_SEATS = frozenset("1234")
_known_cells: set[str] = set()
Test: TypeAlias = Callable[[Any], bool]


def is_cell(value: Any) -> bool:
    """Whether a value is written like a cell."""
    if not isinstance(value, str):
        return False
    if value in _known_cells:
        return True
    is_one = _CELL.fullmatch(value) is not None
    if is_one and len(_known_cells) < 5000:
        _known_cells.add(value)
    return is_one


def is_player(value: Any) -> bool:
    """Whether a value is the number of a player."""
    return type(value) is int and 1 <= value <= 4


def is_count(value: Any) -> bool:
    """Whether a value is a number of things."""
    return type(value) is int and value >= 0


def is_cells(value: Any) -> bool:
    """Whether a value is a list of cells, each once."""
    return isinstance(value, list) and all(map(is_cell, value)) and len(set(value)) == len(value)


def is_move(value: Any) -> bool:
    """Whether a value is a move."""
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in _MOVES:
        return False
    tests, needed = _MOVES[kind]
    for name, inner in value.items():
        if name not in tests or not tests[name](inner):
            return False
    return len(value) == len(tests) or needed <= value.keys()


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 1


def _is_some_cells(value: Any) -> bool:
    return bool(value) and is_cells(value)


def _test_of(field: str) -> Test:
    if field in CELL_FIELDS:
        return is_cell
    return _is_some_cells if field in LIST_FIELDS else _is_number


_MOVES: Mapping[str, tuple[Mapping[str, Test], frozenset[str]]] = {
    kind: (
        {
            "type": lambda _: True,
            **{name: _test_of(name) for name in (*names, *OPTIONAL.get(kind, ()))},
        },
        frozenset(names),
    )
    for kind, names in FIELDS.items()
}


def is_moves(value: Any) -> bool:
    """Whether a value is a list of moves."""
    return isinstance(value, list) and all(map(is_move, value))


def _is_owners(value: Any) -> bool:
    return (
        isinstance(value, dict) and all(map(is_cell, value)) and all(map(is_player, value.values()))
    )


def _is_stacks(value: Any) -> bool:
    return isinstance(value, dict) and all(
        is_cell(cell) and isinstance(rings, list) and rings and all(map(is_player, rings))
        for cell, rings in value.items()
    )


def _is_by_seat(value: Any, test: Test) -> bool:
    return (
        isinstance(value, dict)
        and all(seat in _SEATS for seat in value)
        and all(map(test, value.values()))
    )


def _is_counts(value: Any) -> bool:
    return _is_by_seat(value, is_count)


def _is_flag(value: Any) -> bool:
    return value is None or isinstance(value, bool)


def _has_only(value: Any, tests: Mapping[str, Test], *required: str) -> bool:
    if not isinstance(value, dict):
        return False
    for name in required:
        if name not in value:
            return False
    return all(name in tests and tests[name](inner) for name, inner in value.items())


def _is_one_of(*values: Any) -> Test:
    return lambda value: any(value is one or (value == one and type(value) is type(one))
                             for one in values)  # fmt: skip


def _is_players(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_player, value))


_TURN: Mapping[str, Test] = {
    "player": is_player,
    "phase": lambda value: isinstance(value, str) and value in PHASES,
    "from": lambda value: value is None or is_cell(value),
    "owes": _is_one_of("line", "region", None),
    "may_swap": lambda value: isinstance(value, bool),
    "made": is_cells,
    "did": _is_one_of("action", "elimination", None),
    "deferred": is_count,
}
_STANDING: Mapping[str, Test] = {
    "had_action": lambda value: _is_by_seat(value, _is_flag),
    "acted": lambda value: _is_players(value) and len(set(value)) == len(value),
    "rounds": _is_counts,
}
_RESULT: Mapping[str, Test] = {
    "winner": lambda value: value is None or is_player(value),
    "reason": lambda value: isinstance(value, str) and value in REASONS,
    "ranking": _is_players,
}
_STATE: Mapping[str, Test] = {
    "edition": lambda value: isinstance(value, str),
    "board": lambda value: isinstance(value, str) and value in BOARDS,
    "players": lambda value: type(value) is int and 2 <= value <= 4,
    "stacks": _is_stacks,
    "markers": _is_owners,
    "collapsed": _is_owners,
    "hand": _is_counts,
    "eliminated": _is_counts,
    "turn": lambda value: _has_only(value, _TURN, "player", "phase"),
    "standing": lambda value: _has_only(value, _STANDING),
    "result": lambda value: value is None or _has_only(value, _RESULT, "winner", "reason"),
}


def is_state(value: Any) -> bool:
    """Whether a value is a state."""
    return _has_only(value, _STATE, "stacks", "turn")


def is_states(value: Any) -> bool:
    """Whether a value is a list of states."""
    return isinstance(value, list) and all(map(is_state, value))


_SETTLED: Mapping[str, Test] = {
    "seq": lambda value: type(value) is int,
    "state": is_state,
    "moves": is_moves,
}
_PLAYED = {**_SETTLED, "states": is_states}
_LISTED = {"seq": _SETTLED["seq"], "moves": is_moves}


USUAL = {
    "hello": "hello",
    "new": "settled",
    "load": "settled",
    "legal": "listed",
    "play": "played",
    "state": "settled",
    "bye": "ended",
}
SPECIAL = ("error", "invalid", "unsupported", "illegal")


def is_usual(command: str, reply: Any) -> bool:
    """Whether a reply is of the usual form for a request; others are left to the schema."""
    match command:
        case "new" | "load" | "state":
            return _has_only(reply, _SETTLED, "seq", "state")
        case "play":
            return _has_only(reply, _PLAYED, "seq", "state")
        case "legal":
            return _has_only(reply, _LISTED, "seq", "moves")
        case _:
            return False


def fault_of(command: str, reply: Any) -> str:
    """What is wrong with the form of a reply; empty if nothing is."""
    if is_usual(command, reply):
        return ""
    from jsonschema.exceptions import best_match  # slow to import, and seldom needed

    from conformance.documents import named_validator

    if named_validator(f"protocol/reply-{command}").is_valid(reply):
        return ""
    form = next((name for name in SPECIAL if isinstance(reply, dict) and name in reply), None)
    wanted = f"protocol/reply#/$defs/{form or USUAL[command]}"
    error = best_match(named_validator(wanted).iter_errors(reply))
    if error is None:
        return f"{form} is no answer to {command}"
    where = ".".join(map(str, error.absolute_path)) or "the reply"
    return f"{where}: {error.message:.300}"
