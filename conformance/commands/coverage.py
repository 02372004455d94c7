"""rrc coverage: clauses by scenarios, both polarities, and questions."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conformance.commands import ExitCode
from conformance.commands.options import Json
from conformance.errors import UserError

if TYPE_CHECKING:
    from conformance.coverage.pairs import Observed, PairCoverage
    from conformance.scenarios import Scenario

GAMES = 45  # of --observe, from the start: five for each board and number of players


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("coverage")(coverage)


def coverage(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Files or folders; left out, the whole corpus.")
    ] = None,
    fail_under: Annotated[
        float, typer.Option(min=0, max=100, help="Exit with 1 below this percentage.")
    ] = 0.0,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Also which clauses meet in one move.")
    ] = False,
    observe: Annotated[
        int, typer.Option(min=0, help="--pairs, with what so many more random positions show.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="The seed of --observe.")] = 1,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write what --observe met.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    as_json: Json = False,
) -> None:
    """Say which clauses and questions the scenarios cover, and what is missing."""
    from rich.table import Table

    from conformance.catalogue import load_catalogue
    from conformance.commands.console import Console
    from conformance.coverage import coverage as measure
    from conformance.coverage import page, rule_rows
    from conformance.coverage.pairs import pairs_json, pairs_markdown
    from conformance.scenarios import load_corpus, load_scenarios

    if record is not None and not observe:
        raise UserError("--record writes what --observe N met: expected both")
    more_observed = observed(observe, seed, record) if observe else None
    scenarios = load_scenarios(paths).sound() if paths else load_corpus()
    found = measure(scenarios)
    together = pairs_of(scenarios, more_observed) if pairs or observe else None
    if as_json:
        more = {} if together is None else {"pairs": pairs_json(together)}
        typer.echo(json.dumps(page.as_json(found) | more, ensure_ascii=False))
    elif markdown:
        section = "" if together is None else pairs_markdown(together)
        typer.echo(page.markdown(found) + section, nl=False)
    else:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for name in ("rule", "title", "clauses", "covered", "scenarios"):
            table.add_column(name, justify="left" if name in ("rule", "title") else "right")
        for row in rule_rows(found, load_catalogue()):
            table.add_row(*map(str, row), style="yellow" if row[2] > row[3] else None)
        Console(width=None if Console().is_terminal else 120).print(table)
        for gap in page.gaps(found):
            typer.echo(gap)
        others = sum(1 for _ in page.elsewhere(found))
        typer.echo(f"{others} clauses are checked otherwise (by property, schema or protocol)")
        typer.echo(page.summary_line(found))
        if together is not None:
            show_pairs(together)
    raise typer.Exit(ExitCode.FAILS if found.percent < fail_under else ExitCode.HOLDS)


def pairs_of(scenarios: "Sequence[Scenario]", more: "Observed | None" = None) -> "PairCoverage":
    """Which clauses meet in the moves of the normative cases, as they are written.

    `more` is what was observed beside the observation that comes with the suite.
    """
    from conformance.coverage.pairs import load_observed, pair_coverage
    from conformance.editions import CANON
    from conformance.scenarios import Status, cases_of

    normative = [one for one in scenarios if one.status is Status.NORMATIVE]
    cases = cases_of(normative, CANON)
    met = load_observed() if more is None else load_observed().joined(more)
    return pair_coverage([case for case in cases if case.symmetry == "identity"], met)


def show_pairs(found: "PairCoverage") -> None:
    """Print the pairs that no scenario exercises, and the sum."""
    from conformance.coverage.pairs import empty_lines, pairs_line

    typer.echo("no scenario exercises together")
    for line in empty_lines(found) or ["nothing: every pair is exercised"]:
        typer.echo(f"  {line}")
    typer.echo(pairs_line(found))


def observed(positions: int, seed: int, record: Path | None) -> "Observed":
    """Play at random: which clauses met. It is written down only where that is asked for."""
    from conformance.coverage import pairs
    from conformance.fuzz.meetings import random_steps

    moves = 0
    met: set[pairs.Pair] = set()
    for step in random_steps(seed, positions, GAMES):
        moves += 1
        met |= pairs.pairs_in([step])
    made_by = f"rrc coverage --observe {positions} --seed {seed}"
    found = pairs.Observed(made_by, moves, frozenset(met))
    new = len(met - pairs.load_observed().pairs)
    typer.echo(
        f"{len(met)} pairs of clauses met in {moves} moves, {new} for the first time", err=True
    )
    if record is not None:
        try:
            record.write_text(pairs.observed_text(found), encoding="utf-8")
        except OSError as error:
            raise UserError(f"{record}: {error.strerror or 'cannot be written'}") from None
    return found
