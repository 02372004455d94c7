"""Moves in words: `move_stack from=0,0 to=2,0`, `process_line cells=0,0 1,0 2,0`.

A type, then fields; words without an equals sign go on with the list of the field before. The
same words without a type, or without some fields, are a pattern that many moves fit.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Rename: TypeAlias = Callable[[str], str]

CELL_FIELDS = ("at", "from", "to", "target")
LIST_FIELDS = ("cells", "collapse")
FIELDS: Mapping[str, tuple[str, ...]] = {
    "place_ring": ("at", "count"),
    "skip_placement": (),
    "move_stack": ("from", "to"),
    "overtaking_capture": ("from", "target", "to"),
    "skip_capture": (),
    "continue_capture_segment": ("from", "target", "to"),
    "process_line": ("cells",),
    "choose_line_reward": ("cells", "collapse"),
    "eliminate_rings_from_stack": ("at",),
    "process_territory_region": ("cells",),
    "skip_territory_processing": (),
    "swap_sides": (),
}
OPTIONAL: Mapping[str, tuple[str, ...]] = {"eliminate_rings_from_stack": ("count",)}
_NUMBER = re.compile(r"[0-9]{1,6}")


class MoveTextError(Exception):
    """Words that are no move or pattern: what is wrong, and what was expected."""

    def __init__(self, message: str, expected: str) -> None:
        self.message, self.expected = message, expected
        super().__init__(f"{message} (expected {expected})")


def pattern_from(text: str) -> Json:
    """The fields that words name; some may be missing."""
    found: Json = {}
    field = ""
    for word in text.split():
        name, equals, value = word.partition("=")
        if equals:
            field = name
            if name in found:
                raise MoveTextError(f"{name} stands there twice", "every field once")
            found[name] = [value] if name in LIST_FIELDS else _value(name, value)
        elif not found and not field:
            if word not in FIELDS:
                raise MoveTextError(f"{word} is not a move", f"one of {', '.join(FIELDS)}")
            found["type"] = word
        elif field in LIST_FIELDS:
            found[field].append(word)
        else:
            raise MoveTextError(f"{word} belongs to no field", "FIELD=VALUE, as in from=0,0")
    _refuse_strangers(found)
    return found


def _value(name: str, value: str) -> str | int:
    if name == "count":
        if not _NUMBER.fullmatch(value):
            raise MoveTextError(f"count={value}", "a number")
        return int(value)
    return value


def _refuse_strangers(found: Json) -> None:
    kind = found.get("type")
    known: tuple[str, ...] = (*CELL_FIELDS, *LIST_FIELDS, "count")
    if kind is not None:
        if kind not in FIELDS:
            raise MoveTextError(f"{kind} is not a move", f"one of {', '.join(FIELDS)}")
        known = (*FIELDS[kind], *OPTIONAL.get(kind, ()))
    for name in found:
        if name != "type" and name not in known:
            wish = f"one of {', '.join(known)}" if known else "no field"
            raise MoveTextError(f"{name} is no field of {kind or 'a move'}", wish)


def move_from(written: str | Mapping[str, Any]) -> Json:
    """A whole move, from words or from its form on the wire."""
    if isinstance(written, str):
        move = pattern_from(written)
    else:
        move = dict(written)
        _refuse_strangers(move)
    if "type" not in move:
        raise MoveTextError("a move without a type", f"one of {', '.join(FIELDS)}")
    missing = [name for name in FIELDS[move["type"]] if name not in move]
    if missing:
        raise MoveTextError(f"{move['type']} lacks {', '.join(missing)}", "all its fields")
    return move


def words(move: Mapping[str, Any]) -> str:
    """A move or pattern in words."""
    found = [str(move["type"])] if "type" in move else []
    for name, value in move.items():
        if name != "type":
            text = " ".join(value) if isinstance(value, list) else str(value)
            found.append(f"{name}={text}")
    return " ".join(found)


def move_key(move: Mapping[str, Any]) -> tuple[Any, ...]:
    """A move in a form that can be compared and counted: lists of cells are sets."""
    return tuple(
        sorted(
            (name, tuple(sorted(map(str, value))) if isinstance(value, list) else value)
            for name, value in move.items()
        )
    )


def fits(move: Mapping[str, Any], pattern: Mapping[str, Any]) -> bool:
    """Whether a move has what a pattern names; lists of cells are sets."""
    for name, value in pattern.items():
        if name not in move:
            return False
        if isinstance(value, list):
            if not isinstance(move[name], list) or set(move[name]) != set(value):
                return False
        elif move[name] != value:
            return False
    return True


def renamed(move: Mapping[str, Any], rename: Rename) -> Json:
    """A move or pattern with every cell renamed."""
    found: Json = {}
    for name, value in move.items():
        if name in LIST_FIELDS:
            found[name] = [rename(cell) for cell in value]
        elif name in CELL_FIELDS:
            found[name] = rename(value)
        else:
            found[name] = value
    return found


def cells_of(move: Mapping[str, Any]) -> list[str]:
    """Every cell that a move or pattern names."""
    found = [move[name] for name in CELL_FIELDS if name in move]
    for name in LIST_FIELDS:
        found += move.get(name, [])
    return found
