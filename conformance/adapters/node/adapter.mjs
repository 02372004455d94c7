// Answers the engine protocol: one JSON object per line in, one per line out.
// The lines marked ENGINE CALL ask the engine; everything else can stay as it is.

import { createInterface } from "node:readline";
import { Game } from "./engine.mjs";
import * as mapping from "./mapping.mjs";

// Declare only what the engine can do: what is not declared is never asked for.
const HELLO = {
  protocol: 1,
  engine: { name: "my-engine", version: "0.1.0", language: "javascript" },
  editions: [mapping.EDITION],
  boards: ["square8"],
  players: [2],
  operations: ["new", "legal", "play", "state"], // add "load" when mapping.mjs can read a state
};

/** Holds one game at a time and answers one request at a time. */
class Adapter {
  game = null;
  isOver = false;

  /** The reply to a line. A failure is told as `error`: it must never look like a refusal. */
  reply(line) {
    let seq = 0;
    try {
      const request = JSON.parse(line);
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
  answer(request) {
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
        throw new Error(`unknown request ${request.cmd}`);
    }
  }

  /** Begin a game. */
  new(request) {
    for (const [field, declared] of [["edition", "editions"], ["board", "boards"], ["players", "players"]]) {
      if (!HELLO[declared].includes(request[field])) {
        throw new mapping.Unsupported(`${field} ${request[field]}`);
      }
    }
    this.game = new Game(); // ENGINE CALL: begin a game
    mapping.settle(this.game);
    return this.told(request);
  }

  /** Play moves, up to the first that is illegal; those before it stay played. */
  play(request) {
    const game = this.present();
    const states = [];
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
  legal() {
    const moves = this.present().legalMoves(); // ENGINE CALL: list the legal moves
    return moves.map(mapping.moveToWire);
  }

  /** The present state, and the legal moves where they are asked for. */
  told(request) {
    const listed = request.legal ? { moves: this.legal() } : {};
    return { state: mapping.stateToWire(this.present()), ...listed };
  }

  /** The game that has begun. */
  present() {
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
