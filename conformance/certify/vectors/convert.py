"""From a vector to a position in the form of the protocol, and to a scenario.

What a vector gives is never changed. What it leaves out is filled in, and every such filling is
noted. What it says twice, and differently, makes its position impossible.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import yaml

from conformance.boards import Grid
from conformance.certify.vectors.model import Position, RingOrder, Vector
from conformance.certify.vectors.words import (
    DEBTS,
    ENDED,
    MOVES,
    OVER,
    WITH_STACK,
    clause_of,
    is_refusal,
    move_of,
)
from conformance.editions import CANON, load_parameters
from conformance.scenarios.build import board_of
from conformance.scenarios.moves import words

Json: TypeAlias = dict[str, Any]

MAX_ID = 90  # so that a number fits behind it
MIN_TITLE, MAX_TITLE = 8, 120
COUNTS = {"stacks": "stackCount", "markers": "markerCount", "collapsed": "collapsedCount"}
_BOARD_CLAUSES = {"square8": "R001.a", "square19": "R001.b", "hexagonal": "R001.c"}


def board_for(position: Position) -> Grid:
    """The board of a vector, as the canon has it."""
    return board_of(position.board, load_parameters()[CANON])


# --- the position -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Given:
    """The state that a vector gives, with what had to be filled in."""

    state: Json
    notes: tuple[str, ...]


def given_state(vector: Vector, order: RingOrder) -> Given:
    """The state of a vector in the form of the protocol."""
    position = vector.position
    hand, eliminated, filled = _rings(position)
    turn, taken = _turn(vector)
    state = {
        "edition": CANON,
        "board": position.board,
        "players": len(position.seats),
        "stacks": {
            cell: [*rings] if order is RingOrder.BOTTOM_TOP else [*reversed(rings)]
            for cell, rings in position.stacks.items()
        },
        "markers": {**position.markers},
        "collapsed": {**position.collapsed},
        "hand": {str(seat): count for seat, count in hand.items()},
        "eliminated": {str(seat): count for seat, count in eliminated.items()},
        "turn": turn,
        "result": None,
    }
    return Given(state, (*filled, *taken))


def contradictions(position: Position) -> Iterator[str]:
    """What a position says against itself, or against the board it names."""
    numbers = [seat.number for seat in position.seats]
    if sorted(numbers) != [*range(1, len(numbers) + 1)]:
        named = ", ".join(map(str, numbers)) or "nobody"
        yield f"players: {named}: expected every number from 1 on, once (R010.a)"
    side = board_for(position).size
    sizes = (side, 2 * side - 1) if position.board == "hexagonal" else (side,)
    if position.size is not None and position.size not in sizes:
        expected = " or ".join(map(str, sizes))
        clause = _BOARD_CLAUSES[position.board]
        yield f"board.size: {position.size}: expected {expected} ({clause})"
    owned = Counter(position.collapsed.values())
    for seat in position.seats:
        said = position.eliminated.get(seat.number)
        if said is not None and seat.eliminated is not None and said != seat.eliminated:
            yield (
                f"eliminatedRings of player {seat.number}: {seat.eliminated} by players, {said} by"
                " board: expected the same (R051.a)"
            )
        if seat.territory is not None and seat.territory != owned[seat.number]:
            yield (
                f"territorySpaces of player {seat.number}: {seat.territory}: expected"
                f" {owned[seat.number]}, the collapsed spaces that the player owns (R041.a)"
            )
    for number in sorted({*position.eliminated} - {*numbers}):
        yield f"board.eliminatedRings: player {number} is not in the game (R010.a)"


def _rings(position: Position) -> tuple[dict[int, int], dict[int, int], list[str]]:
    """Hands and eliminated rings; what is missing is filled in so that no ring is lost."""
    notes: list[str] = []
    supply: int = load_parameters()[CANON]["rings_per_player"][position.board]
    seats = [seat.number for seat in position.seats]
    hand = {seat.number: seat.hand for seat in position.seats if seat.hand is not None}
    eliminated = {seat: count for seat, count in position.eliminated.items() if seat in seats}
    eliminated |= {s.number: s.eliminated for s in position.seats if s.eliminated is not None}
    placed = [ring for rings in position.stacks.values() for ring in rings]

    def rest() -> int:
        known = len(placed) + sum(hand.values()) + sum(eliminated.values())
        return max(0, supply * len(seats) - known)

    no_hand = [seat for seat in seats if seat not in hand]
    no_credit = [seat for seat in seats if seat not in eliminated]
    # Two unknowns: where hands are missing too, nothing is taken to be eliminated.
    share, extra = divmod(rest(), len(no_credit)) if no_credit and not no_hand else (0, 0)
    for index, seat in enumerate(no_credit):
        eliminated[seat] = share + (index < extra)
        notes.append(f"eliminated rings of player {seat} not given: taken as {eliminated[seat]}")
    left = rest()
    for seat in no_hand:
        own = max(0, supply - placed.count(seat) - eliminated[seat])
        hand[seat] = left if len(no_hand) == 1 else own
        notes.append(f"rings in hand of player {seat} not given: taken as {hand[seat]}")
    return hand, eliminated, notes


def _turn(vector: Vector) -> tuple[Json, list[str]]:
    position, notes = vector.position, []
    turn: Json = {"player": position.player, "phase": position.phase, "from": None, "owes": None}
    if position.phase in WITH_STACK:
        turn["from"] = vector.move.cells["from"]
        notes.append(f"the stack in {position.phase} is taken from the move: {turn['from']}")
    if MOVES[vector.move.kind] == "eliminate_rings_from_stack" and position.phase in DEBTS:
        turn["owes"] = DEBTS[position.phase]
        notes.append(f"an elimination is due for a {turn['owes']}, as the move says")
    return turn, notes


# --- the scenario -------------------------------------------------------------------------------


def scenario_of(vector: Vector, given: Given, name: str, order: RingOrder) -> Json:
    """The vector as the data of a scenario."""
    state = given.state
    return {
        "id": name,
        "title": _title(vector),
        "clauses": [clause_of(vector)],
        "polarity": "forbids" if is_refusal(vector) else "effect",
        "status": "draft",
        "board": state["board"],
        "players": state["players"],
        "given": _given(state),
        "steps": [*_steps(vector)],
        "notes": " ".join(_sentences(vector, given)),
        "provenance": {
            "bundle": vector.bundle,
            "version": vector.version,
            "vector": vector.id,
            "ring_order": order.value,
        },
    }


def _given(state: Json) -> Json:
    turn = {key: value for key, value in state["turn"].items() if value is not None}
    found: Json = {"stacks": state["stacks"]} if state["stacks"] else {}
    for layer in ("markers", "collapsed"):
        owners: dict[str, list[str]] = {}
        for cell, owner in state[layer].items():
            owners.setdefault(str(owner), []).append(cell)
        if owners:
            found[layer] = dict(sorted(owners.items()))
    return {**found, "hand": state["hand"], "eliminated": state["eliminated"], "turn": turn}


def _steps(vector: Vector) -> Iterator[Json]:
    yield {"reject" if is_refusal(vector) else "do": words(move_of(vector.move))}
    expect = expectation(vector)
    if expect:
        yield {"expect": expect}


def expectation(vector: Vector) -> Json:
    """What the assertions of a vector say, as a scenario expects it."""
    wanted = vector.assertions
    is_over = wanted.get("gameStatus") in ENDED
    phase = OVER if is_over else wanted.get("currentPhase")
    turn = {"player": wanted.get("currentPlayer"), "phase": phase}
    turn = {name: value for name, value in turn.items() if value is not None}
    counts = {layer: wanted[name] for layer, name in COUNTS.items() if name in wanted}
    found: Json = {"turn": turn} if turn else {}
    if "gameStatus" in wanted and not is_over:
        found["result"] = None
    if counts:
        found["counts"] = counts
    if "sInvariantDelta" in wanted:
        found["gained"] = {"S": wanted["sInvariantDelta"]}
    return found


def notes_of(vector: Vector) -> Iterator[str]:
    """What is filled into the move, and what is not compared."""
    move, wanted = vector.move, vector.assertions
    if MOVES[move.kind] == "place_ring" and move.count is None:
        yield "the number of rings placed is not given: taken as 1"
    if wanted.get("gameStatus") in ENDED and wanted.get("currentPhase", OVER) != OVER:
        yield f"the phase of a game that is over is {OVER}: currentPhase is not compared"
    for name in vector.strangers:
        yield f"the assertion {name} is not known, so not compared"


def _title(vector: Vector) -> str:
    text = vector.description or vector.category
    title = text if len(text) >= MIN_TITLE else f"The vector {vector.id}: {text}".rstrip(": ")
    return title if len(title) <= MAX_TITLE else f"{title[: MAX_TITLE - 1]}…"


def _sentences(vector: Vector, given: Given) -> Iterator[str]:
    yield "Another party's expectation, brought in from its contract vectors."
    if len(vector.description) > MAX_TITLE:
        yield f"{vector.description.rstrip('.')}."
    for note in (*given.notes, *notes_of(vector)):
        yield f"{note[:1].upper()}{note[1:]}."


class Names:
    """Names of scenarios, each given once."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def name(self, vector: Vector) -> str:
        """A name for the scenario of a vector, made of its bundle's and its own."""
        text = f"{vector.bundle.removesuffix('.json')}-{vector.id}"
        plain = "-".join(re.findall(r"[A-Za-z0-9]+", text))[:MAX_ID].rstrip("-")
        base = plain or f"vector-{vector.index}"
        found, number = base, 2
        while found.lower() in self.taken:  # some file systems do not tell case apart
            found, number = f"{base}-{number}", number + 1
        self.taken.add(found.lower())
        return found


# --- as text ------------------------------------------------------------------------------------


class _Dumper(yaml.SafeDumper):
    """Writes text between quotes unless it begins like a word: "3,3" and "1e5" stay text."""


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    style = None if value[:1].isalpha() else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)


def scenario_text(data: Json) -> str:
    """A scenario as YAML."""
    body = yaml.dump(
        data,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=100,
        default_flow_style=None,  # the innermost lists and maps on one line
    )
    return f"# Written by rrc import-vectors.\n{body}"
