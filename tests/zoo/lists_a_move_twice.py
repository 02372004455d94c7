"""Lists its first move once more at the end."""

from tests.zoo.base import at, serve

serve(at("legal", lambda _, reply: {**reply, "moves": [*reply["moves"], reply["moves"][0]]}))
