"""Where the shards of a campaign are run: in this process, in several, or on a cluster."""

import multiprocessing
import time
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeAlias

from conformance.engines.process import end_all, marked
from conformance.engines.protocol import EngineFailure
from conformance.engines.workers import begin_worker
from conformance.errors import UndecidedError
from conformance.fuzz.campaign import Campaign, Outcome, Progress, Shard, outcome_of
from conformance.fuzz.journal import opened_journal
from conformance.fuzz.shard import run_shard

Json: TypeAlias = dict[str, Any]


def run_campaign(
    campaign: Campaign,
    folder: Path,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    time_budget: float | None = None,
    resume: bool = False,
    progress: Progress = lambda _: None,
) -> Outcome:
    """Run a campaign, or what is left of it; what is finished is written at once."""
    deadline = None if time_budget is None else time.monotonic() + time_budget
    with opened_journal(folder, campaign, resume=resume) as journal:
        done = {record["shard"] for record in journal.records}
        for record in journal.records:
            progress(record)
        left = [shard for shard in campaign.shards() if shard.name not in done]
        try:
            for record in _records(campaign, left, jobs, cluster, deadline):
                journal.add(record)
                progress(record)
        except EngineFailure as failure:
            raise UndecidedError(f"an engine cannot be reached: {failure.message}") from None
        order = {shard.name: number for number, shard in enumerate(campaign.shards())}
        return outcome_of(sorted(journal.records, key=lambda one: order[one["shard"]]))


def _records(
    campaign: Campaign,
    shards: Sequence[Shard],
    jobs: int,
    cluster: str | None,
    deadline: float | None,
) -> Iterator[Json]:
    if cluster is not None:
        from conformance.fuzz.cluster import on_cluster

        return on_cluster(campaign, shards, cluster, deadline)
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    if jobs > 1 and len(shards) > 1 and can_fork:
        return in_processes(campaign, shards, jobs, deadline)
    return in_this_process(campaign, shards, deadline)


def is_past(deadline: float | None) -> bool:
    """Whether the time is used up."""
    return deadline is not None and time.monotonic() >= deadline


def in_this_process(
    campaign: Campaign, shards: Sequence[Shard], deadline: float | None
) -> Iterator[Json]:
    """One shard after another."""
    written = campaign.to_json()
    for shard in shards:
        if is_past(deadline):
            return
        yield run_shard(written, shard.mode, shard.start, shard.count)


def in_processes(
    campaign: Campaign, shards: Sequence[Shard], jobs: int, deadline: float | None
) -> Iterator[Json]:
    """Several at a time; no more are handed out than are being run, so that time can end them."""
    written = campaign.to_json()
    context = multiprocessing.get_context("fork")
    mark = uuid.uuid4().hex
    others = {*multiprocessing.active_children()}
    pool = ProcessPoolExecutor(jobs, context, begin_worker, (mark,))
    waiting = [*reversed(shards)]
    running: set[Future[Json]] = set()
    try:
        while waiting or running:
            while waiting and len(running) < jobs and not is_past(deadline):
                shard = waiting.pop()
                running.add(pool.submit(run_shard, written, shard.mode, shard.start, shard.count))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for one in finished:
                yield one.result()
    except BrokenProcessPool:
        raise UndecidedError("a process of the campaign ended before its time") from None
    finally:  # of a campaign that was cut short, its processes and their engines are left
        if running:
            for worker in {*multiprocessing.active_children()} - others:
                worker.terminate()
        pool.shutdown(cancel_futures=True)
        end_all(lambda: [*marked(mark)])
