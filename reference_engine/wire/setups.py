"""A state in its JSON form, read into a setup: what has the wrong shape is a fault like another."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeGuard

from reference_engine.editions import Edition
from reference_engine.geometry import Board
from reference_engine.setup import (
    PHASE_OF_DEBT,
    Fault,
    InvalidSetup,
    Outcome,
    Setup,
    faults_of,
)
from reference_engine.state import Deed
from reference_engine.variant import UnknownVariant, Variant, variant
from reference_engine.wire.moves import shown

_TOP = ("edition", "board", "players", "stacks", "markers", "collapsed", "hand", "eliminated",
        "turn", "standing", "result")  # fmt: skip


def setup_from_json(data: object, editions: Mapping[str, Edition]) -> Setup:
    """The setup that a JSON value describes; every fault of its shape and meaning at once."""
    if not isinstance(data, Mapping):
        raise InvalidSetup([Fault("state", f"{shown(data)}: expected an object", "R051.a")])
    reader = _Reader(data, variant_from_json(data, editions))
    setup = reader.setup()
    if reader.faults:
        # What could not be read is missing from the setup, so that rings would seem to be lost.
        more = [fault for fault in faults_of(setup) if fault.field != "rings"]
        raise InvalidSetup(dict.fromkeys([*reader.faults, *more]))
    return setup


def variant_from_json(data: Mapping[str, Any], editions: Mapping[str, Edition]) -> Variant:
    """The edition, the board and the number of players that a state or a new game names."""
    faults = []
    edition = editions.get(data["edition"]) if isinstance(data.get("edition"), str) else None
    if edition is None:
        known = ", ".join(editions)
        faults.append(
            Fault("edition", f"{shown(data.get('edition'))}: expected one of {known}", "R001.a")
        )
    board = data.get("board")
    if board not in tuple(Board):
        known = ", ".join(Board)
        faults.append(Fault("board", f"{shown(board)}: expected one of {known}", "R001.a"))
    players = data.get("players")
    if not _is_whole(players):
        faults.append(Fault("players", f"{shown(players)}: expected 2, 3 or 4", "R010.b"))
    if faults or edition is None:
        raise InvalidSetup(faults)
    try:
        return variant(edition, Board(str(board)), int(data["players"]))
    except UnknownVariant as error:
        reason = f"{error.value}: expected {error.expected}"
        raise InvalidSetup([Fault(error.field, reason, "R010.b")]) from None


class _Reader:
    """Reads what has the right shape and notes what has not."""

    def __init__(self, data: Mapping[str, Any], chosen: Variant) -> None:
        self.data, self.variant = data, chosen
        self.faults: list[Fault] = []

    def setup(self) -> Setup:
        edition = self.variant.edition
        self.refuse_unknown("", self.data, _TOP)
        turn = self.table(self.data, "turn", "", required=True)
        extras = {
            "may_swap": edition.has_pie_rule,
            "made": edition.remembers_made,
            "did": edition.remembers_did,
            "deferred": edition.remembers_deferred,
        }
        known = ("player", "phase", "from", "owes", *(name for name, has in extras.items() if has))
        self.refuse_unknown("turn.", turn, known)
        standing = self.table(self.data, "standing", "")
        seen = ("had_action", "acted", *(("rounds",) if edition.remembers_rounds else ()))
        self.refuse_unknown("standing.", standing, seen)
        phase = self.text(turn, "phase", "turn.", "a phase")
        return Setup(
            variant=self.variant,
            player=self.whole(turn.get("player"), "turn.player", "the number of a player", 1),
            phase=phase or "",
            hand=self.counts(self.data, "hand", "", required=True),
            eliminated=self.counts(self.data, "eliminated", "", required=True),
            stacks=self.stacks(),
            markers=self.owners("markers"),
            collapsed=self.owners("collapsed"),
            source=self.text(turn, "from", "turn.", "a cell or null", optional=True),
            owes=self.text(turn, "owes", "turn.", "line, region or null", optional=True),
            may_swap=self.flag(turn, "may_swap"),
            made=self.texts(turn, "made"),
            did=self.did(turn, phase),
            deferred=self.whole(turn.get("deferred", 0), "turn.deferred", "a number of rings"),
            had_action=self.had_action(standing),
            acted=self.players(standing, "acted", "standing."),
            rounds=self.counts(standing, "rounds", "standing."),
            result=self.result(),
        )

    def note(self, field: str, value: object, expected: str) -> None:
        self.faults.append(Fault(field, f"{shown(value)}: expected {expected}", "R051.a"))

    def refuse_unknown(self, prefix: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for name in table:
            if name not in known:
                reason = f"unknown field: expected one of {', '.join(known)}"
                self.faults.append(Fault(f"{prefix}{name}", reason, "R051.a"))

    def table(
        self, owner: Mapping[str, Any], name: str, prefix: str, *, required: bool = False
    ) -> Mapping[str, Any]:
        value = owner.get(name)
        if isinstance(value, Mapping):
            return value
        if value is not None or required:
            self.note(f"{prefix}{name}", value, "an object")
        return {}

    def text(
        self, owner: Mapping[str, Any], name: str, prefix: str, expected: str, *,
        optional: bool = False,
    ) -> str | None:  # fmt: skip
        value = owner.get(name)
        if isinstance(value, str):
            return value
        if value is not None or not optional:
            self.note(f"{prefix}{name}", value, expected)
        return None

    def texts(self, owner: Mapping[str, Any], name: str) -> tuple[str, ...]:
        value = owner.get(name, [])
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self.note(f"turn.{name}", value, "a list of cells")
        return ()

    def flag(self, owner: Mapping[str, Any], name: str) -> bool:
        value = owner.get(name, False)
        if not isinstance(value, bool):
            self.note(f"turn.{name}", value, "true or false")
        return value is True

    def whole(self, value: object, field: str, expected: str, otherwise: int = 0) -> int:
        if _is_whole(value):
            return value
        self.note(field, value, expected)
        return otherwise

    def players(self, owner: Mapping[str, Any], name: str, prefix: str) -> tuple[int, ...]:
        value = owner.get(name, [])
        if isinstance(value, list) and all(_is_whole(item) for item in value):
            return tuple(value)
        self.note(f"{prefix}{name}", value, "a list of player numbers")
        return ()

    def by_seat(self, table: Mapping[str, Any], field: str) -> dict[int, Any]:
        found = {}
        for name, value in table.items():
            if re.fullmatch(r"0|[1-9][0-9]?", name):
                found[int(name)] = value
            else:
                reason = "names no player: expected a player number"
                self.faults.append(Fault(f"{field}.{name}", reason, "R010.a"))
        return found

    def counts(
        self, owner: Mapping[str, Any], name: str, prefix: str, *, required: bool = False
    ) -> dict[int, int]:
        table = self.by_seat(self.table(owner, name, prefix, required=required), f"{prefix}{name}")
        return {
            seat: self.whole(value, f"{prefix}{name}.{seat}", "a whole number")
            for seat, value in table.items()
        }

    def had_action(self, standing: Mapping[str, Any]) -> dict[int, bool | None]:
        table = self.table(standing, "had_action", "standing.")
        found: dict[int, bool | None] = {}
        for seat, value in self.by_seat(table, "standing.had_action").items():
            if value is None or isinstance(value, bool):
                found[seat] = value
            else:
                self.note(f"standing.had_action.{seat}", value, "true, false or null")
        return found

    def stacks(self) -> dict[str, tuple[int, ...]]:
        found = {}
        for cell, rings in self.table(self.data, "stacks", "").items():
            if isinstance(rings, list) and all(_is_whole(ring) for ring in rings):
                found[cell] = tuple(rings)
            else:
                self.note(f"stacks.{cell}", rings, "a list of player numbers, bottom first")
        return found

    def owners(self, name: str) -> dict[str, int]:
        return {
            cell: self.whole(owner, f"{name}.{cell}", "the number of a player", 1)
            for cell, owner in self.table(self.data, name, "").items()
        }

    def did(self, turn: Mapping[str, Any], phase: str | None) -> str | None:
        """Left out after the action, where an edition asks: the seat has acted."""
        if "did" in turn or not self.variant.edition.remembers_did:
            return self.text(turn, "did", "turn.", "action, elimination or null", optional=True)
        return Deed.ACTION if phase in PHASE_OF_DEBT.values() else None

    def result(self) -> Outcome | None:
        if self.data.get("result") is None:
            return None
        table = self.table(self.data, "result", "")
        self.refuse_unknown("result.", table, ("winner", "reason", "ranking"))
        winner = table.get("winner")
        if winner is not None:
            winner = self.whole(winner, "result.winner", "the number of a player or null", 1)
        reason = self.text(table, "reason", "result.", "a reason")
        return Outcome(winner, reason or "", self.players(table, "ranking", "result."))


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
