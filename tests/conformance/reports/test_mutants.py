from typing import Any

import pytest

from conformance.reports.mutants import mutants_html, mutants_markdown, scores, scores_json

TOLD = {"outcome": "told", "equivalent": None, "killers": ["RUL-12-a-case[square8,2p]"]}
KILLED = {"outcome": "killed", "equivalent": None, "killers": ["some-case[square8,2p]"]}
ALIVE: dict[str, Any] = {"outcome": "alive", "equivalent": None, "killers": []}
EQUIVALENT = {"outcome": "equivalent", "equivalent": "It is the same | thing.", "killers": []}


def row(name: str, clause: str, outcome: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "clause": clause, "says": f"It says <{name}>.", "tried": 3, **outcome}


ROWS = [
    row("one", "R002.a", KILLED),
    row("two", "R001.a", KILLED),
    row("three", "R001.a", ALIVE),
    row("four", "R001.a", EQUIVALENT),
]


def test_the_score_is_what_is_killed_or_told_of_all() -> None:
    total, clauses = scores(ROWS)
    assert (total.mutants, total.killed, total.equivalent, total.alive) == (4, 2, 1, 1)
    assert [*clauses] == ["R001.a", "R002.a"]
    assert clauses["R001.a"].percent == pytest.approx(100 / 3)
    assert clauses["R002.a"].percent == 100.0


def test_a_mutant_that_is_told_by_its_reading_counts_with_the_killed() -> None:
    total, _ = scores([row("five", "R001.a", TOLD), row("four", "R001.a", EQUIVALENT)])
    assert (total.told, total.mutants, total.percent) == (1, 2, 50.0)


def test_without_mutants_nothing_is_lost() -> None:
    assert scores([])[0].percent == 100.0


def test_json_has_mutants_clauses_and_total() -> None:
    found = scores_json(ROWS)
    assert [one["name"] for one in found["mutants"]] == ["one", "two", "three", "four"]
    assert found["clauses"]["R001.a"]["alive"] == 1
    assert found["total"]["percent"] == 50.0


def test_markdown_names_every_clause_and_mutant() -> None:
    text = mutants_markdown(ROWS)
    assert "2 of 4 mutants killed, 0 told by their reading, 1 equivalent, 1 alive: 50.0 %." in text
    assert "| R001.a | 3 | 1 | 0 | 1 | 1 | 33 % |" in text
    assert "It is the same &#124; thing." in text


def test_html_escapes_what_a_mutant_says() -> None:
    text = mutants_html(ROWS)
    assert 'class="verdict broken"' in text
    assert "It says &lt;one&gt;." in text
    assert '<td class="alive">alive</td>' in text


def test_html_without_a_survivor_holds() -> None:
    assert 'class="verdict holds"' in mutants_html(ROWS[:2])
