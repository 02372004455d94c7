"""An engine in a process of its own, hostile until proven otherwise.

Requests go to its standard input, replies come from its standard output, and its standard error is
kept, up to a bound, as evidence. A process that dies, hangs or breaks the protocol is ended with
all that it started, and begun again for the next request, but only so often.

Whatever a process starts carries its mark in the environment, beside the marks of those that
started it: so that all of it is found again, also in another session, and also after this process
was interrupted.
"""

import os
import select
import shlex
import signal
import subprocess
import time
import uuid
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from conformance.engines.messages import MAX_BYTES, RESTARTS, ChannelEngine
from conformance.engines.protocol import (
    EngineBrokeProtocol,
    EngineCrashed,
    EngineFailure,
    EngineTimedOut,
)
from conformance.errors import UserError

MAX_EVIDENCE = 16 << 10
MARK = "RRC_ENGINE_MARK"
PROCESSES = Path("/proc/self")
GRACE = 1.0


class Process:
    """One life of an engine's process."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.timeout = timeout
        self.mark = uuid.uuid4().hex
        self.heard = bytearray()
        self.errors = bytearray()
        self.was_forced = False
        try:
            self._begin(command)
        except BaseException:  # such as an interrupt: what has begun already must not stay
            end_all(lambda: [*marked(self.mark)])
            raise

    def _begin(self, command: Sequence[str]) -> None:
        try:
            self.process = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env={**os.environ, MARK: with_mark(self.mark)},
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise EngineCrashed(f"cannot be started: {command[0]}: {reason}") from None
        self.pipes = [
            pipe
            for pipe in (self.process.stdin, self.process.stdout, self.process.stderr)
            if pipe is not None
        ]
        self.input, self.output, self.error = (pipe.fileno() for pipe in self.pipes)
        self.poll = select.poll()
        for pipe in self.pipes:
            os.set_blocking(pipe.fileno(), False)
        self.poll.register(self.output, select.POLLIN)
        self.poll.register(self.error, select.POLLIN)

    def exchange(self, line: bytes, command: str) -> bytes:
        """Send one line and wait for one, no longer than the timeout."""
        deadline = time.monotonic() + self.timeout
        self._drain()
        if self.heard:
            shown = bytes(self.heard[:120])
            message = f"before {command}: a line that nobody asked for: {shown!r}"
            raise EngineBrokeProtocol("unasked line", message)
        self._send(line + b"\n", command, deadline)
        searched = 0
        while (end := self.heard.find(b"\n", searched)) < 0:
            searched = len(self.heard)
            self._refuse_flood(searched, command)
            self._wait(command, deadline)
        self._refuse_flood(end, command)
        reply = bytes(self.heard[:end])
        del self.heard[: end + 1]
        return reply

    def _refuse_flood(self, length: int, command: str) -> None:
        if length > MAX_BYTES:
            message = f"{command}: a reply of more than {MAX_BYTES} bytes"
            raise EngineBrokeProtocol("too long", message)

    def _send(self, data: bytes, command: str, deadline: float) -> None:
        view = memoryview(data)
        while view:
            try:
                view = view[os.write(self.input, view) :]
            except BlockingIOError:
                self._refuse_flood(len(self.heard), command)
                self._wait(command, deadline, writing=True)
            except OSError:
                raise self._dead(command, "input") from None

    def _wait(self, command: str, deadline: float, *, writing: bool = False) -> None:
        """Wait until the engine says something, or can be written to."""
        left = deadline - time.monotonic()
        if left <= 0:
            if self.process.poll() is not None:  # and what it started keeps its output open
                raise self._dead(command, "output")
            said = f" after {bytes(self.heard[:60])!r}" if self.heard else ""
            raise EngineTimedOut(f"{command}: no answer within {self.timeout:g} s{said}")
        if writing:
            self.poll.register(self.input, select.POLLOUT)
        try:
            ready = self.poll.poll(1000 * left)
        finally:
            if writing:
                self.poll.unregister(self.input)
        for pipe, _ in ready:
            if pipe == self.error:
                self._read_errors()
            elif pipe == self.output and not self._read_output():
                raise self._dead(command, "output")

    def _read_output(self) -> bool:
        """Read what is there; False at the end of the stream."""
        try:
            data = os.read(self.output, 1 << 16)
        except BlockingIOError:
            return True
        self.heard += data
        return bool(data)

    def _read_errors(self) -> bool:
        """Read what is there; False if nothing is, or at the end of the stream."""
        try:
            data = os.read(self.error, 1 << 16)
        except BlockingIOError:
            return False
        if not data:
            with suppress(KeyError):  # its end may have been seen before
                self.poll.unregister(self.error)
        self.errors += data
        del self.errors[:-MAX_EVIDENCE]
        return bool(data)

    def _drain(self) -> None:
        """Take in what the engine has said meanwhile."""
        for pipe, _ in self.poll.poll(0):
            if pipe == self.output:
                self._read_output()
            else:
                self._read_errors()

    def _dead(self, command: str, closed: str) -> EngineFailure:
        try:
            status: int | None = self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            status = None
        deadline = time.monotonic() + GRACE  # what it started may go on talking
        while self._read_errors() and time.monotonic() < deadline:
            pass
        if self.heard:
            shown = bytes(self.heard[:120])
            message = f"{command}: it ended in the middle of a line: {shown!r}"
            return EngineBrokeProtocol("partial line", message)
        if status is None:
            return EngineCrashed(f"{command}: it closed its {closed}")
        how = f"signal {-status}" if status < 0 else f"status {status}"
        return EngineCrashed(f"{command}: it ended with {how}")

    def evidence(self) -> str:
        """The end of its standard error."""
        return self.errors.decode("utf-8", "replace")

    def end(self, goodbye: bytes | None) -> None:
        """Let it go with a word, then make sure that nothing of it is left."""
        try:
            if goodbye is not None and self.process.poll() is None:
                with suppress(OSError):  # it may be gone already, or not listen
                    os.write(self.input, goodbye + b"\n")
                    self._linger(time.monotonic() + GRACE)
        finally:  # also when somebody has no patience and interrupts
            self.was_forced = self.process.poll() is None
            for pipe in self.pipes:
                pipe.close()
            end_all(self._living)
            if not PROCESSES.is_dir():  # then what it started is found by its group alone
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.process.pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):  # the system itself is at a loss
                self.process.wait(GRACE)

    def _linger(self, deadline: float) -> None:
        while self.process.poll() is None and time.monotonic() < deadline:
            self._drain()
            if len(self.heard) > MAX_BYTES:
                return
            time.sleep(0.002)

    def _living(self) -> set[int]:
        """The process and whatever it started, wherever that has gone."""
        found = set(marked(self.mark, self.process.pid))
        if self.process.poll() is None:
            found.add(self.process.pid)
        return found


def with_mark(mark: str) -> str:
    """The marks of this process, and one more."""
    return ",".join(filter(None, (os.environ.get(MARK), mark)))


def marked(mark: str, session: int | None = None) -> Iterator[int]:
    """The processes that carry a mark or belong to a session of ours, where the system tells."""
    for folder in PROCESSES.parent.glob("[0-9]*"):
        try:
            state, _, _, of = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if state != "Z" and (int(of) == session or mark in _marks(folder)):
                yield int(folder.name)
        except (OSError, ValueError):
            continue  # it has ended meanwhile, or is another user's


def _marks(folder: Path) -> list[str]:
    start = f"{MARK}=".encode()
    for entry in (folder / "environ").read_bytes().split(b"\0"):
        if entry.startswith(start):
            return entry.removeprefix(start).decode("utf-8", "replace").split(",")
    return []


def end_all(living: Callable[[], Collection[int]]) -> None:
    """Ask processes to end and, where that is not enough, make them."""
    try:
        _send_until(signal.SIGTERM, living, every=GRACE / 2)
    finally:  # also when interrupted
        _send_until(signal.SIGKILL, living, every=0.02)


def _send_until(sign: signal.Signals, living: Callable[[], Collection[int]], every: float) -> None:
    """Send a signal, again and again, until nobody is left or the time is over."""
    deadline = time.monotonic() + GRACE / 2
    while time.monotonic() < deadline and (found := living()):
        for process in found:
            with suppress(ProcessLookupError, PermissionError):  # it may have ended meanwhile
                os.kill(process, sign)
        again = time.monotonic() + every
        while time.monotonic() < min(again, deadline) and living():
            time.sleep(0.005)


class ProcessChannel:
    """The present life of a process, begun when it is first needed."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.command, self.timeout = command, timeout
        self.life: Process | None = None

    def exchange(self, line: bytes, command: str) -> bytes:
        """Send one line and wait for one."""
        if self.life is None:
            self.life = Process(self.command, self.timeout)
        return self.life.exchange(line, command)

    def evidence(self) -> str:
        """The end of its standard error."""
        return "" if self.life is None else self.life.evidence()

    def close(self, goodbye: bytes | None = None) -> None:
        """End this life."""
        if self.life is not None:
            life, self.life = self.life, None
            life.end(goodbye)


class ProcessEngine(ChannelEngine):
    """An engine named `cmd:…`."""

    channel: ProcessChannel

    def __init__(self, command: str, timeout: float = 10.0, restarts: int = RESTARTS) -> None:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise UserError(f"cmd:{command}: {error}") from None
        if not words:
            raise UserError("cmd: without a command: expected cmd:PROGRAM ARGUMENT…")
        super().__init__(ProcessChannel(words, timeout), restarts)
        self.status: int | None = 0  # how it ended; None if by force

    def close(self) -> None:
        """Say goodbye, and end whatever is left."""
        life = self.channel.life
        if life is None:
            return
        self.seq += 1
        self.channel.close(b'{"seq":%d,"cmd":"bye"}' % self.seq)
        self.status = None if life.was_forced else life.process.returncode
