"""Fills standard error before it answers."""

import os

from tests.zoo.base import Json, serve


def complain(_request: Json, reply: Json) -> Json:
    for _ in range(100):
        os.write(2, b"all is well\n" * 1000)
    return reply


serve(complain)
