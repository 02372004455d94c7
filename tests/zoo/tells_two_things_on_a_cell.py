"""Puts a marker under every stack."""

from tests.zoo.base import Json, serve


def tell(_: Json, reply: Json) -> Json:
    if "state" in reply:
        reply["state"]["markers"] |= dict.fromkeys(reply["state"]["stacks"], 1)
    return reply


serve(tell)
