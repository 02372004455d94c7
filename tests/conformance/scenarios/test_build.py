from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.boards import grid, name_of, symmetries
from conformance.scenarios.model import AnyOf, Case, Do, Expect, Legal, Reject, Step
from tests.conformance.written import case, cases

SQUARE = grid("square8", 11)


def state(folder: Path, given: str, **changes: str | None) -> dict[str, Any]:
    """The position that `given` stands for."""
    found = case(folder, given=given, **changes).state
    assert found is not None
    return found


# Cases and their names


def test_a_scenario_on_one_board_is_one_case(tmp_path: Path) -> None:
    assert case(tmp_path).id == "sample[square8,2p]"


def test_every_board_and_number_of_players_is_a_case(tmp_path: Path) -> None:
    found = cases(tmp_path, board="[square8, square19]", players="[2, 3, 4]")
    assert [one.id for one in found] == [
        f"sample[{board},{players}p]" for board in ("square8", "square19") for players in (2, 3, 4)
    ]


def test_a_case_knows_its_board_players_and_edition(tmp_path: Path) -> None:
    found = case(tmp_path, "compact-2025-11", editions="[compact-2025-11]", players="3")
    assert (found.board, found.players, found.edition) == ("square8", 3, "compact-2025-11")
    assert found.state is not None
    assert (found.state["edition"], found.state["players"]) == ("compact-2025-11", 3)


def test_symmetries_are_cases_named_after_them(tmp_path: Path) -> None:
    found = cases(tmp_path, symmetries="[turn-90, mirror-x]")
    assert [one.id for one in found] == [
        "sample[square8,2p]",
        "sample[square8,2p,turn-90]",
        "sample[square8,2p,mirror-x]",
    ]


def test_the_scenario_itself_is_always_run_and_once(tmp_path: Path) -> None:
    found = cases(tmp_path, symmetries="[identity, turn-90]")
    assert [one.symmetry for one in found] == ["identity", "turn-90"]


@pytest.mark.parametrize(
    ("board", "given", "steps", "count"),
    [
        ("square8", '{stacks: {"0,0": [1]}}', "[{do: skip_capture}]", 8),
        ("hexagonal", '{stacks: {"0,0,0": [1]}}', "[{do: skip_capture}]", 12),
    ],
)
def test_all_symmetries_are_those_of_the_board(
    tmp_path: Path, board: str, given: str, steps: str, count: int
) -> None:
    found = cases(tmp_path, board=board, given=given, steps=steps, symmetries="all")
    assert [one.symmetry for one in found] == list(symmetries(grid(board, 11)))
    assert len({one.id for one in found}) == count


# The position


def test_a_new_game_has_no_position(tmp_path: Path) -> None:
    assert case(tmp_path, given="new", steps="[{do: skip_capture}]").state is None


def test_left_out_it_is_player_1_at_the_start_of_a_turn(tmp_path: Path) -> None:
    assert state(tmp_path, '{stacks: {"0,0": [1]}}')["turn"] == {
        "player": 1,
        "phase": "ring_placement",
        "from": None,
        "owes": None,
    }


def test_rings_not_named_are_eliminated_in_even_shares(tmp_path: Path) -> None:
    found = state(tmp_path, '{stacks: {"0,0": [1, 1, 2]}}')
    assert found["hand"] == {"1": 0, "2": 0}
    assert found["eliminated"] == {"1": 17, "2": 16}


def test_what_is_left_over_goes_to_the_first_players(tmp_path: Path) -> None:
    found = state(tmp_path, '{stacks: {"0,0": [1]}}', players="3")
    assert found["eliminated"] == {"1": 18, "2": 18, "3": 17}


def test_hands_that_are_named_are_kept(tmp_path: Path) -> None:
    found = state(tmp_path, '{stacks: {"0,0": [1]}, hand: {2: 5}}')
    assert found["hand"] == {"1": 0, "2": 5}
    assert found["eliminated"] == {"1": 15, "2": 15}


def test_the_rest_in_hand_is_all_that_is_not_on_the_board(tmp_path: Path) -> None:
    found = state(tmp_path, '{stacks: {"0,0": [1, 1, 2]}, hand: rest}')
    assert found["hand"] == {"1": 16, "2": 17}
    assert found["eliminated"] == {"1": 0, "2": 0}


def test_players_left_out_of_eliminated_share_what_remains(tmp_path: Path) -> None:
    found = state(tmp_path, '{stacks: {"0,0": [1]}, eliminated: {2: 5}}', players="3")
    assert found["eliminated"] == {"1": 24, "2": 5, "3": 24}


def test_eliminated_that_is_named_in_full_is_kept(tmp_path: Path) -> None:
    found = state(tmp_path, '{stacks: {"0,0": [1]}, eliminated: {1: 35, 2: 0}}')
    assert found["eliminated"] == {"1": 35, "2": 0}


@pytest.mark.parametrize(("board", "supply"), [("square8", 18), ("square19", 36)])
def test_no_ring_is_lost(tmp_path: Path, board: str, supply: int) -> None:
    found = state(tmp_path, '{stacks: {"0,0": [1, 2]}, hand: {1: 3}}', board=board)
    assert 2 + sum(found["hand"].values()) + sum(found["eliminated"].values()) == 2 * supply


def test_markers_and_collapsed_spaces_are_by_cell(tmp_path: Path) -> None:
    found = state(tmp_path, '{markers: {1: ["0,0"], 2: ["1,0"]}, collapsed: {2: ["2,0"]}}')
    assert found["markers"] == {"0,0": 1, "1,0": 2}
    assert found["collapsed"] == {"2,0": 2}


def test_a_diagram_and_lists_can_be_mixed(tmp_path: Path) -> None:
    given = '{diagram: "1 m2 c1", stacks: {"7,7": [2]}, markers: {1: ["6,6"]}}'
    found = state(tmp_path, given)
    assert found["stacks"] == {"0,0": [1], "7,7": [2]}
    assert found["markers"] == {"1,0": 2, "6,6": 1}
    assert found["collapsed"] == {"2,0": 1}


def test_others_is_every_cell_on_which_nothing_else_stands(tmp_path: Path) -> None:
    given = '{stacks: {"0,0": [1]}, markers: {1: ["1,0"]}, collapsed: {2: others}}'
    found = state(tmp_path, given)
    assert set(found["collapsed"]) == set(SQUARE.cells) - {"0,0", "1,0"}
    assert set(found["collapsed"].values()) == {2}


def test_others_waits_for_all_that_is_named_after_it(tmp_path: Path) -> None:
    given = '{markers: {1: others, 2: ["3,3"]}, collapsed: {1: ["4,4"]}}'
    found = state(tmp_path, given)
    assert (found["markers"]["3,3"], found["markers"]["0,0"]) == (2, 1)
    assert "4,4" not in found["markers"]


def test_empty_cells_are_left_out_of_others(tmp_path: Path) -> None:
    found = state(tmp_path, '{collapsed: {1: others}, empty: ["0,0", "5,5"]}')
    assert set(SQUARE.cells) - set(found["collapsed"]) == {"0,0", "5,5"}


def test_empty_cells_turn_with_the_board(tmp_path: Path) -> None:
    found = cases(
        tmp_path, given='{collapsed: {1: others}, empty: ["0,0"]}', symmetries="[turn-180]"
    )
    assert found[1].state is not None
    assert set(SQUARE.cells) - set(found[1].state["collapsed"]) == {"7,7"}


@pytest.mark.parametrize(
    ("word", "phase"), [("must_move", "movement"), ("moved", "capture"), ("chain", "chain_capture")]
)
def test_the_stack_that_acts_says_the_phase(tmp_path: Path, word: str, phase: str) -> None:
    found = state(tmp_path, f'{{stacks: {{"3,0": [1]}}, turn: {{player: 1, {word}: "3,0"}}}}')
    assert (found["turn"]["phase"], found["turn"]["from"]) == (phase, "3,0")


def test_a_turn_may_be_written_in_full(tmp_path: Path) -> None:
    given = '{stacks: {"3,0": [1]}, turn: {player: 2, phase: movement, from: "3,0", owes: line}}'
    assert state(tmp_path, given)["turn"] == {
        "player": 2,
        "phase": "movement",
        "from": "3,0",
        "owes": "line",
    }


def test_fields_of_some_editions_are_there_only_if_they_are_named(tmp_path: Path) -> None:
    given = "{turn: {may_swap: true, did: action, deferred: 1, made: ['1,0', '0,0']}}"
    found = state(tmp_path, given)["turn"]
    assert (found["may_swap"], found["did"], found["deferred"]) == (True, "action", 1)
    assert found["made"] == ["0,0", "1,0"]


def test_standing_is_left_out_if_it_is_not_named(tmp_path: Path) -> None:
    assert "standing" not in state(tmp_path, '{stacks: {"0,0": [1]}}')


def test_standing_is_taken_as_it_is(tmp_path: Path) -> None:
    given = "{standing: {had_action: {1: true, 2: null}, acted: [2, 1], rounds: {1: 1}}}"
    assert state(tmp_path, given)["standing"] == {
        "had_action": {"1": True, "2": None},
        "acted": [2, 1],
        "rounds": {"1": 1},
    }


# The steps


def test_a_list_of_moves_is_a_step_for_each(tmp_path: Path) -> None:
    found = case(tmp_path, steps="[{do: [skip_capture, skip_placement]}, {do: swap_sides}]")
    assert [step.move["type"] for step in found.steps if isinstance(step, Do)] == [
        "skip_capture",
        "skip_placement",
        "swap_sides",
    ]


def test_a_move_may_be_written_as_on_the_wire(tmp_path: Path) -> None:
    (step,) = case(tmp_path, steps='[{do: {type: move_stack, from: "0,0", to: "3,0"}}]').steps
    assert step == Do({"type": "move_stack", "from": "0,0", "to": "3,0"}, 8)


def test_a_rejected_move_carries_its_clause(tmp_path: Path) -> None:
    (step,) = case(tmp_path, steps="[{reject: skip_capture, clause: R091.b}]").steps
    assert step == Reject({"type": "skip_capture"}, "R091.b", 8)


def test_lists_of_cells_are_put_in_order(tmp_path: Path) -> None:
    (step,) = case(tmp_path, steps="[{do: 'process_line cells=2,0 0,0 1,0'}]").steps
    assert isinstance(step, Do)
    assert step.move["cells"] == ["0,0", "1,0", "2,0"]


def test_items_without_a_field_are_patterns(tmp_path: Path) -> None:
    (step,) = case(tmp_path, steps="[{legal: {includes: ['move_stack from=0,0']}}]").steps
    assert isinstance(step, Legal)
    assert step.includes == ({"type": "move_stack", "from": "0,0"},)
    assert (step.excludes, step.exactly, step.count, step.of) == (None, None, None, {})


def test_items_with_a_field_are_values_of_it(tmp_path: Path) -> None:
    steps = (
        "[{legal: {field: count, exactly: [1, 2]}}, {legal: {field: cells, excludes: ['1,0 0,0']}}]"
    )
    first, second = case(tmp_path, steps=steps).steps
    assert isinstance(first, Legal)
    assert isinstance(second, Legal)
    assert first.exactly == (1, 2)
    assert second.excludes == (("0,0", "1,0"),)


def test_a_diagram_that_is_expected_is_the_whole_board(tmp_path: Path) -> None:
    (step,) = case(tmp_path, steps='[{expect: {diagram: "1 m2"}}]').steps
    assert isinstance(step, Expect)
    assert step.fields == {
        "exactly": {"stacks": {"0,0": [1]}, "markers": {"1,0": 2}, "collapsed": {}}
    }


def test_outcomes_keep_their_reading_and_steps(tmp_path: Path) -> None:
    steps = (
        "[{any_of: [{reading: 1, steps: [{do: skip_capture}]},"
        " {reading: end_turn, steps: [{legal: {count: 0}}]}]}]"
    )
    (step,) = case(tmp_path, steps=steps).steps
    assert isinstance(step, AnyOf)
    assert [outcome.reading for outcome in step.outcomes] == ["1", "end_turn"]
    assert isinstance(step.outcomes[0].steps[0], Do)


# Symmetries

EVERYWHERE = {
    "given": (
        '{diagram: "1 m2 c1", stacks: {"0,3": [2]}, markers: {1: ["1,3"]},'
        ' collapsed: {2: ["2,3"]}, turn: {phase: movement, from: "0,0", made: ["0,5"]}}'
    ),
    "history": "['move_stack from=0,0 to=0,2']",
    "steps": (
        "[{do: 'overtaking_capture from=0,2 target=0,3 to=0,4'},"
        " {reject: 'choose_line_reward cells=1,0 2,0 collapse=1,0', clause: R091.b},"
        " {legal: {of: 'from=0,4', includes: ['move_stack to=4,0'], excludes: ['at=5,0']}},"
        " {legal: {field: to, exactly: ['6,0']}},"
        " {legal: {field: cells, includes: ['0,1 1,1']}},"
        " {expect: {stacks: {'3,1': [1]}, markers: {'4,1': null}, collapsed: {'5,1': 2}}},"
        " {expect: {exactly: {stacks: {'6,1': [1]}}, turn: {from: '7,1', made: ['7,2']}}},"
        ' {expect: {diagram: "1 m2 c1"}},'
        " {any_of: [{reading: a, steps: [{do: 'place_ring at=1,2 count=1'}]},"
        " {reading: b, steps: [{expect: {stacks: {'2,2': null}}}]}]}]"
    ),
}


def cells_in(value: Any) -> Iterator[str]:
    """Every name of a cell in a value, however deep."""
    match value:
        case str() if value in SQUARE.cells:
            yield value
        case dict():
            for key, inner in value.items():
                yield from cells_in(key)
                yield from cells_in(inner)
        case list() | tuple():
            for inner in value:
                yield from cells_in(inner)
        case _:
            return


def parts(one: Case) -> dict[str, list[str]]:
    """The cells of each part of a case, in order of their names."""

    def of(step: Step) -> Any:
        match step:
            case Do() | Reject():
                return step.move
            case Legal():
                return [step.of, step.includes, step.excludes, step.exactly]
            case Expect():
                return step.fields
            case AnyOf():
                return [of(inner) for outcome in step.outcomes for inner in outcome.steps]

    found = {"given": one.state, "history": one.history}
    found |= {f"step {number}": of(step) for number, step in enumerate(one.steps)}
    return {name: sorted(cells_in(value)) for name, value in found.items()}


@pytest.mark.parametrize("symmetry", [name for name in symmetries(SQUARE) if name != "identity"])
def test_a_symmetry_renames_every_cell_everywhere(tmp_path: Path, symmetry: str) -> None:
    turn = symmetries(SQUARE)[symmetry]
    first, second = cases(tmp_path, symmetries=f"[{symmetry}]", **EVERYWHERE)
    expected = {
        name: sorted(name_of(turn(SQUARE.cells[cell])) for cell in cells)
        for name, cells in parts(first).items()
    }
    assert parts(second) == expected
    assert all(expected.values())


def test_a_symmetry_leaves_everything_but_cells(tmp_path: Path) -> None:
    first, second = cases(tmp_path, symmetries="[turn-90]", **EVERYWHERE)
    assert first.state is not None
    assert second.state is not None
    for name in ("edition", "board", "players", "hand", "eliminated", "result"):
        assert first.state[name] == second.state[name]
    assert sorted(first.state["stacks"].values()) == sorted(second.state["stacks"].values())
    assert [type(step) for step in first.steps] == [type(step) for step in second.steps]
    assert [step.line for step in first.steps] == [step.line for step in second.steps]


def test_lists_of_cells_are_in_order_after_a_symmetry_too(tmp_path: Path) -> None:
    found = cases(tmp_path, steps="[{do: 'process_line cells=0,0 1,0 2,0'}]", symmetries="all")
    for one in found:
        (step,) = one.steps
        assert isinstance(step, Do)
        assert step.move["cells"] == SQUARE.ordered(step.move["cells"])
