import json
from pathlib import Path
from typing import Any

import pytest

from conformance.editions import CANON
from conformance.errors import UserError
from conformance.fuzz import campaign as campaigns
from conformance.fuzz.campaign import Campaign, Outcome
from conformance.fuzz.journal import FILE
from conformance.fuzz.reductions import size_of
from conformance.fuzz.runners import run_campaign
from tests.conformance.fuzz.wrong_engines import Exits, Raises, TellsNonsense, named

BROKEN = Campaign(
    "reference", "mutant:height-is-the-cap", CANON, players=(2, 3), games=4, positions=12
)
SOUND = Campaign("reference", "reference", CANON, players=(2,), games=3)


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigns, "GAMES_IN_A_SHARD", 2)
    monkeypatch.setattr(campaigns, "POSITIONS_IN_A_SHARD", 6)


def result(outcome: Outcome) -> Any:
    return outcome.reached.to_json(), outcome.findings.to_json(), outcome.shards


# Shards


def test_a_campaign_is_cut_into_shards_that_hold_all_of_it() -> None:
    shards = Campaign("a", "b", CANON, games=5, positions=13).shards()
    assert sum(shard.count for shard in shards if shard.mode == "games") == 5
    assert sum(shard.count for shard in shards if shard.mode == "positions") == 13
    assert len({shard.name for shard in shards}) == len(shards) == 6


def test_games_go_round_all_boards_and_numbers_of_players() -> None:
    campaign = Campaign("a", "b", CANON, boards=("square8", "hexagonal"))
    plans = [campaign.plan(number) for number in range(6)]
    assert {(plan.board, plan.players) for plan in plans} == set(campaign.variants)
    assert len({plan.seed for plan in plans}) == 6


def test_a_campaign_is_read_as_it_was_written() -> None:
    written = json.loads(json.dumps(BROKEN.to_json()))
    assert Campaign.from_json(written) == BROKEN


# Runs


def test_the_result_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    alone = run_campaign(BROKEN, tmp_path / "1", jobs=1)
    together = run_campaign(BROKEN, tmp_path / "2", jobs=2)
    assert result(alone) == result(together)
    assert alone.reached.divergences == alone.findings.count > 4
    assert len(alone.findings) < alone.reached.divergences


def test_a_broken_clause_is_named_by_a_small_position(tmp_path: Path) -> None:
    outcome = run_campaign(BROKEN, tmp_path)
    finding = next(iter(outcome.findings))
    assert finding.attribution.clause == "R022.b"
    assert finding.attribution.accused == "B"
    assert finding.divergence.start is not None
    assert size_of(finding.divergence.start)[0] <= 6


def test_the_accused_may_be_the_first_engine(tmp_path: Path) -> None:
    campaign = Campaign("mutant:height-is-the-cap", "literal", CANON, players=(2,), games=2)
    finding = next(iter(run_campaign(campaign, tmp_path).findings))
    assert (finding.attribution.accused, finding.attribution.clause) == ("A", "R022.b")


def test_engines_that_agree_give_no_finding(tmp_path: Path) -> None:
    outcome = run_campaign(SOUND, tmp_path)
    assert (len(outcome.findings), outcome.reached.games) == (0, 3)
    assert outcome.reached.kinds["place_ring"] == 3
    assert sum(outcome.reached.endings.values()) == 3
    assert outcome.reached.clauses["R081.g"] == 3


@pytest.mark.parametrize(
    ("engine", "kind"), [(Raises, "crash"), (Exits, "crash"), (TellsNonsense, "nonsense")]
)
def test_an_engine_that_misbehaves_is_a_finding(engine: Any, kind: str, tmp_path: Path) -> None:
    campaign = Campaign("reference", named(engine), CANON, players=(2,), games=2)
    outcome = run_campaign(campaign, tmp_path)
    assert {finding.divergence.kind.value for finding in outcome.findings} == {kind}
    assert outcome.findings.count == 2


# Interrupted


def test_an_interrupted_campaign_goes_on_to_the_same_result(tmp_path: Path) -> None:
    whole = run_campaign(BROKEN, tmp_path / "whole")
    seen: list[str] = []

    def interrupt(record: dict[str, Any]) -> None:
        seen.append(record["shard"])
        if len(seen) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_campaign(BROKEN, tmp_path / "cut", progress=interrupt)
    again: list[str] = []
    outcome = run_campaign(
        BROKEN, tmp_path / "cut", resume=True, progress=lambda one: again.append(one["shard"])
    )
    assert again[:2] == seen
    assert len(again) == len(set(again)) == len(BROKEN.shards())
    assert result(outcome) == result(whole)


def test_a_line_that_was_cut_short_is_played_again(tmp_path: Path) -> None:
    whole = run_campaign(SOUND, tmp_path)
    journal = tmp_path / FILE
    journal.write_text(journal.read_text()[:-20])
    assert result(run_campaign(SOUND, tmp_path, resume=True)) == result(whole)


def test_another_campaign_cannot_go_on(tmp_path: Path) -> None:
    run_campaign(SOUND, tmp_path, time_budget=0)
    other = Campaign("reference", "reference", CANON, players=(2,), games=3, seed=2)
    with pytest.raises(UserError, match="its seed is another"):
        run_campaign(other, tmp_path, resume=True)


def test_a_file_that_is_no_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"type": "run"}\n')
    with pytest.raises(UserError, match="expected the header of a campaign"):
        run_campaign(SOUND, tmp_path, resume=True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_shard_is_begun_when_the_time_is_up(jobs: int, tmp_path: Path) -> None:
    assert run_campaign(SOUND, tmp_path, jobs=jobs, time_budget=0).shards == 0
    assert run_campaign(SOUND, tmp_path, resume=True).shards == len(SOUND.shards())
