import json
from collections.abc import Sequence

import pytest
from typer.testing import CliRunner, Result

from conformance.cli import app
from conformance.editions import CANON
from conformance.engines.bench import measure, record_games
from conformance.engines.protocol import EngineErrored, Json, Refused, Settled, Unsupported
from conformance.engines.reference import ReferenceEngine


def rrc(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["bench", "--games", "1", *arguments])


def test_recorded_games_are_the_same_for_the_same_seed_and_can_be_played() -> None:
    one, other = (record_games(CANON, "square8", 2, 2, seed=7) for _ in range(2))
    assert one == other
    assert one != record_games(CANON, "square8", 2, 2, seed=8)
    speed = measure("reference", ReferenceEngine(), one)
    assert speed.moves == sum(len(game.moves) for game in one)
    assert 0 < speed.median <= speed.p99 <= speed.seconds
    assert speed.rate > 0


def test_the_first_engine_is_what_one_means() -> None:
    result = rrc("reference", "reference@rr-canon-2025-11")
    assert result.exit_code == 0
    head, first, second = result.output.splitlines()
    assert head.startswith("square8, 2 players, rr-canon-2025-11: ")
    assert "x 1.00" in first
    assert second.endswith("reference@rr-canon-2025-11")


def test_the_figures_can_be_had_as_json() -> None:
    (speed,) = json.loads(rrc("reference", "--json").stdout)
    assert {*speed} == {"engine", "moves", "seconds", "median", "p99", "rate"}


@pytest.mark.parametrize("edition", ["nonsense", ""])
def test_an_unknown_edition_is_code_2(edition: str) -> None:
    assert rrc("reference", "--edition", edition).exit_code == 2


@pytest.mark.parametrize("engine", ["cmd:no-such-program-here", "reference@compact-2025-11"])
def test_an_engine_that_cannot_play_the_games_is_code_3(engine: str) -> None:
    result = rrc(engine)
    assert result.exit_code == 3
    assert result.stderr.startswith(f"rrc: {engine}: ")


def test_an_engine_that_refuses_a_recorded_move_is_not_measured() -> None:
    class Refuses(ReferenceEngine):
        def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
            return Refused(0, moves[0], "not today", None, {})

    class Declines(ReferenceEngine):
        def new(self, edition: str, board: str, players: int) -> Settled | Unsupported:
            return Unsupported("not today")

    games = record_games(CANON, "square8", 2, 1, 1)
    for engine in (Refuses(), Declines()):
        with pytest.raises(EngineErrored, match="not today"):
            measure("wrong", engine, games)
