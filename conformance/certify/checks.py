"""Expectations against answers: what differs, and what could not be compared.

A check never decides by a tool's idea of equality: values are compared as JSON, lists of cells as
sets.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from conformance.engines.state_numbers import owned, progress, state_hash, territory, untold_parts
from conformance.scenarios.model import Expect, Legal
from conformance.scenarios.moves import LIST_FIELDS, fits, move_key, words

Json: TypeAlias = dict[str, Any]
LAYERS = ("stacks", "markers", "collapsed")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One thing that is not as expected."""

    what: str
    expected: Any
    got: Any


@dataclass(slots=True)
class Comparison:
    """All that differs, and the parts of the state that the engine does not tell."""

    mismatches: list[Mismatch] = field(default_factory=list)
    untold: list[str] = field(default_factory=list)

    def same(self, what: str, expected: Any, got: Any) -> None:
        """Note a difference, if there is one."""
        if not equal(expected, got):
            self.mismatches.append(Mismatch(what, expected, got))


def equal(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same; true is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(equal, one, other))
    return type(one) is type(other) and bool(one == other)


def compare_state(expect: Expect, state: Json, start: Json) -> Comparison:
    """What an engine's state lacks of what is expected of it."""
    found = Comparison()
    for name, wanted in expect.fields.items():
        match name:
            case "stacks" | "markers" | "collapsed":
                if layer := _told(found, state, name):
                    for cell, value in wanted.items():
                        found.same(f"{name} {cell}", value, layer[0].get(cell))
            case "exactly":
                for inner, value in wanted.items():
                    if layer := _told(found, state, inner):
                        found.same(inner, _plain(value), _plain(layer[0]))
            case "hand" | "eliminated":
                if table := _told(found, state, name):
                    for seat, value in wanted.items():
                        found.same(f"{name} of player {seat}", value, table[0].get(seat))
            case "territory":
                if _told(found, state, "collapsed"):
                    for seat, value in wanted.items():
                        found.same(f"territory of player {seat}", value, territory(state, seat))
            case "gained":
                _compare_gains(found, wanted, state, start)
            case "turn" | "standing":
                if table := _told(found, state, name):
                    _compare_parts(found, name, wanted, table[0])
            case "result":
                if told := _told(found, state, "result"):
                    _compare_result(found, wanted, told[0])
            case "counts":
                for layer_name, number in wanted.items():
                    if layer := _told(found, state, layer_name):
                        found.same(f"number of {layer_name}", number, len(_plain(layer[0])))
            case "S":
                if _told_all(found, state, ("markers", "collapsed", "eliminated")):
                    found.same("S", wanted, progress(state))
            case "hash":
                lacking = [*untold_parts(state)]
                found.untold += [part for part in lacking if part not in found.untold]
                if not lacking:
                    found.same("hash", wanted, state_hash(state))
            case _:
                raise ValueError(f"the schema has no field {name}")
    return found


def _told(found: Comparison, state: Json, name: str) -> tuple[Any] | None:
    """What the engine tells of a part of the state; None, and a note, if it leaves it out."""
    if name in state:
        return (state[name],)
    if name not in found.untold:
        found.untold.append(name)
    return None


def _told_all(found: Comparison, state: Json, names: Iterable[str]) -> bool:
    untold = [name for name in names if _told(found, state, name) is None]
    return not untold


def _plain(table: Mapping[str, Any]) -> Json:
    return {key: value for key, value in sorted(table.items()) if value is not None}


def _compare_gains(found: Comparison, wanted: Json, state: Json, start: Json) -> None:
    for name, value in wanted.items():
        match name:
            case "S":
                parts = ("markers", "collapsed", "eliminated")
                if _told_all(found, state, parts) and _told_all(found, start, parts):
                    found.same("gain of S", value, progress(state) - progress(start))
            case "territory" | "markers":
                part = "collapsed" if name == "territory" else name
                if _told(found, state, part) and _told(found, start, part):
                    for seat, gain in value.items():
                        got = owned(state, part, seat) - owned(start, part, seat)
                        found.same(f"gain of {name} of player {seat}", gain, got)
            case _:
                if _told(found, state, name) and _told(found, start, name):
                    for seat, gain in value.items():
                        got = state[name].get(seat, 0) - start[name].get(seat, 0)
                        found.same(f"gain of {name} of player {seat}", gain, got)


def _compare_parts(found: Comparison, name: str, wanted: Json, table: Json) -> None:
    for key, value in wanted.items():
        if key not in table:
            found.untold.append(f"{name}.{key}")
        elif isinstance(value, Mapping):
            for seat, inner in value.items():
                found.same(f"{name}.{key} of player {seat}", inner, table[key].get(seat))
        elif key == "made":
            found.same(f"{name}.{key}", sorted(value), sorted(table[key]))
        else:
            found.same(f"{name}.{key}", value, table[key])


def _compare_result(found: Comparison, wanted: Json | None, got: Json | None) -> None:
    if wanted is None or got is None:
        found.same("result", wanted, got)
        return
    _compare_parts(found, "result", wanted, got)


def compare_legal(legal: Legal, moves: list[Json]) -> Comparison:
    """What a list of legal moves lacks, or has too much, of what is expected of it."""
    found = Comparison()
    chosen = [move for move in moves if fits(move, legal.of)]
    of = words(legal.of) or "legal moves"
    if legal.field is None:
        _compare_moves(found, legal, chosen, of)
    else:
        _compare_values(found, legal, chosen, f"{legal.field} of {of}")
    return found


def _compare_moves(found: Comparison, legal: Legal, moves: list[Json], of: str) -> None:
    listed = [words(move) for move in moves]
    missing = _missing(legal.includes, moves)
    if missing:
        found.mismatches.append(Mismatch(f"{of}: listed", missing, _few(listed)))
    for one in legal.excludes or ():
        unwanted = [words(move) for move in moves if fits(move, one)]
        if unwanted:
            found.mismatches.append(Mismatch(f"{of}: not listed", words(one), _few(unwanted)))
    if legal.exactly is not None:
        extra = [words(m) for m in moves if not any(fits(m, one) for one in legal.exactly)]
        missing = _missing(legal.exactly, moves)
        if extra or missing:
            wishes = [words(one) for one in legal.exactly]
            what = f"{of}: exactly{_surplus(extra, missing)}"
            found.mismatches.append(Mismatch(what, wishes, _few(listed)))
    if legal.count is not None:
        found.same(f"{of}: how many", legal.count, len(moves))


def _compare_values(found: Comparison, legal: Legal, moves: list[Json], of: str) -> None:
    values = {_hashed(legal.field, move.get(legal.field or "")) for move in moves}
    values.discard(None)
    listed = _shown(values)
    missing = _shown(set(legal.includes or ()) - values)
    if missing:
        found.mismatches.append(Mismatch(f"{of}: listed", missing, listed))
    unwanted = _shown(set(legal.excludes or ()) & values)
    if unwanted:
        found.mismatches.append(Mismatch(f"{of}: not listed", unwanted, listed))
    if legal.exactly is not None and values != set(legal.exactly):
        wishes = set(legal.exactly)
        what = f"{of}: exactly{_surplus(_shown(values - wishes), _shown(wishes - values))}"
        found.mismatches.append(Mismatch(what, _shown(wishes), listed))
    if legal.count is not None:
        found.same(f"{of}: how many", legal.count, len(values))


def _missing(wanted: Iterable[Json] | None, moves: list[Json]) -> list[str]:
    return [words(one) for one in wanted or () if not any(fits(move, one) for move in moves)]


def _surplus(extra: list[Any], missing: list[Any]) -> str:
    """Where two lists differ, in words."""
    parts = [("too much", extra), ("missing", missing)]
    told = [f"{name}: {', '.join(map(str, _few(some, 8)))}" for name, some in parts if some]
    return f" ({'; '.join(told)})"


def _hashed(name: str | None, value: Any) -> Any:
    return tuple(sorted(value)) if name in LIST_FIELDS and isinstance(value, list) else value


def _shown(values: set[Any]) -> list[Any]:
    texts = [" ".join(value) if isinstance(value, tuple) else value for value in values]
    return sorted(texts, key=str)


def _few(listed: list[Any], most: int = 40) -> list[Any]:
    return listed if len(listed) <= most else [*listed[:most], f"… {len(listed) - most} more"]


def repeated(moves: list[Json]) -> list[str]:
    """Moves that a list holds more than once."""
    counts = Counter(map(move_key, moves))
    twice = [key for key, count in counts.items() if count > 1]
    return [words(next(move for move in moves if move_key(move) == key)) for key in twice]
