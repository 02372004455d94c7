"""Never answers when it should play."""

from tests.zoo.base import at, hang, serve

serve(at("play", hang))
