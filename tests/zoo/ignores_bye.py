"""Does not go when it is told to."""

from tests.zoo.base import behave, hang, serve

serve(behave)
hang()
