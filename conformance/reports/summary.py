"""A run as JSON: what every other report says, for programs."""

import json
from typing import Any, TypeAlias

from conformance.certify.tally import Row, Tally

Json: TypeAlias = dict[str, Any]


def summary(header: Json, found: Tally) -> Json:
    """The run in one JSON object."""
    return {
        "run": header,
        "verdict": found.judgement.value,
        "counts": found.counts,
        "rules": [row_json(row) for row in found.rules.values()],
        "questions": [row_json(row) for row in found.questions.values()],
        "failures": found.failures,
        "known": [line["case"] for line in found.known],
        "excused": found.excused,
        "stale": [known.case for known in found.stale],
        "readings": found.readings,
    }


def row_json(row: Row) -> Json:
    """A rule or question."""
    return {
        "id": row.id,
        "title": row.title,
        "clauses": row.clauses,
        "tried": sorted(row.tried),
        "passed": row.passed,
        "failed": row.failed,
        "known": row.known,
        "other": row.other,
        "verdict": row.judgement.value,
    }


def summary_text(header: Json, found: Tally) -> str:
    """The same as text."""
    return json.dumps(summary(header, found), indent=1, ensure_ascii=False) + "\n"
