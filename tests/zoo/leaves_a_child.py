"""Behaves, and leaves a process behind."""

from tests.zoo.base import behave, leave_child, serve

leave_child(in_session=True)
serve(behave)
