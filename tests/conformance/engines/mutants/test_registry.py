import importlib
import pkgutil
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import reference_engine
from conformance.catalogue import CheckedBy, load_catalogue
from conformance.engines.mutants import Mutant, UnknownMutantError, broken, mutant_named, mutants
from conformance.engines.mutants.registry import add, mutant, owner_of
from reference_engine.homes import HOMES

ALL = [*mutants().values()]


def names_of_the_engine() -> dict[tuple[str, str], Any]:
    """Every name of every module and class of the reference engine, and what it stands for."""
    found = {}
    for info in pkgutil.walk_packages(reference_engine.__path__, "reference_engine."):
        module = importlib.import_module(info.name)
        for name, thing in vars(module).items():
            found[info.name, name] = thing
            if isinstance(thing, type) and thing.__module__ == info.name:
                found |= {(f"{info.name}.{name}", inner): it for inner, it in vars(thing).items()}
    return found


def changed(before: dict[tuple[str, str], Any], after: dict[tuple[str, str], Any]) -> list[Any]:
    assert before.keys() == after.keys()
    return [name for name, thing in before.items() if after[name] is not thing]


def test_every_clause_that_an_engine_shows_is_broken_by_a_mutant() -> None:
    clauses = load_catalogue().clauses
    observable = {name for name, one in clauses.items() if one.checked_by is CheckedBy.ENGINE}
    assert observable - {one.clause for one in ALL} == set()


def test_every_mutant_breaks_a_clause_of_the_catalogue_that_has_a_home() -> None:
    assert {one.clause for one in ALL} <= set(load_catalogue().clauses) & set(HOMES)


def test_every_ruling_a_mutant_names_is_in_the_catalogue() -> None:
    assert {one.ruling for one in ALL if one.ruling} <= set(load_catalogue().rulings)


def test_no_two_mutants_are_the_same() -> None:
    twice = [code for code, count in Counter(one.says for one in ALL).items() if count > 1]
    assert twice == []
    assert len({(one.home, id(one.replacement)) for one in ALL}) == len(ALL)


def test_mutants_stand_in_the_order_of_their_clauses() -> None:
    assert [one.clause for one in ALL] == sorted(one.clause for one in ALL)
    assert [one.name for one in ALL] == [*mutants()]


def test_a_mutant_replaces_exactly_one_thing_and_is_undone_completely() -> None:
    whole = names_of_the_engine()
    for one in ALL:
        owner, attribute = owner_of(one.home)
        with broken(one):
            assert owner.__dict__[attribute] is one.replacement, one.name
            place = f"{one.home.module}.{one.home.name}".rpartition(".")[0]
            assert changed(whole, names_of_the_engine()) == [(place, attribute)], one.name
        assert changed(whole, names_of_the_engine()) == [], one.name


def test_a_mutant_is_undone_when_the_engine_breaks_down_on_it() -> None:
    whole = names_of_the_engine()
    with pytest.raises(ZeroDivisionError), broken(ALL[0]):
        raise ZeroDivisionError
    assert changed(whole, names_of_the_engine()) == []


def test_a_mutant_within_a_mutant_leaves_the_outer_one() -> None:
    inner, outer = (next(one for one in ALL if one.clause == name) for name in ("R091.b", "R091.d"))
    owner, attribute = owner_of(outer.home)
    with broken(outer):
        with broken(inner):
            pass
        assert owner.__dict__[attribute] is outer.replacement


def test_a_mutant_is_found_by_its_name() -> None:
    assert mutant_named(ALL[7].name) is ALL[7]


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownMutantError, match="did you mean jumps-own-stacks"):
        mutant_named("jump-own-stacks")


def same(*_: object) -> None: ...


@pytest.mark.parametrize(
    ("name", "clause", "message"),
    [
        (ALL[0].name, ALL[0].clause, f"two mutants are called {ALL[0].name}"),
        ("breaks-nothing", "R999.z", "mutant breaks-nothing: R999.z has no home"),
    ],
)
def test_a_name_stands_once_and_a_clause_needs_a_home(name: str, clause: str, message: str) -> None:
    register: Callable[[Any], Any] = mutant(name, clause, "It breaks nothing.")
    with pytest.raises(ValueError, match=message):
        register(same)
    with pytest.raises(ValueError, match=message):
        add(Mutant(name, clause, "It breaks nothing.", same))
    assert [*mutants()] == [one.name for one in ALL]
