import json

import pytest
from typer.testing import CliRunner, Result

from conformance.cli import app
from tests.conformance.written import ROOT


def perft(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["perft", *arguments])


def leaves(*arguments: str) -> int:
    result = perft("--json", *arguments)
    assert result.exit_code == 0, result.output
    return int(json.loads(result.stdout)["leaves"])


def moves_on_an_empty_square(size: int, height: int) -> int:
    """By hand: on each ray a lone stack of height h reaches all cells from the h-th on."""
    total = 0
    for x in range(size):
        for y in range(size):
            west, east, north, south = x, size - 1 - x, y, size - 1 - y
            straight = [west, east, north, south]
            diagonal = [min(a, b) for a in (west, east) for b in (north, south)]
            total += sum(max(0, ray - height + 1) for ray in straight + diagonal)
    return total


def test_the_published_table_is_what_the_command_prints() -> None:
    result = perft("--table")
    assert result.exit_code == 0
    assert result.stdout == (ROOT / "docs" / "perft.md").read_text(encoding="utf-8")


def test_nothing_done_is_one_sequence() -> None:
    assert leaves("--depth", "0") == 1


def test_the_first_move_places_one_to_three_rings_on_any_cell() -> None:
    assert leaves("--depth", "1") == 64 * 3 == 192


def test_the_second_move_takes_the_new_stack_as_far_as_its_height_or_further() -> None:
    by_hand = sum(moves_on_an_empty_square(8, height) for height in (1, 2, 3))
    assert leaves("--depth", "2") == by_hand == 3192


def test_the_same_holds_on_the_large_board() -> None:
    by_hand = sum(moves_on_an_empty_square(19, height) for height in (1, 2, 3))
    assert leaves("--board", "square19", "--depth", "2") == by_hand == 56_520


@pytest.mark.parametrize("depth", ["1", "2"])
def test_the_counts_of_the_first_moves_add_up_to_the_total(depth: str) -> None:
    found = json.loads(perft("--divide", "--depth", depth, "--json").stdout)
    assert len(found["divide"]) == 192
    assert sum(one["leaves"] for one in found["divide"]) == found["leaves"]


def test_each_first_move_is_listed_once() -> None:
    found = json.loads(perft("--divide", "--depth", "1", "--json").stdout)
    assert len({json.dumps(one["move"], sort_keys=True) for one in found["divide"]}) == 192
    assert {one["leaves"] for one in found["divide"]} == {1}


def test_dividing_prints_a_line_for_each_first_move_and_the_total() -> None:
    lines = perft("--divide", "--depth", "2").stdout.splitlines()
    assert len(lines) == 193
    assert lines[-1] == "square8, 2 players, rr-canon-2025-11, depth 2: 3,192 leaves"


def test_what_was_asked_stands_in_the_json() -> None:
    found = json.loads(perft("--players", "3", "--depth", "1", "--json").stdout)
    assert found == {
        "edition": "rr-canon-2025-11",
        "board": "square8",
        "players": 3,
        "depth": 1,
        "leaves": 192,
        "divide": [],
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--board", "square9"],
            "no board 'square9': expected one of square8, square19, hexagonal",
        ),
        (["--players", "5"], "5 players: expected "),
        (["--players", "1"], "1 players: expected "),
        (["--depth", "-1"], "depth -1: expected 0 to 8"),
        (["--depth", "9"], "depth 9: expected 0 to 8"),
        (["--edition", "rr-canon-2025-12"], "did you mean rr-canon-2025-11"),
    ],
)
def test_bad_input_gives_code_2_and_one_message(arguments: list[str], message: str) -> None:
    result = perft(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("rrc: ")
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_depth_that_is_no_number_is_wrong_usage() -> None:
    result = perft("--depth", "two")
    assert result.exit_code == 2
    assert "Traceback" not in result.output
