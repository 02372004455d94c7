"""Hangs when it should play, and does not go when it is told to."""

import signal

from tests.zoo.base import at, hang, serve

signal.signal(signal.SIGTERM, signal.SIG_IGN)
serve(at("play", hang))
