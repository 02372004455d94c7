"""Ends when it should play, and is another engine when it is begun again."""

import json
import os
import sys

from tests.zoo.base import at, die, say, serve

request = json.loads(sys.stdin.buffer.readline())
say(
    {
        "seq": request["seq"],
        "protocol": 1,
        "engine": {"name": "chameleon", "version": str(os.getpid()), "language": "python"},
        "editions": ["rr-canon-2025-11"],
        "boards": ["square8"],
        "players": [2],
        "operations": ["load", "legal", "play"],
    }
)
serve(at("play", die))
