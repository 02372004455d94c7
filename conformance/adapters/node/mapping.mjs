// States and moves, to and from the form of the protocol: the one place for both.

export const EDITION = "rr-canon-2025-11";

/** Something that the engine cannot do; thrown by `stateFromWire`, it is told as such. */
export class Unsupported extends Error {}

/** A position that cannot exist, with every fault found. */
export class Invalid extends Error {
  constructor(faults) {
    super(faults.join("; "));
    this.faults = faults;
  }
}

/** A cell is written "x,y", on the hexagonal board "x,y,z". */
const cellToWire = ({ x, y }) => `${x},${y}`;

/** The cell of "x,y". */
function cellFromWire(text) {
  const [x, y] = text.split(",").map(Number);
  return { x, y };
}

/** The state at its decision point. Leave out what your engine cannot tell. */
export function stateToWire(game) {
  return {
    edition: EDITION,
    board: "square8",
    players: 2,
    // Rings by cell, bottom first. Copied: a state handed out must not change with the game.
    stacks: Object.fromEntries(game.stacks.map(({ cell, rings }) => [cellToWire(cell), [...rings]])),
    markers: {}, // owner by cell
    collapsed: {}, // owner by cell
    hand: { 1: game.hands[0], 2: game.hands[1] }, // rings not yet placed
    eliminated: { 1: 0, 2: 0 }, // credited to this seat
    turn: {
      player: game.player,
      phase: game.isOver ? "game_over" : "ring_placement",
      from: null, // the only stack that may act now: just placed, just moved, in the chain
      owes: null, // "line" or "region" while an elimination is due
    },
    // `standing` is left out: the toy does not know who had an action or acted last.
    result: game.isOver ? { winner: null, reason: "stalemate", ranking: [1, 2] } : null,
  };
}

/**
 * The game of a state, for `load`: the reverse of `stateToWire`.
 *
 * Throw `Invalid` for what cannot exist, and `Unsupported` for what your engine cannot take up.
 * `standing` may be missing: then nobody has had a turn.
 */
export function stateFromWire(state) {
  throw new Unsupported(`the toy takes up no position, not even on ${state.board}`);
}

/**
 * A move of the engine in the form of the protocol.
 *
 *     place_ring                  at, count
 *     skip_placement
 *     move_stack                  from, to
 *     overtaking_capture          from, target, to
 *     skip_capture
 *     continue_capture_segment    from, target, to
 *     process_line                cells
 *     choose_line_reward          cells, collapse
 *     eliminate_rings_from_stack  at
 *     process_territory_region    cells
 *     skip_territory_processing
 *     swap_sides                  (editions with the pie rule)
 */
export function moveToWire(move) {
  return { type: "place_ring", at: cellToWire(move.cell), count: move.count };
}

/** A move of the protocol as the engine has it; null if the engine has no such move. */
export function moveFromWire(wire) {
  switch (wire.type) {
    case "place_ring":
      return { cell: cellFromWire(wire.at), count: wire.count };
    default:
      return null;
  }
}

/**
 * Go on to the next decision point: a choice with a legal move, or the end of the game.
 *
 * An engine that wants a move also where there is nothing to choose (no placement possible, no
 * line, no region, a seat that must pass) gets it here. The toy has no such moves.
 */
export function settle(_game) {}
