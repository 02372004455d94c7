import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference_engine import stacks
from reference_engine.stacks import Player, Rings

players = st.integers(1, 4).map(Player)
piles = st.lists(players, min_size=1, max_size=12).map(tuple)


def rings(*numbers: int) -> Rings:
    return tuple(map(Player, numbers))


@pytest.mark.parametrize(
    ("pile", "controller", "height", "cap"),
    [
        (rings(1), 1, 1, 1),
        (rings(2, 2, 1), 1, 3, 1),
        (rings(2, 1, 1), 1, 3, 2),
        (rings(1, 1, 2, 1), 1, 4, 1),
        (rings(3, 3, 3), 3, 3, 3),
        (rings(1, 2, 3, 4), 4, 4, 1),
    ],
)
def test_the_top_run_is_the_cap_and_its_colour_controls(
    pile: Rings, controller: int, height: int, cap: int
) -> None:
    assert stacks.controller(pile) == controller
    assert stacks.height(pile) == height
    assert stacks.cap_height(pile) == cap


@given(piles)
def test_the_cap_is_the_longest_run_of_one_colour_from_the_top(pile: Rings) -> None:
    cap = stacks.cap_height(pile)
    assert 1 <= cap <= stacks.height(pile)
    assert set(pile[-cap:]) == {stacks.controller(pile)}
    assert cap == len(pile) or pile[-cap - 1] != stacks.controller(pile)


@given(piles)
def test_without_its_cap_a_stack_is_what_lay_below_it(pile: Rings) -> None:
    left = stacks.without_cap(pile)
    assert left + (stacks.controller(pile),) * stacks.cap_height(pile) == pile
    assert not left or stacks.controller(left) != stacks.controller(pile)


@given(piles, players, st.integers(1, 3))
def test_placed_rings_lie_on_top_and_give_control(pile: Rings, player: Player, count: int) -> None:
    topped = stacks.with_rings_on_top(pile, player, count)
    assert topped[: len(pile)] == pile
    assert topped[len(pile) :] == (player,) * count
    assert stacks.controller(topped) == player
    assert stacks.cap_height(topped) >= count


def test_rings_placed_on_nothing_are_a_stack() -> None:
    assert stacks.with_rings_on_top((), Player(2), 3) == rings(2, 2, 2)


@given(piles, players)
def test_a_captured_ring_lies_at_the_very_bottom_and_changes_no_control(
    pile: Rings, ring: Player
) -> None:
    taken = stacks.with_ring_at_bottom(pile, ring)
    assert taken[0] == ring
    assert taken[1:] == pile
    assert stacks.controller(taken) == stacks.controller(pile)


@given(piles)
def test_a_capture_takes_the_top_ring_and_no_other(pile: Rings) -> None:
    left, ring = stacks.without_top(pile)
    assert (*left, ring) == pile
    assert ring == stacks.controller(pile)


def test_a_single_ring_leaves_nothing_behind() -> None:
    assert stacks.without_top(rings(1)) == ((), 1)
    assert stacks.without_cap(rings(1)) == ()
    assert stacks.without_cap(rings(2, 2)) == ()


@given(piles, piles)
def test_a_capture_moves_one_ring_and_loses_none(attacker: Rings, target: Rings) -> None:
    left, ring = stacks.without_top(target)
    grown = stacks.with_ring_at_bottom(attacker, ring)
    assert sorted(left + grown) == sorted(attacker + target)
