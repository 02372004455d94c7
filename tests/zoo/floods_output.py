"""Does not stop to talk once it has been asked something."""

from tests.zoo.base import Json, line_of, say, serve

NEWS = line_of({"news": "all is well"})


def babble(_: Json, reply: Json) -> Json:
    say(line_of(reply) + NEWS)
    while True:
        say(NEWS)


serve(babble)
