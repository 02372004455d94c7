"""Answers another request than it was asked."""

from tests.zoo.base import serve

serve(lambda request, reply: {**reply, "seq": request["seq"] + 1})
