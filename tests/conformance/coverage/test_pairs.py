"""Which clauses meet in one move."""

from conformance.catalogue import load_catalogue
from conformance.coverage.pairs import (
    FILE,
    Observed,
    PairCoverage,
    corpus_pairs,
    empty_lines,
    load_observed,
    observed_text,
    pairs_in,
    pairs_json,
    pairs_line,
    pairs_markdown,
)
from conformance.editions import CANON
from conformance.fuzz.meetings import random_steps
from conformance.scenarios import cases_of, load_corpus

FOUND = PairCoverage(
    {("R001.a", "R002.a"): ["one"], ("R001.a", "R003.a"): ["two"]},
    Observed("by hand", 7, frozenset({("R001.a", "R002.a"), ("R002.a", "R003.a")})),
)


def test_clauses_of_one_move_meet_and_those_of_two_do_not() -> None:
    assert pairs_in([{"b", "a", "c"}, {"d"}]) == {("a", "b"), ("a", "c"), ("b", "c")}


def test_a_scenario_exercises_what_its_moves_cite() -> None:
    cases = cases_of(load_corpus(["markers/R041-a-cells-of-a-region-do-not-count.yaml"]), CANON)
    found = corpus_pairs(cases)
    assert found
    assert all(names == ["R041-a-cells-of-a-region-do-not-count"] for names in found.values())


def test_what_was_observed_cites_clauses_of_the_catalogue() -> None:
    cited = {clause for pair in load_observed().pairs for clause in pair}
    assert len(cited) > 50
    assert cited <= {*load_catalogue().clauses}


def test_the_observation_is_written_as_it_is_read() -> None:
    assert observed_text(load_observed()) == FILE.read_text(encoding="utf-8")


def test_a_seed_gives_the_same_steps_again() -> None:
    assert [*random_steps(5, 20, 1)] == [*random_steps(5, 20, 1)]


def test_random_play_meets_only_what_can_meet() -> None:
    new = pairs_in(random_steps(99, 30, 0)) - load_observed().pairs
    assert len(new) <= 5, sorted(new)  # what is observed is much, and not all


def test_the_empty_pairs_are_those_that_only_random_play_met() -> None:
    assert FOUND.empty == [("R002.a", "R003.a")]
    assert FOUND.unseen == [("R001.a", "R003.a")]
    assert empty_lines(FOUND) == ["R002.a: R003.a"]
    assert "2 of 3 pairs" in pairs_line(FOUND)


def test_every_form_tells_the_empty_pairs() -> None:
    assert pairs_json(FOUND)["empty"] == [["R002.a", "R003.a"]]
    assert "- R002.a: R003.a" in pairs_markdown(FOUND)
