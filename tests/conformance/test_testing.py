import re
import shlex
from pathlib import Path

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis.stateful import run_state_machine_as_test
from typer.testing import CliRunner

from conformance.cli import app
from conformance.editions import CANON
from conformance.engines.protocol import Settled
from conformance.engines.reference import ReferenceEngine
from conformance.engines.traces import read_trace
from conformance.fuzz.lockstep import Divergence, Kind, Plan
from conformance.fuzz.positions import variant_of
from conformance.testing import EngineMachine, Json, _seeded, plans, positions
from tests.conformance.fuzz.wrong_engines import WithoutLoad, named
from tests.conformance.written import ROOT

PAGE = ROOT / "docs" / "diff.md"
FEW = settings(
    max_examples=15, stateful_step_count=6, phases=(Phase.generate, Phase.shrink), deadline=None
)


class Right(EngineMachine):
    engine = "literal"


class Wrong(EngineMachine):
    engine = "mutant:height-is-the-cap"


class Player(EngineMachine):
    engine = named(WithoutLoad)


def test_an_engine_that_keeps_the_rules_passes() -> None:
    run_state_machine_as_test(Right, settings=FEW)


def test_an_engine_without_load_is_tried_by_playing() -> None:
    run_state_machine_as_test(Player, settings=FEW)


def test_an_engine_that_breaks_a_rule_fails_with_a_small_example() -> None:
    with pytest.raises(AssertionError) as failure:
        run_state_machine_as_test(Wrong, settings=FEW)
    message = str(failure.value)
    assert "mutant:height-is-the-cap differs from the reference engine" in message
    assert "clauses at work: R" in message
    assert "\n    x:  0   1 " in message
    (again,) = re.findall(r"^  again: rrc (.*)$", message, re.MULTILINE)
    replayed = CliRunner().invoke(app, shlex.split(again))
    assert replayed.exit_code == 1, replayed.output


def test_a_game_that_differs_can_be_played_again() -> None:
    class WrongPlayer(EngineMachine):
        engine = "mutant:height-is-the-cap"

    machine = WrongPlayer()
    machine.start = Plan(CANON, "square8", 2, 1, "mix")
    found = Divergence(Kind.LEGAL, "", None, (), None, {"only_A": [], "only_B": ["skip_capture"]})
    message = machine._told(found)
    file = shlex.split(message.rpartition("rrc replay ")[2])[0]
    assert read_trace(Path(file)).board == "square8"


def test_a_machine_without_an_engine_says_so() -> None:
    class Nameless(EngineMachine):
        pass

    with pytest.raises(TypeError, match="expected the name of an engine"):
        Nameless()


@given(positions())
@settings(max_examples=60)
def test_every_position_drawn_is_valid(state: Json) -> None:
    assert isinstance(ReferenceEngine().load(state), Settled)


def test_a_position_from_a_seed_shrinks_to_what_is_needed() -> None:
    seeded = _seeded(variant_of(CANON, "square8", 2))
    state = find(seeded, lambda one: len(one["markers"]) >= 3 and len(one["stacks"]) >= 2)
    assert (len(state["markers"]), len(state["stacks"]), len(state["collapsed"])) == (3, 2, 0)


@given(positions(boards=("square8",), players=(3,)), plans(boards=("hexagonal",), players=(4,)))
@settings(max_examples=10)
def test_strategies_can_be_narrowed(state: Json, plan: Plan) -> None:
    assert (state["edition"], state["board"], state["players"]) == (CANON, "square8", 3)
    assert (plan.edition, plan.board, plan.players) == (CANON, "hexagonal", 4)


def test_the_example_of_the_page_runs(pytester: pytest.Pytester, tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    file = pytester.makepyfile(test_my_engine=example)
    result = pytester.runpytest(file, "-q", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=2)
