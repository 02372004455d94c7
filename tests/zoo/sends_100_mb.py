"""Answers with a line that does not end."""

from tests.zoo.base import Json, at, say, serve


def play(_request: Json, reply: Json) -> Json:
    for _ in range(100):
        say(b" " * (1 << 20))
    return reply


serve(at("play", play))
