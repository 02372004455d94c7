"""Answers with a list."""

from tests.zoo.base import at, serve

serve(at("play", lambda *_: b"[1, 2]\n"))
