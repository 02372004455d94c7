// States and moves, to and from the form of the protocol: the one place for both.

import type { Cell, Game, Place } from "./engine.js";

export const EDITION = "rr-canon-2025-11";

/** A cell is written "x,y", on the hexagonal board "x,y,z". */
export type WireCell = string;

export type Phase =
  | "ring_placement"
  | "movement"
  | "capture"
  | "chain_capture"
  | "line_processing"
  | "territory_processing"
  | "forced_elimination"
  | "game_over";

export type Reason =
  | "ring_elimination"
  | "territory_control"
  | "last_player_standing"
  | "stalemate";

/** Players are numbers from 1; as keys, text. */
export interface WireState {
  edition?: string;
  board?: "square8" | "square19" | "hexagonal";
  players?: number;
  stacks: Record<WireCell, number[]>; // bottom first
  markers?: Record<WireCell, number>;
  collapsed?: Record<WireCell, number>;
  hand?: Record<string, number>; // rings not yet placed
  eliminated?: Record<string, number>; // credited to this seat
  turn: {
    player: number;
    phase: Phase;
    from?: WireCell | null; // the only stack that may act now: just placed, just moved, in the chain
    owes?: "line" | "region" | null; // while an elimination is due
  };
  standing?: { had_action?: Record<string, boolean | null>; acted?: number[] };
  result?: { winner: number | null; reason: Reason; ranking?: number[] } | null;
}

/** Lists of cells are sets. The player is never named: it is the one whose turn it is. */
export type WireMove =
  | { type: "place_ring"; at: WireCell; count: number }
  | { type: "skip_placement" }
  | { type: "move_stack"; from: WireCell; to: WireCell }
  | { type: "overtaking_capture"; from: WireCell; target: WireCell; to: WireCell }
  | { type: "skip_capture" }
  | { type: "continue_capture_segment"; from: WireCell; target: WireCell; to: WireCell }
  | { type: "process_line"; cells: WireCell[] }
  | { type: "choose_line_reward"; cells: WireCell[]; collapse: WireCell[] }
  | { type: "eliminate_rings_from_stack"; at: WireCell }
  | { type: "process_territory_region"; cells: WireCell[] }
  | { type: "skip_territory_processing" }
  | { type: "swap_sides" }; // editions with the pie rule

/** Something that the engine cannot do; thrown by `stateFromWire`, it is told as such. */
export class Unsupported extends Error {}

/** A position that cannot exist, with every fault found. */
export class Invalid extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join("; "));
  }
}

function cellToWire({ x, y }: Cell): WireCell {
  return `${x},${y}`;
}

function cellFromWire(text: WireCell): Cell {
  const [x = NaN, y = NaN] = text.split(",").map(Number);
  return { x, y };
}

/** The state at its decision point. Leave out what your engine cannot tell. */
export function stateToWire(game: Game): WireState {
  return {
    edition: EDITION,
    board: "square8",
    players: 2,
    // Copied: a state handed out must not change with the game.
    stacks: Object.fromEntries(game.stacks.map(({ cell, rings }) => [cellToWire(cell), [...rings]])),
    markers: {},
    collapsed: {},
    hand: Object.fromEntries(game.hands),
    eliminated: { 1: 0, 2: 0 },
    turn: {
      player: game.player,
      phase: game.isOver ? "game_over" : "ring_placement",
      from: null,
      owes: null,
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
export function stateFromWire(state: WireState): Game {
  throw new Unsupported(`the toy takes up no position, not even on ${state.board}`);
}

/** A move of the engine in the form of the protocol. */
export function moveToWire(move: Place): WireMove {
  return { type: "place_ring", at: cellToWire(move.cell), count: move.count };
}

/** A move of the protocol as the engine has it; null if the engine has no such move. */
export function moveFromWire(wire: WireMove): Place | null {
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
export function settle(_game: Game): void {}
