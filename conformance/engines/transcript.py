"""A worked transcript of the protocol, as `docs/protocol.md` shows it."""

import json
from typing import Any

from conformance.engines.reference import ReferenceEngine
from conformance.engines.server import Desk

CORNER: dict[str, Any] = {
    "edition": "rr-canon-2025-11",
    "board": "square8",
    "players": 2,
    "stacks": {"0,0": [1], "1,0": [2], "4,0": [2], "7,7": [2]},
    "markers": {},
    "collapsed": {},
    "hand": {"1": 0, "2": 0},
    "eliminated": {"1": 16, "2": 16},
    "turn": {"player": 1, "phase": "ring_placement"},
}
CAPTURE = {"type": "overtaking_capture", "from": "0,0", "target": "1,0", "to": "2,0"}
REQUESTS: tuple[dict[str, Any], ...] = (
    {"cmd": "hello", "protocol": 1},
    {"cmd": "new", "edition": "rr-canon-2025-11", "board": "square8", "players": 2},
    {"cmd": "play", "moves": [{"type": "place_ring", "at": "3,3", "count": 2}]},
    {"cmd": "load", "state": CORNER},
    {"cmd": "play", "moves": [CAPTURE], "legal": True},
    {"cmd": "play", "moves": [{"type": "skip_capture"}]},
    {"cmd": "load", "state": {**CORNER, "hand": {"1": 3, "2": 0}}},
    {"cmd": "state"},
    {"cmd": "bye"},
)
VERSION = "the suite's"


def transcript() -> str:
    """Requests and the replies of the reference engine, one after the other."""
    desk = Desk(ReferenceEngine())
    lines = []
    for number, request in enumerate(REQUESTS, start=1):
        asked = {"seq": number, **request}
        reply = desk.reply(json.dumps(asked).encode())
        if "engine" in reply:
            reply["engine"]["version"] = VERSION
        lines += [f"-> {json.dumps(asked)}", f"<- {json.dumps(reply)}", ""]
    return "\n".join(lines).rstrip() + "\n"
