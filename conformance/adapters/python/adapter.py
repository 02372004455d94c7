"""Answers the engine protocol: one JSON object per line in, one per line out.

The lines marked ENGINE CALL ask the engine; everything else can stay as it is.
"""

import json
import sys
import traceback
from typing import Any

import engine
import mapping

# Declare only what the engine can do: what is not declared is never asked for.
HELLO: dict[str, Any] = {
    "protocol": 1,
    "engine": {"name": "my-engine", "version": "0.1.0", "language": "python"},
    "editions": [mapping.EDITION],
    "boards": ["square8"],
    "players": [2],
    "operations": ["new", "legal", "play", "state"],  # add "load" when mapping.py can read a state
}


class Adapter:
    """Holds one game at a time and answers one request at a time."""

    def __init__(self) -> None:
        self.game: engine.Game | None = None
        self.is_over = False

    def reply(self, line: bytes) -> dict[str, Any]:
        """The reply to a line. A failure is told as `error`: it must never look like a refusal."""
        seq = 0
        try:
            request = json.loads(line)
            seq = request["seq"]
            return {"seq": seq, **self.answer(request)}
        except mapping.UnsupportedError as error:
            return {"seq": seq, "unsupported": {"reason": str(error)}}
        except mapping.InvalidError as error:
            return {"seq": seq, "invalid": {"faults": error.faults}}
        except Exception as error:
            traceback.print_exc()  # standard error is kept as evidence
            return {"seq": seq, "error": {"message": f"{type(error).__name__}: {error}"}}

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """What a request asks for, without its seq."""
        command = request["cmd"]
        if command == "hello":
            return HELLO
        if command == "new":
            return self.new(request)
        if command == "load":
            self.game = mapping.state_from_wire(request["state"])
            mapping.settle(self.game)
            return self.told(request)
        if command == "legal":
            return {"moves": self.legal()}
        if command == "play":
            return self.play(request)
        if command == "state":
            return {"state": mapping.state_to_wire(self.present())}
        if command == "bye":
            self.is_over = True
            return {}
        raise ValueError(f"unknown request {command!r}")

    def new(self, request: dict[str, Any]) -> dict[str, Any]:
        """Begin a game."""
        for field, declared in (("edition", "editions"), ("board", "boards"), ("players",) * 2):
            if request[field] not in HELLO[declared]:
                raise mapping.UnsupportedError(f"{field} {request[field]}")
        self.game = engine.Game()  # ENGINE CALL: begin a game
        mapping.settle(self.game)
        return self.told(request)

    def play(self, request: dict[str, Any]) -> dict[str, Any]:
        """Play moves, up to the first that is illegal; those before it stay played."""
        game = self.present()
        states: list[dict[str, Any]] = []
        between = {"states": states} if request.get("every") else {}
        for played, wire in enumerate(request["moves"]):
            move = mapping.move_from_wire(wire)
            if move is None or not game.is_legal(move):  # ENGINE CALL: may this be played?
                return {
                    "played": played,
                    "illegal": {"move": wire, "reason": "not a legal move here"},
                    "state": mapping.state_to_wire(game),
                    **between,
                }
            game.play(move)  # ENGINE CALL: play it
            mapping.settle(game)
            states.append(mapping.state_to_wire(game))
        return {**self.told(request), **between}

    def legal(self) -> list[dict[str, Any]]:
        """The legal moves, each once, in any order; none when the game is over."""
        moves = self.present().legal_moves()  # ENGINE CALL: list the legal moves
        return [mapping.move_to_wire(move) for move in moves]

    def told(self, request: dict[str, Any]) -> dict[str, Any]:
        """The present state, and the legal moves where they are asked for."""
        listed = {"moves": self.legal()} if request.get("legal") else {}
        return {"state": mapping.state_to_wire(self.present()), **listed}

    def present(self) -> engine.Game:
        """The game that has begun."""
        if self.game is None:
            raise ValueError("no game has begun")
        return self.game


def main() -> None:
    """Read a line, answer a line, until goodbye or the end of the input."""
    adapter = Adapter()
    for line in sys.stdin.buffer:
        sys.stdout.write(json.dumps(adapter.reply(line), separators=(",", ":")) + "\n")
        sys.stdout.flush()  # the suite waits for this line
        if adapter.is_over:
            break


if __name__ == "__main__":
    main()
