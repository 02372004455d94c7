import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from conformance import __version__, checkout
from conformance.cli import COMMANDS, Program, app
from conformance.commands import ExitCode, check, test
from conformance.errors import CheckoutError, ConformanceError, UserError

ROOT = Path(__file__).parent.parent.parent


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def program_that(action: object) -> typer.Typer:
    """A program like rrc, whose only command does this."""
    small = typer.Typer(cls=Program, pretty_exceptions_enable=False, rich_markup_mode=None)

    @small.callback()
    def options() -> None:
        pass

    @small.command("act")
    def act() -> None:
        assert callable(action)
        action()

    return small


def test_the_version_is_that_of_the_distribution() -> None:
    result = run("--version")
    assert result.output == f"ringrift-conformance {__version__}\n"
    assert result.exit_code == 0


def test_the_help_lists_every_command_and_the_exit_codes() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for module in COMMANDS:
        assert module.__name__.rpartition(".")[2] in result.output
    assert "3 could not tell" in " ".join(result.output.split())


@pytest.mark.parametrize("arguments", [["nonsense"], ["check", "--nonsense"], ["check", "extra"]])
def test_wrong_usage_is_code_2(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Error: " in result.output
    assert "Traceback" not in result.output


def test_a_user_error_is_one_message_with_its_faults_and_code_2() -> None:
    def act() -> None:
        raise UserError("state.json: impossible state", ["3,3: two things", "9,9: off the board"])

    result = CliRunner().invoke(program_that(act), ["act"])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == (
        "rrc: state.json: impossible state\n  - 3,3: two things\n  - 9,9: off the board\n"
    )


def test_an_interrupt_is_code_130_without_a_traceback() -> None:
    def act() -> None:
        raise KeyboardInterrupt

    result = CliRunner().invoke(program_that(act), ["act"])
    assert result.exit_code == 130
    assert result.output == ""


def script(body: str) -> list[str]:
    """A process that runs `main` with one more command, whose body this is."""
    return [
        sys.executable,
        "-c",
        "import sys, typer\n"
        "from conformance import cli\n"
        "from conformance.errors import UserError\n"
        f"@cli.app.command('act')\ndef act() -> None:\n    {body}\n"
        "sys.argv = ['rrc', 'act']\n"
        "cli.main()",
    ]


def test_a_reader_that_goes_away_is_no_noise() -> None:
    process = subprocess.Popen(
        script("for _ in range(10_000): typer.echo('x' * 100)"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.read(1)
    process.stdout.close()
    _, said = process.communicate(timeout=60)
    assert said == b""
    assert process.returncode == ExitCode.UNREAD


def test_a_reader_that_goes_away_before_the_last_words_is_no_noise() -> None:
    process = subprocess.Popen(
        script("sys.stdin.read(); print('unread')"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, said = process.communicate(b"", timeout=60)
    assert said == b""
    assert process.returncode == ExitCode.UNREAD


def test_a_fault_of_the_suite_is_code_3_with_its_traceback() -> None:
    done = subprocess.run(script("1 / 0"), capture_output=True, text=True, check=False)
    assert done.returncode == ExitCode.UNDECIDED
    assert "ZeroDivisionError" in done.stderr


def test_a_user_error_of_the_program_itself_has_no_traceback() -> None:
    done = subprocess.run(
        script("raise UserError('no such file')"), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "rrc: no such file\n")


def test_user_errors_are_errors_of_the_suite() -> None:
    assert issubclass(CheckoutError, UserError)
    assert issubclass(UserError, ConformanceError)


def test_the_checkout_beside_the_package_is_found_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "ringrift-conformance"\n')
    monkeypatch.chdir(tmp_path)
    assert checkout.find_checkout() == ROOT


def outside(monkeypatch: pytest.MonkeyPatch, installed: Path) -> None:
    """Pretend that the package is an installed copy in this folder."""
    monkeypatch.setattr("conformance.__path__", [str(installed / "conformance")])


def test_an_installed_copy_finds_the_checkout_above_the_current_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside(monkeypatch, tmp_path)
    monkeypatch.chdir(ROOT / "docs")
    assert checkout.find_checkout() == ROOT


@pytest.mark.parametrize("name", ["test", "check"])
@pytest.mark.parametrize(
    "pyproject", ["", "not toml [", "project = 3", "[project]\nname = 'another'"]
)
def test_an_installed_copy_outside_a_checkout_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, pyproject: str
) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject)
    outside(monkeypatch, tmp_path)
    monkeypatch.chdir(tmp_path)
    result = run(name)
    assert result.exit_code == 2
    assert result.stderr == (
        "rrc: this command needs a checkout of ringrift-conformance, "
        f"and there is none at or above {tmp_path}\n"
    )


@pytest.mark.parametrize("tool", [checkout.python_tool, checkout.script_tool])
def test_a_tool_that_is_not_installed_is_named(tool: object) -> None:
    assert callable(tool)
    with pytest.raises(CheckoutError, match="no_such_tool is not installed here"):
        tool("no_such_tool")


def test_arguments_of_test_go_on_to_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[list[str], Path]] = []

    def pretend(command: list[str], folder: Path) -> int:
        seen.append((command, folder))
        return 0

    monkeypatch.setattr(test, "run", pretend)
    assert run("test", "-k", "a or b", "--maxfail=1", "tests/x.py").exit_code == 0
    command = [sys.executable, "-m", "pytest", "-k", "a or b", "--maxfail=1", "tests/x.py"]
    assert seen == [(command, ROOT)]


@pytest.mark.parametrize(
    ("status", "code"), [(0, 0), (1, 1), (2, 1), (3, 3), (4, 2), (5, 3), (-signal.SIGTERM, 3)]
)
def test_the_status_of_pytest_becomes_a_code_of_ours(
    monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    monkeypatch.setattr(test, "run", lambda command, folder: status)
    assert run("test").exit_code == code


def test_a_selection_of_no_tests_could_not_tell() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from conformance.cli import main; main()", "test", "-k", "no_such"],
        capture_output=True,
        env={**os.environ, "PYTEST_ADDOPTS": "--collect-only -q"},
        check=False,
    )
    assert done.returncode == 3


@pytest.mark.parametrize("broken", ["ruff", "mypy", "lint-imports", "pytest"])
def test_check_runs_everything_and_fails_if_one_step_does(
    monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    seen: list[str] = []

    def pretend(command: list[str], folder: Path) -> int:
        line = " ".join(command)
        seen.append(line)
        return int(broken in line)

    monkeypatch.setattr(check, "run", pretend)
    monkeypatch.setattr(test, "run", pretend)
    assert run("check").exit_code == 1
    assert len(seen) == 10
    assert seen[-1].endswith("-m pytest -n auto")


def test_check_holds_if_every_step_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "run", lambda command, folder: 0)
    monkeypatch.setattr(test, "run", lambda command, folder: 0)
    result = run("check")
    assert result.exit_code == 0
    assert result.output.splitlines()[-1] == "== tests: rrc test"
