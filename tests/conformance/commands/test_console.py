import subprocess
import sys

import pytest

from conformance.commands import ExitCode

COMMANDS = (["coverage"], ["certify", "--rule", "R091.b", "--out"])


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_who_has_gone_is_no_failure_of_an_engine(
    command: list[str], tmp_path: object
) -> None:
    words = [*command, str(tmp_path)] if command[-1] == "--out" else command
    with subprocess.Popen(
        [sys.executable, "-c", "from conformance.cli import main; main()", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
    assert process.returncode == ExitCode.UNREAD
