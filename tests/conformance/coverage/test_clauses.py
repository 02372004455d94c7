from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.catalogue import CheckedBy, load_catalogue
from conformance.coverage import Coverage, coverage, rule_rows
from conformance.scenarios import Polarity, Scenario, load_corpus
from tests.conformance.written import sample

REFUSES = "[{reject: 'move_stack from=0,0 to=0,0', clause: R091.d}]"


@pytest.fixture
def scenario(tmp_path: Path) -> Callable[..., Scenario]:
    """A scenario that differs from the sound one in these fields, each in a folder of its own."""
    made: list[Scenario] = []

    def make(**changes: str | None) -> Scenario:
        made.append(sample(tmp_path / str(len(made)), **changes))
        return made[-1]

    return make


def shown(found: Coverage, clause: str) -> dict[Polarity, list[str]]:
    return found.clauses[clause].scenarios


def test_a_scenario_shows_each_of_its_clauses(scenario: Callable[..., Scenario]) -> None:
    found = coverage([scenario(clauses="[R091.b, R092.a]", polarity="[permits, effect]")])
    for clause in ("R091.b", "R092.a"):
        assert shown(found, clause) == {
            Polarity.PERMITS: ["sample"],
            Polarity.EFFECT: ["sample"],
        }
    assert shown(found, "R091.a") == {}
    assert found.files == 1


def test_a_clause_that_forbids_needs_a_refusal_too(scenario: Callable[..., Scenario]) -> None:
    clause = next(
        name
        for name, one in load_catalogue().clauses.items()
        if one.forbids and one.checked_by is CheckedBy.ENGINE
    )
    permits = scenario(clauses=f"[{clause}]")
    forbids = scenario(clauses=f"[{clause}]", polarity="forbids")
    assert coverage([]).clauses[clause].lacks == [
        "no scenario shows it",
        "no scenario shows the refusal",
    ]
    assert coverage([permits]).clauses[clause].lacks == ["no scenario shows the refusal"]
    assert coverage([forbids]).clauses[clause].lacks == []
    assert coverage([permits, forbids]).clauses[clause].lacks == []


def test_a_clause_that_forbids_nothing_needs_to_be_shown(
    scenario: Callable[..., Scenario],
) -> None:
    clause = next(
        name
        for name, one in load_catalogue().clauses.items()
        if not one.forbids and one.checked_by is CheckedBy.ENGINE
    )
    refused = scenario(clauses=f"[{clause}]", polarity="forbids")
    effect = scenario(clauses=f"[{clause}]", polarity="effect")
    assert coverage([]).clauses[clause].lacks == ["no scenario shows it"]
    assert coverage([refused]).clauses[clause].lacks == ["no scenario shows it"]
    assert coverage([effect]).clauses[clause].lacks == []


def test_a_clause_named_beside_a_rejected_move_is_refused(
    scenario: Callable[..., Scenario],
) -> None:
    found = coverage([scenario(steps=REFUSES)])
    assert shown(found, "R091.d") == {Polarity.FORBIDS: ["sample"]}
    assert shown(found, "R091.b") == {Polarity.PERMITS: ["sample"]}


def test_a_refusal_is_not_counted_twice(scenario: Callable[..., Scenario]) -> None:
    found = coverage([scenario(steps=REFUSES, clauses="[R091.d]", polarity="forbids")])
    assert shown(found, "R091.d") == {Polarity.FORBIDS: ["sample"]}


def test_a_draft_covers_nothing(scenario: Callable[..., Scenario]) -> None:
    draft = scenario(status="draft", provenance="{by: a test}")
    assert coverage([draft]).files == 0
    assert shown(coverage([draft]), "R091.b") == {}


def test_a_clause_shown_by_informative_scenarios_alone_says_so(
    scenario: Callable[..., Scenario],
) -> None:
    open_one = scenario(status="informative", ruling="RUL-12")
    normative = scenario()
    assert coverage([open_one]).clauses["R091.b"].informative
    assert coverage([open_one]).rulings["RUL-12"] == ["sample"]
    assert not coverage([open_one, normative]).clauses["R091.b"].informative


def test_a_question_is_covered_by_a_scenario_that_answers_it(
    scenario: Callable[..., Scenario],
) -> None:
    found = coverage([scenario(questions="[Q2]")])
    assert found.questions["Q2"] == ["sample"]
    assert found.questions["Q3"] == []


def test_a_clause_that_no_scenario_can_show_is_not_asked_for() -> None:
    found = coverage([])
    others = [one for one in found.clauses.values() if not one.is_observable]
    assert others
    assert not any(one.lacks for one in others)
    observable = len(found.clauses) - len(others)
    assert (found.needed, found.reached) == (observable + len(found.questions), 0)
    assert found.percent == 0.0


def test_what_is_reached_is_counted(scenario: Callable[..., Scenario]) -> None:
    both = scenario(clauses="[R091.b]", polarity="[permits, forbids]", questions="[Q2]")
    found = coverage([both])
    assert found.reached == 2
    assert found.percent == pytest.approx(100 * 2 / found.needed)


def test_each_rule_has_a_row(scenario: Callable[..., Scenario]) -> None:
    catalogue = load_catalogue()
    found = coverage([scenario(clauses="[R091.b]", polarity="[permits, forbids]")])
    rows = {row[0]: row for row in rule_rows(found, catalogue)}
    assert [*rows] == [*catalogue.rules]
    name, title, clauses, covered, scenarios = rows["R091"]
    assert (name, title) == ("R091", catalogue.rules["R091"].title)
    assert (clauses, covered, scenarios) == (len(catalogue.rules["R091"].clauses), 1, 1)
    assert rows["R092"][3:] == (0, 0)


def test_the_corpus_covers_every_clause_and_every_question() -> None:
    found = coverage(load_corpus())
    assert {name: one.lacks for name, one in found.clauses.items() if one.lacks} == {}
    assert [name for name, ids in found.questions.items() if not ids] == []
    assert found.percent == 100.0
