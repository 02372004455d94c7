"""A certification from beginning to end: the file that is written, and the tally that it gives."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from conformance.certify.run import (
    Factory,
    Plan,
    Run,
    RunFileError,
    end_line,
    header,
    read_run,
    same_run,
    verdicts,
    write_line,
)
from conformance.engines.protocol import EngineFailure, Hello
from conformance.errors import ConformanceError, UndecidedError, UserError

Json: TypeAlias = dict[str, Any]
Progress: TypeAlias = Callable[[Json], None]
RUN_FILE = "run.jsonl"
LAST_WORDS = 5  # lines of an engine that cannot be greeted


def greet(name: str, factory: Factory) -> Hello:
    """What an engine says of itself; without that nothing can be told."""
    evidence = ""
    try:
        engine = factory()
        try:
            hello: Any = engine.hello()
        finally:
            engine.close()
        if isinstance(hello, Hello):
            return hello
        reason = f"it greets with {hello!r:.80}"
    except EngineFailure as failure:
        reason, evidence = failure.message, failure.evidence
    except ConformanceError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - an engine here may raise anything
        reason = f"{type(error).__name__}: {error}"
    raise UndecidedError(f"the engine {name} cannot be reached: {reason}{last_words(evidence)}")


def last_words(evidence: str) -> str:
    """The end of what an engine wrote to its standard error, as lines of a message."""
    lines = [line for line in evidence.splitlines() if line.strip()][-LAST_WORDS:]
    printable = ["".join(c if c.isprintable() else "\ufffd" for c in line[:200]) for line in lines]
    return "".join(f"\n  | {line}" for line in printable)


def certify(
    plan: Plan,
    factory: Factory,
    hello: Hello,
    folder: Path,
    *,
    resume: bool = False,
    progress: Progress = lambda _: None,
) -> Run:
    """Run the cases and write each verdict as it comes. A run that was cut short can go on."""
    path = folder / RUN_FILE
    head = header(plan, hello)
    done: tuple[Json, ...] = ()
    if resume:
        head, done = _taken_up(path, head)
    finished = {line["case"] for line in done}
    cases = [case for case in plan.cases if case.id not in finished]
    lines = list(done)
    for line in done:
        progress(line)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.new")
        with new.open("w", encoding="utf-8") as file:
            for line in (head, *done):
                write_line(file, line)
        new.replace(path)  # at once: what was done before is not to be lost by an interrupt
        with path.open("a", encoding="utf-8") as file:
            for line in verdicts(plan, factory, cases):
                write_line(file, line)
                lines.append(line)
                progress(line)
            write_line(file, end_line(lines))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or 'cannot be written'}") from None
    return read_run(path)


def _taken_up(path: Path, head: Json) -> tuple[Json, tuple[Json, ...]]:
    if not path.exists():
        return head, ()
    old = read_run(path)
    differs = same_run(old.header, head)
    if differs:
        raise RunFileError(
            f"{path}: cannot go on: its {differs} is another; run without --resume to begin anew"
        )
    return old.header, old.verdicts


def write_reports(folder: Path, reports: Sequence[tuple[str, str]]) -> None:
    """Write reports beside the run they were made from."""
    for name, text in reports:
        path = folder / name
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise UserError(f"{path}: {error.strerror or 'cannot be written'}") from None
