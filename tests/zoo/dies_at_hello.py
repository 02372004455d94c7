"""Ends before it says what it is."""

from tests.zoo.base import die

die()
