import random

import pytest

from conformance.editions import CANON
from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.policies import MIX, POLICIES, UnknownPolicyError, chosen_policy, pick
from conformance.fuzz.positions import random_position
from tests.conformance.fuzz.duels import position


def test_the_mix_draws_every_policy() -> None:
    drawn = {chosen_policy("mix", random.Random(seed))[0] for seed in range(200)}
    assert drawn == set(MIX) == set(POLICIES)


def test_a_policy_that_is_named_is_the_one_that_plays() -> None:
    assert chosen_policy("tower", random.Random(1)) == ("tower", POLICIES["tower"])


def test_an_unknown_policy_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownPolicyError, match="did you mean tower"):
        chosen_policy("towers", random.Random(1))


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("board", ["square8", "square19", "hexagonal"])
def test_a_policy_weighs_every_legal_move_and_forbids_none(name: str, board: str) -> None:
    engine = ReferenceEngine()
    for seed in range(6):
        state = random_position(random.Random(seed), CANON, board, 2)
        engine.load(state)
        weigh = POLICIES[name](engine.state())
        assert all(weigh(move) > 0 for move in engine.legal())


@pytest.mark.parametrize("name", POLICIES)
def test_the_same_seed_picks_the_same_move(name: str) -> None:
    engine = ReferenceEngine()
    engine.load(position())
    state, moves = engine.state(), engine.legal()
    first, second = (pick(random.Random(3), POLICIES[name], state, moves) for _ in range(2))
    assert first == second


def test_the_hungry_policy_prefers_captures() -> None:
    weigh = POLICIES["capture"](position())
    capture = {"type": "overtaking_capture", "from": "0,0", "target": "1,0", "to": "2,0"}
    assert weigh(capture) > weigh({"type": "move_stack", "from": "0,0", "to": "2,0"})


def test_the_line_builder_prefers_to_leave_a_marker_beside_its_own() -> None:
    weigh = POLICIES["line"](position(markers={"2,3": 1}))
    beside, alone = ({"type": "move_stack", "from": cell, "to": "7,0"} for cell in ("3,3", "5,5"))
    assert weigh(beside) > weigh(alone)


def test_cells_across_a_corner_of_a_hexagonal_cell_are_no_neighbours() -> None:
    weigh = POLICIES["line"](position(board="hexagonal", stacks={}, markers={"1,1,-2": 1}))
    assert weigh({"type": "move_stack", "from": "0,0,0", "to": "3,0,-3"}) == 1.0
    assert weigh({"type": "move_stack", "from": "0,1,-1", "to": "3,1,-4"}) > 1.0


def test_the_seventh_column_is_an_edge_of_the_small_board_alone() -> None:
    move = {"type": "move_stack", "from": "7,3", "to": "5,3"}
    small = POLICIES["enclosure"](position(markers={}))
    large = POLICIES["enclosure"](position(board="square19", markers={}))
    assert small(move) > large(move) == 1.0
