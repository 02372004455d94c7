"""Scenario files written for a test, and the small corpus that the tests of the suite run on."""

from pathlib import Path
from typing import Any

from conformance.editions import CANON
from conformance.scenarios import Scenario, cases_of, load_scenarios
from conformance.scenarios.model import Case

ROOT = Path(__file__).parent.parent.parent
CORPUS = ROOT / "tests" / "data" / "scenarios"

# One field on each line, in this order, so that a test knows the line of every fault.
SOUND = {
    "id": "sample",
    "title": "A stack moves as far as it likes",
    "clauses": "[R091.b]",
    "polarity": "permits",
    "board": "square8",
    "players": "2",
    "given": '{stacks: {"0,0": [1], "7,7": [2]}}',
    "steps": "[{do: 'move_stack from=0,0 to=3,0'}]",
}


def text_of(**changes: str | None) -> str:
    """A sound scenario with these fields instead or besides; None leaves a field out."""
    fields = {**SOUND, **changes}
    return "".join(f"{name}: {value}\n" for name, value in fields.items() if value is not None)


def write(folder: Path, text: str, name: str = "sample") -> Path:
    """Write a scenario file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def sample(folder: Path, **changes: str | None) -> Scenario:
    """The sound scenario, changed, as it is loaded."""
    (scenario,) = load_scenarios([write(folder, text_of(**changes))]).sound()
    return scenario


def cases(folder: Path, edition: str = CANON, /, **changes: str | None) -> list[Case]:
    """The cases of the sound scenario, changed."""
    return cases_of([sample(folder, **changes)], edition)


def case(folder: Path, edition: str = CANON, /, **changes: str | None) -> Case:
    """The one case of the sound scenario, changed."""
    (only,) = cases(folder, edition, **changes)
    return only


def corpus() -> list[Case]:
    """The cases of the small corpus."""
    return cases_of(load_scenarios([CORPUS]).sound(), CANON)


def without(line: dict[str, Any], *names: str) -> dict[str, Any]:
    """A line of a run without some of its fields."""
    return {name: value for name, value in line.items() if name not in names}
