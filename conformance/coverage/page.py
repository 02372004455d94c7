"""The coverage as text, as Markdown and as JSON."""

from collections.abc import Iterator
from typing import Any

from conformance.catalogue import load_catalogue
from conformance.coverage.clauses import ClauseCoverage, Coverage, rule_rows


def summary_line(found: Coverage) -> str:
    """The coverage in one line."""
    return (
        f"{found.reached} of {found.needed} clauses and questions covered"
        f" ({found.percent:.1f} %) by {found.files} scenarios"
    )


def gaps(found: Coverage) -> Iterator[str]:
    """What is not covered, and what is missing for it."""
    for name, one in found.clauses.items():
        for missing in one.lacks:
            yield f"{name}: {missing}: {one.clause.says}"
    for name, ids in found.questions.items():
        if not ids:
            yield f"{name}: no scenario answers it"


def elsewhere(found: Coverage) -> Iterator[tuple[str, str, str]]:
    """The clauses that no scenario can show: what checks them, and how."""
    for name, one in found.clauses.items():
        if not one.is_observable:
            yield name, one.clause.checked_by.value, one.clause.where or ""


def as_json(found: Coverage) -> dict[str, Any]:
    """The coverage for programs."""
    return {
        "scenarios": found.files,
        "needed": found.needed,
        "reached": found.reached,
        "percent": round(found.percent, 2),
        "clauses": {name: clause_json(one) for name, one in found.clauses.items()},
        "questions": {name: [*ids] for name, ids in found.questions.items()},
        "rulings": {name: [*ids] for name, ids in found.rulings.items()},
    }


def clause_json(one: ClauseCoverage) -> dict[str, Any]:
    """One clause for programs."""
    return {
        "says": one.clause.says,
        "checked_by": one.clause.checked_by.value,
        "where": one.clause.where,
        "forbids": one.clause.forbids,
        "scenarios": {polarity.value: ids for polarity, ids in one.scenarios.items()},
        "informative": one.informative and bool(one.scenarios),
        "lacks": one.lacks,
    }


def markdown(found: Coverage) -> str:
    """The coverage as a page."""
    lines = ["# Coverage", "", summary_line(found) + ".", "", "## Rules", ""]
    lines += ["| rule | title | clauses | covered | scenarios |", "|---|---|--:|--:|--:|"]
    for rule, title, clauses, covered, scenarios in rule_rows(found, load_catalogue()):
        lines.append(f"| {rule} | {title} | {clauses} | {covered} | {scenarios} |")
    lines += ["", "## Questions", "", "| question | scenarios |", "|---|---|"]
    for name, ids in found.questions.items():
        lines.append(f"| {name} | {', '.join(ids) or 'none'} |")
    lines += ["", "## Clauses", "", "| clause | permits | forbids | effect | invariant |"]
    lines.append("|---|--:|--:|--:|--:|")
    for name, one in found.clauses.items():
        if one.is_observable:
            counts = {polarity.value: len(ids) for polarity, ids in one.scenarios.items()}
            cells = [counts.get(kind, 0) or "" for kind in ("permits", "forbids", "effect")]
            lines.append(
                f"| {name} | {' | '.join(map(str, cells))} | {counts.get('invariant', '')} |"
            )
    missing = list(gaps(found))
    if missing:
        lines += ["", "## Not covered", "", *(f"- {gap}" for gap in missing)]
    lines += ["", "## Checked otherwise", "", "| clause | by | how |", "|---|---|---|"]
    lines += [f"| {name} | {means} | {how} |" for name, means, how in elsewhere(found)]
    return "\n".join(lines) + "\n"
