"""Mutants: the reference engine with exactly one clause broken.

A mutant is a function that takes the place of a clause's home while the mutant engine works, and
of nothing else. Which home that is, `reference_engine.homes` knows. Where the home is a name that
no rule calls, or is kept once computed, a mutant says itself what it replaces.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from conformance.documents import did_you_mean
from conformance.errors import UserError
from reference_engine.homes import HOMES, Home

F = TypeVar("F", bound=Callable[..., Any])


class Lines(NamedTuple):
    """Some lines of a source file, the last included."""

    file: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Mutant:
    """One way to break one clause."""

    name: str
    clause: str
    says: str
    replacement: Any
    ruling: str | None = None
    equivalent: str | None = None  # why no engine that has it can be told from the reference
    at: Home | None = None  # what is replaced, if not the home of the clause
    lines: Lines | None = None  # where it differs: what never comes there cannot tell it

    @property
    def home(self) -> Home:
        """What is replaced."""
        return self.at or HOMES[self.clause]


_MUTANTS: dict[str, Mutant] = {}


class UnknownMutantError(UserError):
    """No mutant has that name."""

    def __init__(self, name: str) -> None:
        self.name = name
        near = did_you_mean(name, mutants())
        hint = f"; did you mean {near}?" if near else ""
        super().__init__(f"no mutant {name!r}{hint}; rrc mutants --list names them")


def mutant(
    name: str,
    clause: str,
    says: str,
    *,
    ruling: str | None = None,
    equivalent: str | None = None,
    at: Home | None = None,
) -> Callable[[F], F]:
    """Register the decorated function as a mutant of the clause's home, or of what is at fault."""

    def register(function: F) -> F:
        add(Mutant(name, clause, says, function, ruling, equivalent, at))
        return function

    return register


def add(one: Mutant) -> None:
    """Register a mutant; a name stands once, and a clause must have a home."""
    if one.name in _MUTANTS:
        raise ValueError(f"two mutants are called {one.name}")
    if one.clause not in HOMES:
        raise ValueError(f"mutant {one.name}: {one.clause} has no home")
    _MUTANTS[one.name] = one


def mutants() -> Mapping[str, Mutant]:
    """All mutants by name."""
    from conformance.engines.mutants import chapters  # each chapter registers its own

    return {name: _MUTANTS[name] for name in chapters.in_order(_MUTANTS)}


def mutant_named(name: str) -> Mutant:
    """The mutant of that name."""
    known = mutants()
    if name not in known:
        raise UnknownMutantError(name)
    return known[name]


@contextmanager
def broken(one: Mutant) -> Iterator[None]:
    """Put the mutant in the place of its home, and the home back."""
    with replaced(one.home, one.replacement):
        yield


@contextmanager
def replaced(home: Home, replacement: Any) -> Iterator[None]:
    """Put something in the place of a function or constant, and that back."""
    owner, attribute = owner_of(home)
    original = owner.__dict__[attribute]
    setattr(owner, attribute, replacement)
    try:
        yield
    finally:
        setattr(owner, attribute, original)


def owner_of(home: Home) -> tuple[Any, str]:
    """The module or class that holds a home, and its name there."""
    owner: Any = importlib.import_module(home.module)
    *classes, attribute = home.name.split(".")
    for name in classes:
        owner = getattr(owner, name)
    return owner, attribute
