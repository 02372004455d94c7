"""rrc perft: leaf counts by depth."""

import json
from typing import Annotated

import typer

from conformance.commands.options import Json
from conformance.errors import UserError

MAX_DEPTH = 8


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("perft")(perft)


def perft(
    board: Annotated[str, typer.Option(help="square8, square19 or hexagonal.")] = "square8",
    players: Annotated[int, typer.Option(help="2 to 4.")] = 2,
    depth: Annotated[int, typer.Option(help="The length of the sequences.")] = 2,
    edition: Annotated[str, typer.Option(help="The edition to play.")] = "rr-canon-2025-11",
    divide: Annotated[bool, typer.Option("--divide", help="Count each first move.")] = False,
    table: Annotated[bool, typer.Option("--table", help="Print docs/perft.md.")] = False,
    as_json: Json = False,
) -> None:
    """Count the sequences of moves from the start of a game."""
    from conformance.engines import perft as counting

    if table:
        typer.echo(counting.perft_page(), nl=False)
        return
    if not 0 <= depth <= MAX_DEPTH:
        raise UserError(f"depth {depth}: expected 0 to {MAX_DEPTH}")
    state = counting.start(edition, board, players)
    if divide and depth:
        branches = list(counting.divide(state, depth))
        total = sum(branch.leaves for branch in branches)
    else:
        branches = []
        total = counting.perft(state, depth)
    if as_json:
        asked = {"edition": edition, "board": board, "players": players, "depth": depth}
        found = {"leaves": total, "divide": [branch._asdict() for branch in branches]}
        typer.echo(json.dumps(asked | found))
        return
    for branch in branches:
        typer.echo(f"{json.dumps(branch.move)}  {branch.leaves}")
    typer.echo(f"{board}, {players} players, {edition}, depth {depth}: {total:,} leaves")
