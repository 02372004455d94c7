"""How often `rrc identify` is right: on every edition, every mutant, and on mixtures.

    python benchmarks/identify_all.py --jobs 2 --mixtures 40

Editions are asked of both engines of this project, and of the reference engine under a wrong name.
A mixture is an edition with two or three parameters changed, or two mutants at once; which, the
seed decides. With --every N only each N-th mutant is asked, and so on.
"""

import argparse
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from typing import NamedTuple

from conformance.coverage.identify import Identity, identify
from conformance.coverage.models import Model, playable
from conformance.editions import CANON, load_parameters
from conformance.engines.mutants import Mutant, mutant_named, mutants
from conformance.engines.names import engine_factory
from conformance.engines.protocol import Engine
from conformance.scenarios import Scenario, load_corpus


class Task(NamedTuple):
    """An engine to be identified, and what it is."""

    kind: str
    name: str
    edition: str = CANON
    changes: tuple[tuple[str, str], ...] = ()
    mutants: tuple[str, ...] = ()


class Outcome(NamedTuple):
    """What was said of an engine, counted."""

    kind: str
    counts: dict[str, int]
    said: str


@cache
def corpus() -> tuple[Scenario, ...]:
    """The corpus, once in each process."""
    return load_corpus()


def engine_of(task: Task) -> Engine:
    """The engine that a task is about."""
    if task.changes or len(task.mutants) > 1:
        return Model(task.edition, task.changes, task.mutants).engine(task.edition)
    if task.kind == "disguised edition":
        return Model(task.edition).engine(CANON)
    return engine_factory(task.name)()


def judged(task: Task) -> Outcome:
    """Identify an engine, and count what was right."""
    begin = time.process_time()
    with closing(engine_of(task)) as engine:
        found = identify(task.name, engine, corpus())
    counts = {"engines": 1, "milliseconds": round(1000 * (time.process_time() - begin))}
    counts |= {"questions": found.asked, "cases": found.judged}
    counts["edition right"] = found.edition == task.edition
    if task.mutants:
        counts |= of_mutants(task, found)
    elif task.changes:
        counts |= of_changes(task, found)
    else:
        counts["exact"] = found.is_exact
    return Outcome(task.kind, counts, f"{task.name}: {said(found)}")


def of_mutants(task: Task, found: Identity) -> dict[str, int]:
    """Whether the clauses that are broken are named, and first."""
    wanted = [mutant_named(name).clause for name in task.mutants]
    named = [one.nearest.clause for one in found.departures if one.nearest]
    return {
        "one named first": named[:1] != [] and named[0] in wanted,
        "all named": all(clause in named for clause in wanted),
        "all named at the head": {*named[: len(wanted)]} == {*wanted},
        "none found": not found.departures,
    }


def of_changes(task: Task, found: Identity) -> dict[str, int]:
    """How many of the parameters that were changed are named, with their values.

    A value may be one that nothing tells from another, in that mixture: then the report has to say
    of the parameter that this value would be played the same.
    """
    named = {(one.parameter, one.value) for one in found.departures if one.parameter}
    wanted = {*task.changes}
    others = {one.name: one.others for one in found.parameters}
    alike = {(name, value) for name, value in wanted - named if value in others[name]}
    strangers = {one for one in named - wanted if one[0] not in dict(alike)}
    return {
        "changed": len(wanted),
        "of them named": len(named & wanted),
        "of them reported as alike": len(alike),
        "all named, and no others": named == wanted,
        "all named or reported as alike, and no others": wanted <= named | alike and not strangers,
        "others named": len(strangers),
    }


def said(found: Identity) -> str:
    """What was found, in short."""
    parts = [
        f"{one.nearest.clause} {one.nearest.mutant} {one.nearest.degree:.2f}"
        if one.parameter is None and one.nearest
        else f"{one.parameter}={one.value}"
        for one in found.departures
    ]
    left = (
        f"{len(found.oddities)} odd, {len(found.unexplained)} unexplained, {len(found.apart)} apart"
    )
    return f"{found.edition} except {', '.join(parts) or 'nothing'}; {left}"


def tasks(seed: int, mixtures: int, every: int) -> Iterator[Task]:
    """Everything that is to be identified."""
    rng = random.Random(seed)
    for edition in load_parameters():
        for engine in ("reference", "literal"):
            yield Task("edition", f"{engine}@{edition}", edition)
        yield Task("disguised edition", f"{edition} as {CANON}", edition)
    for name in [*mutants()][::every]:
        yield Task("mutant", f"mutant:{name}", mutants=(name,))
    for width in (2, 3):
        for _ in range(mixtures):
            edition = rng.choice([*load_parameters()])
            changes = mixed(rng, edition, width)
            shown = ", ".join(f"{name}={value}" for name, value in changes)
            yield Task(f"{width} parameters", f"{edition} with {shown}", edition, changes)
    for _ in range(mixtures):
        one, other = two(rng)
        yield Task("2 mutants", f"{one.name} and {other.name}", mutants=(one.name, other.name))


def mixed(rng: random.Random, edition: str, width: int) -> tuple[tuple[str, str], ...]:
    """Some parameters of an edition with other values."""
    names = [name for name, values in playable().items() if len(values) > 1]
    changes = []
    for name in rng.sample(names, width):
        now = Model(edition).value(name)
        changes.append((name, rng.choice([one for one in playable()[name] if one != now])))
    return tuple(sorted(changes))


def two(rng: random.Random) -> tuple[Mutant, Mutant]:
    """Two mutants that can be at once: of different clauses and in different homes."""
    while True:
        one, other = rng.sample([*mutants().values()], 2)
        if one.clause != other.clause and one.home != other.home:
            return one, other


def main() -> None:
    """Identify them all, and print the sums."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mixtures", type=int, default=40, help="of each kind")
    parser.add_argument("--every", type=int, default=1, help="only each n-th mutant")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kind", help="only this kind")
    parser.add_argument("--show", action="store_true", help="what was said of each")
    options = parser.parse_args()
    chosen = [
        task
        for task in tasks(options.seed, options.mixtures, options.every)
        if options.kind in (None, task.kind)
    ]
    sums: dict[str, Counter[str]] = {}
    with multiprocessing.Pool(options.jobs) as pool:
        for outcome in pool.imap(judged, chosen):
            sums.setdefault(outcome.kind, Counter()).update(outcome.counts)
            if options.show:
                print(outcome.kind, outcome.said, flush=True)  # noqa: T201 - this is its output
    for kind, counts in sums.items():
        total = counts["engines"]
        print(f"{kind}: {total}")  # noqa: T201 - this is its output
        for name in [one for one in counts if one != "engines"]:
            share = counts[name] / total
            print(f"    {name}: {counts[name]} ({share:.3g} each)")  # noqa: T201 - this is its output


if __name__ == "__main__":
    main()
