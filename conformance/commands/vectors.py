"""rrc import-vectors: another party's contract vectors against the canon."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, assert_never

import typer

from conformance.commands import ExitCode
from conformance.commands.options import Json
from conformance.errors import UserError

if TYPE_CHECKING:
    from conformance.certify.vectors.model import Finding

Table: TypeAlias = dict[str, Any]

WORDS = {
    "agrees": "agree",
    "disagrees": "disagree",
    "impossible position": "with an impossible position",
    "not understood": "not understood",
    "malformed": "malformed",
}
"""Many vectors of one outcome, in words."""


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("import-vectors")(import_vectors)


def import_vectors(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Bundles: every .json below it.")],
    ring_order: Annotated[
        str, typer.Option(help="How the bundles list rings: bottom-top or top-bottom.")
    ] = "bottom-top",
    out: Annotated[
        Path | None, typer.Option(help="Write the scenarios there: a new or empty folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Hold another party's contract vectors against the canon; list where they disagree.

    Exit code 0 if all that could be told agree, 1 if some disagree, 2 if a bundle or vector is
    malformed, 3 if nothing could be told.
    """
    from conformance.certify.vectors import compare
    from conformance.certify.vectors.model import RingOrder
    from conformance.certify.vectors.read import read_bundles

    if ring_order not in [*RingOrder]:
        raise UserError(f"--ring-order {ring_order}: expected one of {', '.join(RingOrder)}")
    if out is not None:
        compare.check_folder(out)
    findings = []
    for finding in compare.compare(read_bundles(folder), RingOrder(ring_order)):
        findings.append(finding)
        if not as_json:
            typer.echo("\n".join(lines_of(finding)))
    found = compare.counts(findings)
    if as_json:
        typer.echo(json.dumps(as_table(findings, found, ring_order), ensure_ascii=False))
    else:
        typer.echo("\n".join(summary(findings, found)))
    if out is not None:
        written = compare.write_scenarios(out, findings)
        typer.echo(f"rrc: wrote {written} scenarios to {out}", err=True)
    raise typer.Exit(exit_code(found))


def lines_of(finding: "Finding") -> Iterator[str]:
    """A vector in words: what is found, then each difference, fault, reason or note on a line."""
    table = detail(finding)
    name = f"{finding.bundle}: {finding.vector}" if finding.vector else finding.bundle
    clause = f" ({table['clause']})" if "clause" in table else ""
    yield f"{name}: {finding.outcome.name}{clause}"
    for one in table.get("mismatches", ()):
        expected, got = (json.dumps(one[key], ensure_ascii=False) for key in ("expected", "got"))
        yield f"  {one['what']}: expected {expected}, canon {got}"
    for text in (*table.get("faults", ()), *table.get("reasons", ())):
        yield f"  {text}"
    for text in finding.notes:
        yield f"  note: {text}"


def detail(finding: "Finding") -> Table:
    """What an outcome carries."""
    from conformance.certify.vectors import model

    match finding.outcome:
        case model.Agrees():
            return {}
        case model.Disagrees(clause=clause, mismatches=mismatches):
            return {"clause": clause, "mismatches": [*mismatches]}
        case model.Impossible(faults=faults) | model.Malformed(faults=faults):
            return {"faults": [*faults]}
        case model.NotUnderstood(reasons=reasons):
            return {"reasons": [*reasons]}
        case _:
            assert_never(finding.outcome)


def summary(findings: "Sequence[Finding]", found: Mapping[str, int]) -> Iterator[str]:
    """What was not read, and how many vectors there are of each outcome."""
    unread = unread_of(findings)
    if unread:
        yield f"fields that are not read: {', '.join(unread)}"
    bundles = len({finding.bundle for finding in findings})
    told = ", ".join(f"{number} {WORDS[name]}" for name, number in found.items() if number)
    yield f"{bundles} {'bundle' if bundles == 1 else 'bundles'}: {told or 'no vectors'}"


def unread_of(findings: "Sequence[Finding]") -> list[str]:
    """The fields of all vectors that nothing reads."""
    return sorted({name for finding in findings for name in finding.unread})


def as_table(findings: "Sequence[Finding]", found: Mapping[str, int], order: str) -> Table:
    """The whole import as JSON."""
    from conformance.editions import CANON

    return {
        "edition": CANON,
        "ring_order": order,
        "vectors": [
            {
                "bundle": finding.bundle,
                "vector": finding.vector,
                "outcome": finding.outcome.name,
                "scenario": finding.scenario,
                **detail(finding),
                "notes": [*finding.notes],
            }
            for finding in findings
        ],
        "unread": unread_of(findings),
        "counts": {**found},
    }


def exit_code(found: Mapping[str, int]) -> ExitCode:
    """What the import says by its exit code."""
    if found["malformed"]:
        return ExitCode.BAD_INPUT
    if found["disagrees"]:
        return ExitCode.FAILS
    return ExitCode.HOLDS if found["agrees"] else ExitCode.UNDECIDED
