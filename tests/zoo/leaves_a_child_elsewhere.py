"""Behaves, and leaves a process behind in a session of its own."""

from tests.zoo.base import behave, leave_child, serve

leave_child(in_session=False)
serve(behave)
