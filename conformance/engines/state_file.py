"""A state in a file, as JSON or YAML: read, checked, settled."""

from pathlib import Path
from typing import Any

from conformance.documents import (
    Document,
    Fault,
    InvalidDocumentError,
    load_document,
)
from conformance.editions import load_editions
from conformance.errors import UserError
from conformance.scenarios.moves import MoveTextError, move_from
from reference_engine.game import load
from reference_engine.moves import Move
from reference_engine.setup import InvalidSetup
from reference_engine.state import GameState
from reference_engine.wire import MalformedMove, move_from_json, setup_from_json


def load_state(path: Path) -> GameState:
    """The state that a file describes, settled at its decision point."""
    document = load_document(path)
    data: Any = document.data
    if isinstance(data, dict) and isinstance(data.get("state"), dict):
        return _state(document, data["state"], ("state",))
    return _state(document, data, ())


def _state(document: Document, data: Any, steps: tuple[str, ...]) -> GameState:
    try:
        return load(setup_from_json(data, load_editions()))
    except InvalidSetup as error:
        raise InvalidDocumentError(_place(document, steps, error)) from None


def _place(document: Document, steps: tuple[str, ...], error: InvalidSetup) -> list[Fault]:
    faults = []
    for fault in error.faults:
        line, column = document.position((*steps, *fault.field.split(".")))
        message = f"{fault.reason} ({fault.clause})"
        faults.append(Fault(str(document.path), line, column, fault.field, message))
    return sorted(faults, key=lambda fault: (fault.line, fault.column))


def move_of(state: GameState, given: list[str]) -> Move:
    """The move that words on the command line describe: a type, then FIELD=VALUE."""
    try:
        return move_from_json(state.variant.geometry, move_from(" ".join(given)))
    except MoveTextError as error:
        raise UserError(f"the move: {error}") from None
    except MalformedMove as error:
        raise UserError(f"the move: {error}") from None
