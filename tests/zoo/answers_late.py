"""Takes its time to play: as many seconds as ZOO_DELAY says."""

import os
import time

from tests.zoo.base import Json, at, serve


def play(_: Json, reply: Json) -> Json:
    time.sleep(float(os.environ["ZOO_DELAY"]))
    return reply


serve(at("play", play))
