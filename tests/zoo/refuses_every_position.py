"""Takes no position."""

from tests.zoo.base import at, serve

serve(at("load", lambda request, _: {"seq": request["seq"], "invalid": {"faults": ["ugly"]}}))
