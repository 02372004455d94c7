"""A run as Markdown, for a pull request or a job summary."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from conformance.certify.tally import Row, Tally
from conformance.reports.failures import (
    boards,
    clause_lines,
    explanation,
    message,
    reproduce,
    rows_of,
    siblings,
    where,
)
from conformance.reports.terminal import verdict_line

Json: TypeAlias = dict[str, Any]


def markdown(header: Json, found: Tally) -> str:
    """The run as a page of Markdown."""
    parts = [
        "# RingRift conformance",
        f"**{escaped(verdict_line(header, found))}**",
        f"Suite {header['suite']['version']}, {header['cases']} cases, begun {header['started']}.",
    ]
    if found.failures:
        parts.append("## Failures")
        parts += [failure(header, line, more) for line, more in found.findings]
    if found.stale:
        parts.append("## Known failures that pass")
        parts.append("\n".join(f"- `{known.case}`: {known.reason}" for known in found.stale))
    if found.excused:
        parts.append("## Excused by a reading of an open ruling")
        parts.append(
            "\n".join(
                f"- It {reading}, which leads to {', '.join(f'`{case}`' for case in cases)}"
                for reading, cases in found.excuses.items()
            )
        )
    parts += ["## Rules", table(found.rules.values()), "## Questions"]
    parts.append(table(found.questions.values()))
    if found.readings:
        rows = [
            f"| {name} | {', '.join(taken)} |" for name, taken in sorted(found.readings.items())
        ]
        parts += [
            "## Readings of open rulings",
            "\n".join(["| ruling | reading |", "|---|---|", *rows]),
        ]
    return "\n\n".join(parts) + "\n"


def table(rows: Iterable[Row]) -> str:
    """The rows as a table."""
    lines = ["| | title | clauses tried | passed | failed | verdict |", "|---|---|--:|--:|--:|---|"]
    lines += [
        f"| {row.id} | {escaped(row.title)} | {len(row.tried)}/{row.clauses} | {row.passed} |"
        f" {row.failed} | {row.judgement} |"
        for row in rows
    ]
    return "\n".join(lines)


def failure(header: Json, line: Json, more: int) -> str:
    """One failure."""
    parts = [f"### `{line['case']}`", escaped(line["title"] + siblings(more))]
    parts += [f"> {escaped(text)}" for text in clause_lines(line)]
    parts.append(f"`{where(line)}`: {escaped(message(line))}")
    if rows := rows_of(line):
        cells = [
            f"| {escaped(what)} | {escaped(expected)} | {escaped(got)} |"
            for what, expected, got in rows
        ]
        parts.append("\n".join(["| | expected | got |", "|---|---|---|", *cells]))
    parts += [fenced(text) for text in ["\n".join(explanation(line))] if text]
    for name, drawn in boards(header, line):
        parts.append(f"{name}:\n\n{fenced(drawn)}")
    evidence = line["detail"].get("evidence")
    if evidence:
        parts.append(fenced(evidence))
    parts.append(fenced(reproduce(header, line)))
    return "\n\n".join(parts)


def escaped(text: str) -> str:
    """Text that stays text in a table: no link, no tag, no second line."""
    text = " ".join(text.splitlines()).replace("&", "&amp;").replace("<", "&lt;")
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("[", "\\[")


def fenced(text: str) -> str:
    """Text as it is; the fence is longer than any in it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"
