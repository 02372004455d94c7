import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from conformance.cli import app
from conformance.editions import CANON
from conformance.fuzz import campaign as campaigns
from conformance.reports.diff import verdict_line
from tests.conformance.fuzz.wrong_engines import LeansRight, WithoutLoad, named

WRONG = "mutant:height-is-the-cap"
FEW = ("--games", "3", "--players", "2")


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigns, "GAMES_IN_A_SHARD", 2)


def diff(out: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["diff", *arguments, "--out", str(out)])


def is_refused(result: Result, out: Path, message: str, code: int = 2) -> bool:
    assert result.exit_code == code, result.output
    assert result.stderr.startswith("rrc: ")
    assert not out.exists()
    return message in result.stderr


# What comes of it


def test_engines_that_agree_give_code_0(tmp_path: Path) -> None:
    result = diff(tmp_path, "reference", "literal", "--games", "1", "--players", "2")
    assert result.exit_code == 0, result.output
    assert "reference and literal agree on 1 game (" in result.stdout
    assert f" moves): {CANON}, square8, 2 players\n" in result.stdout
    assert "place_ring 100%" in result.stdout
    assert "R081.g 100%" in result.stdout


def test_engines_that_differ_give_code_1_and_something_to_act_on(tmp_path: Path) -> None:
    result = diff(tmp_path, "reference", WRONG, *FEW)
    assert result.exit_code == 1, result.output
    assert f"B ({WRONG}) answers like {WRONG}" in result.stdout
    assert "The clause is R022.b" in result.stdout
    assert "   x:  0 " in result.stdout
    assert "Disputed: " in result.stdout
    assert "A, expected: " in result.stdout
    assert "B, got: " in result.stdout
    home = tmp_path / "divergence-001"
    assert f"Written to {home.as_posix()}" in result.stdout
    assert {path.name for path in home.iterdir()} >= {"trace.jsonl", "report.md", "board.svg"}
    assert {"shards.jsonl", "summary.json"} <= {path.name for path in tmp_path.iterdir()}


def test_the_summary_can_be_printed_as_json(tmp_path: Path) -> None:
    result = diff(tmp_path, "reference", WRONG, *FEW, "--json")
    told = json.loads(result.stdout)
    assert told["verdict"] == "differ"
    assert verdict_line(told).endswith(f" moves): {CANON}, square8, 2 players")
    assert told["shards"] == {"finished": 2, "all": 2}
    assert told["findings"][0]["clause"] == "R022.b"
    assert told["findings"][0]["cells"] <= 6
    assert told == json.loads((tmp_path / "summary.json").read_text())


def test_positions_alone_play_no_games(tmp_path: Path) -> None:
    result = diff(tmp_path, "reference", "reference", "--positions", "5", "--json")
    reached = json.loads(result.stdout)["reached"]
    assert (reached["games"], reached["positions"], result.exit_code) == (0, 5, 0)


def test_an_engine_may_be_compared_with_its_images(tmp_path: Path) -> None:
    wrong = named(LeansRight)
    result = diff(tmp_path, wrong, wrong, *FEW, "--metamorphic")
    assert result.exit_code == 1, result.output
    assert "B is seen in another view: the board" in result.stdout
    assert f"{wrong} and its images differ" in result.stdout


def test_a_campaign_cut_by_its_budget_can_go_on(tmp_path: Path) -> None:
    cut = diff(tmp_path, "reference", "reference", *FEW, "--time-budget", "0")
    assert cut.exit_code == 3
    assert "2 of 2 shards are left, --resume goes on" in cut.stdout
    whole = diff(tmp_path, "reference", "reference", *FEW, "--resume")
    assert whole.exit_code == 0
    assert "agree on 3 games" in whole.stdout


def test_a_draft_that_a_person_edited_is_kept_and_the_rest_is_written_anew(tmp_path: Path) -> None:
    home = tmp_path / "divergence-001"
    assert diff(tmp_path, "reference", WRONG, *FEW).exit_code == 1
    draft = home / "scenario.yaml"
    text = draft.read_text(encoding="utf-8").replace("title: ", "title: My ", 1)
    draft.write_text(text, encoding="utf-8")
    for _ in range(2):
        again = diff(tmp_path, "reference", WRONG, *FEW)
        assert f"rrc: {home} is kept: its scenario.yaml was edited" in again.stderr
        assert f"Written to {(tmp_path / 'divergence-002').as_posix()}" in again.stdout
    assert draft.read_text(encoding="utf-8") == text
    agreed = diff(tmp_path, "reference", "reference", *FEW)
    assert f"rrc: {home} is kept" in agreed.stderr
    assert [path.name for path in sorted(tmp_path.glob("divergence-*"))] == [home.name]


# What is refused


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("reference", "refrence"), "no engine 'refrence'"),
        (("reference", "literal", "--board", "square9"), "no board 'square9'"),
        (("reference", "literal", "--policy", "wild"), "no policy 'wild'"),
        (("reference", "literal", "--edition", "canon"), "no edition 'canon'"),
        (("reference", "literal", "--metamorphic"), "expected A and B alike"),
        (("reference", named(WithoutLoad), "--positions", "5"), "engines that declare load"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert is_refused(diff(tmp_path / "out", *arguments), tmp_path / "out", message)


def test_an_engine_that_cannot_be_reached_gives_code_3(tmp_path: Path) -> None:
    result = diff(tmp_path / "out", "reference", "cmd:no-such-program")
    assert is_refused(result, tmp_path / "out", "cannot be reached", code=3)


def test_an_edition_that_one_does_not_play_gives_code_3(tmp_path: Path) -> None:
    arguments = ("reference", "reference@compact-2025-11", "--edition", "engine-2025-11")
    result = diff(tmp_path / "out", *arguments)
    message = "the engine reference@compact-2025-11 does not play engine-2025-11"
    assert is_refused(result, tmp_path / "out", message, code=3)


def test_engines_without_a_common_edition_are_named_as_the_user_wrote_them(tmp_path: Path) -> None:
    names = ("reference@engine-2025-11", "reference@compact-2025-11")
    result = diff(tmp_path / "out", *names)
    message = f"{names[0]} and {names[1]} declare no edition in common"
    assert is_refused(result, tmp_path / "out", message, code=3)


def test_a_verdict_names_only_what_was_compared(tmp_path: Path) -> None:
    boards = ("--board", "square8", "--board", "hexagonal")
    result = diff(tmp_path, "reference", "reference", "--positions", "4", *boards)
    assert f": {CANON}, square8 and hexagonal, 2 and 3 players\n" in result.stdout


def test_no_games_and_no_positions_give_code_3(tmp_path: Path) -> None:
    result = diff(tmp_path / "out", "reference", "literal", "--games", "0")
    assert is_refused(result, tmp_path / "out", "nothing selected", code=3)


def test_a_cluster_needs_dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    result = diff(tmp_path, "reference", "literal", "--cluster", "tcp://127.0.0.1:1")
    assert result.exit_code == 2
    assert 'python -m pip install "ringrift-conformance[cluster]"' in result.stderr
