from pathlib import Path
from typing import Any

import pytest

from conformance.certify.selection import Selection, select
from conformance.errors import UserError
from tests.conformance.written import cases, corpus

CASES = corpus()


def chosen(**wanted: Any) -> list[str]:
    """The scenarios that a selection takes of the small corpus."""
    return list(dict.fromkeys(case.scenario.id for case in select(CASES, Selection(**wanted))))


def test_without_wishes_everything_is_taken() -> None:
    assert select(CASES, Selection()) == CASES


def test_a_rule_takes_all_its_clauses() -> None:
    assert chosen(rules=("R081",)) == ["R081-a-placed-on-a-marker", "R081-i-another-stack-moves"]


def test_a_clause_takes_only_itself() -> None:
    assert chosen(rules=("R081.i",)) == ["R081-i-another-stack-moves"]


def test_a_rule_may_have_its_canonical_name() -> None:
    assert chosen(rules=("RR-CANON-R170",)) == ["R170-d-ends-in-mid-chain"]


def test_several_rules_take_the_cases_of_each() -> None:
    assert len(chosen(rules=("R081", "R170.d"))) == 3


def test_a_question_takes_the_cases_that_answer_it() -> None:
    assert chosen(questions=("Q24",)) == ["R072-a-blocked-player-passes"]


def test_all_kinds_of_wishes_must_be_met() -> None:
    assert chosen(rules=("R091", "R092"), questions=("Q2",)) == ["R091-b-lands-one-short"]
    assert chosen(rules=("R092",), questions=("Q2",)) == []


def test_a_name_may_be_a_part() -> None:
    assert chosen(names=("chain",)) == ["R103-a-chain-not-continued", "R170-d-ends-in-mid-chain"]


@pytest.mark.parametrize("name", ["R14*", "R14?-*"])
def test_a_name_may_be_a_glob(name: str) -> None:
    assert {one[:4] for one in chosen(names=(name,))} == {"R140", "R142", "R144", "R145"}


def test_a_glob_takes_brackets_as_they_are() -> None:
    found = select(CASES, Selection(names=("R091-*[square8,2p,turn-*]",)))
    assert [case.symmetry for case in found] == ["turn-90", "turn-180", "turn-270"]


def test_a_whole_name_takes_one_case() -> None:
    (found,) = select(CASES, Selection(names=("R091-b-lands-one-short[square8,2p,mirror-x]",)))
    assert found.symmetry == "mirror-x"


def test_a_board_takes_the_cases_on_it(tmp_path: Path) -> None:
    both = cases(tmp_path, board="[square8, square19]")
    assert [one.board for one in select(both, Selection(boards=("square19",)))] == ["square19"]


def test_drafts_are_taken_only_if_they_are_asked_for(tmp_path: Path) -> None:
    draft = cases(tmp_path, status="draft")
    assert select(draft, Selection()) == []
    assert select(draft, Selection(drafts=True)) == draft


@pytest.mark.parametrize(
    "wrong", [{"rules": ("R999",)}, {"rules": ("R091.z",)}, {"questions": ("Q99",)}]
)
def test_what_does_not_exist_cannot_be_selected(wrong: dict[str, Any]) -> None:
    with pytest.raises(UserError, match=r"R999|R091\.z|Q99"):
        Selection(**wrong).checked()


def test_a_board_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(UserError, match="no board 'square9': expected one of square8, square19"):
        Selection(boards=("square9",)).checked()


def test_a_selection_of_what_exists_is_left_as_it_is() -> None:
    wanted = Selection(("R091", "R091.b", "RR-CANON-R091"), ("Q2",), ("x",), ("square8",))
    assert wanted.checked() == wanted


def test_a_selection_is_recorded_in_full() -> None:
    assert Selection(rules=("R091",), drafts=True).as_json() == {
        "rules": ["R091"],
        "questions": [],
        "names": [],
        "boards": [],
        "drafts": True,
    }
