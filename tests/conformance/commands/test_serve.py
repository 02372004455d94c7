import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from conformance.certify import session
from conformance.certify.run import Plan
from conformance.certify.selection import Selection
from conformance.cli import app
from conformance.commands.serve import address
from conformance.editions import CANON
from conformance.engines.http import HttpEngine
from conformance.engines.names import engine_factory
from conformance.engines.process import ProcessEngine
from conformance.engines.reference import ReferenceEngine
from conformance.errors import UserError
from tests.conformance.written import corpus, without

RRC = [sys.executable, "-c", "from conformance.cli import main; main()"]
PROGRAM = f"{RRC[0]} {RRC[1]} '{RRC[2]}'"
BOUND = 60.0


@pytest.mark.parametrize("options", [[], ["--stdio", "--http", "8080"], ["--http", "x:y"]])
def test_wrong_usage_is_code_2(options: list[str]) -> None:
    result = CliRunner().invoke(app, ["serve", *options])
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("127.0.0.1:8080", ("127.0.0.1", 8080)),
        ("8080", ("127.0.0.1", 8080)),
        (":0", ("127.0.0.1", 0)),
        ("0.0.0.0:65535", ("0.0.0.0", 65535)),
    ],
)
def test_an_address_is_a_host_and_a_port(text: str, expected: tuple[str, int]) -> None:
    assert address(text) == expected


@pytest.mark.parametrize("text", ["", "host", "host:", "host:65536", "host:-1"])
def test_an_address_without_a_port_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="expected HOST:PORT"):
        address(text)


def test_a_served_engine_is_certified_case_for_case_as_in_process(tmp_path: Path) -> None:
    plan = Plan("reference", CANON, tuple(corpus()), Selection().as_json(), timeout=BOUND)
    hello = ReferenceEngine().hello()
    served = engine_factory(f"cmd:{PROGRAM} serve --stdio", BOUND)
    here = session.certify(plan, ReferenceEngine, hello, tmp_path / "here")
    there = session.certify(plan, served, hello, tmp_path / "there")
    assert there.header["engine"] == here.header["engine"]
    assert [without(line, "seconds") for line in there.verdicts] == [
        without(line, "seconds") for line in here.verdicts
    ]


def test_a_server_on_stdio_ends_with_status_0_after_bye() -> None:
    engine = ProcessEngine(f"{PROGRAM} serve --stdio", BOUND)
    engine.hello()
    engine.close()
    assert engine.status == 0


def test_what_is_no_request_is_answered_on_stdio_too() -> None:
    lines = b'\xff\n[]\n{"seq":1,"cmd":"hello","protocol":1}\n{"seq":2,"cmd":"bye"}\n'
    done = subprocess.run(
        [*RRC, "serve", "--stdio"], input=lines, capture_output=True, timeout=BOUND, check=True
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["seq"], "error" in one) for one in replies] == [
        (0, True),
        (0, True),
        (1, False),
        (2, False),
    ]
    assert done.stderr == b""


def test_a_server_on_http_says_where_it_is_and_ends_when_interrupted() -> None:
    server = subprocess.Popen(
        [*RRC, "serve", "--http", "127.0.0.1:0"], stderr=subprocess.PIPE, text=True
    )
    try:
        assert server.stderr is not None
        said = server.stderr.readline().split()
        assert said[:4] == ["rrc:", "serving", "reference", "on"]
        engine = HttpEngine(said[4], BOUND)
        assert engine.hello() == ReferenceEngine().hello()
        engine.close()
        server.send_signal(signal.SIGINT)
        assert server.wait(BOUND) == 130
        assert server.stderr.read() == ""
    finally:
        server.kill()
        server.communicate()
