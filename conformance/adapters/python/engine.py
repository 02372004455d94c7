"""REPLACE THIS: a toy that stands where your engine will stand.

It does not play RingRift. The seats put single rings on empty cells, in turn, until their hands
are empty; then the game is over and nobody has won.
"""

from dataclasses import dataclass, field

SIZE = 8
RINGS = 18


@dataclass(frozen=True)
class Place:
    """A number of rings onto a cell."""

    cell: tuple[int, int]
    count: int


@dataclass
class Game:
    """A game on its way: the rings by cell, the hands, and whose turn it is."""

    stacks: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    hands: dict[int, int] = field(default_factory=lambda: {1: RINGS, 2: RINGS})
    player: int = 1
    is_over: bool = False

    def legal_moves(self) -> list[Place]:
        """One ring onto any empty cell."""
        if self.is_over:
            return []
        cells = ((x, y) for y in range(SIZE) for x in range(SIZE))
        return [Place(cell, 1) for cell in cells if cell not in self.stacks]

    def is_legal(self, move: Place) -> bool:
        """Whether a move is one of those."""
        return move in self.legal_moves()

    def play(self, move: Place) -> None:
        """Put the ring down; the turn passes."""
        self.stacks[move.cell] = [self.player]
        self.hands[self.player] -= 1
        self.is_over = not any(self.hands.values())
        if not self.is_over:
            self.player = 3 - self.player
