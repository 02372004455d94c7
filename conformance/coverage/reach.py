"""Which lines each case reaches: a case that never comes to a changed line cannot tell it."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

from conformance.certify.judge import judge
from conformance.editions import load_editions_with
from conformance.engines.mutants.registry import Lines
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios import Case

NO_LIMIT = 0.0  # a traced run is slow, and the reference engine comes back


@dataclass(frozen=True, slots=True)
class Reach:
    """The lines that a case reaches, by file, and how many steps it takes through them."""

    lines: Mapping[str, frozenset[int]]
    steps: int

    def meets(self, changed: Lines) -> bool:
        """Whether it comes to any of these lines."""
        here = self.lines.get(changed.file, frozenset())
        return any(line in here for line in range(changed.first, changed.last + 1))


def reach_of(case: Case, files: Iterable[str]) -> Reach:
    """Run a case on the reference engine, and watch the lines of these files."""
    engine = ReferenceEngine(load_editions_with(case.values))
    seen: dict[str, set[int]] = {file: set() for file in files}
    steps = 0

    def enter(frame: FrameType, _event: str, _argument: Any) -> Any:
        lines = seen.get(frame.f_code.co_filename)
        if lines is None:
            return None

        def step(inner: FrameType, event: str, _argument: Any) -> Any:
            nonlocal steps
            if event == "line":
                steps += 1
                lines.add(inner.f_lineno)
            return step

        return step

    before = sys.gettrace()
    hello = engine.hello()
    sys.settrace(enter)
    try:
        judge(case, engine, hello, NO_LIMIT)
    finally:
        sys.settrace(before)
    return Reach({file: frozenset(lines) for file, lines in seen.items()}, steps)


def reaches(cases: Sequence[Case], files: Sequence[str]) -> list[Reach]:
    """The reach of each case, in their order."""
    return [reach_of(case, files) for case in cases]
