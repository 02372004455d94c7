"""A state in words and as a drawing."""

from typing import Any

from rich.text import Text

from conformance.boards import grid
from conformance.diagrams import drawn_rows
from reference_engine.state import GameState, territory
from reference_engine.wire import digest, state_to_json

COLOURS = {"1": "red", "2": "blue", "3": "green", "4": "yellow"}


def written_with_totals(state: GameState) -> dict[str, Any]:
    """A state as JSON, with what can be read off it."""
    written = state_to_json(state)
    derived = {"S": state.progress, "hash": digest(written), **state.totals._asdict()}
    return {"state": written, "derived": derived}


def described(state: GameState) -> list[Text]:
    """A state in lines of text."""
    written = state_to_json(state)
    variant = state.variant
    board = grid(variant.board.value, variant.edition.hex_side)
    lines = [
        Text(f"{variant.board}, {variant.players} players, {variant.edition.name}"),
        Text(),
    ]
    for row in drawn_rows(written, board):
        line = Text()
        for span in row:
            line.append(span.text, style_of(span.text) if span.cell else "dim")
        line.rstrip()
        lines.append(line)
    lines += [Text(), *map(Text, player_lines(state)), Text(), Text(turn_line(state))]
    lines += [Text(f"S = {state.progress}, hash {digest(written)}"), *map(Text, remarks(state))]
    return lines


def style_of(token: str) -> str:
    """The colour of what stands on a cell: that of its owner."""
    owner = token.strip()[-1:]
    style = COLOURS.get(owner, "dim")
    return f"{style} reverse" if token.startswith("c") else style


def player_lines(state: GameState) -> list[str]:
    """One line for each player."""
    totals = state.totals
    return [
        f"player {seat}: {state.hand[seat]} in hand, {state.eliminated[seat]} of "
        f"{totals.elimination_threshold} eliminated, {territory(state.collapsed, seat)} of "
        f"{totals.territory_threshold} territory"
        for seat in state.players
    ]


def turn_line(state: GameState) -> str:
    """Whose choice it is, or how the game ended."""
    board, turn = state.variant.geometry, state.turn
    if state.result is not None:
        winner = state.result.winner
        who = "a draw" if winner is None else f"player {winner} wins"
        ranking = ", ".join(map(str, state.result.ranking))
        return f"game over: {who} by {state.result.reason} (ranking {ranking})"
    line = f"player {turn.player} to choose, {turn.phase}"
    if turn.source is not None:
        line += f", with the stack on {board.key(turn.source)}"
    if turn.owes is not None:
        line += f", owing for a {turn.owes}"
    return line


def remarks(state: GameState) -> list[str]:
    """What cannot come about in play, though it may be loaded."""
    if state.is_over:
        return []
    totals = state.totals
    return [
        f"note: player {seat} has reached the {what} threshold; the game ends with this turn"
        for seat in state.players
        for what, reached in (
            ("elimination", state.eliminated[seat] >= totals.elimination_threshold),
            ("territory", territory(state.collapsed, seat) >= totals.territory_threshold),
        )
        if reached
    ]
