"""The strength of the corpus: what became of every mutant, kept in a file and told on a page."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from conformance.coverage.mutation import Fate
from conformance.errors import UserError

HAND_MADE, SOURCE = "hand_made", "source"
OUTCOMES = ("killed", "told", "equivalent", "alive")

OPENING = """\
<!-- Made by `rrc mutants --page docs/strength.json`; a test makes it again and compares. -->
# Strength

How many wrong engines the scenarios find out. A mutant is the reference engine with one thing
changed; unit tests have no say about it.

- It is *killed* if a normative scenario fails it, and no honest reading of a ruling that the canon
  leaves open leads to that.
- It is *told* if it takes another honest reading of a ruling that the canon leaves open: no
  scenario fails it for that, but an informative one names the reading, and the report shows it.
- It is *equivalent* if it does the same as the reference engine whatever is asked of it, for the
  reason given below. That is an argument and no proof.
- It is *alive* otherwise.

The score is what is killed or told of all mutants, the equivalent ones included.

- Hand-made mutants break one clause each, the way an engine is likely to. They meet the scenarios
  of the canonical edition.
- Source mutants are all small changes of all functions of `reference_engine/rules/` and
  `reference_engine/turn.py`: a comparison moved or turned round, `and` for `or`, an operator, a
  number one higher, a truth value, a negation or a statement left out, a condition always true or
  never. `conformance/engines/mutants/source.py` says what is left out. They meet the scenarios of
  every edition, and those about values of parameters that no published edition has.
"""

CLOSING = """\
## To measure again

```
rrc mutants --record docs/strength.json --jobs 2
rrc mutants --source --record docs/strength.json --jobs 2
rrc mutants --page docs/strength.json > docs/strength.md
```

With `-k NAME` only these mutants are run, and the others keep what was found before. A mutant that
is listed as equivalent and killed nevertheless is reported as wrong.
"""


class UnreadableResultsError(UserError):
    """The file holds no results."""

    def __init__(self, path: Path, why: str) -> None:
        self.path = path
        super().__init__(f"{path}: no results of mutants: {why}")


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one mutant."""

    name: str
    clause: str
    says: str
    outcome: str
    reason: str | None
    killers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """What became of the hand-made mutants and of the source mutants."""

    hand_made: tuple[Row, ...] = ()
    source: tuple[Row, ...] = ()


def row_of(fate: Fate) -> Row:
    """What is kept of a fate."""
    one = fate.mutant
    return Row(one.name, one.clause, one.says, fate.outcome, one.equivalent, fate.killers)


def merged(old: Iterable[Row], new: Iterable[Row], names: Sequence[str]) -> tuple[Row, ...]:
    """New rows in place of old ones, and only those of mutants that there are, in their order."""
    rows = {row.name: row for row in (*old, *new)}
    return tuple(rows[name] for name in names if name in rows)


def read_results(path: Path) -> Results:
    """The results that a file holds."""
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
        hand_made, source = (
            tuple(Row(**{**row, "killers": tuple(row["killers"])}) for row in data[kind])
            for kind in (HAND_MADE, SOURCE)
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnreadableResultsError(path, str(error)) from None
    return Results(hand_made, source)


def written(results: Results) -> str:
    """The results as JSON, a mutant to a line, so that a change can be read."""
    kinds = {HAND_MADE: results.hand_made, SOURCE: results.source}
    parts = [
        f'"{kind}": [\n'
        + ",\n".join(json.dumps(asdict(row), ensure_ascii=False) for row in rows)
        + "\n]"
        for kind, rows in kinds.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def page(results: Results) -> str:
    """The results as a page."""
    lines = [OPENING]
    lines += _table("", {"hand-made": results.hand_made, "source": results.source})
    lines += ["", "## Source mutants by module", ""]
    lines += _table("module", _grouped(results.source, lambda row: row.name.partition(".")[0]))
    lines += ["", "## Hand-made mutants by clause", ""]
    lines += _table("clause", _grouped(results.hand_made, lambda row: row.clause))
    every = (*results.hand_made, *results.source)
    lines += ["", "## Alive", ""]
    lines += [_told(row) for row in every if row.outcome == "alive"] or ["None."]
    lines += ["", "## Killed, though listed as equivalent", ""]
    lines += [_told(row) for row in every if row.outcome == "killed" and row.reason] or ["None."]
    lines += ["", "## Equivalent", "", *_equivalents(every)]
    return "\n".join([*lines, CLOSING])


def score(rows: Sequence[Row]) -> float:
    """The percentage killed or told of all mutants, the equivalent ones included."""
    count = Counter(row.outcome for row in rows)
    return 100.0 * (count["killed"] + count["told"]) / len(rows) if rows else 100.0


def _grouped(rows: Iterable[Row], key: Callable[[Row], str]) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def _table(first: str, groups: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    yield f"| {first} | mutants | killed | told | equivalent | alive | score |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for name, rows in groups.items():
        count = Counter(row.outcome for row in rows)
        cells = " | ".join(str(count[outcome]) for outcome in OUTCOMES)
        yield f"| {name} | {len(rows)} | {cells} | {score(rows):.1f} % |"


def _told(row: Row) -> str:
    about = f"{row.clause}, {row.says}" if row.says != row.name else row.clause
    return f"- `{row.name}` ({about})"


def _equivalents(rows: Iterable[Row]) -> Iterator[str]:
    """The equivalent mutants under the reason they share."""
    listed = [row for row in rows if row.outcome == "equivalent"]
    for reason, group in _grouped(listed, lambda row: row.reason or "").items():
        yield f"{reason}\n"
        yield from (f"- `{row.name}`" for row in group)
        yield ""
