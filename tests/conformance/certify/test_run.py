import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.certify import session
from conformance.certify.run import (
    Plan,
    Run,
    RunFileError,
    broken_clauses,
    corpus_digest,
    header,
    plain,
    read_run,
    record,
    same_run,
    verdicts,
)
from conformance.certify.selection import Selection
from conformance.certify.verdicts import (
    Crashed,
    Errored,
    Failed,
    Inapplicable,
    Passed,
    Skipped,
    TimedOut,
    Unsupported,
    Verdict,
)
from conformance.documents import named_validator
from conformance.editions import CANON
from conformance.engines.protocol import EngineCrashed, Hello, Json, Refused, Settled
from conformance.engines.reference import ReferenceEngine
from conformance.errors import UndecidedError, UserError
from conformance.scenarios.model import Case
from tests.conformance.certify.wrong_engines import BROKEN, UNRULY, Hangs
from tests.conformance.written import case, corpus, sample, without

CASES = tuple(corpus())
Factory = Callable[[], ReferenceEngine]


def plan(cases: Sequence[Case] = CASES, **changes: Any) -> Plan:
    return replace(Plan("reference", CANON, tuple(cases), Selection().as_json()), **changes)


def certify(folder: Path, factory: Factory = ReferenceEngine, **options: Any) -> Run:
    """Run the small corpus, or the cases of the plan given."""
    resume = options.pop("resume", False)
    wanted = options.pop("plan", None) or plan(**options)
    return session.certify(wanted, factory, factory().hello(), folder, resume=resume)


def schema_faults(lines: Sequence[Json]) -> list[str]:
    validator = named_validator("run")
    return [error.message for line in lines for error in validator.iter_errors(line)]


def written(folder: Path) -> list[Json]:
    text = (folder / session.RUN_FILE).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a run that came to its end."""
    folder = tmp_path_factory.mktemp("finished")
    certify(folder)
    return folder / session.RUN_FILE


# The lines


def test_a_run_is_a_header_a_line_for_each_case_and_an_end(finished: Path) -> None:
    lines = written(finished.parent)
    assert [line["type"] for line in lines] == ["run", *["verdict"] * len(CASES), "end"]
    assert [line["case"] for line in lines[1:-1]] == [case.id for case in CASES]
    assert lines[-1]["counts"] == {"passed": len(CASES)}


def test_every_line_of_a_run_is_valid_by_its_schema(finished: Path) -> None:
    assert schema_faults(written(finished.parent)) == []


@pytest.mark.parametrize("name", [*BROKEN, *(name for name in UNRULY if name != "hangs")])
def test_every_line_about_a_wrong_engine_is_valid_by_its_schema(tmp_path: Path, name: str) -> None:
    factory: Any = BROKEN[name].open if name in BROKEN else UNRULY[name][0]
    certify(tmp_path, factory, cases=CASES[::3])
    assert schema_faults(written(tmp_path)) == []


def test_a_line_about_an_engine_that_hangs_is_valid_by_its_schema(tmp_path: Path) -> None:
    found = certify(tmp_path, Hangs, cases=[case(tmp_path)], timeout=0.05)
    assert schema_faults(written(tmp_path)) == []
    assert found.verdicts[0]["verdict"] == "timed out"


FAILED = Failed("expect", 8, ({"what": "S", "expected": 1, "got": 2},), {}, None)
EVERY: list[Verdict] = [
    Passed(("end_turn",), ("standing",)),
    FAILED,
    replace(FAILED, clause="R091.a"),
    Errored("sorry", "log", "no state"),
    Crashed("gone", "log"),
    TimedOut("slow"),
    Unsupported("board square8"),
    Inapplicable("another edition"),
    Skipped("not asked for"),
]


@pytest.mark.parametrize("verdict", EVERY, ids=lambda verdict: str(verdict.name))
def test_the_schema_knows_every_verdict(tmp_path: Path, verdict: Verdict) -> None:
    line = record(case(tmp_path), verdict, 0.25)
    assert schema_faults([line]) == []
    assert json.loads(json.dumps(line)) == line


@pytest.mark.parametrize(
    "change",
    [
        {"type": "soup"},
        {"verdict": "perfect"},
        {"case": "no brackets"},
        {"clauses": []},
        {"seconds": -1},
        {"broken": ["R091.b"]},
        {"detail": {}},
        {"extra": 1},
        {"board": "square9"},
    ],
    ids=lambda change: str(next(iter(change))),
)
def test_the_schema_refuses_a_wrong_line(finished: Path, change: Json) -> None:
    assert schema_faults([written(finished.parent)[1] | change])


@pytest.mark.parametrize("name", ["suite", "edition", "engine", "corpus", "selection", "started"])
def test_the_schema_wants_a_whole_header(finished: Path, name: str) -> None:
    assert schema_faults([without(written(finished.parent)[0], name)])


def test_a_bad_verdict_blames_the_foremost_clause(tmp_path: Path) -> None:
    one = case(tmp_path, clauses="[R091.b, R091.a]")
    assert broken_clauses(one, FAILED) == ["R091.b"]
    assert broken_clauses(one, Crashed("gone")) == ["R091.b"]


def test_a_move_that_was_not_refused_blames_the_clause_it_breaks(tmp_path: Path) -> None:
    assert broken_clauses(case(tmp_path), replace(FAILED, clause="R091.d")) == ["R091.d"]


@pytest.mark.parametrize("verdict", [Passed(), Unsupported("x"), Inapplicable("x"), Skipped("x")])
def test_what_is_not_bad_blames_nothing(tmp_path: Path, verdict: Verdict) -> None:
    assert broken_clauses(case(tmp_path), verdict) == []


def test_a_file_is_named_from_its_chapter_on(tmp_path: Path) -> None:
    line = record(case(tmp_path / "movement"), Passed(), 0.0)
    assert line["file"] == "movement/sample.yaml"


def test_the_header_says_what_is_run_on_what(tmp_path: Path) -> None:
    hello = Hello("acme", "2.3", "rust", (CANON,), ("square8",), (2,))
    found = header(plan([case(tmp_path)], engine="cmd:acme"), hello)
    assert found["engine"] == {
        "spec": "cmd:acme",
        "name": "acme",
        "version": "2.3",
        "language": "rust",
        "editions": [CANON],
        "boards": ["square8"],
        "players": [2],
        "operations": ["new", "load", "legal", "play", "state"],
    }
    assert (found["edition"], found["cases"]) == (CANON, 1)


def test_the_digest_of_the_corpus_is_that_of_what_the_scenarios_say(tmp_path: Path) -> None:
    one, other = sample(tmp_path / "a"), sample(tmp_path / "b", notes="because")
    assert corpus_digest([one]) == corpus_digest([sample(tmp_path / "c")])
    assert corpus_digest([one]) != corpus_digest([other])


def test_the_digest_of_the_corpus_does_not_depend_on_the_order_of_its_files() -> None:
    scenarios = list({one.scenario.id: one.scenario for one in CASES}.values())
    assert corpus_digest(scenarios) == corpus_digest(scenarios[::-1])


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=[]))
    | st.binary()
    | st.frozensets(st.integers()),
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner)
        | st.dictionaries(st.integers() | st.text(st.characters(exclude_categories=[])), inner)
    ),
    max_leaves=8,
)


@given(anything)
def test_whatever_an_engine_says_can_be_written_as_json_and_read_again(value: Any) -> None:
    text = json.dumps(plain(value), ensure_ascii=False, allow_nan=False)
    assert json.loads(text.encode("utf-8")) == plain(value)


# Running


class Greets(ReferenceEngine):
    """Says this of itself, whatever it is."""

    def __init__(self, hello: Any) -> None:
        super().__init__()
        self.greeting = hello

    def hello(self) -> Hello:
        greeting: Hello = self.greeting
        return greeting


class Refusing(ReferenceEngine):
    """Refuses one move of the small corpus."""

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        if moves[0].get("to") == "2,0" and moves[0]["type"] == "move_stack":
            return Refused(0, moves[0], "no", None, self.state())
        return super().play(moves, every=every)


def test_two_processes_give_the_same_lines_as_one(tmp_path: Path) -> None:
    alone = certify(tmp_path / "1", BROKEN["lands_one_short"].open)
    together = certify(tmp_path / "2", BROKEN["lands_one_short"].open, jobs=2)
    assert [without(line, "seconds") for line in alone.verdicts] == [
        without(line, "seconds") for line in together.verdicts
    ]
    assert any(line["broken"] for line in alone.verdicts)
    assert without(alone.header, "started") == without(together.header, "started")


def test_fail_fast_stops_at_the_first_failure(tmp_path: Path) -> None:
    whole = certify(tmp_path / "whole", Refusing)
    first = next(number for number, line in enumerate(whole.verdicts) if line["broken"])
    found = certify(tmp_path / "fast", Refusing, fail_fast=True)
    assert [line["case"] for line in found.verdicts] == [one.id for one in CASES[: first + 1]]
    assert found.end is not None


def test_fail_fast_stops_many_processes_too(tmp_path: Path) -> None:
    found = certify(tmp_path, Refusing, fail_fast=True, jobs=2)
    assert [bool(line["broken"]) for line in found.verdicts].count(True) == 1
    assert found.verdicts[-1]["broken"]


def test_fail_fast_goes_on_behind_an_informative_scenario(tmp_path: Path) -> None:
    wrong = "[{expect: {S: 0}}]"
    told = case(tmp_path / "a", status="informative", ruling="RUL-28", steps=wrong)
    other = case(tmp_path / "b", title="Another thing is shown here")
    found = list(verdicts(plan(fail_fast=True), ReferenceEngine, [told, other]))
    assert [line["verdict"] for line in found] == ["failed", "passed"]


def test_an_engine_is_closed_when_the_run_is_over() -> None:
    closed: list[bool] = []

    class Closing(ReferenceEngine):
        def close(self) -> None:
            closed.append(True)

    assert len(list(verdicts(plan(), Closing, CASES[:2]))) == 2
    assert closed == [True]


def test_an_engine_that_cannot_be_reached_leaves_the_question_open() -> None:
    def unreachable() -> ReferenceEngine:
        raise EngineCrashed("no such program")

    with pytest.raises(UndecidedError, match="the engine acme cannot be reached: no such program"):
        session.greet("acme", unreachable)


@pytest.mark.parametrize(
    ("factory", "reason"),
    [
        (lambda: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda: sys.exit(0), "SystemExit: 0"),
        (lambda: Greets(42), "it greets with 42"),
        (dict, "AttributeError: "),
    ],
    ids=["raises", "exits", "greets with nonsense", "is no engine"],
)
def test_what_is_no_engine_leaves_the_question_open(factory: Any, reason: str) -> None:
    with pytest.raises(UndecidedError) as caught:
        session.greet("acme", factory)
    assert str(caught.value).startswith(f"the engine acme cannot be reached: {reason}")


def test_an_engine_that_cannot_be_used_is_the_users_to_mend() -> None:
    def unusable() -> ReferenceEngine:
        raise UserError("acme: no licence")

    with pytest.raises(UserError, match="acme: no licence"):
        session.greet("acme", unusable)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(UserError, match=r"File exists|Not a directory"):
        certify(tmp_path / "file", cases=CASES[:1])


# Reading


def test_a_run_is_read_as_it_was_written(finished: Path) -> None:
    found = read_run(finished)
    lines = written(finished.parent)
    assert [found.header, *found.verdicts, found.end] == lines


def cut(path: Path, finished: Path, count: int) -> Path:
    """A copy of a run without its last bytes."""
    path.write_bytes(finished.read_bytes()[:-count])
    return path


def test_an_interrupted_run_is_read_without_an_end(tmp_path: Path, finished: Path) -> None:
    text = "\n".join(finished.read_text(encoding="utf-8").splitlines()[:4]) + "\n"
    path = tmp_path / "run.jsonl"
    path.write_text(text, encoding="utf-8")
    found = read_run(path)
    assert (len(found.verdicts), found.end) == (3, None)


@pytest.mark.parametrize("count", [2, 20, 60])
def test_a_last_line_that_was_cut_short_is_left_out(
    tmp_path: Path, finished: Path, count: int
) -> None:
    found = read_run(cut(tmp_path / "run.jsonl", finished, count))
    assert (len(found.verdicts), found.end) == (len(CASES), None)


def test_a_last_line_may_be_cut_within_a_letter(tmp_path: Path, finished: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(finished.read_bytes() + '{"type": "verdict", "title": "é'.encode()[:-1])
    assert len(read_run(path).verdicts) == len(CASES)


def test_a_last_line_without_its_line_end_is_read(tmp_path: Path, finished: Path) -> None:
    assert read_run(cut(tmp_path / "run.jsonl", finished, 1)).end is not None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ":1: expected the header of a run"),
        (b"hello\nworld\n", ":1: not JSON, so not a run"),
        (b"[1]\n", ":1: expected a line of type run, verdict or end"),
        (b'{"type": "soup"}\n', ":1: expected a line of type run, verdict or end"),
        (b'{"type": "run"}\n', ":1: lacks format, suite"),
        (b"\xff\xfe\n\n", ":1: not JSON, so not a run"),
        (b"[" * 100_000 + b"\n", ":1: not JSON, so not a run"),
    ],
    ids=["nothing", "text", "list", "another type", "half a header", "bytes", "depth"],
)
def test_garbage_is_refused_with_its_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(content)
    with pytest.raises(RunFileError) as caught:
        read_run(path)
    assert str(caught.value).startswith(f"{path}{message}")


def test_garbage_in_the_midst_is_refused_with_its_line(tmp_path: Path, finished: Path) -> None:
    lines = finished.read_text(encoding="utf-8").splitlines(keepends=True)
    path = tmp_path / "run.jsonl"
    path.write_text("".join([*lines[:2], '{"type": "verdict"}\n', *lines[2:]]), encoding="utf-8")
    with pytest.raises(RunFileError, match=r":3: lacks case, scenario"):
        read_run(path)


def test_a_run_of_another_format_is_refused(tmp_path: Path, finished: Path) -> None:
    path = tmp_path / "run.jsonl"
    text = finished.read_text(encoding="utf-8").replace('"format": 1', '"format": 2', 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RunFileError, match=":1: format 2: expected 1"):
        read_run(path)


def test_a_run_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="No such file"):
        read_run(tmp_path / "none.jsonl")


# Going on


class Counting(ReferenceEngine):
    """Counts the positions it is given."""

    loaded = 0

    def load(self, state: Json) -> Any:
        type(self).loaded += 1
        return super().load(state)


@pytest.fixture
def counting() -> type[Counting]:
    Counting.loaded = 0
    return Counting


def interrupted(folder: Path, finished: Path, lines: int) -> None:
    """The run of that folder was cut short after so many lines, and in the midst of the next."""
    text = finished.read_text(encoding="utf-8").splitlines(keepends=True)
    folder.mkdir(exist_ok=True)
    path = folder / session.RUN_FILE
    path.write_text("".join(text[:lines]) + text[lines][:40], encoding="utf-8")


def test_a_run_that_was_cut_short_goes_on(
    tmp_path: Path, finished: Path, counting: type[Counting]
) -> None:
    interrupted(tmp_path, finished, 5)
    found = certify(tmp_path, counting, resume=True)
    assert [line["case"] for line in found.verdicts] == [case.id for case in CASES]
    assert counting.loaded == len(CASES) - 4
    assert found.header["started"] == read_run(finished).header["started"]
    assert found.end is not None
    assert found.end["counts"] == {"passed": len(CASES)}


def test_an_interrupt_while_a_run_is_taken_up_loses_nothing(
    tmp_path: Path, finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted(tmp_path, finished, 5)

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(session, "write_line", interrupt)
    with pytest.raises(KeyboardInterrupt):
        certify(tmp_path, resume=True)
    assert len(read_run(tmp_path / session.RUN_FILE).verdicts) == 4


def test_a_run_that_is_complete_is_not_run_again(
    tmp_path: Path, finished: Path, counting: type[Counting]
) -> None:
    (tmp_path / session.RUN_FILE).write_bytes(finished.read_bytes())
    found = certify(tmp_path, counting, resume=True)
    assert (len(found.verdicts), counting.loaded) == (len(CASES), 0)


def test_without_resume_a_run_begins_anew(
    tmp_path: Path, finished: Path, counting: type[Counting]
) -> None:
    interrupted(tmp_path, finished, 5)
    certify(tmp_path, counting)
    assert counting.loaded == len(CASES)


def test_where_there_is_no_run_a_resumed_one_begins(tmp_path: Path) -> None:
    assert len(certify(tmp_path, resume=True).verdicts) == len(CASES)


@pytest.mark.parametrize(
    ("changes", "differs"),
    [
        ({"edition": "compact-2025-11"}, "edition"),
        ({"engine": "literal"}, "engine"),
        ({"cases": CASES[:3]}, "corpus"),
        ({"selection": Selection(rules=("R091",)).as_json()}, "selection"),
    ],
)
def test_another_run_is_not_gone_on_with(
    tmp_path: Path, finished: Path, changes: dict[str, Any], differs: str
) -> None:
    interrupted(tmp_path, finished, 5)
    before = (tmp_path / session.RUN_FILE).read_bytes()
    with pytest.raises(RunFileError, match=f"cannot go on: its {differs} is another"):
        certify(tmp_path, plan=plan(**changes), resume=True)
    assert (tmp_path / session.RUN_FILE).read_bytes() == before


def test_a_run_of_another_suite_is_not_gone_on_with(finished: Path) -> None:
    old = read_run(finished).header
    assert same_run(old, old) == ""
    assert same_run(old, old | {"suite": {"name": "other", "version": "0"}}) == "suite"


def test_progress_is_told_of_what_was_done_before_too(tmp_path: Path, finished: Path) -> None:
    interrupted(tmp_path, finished, 5)
    told: list[str] = []
    session.certify(
        plan(),
        ReferenceEngine,
        ReferenceEngine().hello(),
        tmp_path,
        resume=True,
        progress=lambda line: told.append(line["case"]),
    )
    assert told == [case.id for case in CASES]
