import ast
import importlib
import inspect
import textwrap
from collections import Counter
from pathlib import Path
from types import CodeType

import pytest

from conformance.certify.judge import judge
from conformance.certify.verdicts import BAD
from conformance.documents import InvalidDocumentError
from conformance.engines.mutants import Mutant, MutantEngine, broken
from conformance.engines.mutants.equivalents import load_equivalents
from conformance.engines.mutants.registry import owner_of
from conformance.engines.mutants.source import MODULES, changes, source_files, source_mutants
from conformance.engines.reference import ReferenceEngine
from reference_engine.homes import Home
from tests.conformance.written import corpus


@pytest.fixture(scope="module")
def every_mutant() -> list[Mutant]:
    return [*source_mutants()]


def names_of(source: str) -> list[str]:
    """The changes of a function, without the name of its module."""
    tree = ast.parse(textwrap.dedent(source)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    found = changes(Home("engine.rules.sample", "rule"), tree, "sample.py")
    return [one.what.removeprefix("sample.rule: ") for one in found]


def meaning(code: CodeType) -> object:
    """What a function does, wherever it stands."""
    inner = [meaning(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    return code.co_code, tuple(inner), code.co_names


def test_a_comparison_is_moved_or_turned_round() -> None:
    assert names_of("def rule(a, b): return a < b") == ["a < b -> a <= b"]
    assert names_of("def rule(a, b): return a >= b") == ["a >= b -> a > b"]
    assert names_of("def rule(a, b): return a is None") == ["a is None -> a is not None"]
    assert names_of("def rule(a, b): return a not in b") == ["a not in b -> a in b"]


def test_operators_numbers_and_truth_values_are_changed() -> None:
    assert names_of("def rule(a, b): return a & b") == ["a & b -> a | b"]
    assert names_of("def rule(a, b): return a or b") == ["a or b -> a and b"]
    assert names_of("def rule(a, b): return not a") == ["not a -> a"]
    assert names_of("def rule(a, b): return True") == ["return True -> return False"]
    assert names_of("def rule(a, b): return a + 7") == ["a + 7 -> a - 7", "a + 7 -> a + 8"]


def test_a_condition_holds_never_or_always_and_a_loop_never_runs() -> None:
    told = names_of(
        """
        def rule(a, b):
            if a:
                return b
            while b:
                b = a
        """
    )
    assert told == ["if a -> if False", "if a -> if True", "while b -> while False"]


def test_a_statement_is_left_out() -> None:
    told = names_of(
        """
        def rule(a, b):
            a.put(b)
            b |= a
        """
    )
    assert told == ["a.put(b) -> pass", "b |= a -> pass"]


def test_what_tells_a_story_or_guards_the_engine_is_left_alone() -> None:
    told = names_of(
        """
        def rule(draft, a):
            "Of 3 cells one."
            draft.note("R001.a", "placed", a + 1)
            if a > 2:
                draft.note("R001.a", "more than 2")
            for one, other in zip(a, a, strict=True):
                assert_never(one)
        """
    )
    assert told == []


def test_what_comes_to_the_same_stands_once() -> None:
    told = names_of(
        """
        def rule(a):
            if False:
                return a
            return None
        """
    )
    assert told == ["if False -> if True"]


def test_equal_texts_are_numbered_and_long_ones_cut_around_the_change() -> None:
    assert names_of("def rule(a): return [a + 1, a + 1]") == [
        "a + 1 -> a - 1",
        "a + 1 -> a - 1 #2",
        "a + 1 -> a + 2",
        "a + 1 -> a + 2 #2",
    ]
    (told,) = names_of(f"def rule({'a' * 90}, b): return {'a' * 90} < b")
    assert told == f"…{'a' * 58} < b -> …{'a' * 58} <= b"


def test_a_change_knows_the_lines_that_lead_to_it() -> None:
    source = (
        "def rule(a, b):\n    if (a\n        < b):\n        return 1\n    return (a\n    + b)\n"
    )
    tree = ast.parse(source).body[0]
    assert isinstance(tree, ast.FunctionDef)
    found = changes(Home("rules.sample", "rule"), tree, "sample.py")
    lines = {one.what.partition(": ")[2]: one.lines[1:] for one in found}
    assert lines["a < b -> a <= b"] == (2, 3)
    assert lines["return 1 -> return 2"] == (4, 4)
    assert lines["a + b -> a - b"] == (5, 6)


def test_the_source_mutants_are_the_same_each_time(every_mutant: list[Mutant]) -> None:
    again = [*source_mutants()]
    assert [one.name for one in again] == [one.name for one in every_mutant]
    assert [meaning(one.replacement.__code__) for one in again] == [
        meaning(one.replacement.__code__) for one in every_mutant
    ]


def test_every_name_stands_once(every_mutant: list[Mutant]) -> None:
    assert [name for name, n in Counter(one.name for one in every_mutant).items() if n > 1] == []


def test_every_module_of_the_rules_is_changed(every_mutant: list[Mutant]) -> None:
    assert {one.home.module for one in every_mutant} == set(MODULES)
    folder = Path(source_files()[0]).parent
    rules = {f"reference_engine.rules.{path.stem}" for path in folder.glob("[a-z]*.py")}
    assert set(MODULES) == rules | {"reference_engine.turn"}


def test_no_mutant_is_the_original_or_another_one(every_mutant: list[Mutant]) -> None:
    seen = set()
    for one in every_mutant:
        owner, attribute = owner_of(one.home)
        found = meaning(one.replacement.__code__)
        # Annotations of variables are no part of a mutant; they are of the original.
        assert (one.home, found) not in seen, one.name
        assert found != meaning(owner.__dict__[attribute].__code__), one.name
        seen.add((one.home, found))


def test_a_mutant_lives_in_the_module_of_its_original(every_mutant: list[Mutant]) -> None:
    for one in every_mutant:
        module = importlib.import_module(one.home.module)
        assert one.replacement.__globals__ is vars(module), one.name
        assert one.replacement.__module__ == one.home.module


def test_the_lines_of_a_mutant_are_lines_of_its_function(every_mutant: list[Mutant]) -> None:
    for one in every_mutant:
        owner, attribute = owner_of(one.home)
        text, first = inspect.getsourcelines(owner.__dict__[attribute])
        assert one.lines is not None
        assert one.lines.file in source_files()
        assert first <= one.lines.first <= one.lines.last < first + len(text), one.name


def test_a_source_mutant_is_undone_and_does_not_leak(every_mutant: list[Mutant]) -> None:
    cases = corpus()
    whole = ReferenceEngine()
    for one in every_mutant[:: len(every_mutant) // 12]:
        owner, attribute = owner_of(one.home)
        original = owner.__dict__[attribute]
        with broken(one):
            assert owner.__dict__[attribute] is one.replacement
        engine = MutantEngine(one)
        judge(cases[0], engine, engine.hello(), 2.0)
        assert owner.__dict__[attribute] is original
    assert {judge(case, whole, whole.hello()).name for case in cases} == {"passed"}


def test_a_small_change_of_a_rule_is_found_out(every_mutant: list[Mutant]) -> None:
    wanted = "lines.is_eligible: length >= position.variant.line_length"
    (one,) = [one for one in every_mutant if one.name.startswith(wanted)]
    engine = MutantEngine(one)
    case = next(case for case in corpus() if case.scenario.id == "R120-f-three-are-not-enough")
    assert judge(case, engine, engine.hello()).name in BAD


def test_every_listed_equivalent_is_a_source_mutant(every_mutant: list[Mutant]) -> None:
    assert set(load_equivalents()) - {one.name for one in every_mutant} == set()


def test_every_listed_equivalent_carries_its_reason(every_mutant: list[Mutant]) -> None:
    listed = {one.name: one.equivalent for one in every_mutant if one.equivalent is not None}
    assert listed == dict(load_equivalents())


def test_no_reason_is_that_no_edition_has_a_value() -> None:
    """The corpus has scenarios about such values too."""
    assert [one for one in load_equivalents().values() if "published" in one] == []


@pytest.mark.parametrize("text", ["[]", "no name: x", '"lines.runs: a -> b": ""'])
def test_a_list_of_equivalents_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "equivalents.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidDocumentError):
        load_equivalents(path)
