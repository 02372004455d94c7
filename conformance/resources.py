"""Where the data files of the suite live, in a checkout and in an installed wheel."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent


def schemas_dir() -> Path:
    """The folder of the JSON Schemas."""
    return _shipped_or_checked_out("schemas")


def scenarios_dir() -> Path:
    """The folder of the scenario corpus."""
    return _shipped_or_checked_out("scenarios")


def catalogue_dir() -> Path:
    """The folder of the rules, questions and rulings."""
    return _PACKAGE / "catalogue"


def editions_dir() -> Path:
    """The folder of the editions, found without importing the engine that owns it."""
    spec = find_spec("reference_engine")
    locations = spec.submodule_search_locations if spec is not None else None
    home = Path(next(iter(locations))) if locations else _CHECKOUT / "reference_engine"
    return home / "editions"


def _shipped_or_checked_out(name: str) -> Path:
    """What the wheel carries as package data stands at the root of a checkout."""
    shipped = _PACKAGE / "data" / name
    return shipped if shipped.is_dir() else _CHECKOUT / name
