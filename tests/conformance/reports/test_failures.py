from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.catalogue import load_catalogue
from conformance.certify.verdicts import Crashed, Errored, Failed, Unsupported
from conformance.reports.failures import (
    boards,
    clause_lines,
    explanation,
    failure_text,
    message,
    reproduce,
    rows_of,
    shown,
    situation,
    visible,
    where,
)
from tests.conformance.certify.wrong_engines import BROKEN, SaysError, TellsNonsense
from tests.conformance.reports.runs import CASES, run_of, told
from tests.conformance.written import case

SHORT = [one for one in CASES if one.id == "R091-b-lands-one-short[square8,2p]"]


FAILED = Failed("expect", 8, ({"what": "S", "expected": 1, "got": 2},), None, None)


def failure(**changes: Any) -> Failed:
    return replace(FAILED, **changes)


def test_a_failure_says_all_that_is_needed_to_understand_it() -> None:
    run = run_of(BROKEN["lands_one_short"].open, SHORT)
    text = failure_text(run.header, run.lines[0])
    assert text.splitlines()[:6] == [
        "R091-b-lands-one-short[square8,2p]: A stack may not land short of its height",
        f"  R091.b: {load_catalogue().clauses['R091.b'].says}",
        "  movement/R091-b-lands-one-short.yaml:13: failed at `reject move_stack from=0,0 to=2,0`",
        "    move_stack from=0,0 to=2,0 is refused",
        "      expected  refused by R091.b",
        "      got       played",
    ]
    assert "    0:  111  .    .    .    .    .    .    ." in text
    assert "    0:  m1   .    111  .    .    .    .    ." in text
    assert text.splitlines()[-1] == (
        "  again: rrc certify python:acme:Engine --edition rr-canon-2025-11"
        " -k 'R091-b-lands-one-short[square8,2p]'"
    )


def test_the_line_of_a_failure_is_that_of_its_step() -> None:
    run = run_of(BROKEN["lands_one_short"].open, SHORT)
    file = SHORT[0].scenario.path.read_text(encoding="utf-8").splitlines()
    assert file[run.lines[0]["detail"]["line"] - 1].strip() == (
        "- reject: move_stack from=0,0 to=2,0"
    )


def test_further_cases_of_the_scenario_are_counted() -> None:
    run = run_of(BROKEN["lands_one_short"].open, SHORT)
    assert "(and 7 more of its cases)" in failure_text(run.header, run.lines[0], 7)


def test_the_foremost_clause_stands_for_what_blames_nothing(tmp_path: Path) -> None:
    run = told(case(tmp_path, clauses="[R091.b, R091.a]"), Unsupported("x"))
    assert [text.partition(":")[0] for text in clause_lines(run.lines[0])] == ["R091.b"]


def test_a_place_without_a_line_is_the_file(tmp_path: Path) -> None:
    assert where(told(case(tmp_path / "a"), Crashed("gone")).lines[0]) == "a/sample.yaml"
    assert where(told(case(tmp_path / "a"), failure()).lines[0]) == "a/sample.yaml:8"


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        (Crashed("ZeroDivisionError: x"), "crashed: ZeroDivisionError: x"),
        (Errored("sorry"), "errored: sorry"),
        (Unsupported("board square8"), "unsupported: board square8"),
        (failure(step="do skip_capture"), "failed at `do skip_capture`"),
    ],
)
def test_what_happened_is_a_sentence(tmp_path: Path, verdict: Any, text: str) -> None:
    assert message(told(case(tmp_path), verdict).lines[0]) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nothing"),
        ([], "nothing"),
        ({}, "nothing"),
        ([1, [2, None]], "1, 2, nothing"),
        ({"a": 1, "b": []}, "a: 1, b: nothing"),
        ("text", "text"),
        (0, "0"),
    ],
)
def test_a_value_is_shown_in_one_line(value: Any, text: str) -> None:
    assert shown(value) == text


def test_whole_structures_are_explained_place_by_place(tmp_path: Path) -> None:
    rows = ({"what": "markers", "expected": {"0,0": 1, "1,0": 2}, "got": {"0,0": 2}},)
    line = told(case(tmp_path), failure(mismatches=rows)).lines[0]
    text = "\n".join(explanation(line))
    assert "0,0" in text
    assert "1,0" in text


def test_plain_values_need_no_explanation(tmp_path: Path) -> None:
    line = told(case(tmp_path), failure()).lines[0]
    assert explanation(line) == []
    assert rows_of(line) == [("S", "1", "2")]


def test_a_situation_says_whose_choice_it_is_and_what_each_player_has() -> None:
    state = {
        "turn": {"player": 2, "phase": "line_processing", "from": "1,0", "owes": "line"},
        "hand": {"2": 4, "1": 3},
        "eliminated": {"1": 5, "2": 6},
        "result": {"winner": 1},
    }
    assert situation(state) == (
        "player 2, line_processing, from 1,0, owes for a line; hand 3/4; eliminated 5/6;"
        " result winner: 1"
    )


def test_a_board_is_drawn_before_and_after(tmp_path: Path) -> None:
    before = {"stacks": {"0,0": [1]}, "turn": {"player": 1, "phase": "movement"}}
    verdict = failure(before=before, after=before | {"stacks": {"3,0": [1]}})
    run = told(case(tmp_path), verdict)
    (first, drawn), (second, _) = boards(run.header, run.lines[0])
    assert (first, second) == ("before", "after")
    assert drawn.splitlines()[-1] == "player 1, movement"


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"stacks": None},
        {"stacks": {"0,0": 7}},
        {"stacks": {}, "markers": None},
        {"stacks": {}, "collapsed": []},
        {"stacks": {}, "turn": "movement"},
    ],
)
def test_a_state_of_another_form_is_not_drawn(tmp_path: Path, state: dict[str, Any]) -> None:
    run = told(case(tmp_path), failure(before=state))
    assert boards(run.header, run.lines[0]) == []


def test_a_state_with_strange_contents_is_drawn_as_it_is(tmp_path: Path) -> None:
    state = {"stacks": {"0,0": [None]}, "markers": {"nowhere": "x"}, "hand": {"x": []}}
    run = told(case(tmp_path), failure(before=state))
    assert len(boards(run.header, run.lines[0])) == 1


def test_an_engine_that_tells_nonsense_does_not_spoil_the_report() -> None:
    run = run_of(TellsNonsense)
    assert all(failure_text(run.header, line) for line in run.found.failures)


def test_the_end_of_the_evidence_is_shown(tmp_path: Path) -> None:
    evidence = "\n".join(f"line {number}" for number in range(30))
    run = told(case(tmp_path), Crashed("gone", evidence))
    text = failure_text(run.header, run.lines[0])
    assert "line 29" in text
    assert "line 17" not in text


def test_a_failure_holds_no_sign_that_a_terminal_obeys() -> None:
    run = run_of(SaysError)
    for line in run.found.failures:
        text = failure_text(run.header, line)
        assert all(sign.isprintable() or sign in "\n\t" for sign in text)


def test_what_a_terminal_does_not_obey_is_left_as_it_is() -> None:
    assert visible("a\té…[b]") == "a\té…[b]"
    assert visible("\x1b[2J\r\n\x07\u202e") == "�[2J����"


def test_the_command_that_repeats_a_case_is_quoted_for_the_shell(tmp_path: Path) -> None:
    run = told(case(tmp_path), failure())
    header = run.header | {"engine": {"spec": "cmd:node 'a b.mjs'; rm"}}
    assert reproduce(header, run.lines[0]) == (
        "rrc certify 'cmd:node '\"'\"'a b.mjs'\"'\"'; rm' --edition rr-canon-2025-11"
        " -k 'sample[square8,2p]'"
    )
