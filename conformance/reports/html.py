"""A run as one HTML page, without scripts and without anything from elsewhere."""

from typing import Any, TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined

from conformance.catalogue import load_catalogue
from conformance.certify.tally import Judgement, Row, Tally
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
from conformance.reports.summary import row_json
from conformance.reports.terminal import verdict_line

Json: TypeAlias = dict[str, Any]
KINDS = {
    Judgement.HOLDS: "holds",
    Judgement.BROKEN: "broken",
    Judgement.KNOWN: "untold",
    Judgement.UNTOLD: "untold",
    Judgement.UNTRIED: "untried",
}


def html(header: Json, found: Tally) -> str:
    """The run as a page; whatever an engine said is text in it."""
    environment = Environment(
        loader=PackageLoader("conformance.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    rulings = load_catalogue().rulings
    return environment.get_template("run.html.j2").render(
        header=header,
        engine=header["engine"],
        verdict=verdict_line(header, found),
        kind=KINDS[found.judgement],
        failures=[failure(header, line, more) for line, more in found.findings],
        stale=found.stale,
        excuses=found.excuses,
        tables=[
            ("Rules", [row_of(row) for row in found.rules.values()]),
            ("Questions", [row_of(row) for row in found.questions.values()]),
        ],
        readings=[
            (name, rulings[name].title, ", ".join(taken))
            for name, taken in sorted(found.readings.items())
        ],
    )


def row_of(row: Row) -> Json:
    """A row and the class that colours it."""
    return row_json(row) | {"kind": KINDS[row.judgement]}


def failure(header: Json, line: Json, more: int) -> Json:
    """What the page says of one failure."""
    return {
        "case": line["case"],
        "title": line["title"] + siblings(more),
        "clauses": list(clause_lines(line)),
        "where": where(line),
        "message": message(line),
        "rows": rows_of(line),
        "explanation": "\n".join(explanation(line)),
        "boards": boards(header, line),
        "evidence": line["detail"].get("evidence", ""),
        "again": reproduce(header, line),
    }
