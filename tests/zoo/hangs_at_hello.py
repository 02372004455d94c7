"""Never says what it is."""

from tests.zoo.base import hang

hang()
