"""What became of the mutants: the score of each clause and of all, as Markdown and as HTML."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined

Json: TypeAlias = dict[str, Any]


@dataclass(slots=True)
class Score:
    """How many mutants of a clause there are, and what became of them."""

    killed: int = 0
    told: int = 0
    equivalent: int = 0
    alive: int = 0

    @property
    def mutants(self) -> int:
        return self.killed + self.told + self.equivalent + self.alive

    @property
    def percent(self) -> float:
        """What is killed or told of all, the equivalent ones included."""
        return 100.0 * (self.killed + self.told) / self.mutants if self.mutants else 100.0

    def as_json(self) -> Json:
        """The score for programs."""
        return {
            "mutants": self.mutants,
            "killed": self.killed,
            "told": self.told,
            "equivalent": self.equivalent,
            "alive": self.alive,
            "percent": round(self.percent, 2),
        }


def scores(rows: Iterable[Json]) -> tuple[Score, dict[str, Score]]:
    """The score of all, and of each clause."""
    total = Score()
    clauses: dict[str, Score] = {}
    for row in rows:
        for score in (total, clauses.setdefault(row["clause"], Score())):
            setattr(score, row["outcome"], getattr(score, row["outcome"]) + 1)
    return total, dict(sorted(clauses.items()))


def score_line(total: Score) -> str:
    """The score in one line."""
    return (
        f"{total.killed} of {total.mutants} mutants killed, {total.told} told by their reading,"
        f" {total.equivalent} equivalent, {total.alive} alive: {total.percent:.1f} %"
    )


def scores_json(rows: Sequence[Json]) -> Json:
    """The mutants, the score of each clause, and that of all."""
    total, clauses = scores(rows)
    return {
        "mutants": [*rows],
        "clauses": {name: score.as_json() for name, score in clauses.items()},
        "total": total.as_json(),
    }


def mutants_markdown(rows: Sequence[Json]) -> str:
    """The mutants as a page of Markdown."""
    total, clauses = scores(rows)
    lines = ["# Mutants", "", score_line(total) + ".", "", "## Clauses", ""]
    lines += ["| clause | mutants | killed | told | equivalent | alive | score |"]
    lines += ["|---|--:|--:|--:|--:|--:|--:|"]
    for name, score in clauses.items():
        counts = (score.mutants, score.killed, score.told, score.equivalent, score.alive)
        lines.append(f"| {name} | {' | '.join(map(str, counts))} | {score.percent:.0f} % |")
    lines += ["", "## Mutants", "", "| clause | mutant | says | outcome | by |"]
    lines += ["|---|---|---|---|---|"]
    for row in rows:
        cells = [row["clause"], f"`{row['name']}`", row["says"], row["outcome"], reason(row)]
        lines.append(f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |")
    return "\n".join(lines) + "\n"


def reason(row: Json) -> str:
    """The cases that kill a mutant, or why none can."""
    return ", ".join(row["killers"]) or row["equivalent"] or ""


def mutants_html(rows: Sequence[Json]) -> str:
    """The mutants as one page, without scripts and without anything from elsewhere."""
    environment = Environment(
        loader=PackageLoader("conformance.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    total, clauses = scores(rows)
    return environment.get_template("mutants.html.j2").render(
        line=score_line(total),
        kind="broken" if total.alive else "holds",
        clauses=clauses,
        rows=[row | {"by": reason(row)} for row in rows],
    )
