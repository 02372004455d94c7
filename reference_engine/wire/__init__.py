"""Values to plain JSON and back: the only package that knows the names of the protocol."""

from reference_engine.wire.moves import (
    MOVE_TYPES,
    MalformedMove,
    WireError,
    move_from_json,
    move_to_json,
)
from reference_engine.wire.setups import setup_from_json, variant_from_json
from reference_engine.wire.states import canonical, digest, state_to_json

__all__ = [
    "MOVE_TYPES",
    "MalformedMove",
    "WireError",
    "canonical",
    "digest",
    "move_from_json",
    "move_to_json",
    "setup_from_json",
    "state_to_json",
    "variant_from_json",
]
