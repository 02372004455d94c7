"""Known failures: a YAML file of cases, each with the reason why it may fail for now.

    known:
      - case: R091-b-lands-short-of-its-height[square8,2p]
        reason: fixed by the rewrite of the movement module

A listed case that passes fails the run, so that lists cannot rot.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from conformance.certify.tally import Known
from conformance.documents import InvalidDocumentError, load_document, validate
from conformance.errors import UserError


def read_baseline(path: Path) -> list[Known]:
    """The known failures of a file."""
    document = load_document(path)
    faults = validate(document, "baseline")
    data: Any = document.data
    if not faults:
        seen: set[str] = set()
        for index, entry in enumerate(data["known"]):
            if entry["case"] in seen:
                faults.append(document.fault(("known", index, "case"), "stands there twice"))
            seen.add(entry["case"])
    if faults:
        raise InvalidDocumentError(faults)
    return [Known(entry["case"], entry["reason"]) for entry in data["known"]]


def baseline_text(failures: Sequence[dict[str, Any]], old: Sequence[Known]) -> str:
    """A baseline of these failures; reasons that are known already are kept."""
    reasons = {known.case: known.reason for known in old}
    lines = ["known:" if failures else "known: []"]
    for line in failures:
        reason = reasons.get(line["case"], f"{line['verdict']}: say why it may fail for now")
        lines += [f"  - case: {json.dumps(line['case'])}", f"    reason: {json.dumps(reason)}"]
    return "\n".join(lines) + "\n"


def write_baseline(path: Path, text: str) -> None:
    """Write a baseline, all at once."""
    try:
        new = path.with_name(path.name + ".new")
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or 'cannot be written'}") from None
