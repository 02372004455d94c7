"""rrc diff: two engines on the same random games and positions; the smallest disagreement."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from conformance.commands import ExitCode
from conformance.commands.options import DAY, Json
from conformance.errors import UndecidedError, UserError

if TYPE_CHECKING:
    from conformance.engines.protocol import Hello
    from conformance.fuzz.campaign import Campaign, Outcome, Progress

    Greeted: TypeAlias = tuple[str, Hello]

OUT = Path("reports/diff")
GAMES = 200
EVERY = 10.0  # seconds between two lines of progress, where there is no terminal


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("diff")(diff)


def diff(
    first: Annotated[str, typer.Argument(metavar="A", help="An engine, such as reference.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another, as cmd:PROGRAM.")],
    games: Annotated[
        int | None, typer.Option(min=0, help="How many; 200, or none beside --positions.")
    ] = None,
    positions: Annotated[
        int, typer.Option(min=0, help="Random positions, one move deep, guided by clauses.")
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="The same seed plays the same games.")] = 1,
    board: Annotated[
        list[str] | None, typer.Option(help="square8 (if none is named), square19, hexagonal.")
    ] = None,
    players: Annotated[
        list[int] | None, typer.Option(min=2, max=4, help="2, 3 and 4 if none is named.")
    ] = None,
    policy: Annotated[
        str,
        typer.Option(help="mix, uniform, capture, line, enclosure, tower, starve or endgame."),
    ] = "mix",
    metamorphic: Annotated[
        bool,
        typer.Option(
            "--metamorphic", help="Compare an engine with itself on turned boards; A is B."
        ),
    ] = False,
    edition: Annotated[
        str | None, typer.Option(help="The edition; left out, the first that both play.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    cluster: Annotated[
        str | None, typer.Option(help="A Dask scheduler, as tcp://host:8786.")
    ] = None,
    out: Annotated[Path, typer.Option(help="The campaign's directory.")] = OUT,
    shrink_seconds: Annotated[
        float, typer.Option(min=0, help="For making one divergence small.")
    ] = 20.0,
    time_budget: Annotated[
        float | None, typer.Option(min=0, help="Seconds after which no shard is begun.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with an interrupted campaign.")
    ] = False,
    timeout: Annotated[
        float, typer.Option(min=0.01, max=DAY, help="Seconds for each answer.")
    ] = 10.0,
    as_json: Json = False,
) -> None:
    """Find where two engines differ, and say it by the smallest position.

    Plays the same random games on both in lockstep, or asks both about the same random positions.
    Each divergence is made small, attributed to a clause, and written to the campaign's directory
    as a trace, a draft scenario, a picture and a report. Exit code 0 if the engines agree, 1 if
    they differ, 3 if nothing could be compared.
    """
    from conformance.fuzz.campaign import Campaign
    from conformance.fuzz.policies import POLICIES
    from conformance.fuzz.runners import run_campaign
    from conformance.fuzz.summary import summary, text_of

    if policy not in ("mix", *POLICIES):
        raise UserError(f"no policy {policy!r}: expected mix, {', '.join(POLICIES)}")
    if metamorphic and first != second:
        raise UserError("--metamorphic compares an engine with itself: expected A and B alike")
    hellos = greeted(first, second, timeout)
    can_load = all("load" in hello.operations for _, hello in hellos)
    if positions and not can_load:
        raise UserError("--positions needs engines that declare load")
    campaign = Campaign(
        first,
        second,
        common_edition(hellos, edition),
        tuple(common(hellos, "boards", board or ["square8"], is_asked=board is not None)),
        tuple(common(hellos, "players", players or [2, 3, 4], is_asked=players is not None)),
        policy,
        seed,
        (0 if positions else GAMES) if games is None else games,
        positions,
        metamorphic,
        timeout,
        shrink_seconds,
    )
    if not campaign.shards():
        raise UndecidedError("nothing selected: no games and no positions")
    with progress(campaign) as advance:
        try:
            outcome = run_campaign(
                campaign,
                out,
                jobs=jobs,
                cluster=cluster,
                time_budget=time_budget,
                resume=resume,
                progress=advance,
            )
        except KeyboardInterrupt:
            typer.echo(f"rrc: interrupted; --resume goes on from {out}", err=True)
            raise
    homes = written(campaign, outcome, out)
    told = summary(campaign, outcome, [home.as_posix() for home in homes])
    (out / "summary.json").write_text(text_of(told), encoding="utf-8")
    show(told, as_json=as_json)
    raise typer.Exit(
        {"agree": ExitCode.HOLDS, "differ": ExitCode.FAILS}.get(told["verdict"], ExitCode.UNDECIDED)
    )


def greeted(first: str, second: str, timeout: float) -> "list[Greeted]":
    """What both engines say of themselves, under the names that the user gave."""
    from conformance.certify.session import greet
    from conformance.engines.names import engine_factory

    factories = [(name, engine_factory(name, timeout)) for name in (first, second)]
    return [(name, greet(name, factory)) for name, factory in factories]


def common_edition(hellos: "list[Greeted]", wanted: str | None) -> str:
    """The edition asked for, else the first that both engines declare."""
    from conformance.editions import load_edition, load_editions

    if wanted is not None:
        edition = load_edition(wanted).name
        for engine, hello in hellos:
            if edition not in hello.editions:
                raise UndecidedError(f"the engine {engine} does not play {edition}")
        return edition
    known = load_editions()
    (first, one), (second, other) = hellos
    for name in one.editions:
        if name in other.editions and name in known:
            return name
    raise UndecidedError(f"{first} and {second} declare no edition in common")


def common(hellos: "list[Greeted]", field: str, wanted: list[Any], *, is_asked: bool) -> list[Any]:
    """Those boards or numbers of players that both engines declare."""
    from conformance.boards import BOARDS

    for one in wanted if field == "boards" else ():
        if one not in BOARDS:
            raise UserError(f"no board {one!r}: expected {', '.join(BOARDS)}")
    for engine, hello in hellos if is_asked else ():
        for one in wanted:
            if one not in getattr(hello, field):
                what = one if field == "boards" else f"with {one} players"
                raise UndecidedError(f"the engine {engine} does not play {what}")
    found = [one for one in wanted if all(one in getattr(hello, field) for _, hello in hellos)]
    if not found:
        raise UndecidedError(f"the engines have no {field} of {wanted} in common")
    return list(dict.fromkeys(found))


def written(campaign: "Campaign", outcome: "Outcome", out: Path) -> list[Path]:
    """Write each finding, past the folders that a person has worked on; where it went."""
    from conformance.fuzz.folders import NotOursError, clear_findings
    from conformance.fuzz.output import write_finding
    from conformance.reports.svg import board_svg

    names = {"A": campaign.first, "B": campaign.second}
    homes: list[Path] = []
    number = 0
    for finding in outcome.findings:
        home = None
        while home is None:
            number += 1
            with suppress(NotOursError):  # it is told below, with those beyond the last number
                home = write_finding(out, number, finding, names, campaign.edition, board_svg)
        homes.append(home)
    for kept in clear_findings(out, but=homes):
        typer.echo(f"rrc: {kept.folder} is kept: {kept.strange}", err=True)
    return homes


def show(told: dict[str, Any], *, as_json: bool) -> None:
    """Print the campaign."""
    from conformance.reports.diff import diff_lines

    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False))
        return
    for line in diff_lines(told):
        typer.echo(line)


@contextmanager
def progress(campaign: "Campaign") -> "Iterator[Progress]":
    """Progress on standard error: a line that changes, or now and then a new one."""
    from conformance.commands.console import Console
    from conformance.fuzz.campaign import Outcome
    from conformance.fuzz.summary import clauses_in_play

    total, in_play = len(campaign.shards()), clauses_in_play()
    outcome = Outcome()
    begin = last = time.monotonic()
    console = Console(stderr=True)
    status = console.status("diff: begins") if console.is_terminal else None

    def advance(record: dict[str, Any]) -> None:
        nonlocal last
        outcome.add(record)
        reached, now = outcome.reached, time.monotonic()
        seconds = max(now - begin, 1e-9)
        rates = [
            f"{getattr(reached, name)} {name}, {getattr(reached, name) / seconds:.1f}/s"
            for name in ("games", "positions")
            if getattr(reached, name)
        ]
        line = (
            f"diff: shard {outcome.shards} of {total}; {'; '.join(rates)};"
            f" {reached.divergences} divergences;"
            f" {len(reached.clauses)} of {in_play} clauses reached"
        )
        if status is not None:
            status.update(line)
        elif now - last >= EVERY:
            last = now
            typer.echo(line, err=True)

    if status is None:
        yield advance
        return
    with status:
        yield advance
