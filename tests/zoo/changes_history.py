"""Tells another state than it told before, after it has refused a move."""

from tests.zoo.base import Json, at, serve


def refuse(_: Json, reply: Json) -> Json:
    if "illegal" in reply:
        reply["state"]["turn"]["player"] = 2
    return reply


serve(at("play", refuse))
