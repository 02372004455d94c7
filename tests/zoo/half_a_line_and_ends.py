"""Ends in the middle of a line."""

import os

from tests.zoo.base import Json, at, say, serve


def play(_request: Json, _reply: Json) -> Json:
    say(b'{"seq":')
    os._exit(0)


serve(at("play", play))
