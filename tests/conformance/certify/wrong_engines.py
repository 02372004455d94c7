"""Engines that are wrong on purpose: the suite's own test is that it fails each for its reason.

`BROKEN` holds engines that break one clause: a reference engine in which one home of the rules is
replaced while it is asked, one parameter of the edition is another, or one answer is edited.
`UNRULY` holds engines that misbehave, whatever the rules say.
"""

import copy
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any
from unittest.mock import patch

from conformance.editions import CANON, load_editions
from conformance.engines.protocol import (
    EngineErrored,
    Hello,
    Invalid,
    Json,
    Refused,
    Settled,
    Unsupported,
)
from conformance.engines.reference import ReferenceEngine
from reference_engine.rules import (
    capture,
    elimination,
    lines,
    movement,
    placement,
    territory,
)

Factory = Callable[[], ReferenceEngine]


class Rebuilt(ReferenceEngine):
    """A reference engine in which one home is replaced while it is asked."""

    def __init__(self, module: ModuleType, name: str, replacement: Callable[..., Any]) -> None:
        super().__init__()
        self.module, self.name, self.replacement = module, name, replacement

    @contextmanager
    def rebuilt(self) -> Iterator[None]:
        with patch.object(self.module, self.name, self.replacement):
            yield

    def load(self, state: Json) -> Settled | Invalid:
        with self.rebuilt():
            return super().load(state)

    def legal(self) -> list[Json]:
        with self.rebuilt():
            return super().legal()

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        with self.rebuilt():
            return super().play(moves, every=every)


@dataclass(frozen=True)
class Broken:
    """What opens an engine, the clause it breaks, and the home that is replaced, if one is.

    `also` are clauses that cannot be kept where this one is broken.
    """

    clause: str
    open: Factory
    home: tuple[ModuleType, str] | None = None
    also: tuple[str, ...] = ()


def with_home(
    clause: str,
    module: ModuleType,
    name: str,
    replacement: Callable[..., Any],
    also: tuple[str, ...] = (),
) -> Broken:
    """An engine in which one home is replaced."""
    return Broken(clause, lambda: Rebuilt(module, name, replacement), (module, name), also)


def with_parameter(clause: str, **parameters: Any) -> Broken:
    """An engine that takes another reading under the canonical edition's name."""
    edition = replace(load_editions()[CANON], **parameters)
    return Broken(clause, lambda: ReferenceEngine({CANON: edition}))


def nothing(*_: Any) -> None:
    """Do nothing."""


def flip_first(draft: Any, path: int) -> None:
    """Flip the foreign marker with the lowest coordinates, and no other."""
    foreign = path & draft.marked & ~draft.markers[draft.player]
    if foreign:
        draft.put_markers(draft.player, foreign & -foreign)


def compare_heights(attacker: Sequence[int], target: Sequence[int]) -> bool:
    """Compare heights in place of caps."""
    return len(attacker) >= len(target)


def all_but_one(
    position: Any, open_: int, found: Callable[..., list[int]] = territory.components
) -> list[int]:
    """Overlook the smallest region where there are several beside the rest of the board."""
    parts = sorted(found(position, open_), key=int.bit_count)
    return parts[1:] if len(parts) > 2 else parts


class MovesAnyStack(ReferenceEngine):
    """Forgets after a placement which stack has to move."""

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        answer = super().play(moves, every=every)
        if self.present is not None and self.present.turn.phase == "movement":
            free = self.present.turn._replace(source=None)
            self.present = self.present._replace(turn=free)
        return replace(answer, state=self.state())


BROKEN: Mapping[str, Broken] = {
    "forgets_chain_capture": with_home(
        "R103.a", capture, "can_continue", lambda *_: False, also=("R170.d",)
    ),
    "lands_one_short": with_home(
        "R091.b", movement, "least_distance", lambda height: max(1, height - 1)
    ),
    "leaves_no_marker": with_home("R092.a", movement, "leave_marker", nothing),
    "flips_only_the_first_marker": with_home("R092.b", movement, "flip", flip_first),
    "keeps_landing_marker": with_home(
        "R092.d", movement, "clear_landing", nothing, also=("R170.d",)
    ),
    "compares_heights": with_home("R101.d", capture, "cap_suffices", compare_heights),
    "passes_when_blocked": with_home("R072.a", elimination, "is_forced", lambda *_, **__: False),
    "line_length_four": with_home("R120.f", lines, "is_eligible", lambda _, length: length >= 4),
    "takes_one_ring_as_payment": Broken(
        "R122.d", lambda: Rebuilt(elimination, "left_after", lambda _, rings, __: rings[:-1])
    ),
    "offers_only_one_region": with_home("R140.a", territory, "components", all_but_one),
    "places_on_markers": with_home(
        "R081.a",
        placement,
        "free_cells",
        lambda position: placement.uncollapsed(position) & ~position.occupied,
    ),
    "any_stack_moves_after_a_placement": Broken("R081.i", MovesAnyStack),
    "ignores_buried_colours": with_parameter("R142.a", active_colours="controls_stack"),
    "takes_regions_by_force": with_parameter("R144.c", region_processing="mandatory"),
    "credits_the_ring_owner": with_parameter("R145.d", region_credit="ring_owner"),
    "ends_mid_chain_at_threshold": with_parameter("R170.d", victory_check="immediate"),
}


# --- what no engine should do -------------------------------------------------------------------


class Raises(ReferenceEngine):
    """Raises what it should not."""

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        raise ZeroDivisionError("no such ring")


class Exits(ReferenceEngine):
    """Ends the process it lives in, with a code that says that all is well."""

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        sys.exit(0)


class ReturnsNonsense(ReferenceEngine):
    """Answers what is no answer."""

    def load(self, state: Json) -> Any:
        return 42


class ListsNonsense(ReferenceEngine):
    """Lists what are no moves."""

    def legal(self) -> Any:
        return ["move_stack"]


class Mutates(ReferenceEngine):
    """Changes the state it is given to load."""

    def load(self, state: Json) -> Settled | Invalid:
        answer = super().load(state)
        state["turn"]["player"] = 2
        return answer


class KeepsOneState(ReferenceEngine):
    """Tells one and the same object for ever, and changes it as it plays."""

    def __init__(self) -> None:
        super().__init__()
        self.told: Json = {}

    def state(self) -> Json:
        told = super().state()
        self.told.clear()
        self.told.update(told)
        return self.told


class Hangs(ReferenceEngine):
    """Never comes back."""

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        while True:
            pass


class RefusesEverything(ReferenceEngine):
    """Takes no move."""

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        return Refused(0, moves[0], "not today", None, self.state())


class RefusesPositions(ReferenceEngine):
    """Takes no position."""

    def load(self, state: Json) -> Settled | Invalid:
        return Invalid(("too many rings", "too few cells"))


class ListsTwice(ReferenceEngine):
    """Lists each move twice."""

    def legal(self) -> list[Json]:
        return super().legal() * 2


class ChangesOnRefusal(ReferenceEngine):
    """Refuses a move, and changes its state all the same."""

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        before = copy.deepcopy(self.state())
        answer = super().play(moves, every=every)
        if isinstance(answer, Refused) and self.present is not None:
            spent = (0, *(count + 1 for count in self.present.eliminated[1:]))
            self.present = self.present._replace(eliminated=spent)
            return replace(answer, state=before)
        return answer


class SaysError(ReferenceEngine):
    """Says itself that it failed, in words that no report should obey."""

    words = "<script>alert(1)</script> \x1b[2J\x00\x08 | ``` [a](b) \ud800 & ]]>"

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        raise EngineErrored(self.words, evidence=f"{self.words}\nsecond line")


class TellsNonsense(ReferenceEngine):
    """Tells a state whose parts have any form, and a value that is no JSON."""

    def load(self, state: Json) -> Settled | Invalid:
        super().load(state)
        return Settled(self.state())

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        return Refused(0, moves[0], "no", None, self.state())

    def state(self) -> Json:
        return {"stacks": {"0,0": 7}, "markers": None, "turn": [], "hand": {1: {2}}, "S": 1e999}


UNRULY: Mapping[str, tuple[Factory, str]] = {
    "raises": (Raises, "crashed"),
    "exits": (Exits, "crashed"),
    "returns_nonsense": (ReturnsNonsense, "errored"),
    "lists_nonsense": (ListsNonsense, "errored"),
    "mutates_the_state_it_was_given": (Mutates, "errored"),
    "mutates_the_state_it_told": (KeepsOneState, "errored"),
    "hangs": (Hangs, "timed out"),
    "refuses_everything": (RefusesEverything, "failed"),
    "refuses_positions": (RefusesPositions, "failed"),
    "lists_moves_twice": (ListsTwice, "errored"),
    "changes_state_on_refusal": (ChangesOnRefusal, "failed"),
    "says_error": (SaysError, "errored"),
    "tells_nonsense": (TellsNonsense, "failed"),
}


# --- what an engine may do ----------------------------------------------------------------------


class CannotLoad(ReferenceEngine):
    """Declares that it cannot load positions."""

    def hello(self) -> Hello:
        return replace(super().hello(), operations=("new", "legal", "play", "state"))

    def load(self, state: Json) -> Settled | Invalid:
        raise AssertionError("what an engine does not declare is never asked for")


class CannotTell(ReferenceEngine):
    """Declares no `state`, and is never asked for it."""

    def hello(self) -> Hello:
        return replace(super().hello(), operations=("new", "load", "legal", "play"))

    def load(self, state: Json) -> Settled | Invalid:
        with patch.object(self, "state", super().state):
            return super().load(state)

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        with patch.object(self, "state", super().state):
            return super().play(moves, every=every)

    def state(self) -> Json:
        raise AssertionError("what an engine does not declare is never asked for")


class TellsLess(ReferenceEngine):
    """Leaves out of its states what it does not know."""

    def state(self) -> Json:
        known = super().state()
        return {
            name: value
            for name, value in known.items()
            if name not in ("eliminated", "standing", "markers")
        }


class Declines(ReferenceEngine):
    """Says of a position that it cannot do it."""

    def load(self, state: Json) -> Any:
        return Unsupported("cannot load a position in mid-chain")
