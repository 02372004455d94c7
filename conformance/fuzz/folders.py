"""The folders of a campaign's findings: which of them may be written anew or taken away.

Beside the folders, `written.json` keeps a digest of every file that a campaign wrote there. What
differs from it, or is not in it, is a person's work, and is left alone.
"""

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from conformance.errors import UserError
from conformance.fuzz.draft import ID

TRACE, SCENARIO, BOARD, REPORT = "trace.jsonl", f"{ID}.yaml", "board.svg", "report.md"
FILES = (TRACE, SCENARIO, BOARD, REPORT)
WRITTEN = "written.json"
FINDING = "divergence-[0-9][0-9][0-9]*"

Digests: TypeAlias = dict[str, dict[str, str]]
"""By folder and file."""


class NotOursError(UserError):
    """A folder is there already, and holds what no campaign wrote."""

    def __init__(self, folder: Path, strange: str) -> None:
        self.folder, self.strange = folder, strange
        super().__init__(f"{folder} exists and is not ours: {strange}; choose another --out")


def folder_name(number: int) -> str:
    """The name of a finding's folder."""
    return f"divergence-{number:03d}"


def strange_in(home: Path) -> str:
    """Why a folder must be left alone; empty if all that it holds is as a campaign wrote it."""
    if not home.exists() and not home.is_symlink():
        return ""
    if home.is_symlink() or not home.is_dir():
        return "it is no folder"
    names = sorted(file.name for file in home.iterdir())
    for name in names:
        if name not in FILES or not (home / name).is_file():
            return f"it holds {name}"
    digests = _digests(home.parent).get(home.name, {})
    for name in names:
        if digests.get(name) != _digest((home / name).read_bytes()):
            return f"its {name} was edited" if name in digests else f"its {name} may be edited"
    return ""


def replace_files(home: Path, texts: Mapping[str, str]) -> None:
    """Write a folder anew, if it may be."""
    strange = strange_in(home)
    if strange:
        raise NotOursError(home, strange)
    contents = {name: text.encode() for name, text in texts.items()}
    try:
        home.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            (home / name).unlink(missing_ok=True)
        for name, content in contents.items():
            (home / name).write_bytes(content)
        told = {name: _digest(content) for name, content in contents.items()}
        _keep_digests(home.parent, _digests(home.parent) | {home.name: told})
    except OSError as error:
        raise UserError(f"{home}: {error.strerror or 'cannot be written'}") from None


def clear_findings(folder: Path, *, but: Collection[Path]) -> Iterator[NotOursError]:
    """Take away what earlier campaigns found; tell which folders a person has worked on."""
    for home in sorted(folder.glob(FINDING)):
        if home in but:
            continue
        strange = strange_in(home)
        if strange:
            yield NotOursError(home, strange)
            continue
        for file in home.iterdir():
            file.unlink()
        home.rmdir()
    digests = _digests(folder)
    left = {name: told for name, told in digests.items() if (folder / name).exists()}
    if left != digests:
        _keep_digests(folder, left)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _digests(folder: Path) -> Digests:
    """What was written; nothing where that cannot be told, so that nothing is lost."""
    try:
        told = json.loads((folder / WRITTEN).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(told, dict):
        return {}
    return {name: files for name, files in told.items() if isinstance(files, dict)}


def _keep_digests(folder: Path, digests: Digests) -> None:
    text = json.dumps(digests, indent=1, sort_keys=True) + "\n"
    (folder / WRITTEN).write_text(text, encoding="utf-8")
