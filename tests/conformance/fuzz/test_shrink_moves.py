from pathlib import Path

from conformance.editions import CANON
from conformance.engines.mutants import MutantEngine, mutant_named
from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.campaign import Campaign
from conformance.fuzz.lockstep import Divergence, Plan, play_game, step_divergence
from conformance.fuzz.runners import run_campaign
from conformance.fuzz.shrink import is_alike
from conformance.fuzz.shrink_moves import MoveShrinker
from tests.conformance.fuzz.wrong_engines import MutantWithoutLoad, named

PLANS = [Plan(CANON, "square8", 2, seed) for seed in range(20)]


def found_in_a_game() -> tuple[Divergence, Plan]:
    """The divergence at the end of a game that is not short already."""
    for plan in PLANS:
        found = play_game(plan, ReferenceEngine(), MutantWithoutLoad()).divergence
        if found is not None and len(found.history) > 16:
            return found, plan
    raise AssertionError("every game is short")


def test_the_shorter_game_leads_to_the_same() -> None:
    first, second = ReferenceEngine(), MutantWithoutLoad()
    found, plan = found_in_a_game()
    shorter = MoveShrinker(first, second, found, plan).shrunk()
    assert len(shorter.history) < len(found.history)
    again = step_divergence(plan, shorter.move, first, second, history=shorter.history)
    assert again is not None
    assert is_alike(found, again)


def test_the_same_game_gives_the_same_moves() -> None:
    games = [
        MoveShrinker(ReferenceEngine(), MutantWithoutLoad(), *found_in_a_game()).shrunk()
        for _ in range(2)
    ]
    assert games[0].history == games[1].history


def test_without_attempts_nothing_is_dropped() -> None:
    found, plan = found_in_a_game()
    kept = MoveShrinker(ReferenceEngine(), MutantWithoutLoad(), found, plan, attempts=1).shrunk()
    assert kept.history == found.history


def test_an_engine_without_load_is_attributed_all_the_same(tmp_path: Path) -> None:
    campaign = Campaign("reference", named(MutantWithoutLoad), CANON, players=(2,), games=2)
    finding = next(iter(run_campaign(campaign, tmp_path).findings))
    assert finding.divergence.start is None
    assert finding.attribution.clause == "R022.b"


def test_moves_that_an_engine_remembers_stay_with_the_position(tmp_path: Path) -> None:
    """The mutant looks at the turn so far, which no position tells."""
    campaign = Campaign("reference", "mutant:moved-stack-may-not-pay", CANON, players=(2,), games=4)
    finding = next(iter(run_campaign(campaign, tmp_path).findings))
    found = finding.divergence
    assert found.start is not None
    assert found.history
    assert finding.attribution.clause == "R122.c"
    mutant = MutantEngine(mutant_named("moved-stack-may-not-pay"))
    again = step_divergence(found.start, found.move, ReferenceEngine(), mutant, 0, found.history)
    assert again is not None
