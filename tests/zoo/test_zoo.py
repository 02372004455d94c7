"""Engines that misbehave: each gets its verdict, the run goes on and ends, and nothing is left."""

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from conformance.certify import session
from conformance.certify.run import Plan, read_run
from conformance.certify.selection import Selection
from conformance.certify.tally import Judgement, tally
from conformance.cli import app
from conformance.documents import named_validator
from conformance.editions import CANON
from conformance.engines.process import PROCESSES, ProcessEngine
from conformance.engines.protocol import EngineFailure, Hello
from conformance.engines.reference import ReferenceEngine
from conformance.engines.server import Desk
from conformance.errors import UndecidedError
from conformance.scenarios.model import Do, Reject
from tests.conformance.written import CORPUS, ROOT, corpus
from tests.zoo.base import Book

ANIMALS = sorted(path.stem for path in Path(__file__).parent.glob("*.py"))
TRIED = (  # the first moves, the second refuses, the third lists
    "R092-a-no-marker-left",
    "R101-d-heights-compared",
    "R072-a-blocked-player-passes",
)
BY_ID = {case.scenario.id: case for case in corpus()}
CASES = tuple(BY_ID[name] for name in TRIED)
PATIENT = 60.0  # for animals that answer or end: never waited for
SHORT = 5.0  # for those that do not; an engine has to start within it, also on a busy machine
BOUND = 60.0  # for a run of three cases, also on a busy machine

pytestmark = pytest.mark.skipif(not PROCESSES.is_dir(), reason="looks for processes in /proc")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The right replies to all that the three cases ask."""
    engine = Book({}, Desk(ReferenceEngine()))
    engine.reply_to({"seq": 1, "cmd": "hello", "protocol": 1})
    for case in CASES:
        moves = [step.move for step in case.steps if isinstance(step, Do | Reject)]
        engine.reply_to({"seq": 1, "cmd": "load", "state": case.state, "legal": False})
        for request in ("state", "legal"):
            engine.reply_to({"seq": 1, "cmd": request})
        for move in moves:
            asked = {"seq": 1, "cmd": "play", "moves": [move], "legal": False, "every": False}
            engine.reply_to(asked)
            engine.reply_to({"seq": 1, "cmd": "state"})
    engine.reply_to({"seq": 1, "cmd": "load", "state": CASES[-1].state, "legal": False})
    engine.reply_to({"seq": 1, "cmd": "bye"})
    path = tmp_path_factory.mktemp("zoo") / "book.json"
    path.write_text(json.dumps(engine.replies), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch, book: Path) -> Iterator[None]:
    """Whatever a test starts carries a mark, and has ended when the test has."""
    monkeypatch.setenv("ZOO_BOOK", str(book))
    mark = f"ZOO_MARK={uuid.uuid4().hex}"
    monkeypatch.setenv(*mark.split("=", 1))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    yield
    assert carrying(mark) == []


def carrying(entry: str) -> list[str]:
    """The command lines of living processes whose environment has an entry."""
    found = []
    for folder in PROCESSES.parent.glob("[0-9]*"):
        try:
            if entry.encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append((folder / "cmdline").read_text())
        except OSError:
            continue  # it has ended, or is none of ours
    return [command for command in found if command]  # a zombie has none


def command(animal: str) -> str:
    return f"{sys.executable} -m tests.zoo.{animal}"


def certified(
    folder: Path, animal: str, timeout: float = PATIENT, restarts: int = 5, jobs: int = 1
) -> list[dict[str, Any]]:
    """The lines of a run of three cases, which came to its end in time."""
    plan = Plan(animal, CANON, CASES, Selection().as_json(), timeout, jobs)
    begin = time.monotonic()
    run = session.certify(
        plan, lambda: ProcessEngine(command(animal), timeout, restarts), HELLO, folder
    )
    assert time.monotonic() - begin < BOUND
    assert run.end is not None
    assert [line["case"] for line in run.verdicts] == [case.id for case in CASES]
    return list(run.verdicts)


HELLO: Hello = ReferenceEngine().hello()


def seen(lines: Sequence[dict[str, Any]]) -> list[str]:
    """The verdicts, and the kind of those that have one."""
    return [line["detail"].get("kind") or line["verdict"] for line in lines]


# What is said of an animal that moves, refuses and lists, in this order.
WRONG: dict[str, tuple[str, str, str]] = {
    "accepts_everything": ("passed", "failed", "passed"),
    "answers_error": ("error", "error", "error"),
    "changes_history": ("passed", "failed", "passed"),
    "dies_every_third_request": ("crashed", "crashed", "crashed"),
    "dies_in_mid_run": ("crashed", "crashed", "passed"),
    "floods_output": ("unasked line", "unasked line", "unasked line"),
    "half_a_line_and_ends": ("partial line", "partial line", "passed"),
    "lies_about_seq": ("wrong seq", "wrong seq", "wrong seq"),
    "lists_a_move_twice": ("passed", "passed", "duplicate moves"),
    "refuses_every_position": ("failed", "failed", "failed"),
    "refuses_what_it_lists": ("failed", "passed", "passed"),
    "replies_twice": ("unasked line", "unasked line", "unasked line"),
    "says_another_hello": ("crashed", "another hello", "another hello"),
    "sends_100_mb": ("too long", "too long", "passed"),
    "sends_an_array": ("not an object", "not an object", "passed"),
    "sends_nan": ("not finite", "not finite", "passed"),
    "sends_no_utf8": ("not UTF-8", "not UTF-8", "passed"),
    "tells_a_ring_too_many": ("broken invariants",) * 3,
    "tells_two_things_on_a_cell": ("broken invariants",) * 3,
}
STUCK: dict[str, tuple[str, str, str]] = {
    "closes_output": ("crashed", "crashed", "passed"),
    "dies_leaving_a_child": ("crashed", "crashed", "passed"),
    "half_a_line_and_hangs": ("timed out", "timed out", "passed"),
    "hangs_in_mid_run": ("timed out", "timed out", "passed"),
    "ignores_sigterm": ("timed out", "timed out", "passed"),
}
GOOD = ("floods_errors", "ignores_bye", "leaves_a_child", "leaves_a_child_elsewhere")
DUMB = ("dies_at_hello", "hangs_at_hello", "prints_a_banner")


def test_every_animal_is_shown() -> None:
    shown = {*WRONG, *STUCK, *GOOD, *DUMB, "answers_late", "base", "test_zoo"}
    assert shown == {*ANIMALS}


@pytest.mark.parametrize("animal", WRONG)
def test_a_wrong_engine_gets_its_verdicts_and_the_run_goes_on(animal: str, tmp_path: Path) -> None:
    lines = certified(tmp_path, animal)
    assert seen(lines) == [*WRONG[animal]]
    assert tally(lines).judgement is Judgement.BROKEN
    for line in (tmp_path / session.RUN_FILE).read_text(encoding="utf-8").splitlines():
        named_validator("run").validate(json.loads(line))


@pytest.mark.parametrize("animal", STUCK)
def test_an_engine_that_is_stuck_is_ended_in_time(animal: str, tmp_path: Path) -> None:
    assert seen(certified(tmp_path, animal, SHORT)) == [*STUCK[animal]]


@pytest.mark.parametrize("animal", GOOD)
def test_an_engine_that_answers_right_passes_whatever_else_it_does(
    animal: str, tmp_path: Path
) -> None:
    lines = certified(tmp_path, animal)
    assert seen(lines) == ["passed"] * 3
    assert tally(lines).judgement is Judgement.HOLDS


@pytest.mark.parametrize(("delay", "verdict"), [("0.3", "passed"), ("30", "timed out")])
def test_an_answer_is_late_when_it_comes_after_the_timeout(
    delay: str, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZOO_DELAY", delay)
    lines = certified(tmp_path, "answers_late", SHORT)
    assert seen(lines) == [verdict, verdict, "passed"]


@pytest.mark.parametrize("animal", DUMB)
def test_an_engine_that_cannot_be_greeted_tells_nothing(animal: str, tmp_path: Path) -> None:
    def factory() -> ProcessEngine:
        return ProcessEngine(command(animal), 1.0)

    with pytest.raises(UndecidedError, match="cannot be reached: "):
        session.greet(animal, factory)


def test_an_engine_that_cannot_be_greeted_again_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(UndecidedError, match="cannot be greeted again: hello: it ended with"):
        certified(tmp_path, "dies_at_hello")


def test_an_engine_that_fails_too_often_is_given_up_and_nothing_is_told(tmp_path: Path) -> None:
    lines = certified(tmp_path, "dies_every_third_request", restarts=1)
    assert seen(lines) == ["crashed", "crashed", "gave up"]
    assert tally(lines).judgement is Judgement.UNTOLD


def test_a_failure_carries_the_end_of_standard_error_as_evidence(tmp_path: Path) -> None:
    lines = certified(tmp_path, "dies_in_mid_run")
    assert lines[0]["detail"] == {
        "message": "play: it ended with status 3",
        "evidence": "the ice broke\n",
    }


def test_a_refusal_of_a_move_that_is_listed_is_said_so(tmp_path: Path) -> None:
    (line, *_) = certified(tmp_path, "refuses_what_it_lists")
    assert [row["what"] for row in line["detail"]["mismatches"]] == [
        "move_stack from=0,0 to=2,0 is played",
        "a move that it lists itself",
    ]


@pytest.mark.parametrize(
    ("animal", "fault"),
    [
        ("tells_a_ring_too_many", "37 rings in all, and the game has 36"),
        ("tells_two_things_on_a_cell", "0,0 is in stacks and in markers"),
    ],
)
def test_the_invariant_that_is_broken_is_named(animal: str, fault: str, tmp_path: Path) -> None:
    assert certified(tmp_path, animal)[0]["detail"]["message"] == fault


@pytest.mark.parametrize("animal", ["dies_in_mid_run", "leaves_a_child_elsewhere"])
def test_the_verdicts_of_several_processes_are_those_of_one(animal: str, tmp_path: Path) -> None:
    expected = ["passed"] * 3 if animal in GOOD else [*WRONG[animal]]
    assert seen(certified(tmp_path, animal, jobs=2)) == expected


def test_a_worker_that_is_ended_by_its_engine_ends_the_run(tmp_path: Path) -> None:
    class Exits(ReferenceEngine):
        def load(self, state: dict[str, Any]) -> Any:
            os._exit(0)

    plan = Plan("exits", CANON, CASES, Selection().as_json(), PATIENT, 2)
    with pytest.raises(UndecidedError, match="ended before its time"):
        session.certify(plan, Exits, HELLO, tmp_path)
    assert read_run(tmp_path / session.RUN_FILE).end is None


# --- on the command line ------------------------------------------------------------------------


def options(animal: str, out: Path, timeout: float, jobs: int = 1) -> list[str]:
    files = [option for name in TRIED for option in ("--scenarios", str(file_of(name)))]
    limits = ["--timeout", str(timeout), "--jobs", str(jobs), "--out", str(out)]
    return ["certify", f"cmd:{command(animal)}", *files, *limits]


def file_of(name: str) -> Path:
    (path,) = CORPUS.glob(f"*/{name}.yaml")
    return path


def rrc(animal: str, out: Path, timeout: float = PATIENT) -> Result:
    return CliRunner().invoke(app, options(animal, out, timeout))


@pytest.mark.parametrize(
    ("animal", "timeout", "code"),
    [
        ("floods_errors", PATIENT, 0),
        ("sends_nan", PATIENT, 1),
        ("accepts_everything", PATIENT, 1),
        ("prints_a_banner", PATIENT, 3),
        ("hangs_at_hello", 1.0, 3),
    ],
)
def test_the_exit_code_says_whether_it_holds(
    animal: str, timeout: float, code: int, tmp_path: Path
) -> None:
    result = rrc(animal, tmp_path, timeout)
    assert result.exit_code == code
    assert "Traceback" not in result.output


def test_the_exit_code_of_an_engine_that_was_given_up_is_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ProcessEngine.__init__, "__defaults__", (10.0, 1))
    assert rrc("dies_every_third_request", tmp_path).exit_code == 3


@pytest.mark.parametrize(("jobs", "times"), [(1, 1), (2, 1), (2, 2)])
def test_an_interrupt_leaves_a_valid_run_and_no_process(
    jobs: int, times: int, tmp_path: Path
) -> None:
    program = "from conformance.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, *options("hangs_in_mid_run", tmp_path, 300.0, jobs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=ROOT,
        start_new_session=True,
    )
    mark = f"ZOO_MARK={os.environ['ZOO_MARK']}"
    try:
        wait_for(lambda: (tmp_path / session.RUN_FILE).exists())
        wait_for(lambda: sum("tests.zoo" in one for one in carrying(mark)) >= jobs)
        for _ in range(times):
            time.sleep(0.3)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it: to the workers too
        output = process.communicate(timeout=BOUND)[0].decode()
    finally:
        process.kill()
        process.wait()
    # A second one may come when the first has been heeded and Python is on its way out.
    assert process.returncode == 130 or (times > 1 and process.returncode == -signal.SIGINT)
    assert times > 1 or "Traceback" not in output
    run = read_run(tmp_path / session.RUN_FILE)
    assert run.end is None
    assert len(run.verdicts) < len(CASES)


def wait_for(condition: Any) -> None:
    deadline = time.monotonic() + BOUND
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_what_a_served_engine_starts_is_ended_with_the_server(tmp_path: Path) -> None:
    """An engine behind another: the outer one is ended by force, and all beneath it too."""
    serve = "from conformance.cli import main; main()"
    inner = command("ignores_sigterm")
    engine = ProcessEngine(
        f"{sys.executable} -c '{serve}' serve --stdio --timeout 300 'cmd:{inner}'", 5.0
    )
    try:
        engine.hello()
        engine.load(CASES[0].state or {})
        with pytest.raises(EngineFailure):
            engine.play([{"type": "move_stack", "from": "0,0", "to": "2,0"}])
    finally:
        engine.close()
