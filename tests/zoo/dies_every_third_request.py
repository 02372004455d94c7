"""Ends at every third request."""

from tests.zoo.base import Json, die, serve


def third(request: Json, reply: Json) -> Json:
    if request["seq"] % 3 == 0:
        die()
    return reply


serve(third)
