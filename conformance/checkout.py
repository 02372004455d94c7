"""The checkout that the project's own tests and checks run in."""

import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import conformance
from conformance.errors import CheckoutError

PROJECT = "ringrift-conformance"


def find_checkout() -> Path:
    """The root of the checkout: beside an editable install, else at or above this directory.

    Beside the package comes first: tests must judge the code that runs, even when called from
    inside another checkout.
    """
    for folder in candidates():
        if is_checkout(folder):
            return folder
    raise CheckoutError(
        f"this command needs a checkout of {PROJECT}, and there is none at or above {Path.cwd()}"
    )


def candidates() -> Iterator[Path]:
    """Where the checkout may be, the best place first."""
    for package in conformance.__path__:
        yield Path(package).parent
    yield Path.cwd()
    yield from Path.cwd().parents


def is_checkout(folder: Path) -> bool:
    """Whether this project's pyproject.toml stands in the folder."""
    try:
        table = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):  # none there, or a broken one: not ours
        return False
    project = table.get("project")
    return isinstance(project, dict) and project.get("name") == PROJECT


def python_tool(module: str) -> list[str]:
    """The command that runs a tool of this environment by its module."""
    if find_spec(module) is None:
        raise missing(module)
    return [sys.executable, "-m", module]


def script_tool(name: str) -> list[str]:
    """The command that runs a tool of this environment that is a script only."""
    for script in Path(sysconfig.get_path("scripts")).glob(f"{name}*"):
        return [str(script)]
    raise missing(name)


def missing(tool: str) -> CheckoutError:
    """The refusal to run without a tool."""
    return CheckoutError(
        f"{tool} is not installed here: use ./rrc in the checkout, which installs it, "
        f"or install {PROJECT}[dev]"
    )


def run(command: Sequence[str], folder: Path) -> int:
    """Run a program to its end and return its status."""
    process = subprocess.Popen(command, cwd=folder)
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.wait()  # it was interrupted as well: let it say what it did so far
        raise
