"""What an engine's author needs to try the engine with Hypothesis, in the engine's own tests.

    from conformance.testing import EngineMachine

    class MyEngine(EngineMachine):
        engine = "cmd:node adapter.mjs"
    TestMyEngine = MyEngine.TestCase

plays random moves from new games and random positions, compares each step with the reference
engine, and lets Hypothesis find a short example of a difference, which is shown as a drawing, with
the command that plays it again. `positions` and `plans` are strategies for tests of one's own. This
is the only module of the suite that needs Hypothesis.
"""

import atexit
import json
import random
import shlex
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from conformance.boards import BOARDS, grid
from conformance.diagrams import draw
from conformance.editions import CANON, load_parameters
from conformance.engines.names import TIMEOUT
from conformance.engines.protocol import Engine
from conformance.engines.reference import ReferenceEngine
from conformance.engines.traces import trace_text
from conformance.fuzz.attribution import Attribution
from conformance.fuzz.duel import opened
from conformance.fuzz.findings import Finding
from conformance.fuzz.grid import Cell
from conformance.fuzz.lockstep import Divergence, Plan, step_divergence
from conformance.fuzz.output import trace_of
from conformance.fuzz.policies import POLICIES
from conformance.fuzz.positions import Profile, Sketch, Variant, finished, sketched, variant_of
from conformance.fuzz.vary import PHASES
from conformance.scenarios.moves import move_key, words

__all__ = ["EngineMachine", "plans", "positions"]

Json: TypeAlias = dict[str, Any]
SEEDS = st.integers(0, 2**32 - 1)
PLAYERS = (2, 3, 4)
MOSTLY = st.sampled_from((False, *(True,) * 19))
MOST_DRAWN = 60  # of the things on a large board, several go together


def plans(
    edition: str = CANON, boards: Sequence[str] = BOARDS, players: Sequence[int] = PLAYERS
) -> st.SearchStrategy[Plan]:
    """Games to be played: what `conformance.fuzz.lockstep.play_game` takes."""
    return st.builds(
        Plan,
        st.just(edition),
        st.sampled_from(boards),
        st.sampled_from(players),
        SEEDS,
        st.sampled_from(["mix", *POLICIES]),
    )


def positions(
    edition: str = CANON, boards: Sequence[str] = BOARDS, players: Sequence[int] = PLAYERS
) -> st.SearchStrategy[Json]:
    """Valid positions as they are written on the wire: from a seed, or put together by the piece.

    Both shrink to what a failure needs of the things on the board.
    """
    variants = st.builds(
        variant_of, st.just(edition), st.sampled_from(boards), st.sampled_from(players)
    )
    return variants.flatmap(_built) | variants.flatmap(_seeded)


@st.composite
def _built(draw: st.DrawFn, variant: Variant) -> Json:
    """A position by the piece: single things, and rows of markers, on a small part of the board."""
    cells = st.sampled_from(_part(variant))
    seats = st.sampled_from(variant.seats)
    sketch = Sketch(
        stacks=draw(st.dictionaries(cells, st.lists(seats, min_size=1, max_size=5))),
        markers=draw(st.dictionaries(cells, seats)),
        collapsed=draw(st.dictionaries(cells, seats)),
        hand=draw(st.dictionaries(seats, st.integers(0, variant.supply))),
        credit=draw(st.dictionaries(seats, st.integers(0, variant.supply))),
        player=draw(seats),
        phase=draw(st.sampled_from(PHASES)),
        owes=draw(st.sampled_from((None, None, "line", "region"))),
    )
    rows = st.lists(st.tuples(cells, st.sampled_from(variant.grid.axes), seats), max_size=2)
    for start, axis, owner in draw(rows):
        row = [start, *variant.grid.ray(start, axis)][: variant.line_length + 1]
        sketch.markers.update(dict.fromkeys(row, owner))
    for centre, owner in draw(st.lists(st.tuples(cells, seats), max_size=1)):
        sketch.markers.update(dict.fromkeys(variant.grid.sides[centre], owner))
    is_bound = draw(st.booleans())
    if is_bound and sketch.stacks:
        sketch.source = draw(st.sampled_from(sorted(sketch.stacks)))
    return finished(variant, sketch)


@st.composite
def _seeded(draw: st.DrawFn, variant: Variant) -> Json:
    """A position from a seed, without some of its things: shrinking takes away more of them."""
    profile = draw(st.sampled_from(Profile))
    sketch = sketched(random.Random(draw(SEEDS)), variant, profile)
    layers: tuple[dict[Cell, Any], ...] = (sketch.stacks, sketch.markers, sketch.collapsed)
    things = [(layer, cell) for layer in layers for cell in sorted(layer)]
    stays = [draw(MOSTLY) for _ in things[:MOST_DRAWN]]
    for number, (layer, cell) in enumerate(things):
        if not stays[number % MOST_DRAWN]:
            del layer[cell]
    return finished(variant, sketch)


def _part(variant: Variant) -> list[Cell]:
    """So few cells that things on them meet."""
    return [cell for cell in variant.grid.cells if all(-3 <= number < 7 for number in cell)]


@cache
def _engine(name: str, timeout: float) -> Engine:
    """The engine of that name, opened once for all examples."""
    engine = opened(name, timeout)
    atexit.register(engine.close)
    return engine


@cache
def _folder() -> Path:
    """Where this process keeps the differences that it finds."""
    return Path(tempfile.mkdtemp(prefix="rrc-"))


class EngineMachine(RuleBasedStateMachine):
    """An engine in step with the reference engine. To be subclassed, with `engine` set.

    `TestCase` of the subclass is what a test runner collects; `TestCase.settings` are those of
    Hypothesis.
    """

    engine: ClassVar[str] = ""
    edition: ClassVar[str] = CANON
    boards: ClassVar[Sequence[str]] = ("square8",)
    players: ClassVar[Sequence[int]] = PLAYERS
    timeout: ClassVar[float] = TIMEOUT

    def __init__(self) -> None:
        super().__init__()
        if not self.engine:
            raise TypeError(f"{type(self).__name__}.engine: expected the name of an engine")
        self.reference = ReferenceEngine()
        self.other = _engine(self.engine, self.timeout)
        self.start: Json | Plan | None = None
        self.history: tuple[Json, ...] = ()
        self.moves: list[Json] = []

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """A new game, or a position where the engine can load one."""
        plan: st.SearchStrategy[Json | Plan] = plans(self.edition, self.boards, self.players)
        if "load" in self.other.hello().operations:
            plan = positions(self.edition, self.boards, self.players) | plan
        self.start = data.draw(plan, label="begin")
        self._agree(None)

    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        """Any legal move, as long as there is one."""
        if not self.moves:
            return
        index = data.draw(st.integers(0, len(self.moves) - 1), label="number of the move")
        move = self.moves[index]
        self._agree(move)
        self.history = (*self.history, move)
        self.moves = self.reference.legal()
        if {*map(move_key, self.moves)} != {*map(move_key, self.other.legal())}:
            self._agree(None)

    def _agree(self, move: Json | None) -> None:
        """Both say the same of a step; without a move, of the state and its moves."""
        if self.start is None:
            return
        found = step_divergence(self.start, move, self.reference, self.other, history=self.history)
        if found is not None:
            raise AssertionError(self._told(found))
        if move is None:
            self.moves = self.reference.legal() if self.reference.present is not None else []

    def _told(self, found: Divergence) -> str:
        """A difference, so that it can be read in a test's output."""
        lines = [f"{self.engine} differs from the reference engine: {found.kind.value}"]
        lines.append(f"  from: {json.dumps(found.before)}")
        position = found.before or found.start
        if position is not None:
            side = load_parameters()[self.edition]["hex_side"]
            drawing = draw(position, grid(position["board"], side))
            lines += ["", *(f"    {row}" for row in drawing.splitlines()), ""]
        if found.move is not None:
            lines.append(f"  move: {words(found.move)}")
            if found.before is not None:
                clauses = dict.fromkeys(self.reference.explained(found.before, found.move))
                lines.append(f"  clauses at work: {', '.join(clauses)}")
        for name, value in found.detail.items():
            lines.append(f"  {name.replace('_', ' ')}: {json.dumps(value)}")
        lines.append("  A is the reference engine, B this one")
        lines.append(f"  again: rrc replay {self._kept(found)} {shlex.quote(self.engine)}")
        return "\n".join(lines)

    def _kept(self, found: Divergence) -> str:
        """The file that a difference is written to; the last one, which is the smallest, stays."""
        assert self.start is not None  # nothing is compared before
        plan = self.start
        if not isinstance(plan, Plan):
            plan = Plan(self.edition, plan["board"], plan["players"], 0, "mix")
        one = Finding(found, Attribution((), ()), plan)
        file = _folder() / f"{type(self).__name__}.jsonl"
        trace = trace_of(one, {"A": "reference", "B": self.engine}, self.edition)
        file.write_text(trace_text(trace), encoding="utf-8")
        return shlex.quote(str(file))
