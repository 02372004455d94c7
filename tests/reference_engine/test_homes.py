"""One home per clause: the catalogue and the engines' source, held against each other."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

import pytest

import reference_engine
from conformance.catalogue import CheckedBy, load_catalogue
from conformance.engines import literal
from reference_engine import homes
from reference_engine.homes import HOMES, Home, SecondHome, cites, implements

ENGINE = Path(reference_engine.__path__[0])
LITERAL = Path(literal.__path__[0])
CLAUSE = re.compile(r"\bR\d{3}\.[a-z]\b")
RANGE = re.compile(r"\b(R\d{3})\.([a-z])-([a-z])\b")
RULE = re.compile(r"\bR\d{3}\b")
RULING = re.compile(r"\bRUL-\d{2}\b")


@pytest.fixture
def no_homes(monkeypatch: pytest.MonkeyPatch) -> dict[str, Home]:
    empty: dict[str, Home] = {}
    monkeypatch.setattr(homes, "HOMES", empty)
    return empty


def import_everything() -> None:
    for module in pkgutil.walk_packages(reference_engine.__path__, "reference_engine."):
        importlib.import_module(module.name)


def strings(path: Path) -> Iterator[str]:
    """Every string of a source file, docstrings and parts of f-strings included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


# --- the registry -------------------------------------------------------------------------------


def test_implements_returns_the_function_unchanged(no_homes: dict[str, Home]) -> None:
    def rule() -> int:
        return 1

    before = dict(vars(rule))
    assert implements("R999.a", "R999.b")(rule) is rule
    assert vars(rule) == before
    home = Home(__name__, rule.__qualname__)
    assert no_homes == {"R999.a": home, "R999.b": home}


def test_a_class_may_be_a_home(no_homes: dict[str, Home]) -> None:
    class Shape:
        pass

    assert implements("R999.a")(Shape) is Shape
    assert no_homes["R999.a"].name == Shape.__qualname__


def test_a_constant_is_cited_as_a_home(no_homes: dict[str, Home]) -> None:
    cites("board", "AXES", "R999.c")
    assert no_homes == {"R999.c": Home("board", "AXES")}


def test_a_second_home_is_refused(no_homes: dict[str, Home]) -> None:
    @implements("R999.a")
    def first() -> None: ...

    def second() -> None: ...

    with pytest.raises(SecondHome) as caught:
        implements("R999.a")(second)
    assert caught.value.clause == "R999.a"
    assert caught.value.first == Home(__name__, first.__qualname__)
    assert caught.value.second == Home(__name__, second.__qualname__)
    assert no_homes["R999.a"] == caught.value.first


def test_a_constant_is_no_second_home_either(no_homes: dict[str, Home]) -> None:
    cites("board", "AXES", "R999.a")
    with pytest.raises(SecondHome):
        cites("board", "MOVES", "R999.a")
    with pytest.raises(SecondHome):
        cites("lines", "AXES", "R999.a")


def test_the_same_home_may_be_named_again(no_homes: dict[str, Home]) -> None:
    cites("board", "AXES", "R999.a")
    cites("board", "AXES", "R999.a")
    assert len(no_homes) == 1


# --- the catalogue ------------------------------------------------------------------------------


def test_the_clauses_that_the_engine_checks_are_those_with_a_home() -> None:
    import_everything()
    checked = {clause.id for clause in load_catalogue().checked_by(CheckedBy.ENGINE)}
    assert set(HOMES) == checked


def test_every_home_is_there() -> None:
    import_everything()
    for home in HOMES.values():
        assert attrgetter(home.name)(importlib.import_module(home.module)) is not None


def test_every_home_says_what_it_does() -> None:
    import_everything()
    for clause, home in HOMES.items():
        thing = attrgetter(home.name)(importlib.import_module(home.module))
        if callable(thing) and not isinstance(thing, type):
            assert thing.__doc__, clause


def test_every_clause_without_a_home_says_where_it_is_checked() -> None:
    for clause in load_catalogue().clauses.values():
        if clause.checked_by is not CheckedBy.ENGINE:
            assert clause.where, clause.id


@pytest.mark.parametrize("folder", [ENGINE, LITERAL], ids=["reference", "literal"])
def test_every_clause_rule_and_ruling_that_an_engine_cites_is_in_the_catalogue(
    folder: Path,
) -> None:
    catalogue = load_catalogue()
    known = {*catalogue.clauses, *catalogue.rules, *catalogue.rulings}
    cited: set[str] = set()
    for path in folder.rglob("*.py"):
        for text in strings(path):
            cited |= {*CLAUSE.findall(text), *RULE.findall(text), *RULING.findall(text)}
            for rule, first, last in RANGE.findall(text):
                cited |= {f"{rule}.{chr(n)}" for n in range(ord(first), ord(last) + 1)}
    assert cited
    assert cited - known == set()


def test_every_ruling_that_an_edition_field_cites_is_in_the_catalogue() -> None:
    rulings = load_catalogue().rulings
    source = (ENGINE / "editions" / "__init__.py").read_text(encoding="utf-8")
    cited = set(RULING.findall(source))
    assert cited
    assert cited <= set(rulings)
