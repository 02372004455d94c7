"""Ends when it should play; what it started keeps its output open."""

from tests.zoo.base import Json, at, die, leave_child, serve


def play(_request: Json, _reply: Json) -> Json:
    leave_child(in_session=True)
    die()


serve(at("play", play))
