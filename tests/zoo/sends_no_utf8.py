"""Answers with bytes that are no text."""

from tests.zoo.base import at, serve

serve(at("play", lambda request, _: b'{"seq":%d,"\xff":0}\n' % request["seq"]))
