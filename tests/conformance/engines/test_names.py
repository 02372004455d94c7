"""Every form of name opens its engine; what is none is refused with what was expected."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from conformance.cli import app
from conformance.editions import CANON, load_editions
from conformance.engines.http import HttpEngine
from conformance.engines.literal.session import LiteralSession
from conformance.engines.mutants import MutantEngine, mutants
from conformance.engines.names import UnknownEngineError, engine_factory
from conformance.engines.process import ProcessEngine
from conformance.engines.protocol import EngineCrashed
from conformance.engines.reference import ReferenceEngine
from conformance.engines.shadow import ShadowEngine
from conformance.errors import UserError

MUTANT = next(iter(mutants()))
OPENED: dict[str, type] = {
    "reference": ReferenceEngine,
    "reference@compact-2025-11": ReferenceEngine,
    "literal": LiteralSession,
    f"literal@{CANON}": LiteralSession,
    f"mutant:{MUTANT}": MutantEngine,
    "cmd:node adapter.mjs": ProcessEngine,
    "http://127.0.0.1:8080": HttpEngine,
    "https://engine.example/ringrift": HttpEngine,
    "python:conformance.engines.reference:ReferenceEngine": ReferenceEngine,
    "shadow:reference+literal": ShadowEngine,
}
BAD = {
    "nonsense": "no engine 'nonsense': expected reference, ",
    "": "no engine ''",
    "referense": "did you mean reference?",
    "reference:x": "no engine 'reference:x'",
    "reference@": "no edition ''",
    "reference@compact-2025-1": "did you mean compact-2025-1",
    "literal@nonsense": "no edition 'nonsense'",
    "mutant:": "mutant",
    "mutant:nonsense": "nonsense",
    "cmd:": "without a command",
    "cmd:node 'x": "No closing quotation",
    "http://": "expected http://HOST:PORT",
    "http:8080": "expected http://HOST:PORT",
    "http://x:port": "expected http://HOST:PORT",
    "ftp://x": "no engine 'ftp://x'",
    "python:": "expected python:MODULE:FACTORY",
    "python:module": "expected python:MODULE:FACTORY",
    "python:missing_module:x": "No module named 'missing_module'",
    "python:.relative:x": "TypeError",
    "python:json:nonsense": "json has no nonsense",
    "python:json:__name__": "is not callable",
    "shadow:reference": "expected shadow:ENGINE+ENGINE",
    "shadow:+reference": "expected shadow:ENGINE+ENGINE",
    "shadow:reference+nonsense": "no engine 'nonsense'",
}


@pytest.mark.parametrize("name", OPENED)
def test_a_name_opens_its_engine(name: str) -> None:
    engine = engine_factory(name)()
    assert type(engine) is OPENED[name]
    engine.close()


def test_a_factory_opens_a_new_engine_at_every_call() -> None:
    factory = engine_factory("reference")
    assert factory() is not factory()


@pytest.mark.parametrize("kind", ["reference", "literal"])
def test_an_edition_in_the_name_is_the_only_one_that_is_played(kind: str) -> None:
    assert engine_factory(f"{kind}@compact-2025-11")().hello().editions == ("compact-2025-11",)
    assert engine_factory("reference")().hello().editions == tuple(load_editions())


@pytest.mark.parametrize("name", BAD)
def test_a_bad_name_is_a_user_error_that_says_what_was_expected(name: str) -> None:
    with pytest.raises(UserError) as caught:
        engine_factory(name)
    assert BAD[name] in str(caught.value)


def test_an_unknown_name_lists_every_form() -> None:
    with pytest.raises(UnknownEngineError, match="shadow:ENGINE"):
        engine_factory("nonsense")


@pytest.mark.parametrize("command", ["certify", "smoke", "serve --stdio", "bench"])
def test_a_bad_name_is_code_2_on_the_command_line(command: str) -> None:
    name, *rest = command.split()
    result = CliRunner().invoke(app, [name, *rest, "cmd:node 'x"])
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def module(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a module into the present directory."""
    (folder / "own_engine.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "own_engine", raising=False)


def test_a_factory_may_stand_in_the_present_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "from conformance.engines import reference\nclass A:\n    new = reference.ReferenceEngine\n"
    )
    module(tmp_path, text, monkeypatch)
    assert isinstance(engine_factory("python:own_engine:A.new")(), ReferenceEngine)


def test_a_module_that_cannot_be_imported_is_a_user_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module(tmp_path, "1 / 0", monkeypatch)
    with pytest.raises(UserError, match="ZeroDivisionError: division by zero"):
        engine_factory("python:own_engine:x")


def test_a_factory_that_raises_has_crashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module(tmp_path, "def new():\n    raise RuntimeError('no licence')\n", monkeypatch)
    factory = engine_factory("python:own_engine:new")
    with pytest.raises(EngineCrashed, match="RuntimeError: no licence"):
        factory()
    assert CliRunner().invoke(app, ["certify", "python:own_engine:new"]).exit_code == 3
