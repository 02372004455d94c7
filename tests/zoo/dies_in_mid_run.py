"""Ends when it should play."""

from tests.zoo.base import at, die, serve

serve(at("play", die))
