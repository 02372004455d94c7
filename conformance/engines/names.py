"""How an engine is named on the command line, and what a name opens."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from conformance.documents import did_you_mean
from conformance.editions import load_edition
from conformance.engines.protocol import Engine, EngineCrashed, EngineFailure
from conformance.errors import UserError

Factory = Callable[[], Engine]

FORMS = (
    "reference",
    "reference@EDITION",
    "literal",
    "literal@EDITION",
    "mutant:NAME",
    "cmd:PROGRAM ARGUMENT…",
    "http://HOST:PORT",
    "python:MODULE:FACTORY",
    "shadow:ENGINE+ENGINE",
)
TIMEOUT = 10.0


class UnknownEngineError(UserError):
    """No engine has that name."""

    def __init__(self, name: str) -> None:
        self.name = name
        near = did_you_mean(name.partition("@")[0], ("reference", "literal"))
        hint = f"; did you mean {near}?" if near else ""
        super().__init__(f"no engine {name!r}: expected {', '.join(FORMS)}{hint}")


def engine_factory(name: str, timeout: float = TIMEOUT) -> Factory:
    """What opens an engine of that name, a new one at every call."""
    kind, colon, rest = name.partition(":")
    if colon:
        match kind:
            case "mutant":
                return _mutant(rest)
            case "cmd":
                return _process(rest, timeout)
            case "http" | "https":
                return _http(name, timeout)
            case "python":
                return _python(rest)
            case "shadow":
                return _shadow(rest, timeout)
            case _:
                raise UnknownEngineError(name)
    kind, at, edition = name.partition("@")
    chosen = load_edition(edition) if at else None
    match kind:
        case "reference":
            from conformance.engines.reference import ReferenceEngine

            return lambda: ReferenceEngine(None if chosen is None else {chosen.name: chosen})
        case "literal":
            from conformance.engines.literal.session import LiteralSession

            return lambda: LiteralSession(None if chosen is None else (chosen.name,))
        case _:
            raise UnknownEngineError(name)


def _mutant(name: str) -> Factory:
    from conformance.engines.mutants import MutantEngine, mutant_named

    one = mutant_named(name)
    return lambda: MutantEngine(one)


def _process(command: str, timeout: float) -> Factory:
    from conformance.engines.process import ProcessEngine

    ProcessEngine(command, timeout)  # a command that cannot be split is refused now
    return lambda: ProcessEngine(command, timeout)


def _http(address: str, timeout: float) -> Factory:
    from conformance.engines.http import HttpEngine

    HttpEngine(address, timeout)  # an address that is none is refused now
    return lambda: HttpEngine(address, timeout)


def _python(target: str) -> Factory:
    """A factory in an installed module, or in one of this directory."""
    module, colon, attribute = target.partition(":")
    if not colon or not module or not attribute:
        raise UserError(f"python:{target}: expected python:MODULE:FACTORY")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module)
    except Exception as error:  # noqa: BLE001 - a module of the user's may raise anything
        raise UserError(f"python:{target}: {type(error).__name__}: {error}") from None
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise UserError(f"python:{target}: {module} has no {attribute}")
        found = getattr(found, part)
    if not callable(found):
        raise UserError(f"python:{target}: {attribute} is not callable: expected a factory")
    factory: Factory = found
    return lambda: _opened(factory, target)


def _opened(factory: Factory, target: str) -> Engine:
    try:
        return factory()
    except EngineFailure:
        raise
    except Exception as error:  # noqa: BLE001 - a factory of the user's may raise anything
        raise EngineCrashed(f"python:{target}: {type(error).__name__}: {error}") from None


def _shadow(pair: str, timeout: float) -> Factory:
    from conformance.engines.shadow import ShadowEngine

    first, plus, second = pair.partition("+")
    if not plus or not first or not second:
        raise UserError(f"shadow:{pair}: expected shadow:ENGINE+ENGINE")
    leading, checked = engine_factory(first, timeout), engine_factory(second, timeout)
    return lambda: ShadowEngine(leading(), checked())
