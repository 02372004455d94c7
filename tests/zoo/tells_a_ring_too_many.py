"""Has one ring more in hand than there is."""

from tests.zoo.base import Json, serve


def tell(_: Json, reply: Json) -> Json:
    if "state" in reply:
        reply["state"]["hand"]["1"] += 1
    return reply


serve(tell)
