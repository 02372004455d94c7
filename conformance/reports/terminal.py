"""A run on the terminal: tables per rule and per question, the failures, one line of verdict."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from rich.console import Console
from rich.table import Table

from conformance.certify.tally import Judgement, Row, Tally, totals
from conformance.reports.failures import failure_text, visible

Json: TypeAlias = dict[str, Any]
STYLES = {
    Judgement.HOLDS: "green",
    Judgement.BROKEN: "bold red",
    Judgement.KNOWN: "yellow",
    Judgement.UNTOLD: "yellow",
    Judgement.UNTRIED: "dim",
}
MAX_FAILURES = 20


def print_run(console: Console, header: Json, found: Tally, *, quiet: bool = False) -> None:
    """Print a run from its header and its tally."""
    if not quiet:
        chosen = any(header["selection"].values())
        console.print(table("rule", found.rules.values(), hide_untried=chosen))
        console.print()
        console.print(table("question", found.questions.values(), hide_untried=chosen))
        print_readings(console, found)
    findings = found.findings
    for line, more in findings[:MAX_FAILURES]:
        console.print()
        text = failure_text(header, line, more)
        console.print(text, markup=False, highlight=False, soft_wrap=True)
    if len(findings) > MAX_FAILURES:
        console.print(f"\n… {len(findings) - MAX_FAILURES} more scenarios fail: see the report")
    for known in found.stale:
        console.print(
            f"\n{known.case}: known to fail ({known.reason}), but it passes: take it off the list",
            markup=False,
            highlight=False,
        )
    for reading, cases in found.excuses.items():
        text = f"\n{len(cases)} excused: the engine {reading}, which leads to {cases[0]}"
        text += ", …" if cases[1:] else ""
        console.print(text, markup=False, highlight=False, soft_wrap=True)
    console.print()
    style = STYLES[found.judgement]
    console.print(verdict_line(header, found), style=style, highlight=False, markup=False)


def table(name: str, rows: Iterable[Row], *, hide_untried: bool) -> Table:
    """A row for each rule or question; where only some were selected, for those."""
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    drawn.add_column(name, no_wrap=True, min_width=4)
    drawn.add_column("title", no_wrap=True, max_width=46)
    for column in ("clauses tried", "passed", "failed", "other"):
        drawn.add_column(column, justify="right", no_wrap=True)
    drawn.add_column("verdict", no_wrap=True, min_width=6)
    for row in rows:
        if hide_untried and row.judgement is Judgement.UNTRIED:
            continue
        other = row.other + row.known
        drawn.add_row(
            row.id,
            row.title,
            f"{len(row.tried)}/{row.clauses}",
            str(row.passed),
            str(row.failed),
            str(other) if other else "",
            row.judgement,
            style=STYLES[row.judgement] if row.judgement is not Judgement.HOLDS else None,
        )
    return drawn


def print_readings(console: Console, found: Tally) -> None:
    """Print which reading of each open ruling the engine takes."""
    if not found.readings:
        return
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    drawn.add_column("ruling", no_wrap=True)
    drawn.add_column("reading (informative)")
    for ruling, readings in sorted(found.readings.items()):
        drawn.add_row(ruling, ", ".join(readings))
    console.print()
    console.print(drawn)


def verdict_line(header: Json, found: Tally) -> str:
    """The last line: what the run says of the engine."""
    engine = header["engine"]
    name = visible(f"{engine['name']} {engine['version']}")
    counted = totals(found.counts)
    match found.judgement:
        case Judgement.HOLDS if found.known:
            word = "has no new failure"
        case Judgement.HOLDS:
            word = "keeps every rule that was tried"
        case Judgement.BROKEN:
            broken = [row.id for row in found.rules.values() if row.judgement is Judgement.BROKEN]
            word = f"breaks {', '.join(broken)}" if broken else "passes what it is known to fail"
        case _:
            word = "could not be judged"
    known = f"; {len(found.known)} known failures" if found.known else ""
    missed = [row for row in found.rules.values() if row.other and not row.tried]
    untried = f"; {len(missed)} rules could not be tried" if missed else ""
    return f"{name} {word} ({header['edition']}): {counted}{known}{untried}"
