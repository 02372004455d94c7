import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from conformance.cli import app
from conformance.editions import CANON
from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.attribution import Attribution
from conformance.fuzz.findings import Finding
from conformance.fuzz.lockstep import Plan, play_game, step_divergence
from conformance.fuzz.output import write_finding
from conformance.reports.svg import board_svg
from tests.conformance.fuzz import duels
from tests.conformance.fuzz.duels import PLAN, finding, mutant, position

GOLDEN = Path(__file__).parents[2] / "golden" / "square8-2p.jsonl"
MOVE = {"type": "move_stack", "from": "3,3", "to": "3,5"}
WRONG = "python:tests.conformance.fuzz.duels"


def replay(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["replay", *arguments])


def written(folder: Path, one: Finding, second: str, first: str = "reference") -> str:
    home = write_finding(folder, 1, one, {"A": first, "B": second}, CANON, board_svg)
    return str(home / "trace.jsonl")


def recorded(folder: Path, name: str) -> str:
    return written(folder, finding(name), f"mutant:{name}")


def of_step(folder: Path, other: Any, name: str, move: Any = MOVE) -> str:
    found = step_divergence(position(), move, ReferenceEngine(), other)
    assert found is not None
    return written(folder, Finding(found, Attribution((), ()), PLAN), name)


@pytest.mark.parametrize("name", ["height-is-the-cap", "turns-over-as-it-moves"])
def test_the_accused_engine_still_fails_and_the_reference_engine_is_fixed(
    tmp_path: Path, name: str
) -> None:
    file = recorded(tmp_path, name)
    result = replay(file)
    assert (result.exit_code, result.stdout.split("  ")[0]) == (1, "STILL FAILS")
    for engine in ("reference", "literal"):
        result = replay(file, engine)
        assert (result.exit_code, result.stdout.split("  ")[0]) == (0, "FIXED")


def test_an_engine_that_answers_as_neither_is_different(tmp_path: Path) -> None:
    file = of_step(tmp_path, mutant("turns-over-as-it-moves"), "mutant:turns-over-as-it-moves")
    result = replay(file, f"{WRONG}:RefusesListed")
    assert (result.exit_code, result.stdout.split("  ")[0]) == (1, "DIFFERENT")


def test_an_engine_that_fails_leaves_it_untold(tmp_path: Path) -> None:
    file = of_step(tmp_path, mutant("turns-over-as-it-moves"), "mutant:turns-over-as-it-moves")
    for engine, message in ((f"{WRONG}:Crashes", "dropped"), (f"{WRONG}:WithoutLoad", "support")):
        result = replay(file, engine)
        assert (result.exit_code, result.stdout.split("  ")[0]) == (3, "ERROR")
        assert message in result.stdout


@pytest.mark.parametrize("name", ["Crashes", "RefusesListed", "Stalls"])
def test_a_failure_is_recognised_and_its_end_too(tmp_path: Path, name: str) -> None:
    engine = f"{WRONG}:{name}"
    file = of_step(tmp_path, getattr(duels, name)(), engine)
    assert replay(file).stdout.startswith("STILL FAILS")
    assert replay(file, "reference").stdout.startswith("FIXED")


def test_a_broken_invariant_is_recognised_and_its_end_too(tmp_path: Path) -> None:
    file = recorded(tmp_path, "counts-regions-when-the-turn-ends")
    assert replay(file).stdout.startswith("STILL FAILS")
    assert replay(file, "literal").stdout.startswith("FIXED")
    assert replay(file, "mutant:no-such").exit_code == 2


def test_a_failure_that_became_a_wrong_answer_is_different(tmp_path: Path) -> None:
    file = of_step(tmp_path, duels.Crashes(), f"{WRONG}:Crashes")
    result = replay(file, "mutant:turns-over-as-it-moves")
    assert (result.exit_code, result.stdout.split("  ")[0]) == (1, "DIFFERENT")


def test_a_divergence_in_a_game_is_played_from_its_beginning(tmp_path: Path) -> None:
    plan = Plan(CANON, "square8", 2, 1, "tower")
    name = "turns-over-as-it-moves"
    found = play_game(plan, ReferenceEngine(), mutant(name)).divergence
    assert found is not None
    file = written(tmp_path, Finding(found, Attribution((), ()), plan), f"mutant:{name}")
    assert replay(file).stdout.startswith("STILL FAILS")
    assert replay(file, f"{WRONG}:WithoutLoad").stdout.startswith("FIXED")


def test_the_first_engine_is_played_where_the_second_is_the_reference(tmp_path: Path) -> None:
    name = "turns-over-as-it-moves"
    found = step_divergence(position(), MOVE, mutant(name), ReferenceEngine())
    assert found is not None
    one = Finding(found, Attribution((), (), "A"), PLAN)
    result = replay(written(tmp_path, one, "reference", f"mutant:{name}"))
    assert result.stdout.startswith(f"STILL FAILS  mutant:{name}")


def test_a_game_without_a_divergence_is_followed_to_its_end() -> None:
    result = replay(str(GOLDEN), "reference")
    assert (result.exit_code, result.stdout.split("  ")[0]) == (0, "FOLLOWED")
    result = replay(str(GOLDEN), "mutant:height-is-the-cap")
    assert (result.exit_code, result.stdout.split("  ")[0]) == (1, "DIFFERENT")


def test_a_game_without_a_divergence_needs_an_engine() -> None:
    result = replay(str(GOLDEN))
    assert result.exit_code == 2
    assert "name the engine" in result.stderr


def test_a_replay_can_be_told_as_json(tmp_path: Path) -> None:
    told = json.loads(replay(recorded(tmp_path, "height-is-the-cap"), "--json").stdout)
    assert told["engine"] == "mutant:height-is-the-cap"
    assert (told["outcome"], "as B said" in told["reason"]) == ("STILL FAILS", True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"type": "run"}',
        '{"type": "trace", "format": 1}',
        '{"type": "trace", "format": 1, "edition": "e", "board": "chess", "players": 2, '
        '"start": null}',
        GOLDEN.read_text(encoding="utf-8").splitlines()[0] + '\n{"type": "divergence"}',
        GOLDEN.read_text(encoding="utf-8").splitlines()[0] + '\n{"type": "step", "move": 3}',
    ],
)
def test_what_is_no_trace_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "trace.jsonl"
    file.write_text(text, encoding="utf-8")
    result = replay(str(file), "reference")
    assert (result.exit_code, result.stdout) == (2, "")
    assert str(file) in result.stderr
    assert "Traceback" not in result.stderr


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert replay(str(tmp_path / "none.jsonl"), "reference").exit_code == 2
