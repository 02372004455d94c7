import copy

import pytest

from conformance.editions import CANON, load_parameters
from conformance.engines.literal import IllegalMove, InvalidState, LiteralEngine


@pytest.fixture
def engine() -> LiteralEngine:
    return LiteralEngine({CANON: load_parameters()[CANON]})


def test_a_state_given_to_the_engine_is_left_as_it_was(engine: LiteralEngine) -> None:
    state = engine.new(CANON, "square8", 2)
    before = copy.deepcopy(state)
    after = engine.play(state, engine.legal(state)[0])
    assert state == before
    assert after != before


def test_an_illegal_move_is_raised_with_its_reason(engine: LiteralEngine) -> None:
    state = engine.new(CANON, "square8", 2)
    before = copy.deepcopy(state)
    with pytest.raises(IllegalMove) as caught:
        engine.play(state, {"type": "skip_placement"})
    assert caught.value.reason == ('not a legal move in ring_placement: {"type": "skip_placement"}')
    assert state == before


def test_an_impossible_state_is_raised_with_its_faults(engine: LiteralEngine) -> None:
    state = engine.new(CANON, "square8", 2)
    state["stacks"] = {"3,3": [1]}
    with pytest.raises(InvalidState) as caught:
        engine.load(state)
    assert caught.value.faults == [
        "37 rings in all, not 2 times 18",
        "more rings of player 1 than exist",
    ]


@pytest.mark.parametrize(
    ("edition", "board", "players", "fault"),
    [
        ("rr-2099", "square8", 10**18, "no edition 'rr-2099'"),
        (CANON, "square9", 10**18, "no board 'square9'"),
        (CANON, "square8", 10**18, f"{10**18} players cannot play on square8"),
        (CANON, "square8", 1, "1 players cannot play on square8"),
        (CANON, "square8", True, "True players cannot play on square8"),
    ],
)
def test_a_game_that_cannot_be_is_refused_before_its_seats_are_counted_out(
    engine: LiteralEngine, edition: str, board: str, players: int, fault: str
) -> None:
    with pytest.raises(InvalidState) as caught:
        engine.new(edition, board, players)
    assert caught.value.faults == [fault]


def test_the_pie_rule_is_off_also_where_a_reader_takes_the_word_for_false() -> None:
    engine = LiteralEngine({CANON: {**load_parameters()[CANON], "pie_rule": False}})
    assert "may_swap" not in engine.new(CANON, "square8", 2)["turn"]
