"""Many random games of the reference engine, each watched, some compared with the literal engine.

    python benchmarks/soak.py --board square8 --games 10000 --compare 50

Every state of every game is checked: a legal move or the end, no cell twice, no ring lost, S risen
as it should, the end within the bound. Every n-th game (--compare) is played on the literal engine
too, move by move: legal moves, states and results. Players go round 2, 3, 4; --edition picks the
rules.
"""

import argparse
import random
from collections import Counter

from conformance.editions import CANON, load_edition
from conformance.engines.literal.session import LiteralSession
from reference_engine.game import legal_moves, new_game, play
from reference_engine.geometry import Board
from reference_engine.moves import (
    ContinueCaptureSegment,
    EliminateRings,
    MoveStack,
    OvertakingCapture,
)
from reference_engine.state import GameState
from reference_engine.variant import variant
from reference_engine.wire import move_to_json, state_to_json

SEGMENTS = (MoveStack, OvertakingCapture, ContinueCaptureSegment)


def check(state: GameState) -> None:
    """The invariants of one state."""
    rings = sum(map(len, state.stacks.values()))
    total = rings + sum(state.hand) + sum(state.eliminated)
    if total != state.variant.total_rings:
        raise SystemExit(f"{total} rings in {state_to_json(state)}")
    if state.occupied & state.marked or (state.occupied | state.marked) & state.walled:
        raise SystemExit(f"a cell holds two things in {state_to_json(state)}")
    if state.progress > state.variant.geometry.count + state.variant.total_rings:
        raise SystemExit(f"S is beyond its bound in {state_to_json(state)}")


def play_game(state: GameState, rng: random.Random, *, is_canon: bool) -> tuple[GameState, int]:
    """One game to its end, watched."""
    moves = counted = 0
    bound = state.variant.geometry.count + state.variant.total_rings
    while not state.is_over:
        listed = legal_moves(state)
        if not listed:
            raise SystemExit(f"a stall: {state_to_json(state)}")
        move = rng.choice(listed)
        after = play(state, move).state
        check(after)
        gain = after.progress - state.progress
        if is_canon and isinstance(move, SEGMENTS) and not after.is_over and gain != 1:
            raise SystemExit(f"S rose by {gain} with {move} in {state_to_json(state)}")
        if gain < 0 or (isinstance(move, EliminateRings) and gain < 1):
            raise SystemExit(f"S rose by {gain} with {move} in {state_to_json(state)}")
        counted += isinstance(move, SEGMENTS)
        if is_canon and counted > bound:
            raise SystemExit(f"more than {bound} segments: {state_to_json(state)}")
        state, moves = after, moves + 1
    return state, moves


def compare_game(state: GameState, rng: random.Random) -> int:
    """One game on both engines."""
    literal = LiteralSession()
    board = state.variant.geometry
    literal.new(state.variant.edition.name, board.board.value, state.variant.players)
    moves = 0
    while not state.is_over:
        listed = legal_moves(state)
        ours = [move_to_json(board, move) for move in listed]
        theirs = literal.legal()
        if sorted(map(str, ours)) != sorted(map(str, theirs)):
            raise SystemExit(f"other moves: {state_to_json(state)}")
        index = rng.randrange(len(listed))
        state = play(state, listed[index]).state
        literal.play([ours[index]])
        if state_to_json(state) != literal.state():
            raise SystemExit(f"another state after {ours[index]}: {state_to_json(state)}")
        moves += 1
    return moves


def main() -> None:
    """Play what the command line asks for."""
    parser = argparse.ArgumentParser(description="A soak of the reference engine.")
    parser.add_argument("--board", choices=list(Board), default=Board.SQUARE8)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--compare", type=int, default=0, help="compare every n-th game")
    parser.add_argument("--edition", default=CANON)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    edition = load_edition(asked.edition)
    endings: Counter[str] = Counter()
    moves = longest = compared = 0
    for number in range(asked.games):
        state = new_game(variant(edition, Board(asked.board), 2 + number % 3))
        seed = f"{asked.seed}-{asked.board}-{number}"
        end, played = play_game(state, random.Random(seed), is_canon=asked.edition == CANON)
        endings[end.result.reason.value if end.result else ""] += 1
        moves, longest = moves + played, max(longest, played)
        if asked.compare and number % asked.compare == 0:
            compare_game(state, random.Random(seed))
            compared += 1
    print(  # noqa: T201 - this is its output
        f"{asked.board}, {asked.edition}: {asked.games} games to their end, {moves} moves,"
        f" longest {longest}; {compared} compared with the literal engine; {dict(endings)}"
    )


if __name__ == "__main__":
    main()
