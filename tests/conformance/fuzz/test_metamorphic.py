import random
from pathlib import Path
from typing import Any

import pytest

from conformance.editions import CANON, load_parameters
from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.campaign import Campaign
from conformance.fuzz.images import Image, ImageEngine, View, view_of, views
from conformance.fuzz.lockstep import Plan, compare_position, play_game
from conformance.fuzz.positions import random_position
from conformance.fuzz.runners import run_campaign
from tests.conformance.fuzz.wrong_engines import (
    FavoursTheFirst,
    LeansRight,
    LeansRightWithoutLoad,
    WithoutLoad,
    named,
)


def itself(engine: Any, **changes: Any) -> Campaign:
    name = engine if isinstance(engine, str) else named(engine)
    wanted: dict[str, Any] = {"players": (2, 3), "games": 4, "metamorphic": True, **changes}
    return Campaign(name, name, CANON, **wanted)


@pytest.mark.parametrize("board", ["square8", "square19", "hexagonal"])
def test_the_image_of_an_image_leads_back(board: str) -> None:
    rng = random.Random(3)
    for edition in load_parameters():
        for view in rng.sample(views(edition, board, 3, can_load=True), 3):
            state = random_position(rng, edition, board, 3)
            image = Image(view, edition, board, 3)
            assert image.state_back(image.state_there(state)) == state


def test_there_are_eight_ways_to_see_a_square_board_and_twelve_a_hexagonal_one() -> None:
    assert len(views(CANON, "square8", 3, can_load=True)) == 8 * 3 - 1
    assert len(views(CANON, "hexagonal", 4, can_load=True)) == 12 * 4 - 1
    assert len(views(CANON, "square8", 3, can_load=False)) == 8 - 1


def test_seats_keep_their_place_where_the_first_player_is_known_by_the_pie_rule() -> None:
    assert {view.seats for view in views("complete-2025-12", "square8", 2, can_load=True)} == {0}


@pytest.mark.parametrize("board", ["square8", "hexagonal"])
def test_the_reference_engine_knows_no_direction_and_no_first_player(board: str) -> None:
    plain, seen = ImageEngine(ReferenceEngine()), ImageEngine(ReferenceEngine())
    for seed in range(2 if board == "square8" else 1):
        seen.view = view_of(seed, CANON, board, 3, can_load=True)
        plain.omits_ranking = seen.omits_ranking = bool(seen.view.seats)
        assert play_game(Plan(CANON, board, 3, seed), plain, seen).divergence is None
        for _ in range(10):
            state = random_position(random.Random(seed), CANON, board, 3)
            assert compare_position(state, plain, seen, random.Random(1)).divergence is None


def test_an_engine_that_leans_to_a_side_is_found(tmp_path: Path) -> None:
    outcome = run_campaign(itself(LeansRight), tmp_path)
    finding = next(iter(outcome.findings))
    assert finding.divergence.kind == "legal-set"
    assert finding.divergence.start is not None
    assert len(finding.divergence.start["stacks"]) == 1
    assert "the board" in finding.divergence.detail["view"]


def test_it_is_found_by_playing_where_it_cannot_load(tmp_path: Path) -> None:
    outcome = run_campaign(itself(LeansRightWithoutLoad), tmp_path)
    finding = next(iter(outcome.findings))
    assert finding.divergence.kind == "legal-set"
    assert finding.divergence.start is None
    assert len(finding.divergence.history) <= 2


def test_an_engine_that_favours_a_player_is_found(tmp_path: Path) -> None:
    outcome = run_campaign(itself(FavoursTheFirst, games=6), tmp_path)
    assert any("further on" in one.divergence.detail["view"] for one in outcome.findings)


def test_an_engine_without_load_is_never_asked_to(tmp_path: Path) -> None:
    assert len(run_campaign(itself(WithoutLoad, games=2), tmp_path).findings) == 0


def test_a_view_says_what_it_is() -> None:
    assert View("turn-90", 1).words() == "the board: turn-90, each player sits 1 further on"
    assert View().words() == "as it is"
