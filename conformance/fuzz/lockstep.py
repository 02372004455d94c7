"""Two engines on the same game: the first point at which they differ."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from conformance.engines.protocol import Engine, Settled
from conformance.fuzz.pair import (
    TIMEOUT,
    Diverged,
    Divergence,
    Kind,
    NothingToCompare,
    Pair,
    Plan,
    differing_fields,
)
from conformance.fuzz.policies import chosen_policy, pick
from conformance.scenarios.moves import move_key

__all__ = [
    "TIMEOUT",
    "Compared",
    "Divergence",
    "Explain",
    "Kind",
    "Plan",
    "Played",
    "compare_position",
    "differing_fields",
    "play_game",
    "step_divergence",
]

Json: TypeAlias = dict[str, Any]
Explain: TypeAlias = Callable[[Json, Json], Sequence[str]]
MAX_MOVES = 3000
EXPLAINED = 8  # one in so many moves of a game is explained
MOST_EXPLAINED = 3  # and so many moves of a position


@dataclass(slots=True)
class Played:
    """A game, or as much of it as was played."""

    plan: Plan
    moves: list[Json] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    clauses: set[str] = field(default_factory=set)
    ending: str = ""
    divergence: Divergence | None = None


def fired(engine: Engine) -> Sequence[str]:
    """The clauses at work in an engine's latest step, if it can tell."""
    told: Sequence[str] = getattr(engine, "fired", ())
    return told


def play_game(plan: Plan, first: Engine, second: Engine, explain: Explain | None = None) -> Played:
    """One game in lockstep, to its end or to the first difference.

    `explain` names the clauses that speak of a move; it is asked about some of them.
    """
    rng = random.Random(f"{plan.seed}/{plan.edition}/{plan.board}/{plan.players}")
    _, policy = chosen_policy(plan.policy, rng)
    pair = Pair(first, second)
    found = Played(plan)
    state: Json | None = None
    move: Json | None = None
    try:
        state = pair.new(plan)
        for number in range(MAX_MOVES):
            move = None
            moves = pair.legal(state)
            if not moves:
                found.ending = (state.get("result") or {}).get("reason", "")
                return found
            move = pick(rng, policy, state, moves)
            if explain is not None and number % EXPLAINED == 0:
                found.clauses.update(explain(state, move))
            after = pair.play(move, plan.edition)
            found.moves.append(move)
            found.kinds.add(move["type"])
            found.clauses.update(fired(first) or fired(second))
            state = after
        raise Diverged(Kind.ENDLESS, "", {"message": f"no end within {MAX_MOVES} moves"})
    except Diverged as split:
        found.divergence = Divergence(
            split.kind,
            split.who,
            state,
            tuple(found.moves),
            move if move is not None else split.move,
            split.detail,
        )
    except NothingToCompare as refused:
        found.ending = f"refused: {refused}"
    return found


@dataclass(slots=True)
class Compared:
    """What came of a position, one move deep."""

    divergence: Divergence | None = None
    fired: list[frozenset[str]] = field(default_factory=list)  # the clauses at work, by move
    kinds: set[str] = field(default_factory=set)
    endings: set[str] = field(default_factory=set)
    is_valid: bool = True


def compare_position(
    state: Json,
    first: Engine,
    second: Engine,
    rng: random.Random,
    explain: Explain | None = None,
    most: int = 8,
) -> Compared:
    """One position, one move deep: the first difference, and the clauses that were at work."""
    pair = Pair(first, second)
    found = Compared()
    settled: Json | None = None
    move: Json | None = None
    try:
        settled = pair.load(state)
        moves = pair.legal(settled)
        if not moves:
            found.endings.add((settled.get("result") or {}).get("reason", ""))
        for number, chosen in enumerate(rng.sample(moves, min(most, len(moves)))):
            if number:
                pair.both(lambda one: one.load(state))
            move = chosen
            after = pair.play(move, state["edition"])
            found.kinds.add(move["type"])
            told = [*(fired(first) or fired(second))]
            if explain is not None and number < MOST_EXPLAINED:
                told += explain(settled, move)
            found.fired.append(frozenset(told))
            if after.get("result"):
                found.endings.add(after["result"]["reason"])
    except Diverged as split:
        disputed = move if move is not None else split.move
        before = settled if settled is not None else state
        found.divergence = Divergence(
            split.kind, split.who, before, (), disputed, split.detail, state
        )
    except NothingToCompare:
        found.is_valid = False
    return found


def step_divergence(
    start: Json | Plan,
    move: Json | None,
    first: Engine,
    second: Engine,
    others: int = 0,
    history: tuple[Json, ...] = (),
) -> Divergence | None:
    """What two engines say of one step from a position, or after some moves of a game.

    The beginning, the list, then the move; where that is no longer legal, so many others of its
    kind are tried in its place. None where the engines agree, or where one cannot get there.
    """
    pair = Pair(first, second)
    settled: Json | None = None
    tried: Json | None = move
    edition = start.edition if isinstance(start, Plan) else start["edition"]
    try:
        settled = _begun(pair, start, history)
        if move is None:
            pair.legal(settled)
            return None
        for number, one in enumerate(_instead(move, pair.legal(settled), others)):
            if number:
                _begun(pair, start, history)
            tried = one
            pair.play(one, edition)
        return None
    except Diverged as split:
        given = None if isinstance(start, Plan) else start
        before = settled if settled is not None else given
        disputed = split.move if split.move is not None else tried
        return Divergence(split.kind, split.who, before, history, disputed, split.detail, given)
    except NothingToCompare:
        return None


def _begun(pair: Pair, start: Json | Plan, history: tuple[Json, ...]) -> Json:
    """The state at which a step begins, on both."""
    state = pair.new(start) if isinstance(start, Plan) else pair.load(start)
    if not history:
        return state
    edition = start.edition if isinstance(start, Plan) else start["edition"]
    first, second = pair.both(lambda one: one.play(history))
    if not isinstance(first, Settled) or not isinstance(second, Settled):
        raise NothingToCompare("a move on the way is illegal")
    return pair.same_state(first.state, second.state, edition)


def _instead(move: Json, moves: list[Json], others: int) -> list[Json]:
    """The move itself where it is listed, else others of its kind."""
    key = move_key(move)
    for one in moves:
        if move_key(one) == key:
            return [one]
    return [one for one in moves if one["type"] == move["type"]][:others]
