from dataclasses import replace
from pathlib import Path

import pytest

from conformance.coverage.mutation import Fate
from conformance.coverage.strength import (
    Results,
    Row,
    UnreadableResultsError,
    merged,
    page,
    read_results,
    row_of,
    score,
    written,
)
from conformance.engines.mutants import mutant_named, mutants
from conformance.engines.mutants.source import source_mutants
from conformance.scenarios import load_corpus
from tests.conformance.written import ROOT

FILE = ROOT / "docs" / "strength.json"
AGAIN = "measure again: see the end of docs/strength.md"


def row(name: str, outcome: str, reason: str | None = None, clause: str = "R091.b") -> Row:
    killers = ("a-case[square8,2p]",) if outcome == "killed" else ()
    return Row(name, clause, f"{name} is wrong.", outcome, reason, killers)


HAND_MADE = (row("short", "killed"), row("long", "alive"), row("odd", "killed", clause="R092.a"))
SOURCE = (
    row("lines.runs: a -> b", "killed"),
    row("lines.runs: b -> c", "equivalent", "Nobody asks."),
    row("turn.place: a -> b", "equivalent", "Nobody asks."),
    row("turn.place: b -> c", "killed", "A wrong reason."),
)
RESULTS = Results(HAND_MADE, SOURCE)


@pytest.fixture(scope="module")
def kept() -> Results:
    return read_results(FILE)


def test_the_committed_page_is_the_page_of_the_committed_results(kept: Results) -> None:
    assert (ROOT / "docs" / "strength.md").read_text(encoding="utf-8") == page(kept), (
        "make it anew: rrc mutants --page docs/strength.json > docs/strength.md"
    )


def test_the_committed_results_are_those_of_the_mutants_there_are(kept: Results) -> None:
    hand_made = [(one.name, one.equivalent) for one in mutants().values()]
    source = [(one.name, one.equivalent) for one in source_mutants()]
    assert [(one.name, one.reason) for one in kept.hand_made] == hand_made, AGAIN
    assert [(one.name, one.reason) for one in kept.source] == source, AGAIN


def test_every_killer_is_a_scenario_of_the_corpus(kept: Results) -> None:
    known = {scenario.id for scenario in load_corpus()}
    named = {
        killer.partition("[")[0]
        for one in (*kept.hand_made, *kept.source)
        for killer in one.killers
    }
    assert named - known == set(), AGAIN


def test_the_corpus_kills_every_mutant_that_is_not_equivalent(kept: Results) -> None:
    for rows in (kept.hand_made, kept.source):
        assert [one.name for one in rows if one.outcome == "alive"] == []
        assert [one.name for one in rows if one.outcome == "killed" and one.reason] == []
    assert score(kept.hand_made) == 100.0
    assert score(kept.source) >= 95.0


def test_a_row_keeps_what_became_of_a_mutant() -> None:
    one = mutant_named("lands-one-short")
    kept = Row(one.name, "R091.b", one.says, "killed", None, ("a", "b"))
    assert row_of(Fate(one, ("a", "b"), 7)) == kept
    same = replace(one, equivalent="It does the same.")
    assert row_of(Fate(same, (), 7)).reason == "It does the same."
    assert row_of(Fate(same, (), 7)).outcome == "equivalent"


def test_new_rows_take_the_place_of_old_ones_and_mutants_that_are_gone_go() -> None:
    old = [row("a", "alive"), row("b", "killed"), row("gone", "alive")]
    new = [row("c", "killed"), row("a", "killed")]
    assert merged(old, new, ["c", "b", "a", "yet to be run"]) == (
        row("c", "killed"),
        row("b", "killed"),
        row("a", "killed"),
    )


def test_the_score_is_of_all_mutants_the_equivalent_ones_included() -> None:
    assert score(HAND_MADE) == pytest.approx(200 / 3)
    assert score(SOURCE) == 50.0
    assert score(()) == 100.0


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "strength.json"
    path.write_text(written(RESULTS), encoding="utf-8")
    assert read_results(path) == RESULTS
    assert sum('"name"' in line for line in path.read_text().splitlines()) == 7


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"hand_made": [1], "source": []}'])
def test_a_file_without_results_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "strength.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableResultsError, match=r"strength\.json: no results of mutants"):
        read_results(path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnreadableResultsError):
        read_results(tmp_path / "strength.json")


def test_the_page_gives_the_score_of_each_kind_module_and_clause() -> None:
    lines = page(RESULTS).splitlines()
    assert "| hand-made | 3 | 2 | 0 | 0 | 1 | 66.7 % |" in lines
    assert "| source | 4 | 2 | 0 | 2 | 0 | 50.0 % |" in lines
    assert "| lines | 2 | 1 | 0 | 1 | 0 | 50.0 % |" in lines
    assert "| R091.b | 2 | 1 | 0 | 0 | 1 | 50.0 % |" in lines
    assert "| R092.a | 1 | 1 | 0 | 0 | 0 | 100.0 % |" in lines


def test_the_page_names_the_survivors_and_what_is_listed_wrongly() -> None:
    told = page(RESULTS)
    assert "## Alive\n\n- `long` (R091.b, long is wrong.)\n" in told
    assert "## Killed, though listed as equivalent\n\n- `turn.place: b -> c` (" in told
    whole = page(Results(HAND_MADE[:1], SOURCE[:1]))
    assert "## Alive\n\nNone.\n" in whole
    assert "## Killed, though listed as equivalent\n\nNone.\n" in whole


def test_the_page_gives_the_reason_of_equivalent_mutants_once() -> None:
    reasons = "Nobody asks.\n\n- `lines.runs: b -> c`\n- `turn.place: a -> b`\n"
    assert f"## Equivalent\n\n{reasons}" in page(RESULTS)


def test_the_page_says_what_made_it_and_how_to_measure_again() -> None:
    told = page(RESULTS)
    assert "rrc mutants --page docs/strength.json" in told.splitlines()[0]
    assert "rrc mutants --source --record docs/strength.json" in told
