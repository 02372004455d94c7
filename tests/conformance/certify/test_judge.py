import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.certify.judge import judge, lacks
from conformance.certify.verdicts import (
    GAVE_UP,
    Crashed,
    Errored,
    Failed,
    Passed,
    TimedOut,
    Unsupported,
    Verdict,
)
from conformance.engines.protocol import (
    EngineBrokeProtocol,
    EngineCrashed,
    EngineErrored,
    EngineFailure,
    EngineGaveUp,
    EngineTimedOut,
)
from conformance.engines.reference import ReferenceEngine
from tests.conformance.certify.wrong_engines import (
    ChangesOnRefusal,
    Declines,
    Exits,
    Hangs,
    KeepsOneState,
    ListsNonsense,
    ListsTwice,
    Mutates,
    Raises,
    RefusesEverything,
    RefusesPositions,
    ReturnsNonsense,
    SaysError,
    TellsLess,
)
from tests.conformance.written import case

REJECT = "[{reject: 'move_stack from=0,0 to=0,0', clause: R091.b}]"
LEGAL = "[{legal: {count: 99}}]"


def verdict(folder: Path, engine: ReferenceEngine | None = None, **changes: str | None) -> Verdict:
    """What the sound scenario, changed, says of an engine."""
    tried = engine or ReferenceEngine()
    return judge(case(folder, **changes), tried, tried.hello(), 60.0)


def failed(folder: Path, engine: ReferenceEngine | None = None, **changes: str | None) -> Failed:
    found = verdict(folder, engine, **changes)
    assert isinstance(found, Failed)
    return found


def errored(folder: Path, engine: ReferenceEngine, **changes: str | None) -> Errored:
    found = verdict(folder, engine, **changes)
    assert isinstance(found, Errored)
    return found


# Steps


def test_a_right_engine_passes(tmp_path: Path) -> None:
    assert verdict(tmp_path) == Passed()


def test_a_move_that_is_refused_fails_with_the_reason(tmp_path: Path) -> None:
    found = failed(tmp_path, steps="[{do: 'move_stack from=0,0 to=0,0'}]")
    assert found.step == "do move_stack from=0,0 to=0,0"
    assert found.line == 8
    (row,) = found.mismatches
    assert row["expected"] == "played"
    assert row["got"].startswith("refused: ")
    assert found.before is not None
    assert found.after is None


def test_moves_are_played_one_after_the_other(tmp_path: Path) -> None:
    steps = (
        "[{do: ['move_stack from=0,0 to=3,0', 'move_stack from=7,7 to=7,6']},"
        " {expect: {stacks: {'3,0': [1], '7,6': [2]}, turn: {player: 1}}}]"
    )
    assert verdict(tmp_path, steps=steps) == Passed()


def test_a_move_that_must_be_refused_and_is_passes(tmp_path: Path) -> None:
    assert verdict(tmp_path, steps=REJECT) == Passed()


def test_a_move_that_must_be_refused_and_is_played_fails_with_its_clause(tmp_path: Path) -> None:
    found = failed(tmp_path, steps="[{reject: 'move_stack from=0,0 to=3,0', clause: R091.a}]")
    assert found.step == "reject move_stack from=0,0 to=3,0"
    assert found.clause == "R091.a"
    (row,) = found.mismatches
    assert (row["expected"], row["got"]) == ("refused by R091.a", "played")
    assert found.before is not None
    assert found.after is not None
    assert (found.before["stacks"], found.after["stacks"]) == (
        {"0,0": [1], "7,7": [2]},
        {"3,0": [1], "7,7": [2]},
    )


def test_a_list_of_moves_that_differs_fails_with_the_state(tmp_path: Path) -> None:
    found = failed(tmp_path, steps=LEGAL)
    assert (found.step, found.line) == ("legal", 8)
    assert found.before is not None
    assert found.before["stacks"] == {"0,0": [1], "7,7": [2]}


def test_a_state_that_differs_fails_with_all_that_differs(tmp_path: Path) -> None:
    found = failed(tmp_path, steps="[{expect: {stacks: {'0,0': null, '7,7': [1]}, S: 0}}]")
    assert found.step == "expect"
    assert [row["what"] for row in found.mismatches] == ["stacks 0,0", "stacks 7,7", "S"]


def test_the_first_step_that_fails_is_the_verdict(tmp_path: Path) -> None:
    found = failed(tmp_path, steps=f"[{{expect: {{S: 0}}}}, {LEGAL[1:]}")
    assert found.step == "expect"


def test_history_leads_to_where_the_steps_begin(tmp_path: Path) -> None:
    found = verdict(
        tmp_path,
        history="['move_stack from=0,0 to=3,0']",
        steps="[{do: 'move_stack from=7,7 to=7,6'}, {expect: {gained: {markers: {1: 0, 2: 1}}}}]",
    )
    assert found == Passed()


def test_history_that_is_refused_fails(tmp_path: Path) -> None:
    found = failed(tmp_path, history="['move_stack from=7,7 to=3,0']")
    assert found.step == "history move_stack from=7,7 to=3,0"
    assert found.line == 9


def test_gains_are_counted_from_where_the_steps_begin(tmp_path: Path) -> None:
    steps = (
        "[{do: 'move_stack from=0,0 to=3,0'}, {expect: {gained: {S: 1}}},"
        " {do: 'move_stack from=7,7 to=7,6'}, {expect: {gained: {S: 2}}}]"
    )
    assert verdict(tmp_path, steps=steps) == Passed()


def test_a_new_game_is_begun_and_not_loaded(tmp_path: Path) -> None:
    steps = "[{do: 'place_ring at=0,0 count=1'}, {expect: {hand: {1: 17, 2: 18}}}]"
    assert verdict(tmp_path, given="new", steps=steps) == Passed()


# Outcomes

CONTINUES = "{reading: continue_if_action, steps: [{expect: {turn: {player: 1}}}]}"
ENDS = "{reading: end_turn, steps: [{expect: {turn: {player: 2}}}]}"


def test_the_first_outcome_that_holds_is_the_reading(tmp_path: Path) -> None:
    assert verdict(tmp_path, steps=f"[{{any_of: [{ENDS}, {CONTINUES}]}}]") == Passed(
        readings=("continue_if_action",)
    )


def test_moves_of_an_outcome_that_does_not_hold_are_taken_back(tmp_path: Path) -> None:
    wrong = (
        "{reading: a, steps: [{do: 'move_stack from=0,0 to=3,0'}, {expect: {turn: {player: 1}}}]}"
    )
    right = "{reading: b, steps: [{do: 'move_stack from=0,0 to=5,0'}]}"
    steps = f"[{{any_of: [{wrong}, {right}]}}, {{expect: {{stacks: {{'5,0': [1]}}}}}}]"
    assert verdict(tmp_path, steps=steps) == Passed(readings=("b",))


def test_moves_before_the_outcomes_are_played_again(tmp_path: Path) -> None:
    wrong = "{reading: a, steps: [{reject: 'move_stack from=7,7 to=7,6'}]}"
    right = "{reading: b, steps: [{do: 'move_stack from=7,7 to=7,5'}]}"
    steps = (
        f"[{{do: 'move_stack from=0,0 to=3,0'}}, {{any_of: [{wrong}, {right}]}},"
        " {expect: {stacks: {'3,0': [1], '7,5': [2]}, gained: {S: 2}}}]"
    )
    assert verdict(tmp_path, steps=steps) == Passed(readings=("b",))


def test_moves_of_an_outcome_within_an_outcome_are_taken_back_too(tmp_path: Path) -> None:
    moves = "{reading: inner, steps: [{do: 'move_stack from=0,0 to=3,0'}]}"
    wrong = f"{{reading: a, steps: [{{any_of: [{moves}, {moves}]}}, {{expect: {{S: 0}}}}]}}"
    right = "{reading: b, steps: [{do: 'move_stack from=0,0 to=5,0'}]}"
    found = verdict(tmp_path, steps=f"[{{any_of: [{wrong}, {right}]}}]")
    assert found == Passed(readings=("b",))


def test_outcomes_none_of_which_holds_fail_with_what_each_expected(tmp_path: Path) -> None:
    other = "{reading: swap, steps: [{expect: {turn: {phase: capture}}}]}"
    found = failed(tmp_path, steps=f"[{{any_of: [{ENDS}, {other}]}}]")
    assert found.step == "any_of"
    assert [row["what"] for row in found.mismatches] == [
        "end_turn: turn.player",
        "swap: turn.phase",
    ]


# What an engine does not declare


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"editions": ("compact-2025-11",)}, "edition rr-canon-2025-11"),
        ({"boards": ("hexagonal",)}, "board square8"),
        ({"players": (3, 4)}, "2 players"),
        ({"operations": ("new", "legal", "play")}, "operation load"),
        ({"operations": ("load", "play")}, "operation legal"),
        ({"operations": ("load", "legal")}, "operation play"),
    ],
)
def test_what_an_engine_does_not_declare_is_unsupported(
    tmp_path: Path, changes: dict[str, Any], reason: str
) -> None:
    hello = replace(ReferenceEngine().hello(), **changes)
    found = judge(case(tmp_path), Raises(), hello)
    assert found == Unsupported(reason)


def test_an_engine_without_load_is_tried_on_a_new_game(tmp_path: Path) -> None:
    hello = replace(ReferenceEngine().hello(), operations=("new", "legal", "play", "state"))
    new = case(tmp_path, given="new", steps="[{do: 'place_ring at=0,0 count=1'}]")
    assert lacks(new, hello) == ""
    assert judge(new, ReferenceEngine(), hello) == Passed()


def test_a_position_that_an_engine_declines_is_unsupported(tmp_path: Path) -> None:
    assert verdict(tmp_path, Declines()) == Unsupported("cannot load a position in mid-chain")


def test_a_position_that_an_engine_calls_impossible_fails(tmp_path: Path) -> None:
    found = failed(tmp_path, RefusesPositions())
    assert (found.step, found.line) == ("given", 7)
    assert found.mismatches[0]["got"] == ("too many rings", "too few cells")


def test_what_is_not_told_is_not_compared_but_said(tmp_path: Path) -> None:
    steps = "[{expect: {eliminated: {1: 0}, S: 0, stacks: {'0,0': [1]}}}]"
    assert verdict(tmp_path, TellsLess(), steps=steps) == Passed(untold=("eliminated", "markers"))


# Engines that misbehave


def test_an_engine_that_raises_has_crashed(tmp_path: Path) -> None:
    found = verdict(tmp_path, Raises())
    assert isinstance(found, Crashed)
    assert found.message == "ZeroDivisionError: no such ring"
    assert "no such ring" in found.evidence


def test_an_engine_that_ends_the_process_has_crashed(tmp_path: Path) -> None:
    found = verdict(tmp_path, Exits())
    assert isinstance(found, Crashed)
    assert found.message == "SystemExit: 0"


def test_an_engine_that_says_that_it_failed_is_errored(tmp_path: Path) -> None:
    found = errored(tmp_path, SaysError())
    assert (found.message, found.kind) == (SaysError.words, "error")


@pytest.mark.parametrize(
    ("engine", "steps", "kind"),
    [
        (ReturnsNonsense, REJECT, "no state"),
        (ListsNonsense, LEGAL, "not a list of moves"),
        (ListsTwice, LEGAL, "duplicate moves"),
        (Mutates, LEGAL, "mutates"),
        (KeepsOneState, "[{do: 'move_stack from=0,0 to=3,0'}]", "mutates"),
    ],
)
def test_an_answer_that_is_no_answer_is_errored_by_its_kind(
    tmp_path: Path, engine: Callable[[], ReferenceEngine], steps: str, kind: str
) -> None:
    assert errored(tmp_path, engine(), steps=steps).kind == kind


def test_an_engine_that_does_not_come_back_is_timed_out(tmp_path: Path) -> None:
    engine = Hangs()
    found = judge(case(tmp_path), engine, engine.hello(), 0.05)
    assert found == TimedOut("no answer within 0.05 s")


def test_the_clock_is_off_after_a_case(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGALRM)
    verdict(tmp_path, Raises())
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before


def test_a_case_can_be_judged_outside_the_main_thread(tmp_path: Path) -> None:
    found: list[Verdict] = []
    thread = threading.Thread(target=lambda: found.append(verdict(tmp_path)))
    thread.start()
    thread.join()
    assert found == [Passed()]


def test_refusing_every_move_is_no_way_to_pass(tmp_path: Path) -> None:
    assert failed(tmp_path, RefusesEverything()).step == "do move_stack from=0,0 to=3,0"


def test_a_move_that_is_listed_and_refused_is_said_to_be_both(tmp_path: Path) -> None:
    found = failed(tmp_path, RefusesEverything())
    assert [row["what"] for row in found.mismatches] == [
        "move_stack from=0,0 to=3,0 is played",
        "a move that it lists itself",
    ]


def test_a_refusal_that_changes_the_state_fails(tmp_path: Path) -> None:
    found = failed(tmp_path, ChangesOnRefusal(), steps=REJECT)
    (row,) = found.mismatches
    assert (row["what"], row["expected"], row["got"]) == (
        "the state after a refusal",
        "unchanged",
        "changed",
    )


@pytest.mark.parametrize("engine", [Raises, Exits, SaysError])
def test_a_crash_never_counts_as_a_refusal(
    tmp_path: Path, engine: Callable[[], ReferenceEngine]
) -> None:
    assert not isinstance(verdict(tmp_path, engine(), steps=REJECT), Passed)


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (EngineErrored("sorry", "log"), Errored("sorry", "log")),
        (EngineCrashed("gone", "log"), Crashed("gone", "log")),
        (EngineTimedOut("slow", "log"), TimedOut("slow", "log")),
        (EngineBrokeProtocol("noise", "what?", "log"), Errored("what?", "log", "noise")),
        (EngineGaveUp("again and again"), Errored("again and again", "", GAVE_UP)),
        (EngineFailure("odd"), Errored("odd")),
    ],
)
def test_every_failure_of_an_engine_is_a_verdict(
    tmp_path: Path, failure: EngineFailure, expected: Verdict
) -> None:
    class Fails(ReferenceEngine):
        def legal(self) -> list[dict[str, Any]]:
            raise failure

    assert verdict(tmp_path, Fails(), steps=LEGAL) == expected


def test_an_interrupt_is_the_users_and_no_verdict(tmp_path: Path) -> None:
    class Interrupted(ReferenceEngine):
        def legal(self) -> list[dict[str, Any]]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verdict(tmp_path, Interrupted(), steps=LEGAL)
