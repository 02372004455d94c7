"""Why a move is legal or not, as lines of text and as JSON."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from conformance.catalogue import load_catalogue
from conformance.engines.describe import turn_line
from conformance.scenarios.moves import words
from reference_engine.explain import Explanation
from reference_engine.game import legal_moves
from reference_engine.geometry import Geometry
from reference_engine.state import GameState
from reference_engine.wire import move_to_json


def explained(board: Geometry, found: Explanation) -> dict[str, Any]:
    """An explanation as JSON."""
    return {
        "move": move_to_json(board, found.move),
        "legal": found.is_legal,
        "violations": [one._asdict() for one in found.violations],
        "grounds": [one._asdict() for one in found.grounds],
        "effects": [
            {
                "clause": effect.clause,
                "what": effect.what,
                "player": effect.player,
                "cells": board.keys(effect.cells),
                "amount": effect.amount,
            }
            for effect in found.effects
        ],
    }


def explanation_lines(state: GameState, found: Explanation) -> Iterator[str]:
    """An explanation in lines, with each clause in the catalogue's words."""
    board = state.variant.geometry
    clauses = load_catalogue().clauses
    verdict = "legal" if found.is_legal else "illegal"
    yield f"{words(move_to_json(board, found.move))}: {verdict}"
    yield f"({turn_line(state)})"
    for one in found.violations or found.grounds:
        yield f"  {one.clause}  {one.reason}"
        yield f"          {clauses[one.clause].says}"
    if found.effects:
        yield "what it does:"
    for effect in found.effects:
        where = f" {' '.join(board.keys(effect.cells))}" if effect.cells else ""
        amount = f" ({effect.amount})" if effect.amount else ""
        yield f"  {effect.clause}  player {effect.player}: {effect.what}{where}{amount}"


def listed_moves(state: GameState) -> list[dict[str, Any]]:
    """Every legal move as JSON."""
    return [move_to_json(state.variant.geometry, move) for move in legal_moves(state)]


def move_lines(state: GameState) -> Iterator[str]:
    """Whose choice it is, how many moves of each kind there are, and all of them in words."""
    moves = listed_moves(state)
    yield turn_line(state)
    for kind, count in Counter(move["type"] for move in moves).items():
        yield f"{count} x {kind}"
    for move in moves:
        yield f"  {words(move)}"
