// REPLACE THIS: a toy that stands where your engine will stand.
//
// It does not play RingRift. The seats put single rings on empty cells, in turn, until their hands
// are empty; then the game is over and nobody has won.

const SIZE = 8;
const RINGS = 18;

export interface Cell {
  readonly x: number;
  readonly y: number;
}

/** A number of rings onto a cell: the only move of the toy. */
export interface Place {
  readonly cell: Cell;
  readonly count: number;
}

/** A game on its way: the stacks, the hands, and whose turn it is. */
export class Game {
  readonly stacks: { cell: Cell; rings: number[] }[] = [];
  readonly hands = new Map([[1, RINGS], [2, RINGS]]);
  player = 1;
  isOver = false;

  /** One ring onto any empty cell. */
  legalMoves(): Place[] {
    const moves: Place[] = [];
    for (let y = 0; y < SIZE && !this.isOver; y++) {
      for (let x = 0; x < SIZE; x++) {
        if (!this.stacks.some(({ cell }) => cell.x === x && cell.y === y)) {
          moves.push({ cell: { x, y }, count: 1 });
        }
      }
    }
    return moves;
  }

  /** Whether a move is one of those. */
  isLegal({ cell, count }: Place): boolean {
    return this.legalMoves().some(
      (move) => move.cell.x === cell.x && move.cell.y === cell.y && move.count === count,
    );
  }

  /** Put the ring down; the turn passes. */
  play({ cell }: Place): void {
    this.stacks.push({ cell, rings: [this.player] });
    this.hands.set(this.player, (this.hands.get(this.player) ?? 0) - 1);
    this.isOver = [...this.hands.values()].every((left) => left === 0);
    if (!this.isOver) this.player = 3 - this.player;
  }
}
