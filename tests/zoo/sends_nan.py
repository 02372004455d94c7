"""Answers with a number that JSON does not have."""

from tests.zoo.base import at, serve

serve(at("play", lambda request, _: b'{"seq":%d,"state":NaN}\n' % request["seq"]))
