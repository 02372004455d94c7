"""What can be read off a state in its JSON form, whoever tells it."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

# The parts that the states of every edition have, and the parts of those that have some.
WHOLE = ("stacks", "markers", "collapsed", "hand", "eliminated")
PARTS = {
    "turn": ("player", "phase", "from", "owes"),
    "standing": ("had_action", "acted"),
    "result": ("winner", "reason", "ranking"),
}


def told_parts(state: Json) -> Json:
    """The parts that every edition has, as far as they are told: `turn.player` is one.

    What an edition adds for its memory is left out: a right engine may play by it and not tell it.
    """
    told = {name: state[name] for name in WHOLE if name in state}
    for name, parts in PARTS.items():
        table = state.get(name)
        if isinstance(table, Mapping):
            told |= {f"{name}.{part}": table[part] for part in parts if part in table}
        elif name in state:
            told[name] = table
    return told


def untold_parts(state: Json) -> Iterator[str]:
    """The parts that every edition has and this state lacks."""
    yield from (name for name in (*WHOLE, *PARTS) if name not in state)
    for name, parts in PARTS.items():
        table = state.get(name)
        if isinstance(table, Mapping):
            yield from (f"{name}.{part}" for part in parts if part not in table)


def owned(state: Json, part: str, seat: str) -> int:
    """How many cells of a layer a player owns."""
    return sum(str(owner) == seat for owner in state[part].values())


def territory(state: Json, seat: str) -> int:
    """A player's territory."""
    return owned(state, "collapsed", seat)


def progress(state: Json) -> int:
    """S: markers, collapsed spaces and eliminated rings together, as far as they are told."""
    eliminated: Mapping[str, int] = state.get("eliminated", {})
    return (
        len(state.get("markers", {})) + len(state.get("collapsed", {})) + sum(eliminated.values())
    )


def state_hash(state: Json) -> str:
    """The hash of a state in its canonical form."""
    text = json.dumps(state, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
