from pathlib import Path

import pytest

from conformance.engines.names import engine_factory
from conformance.engines.traces import first_difference, kinds_of, read_trace

FILES = sorted(Path(__file__).parent.glob("*.jsonl"))


def test_there_is_a_game_for_every_board_and_number_of_players() -> None:
    games = {(trace.board, trace.players) for trace in map(read_trace, FILES)}
    boards = ("square8", "square19", "hexagonal")
    assert games == {(board, players) for board in boards for players in (2, 3, 4)}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_reaches_lines_territory_and_forced_elimination(file: Path) -> None:
    trace = read_trace(file)
    assert {"process_line", "process_territory_region"} <= kinds_of(trace.moves)
    engine = engine_factory("reference")()
    engine.new(trace.edition, trace.board, trace.players)
    phases = set()
    for move in trace.moves:
        phases.add(engine.state()["turn"]["phase"])
        engine.play([move])
    assert "forced_elimination" in phases
    assert engine.state()["result"] is not None


@pytest.mark.parametrize("engine", ["reference", "literal"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_engine_of_ours_plays_a_golden_game_state_for_state(file: Path, engine: str) -> None:
    assert first_difference(engine_factory(engine)(), read_trace(file)) == ""
