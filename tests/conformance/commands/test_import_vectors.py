import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from conformance.cli import app

ROOT = Path(__file__).parent.parent.parent.parent
VECTORS = ROOT / "tests" / "data" / "vectors"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)))


@pytest.mark.parametrize(
    ("folder", "code"),
    [("agreeing", 0), ("disagreeing", 1), ("malformed", 2), ("impossible", 3), ("strange", 3)],
)
def test_the_exit_code_tells_what_was_found(folder: str, code: int) -> None:
    assert run("import-vectors", VECTORS / folder).exit_code == code


def test_what_is_malformed_outweighs_what_disagrees() -> None:
    result = run("import-vectors", VECTORS)
    assert result.exit_code == 2
    assert result.stdout.splitlines()[-1] == (
        "8 bundles: 8 agree, 3 disagree, 2 with an impossible position, 2 not understood,"
        " 4 malformed"
    )


def test_a_disagreement_is_told_with_its_clause_and_both_values() -> None:
    lines = run("import-vectors", VECTORS / "disagreeing").stdout.splitlines()
    assert lines[:3] == [
        "readings.json: lines.four_needed: disagrees (R092.a)",
        "  turn.player: expected 2, canon 1",
        '  turn.phase: expected "ring_placement", canon "line_processing"',
    ]


def test_what_was_filled_in_or_not_read_is_told() -> None:
    output = run("import-vectors", VECTORS / "agreeing").stdout
    assert "  note: the number of rings placed is not given: taken as 1\n" in output
    assert "fields that are not read: state.board.stacks.*.height, state.history\n" in output


def test_the_import_as_json() -> None:
    result = run("import-vectors", VECTORS, "--json", "--ring-order", "bottom-top")
    told = json.loads(result.stdout)
    assert (told["edition"], told["ring_order"]) == ("rr-canon-2025-11", "bottom-top")
    assert told["counts"]["agrees"] == 8
    by_name = {vector["vector"]: vector for vector in told["vectors"]}
    assert by_name["movement.short_is_played"]["clause"] == "R091.b"
    assert by_name["rings.lost"]["outcome"] == "impossible position"
    assert by_name["rings.lost"]["scenario"] is None
    assert by_name["strange.mover"]["reasons"]
    assert by_name["form.empty"]["faults"]


def test_the_order_of_rings_can_be_told() -> None:
    result = run("import-vectors", VECTORS / "agreeing", "--ring-order", "top-bottom")
    assert result.exit_code == 1
    assert "movement.json: movement.leaves_a_marker: disagrees (" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "rrc: no bundles at nowhere: expected a .json file, or a folder with some\n"),
        (
            [str(VECTORS), "--ring-order", "sideways"],
            "rrc: --ring-order sideways: expected one of bottom-top, top-bottom\n",
        ),
        ([str(VECTORS), "--out", str(VECTORS)], "rrc: {}: holds something already; expected"),
        ([str(VECTORS), "--out", __file__], "rrc: {}: holds something already; expected"),
    ],
)
def test_what_cannot_be_used_is_code_2(arguments: list[str], message: str) -> None:
    result = run("import-vectors", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(message.format(arguments[-1]))


def test_the_scenarios_that_are_written_can_be_certified(tmp_path: Path) -> None:
    out = tmp_path / "scenarios"
    result = run("import-vectors", VECTORS / "agreeing", "--out", out)
    assert (result.exit_code, result.stderr) == (0, f"rrc: wrote 7 scenarios to {out}\n")
    assert run("lint", out).exit_code == 0
    report = tmp_path / "report"
    certified = run("certify", "--scenarios", out, "--drafts", "--out", report, "--json")
    assert certified.exit_code == 0
    assert run("import-vectors", VECTORS / "agreeing", "--out", out).exit_code == 2
