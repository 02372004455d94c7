import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from conformance.cli import app
from conformance.commands.mutants import is_of
from conformance.coverage.strength import page, read_results
from conformance.engines.mutants import mutants as hand_made
from conformance.scenarios import load_scenarios
from tests.conformance.written import CORPUS


def mutants(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["mutants", *map(str, arguments)])


@pytest.fixture(autouse=True)
def small_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command meets the small corpus instead of the whole."""
    scenarios = load_scenarios([CORPUS]).sound()
    monkeypatch.setattr("conformance.scenarios.load_corpus", lambda: scenarios)


def test_mutants_are_listed_and_not_run() -> None:
    result = mutants("--list", "-k", "lands-one-short")
    assert result.exit_code == 0
    assert result.stdout == f"R091.b  lands-one-short: {hand_made()['lands-one-short'].says}\n"


def test_the_whole_list_can_be_had_as_json() -> None:
    rows = json.loads(mutants("--list", "--json").stdout)
    assert [row["name"] for row in rows] == [*hand_made()]
    assert {*rows[0]} == {"name", "clause", "says"}


def test_mutants_of_a_rule_or_of_a_clause_are_chosen() -> None:
    whole = {row["clause"] for row in json.loads(mutants("--list", "--json").stdout)}
    of_rule = json.loads(mutants("--list", "--json", "--clause", "R091").stdout)
    assert {row["clause"] for row in of_rule} == {one for one in whole if one[:4] == "R091"}
    of_both = json.loads(
        mutants("--list", "--json", "--clause", "R091.b", "--clause", "R092.a").stdout
    )
    assert {row["clause"] for row in of_both} == {"R091.b", "R092.a"}


def test_a_rule_is_no_prefix_of_another() -> None:
    assert is_of("R091.b", "R091")
    assert is_of("R091.b", "R091.b")
    assert not is_of("R091.b", "R09")
    assert not is_of("R091.b", "R091.a")


def test_source_mutants_are_chosen_by_a_part_of_their_name() -> None:
    rows = json.loads(mutants("--list", "--json", "--source", "-k", "lines.is_eligible").stdout)
    assert rows
    assert all(row["name"].startswith("lines.is_eligible: ") for row in rows)


def test_nothing_selected_gives_code_3() -> None:
    result = mutants("-k", "no such mutant")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == "rrc: nothing selected: no mutant is left\n"


def test_a_killed_mutant_gives_code_0_and_names_its_killer() -> None:
    result = mutants("-k", "flips-the-first-marker-only")
    assert result.exit_code == 0
    first = result.stdout.splitlines()[0]
    assert first.startswith("killed     R092.b flips-the-first-marker-only: R092-b-flips-the-first")


def test_a_mutant_that_is_alive_gives_code_1() -> None:
    result = mutants("-k", "majority-controls-the-stack")
    assert result.exit_code == 1
    assert result.stdout.startswith("alive      R022.a majority-controls-the-stack: ")
    assert "1 not as they should be" in result.stdout


def test_every_killer_is_named_on_demand() -> None:
    few = mutants("-k", "lands-one-short").stdout.splitlines()[0]
    many = mutants("-k", "lands-one-short", "--all").stdout.splitlines()[0]
    assert few.count("[square8,2p") == 1
    assert many.count("[square8,2p") > 1


def test_source_mutants_are_run() -> None:
    result = mutants("--source", "-k", "lines.is_eligible: length >= ")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("killed     R120.f lines.is_eligible: length >= ")


def test_a_listed_equivalent_that_survives_is_as_it_should_be() -> None:
    result = mutants("--source", "-k", "movement.squeezed: ray.step > 0 -> ray.step > 1")
    assert result.exit_code == 0
    assert result.stdout.startswith("equivalent R003.g movement.squeezed: ")


def test_a_listed_equivalent_that_is_killed_is_reported_as_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "lines.is_eligible: length >= position.variant.line_length"
    (row,) = json.loads(mutants("--list", "--json", "--source", "-k", name).stdout)
    monkeypatch.setattr(
        "conformance.engines.mutants.source.load_equivalents", lambda: {row["name"]: "Not so."}
    )
    result = mutants("--source", "-k", name)
    assert result.exit_code == 1
    assert result.stdout.startswith("killed ")
    assert "1 not as they should be" in result.stdout


def test_results_are_kept_with_those_of_earlier_runs(tmp_path: Path) -> None:
    path = tmp_path / "strength.json"
    mutants("-k", "flips-the-first-marker-only", "--record", path)
    mutants("--source", "-k", "lines.is_eligible: length >= ", "--record", path)
    mutants("-k", "majority-controls-the-stack", "--record", path)
    kept = read_results(path)
    assert [(row.name, row.outcome) for row in kept.hand_made] == [
        ("majority-controls-the-stack", "alive"),
        ("flips-the-first-marker-only", "killed"),
    ]
    assert [row.outcome for row in kept.source] == ["killed"]


def test_the_page_of_kept_results_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "strength.json"
    mutants("-k", "flips-the-first-marker-only", "--record", path)
    result = mutants("--page", path)
    assert (result.exit_code, result.stdout) == (0, page(read_results(path)))


def test_a_page_of_no_results_is_bad_input(tmp_path: Path) -> None:
    result = mutants("--page", tmp_path / "nothing.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no results of mutants" in result.stderr
