"""States in the form of the protocol: plain JSON, its canonical text, and its hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from reference_engine.geometry import Cells, Geometry, each
from reference_engine.state import GameState

Json = dict[str, Any]


def state_to_json(state: GameState) -> Json:
    """A state in the form of the protocol, every map present."""
    board = state.variant.geometry
    return {
        "edition": state.variant.edition.name,
        "board": board.board.value,
        "players": state.variant.players,
        "stacks": {board.key(cell): [*state.stacks[cell]] for cell in each(state.occupied)},
        "markers": _owners(board, state.markers),
        "collapsed": _owners(board, state.collapsed),
        "hand": {str(seat): state.hand[seat] for seat in state.players},
        "eliminated": {str(seat): state.eliminated[seat] for seat in state.players},
        "turn": _turn(state),
        "standing": _standing(state),
        "result": _result(state),
    }


def _owners(board: Geometry, sets: tuple[Cells, ...]) -> dict[str, int]:
    return {board.key(cell): owner for owner, cells in enumerate(sets) for cell in each(cells)}


def _turn(state: GameState) -> Json:
    board, edition, turn = state.variant.geometry, state.variant.edition, state.turn
    written: Json = {
        "player": turn.player,
        "phase": turn.phase.value,
        "from": None if turn.source is None else board.key(turn.source),
        "owes": None if turn.owes is None else turn.owes.value,
    }
    if edition.has_pie_rule:
        written["may_swap"] = turn.may_swap
    if edition.remembers_made:
        written["made"] = board.keys(turn.made)
    if edition.remembers_did:
        written["did"] = None if turn.did is None else turn.did.value
    if edition.remembers_deferred:
        written["deferred"] = turn.deferred
    return written


def _standing(state: GameState) -> Json:
    standing = state.standing
    written: Json = {
        "had_action": {str(seat): standing.had_action[seat] for seat in state.players},
        "acted": [*standing.acted],
    }
    if state.variant.edition.remembers_rounds:
        written["rounds"] = {str(seat): standing.rounds[seat] for seat in state.players}
    return written


def _result(state: GameState) -> Json | None:
    if state.result is None:
        return None
    winner, reason, ranking = state.result
    return {"winner": winner, "reason": reason.value, "ranking": [*ranking]}


def canonical(data: Mapping[str, Any]) -> str:
    """The canonical form: sorted keys, no white space, nothing but finite numbers."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(data: Mapping[str, Any]) -> str:
    """The hash of a state in its JSON form."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()
