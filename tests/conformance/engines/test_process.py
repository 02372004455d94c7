"""A process is started, spoken to, and ended with all that belongs to it."""

import os
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.engines.messages import MAX_BYTES
from conformance.engines.process import (
    MARK,
    MAX_EVIDENCE,
    PROCESSES,
    Process,
    ProcessEngine,
    marked,
    with_mark,
)
from conformance.engines.protocol import EngineBrokeProtocol, EngineCrashed, EngineTimedOut
from conformance.errors import UserError

BOUND = 30.0
PYTHON = [sys.executable, "-c"]
on_linux = pytest.mark.skipif(not PROCESSES.is_dir(), reason="looks for processes in /proc")


@pytest.fixture
def started() -> Iterator[list[Process]]:
    lives: list[Process] = []
    yield lives
    for life in lives:
        life.end(None)


def begin(started: list[Process], *command: str, timeout: float = BOUND) -> Process:
    started.append(Process(command, timeout))
    return started[-1]


def alive_in_session(leader: int) -> list[str]:
    found = []
    for folder in PROCESSES.parent.glob("[0-9]*"):
        try:
            state, _, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(session) == leader and state != "Z":
                found.append((folder / "cmdline").read_text())
        except OSError:
            continue
    return found


@pytest.mark.parametrize("command", ["", "   ", "node 'adapter.mjs"])
def test_a_command_that_is_none_is_refused_at_once(command: str) -> None:
    with pytest.raises(UserError):
        ProcessEngine(command)


@pytest.mark.parametrize(
    "command", ["no-such-program-here", "/", str(Path(__file__)), "program\0name"]
)
def test_a_program_that_cannot_be_started_has_crashed(command: str) -> None:
    with pytest.raises(EngineCrashed, match="cannot be started: "):
        Process([command], 1.0)


def test_a_line_goes_out_and_a_line_comes_back(started: list[Process]) -> None:
    life = begin(started, "cat")
    assert life.exchange(b"one", "hello") == b"one"
    assert life.exchange(b"two", "hello") == b"two"


def test_a_large_line_passes_while_the_other_side_already_answers(started: list[Process]) -> None:
    line = b"x" * (MAX_BYTES - 1)
    assert begin(started, "cat").exchange(line, "load") == line


def test_a_line_of_more_than_the_bound_is_too_long(started: list[Process]) -> None:
    with pytest.raises(EngineBrokeProtocol) as caught:
        begin(started, "cat").exchange(b"x" * (MAX_BYTES + 1), "load")
    assert caught.value.kind == "too long"


def test_a_large_request_to_an_engine_that_does_not_read_times_out(started: list[Process]) -> None:
    life = begin(started, *PYTHON, "import time; time.sleep(600)", timeout=0.5)
    start = time.monotonic()
    with pytest.raises(EngineTimedOut, match=r"load: no answer within 0.5 s"):
        life.exchange(b"x" * MAX_BYTES, "load")
    assert time.monotonic() - start < BOUND


def test_an_engine_that_talks_and_does_not_read_fills_no_memory(started: list[Process]) -> None:
    life = begin(started, "yes")
    with pytest.raises(EngineBrokeProtocol):
        life.exchange(b"x" * MAX_BYTES, "load")
    assert len(life.heard) < 2 * MAX_BYTES


def test_an_engine_that_closes_its_input_and_lives_on_has_crashed(started: list[Process]) -> None:
    life = begin(started, *PYTHON, "import os, time; os.close(0); print(); time.sleep(600)")
    life._wait("hello", time.monotonic() + BOUND)  # until it has begun
    life.heard.clear()
    with pytest.raises(EngineCrashed, match="load: it closed its"):
        life.exchange(b"x" * MAX_BYTES, "load")


def test_a_signal_that_ended_it_is_named(started: list[Process]) -> None:
    life = begin(started, *PYTHON, "import os; input(); os.kill(os.getpid(), 9)")
    with pytest.raises(EngineCrashed, match="hello: it ended with signal 9"):
        life.exchange(b"", "hello")


def test_evidence_is_the_end_of_standard_error_and_bounded(started: list[Process]) -> None:
    program = "import sys; input(); sys.stderr.write('x' * 10**6 + 'the end \\udcff'); sys.exit(4)"
    life = begin(started, *PYTHON, program)
    with pytest.raises(EngineCrashed, match="status 4"):
        life.exchange(b"", "hello")
    assert "the end" in life.evidence()
    assert len(life.evidence()) <= MAX_EVIDENCE


@on_linux
def test_nobody_carries_a_mark_that_was_never_given() -> None:
    assert [*marked(uuid.uuid4().hex)] == []


@on_linux
def test_a_process_carries_its_mark_and_those_of_its_ancestors(
    started: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    outer = uuid.uuid4().hex
    monkeypatch.setenv(MARK, with_mark(outer))
    life = begin(started, "cat")
    life.exchange(b"", "hello")
    assert [*marked(outer)] == [*marked(life.mark)] == [life.process.pid]
    life.end(None)
    assert [*marked(outer)] == []


@on_linux
def test_what_it_started_with_another_environment_is_ended_with_it(started: list[Process]) -> None:
    life = begin(started, "sh", "-c", "env -i sleep 600 & exec cat")
    life.exchange(b"", "hello")
    assert len(alive_in_session(life.process.pid)) == 2
    life.end(None)
    assert alive_in_session(life.process.pid) == []


@on_linux
def test_an_impatient_interrupt_leaves_nothing(
    started: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    life = begin(started, "sh", "-c", "sleep 600 & exec cat")
    life.exchange(b"", "hello")

    def interrupted(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(life, "_linger", interrupted)
    with pytest.raises(KeyboardInterrupt):
        life.end(b"bye")
    assert [*marked(life.mark)] == []


@on_linux
def test_an_interrupt_while_it_starts_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    marks: list[str] = []

    def interrupted(self: Process, command: list[str]) -> None:
        marks.append(self.mark)
        monkeypatch.undo()
        self._begin(command)
        raise KeyboardInterrupt

    monkeypatch.setattr(Process, "_begin", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Process(["sleep", "600"], 1.0)
    assert [*marked(marks[0])] == []


@on_linux
def test_many_lives_leave_no_pipe_open_and_no_zombie() -> None:
    def open_files() -> int:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - a Path would open one more

    engine = ProcessEngine("cat", restarts=30)
    before = open_files()
    lives = set()
    for _ in range(15):
        with pytest.raises(EngineBrokeProtocol):  # its own request comes back to the suite
            engine.hello()
        life = Process(["true"], 1.0)
        life.end(None)
        lives.add(life.process.pid)
    engine.close()
    assert open_files() == before
    assert not any(Path(f"/proc/{number}").exists() for number in lives)


def test_how_it_ended_is_known() -> None:
    for program, status in (
        ("import sys; input(); print('{}', flush=True); input(); sys.exit(0)", 0),
        ("import sys; input(); print('{}', flush=True); input(); sys.exit(5)", 5),
        ("import time; input(); print('{}', flush=True); time.sleep(600)", None),
    ):
        engine = ProcessEngine(f'{sys.executable} -c "{program}"')
        engine.channel.exchange(b"", "hello")
        engine.close()
        assert engine.status == status


def test_an_engine_that_was_never_asked_is_never_started() -> None:
    engine = ProcessEngine("no-such-program-here")
    engine.close()
    assert engine.channel.life is None
