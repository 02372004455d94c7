import subprocess
import sys
from pathlib import Path

import pytest

from conformance.catalogue import load_catalogue
from conformance.editions import load_editions, load_parameters
from conformance.reports.editions_page import COMMAND, editions_page
from reference_engine.editions import PARAMETERS

ROOT = Path(__file__).parent.parent.parent.parent
PAGE = ROOT / "docs" / "editions.md"


@pytest.fixture(scope="module")
def page() -> str:
    return editions_page()


def rows(page: str) -> dict[str, list[str]]:
    """The cells of each parameter's row."""
    cells = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `")]
    return {row[0].strip("`"): row for row in cells if len(row) > 4}


def test_the_committed_page_is_the_one_that_the_command_makes(page: str) -> None:
    assert PAGE.read_text(encoding="utf-8") == page, f"make it anew: {COMMAND}"


def test_the_command_prints_the_page(page: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "conformance.reports.editions_page"],
        capture_output=True,
        check=True,
        cwd=ROOT,
        encoding="utf-8",
    )
    assert result.stdout == page
    assert result.stderr == ""


def test_the_page_says_what_made_it(page: str) -> None:
    assert COMMAND in page.splitlines()[0]
    assert "Do not edit" in page.splitlines()[0]


def test_every_parameter_has_one_row(page: str) -> None:
    assert sorted(rows(page)) == sorted(PARAMETERS)
    assert sum(page.count(f"\n| `{name}` | ") for name in ("hex_side", "pie_rule")) == 2


def test_a_row_has_meaning_ruling_values_and_the_value_in_each_edition(page: str) -> None:
    row = rows(page)["final_tiebreak"]
    assert row[1].startswith("The fourth step of the stalemate ladder: ")
    assert "RUL-" not in row[1]
    assert row[2:] == [
        "RUL-64, *open*",
        "`latest_actor_among_tied`, `last_actor_only`, `none`",
        "`latest_actor_among_tied`",
        "`none`",
        "=",
        "=",
        "=",
    ]


def test_a_value_by_board_and_players_is_written_in_short(page: str) -> None:
    row = rows(page)["line_length"]
    assert row[4:] == ["`3 / 4 / 4`", "`4 / 5 / 5`", "=", "`4 3 3 / 4 / 4`", "="]


def test_a_value_is_written_out_exactly_where_it_differs_from_the_canon(page: str) -> None:
    editions = load_parameters()
    for name, row in rows(page).items():
        canonical, *others = [editions[edition][name] for edition in editions]
        shown = row[5:]
        assert [cell == "=" for cell in shown] == [value == canonical for value in others], name


def test_every_edition_has_its_column_and_its_title(page: str) -> None:
    for edition in load_editions().values():
        assert f"| `{edition.name}` | {edition.title} |" in page
        assert page.count(f" `{edition.name}` |") > 2


def test_a_reading_that_no_edition_can_take_is_told_apart(page: str) -> None:
    catalogue = load_catalogue()
    _, _, unplayed = page.partition("## Readings that no edition can take")
    told = {line.split("`")[1] for line in unplayed.splitlines() if line.startswith("| `")}
    assert told >= set(catalogue.parameters) - set(PARAMETERS)
    assert "`all_for_owner`" in unplayed
    assert "`all_for_owner`" not in page.removesuffix(unplayed)
