"""A well-behaved engine on standard input and output, to which each animal adds its vice.

From the root of the checkout: `rrc smoke "cmd:python -m tests.zoo.lies_about_seq"`. It is the
reference engine, or, where ZOO_BOOK names a file, the answers that were recorded there: the
tests start very many animals, and those that read begin at once.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeAlias

Json: TypeAlias = dict[str, Any]
Vice: TypeAlias = Callable[[Json, Json], Json | bytes]
"""Given a request and the right reply: what is sent, an object as a line and bytes as they are."""


class Answers(Protocol):
    """Whoever knows the right replies."""

    def reply_to(self, request: Json) -> Json:
        """The right reply to a request."""
        ...


class Book:
    """Recorded replies: every one by the requests that led to it, from the latest position on."""

    def __init__(self, replies: dict[str, Json], source: Answers | None = None) -> None:
        self.replies, self.source = replies, source
        self.path: list[Json] = []

    def reply_to(self, request: Json) -> Json:
        """The reply that was recorded; with a source, it is recorded now."""
        asked = {name: value for name, value in request.items() if name != "seq"}
        if asked["cmd"] == "load":
            self.path = []
        key = json.dumps([*self.path, asked], sort_keys=True)
        if self.source is not None:
            self.replies[key] = self.source.reply_to({"seq": 0, **asked})
        if asked["cmd"] in ("load", "play"):
            self.path.append(asked)
        reply: Json = json.loads(json.dumps(self.replies[key]))  # a vice may change it
        return {**reply, "seq": request["seq"]}


def well_behaved() -> Answers:
    """The book, or the reference engine."""
    if "ZOO_BOOK" in os.environ:
        return Book(json.loads(Path(os.environ["ZOO_BOOK"]).read_text(encoding="utf-8")))
    from conformance.engines.reference import ReferenceEngine
    from conformance.engines.server import Desk

    return Desk(ReferenceEngine())


def requests() -> Iterator[Json]:
    """What is asked, up to goodbye."""
    for line in sys.stdin.buffer:
        request: Json = json.loads(line)
        yield request
        if request["cmd"] == "bye":
            return


def serve(vice: Vice) -> None:
    """Answer hello as it should be, and everything else as the vice will have it."""
    answers = well_behaved()
    for request in requests():
        reply = answers.reply_to(request)
        say(reply if request["cmd"] == "hello" else vice(request, reply))


def at(command: str, vice: Vice) -> Vice:
    """A vice that shows at one kind of request only."""
    return lambda request, reply: vice(request, reply) if request["cmd"] == command else reply


def behave(_request: Json, reply: Json) -> Json:
    """Add no vice."""
    return reply


def line_of(reply: Json) -> bytes:
    """A reply as it is sent."""
    return json.dumps(reply).encode() + b"\n"


def say(reply: Json | bytes) -> None:
    """Send something, at once."""
    sys.stdout.buffer.write(reply if isinstance(reply, bytes) else line_of(reply))
    sys.stdout.buffer.flush()


def hang(*_: Any) -> NoReturn:
    """Do nothing, for ever."""
    while True:
        time.sleep(60)


def die(*_: Any) -> NoReturn:
    """End at once, with a word on standard error."""
    os.write(2, b"the ice broke\n")
    os._exit(3)


def leave_child(*, in_session: bool) -> None:
    """Start a process that outlives this one and keeps its output open."""
    subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=not in_session
    )
