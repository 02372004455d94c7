"""Says half a line and no more."""

from tests.zoo.base import Json, at, hang, say, serve


def play(_request: Json, _reply: Json) -> Json:
    say(b'{"seq":')
    hang()


serve(at("play", play))
