"""rrc certify: run the corpus against an engine; verdicts per rule and question; reports."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conformance.commands import ExitCode
from conformance.commands.options import DAY, Json
from conformance.errors import UndecidedError, UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from conformance.certify.run import Plan
    from conformance.certify.tally import Known, Tally
    from conformance.engines.protocol import Hello
    from conformance.scenarios import Case, Scenario

OUT = Path("reports/certify")


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("certify")(certify)


def certify(
    engine: Annotated[
        str,
        typer.Argument(help="reference, cmd:PROGRAM, http://HOST:PORT, python:MODULE:FACTORY."),
    ] = "reference",
    rule: Annotated[
        list[str] | None, typer.Option(help="Only this rule or clause, as R091 or R091.b.")
    ] = None,
    faq: Annotated[list[str] | None, typer.Option(help="Only this question, as Q7.")] = None,
    names: Annotated[
        list[str] | None, typer.Option("-k", help="Only cases of this name: a part, or a glob.")
    ] = None,
    board: Annotated[list[str] | None, typer.Option(help="Only this board.")] = None,
    edition: Annotated[
        str | None, typer.Option(help="The edition; left out, the engine's first.")
    ] = None,
    scenarios: Annotated[
        list[Path] | None,
        typer.Option(help="Scenario files or folders in place of the corpus."),
    ] = None,
    drafts: Annotated[bool, typer.Option("--drafts", help="Also draft scenarios.")] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only the few cases that kill every mutant.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    timeout: Annotated[
        float,
        typer.Option(
            min=0.01,
            max=DAY,
            help="Seconds for each request, or case of an engine in this process.",
        ),
    ] = 10.0,
    fail_fast: Annotated[
        bool, typer.Option("--fail-fast", help="Stop at the first failure.")
    ] = False,
    baseline: Annotated[
        Path | None, typer.Option(help="Known failures; new ones fail, and listed ones that pass.")
    ] = None,
    write_baseline: Annotated[
        Path | None, typer.Option(help="Write the failures of this run as a baseline.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Where the run and its reports go.")] = OUT,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with an interrupted run.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Only the failures and the verdict.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Run the corpus against an engine and say, rule by rule, what holds.

    Writes run.jsonl and its reports (report.html, report.md, report.json, junit.xml). Exit code 0
    if every rule that was tried holds, 1 if not, 3 if nothing could be told.
    """
    from conformance.certify import session
    from conformance.certify.baseline import read_baseline
    from conformance.certify.run import Plan
    from conformance.certify.selection import Selection, select
    from conformance.certify.tally import tally
    from conformance.engines.names import engine_factory
    from conformance.scenarios import cases_of, load_corpus, load_scenarios

    chosen = Selection(
        tuple(rule or ()), tuple(faq or ()), tuple(names or ()), tuple(board or ()), drafts
    ).checked()
    known = read_baseline(baseline) if baseline is not None else []
    reasons = list(known)
    if write_baseline is not None:
        if write_baseline.is_dir():
            raise UserError(f"{write_baseline}: a folder; expected a file")
        if write_baseline.exists():
            reasons = [*read_baseline(write_baseline), *known]
    factory = engine_factory(engine, timeout)
    given = load_scenarios(scenarios).sound() if scenarios else None
    hello = session.greet(engine, factory)
    played = edition_of(hello, edition)
    if quick:
        everything = quick_cases(given, played)
    else:
        everything = cases_of(load_corpus() if given is None else given, played)
        refuse_strangers(known, {case.id for case in everything}, played)
    cases = select(everything, chosen)
    if not cases:
        raise UndecidedError(f"nothing selected: no case of {played} is left to run")
    selection = chosen.as_json() | {"scenarios": [str(path) for path in scenarios or ()]}
    if quick:
        selection["quick"] = True
    expected = frozenset(one.case for one in known)
    plan = Plan(engine, played, tuple(cases), selection, timeout, jobs, fail_fast, expected)
    run = run_with_progress(plan, factory, hello, out, resume)
    selected = {case.id for case in cases}
    excused = excuses(plan, run.verdicts, factory, hello)
    found = tally(run.verdicts, [one for one in known if one.case in selected], excused)
    write_all(out, run.header, list(run.verdicts), found)
    if write_baseline is not None:
        write_known(write_baseline, found, reasons)
    show(out, run.header, found, as_json=as_json, quiet=quiet)
    raise typer.Exit(exit_code(found))


def quick_cases(given: "Sequence[Scenario] | None", edition: str) -> "list[Case]":
    """The cases of the quick set, for which no other file is read.

    The other editions have few scenarios of their own: there it is all cases as they are written.
    """
    from conformance.coverage.quick import load_quick_set
    from conformance.editions import CANON
    from conformance.scenarios import cases_of, load_corpus

    if edition != CANON:
        cases = cases_of(load_corpus() if given is None else given, edition)
        return [case for case in cases if case.symmetry == "identity"]
    found = load_quick_set()
    files = sorted({found.files[name] for name in found.cases})
    cases = cases_of(load_corpus(files) if given is None else given, edition)
    return [case for case in cases if case.id in found.cases]


def refuse_strangers(known: "list[Known]", cases: set[str], edition: str) -> None:
    """A baseline names cases that there are, or it has begun to rot."""
    strangers = [one.case for one in known if one.case not in cases]
    if strangers:
        raise UserError(f"the baseline names cases that {edition} does not have", strangers)


def edition_of(hello: "Hello", wanted: str | None) -> str:
    """The edition to be played: the one asked for, else the first that the engine declares."""
    from conformance.editions import load_edition

    if wanted is not None:
        return load_edition(wanted).name
    for name in hello.editions:
        return load_edition(name).name
    raise UndecidedError(f"the engine {hello.name} declares no edition")


def run_with_progress(plan: "Plan", factory: Any, hello: "Hello", out: Path, resume: bool) -> Any:
    """Run, with progress on standard error."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from conformance.certify import session
    from conformance.commands.console import Console

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(f"certify {plan.engine}", total=len(plan.cases))
        failed = 0

        def advance(line: dict[str, Any]) -> None:
            nonlocal failed
            failed += bool(line["broken"]) and line["status"] == "normative"
            words = f"certify {plan.engine}" + (f", {failed} failed" if failed else "")
            bar.update(task, advance=1, description=words)

        try:
            return session.certify(plan, factory, hello, out, resume=resume, progress=advance)
        except KeyboardInterrupt:
            typer.echo(
                f"rrc: interrupted; --resume goes on from {out / session.RUN_FILE}", err=True
            )
            raise


def excuses(
    plan: "Plan", lines: "Sequence[dict[str, Any]]", factory: Any, hello: "Hello"
) -> dict[str, str]:
    """The failures to which a reading of an open ruling leads, by case."""
    if not any(line["verdict"] == "failed" for line in lines):
        return {}
    from conformance.coverage.excuses import excuses_of  # not loaded where nothing fails

    return excuses_of(plan, lines, factory, hello)


def write_all(
    out: Path, header: dict[str, Any], lines: list[dict[str, Any]], found: "Tally"
) -> None:
    """Write every report that a run has."""
    from conformance.certify.session import write_reports
    from conformance.reports.html import html
    from conformance.reports.junit import junit
    from conformance.reports.markdown import markdown
    from conformance.reports.summary import summary_text

    write_reports(
        out,
        [
            ("report.json", summary_text(header, found)),
            ("report.md", markdown(header, found)),
            ("report.html", html(header, found)),
            ("junit.xml", junit(header, lines, found)),
        ],
    )


def write_known(path: Path, found: "Tally", old: "list[Known]") -> None:
    """Write the failures as a baseline."""
    from conformance.certify import baseline

    baseline.write_baseline(path, baseline.baseline_text([*found.known, *found.failures], old))
    typer.echo(f"rrc: wrote {len(found.known) + len(found.failures)} cases to {path}", err=True)


def show(out: Path, header: dict[str, Any], found: "Tally", *, as_json: bool, quiet: bool) -> None:
    """Print the run."""
    from conformance.commands.console import Console
    from conformance.reports.summary import summary
    from conformance.reports.terminal import print_run

    if as_json:
        typer.echo(json.dumps(summary(header, found), ensure_ascii=False))
        return
    width = None if Console().is_terminal else 120
    print_run(Console(width=width), header, found, quiet=quiet)
    typer.echo(f"report: {out / 'report.html'}")


def exit_code(found: "Tally") -> ExitCode:
    """What the run says by its exit code."""
    from conformance.certify.tally import Judgement

    match found.judgement:
        case Judgement.HOLDS:
            return ExitCode.HOLDS
        case Judgement.BROKEN:
            return ExitCode.FAILS
        case _:
            return ExitCode.UNDECIDED
