"""The set-up done by ./rrc, without its network: venv and pip are replaced."""

import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parent.parent / "rrc"


def load(script: Path) -> Any:
    """The script as a module, with the checkout that it stands in as its own."""
    loader = SourceFileLoader("rrc_bootstrap", str(script))
    spec = spec_from_loader("rrc_bootstrap", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


class Setup:
    """A checkout of its own, and what the script called in it."""

    def __init__(self, root: Path) -> None:
        (root / "pyproject.toml").write_text("[project]\n")
        (root / "rrc").write_bytes(SCRIPT.read_bytes())
        self.root = root
        self.script = load(root / "rrc")
        self.script.call = self.call
        self.script.become = self.become
        self.called: list[str] = []
        self.became: list[str] = []
        self.failing = ""

    def call(self, command: list[str], lock: list[int]) -> int:
        """Stand in for venv and pip."""
        name = command[command.index("-m") + 1]
        self.called.append(name)
        assert not Path(self.script.STAMP).exists(), "a set-up at work must not look ready"
        if name == self.failing:
            return 1
        program = self.script.PYTHON if name == "venv" else self.script.RRC
        Path(program).parent.mkdir(parents=True, exist_ok=True)
        Path(program).touch()
        if name == "venv":
            Path(self.script.STAMP).unlink(missing_ok=True)  # --clear
        return 0

    def become(self, command: list[str]) -> int:
        """Stand in for exec."""
        self.became = command
        return 0

    def run(self, *arguments: str) -> int:
        """Run the script once, and forget what was called before."""
        self.called.clear()
        self.became = []
        code = self.script.main(list(arguments))
        assert isinstance(code, int)
        return code


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    return Setup(tmp_path)


def test_the_first_run_makes_the_environment_and_hands_on_the_arguments(setup: Setup) -> None:
    assert setup.run("test", "-k", "a b") == 0
    assert setup.called == ["venv", "pip"]
    assert setup.became == [setup.script.RRC, "test", "-k", "a b"]


def test_the_second_run_has_nothing_to_do_and_says_nothing(
    setup: Setup, capfd: pytest.CaptureFixture[str]
) -> None:
    setup.run()
    capfd.readouterr()
    setup.run()
    assert setup.called == []
    assert capfd.readouterr() == ("", "")


def test_a_changed_project_is_installed_again_in_the_same_environment(setup: Setup) -> None:
    setup.run()
    (setup.root / "pyproject.toml").write_text("[project]\nname = 'changed'\n")
    setup.run()
    assert setup.called == ["pip"]
    setup.run()
    assert setup.called == []


def test_another_python_makes_the_environment_anew(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup.run()
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-999")
    setup.run()
    assert setup.called == ["venv", "pip"]


def test_a_moved_checkout_makes_the_environment_anew(setup: Setup, tmp_path: Path) -> None:
    setup.run()
    moved = tmp_path.with_name(tmp_path.name + "-moved")
    setup.root.rename(moved)
    again = Setup(moved)
    again.run()
    assert again.called == ["venv", "pip"]


def test_an_environment_whose_python_is_gone_is_made_anew(setup: Setup) -> None:
    setup.run()
    python = Path(setup.script.PYTHON)
    python.unlink()
    python.symlink_to(setup.root / "no-such-python")
    python.with_name("python3").touch()
    assert setup.script.found_stamp() == ""


@pytest.mark.parametrize("step", ["venv", "pip"])
def test_a_set_up_that_failed_runs_nothing_and_is_begun_again(setup: Setup, step: str) -> None:
    setup.failing = step
    assert setup.run() == 3
    assert setup.became == []
    setup.failing = ""
    assert setup.run() == 0
    assert setup.called == ["venv", "pip"]


def test_an_interrupted_set_up_is_begun_again(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(command: list[str], lock: list[int]) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(setup.script, "call", interrupt)
        assert setup.run() == 130
    assert setup.run() == 0
    assert setup.called == ["venv", "pip"]


def test_an_update_that_was_killed_makes_the_environment_anew(setup: Setup) -> None:
    setup.run()
    Path(setup.script.STAMP).unlink()
    setup.run()
    assert setup.called == ["venv", "pip"]


def test_an_update_that_failed_keeps_the_old_environment_for_the_next_try(setup: Setup) -> None:
    setup.run()
    (setup.root / "pyproject.toml").write_text("[project]\nname = 'changed'\n")
    setup.failing = "pip"
    assert setup.run() == 3
    assert setup.run() == 3
    assert setup.called == ["pip"]


def test_a_python_without_ensurepip_is_told_what_to_install(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name == "ensurepip" else object()
    )
    assert setup.run() == 2
    major, minor = sys.version_info[:2]
    assert f"apt install python{major}.{minor}-venv" in capfd.readouterr().err
    assert setup.called == []


def test_an_old_python_is_refused_with_both_versions(setup: Setup) -> None:
    with pytest.raises(setup.script.SetUpError, match=r"3\.11 or newer.* 3\.9\.18") as refusal:
        setup.script.refuse_an_old_python((3, 9, 18))
    assert refusal.value.code == 2


def test_a_read_only_checkout_is_one_message(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> list[int]:
        raise PermissionError(13, "Permission denied", setup.script.LOCK)

    monkeypatch.setattr(setup.script, "take_lock", refuse)
    assert setup.run() == 3
    assert "Permission denied" in capfd.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="no lock there")
def test_two_runs_at_once_set_up_once(setup: Setup) -> None:
    [held] = setup.script.take_lock()
    waiting = subprocess.Popen(
        [sys.executable, str(setup.root / "rrc")], stderr=subprocess.PIPE, text=True
    )
    assert waiting.stderr is not None
    assert "waiting for another rrc" in waiting.stderr.readline()
    rrc = Path(setup.script.RRC)
    rrc.parent.mkdir(parents=True)
    rrc.write_text("#!/bin/sh\nexit 7\n")
    rrc.chmod(0o755)
    Path(setup.script.PYTHON).touch()
    setup.script.write_stamp(setup.script.wanted_stamp())
    os.close(held)
    _, said = waiting.communicate(timeout=30)
    assert waiting.returncode == 7, said
    assert said == ""
