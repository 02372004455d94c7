"""A campaign on a Dask cluster: shards go to its workers, and their records come back.

A worker that is lost loses nothing: the scheduler gives its shards to another, and a shard that
was given up with its worker is handed out again from here.
"""

import importlib
import time
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from conformance import __version__
from conformance.errors import UndecidedError, UserError
from conformance.fuzz.campaign import Campaign, Shard
from conformance.fuzz.shard import run_shard

Json: TypeAlias = dict[str, Any]
AGAIN = 5  # so often a shard is handed out that is lost with its worker
CONNECT = 15  # seconds
POLL = 0.5


def on_cluster(
    campaign: Campaign, shards: Sequence[Shard], address: str, deadline: float | None
) -> Iterator[Json]:
    """The records of shards as they are finished by the workers of a cluster."""
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise UserError(
            '--cluster needs Dask: python -m pip install "ringrift-conformance[cluster]"'
        ) from None
    try:
        client = distributed.Client(address, timeout=CONNECT)
    except (OSError, ValueError) as error:
        raise UndecidedError(f"the cluster at {address} cannot be reached: {error}") from None
    try:
        _refuse_strangers(client)
        yield from _run(distributed, client, campaign, shards, deadline)
    finally:
        client.close()


def _refuse_strangers(client: Any) -> None:
    """Every worker must have this very version of the suite."""
    for worker, version in client.run(suite_version).items():
        if version != __version__:
            raise UserError(f"the worker {worker} has version {version}: expected {__version__}")


def suite_version() -> str:
    """The version of the suite where this is called."""
    return __version__


def _run(
    distributed: Any,
    client: Any,
    campaign: Campaign,
    shards: Sequence[Shard],
    deadline: float | None,
) -> Iterator[Json]:
    written = campaign.to_json()
    lost = dict.fromkeys(shards, 0)
    waiting = [*reversed(shards)]
    running: dict[Any, Shard] = {}
    try:
        while waiting or running:
            room = 2 * max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
            is_late = deadline is not None and time.monotonic() >= deadline
            while waiting and len(running) < room and not is_late:
                shard = waiting.pop()
                task = client.submit(
                    run_shard, written, shard.mode, shard.start, shard.count, pure=False
                )
                running[task] = shard
            if not running:
                return
            try:
                distributed.wait([*running], timeout=POLL, return_when="FIRST_COMPLETED")
            except TimeoutError:
                continue
            for task in [one for one in running if one.done()]:
                shard = running.pop(task)
                try:
                    yield task.result()
                except distributed.KilledWorker:
                    lost[shard] += 1
                    if lost[shard] > AGAIN:
                        raise UndecidedError(
                            f"{shard.name}: every worker that ran it was lost"
                        ) from None
                    waiting.append(shard)
    finally:
        client.cancel([*running])
