"""Says who made it before anybody has asked."""

from tests.zoo.base import behave, say, serve

say(b"Acme RingRift, all rights reserved\n")
serve(behave)
