// Answers the engine protocol: one JSON object per line in, one per line out.
// The lines marked ENGINE CALL ask the engine; everything else can stay as it is.

import { createInterface } from "node:readline";
import { Game } from "./engine.js";
import * as mapping from "./mapping.js";

// Declare only what the engine can do: what is not declared is never asked for.
const HELLO = {
  protocol: 1,
  engine: { name: "my-engine", version: "0.1.0", language: "typescript" },
  editions: [mapping.EDITION],
  boards: ["square8"],
  players: [2],
  operations: ["new", "legal", "play", "state"], // add "load" when mapping.ts can read a state
};

type New = { cmd: "new"; edition: string; board: string; players: number; legal?: boolean };
type Load = { cmd: "load"; state: mapping.WireState; legal?: boolean };
type Play = { cmd: "play"; moves: mapping.WireMove[]; legal?: boolean; every?: boolean };
type Request = { cmd: "hello" | "legal" | "state" | "bye" } | New | Load | Play;

/** Holds one game at a time and answers one request at a time. */
class Adapter {
  game: Game | null = null;
  isOver = false;

  /** The reply to a line. A failure is told as `error`: it must never look like a refusal. */
  reply(line: string): object {
    let seq = 0;
    try {
      const request = JSON.parse(line) as Request & { seq: number };
      seq = request.seq;
      return { seq, ...this.answer(request) };
    } catch (error) {
      if (error instanceof mapping.Unsupported) return { seq, unsupported: { reason: error.message } };
      if (error instanceof mapping.Invalid) return { seq, invalid: { faults: error.faults } };
      console.error(error); // standard error is kept as evidence
      return { seq, error: { message: String(error) } };
    }
  }

  /** What a request asks for, without its seq. */
  answer(request: Request): object {
    switch (request.cmd) {
      case "hello":
        return HELLO;
      case "new":
        return this.new(request);
      case "load":
        this.game = mapping.stateFromWire(request.state);
        mapping.settle(this.game);
        return this.told(request);
      case "legal":
        return { moves: this.legal() };
      case "play":
        return this.play(request);
      case "state":
        return { state: mapping.stateToWire(this.present()) };
      case "bye":
        this.isOver = true;
        return {};
      default:
        throw new Error(`unknown request ${JSON.stringify(request)}`);
    }
  }

  /** Begin a game. */
  new(request: New): object {
    const { edition, board, players } = request;
    if (!HELLO.editions.includes(edition)) throw new mapping.Unsupported(`edition ${edition}`);
    if (!HELLO.boards.includes(board)) throw new mapping.Unsupported(`board ${board}`);
    if (!HELLO.players.includes(players)) throw new mapping.Unsupported(`players ${players}`);
    this.game = new Game(); // ENGINE CALL: begin a game
    mapping.settle(this.game);
    return this.told(request);
  }

  /** Play moves, up to the first that is illegal; those before it stay played. */
  play(request: Play): object {
    const game = this.present();
    const states: mapping.WireState[] = [];
    const between = request.every ? { states } : {};
    for (const [played, wire] of request.moves.entries()) {
      const move = mapping.moveFromWire(wire);
      // ENGINE CALL: may this be played?
      if (move === null || !game.isLegal(move)) {
        const illegal = { move: wire, reason: "not a legal move here" };
        return { played, illegal, state: mapping.stateToWire(game), ...between };
      }
      game.play(move); // ENGINE CALL: play it
      mapping.settle(game);
      states.push(mapping.stateToWire(game));
    }
    return { ...this.told(request), ...between };
  }

  /** The legal moves, each once, in any order; none when the game is over. */
  legal(): mapping.WireMove[] {
    const moves = this.present().legalMoves(); // ENGINE CALL: list the legal moves
    return moves.map(mapping.moveToWire);
  }

  /** The present state, and the legal moves where they are asked for. */
  told(request: { legal?: boolean }): object {
    const listed = request.legal ? { moves: this.legal() } : {};
    return { state: mapping.stateToWire(this.present()), ...listed };
  }

  /** The game that has begun. */
  present(): Game {
    if (this.game === null) throw new Error("no game has begun");
    return this.game;
  }
}

// Read a line, answer a line, until goodbye or the end of the input.
const adapter = new Adapter();
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(adapter.reply(line))}\n`);
  if (adapter.isOver) break;
}
process.stdin.destroy(); // nothing is left to wait for, so the process ends, with status 0
