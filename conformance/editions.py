"""The editions: YAML files of parameters, validated, and read into the type the engine knows."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from conformance.documents import (
    Document,
    Fault,
    InvalidDocumentError,
    did_you_mean,
    load_document,
    validate,
)
from conformance.errors import UserError
from conformance.resources import editions_dir
from reference_engine.editions import Edition, edition_from

CANON = "rr-canon-2025-11"


class UnknownEditionError(UserError):
    """No edition has that name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.name, self.known = name, known
        near = did_you_mean(name, known)
        hint = f"; did you mean {near}?" if near else ""
        super().__init__(f"no edition {name!r}: expected one of {', '.join(known)}{hint}")


@cache
def load_editions() -> Mapping[str, Edition]:
    """All editions by name, the canonical one first."""
    return load_editions_from(editions_dir())


def load_editions_from(folder: Path) -> Mapping[str, Edition]:
    """The editions in a folder; every fault of their files in one error."""
    documents = [load_document(path) for path in sorted(folder.glob("*.yaml"))]
    faults = [fault for document in documents for fault in faults_of(document)]
    if faults:
        raise InvalidDocumentError(faults)
    found = {edition.name: edition for edition in map(_edition, documents)}
    return dict(sorted(found.items(), key=lambda item: (item[0] != CANON, item[0])))


def faults_of(document: Document) -> list[Fault]:
    """What is wrong with an edition's file, by schema and by its own name."""
    faults = validate(document, "edition")
    data = document.data
    name = data.get("name") if isinstance(data, dict) else None
    if isinstance(name, str) and name != document.path.stem:
        faults.append(document.fault(("name",), f"{name} is not its file's", document.path.stem))
    return faults


@cache
def load_parameters() -> Mapping[str, Mapping[str, Any]]:
    """The parameters of all editions as they are written, the canonical edition first."""
    written: dict[str, Any] = {
        document.path.stem: document.data
        for document in map(load_document, editions_dir().glob("*.yaml"))
    }
    return {name: written[name]["parameters"] for name in load_editions()}


def load_editions_with(values: Mapping[str, Any]) -> Mapping[str, Edition]:
    """All editions, or if values are given only the canonical one, with these in it."""
    if not values:
        return load_editions()
    parameters = {**load_parameters()[CANON], **values}
    return {CANON: edition_from(CANON, load_editions()[CANON].title, parameters)}


def load_edition(name: str) -> Edition:
    """The edition of that name."""
    editions = load_editions()
    if name not in editions:
        raise UnknownEditionError(name, tuple(editions))
    return editions[name]


def _edition(document: Document) -> Edition:
    data: Any = document.data
    return edition_from(data["name"], data["title"], data["parameters"])
