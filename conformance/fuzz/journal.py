"""The directory of a campaign: every finished shard is written as it finishes.

{"type": "campaign", "format": 1, "suite": …, "campaign": …}
{"type": "shard", "shard": "games-0", "reached": …, "findings": …, "seconds": …}
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeAlias

from conformance import __version__
from conformance.errors import UserError
from conformance.fuzz.campaign import Campaign

Json: TypeAlias = dict[str, Any]
FILE = "shards.jsonl"
FORMAT = 1


class JournalError(UserError):
    """A file is no journal of a campaign, or not of the campaign that was to go on."""


def header(campaign: Campaign) -> Json:
    """The first line of a journal."""
    return {
        "type": "campaign",
        "format": FORMAT,
        "suite": __version__,
        "campaign": campaign.to_json(),
    }


class Journal:
    """What is finished of a campaign, and the file that it is added to."""

    def __init__(self, file: IO[str], records: list[Json]) -> None:
        self.file = file
        self.records = records

    def add(self, record: Json) -> None:
        """Write a finished shard, at once."""
        self._line(record)
        self.records.append(record)

    def _line(self, line: Json) -> None:
        self.file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self.file.flush()


@contextmanager
def opened_journal(folder: Path, campaign: Campaign, *, resume: bool) -> Iterator[Journal]:
    """The journal of a campaign in its directory: a new one, or with what is finished already."""
    path = folder / FILE
    records = _finished(path, campaign) if resume and path.exists() else []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8") as file:
            for line in (header(campaign), *records):
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            yield Journal(file, records)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or 'cannot be written'}") from None


def _finished(path: Path, campaign: Campaign) -> list[Json]:
    try:
        parts = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise JournalError(f"{path}: cannot be read: {error}") from None
    lines: list[Json] = []
    for number, part in enumerate(parts, start=1):
        if not part:
            continue
        try:
            lines.append(json.loads(part))
        except ValueError:
            if number == len(parts):  # it was cut short in the middle of a line
                break
            raise JournalError(f"{path}:{number}: not JSON, so no journal") from None
    head = lines[0] if lines else None
    if not isinstance(head, dict) or head.get("type") != "campaign":
        raise JournalError(f"{path}:1: expected the header of a campaign")
    ours = header(campaign)
    if head != ours:
        told = head.get("campaign", {})
        differs = [name for name, value in ours["campaign"].items() if told.get(name) != value]
        what = ", ".join(differs) or "version"
        raise JournalError(
            f"{path}: cannot go on: its {what} is another; run without --resume to begin anew"
        )
    names = {shard.name for shard in campaign.shards()}
    return [
        line for line in lines[1:] if line.get("type") == "shard" and line.get("shard") in names
    ]
