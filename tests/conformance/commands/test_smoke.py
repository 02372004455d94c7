import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from conformance.certify.smoke import SmokeStep, smoke
from conformance.cli import app
from conformance.engines.protocol import EngineGaveUp, Hello, Invalid, Json, Refused, Settled
from conformance.engines.reference import ReferenceEngine
from tests.conformance.certify.wrong_engines import CannotTell
from tests.conformance.written import ROOT


class Small(ReferenceEngine):
    """Only the small board, for two."""

    def hello(self) -> Hello:
        return replace(super().hello(), boards=("square8",), players=(2,))


def steps(engine: Any) -> list[SmokeStep]:
    return [*smoke(engine)]


def failed(engine: Any) -> list[tuple[str, str]]:
    return [(one.what.partition(":")[0], one.fault) for one in steps(engine) if not one.holds]


def test_every_step_holds_on_the_reference_engine() -> None:
    found = steps(Small())
    assert all(step.holds for step in found)
    assert [step.number for step in found] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [step.what.partition(":")[0] for step in found] == [
        "hello",
        "new",
        "legal",
        "an illegal move is refused",
        "no move at all",
        "a whole game",
        "load what it told",
        "bye",
    ]


class CannotTellSmall(Small, CannotTell):
    def hello(self) -> Hello:
        return replace(Small.hello(self), operations=("new", "load", "legal", "play"))

    def new(self, edition: str, board: str, players: int) -> Any:
        self.state = super(CannotTell, self).state  # type: ignore[method-assign]
        try:
            return super().new(edition, board, players)
        finally:
            del self.state


def test_state_is_not_asked_for_where_it_is_not_declared() -> None:
    assert failed(CannotTellSmall()) == []


def changed(**methods: Callable[..., Any]) -> Small:
    """A small engine in which some methods are others."""
    kind = type("Changed", (Small,), methods)
    engine: Small = kind()
    return engine


def plays_all(self: Small, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
    ReferenceEngine.play(self, moves, every=every)
    return Settled(self.state())


def refuses_late(self: Small, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
    answer = ReferenceEngine.play(self, moves, every=every)
    return replace(answer, played=1) if isinstance(answer, Refused) else answer


def refuses_moves(self: Small, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
    if moves:
        return Refused(0, moves[0], "not today", None, self.state())
    return ReferenceEngine.play(self, moves)


def gives_up(self: Small) -> list[Json]:
    raise EngineGaveUp("it failed too often")


@pytest.mark.parametrize(
    ("methods", "what", "fault"),
    [
        ({"legal": lambda self: []}, "legal", "no legal move at the start"),
        (
            {"legal": lambda self: 2 * ReferenceEngine.legal(self)},
            "legal",
            "legal: a move is listed twice",
        ),
        ({"legal": lambda self: 1 / 0}, "legal", "ZeroDivisionError('division by zero')"),
        ({"legal": gives_up}, "legal", "it failed too often"),
        ({"play": plays_all}, "an illegal move is refused", "skip_capture was played"),
        ({"play": refuses_late}, "an illegal move is refused", "played is 1, not 0"),
        ({"play": refuses_moves}, "a whole game", "place_ring at="),
        (
            {"load": lambda self, state: Invalid(("ugly",))},
            "load what it told",
            "it refuses its own state: ugly",
        ),
        (
            {"load": lambda self, state: Settled({**state, "hand": {}})},
            "load what it told",
            "it tells another state than it was given",
        ),
    ],
)
def test_the_step_that_does_not_hold_says_what_is_wrong(
    methods: Any, what: str, fault: str
) -> None:
    found = failed(changed(**methods))
    assert [step for step, _ in found] == [what]
    assert found[0][1].startswith(fault)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"editions": ("of tomorrow",)}, "it declares the editions of tomorrow"),
        ({"operations": ("legal", "play")}, "it declares neither new nor load"),
        ({"operations": ("new", "legal")}, "it does not declare both legal and play"),
    ],
)
def test_an_engine_that_declares_too_little_fails_the_first_step(changes: Any, fault: str) -> None:
    engine = changed(hello=lambda self: replace(Small.hello(self), **changes))
    assert failed(engine) == [("hello", fault)]


def rrc(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["smoke", *arguments])


def animal(name: str) -> str:
    return f"cmd:{sys.executable} -m tests.zoo.{name}"


@pytest.fixture
def zoo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def test_an_engine_in_this_process_is_code_0_and_told_step_by_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("conformance.engines.reference.ReferenceEngine", Small)
    result = rrc("reference")
    assert result.exit_code == 0
    assert "ok     1 hello: what it is and what it can do" in result.output
    assert result.output.endswith("8 of 8 steps hold\n")


def test_an_engine_that_is_wrong_is_code_1_with_the_transcript_of_the_step(zoo: None) -> None:
    result = rrc(animal("sends_an_array"))
    assert result.exit_code == 1
    assert "FAIL   4 an illegal move is refused: square8, 2 players" in result.output
    assert "to mend: answer one JSON object per line" in result.output
    assert "-> play" in result.output
    assert "Traceback" not in result.output


def test_an_engine_that_does_not_go_is_failed_for_it(
    zoo: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conformance.certify.smoke.Smoke._game", lambda *_: iter(()))
    result = rrc(animal("ignores_bye"))
    assert result.exit_code == 1
    assert "it had to be ended by force" in result.output


def test_an_engine_that_cannot_be_greeted_is_code_3(zoo: None) -> None:
    result = rrc(animal("dies_at_hello"), "--json")
    assert result.exit_code == 3
    (step,) = json.loads(result.stdout)["steps"]
    assert step["fault"] == "hello: it ended with status 3"
    assert "standard error: the ice broke" in step["transcript"][-1]
