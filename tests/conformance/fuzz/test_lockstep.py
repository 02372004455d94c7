import random
from typing import Any

import pytest

from conformance.editions import CANON
from conformance.engines.literal.session import LiteralSession
from conformance.engines.protocol import Engine
from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.lockstep import (
    Kind,
    Plan,
    compare_position,
    differing_fields,
    play_game,
    step_divergence,
)
from tests.conformance.fuzz import duels
from tests.conformance.fuzz.duels import mutant, position

MOVE = {"type": "move_stack", "from": "3,3", "to": "3,5"}


def game(seed: int, first: Engine, second: Engine, policy: str = "mix") -> Any:
    return play_game(Plan(CANON, "square8", 2, seed, policy), first, second)


def test_two_engines_that_agree_play_a_game_to_its_end() -> None:
    played = game(1, ReferenceEngine(), LiteralSession())
    assert played.divergence is None
    assert played.ending
    assert played.clauses
    assert played.kinds == {move["type"] for move in played.moves}


def test_a_seed_gives_the_same_game_whichever_engine_comes_first() -> None:
    one = game(2, ReferenceEngine(), LiteralSession())
    other = game(2, LiteralSession(), ReferenceEngine())
    assert one.moves == other.moves


def test_the_order_in_which_an_engine_lists_its_moves_decides_nothing() -> None:
    one = game(3, ReferenceEngine(), ReferenceEngine())
    other = game(3, duels.ListsBackwards(), ReferenceEngine())
    assert (one.moves, other.divergence) == (other.moves, None)


def test_a_game_stops_at_the_first_difference_with_the_moves_that_lead_there() -> None:
    found = game(1, ReferenceEngine(), mutant("turns-over-as-it-moves"), "tower").divergence
    assert found.kind is Kind.STATE
    assert found.detail["fields"] == ["stacks"]
    engine = ReferenceEngine()
    engine.new(CANON, "square8", 2)
    assert engine.play(found.history).state == found.before


@pytest.mark.parametrize(
    ("second", "kind", "who"),
    [
        (duels.Crashes(), Kind.CRASH, "B"),
        (duels.Stalls(), Kind.LEGAL, "A"),
        (duels.RefusesListed(), Kind.REFUSAL, "B"),
        (mutant("height-is-the-cap"), Kind.LEGAL, "B"),
        (mutant("turns-over-as-it-moves"), Kind.STATE, ""),
    ],
)
def test_a_divergence_is_of_a_kind(second: Engine, kind: Kind, who: str) -> None:
    found = step_divergence(position(), MOVE, ReferenceEngine(), second)
    assert found is not None
    assert (found.kind, found.who) == (kind, who)


def test_a_fault_of_the_first_engine_is_told_as_its_own() -> None:
    found = step_divergence(position(), MOVE, duels.Crashes(), ReferenceEngine())
    assert found is not None
    assert (found.kind, found.who) == (Kind.CRASH, "A")
    assert "dropped the stack" in found.detail["message"]


def test_a_listed_move_that_both_refuse_is_a_divergence_of_neither() -> None:
    found = step_divergence(position(), MOVE, duels.RefusesListed(), duels.RefusesListed())
    assert found is not None
    assert (found.kind, found.who) == (Kind.REFUSAL, "")


def test_a_player_without_a_move_in_a_game_that_goes_on_is_a_stall() -> None:
    found = step_divergence(position(), MOVE, duels.Stalls(), duels.Stalls())
    assert found is not None
    assert found.kind is Kind.STALL


def test_a_position_that_an_engine_does_not_take_up_at_all_is_no_divergence() -> None:
    assert step_divergence(position(), MOVE, ReferenceEngine(), duels.WithoutLoad()) is None


def test_what_an_engine_leaves_out_of_its_states_is_not_compared() -> None:
    assert step_divergence(position(), MOVE, ReferenceEngine(), duels.TellsLittle()) is None


def test_a_position_that_cannot_be_is_nothing_to_compare() -> None:
    broken = position(stacks={"9,9": [1]})
    found = compare_position(broken, ReferenceEngine(), ReferenceEngine(), random.Random(1))
    assert (found.divergence, found.is_valid) == (None, False)


def test_states_differ_in_fields_that_both_tell() -> None:
    one, other = position(), position(hand={"1": 1, "2": 3})
    other["turn"] = one["turn"] | {"player": 2, "did": None}
    assert differing_fields(one, other | {"standing": {}}) == ["hand", "turn.player"]
