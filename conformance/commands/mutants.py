"""rrc mutants: every mutant against the corpus."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conformance.commands import ExitCode
from conformance.commands.options import Json

if TYPE_CHECKING:
    from conformance.coverage.mutation import Fate


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("mutants")(mutants)


def mutants(
    clause: Annotated[
        list[str] | None, typer.Option(help="Only mutants of this rule or clause.")
    ] = None,
    names: Annotated[
        list[str] | None, typer.Option("-k", help="Only mutants of this name.")
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="Only name them.")] = False,
    every: Annotated[bool, typer.Option("--all", help="Name every case that kills one.")] = False,
    source: Annotated[
        bool, typer.Option("--source", help="Every small change of the rules' source instead.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    record: Annotated[
        Path | None, typer.Option(help="Keep what was found in this file, with what it holds.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option(help="Run nothing: print the page of the results in this file.")
    ] = None,
    quick_set: Annotated[
        bool, typer.Option("--quick-set", help="Compute the cases of rrc certify --quick anew.")
    ] = False,
    probes: Annotated[
        bool, typer.Option("--probes", help="Choose the probes of rrc identify anew.")
    ] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    html: Annotated[bool, typer.Option("--html", help="Print a page of HTML.")] = False,
    as_json: Json = False,
) -> None:
    """Run every mutant of the reference engine against the corpus: killed by what, or alive.

    Exit code 0 if every mutant is killed, or known to be equivalent; 1 if one is alive.
    """
    from conformance.coverage.mutation import fates
    from conformance.coverage.reach import reaches
    from conformance.coverage.strength import page as page_of
    from conformance.coverage.strength import read_results
    from conformance.coverage.variations import settled_cases, variations
    from conformance.editions import CANON, load_editions
    from conformance.engines.mutants import mutants as all_mutants
    from conformance.engines.mutants.source import source_mutants
    from conformance.errors import UndecidedError
    from conformance.reports import mutants as report
    from conformance.scenarios import load_corpus

    if page is not None:
        typer.echo(page_of(read_results(page)), nl=False)
        return
    if quick_set:
        compute_quick_set(jobs)
        return
    if probes:
        choose_probes(jobs)
        return
    every_one = [*(source_mutants() if source else all_mutants().values())]
    chosen = [
        one
        for one in every_one
        if (not clause or any(is_of(one.clause, wanted) for wanted in clause))
        and (not names or any(wanted in one.name for wanted in names))
    ]
    if not chosen:
        raise UndecidedError("nothing selected: no mutant is left")
    if listed:
        rows = [{"name": one.name, "clause": one.clause, "says": one.says} for one in chosen]
        for row in rows if not as_json else ():
            typer.echo(f"{row['clause']}  {row['name']}: {row['says']}")
        if as_json:
            typer.echo(json.dumps(rows))
        return
    corpus = load_corpus()
    cases = [
        case
        for edition in (load_editions() if source else [CANON])
        for case in settled_cases(corpus, edition)
    ]
    if source:
        cases += variations(corpus)
    files = sorted({one.lines.file for one in chosen if one.lines is not None})
    reached = reaches(cases, files) if files else None
    is_list = not (as_json or markdown or html)
    found = []
    kept = []
    wrong = 0
    for fate in fates(chosen, cases, reached, jobs=jobs, every=every):
        kept.append(fate)
        wrong += not fate.is_right
        found.append(
            {
                "name": fate.mutant.name,
                "clause": fate.mutant.clause,
                "says": fate.mutant.says,
                "outcome": fate.outcome,
                "equivalent": fate.mutant.equivalent,
                "killers": [*fate.killers],
                "tried": fate.tried,
            }
        )
        if is_list:
            by = ", ".join(fate.killers) or fate.mutant.equivalent or fate.mutant.says
            typer.echo(f"{fate.outcome:10} {fate.mutant.clause} {fate.mutant.name}: {by}")
    if record is not None:
        keep(record, kept, [one.name for one in every_one], source=source)
    if as_json:
        typer.echo(json.dumps(report.scores_json(found), ensure_ascii=False))
    elif markdown:
        typer.echo(report.mutants_markdown(found), nl=False)
    elif html:
        typer.echo(report.mutants_html(found))
    else:
        show_scores(found, wrong)
    raise typer.Exit(ExitCode.FAILS if wrong else ExitCode.HOLDS)


def is_of(clause: str, wanted: str) -> bool:
    """Whether a clause is the one wanted, or of the rule wanted."""
    return clause == wanted or clause.startswith(f"{wanted}.")


def keep(path: Path, fates: "Sequence[Fate]", names: Sequence[str], *, source: bool) -> None:
    """Write what was found in the place of what the file says of the same mutants."""
    from conformance.coverage.strength import Results, merged, read_results, row_of, written

    old = read_results(path) if path.exists() else Results()
    rows = merged(old.source if source else old.hand_made, map(row_of, fates), names)
    new = Results(old.hand_made, rows) if source else Results(rows, old.source)
    path.write_text(written(new), encoding="utf-8")


def show_scores(rows: list[dict[str, Any]], wrong: int) -> None:
    """Print the clauses of which something is alive, and the sums."""
    from conformance.reports.mutants import score_line, scores

    total, clauses = scores(rows)
    for name, score in clauses.items():
        if score.alive:
            typer.echo(f"{name}: {score.killed} of {score.mutants} killed, {score.alive} alive")
    whole = sum(not score.alive for score in clauses.values())
    typer.echo(f"{whole} of {len(clauses)} clauses have no mutant alive")
    typer.echo(f"{score_line(total)}; {wrong} not as they should be")


def compute_quick_set(jobs: int) -> None:
    """Write the quick set anew, with progress on standard error."""
    from conformance.coverage import quick
    from conformance.coverage.killing import compute
    from conformance.engines.mutants import mutants as all_mutants

    found = compute(
        [*all_mutants().values()],
        jobs=jobs,
        progress=lambda line: typer.echo(line, err=True),
    )
    quick.FILE.write_text(quick.quick_text(found), encoding="utf-8")
    killed = sum(bool(row.fails) for row in found.mutants.values())
    typer.echo(
        f"{len(found.cases)} cases kill {killed} of {len(found.mutants)} mutants,"
        f" {len(found.telling)} more tell them apart: {quick.FILE.name}"
    )


def choose_probes(jobs: int) -> None:
    """Write the probes anew."""
    from conformance.coverage.probes import FILE
    from conformance.coverage.probing import compute, probes_text

    found = compute(jobs)
    FILE.write_text(probes_text(found), encoding="utf-8")
    typer.echo(f"{len(found.probes)} probes tell the values of parameters apart: {FILE.name}")
