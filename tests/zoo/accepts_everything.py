"""Plays every move, legal or not."""

from tests.zoo.base import Json, at, serve


def play(request: Json, reply: Json) -> Json:
    return {"seq": request["seq"], "state": reply["state"]}


serve(at("play", play))
