"""The quick set: the few cases that kill every mutant, and the few more that tell them apart.

They are chosen from the kill matrix (`conformance.coverage.killing`); the matrix over the chosen
cases is kept in `quick.json`, which `rrc mutants --quick-set` writes.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("quick.json")
MADE_BY = "rrc mutants --quick-set"


@dataclass(frozen=True, slots=True)
class Row:
    """A mutant: the clause it breaks, and the chosen cases that it fails."""

    name: str
    clause: str
    fails: frozenset[str]


@dataclass(frozen=True, slots=True)
class QuickSet:
    """The cases that kill every mutant, those that tell the mutants apart, and who fails what."""

    cases: tuple[str, ...]
    telling: tuple[str, ...]
    files: Mapping[str, str]  # the file of each case, within the corpus
    mutants: Mapping[str, Row]

    @property
    def every_case(self) -> tuple[str, ...]:
        """The cases of both kinds."""
        return self.cases + self.telling


@cache
def load_quick_set(path: Path = FILE) -> QuickSet:
    """The quick set as it was last computed."""
    data: Any = json.loads(path.read_text(encoding="utf-8"))
    names: list[str] = [*data["cases"], *data["telling"]]
    rows = {
        name: Row(name, one["clause"], frozenset(names[index] for index in one["fails"]))
        for name, one in data["mutants"].items()
    }
    files = {**data["cases"], **data["telling"]}
    return QuickSet(tuple(data["cases"]), tuple(data["telling"]), files, rows)


def quick_text(found: QuickSet) -> str:
    """The quick set as it is kept: a case is a number in the rows of the mutants."""
    number = {name: index for index, name in enumerate(found.every_case)}
    rows = [
        f"    {json.dumps(row.name)}: "
        + json.dumps({"clause": row.clause, "fails": sorted(number[name] for name in row.fails)})
        for row in found.mutants.values()
    ]
    parts = [f'  "made_by": {json.dumps(MADE_BY)}']
    for kind, names in (("cases", found.cases), ("telling", found.telling)):
        lines = [f"    {json.dumps(name)}: {json.dumps(found.files[name])}" for name in names]
        parts.append(f'  "{kind}": {{\n' + ",\n".join(lines) + "\n  }")
    parts.append('  "mutants": {\n' + ",\n".join(rows) + "\n  }")
    return "{\n" + ",\n".join(parts) + "\n}\n"
