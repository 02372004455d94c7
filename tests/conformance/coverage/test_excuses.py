"""Failures that an honest reading of an open ruling excuses, and those that it does not."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from conformance.catalogue import load_catalogue
from conformance.certify.judge import judge
from conformance.certify.run import Plan, record
from conformance.coverage.excuses import Excuses, excuses_of, open_questions, readings_taken
from conformance.coverage.interview import Question
from conformance.coverage.models import Model
from conformance.editions import CANON
from conformance.engines.protocol import Engine, EngineCrashed, Hello, Json
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios import Case, cases_of, load_corpus

HELLO = ReferenceEngine().hello()
ANY_STACK = {"capture_after_move": "any_stack"}


@cache
def plain_cases() -> Mapping[str, Case]:
    cases = cases_of(load_corpus(), CANON)
    plain = [case for case in cases if (case.board, case.symmetry) == ("square8", "identity")]
    return {case.id: case for case in plain}


@cache
def verdicts_of(model: Model) -> str:
    engine = model.engine(CANON)
    cases = plain_cases().values()
    return json.dumps([record(case, judge(case, engine, HELLO), 0.0) for case in cases])


def lines_of(model: Model) -> list[Json]:
    lines: list[Json] = json.loads(verdicts_of(model))
    return lines


def failed(lines: list[Json]) -> set[str]:
    return {
        line["case"]
        for line in lines
        if line["status"] == "normative" and line["verdict"] == "failed"
    }


def excused(model: Model, lines: list[Json]) -> dict[str, str]:
    plan = Plan("it", CANON, tuple(plain_cases().values()), {})
    return excuses_of(plan, lines, lambda: model.engine(CANON), HELLO)


# --- excused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("capture_after_move", "any_stack"),
        ("first_player", "2"),
        ("fe_turn_postprocessing", "before_fe"),
    ],
)
def test_an_engine_that_only_reads_an_open_ruling_otherwise_fails_nothing(
    name: str, value: str
) -> None:
    model = Model(CANON, ((name, value),))
    lines = lines_of(model)
    found = excused(model, lines)
    assert found.keys() == failed(lines)
    assert found
    ruling = load_catalogue().parameters[name].ruling
    assert {*found.values()} == {f"reads {ruling} as {value} ({name})"}


def test_two_readings_excuse_each_what_it_leads_to() -> None:
    model = Model(CANON, (("capture_after_move", "any_stack"), ("first_player", "2")))
    lines = lines_of(model)
    found = excused(model, lines)
    assert found.keys() == failed(lines)
    assert len({*found.values()}) >= 2


# --- not excused --------------------------------------------------------------------------------


def test_a_fault_beside_a_reading_is_not_excused() -> None:
    lines = lines_of(Model(CANON, tuple(ANY_STACK.items()), ("spares-own-stacks",)))
    broken = failed(lines_of(Model(CANON, mutants=("spares-own-stacks",))))
    found = excused(Model(CANON, tuple(ANY_STACK.items()), ("spares-own-stacks",)), lines)
    assert found
    assert broken
    assert not found.keys() & broken


def test_what_the_canon_settles_excuses_nothing() -> None:
    model = Model(CANON, (("land_on_opponent_marker", "remove_and_eliminate_top"),))
    lines = lines_of(model)
    assert failed(lines)
    assert excused(model, lines) == {}


def test_an_engine_that_keeps_all_rules_is_not_asked() -> None:
    def nobody() -> Engine:
        raise AssertionError("asked")

    plan = Plan("it", CANON, tuple(plain_cases().values()), {})
    lines = lines_of(Model(CANON))
    assert excuses_of(plan, lines, nobody, HELLO) == {}


@pytest.mark.parametrize("failure", [EngineCrashed("gone"), KeyError("gone"), SystemExit(1)])
def test_an_engine_that_answers_no_more_excuses_nothing(failure: BaseException) -> None:
    class Gone(ReferenceEngine):
        def hello(self) -> Hello:
            raise failure

    lines = lines_of(Model(CANON, tuple(ANY_STACK.items())))
    plan = Plan("it", CANON, tuple(plain_cases().values()), {})
    assert excuses_of(plan, lines, Gone, HELLO) == {}


# --- readings -----------------------------------------------------------------------------------


def asked_for(parameter: str) -> list[Question]:
    return [one for one in open_questions(load_corpus(), HELLO) if one.parameter == parameter]


def test_only_open_rulings_are_asked_for() -> None:
    rulings = load_catalogue().rulings
    asked = open_questions(load_corpus(), HELLO)
    assert asked
    assert not any(rulings[one.ruling].is_normative for one in asked)


def test_what_the_run_tells_is_not_asked_again() -> None:
    class Silent(ReferenceEngine):
        def load(self, state: Json) -> Any:
            raise EngineCrashed("asked")

    asked = asked_for("capture_after_move")
    lines = [{"case": one.case.id, "detail": {"readings": ["any_stack"]}} for one in asked]
    assert readings_taken(asked, lines, Silent(), HELLO, CANON, 1.0) == ANY_STACK
    assert readings_taken(asked, (), Silent(), HELLO, CANON, 1.0) == {}


def test_an_engine_that_answers_now_this_and_now_that_has_no_reading() -> None:
    one = asked_for("capture_after_move")[0]
    other = next(each for each in asked_for("first_player") if each.case.id != one.case.id)
    twice = Question(one.parameter, one.ruling, one.weight, other.case, one.readings)
    lines = [
        {"case": one.case.id, "detail": {"readings": ["any_stack"]}},
        {"case": other.case.id, "detail": {"readings": ["none"]}},
    ]
    assert readings_taken([one, twice], lines, ReferenceEngine(), HELLO, CANON, 1.0) == {}


def test_the_order_of_lists_and_the_words_of_a_refusal_do_not_matter() -> None:
    lines = lines_of(Model(CANON, tuple(ANY_STACK.items())))
    wrong = failed(lines)
    known = Excuses(ANY_STACK, CANON)
    for line in (line for line in lines if line["case"] in wrong):
        for row in line["detail"]["mismatches"]:
            if isinstance(row["got"], list):
                row["got"].reverse()
            elif str(row["got"]).startswith("refused: "):
                row["got"] = "refused: not now"
        assert known.reading(plain_cases()[line["case"]], line["detail"])
        line["detail"]["step"] = "another"
        assert known.reading(plain_cases()[line["case"]], line["detail"]) is None
