"""How fast the reference engine plays: list all legal moves, pick one by seed, play it.

    python benchmarks/random_play.py [--seconds S] [--seed N] [--profile BOARD]

Prints moves per second of processor time for each board and number of players, one process. With
--profile, where the time goes on one board. With --memory BOARD, how much memory one whole game
takes beyond what the engine needs to begin.
"""

import argparse
import cProfile
import pstats
import random
import time
import tracemalloc

from conformance.editions import CANON, load_edition
from reference_engine.game import legal_moves, new_game, play
from reference_engine.geometry import Board
from reference_engine.variant import Variant, variant


def play_game(chosen: Variant, rng: random.Random) -> int:
    """Play one random game and count its moves."""
    state = new_game(chosen)
    moves = 0
    while not state.is_over:
        state = play(state, rng.choice(legal_moves(state))).state
        moves += 1
    return moves


def measure(chosen: Variant, seconds: float, seed: int) -> tuple[int, int, float]:
    """Games, moves and seconds of at least so many seconds of play."""
    rng = random.Random(seed)
    play_game(chosen, random.Random(seed))  # tables fill once
    games = moves = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        moves += play_game(chosen, rng)
        games += 1
    return games, moves, spent


def profile(chosen: Variant, seed: int) -> None:
    """Print where the time of fifty games goes."""
    rng = random.Random(seed)
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(50):
        play_game(chosen, rng)
    profiler.disable()
    pstats.Stats(profiler).strip_dirs().sort_stats("tottime").print_stats(20)


def memory(chosen: Variant, seed: int) -> None:
    """Print how much the memory grows over one whole game."""
    new_game(chosen)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    moves = play_game(chosen, random.Random(seed))
    after, peak = tracemalloc.get_traced_memory()
    print(  # noqa: T201 - this is its output
        f"{chosen.board}: {moves} moves, grown by {(after - before) / 1e6:.1f} MB,"
        f" at most {(peak - before) / 1e6:.1f} MB"
    )


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description="Random play of the reference engine.")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", choices=list(Board))
    parser.add_argument("--memory", choices=list(Board))
    asked = parser.parse_args()
    edition = load_edition(CANON)
    if asked.profile:
        profile(variant(edition, Board(asked.profile), 2), asked.seed)
        return
    if asked.memory:
        memory(variant(edition, Board(asked.memory), 2), asked.seed)
        return
    for board in Board:
        for players in (2, 3, 4):
            chosen = variant(edition, board, players)
            games, moves, spent = measure(chosen, asked.seconds, asked.seed)
            print(  # noqa: T201 - this is its output
                f"{board:10} {players} players: {moves / spent:8,.0f} moves/s"
                f"  ({games} games, {moves} moves)"
            )


if __name__ == "__main__":
    main()
