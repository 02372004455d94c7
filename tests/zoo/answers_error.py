"""Says of everything that it failed."""

from tests.zoo.base import serve

serve(lambda request, _: {"seq": request["seq"], "error": {"message": "not today"}})
