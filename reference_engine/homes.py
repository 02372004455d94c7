"""Where each clause lives: `@implements` binds a clause of the catalogue to its one home."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Home(NamedTuple):
    """The module and the name of the function, class or constant that embodies a clause."""

    module: str
    name: str


class SecondHome(Exception):
    """A clause was claimed by two homes."""

    def __init__(self, clause: str, first: Home, second: Home) -> None:
        self.clause, self.first, self.second = clause, first, second
        super().__init__(f"{clause} lives in {first.module}.{first.name}, not in {second.name}")


HOMES: dict[str, Home] = {}


def _settle(clause: str, home: Home) -> None:
    first = HOMES.setdefault(clause, home)
    if first != home:
        raise SecondHome(clause, first, home)


def implements(*clauses: str) -> Callable[[T], T]:
    """Make the decorated function or class the home of these clauses, and leave it unchanged."""

    def bind(thing: T) -> T:
        home = Home(thing.__module__, thing.__qualname__)  # type: ignore[attr-defined]
        for clause in clauses:
            _settle(clause, home)
        return thing

    return bind


def cites(module: str, name: str, *clauses: str) -> None:
    """Make a constant of a module the home of these clauses."""
    for clause in clauses:
        _settle(clause, Home(module, name))
