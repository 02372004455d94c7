"""perft: how many sequences of moves there are from the start of a game, by length."""

from collections.abc import Iterator
from typing import NamedTuple

from conformance.editions import CANON, load_edition
from conformance.errors import UserError
from reference_engine.game import legal_moves, new_game, play
from reference_engine.geometry import Board
from reference_engine.state import GameState
from reference_engine.variant import UnknownVariant, variant
from reference_engine.wire import move_to_json

PUBLISHED = (
    ("square8", 2, 3),
    ("square8", 3, 3),
    ("square8", 4, 3),
    ("square19", 2, 2),
    ("square19", 3, 2),
    ("square19", 4, 2),
    ("hexagonal", 2, 2),
    ("hexagonal", 3, 2),
    ("hexagonal", 4, 2),
)
"""Board, players and depth of the published table."""


class Branch(NamedTuple):
    """A first move, and the sequences that begin with it."""

    move: dict[str, object]
    leaves: int


def start(edition: str, board: str, players: int) -> GameState:
    """The first state of a game."""
    known = [kind.value for kind in Board]
    if board not in known:
        raise UserError(f"no board {board!r}: expected one of {', '.join(known)}")
    try:
        return new_game(variant(load_edition(edition), Board(board), players))
    except UnknownVariant as error:
        raise UserError(f"{error.value} players: expected {error.expected}") from None


def perft(state: GameState, depth: int) -> int:
    """The number of sequences of so many moves; a game that is over has none."""
    if depth == 0:
        return 1
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(play(state, move).state, depth - 1) for move in moves)


def divide(state: GameState, depth: int) -> Iterator[Branch]:
    """The count of each first move."""
    for move in legal_moves(state):
        written = move_to_json(state.variant.geometry, move)
        yield Branch(written, perft(play(state, move).state, depth - 1))


def perft_page() -> str:
    """The published table, as `docs/perft.md` holds it."""
    rows = []
    for board, players, depth in PUBLISHED:
        state = start(CANON, board, players)
        counts = [f"{perft(state, level):,}" for level in range(1, depth + 1)]
        cells = counts + [""] * (3 - depth)
        rows.append(f"| {board} | {players} | {' | '.join(cells)} |")
    return "\n".join(
        [
            "<!-- Made by `rrc perft --table`; a test makes it again and compares. -->",
            "# perft",
            "",
            "The number of sequences of moves from the start of a game, by length, in the edition",
            f"`{CANON}`. A move is one choice: placing, moving and each capture segment count one",
            "each. A sequence that ends with the game before its length is not counted.",
            "",
            "| board | players | 1 | 2 | 3 |",
            "|---|--:|--:|--:|--:|",
            *rows,
            "",
            "`rrc perft --board BOARD --players N --depth D --divide` gives the count of each",
            "first move: where two engines differ in a total, it leads to the move.",
            "",
        ]
    )
