"""Says everything twice."""

from tests.zoo.base import line_of, serve

serve(lambda _, reply: 2 * line_of(reply))
