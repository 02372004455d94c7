"""What is in the wheel, and what the packages need."""

import ast
import os
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hatchling.build import build_wheel

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of the files in the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        name = build_wheel(str(folder))
    finally:
        os.chdir(before)
    with zipfile.ZipFile(folder / name) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize(
    ("folder", "inside", "pattern"),
    [
        ("schemas", "conformance/data/schemas", "*.json"),
        ("scenarios", "conformance/data/scenarios", "*.*"),
        ("reference_engine", "reference_engine", "*.py"),
        ("reference_engine/editions", "reference_engine/editions", "*.yaml"),
        ("conformance", "conformance", "*.py"),
        ("conformance/catalogue", "conformance/catalogue", "*.yaml"),
        ("conformance/adapters", "conformance/adapters", "*.*"),
    ],
)
def test_an_installed_copy_has_all_files(
    wheel: set[str], folder: str, inside: str, pattern: str
) -> None:
    wanted = {
        f"{inside}/{file.relative_to(ROOT / folder).as_posix()}"
        for file in (ROOT / folder).rglob(pattern)
    }
    assert wanted
    assert wanted <= wheel


def test_the_wheel_has_nothing_else(wheel: set[str]) -> None:
    tops = {name.partition("/")[0] for name in wheel}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "conformance",
        "reference_engine",
    }


def imported(tree: ast.AST) -> Iterator[str]:
    """The top-level names of everything imported in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def test_the_reference_engine_needs_only_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"reference_engine"}
    foreign = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in (ROOT / "reference_engine").rglob("*.py")
        for name in imported(ast.parse(file.read_text(encoding="utf-8")))
        if name not in allowed
    }
    assert foreign == set()
