"""rrc promote: a draft scenario becomes one of the corpus, after a person has checked it."""

import re
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from conformance.errors import UserError
from conformance.resources import scenarios_dir

NAME = re.compile(r"([a-z]+(?:-[a-z]+)*)/([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)")
FIELD = re.compile(r"([a-z_]+):")


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("promote")(promote)


def promote(
    file: Annotated[Path, typer.Argument(help="A draft: divergence-NNN/scenario.yaml.")],
    name: Annotated[
        str,
        typer.Argument(metavar="CHAPTER/NAME", help="Where it goes: movement/R091-b-lands-short."),
    ],
    title: Annotated[str | None, typer.Option(help="What it shows, as a sentence.")] = None,
    ruling: Annotated[
        str | None, typer.Option(help="An open ruling: the scenario is informative.")
    ] = None,
    corpus: Annotated[
        Path | None, typer.Option(help="The folder of the corpus; left out, this project's.")
    ] = None,
) -> None:
    """Make a draft scenario one of the corpus. Check it first: who is right, and by what clause?

    It is refused where it does not lint, where the reference engine fails it, and where the name
    is taken. Nothing is overwritten, and the draft stays. Exit code 0 if it is written, else 2.
    """
    match = NAME.fullmatch(name)
    if match is None:
        raise UserError(f"{name}: expected CHAPTER/NAME, as movement/R091-b-lands-short")
    home = corpus or scenarios_dir()
    if not home.is_dir():
        raise UserError(f"--corpus {home}: no such folder")
    chapter = home / match[1]
    if not chapter.is_dir():
        known = sorted(folder.name for folder in home.iterdir() if folder.is_dir())
        raise UserError(f"no chapter {match[1]}: expected one of {', '.join(known)}")
    refuse_taken(home, match[2])
    text = promoted(file, match[2], title, ruling)
    check(text, match[2], file)
    target = chapter / f"{match[2]}.yaml"
    try:
        with target.open("x", encoding="utf-8") as written:
            written.write(text)
    except FileExistsError:
        raise UserError(f"{target} exists: choose another name") from None
    except OSError as error:
        raise UserError(f"{target}: {error.strerror or 'cannot be written'}") from None
    typer.echo(f"wrote {target}")


def refuse_taken(home: Path, name: str) -> None:
    """A name stands once in the whole corpus."""
    for known in home.rglob("*.yaml"):
        if known.stem == name:
            raise UserError(f"{known} exists: choose another name")


def promoted(file: Path, name: str, title: str | None, ruling: str | None) -> str:
    """The text of the draft under its new name, all else as it was written."""
    from conformance.documents import load_document

    document = load_document(file)
    data: Any = document.data
    if not isinstance(data, dict) or data.get("status") != "draft":
        raise UserError(f"{file}: no draft: expected a scenario with status: draft")
    parts = fields_of(document.path.read_text(encoding="utf-8-sig"))
    if {*parts} - {""} != {*data}:
        raise UserError(f"{file}: expected every field at the beginning of its line")
    refuse_undecided(file, data, title, ruling)
    parts["id"] = f"id: {name}\n"
    if title is not None:
        parts["title"] = f"title: {quoted(title)}\n"
    if is_machine_written(data.get("notes", "")):
        del parts["notes"]
    if ruling is None:
        del parts["status"]  # normative is what a scenario is unless it says otherwise
    else:
        parts["status"] = "status: informative\n"
        parts["ruling"] = f"ruling: {ruling}\n"
    parts.pop("provenance", None)
    order = ["", *(one for one in data if one not in ("ruling", "provenance", "status"))]
    after = order.index("polarity") + 1 if "polarity" in order else len(order)
    order[after:after] = [one for one in ("status", "ruling") if one in parts]
    return "".join(parts.get(one, "") for one in order)


def refuse_undecided(file: Path, data: Any, title: str | None, ruling: str | None) -> None:
    """What a machine cannot decide, a person must have."""
    from conformance.fuzz.draft import TITLES

    if title is None and str(data.get("title", "")).startswith(tuple(TITLES.values())):
        raise UserError(f"{file}: its title tells of two engines: say by --title what it shows")
    steps = data.get("steps")
    if ruling is None and any("any_of" in step for step in steps or ()):
        raise UserError(
            f"{file}: it has several outcomes: leave the right one, or name the open --ruling"
        )


def is_machine_written(notes: str) -> bool:
    """Whether notes are what the attribution of a divergence says, which names engines."""
    return "answers like mutant:" in notes or "no mutant answers like" in notes


def quoted(text: str) -> str:
    """Text as YAML takes it in any case."""
    import json

    return json.dumps(text, ensure_ascii=False)


def fields_of(text: str) -> dict[str, str]:
    """The lines of each field of a scenario, by its name; before the first, by nothing."""
    parts = {"": ""}
    name = ""
    for line in text.splitlines(keepends=True):
        if found := FIELD.match(line):
            name = found[1]
        parts[name] = parts.get(name, "") + (line if line.endswith("\n") else line + "\n")
    return parts


def check(text: str, name: str, file: Path) -> None:
    """Refuse what does not lint, and what the reference engine fails."""
    from conformance.certify.judge import judge
    from conformance.certify.lint import lint
    from conformance.certify.verdicts import Failed, Passed
    from conformance.engines.reference import ReferenceEngine
    from conformance.scenarios.load import built, editions_of

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        found = lint([path])
        if found.faults:
            faults = [f"{fault.field}: {fault.message}" for fault in found.faults]
            raise UserError(f"{file}: does not lint under its new name", faults)
        engine = ReferenceEngine()
        (scenario,) = found.scenarios
        for edition in editions_of(scenario):
            for case in built(scenario, edition).cases:
                verdict = judge(case, engine, engine.hello())
                if not isinstance(verdict, Passed):
                    step = f" at `{verdict.step}`" if isinstance(verdict, Failed) else ""
                    raise UserError(
                        f"{file}: the reference engine fails {case.id} in {edition}"
                        f" ({verdict.name}{step}): who is wrong?"
                    )
