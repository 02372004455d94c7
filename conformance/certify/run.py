"""A run: the stream of verdicts of one engine, written as it goes, one JSON object per line."""

import hashlib
import json
import math
import multiprocessing
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from multiprocessing.util import Finalize
from pathlib import Path
from typing import IO, Any, TypeAlias

from conformance import __version__
from conformance.certify.judge import judge
from conformance.certify.verdicts import Failed, Inapplicable, Passed, Skipped, Verdict
from conformance.certify.verdicts import Unsupported as UnsupportedVerdict
from conformance.engines.process import end_all, marked
from conformance.engines.protocol import Engine, EngineFailure, Hello
from conformance.engines.workers import begin_worker
from conformance.errors import UndecidedError, UserError
from conformance.scenarios.model import Case, Scenario

Json: TypeAlias = dict[str, Any]
FORMAT = 1


class RunFileError(UserError):
    """A file is not a run, or not the run that was to go on."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be run: an engine by name, an edition, and the cases."""

    engine: str
    edition: str
    cases: tuple[Case, ...]
    selection: Json
    timeout: float = 10.0
    jobs: int = 1
    fail_fast: bool = False
    known: frozenset[str] = frozenset()  # failures at which nobody stops


def header(plan: Plan, hello: Hello) -> Json:
    """The first line of a run: what was run, on what, when."""
    return {
        "type": "run",
        "format": FORMAT,
        "suite": {"name": "ringrift-conformance", "version": __version__},
        "edition": plan.edition,
        "engine": {"spec": plan.engine, **plain(asdict(hello))},
        "corpus": corpus_digest({case.scenario.id: case.scenario for case in plan.cases}.values()),
        "cases": len(plan.cases),
        "selection": plan.selection,
        "seed": None,
        "started": _now(),
    }


def corpus_digest(scenarios: Any) -> str:
    """The hash of what the scenarios say, whatever their order."""
    digest = hashlib.sha256()
    for scenario in sorted(scenarios, key=lambda one: one.id):
        digest.update(json.dumps(scenario.document.data, sort_keys=True).encode())
    return digest.hexdigest()


def record(case: Case, verdict: Verdict, seconds: float) -> Json:
    """One line of a run."""
    scenario = case.scenario
    return {
        "type": "verdict",
        "case": case.id,
        "scenario": scenario.id,
        "file": shown_path(scenario),
        "title": scenario.title,
        "clauses": [*scenario.clauses],
        "questions": [*scenario.questions],
        "polarity": [*scenario.polarities],
        "status": scenario.status.value,
        "ruling": scenario.ruling,
        "board": case.board,
        "players": case.players,
        "verdict": verdict.name,
        "seconds": round(seconds, 6),
        "broken": broken_clauses(case, verdict),
        "detail": detail(verdict),
    }


def shown_path(scenario: Scenario) -> str:
    """The file of a scenario, from its chapter on."""
    return "/".join(scenario.path.parts[-2:])


def broken_clauses(case: Case, verdict: Verdict) -> list[str]:
    """The clause that a bad verdict is about: that of the rejected move, else the foremost."""
    match verdict:
        case Passed() | UnsupportedVerdict() | Inapplicable() | Skipped():
            return []
        case Failed(clause=str(clause)):
            return [clause]
        case _:
            return [case.scenario.clauses[0]]


def detail(verdict: Verdict) -> Json:
    """What a verdict carries beside its name."""
    found = asdict(verdict)
    del found["name"]
    return {name: plain(value) for name, value in found.items()}


def plain(value: Any) -> Any:
    """A value as JSON can hold it: an engine in this process may say anything."""
    match value:
        case None | bool() | int():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case str():
            return value.encode("utf-8", "replace").decode("utf-8")  # no lone surrogates
        case Mapping():
            return {plain(str(key)): plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [plain(inner) for inner in value]
        case _:
            return plain(repr(value))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


# --- running ------------------------------------------------------------------------------------

Factory: TypeAlias = Callable[[], Engine]
_inherited: tuple[Factory, Sequence[Case], float] | None = None
_engine: tuple[Engine, Hello] | None = None


def verdicts(plan: Plan, factory: Factory, cases: Sequence[Case]) -> Iterator[Json]:
    """The lines of the cases, in their order."""
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    if plan.jobs > 1 and len(cases) > 1 and can_fork:
        found = _in_processes(plan, factory, cases)
    else:
        found = _in_this_process(plan, factory, cases)
    for line in found:
        yield line
        is_new = line["status"] == "normative" and line["case"] not in plan.known
        if plan.fail_fast and line["broken"] and is_new:
            return


def _in_this_process(plan: Plan, factory: Factory, cases: Sequence[Case]) -> Iterator[Json]:
    engine = factory()
    try:
        hello = _greeted(engine)
        for case in cases:
            yield _judged(case, engine, hello, plan.timeout)
    finally:
        engine.close()


def _in_processes(plan: Plan, factory: Factory, cases: Sequence[Case]) -> Iterator[Json]:
    """Each process inherits the cases and opens an engine of its own."""
    global _inherited
    _inherited = (factory, cases, plan.timeout)
    context = multiprocessing.get_context("fork")
    chunk = max(1, min(50, len(cases) // (plan.jobs * 4)))
    mark = uuid.uuid4().hex
    others = {*multiprocessing.active_children()}
    pool = ProcessPoolExecutor(plan.jobs, context, begin_worker, (mark,))
    try:
        yield from pool.map(_in_child, range(len(cases)), chunksize=chunk)
        pool.shutdown()
    except BrokenProcessPool:
        raise UndecidedError("a process of this run ended before its time; try --jobs 1") from None
    finally:  # of a run that came to its end nothing is left; of one that was cut short, all is
        for worker in {*multiprocessing.active_children()} - others:
            worker.terminate()
        pool.shutdown(cancel_futures=True)
        end_all(lambda: [*marked(mark)])


def _in_child(index: int) -> Json:
    global _engine
    if _inherited is None:
        raise RuntimeError("the process has inherited no cases")
    factory, cases, timeout = _inherited
    if _engine is None:
        engine = factory()
        Finalize(None, engine.close, exitpriority=1)
        _engine = (engine, _greeted(engine))
    return _judged(cases[index], *_engine, timeout)


def _greeted(engine: Engine) -> Hello:
    try:
        return engine.hello()
    except EngineFailure as failure:
        raise UndecidedError(f"the engine cannot be greeted again: {failure.message}") from None


def _judged(case: Case, engine: Engine, hello: Hello, timeout: float) -> Json:
    begin = time.perf_counter()
    verdict = judge(case, engine, hello, timeout)
    return record(case, verdict, time.perf_counter() - begin)


# --- the file -----------------------------------------------------------------------------------


FIELDS: Mapping[str, tuple[str, ...]] = {
    "run": ("format", "suite", "edition", "engine", "corpus", "cases", "selection", "started"),
    "verdict": (
        *("case", "scenario", "file", "title", "clauses", "questions", "polarity", "status"),
        *("ruling", "board", "players", "verdict", "seconds", "broken", "detail"),
    ),
    "end": ("counts", "finished"),
}
"""The kinds of lines, and what each must have to be read; `schemas/run.schema.json` says more."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run as it was read; `end` is missing from one that was interrupted."""

    header: Json
    verdicts: tuple[Json, ...]
    end: Json | None


def write_line(file: IO[str], line: Json) -> None:
    """Write one line, at once."""
    file.write(json.dumps(line, ensure_ascii=False) + "\n")
    file.flush()


def end_line(lines: Sequence[Json]) -> Json:
    """The last line of a run that came to its end."""
    counts: dict[str, int] = {}
    for line in lines:
        counts[line["verdict"]] = counts.get(line["verdict"], 0) + 1
    return {"type": "end", "counts": counts, "finished": _now()}


def read_run(path: Path) -> Run:
    """A run from its file. A last line that was cut short is left out."""
    try:
        parts = path.read_bytes().split(b"\n")
    except OSError as error:
        raise RunFileError(f"{path}: {error.strerror or 'cannot be read'}") from None
    lines: list[Json] = []
    for number, part in enumerate(parts, start=1):
        if not part:
            continue
        try:
            line = json.loads(part.decode("utf-8"))
        except (ValueError, RecursionError):
            if number == len(parts):
                break
            raise RunFileError(f"{path}:{number}: not JSON, so not a run") from None
        if not isinstance(line, dict) or line.get("type") not in FIELDS:
            raise RunFileError(f"{path}:{number}: expected a line of type run, verdict or end")
        lacking = [name for name in FIELDS[line["type"]] if name not in line]
        if lacking:
            raise RunFileError(f"{path}:{number}: lacks {', '.join(lacking)}, so not a run")
        lines.append(line)
    if not lines or lines[0]["type"] != "run":
        raise RunFileError(f"{path}:1: expected the header of a run")
    if lines[0].get("format") != FORMAT:
        raise RunFileError(f"{path}:1: format {lines[0].get('format')}: expected {FORMAT}")
    found = tuple(line for line in lines if line["type"] == "verdict")
    ends = [line for line in lines if line["type"] == "end"]
    return Run(lines[0], found, ends[-1] if ends else None)


def same_run(old: Json, new: Json) -> str:
    """Why a run cannot go on from another; empty if it can."""
    for name in ("suite", "edition", "corpus", "selection", "engine"):
        if old.get(name) != new.get(name):
            return name
    return ""
