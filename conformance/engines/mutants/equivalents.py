"""Source mutants that no scenario can tell from the reference engine, and why."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

from conformance.documents import InvalidDocumentError, load_document, validate

FILE = Path(__file__).with_name("equivalents.yaml")


@cache
def load_equivalents(path: Path = FILE) -> Mapping[str, str]:
    """The reason for each, by the name of the mutant."""
    document = load_document(path)
    faults = validate(document, "equivalents")
    if faults:
        raise InvalidDocumentError(faults)
    return cast("Mapping[str, str]", document.data)
