"""No rule names a direction or a seat: turning the board or renaming the seats changes nothing.

Two things know the order of cells or seats: an edition that picks the stack of a forced
elimination itself takes the first of equals, and a ranking names equals in seat order.
"""

import random
from collections.abc import Mapping
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from conformance.boards import Symmetry, coordinates_of, grid, name_of, symmetries
from conformance.engines.protocol import Json
from reference_engine.game import legal_moves, play
from reference_engine.state import GameState, Phase
from reference_engine.wire import canonical, move_to_json, state_to_json
from tests.strategies import examples, loaded, seeds, states

Renaming = dict[int, int]


# --- turning the board --------------------------------------------------------------------------


def turnings(state: GameState) -> st.SearchStrategy[Symmetry]:
    """The eight symmetries of a square, the twelve of a hexagon."""
    board = state.variant.geometry
    return st.sampled_from([*symmetries(grid(board.board, board.size)).values()])


def turned_cell(name: str, turning: Symmetry) -> str:
    return name_of(turning(coordinates_of(name)))


def turned_cells(names: list[str], turning: Symmetry) -> list[str]:
    return [name_of(cell) for cell in sorted(turning(coordinates_of(name)) for name in names)]


def turned_state(state: Json, turning: Symmetry) -> Json:
    layers = {
        layer: {turned_cell(name, turning): held for name, held in state[layer].items()}
        for layer in ("stacks", "markers", "collapsed")
    }
    turn = dict(state["turn"])
    if turn["from"] is not None:
        turn["from"] = turned_cell(turn["from"], turning)
    if "made" in turn:
        turn["made"] = turned_cells(turn["made"], turning)
    return {**state, **layers, "turn": turn}


def turned_move(move: Json, turning: Symmetry) -> Json:
    turned: Json = {}
    for name, value in move.items():
        if name in ("cells", "collapse"):
            turned[name] = turned_cells(value, turning)
        elif name in ("at", "from", "target", "to"):
            turned[name] = turned_cell(value, turning)
        else:
            turned[name] = value
    return turned


# --- renaming the seats -------------------------------------------------------------------------


def renamed_keys(table: Mapping[str, Any], names: Renaming) -> Json:
    return {str(names[int(seat)]): value for seat, value in table.items()}


def renamed_state(state: Json, names: Renaming) -> Json:
    renamed = {
        **state,
        "stacks": {
            cell: [names[ring] for ring in rings] for cell, rings in state["stacks"].items()
        },
        "markers": {cell: names[who] for cell, who in state["markers"].items()},
        "collapsed": {cell: names[who] for cell, who in state["collapsed"].items()},
        "hand": renamed_keys(state["hand"], names),
        "eliminated": renamed_keys(state["eliminated"], names),
        "turn": {**state["turn"], "player": names[state["turn"]["player"]]},
        "standing": {
            name: [names[seat] for seat in value] if name == "acted" else renamed_keys(value, names)
            for name, value in state["standing"].items()
        },
    }
    if state["result"] is not None:
        winner, ranking = state["result"]["winner"], state["result"]["ranking"]
        renamed["result"] = {
            **state["result"],
            "winner": None if winner is None else names[winner],
            "ranking": [names[seat] for seat in ranking],
        }
    return renamed


def without_ranking(state: Json) -> Json:
    """The state without the order of equals."""
    if state["result"] is None:
        return state
    return {**state, "result": {**state["result"], "ranking": []}}


def board_of(state: Json) -> Json:
    """What lies on the board, in the hands and in the credits."""
    return {key: state[key] for key in ("stacks", "markers", "collapsed", "hand", "eliminated")}


# --- the properties -----------------------------------------------------------------------------


def written_moves(state: GameState) -> dict[str, Any]:
    board = state.variant.geometry
    return {canonical(move_to_json(board, move)): move for move in legal_moves(state)}


def picks_a_stack_itself(state: GameState) -> bool:
    return (
        state.turn.phase is Phase.FORCED_ELIMINATION
        and state.variant.edition.fe_choice == "automatic"
    )


@given(state=states(), data=st.data())
@examples(0.6)
def test_turning_the_board_turns_the_legal_moves(state: GameState, data: st.DataObject) -> None:
    assume(not picks_a_stack_itself(state))
    turning = data.draw(turnings(state))
    turned = loaded(turned_state(state_to_json(state), turning))
    board = state.variant.geometry
    expected = {
        canonical(turned_move(move_to_json(board, move), turning)) for move in legal_moves(state)
    }
    assert set(written_moves(turned)) == expected


@given(state=states(), data=st.data(), seed=seeds)
@examples(0.6)
def test_turning_the_board_turns_what_a_move_does(
    state: GameState, data: st.DataObject, seed: int
) -> None:
    assume(not picks_a_stack_itself(state))
    turning = data.draw(turnings(state))
    turned = loaded(turned_state(state_to_json(state), turning))
    board, moves = state.variant.geometry, written_moves(turned)
    legal = legal_moves(state)
    for move in random.Random(seed).sample(legal, min(12, len(legal))):
        after = turned_state(state_to_json(play(state, move).state), turning)
        image = moves[canonical(turned_move(move_to_json(board, move), turning))]
        assert canonical(state_to_json(play(turned, image).state)) == canonical(after), move


@given(state=states(), data=st.data(), seed=seeds)
@examples(0.8)
def test_moving_everybody_some_seats_on_commutes_with_playing(
    state: GameState, data: st.DataObject, seed: int
) -> None:
    count = state.variant.players
    assume(not (state.variant.edition.has_pie_rule and count == 2))  # knows who began
    by = data.draw(st.integers(1, count - 1))
    names: Renaming = {seat: (seat - 1 + by) % count + 1 for seat in state.players}
    renamed = loaded(renamed_state(state_to_json(state), names))
    assert {*written_moves(renamed)} == {*written_moves(state)}
    legal = legal_moves(state)
    for move in random.Random(seed).sample(legal, min(12, len(legal))):
        after = without_ranking(renamed_state(state_to_json(play(state, move).state), names))
        found = without_ranking(state_to_json(play(renamed, move).state))
        assert canonical(found) == canonical(after), move


@given(state=states(), data=st.data(), seed=seeds)
@examples(0.8)
def test_any_renaming_of_the_seats_commutes_with_what_a_move_does_to_the_board(
    state: GameState, data: st.DataObject, seed: int
) -> None:
    assume(not state.turn.may_swap)
    shuffled = data.draw(st.permutations(state.players))
    names: Renaming = dict(zip(state.players, shuffled, strict=True))
    renamed = loaded(renamed_state(state_to_json(state), names))
    assert {*written_moves(renamed)} == {*written_moves(state)}
    legal = legal_moves(state)
    for move in random.Random(seed).sample(legal, min(12, len(legal))):
        after = board_of(renamed_state(state_to_json(play(state, move).state), names))
        assert canonical(board_of(state_to_json(play(renamed, move).state))) == canonical(after)
