"""What can be read off a state in its JSON form, whoever tells it."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


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
