"""rrc bench: the speed of engines side by side."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from conformance.commands.options import Json
from conformance.errors import UndecidedError


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("bench")(bench)


def bench(
    engines: Annotated[list[str], typer.Argument(help="Engines; the first is what 1.0 means.")],
    board: Annotated[str, typer.Option(help="square8, square19 or hexagonal.")] = "square8",
    players: Annotated[int, typer.Option(help="2 to 4.")] = 2,
    games: Annotated[int, typer.Option(min=1, help="How many recorded games.")] = 20,
    seed: Annotated[int, typer.Option(help="Which games.")] = 1,
    edition: Annotated[str, typer.Option(help="The edition to play.")] = "rr-canon-2025-11",
    timeout: Annotated[float, typer.Option(min=0.01, help="Seconds for each request.")] = 10.0,
    as_json: Json = False,
) -> None:
    """Play the same recorded games on every engine: a request plays a move and lists the next."""
    from conformance.editions import load_edition
    from conformance.engines.bench import measure, record_games
    from conformance.engines.names import engine_factory
    from conformance.engines.protocol import EngineFailure

    load_edition(edition)
    factories = [engine_factory(name, timeout) for name in engines]
    recorded = record_games(edition, board, players, games, seed)
    speeds = []
    for name, factory in zip(engines, factories, strict=True):
        engine = factory()
        try:
            speeds.append(measure(name, engine, recorded))
        except EngineFailure as failure:
            raise UndecidedError(f"{name}: {failure.message}") from None
        finally:
            engine.close()
    if as_json:
        typer.echo(json.dumps([asdict(speed) | {"rate": speed.rate} for speed in speeds]))
        return
    first = speeds[0]
    typer.echo(f"{board}, {players} players, {edition}: {first.moves} moves of {games} games")
    for speed in speeds:
        ratio = speed.rate / first.rate if first.rate else 0.0
        extra = (speed.median - first.median) * 1000
        typer.echo(
            f"{speed.rate:10,.0f} moves/s  x{ratio:5.2f}  median {speed.median * 1000:7.3f} ms"
            f"  p99 {speed.p99 * 1000:7.3f} ms  {extra:+.3f} ms  {speed.engine}"
        )
