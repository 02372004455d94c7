import random
from collections import Counter

import pytest

from conformance.fuzz.positions import Profile, Sketch, finished, random_position, variant_of
from reference_engine.game import legal_moves, play
from tests.strategies import BOARDS, PHASES, VARIANTS, loaded

CANON = "rr-canon-2025-11"


@pytest.mark.parametrize("profile", Profile)
def test_every_profile_gives_valid_positions_of_every_variant(profile: Profile) -> None:
    for number, (edition, board, players) in enumerate(VARIANTS):
        rng = random.Random(number)
        loaded(random_position(rng, edition, board, players, profile=profile))


@pytest.mark.parametrize("board", BOARDS)
def test_a_seed_gives_the_same_position_again(board: str) -> None:
    first, second = (random_position(random.Random(7), CANON, board, 3) for _ in range(2))
    assert first == second


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(ValueError, match="no_such_profile"):
        random_position(random.Random(1), CANON, "square8", 2, profile="no_such_profile")


def test_the_profiles_together_reach_every_phase_debt_and_ending() -> None:
    met: Counter[str | None] = Counter()
    for number in range(700):
        rng = random.Random(number)
        state = loaded(random_position(rng, CANON, "square8", rng.choice((2, 3))))
        met.update((state.turn.phase, state.turn.owes))
        moves = legal_moves(state)
        for move in rng.sample(moves, min(5, len(moves))):
            after = play(state, move).state
            met.update((type(move).__name__, after.result.reason if after.result else None))
    endings = ("ring_elimination", "territory_control", "last_player_standing", "stalemate")
    rare = [name for name in (*PHASES, "line", "region", *endings) if met[name] < 3]
    assert not rare, met
    kinds = ("PlaceRing", "SkipPlacement", "MoveStack", "OvertakingCapture", "SkipCapture",
             "ContinueCaptureSegment", "ProcessLine", "ChooseLineReward", "EliminateRings",
             "ProcessRegion", "SkipTerritory")  # fmt: skip
    assert not [name for name in kinds if met[name] < 3], met


def test_a_sketch_with_more_rings_than_exist_loses_those_too_many() -> None:
    variant = variant_of(CANON, "square8", 2)
    state = finished(variant, Sketch(stacks={(0, 0): [1] * 30, (1, 1): [1, 2]}, hand={2: 99}))
    assert state["stacks"] == {"0,0": [1] * 18, "1,1": [2]}
    assert state["hand"] == {"1": 0, "2": 17}
    loaded(state)


def test_a_sketch_with_two_things_on_a_cell_keeps_the_stack_before_the_marker() -> None:
    variant = variant_of(CANON, "square8", 2)
    both = Sketch(
        stacks={(0, 0): [1]}, markers={(0, 0): 1, (1, 0): 2}, collapsed={(1, 0): 1, (2, 0): 1}
    )
    state = finished(variant, both)
    assert [*state["stacks"], *state["markers"], *state["collapsed"]] == ["0,0", "1,0", "2,0"]
    loaded(state)


def test_a_sketch_that_owes_without_a_stack_owes_nothing() -> None:
    state = finished(variant_of(CANON, "square8", 2), Sketch(owes="line", phase="capture"))
    assert state["turn"] == {"player": 1, "phase": "movement", "from": None, "owes": None}
    loaded(state)
