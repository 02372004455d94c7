"""Closes its output when it should play, and lives on."""

import os

from tests.zoo.base import Json, at, hang, serve


def play(_request: Json, _reply: Json) -> Json:
    os.close(1)
    hang()


serve(at("play", play))
