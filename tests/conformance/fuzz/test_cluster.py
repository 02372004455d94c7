"""A campaign on a real cluster of two worker processes on this machine."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from conformance.editions import CANON
from conformance.errors import UndecidedError
from conformance.fuzz import campaign as campaigns
from conformance.fuzz.campaign import Campaign
from conformance.fuzz.runners import run_campaign

distributed = pytest.importorskip("distributed")

CAMPAIGN = Campaign("reference", "mutant:height-is-the-cap", CANON, players=(2,), games=10)


def test_a_lost_worker_loses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigns, "GAMES_IN_A_SHARD", 2)
    alone = run_campaign(CAMPAIGN, tmp_path / "alone")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        pids = [worker.process.pid for worker in cluster.workers.values()]
        killed: list[int] = []

        def kill_one(_record: dict[str, Any]) -> None:
            if not killed:
                os.kill(pids[0], signal.SIGKILL)
                killed.append(pids[0])

        together = run_campaign(
            CAMPAIGN,
            tmp_path / "together",
            cluster=cluster.scheduler_address,
            progress=kill_one,
        )
    assert killed
    assert together.reached.games == 10
    assert together.reached.to_json() == alone.reached.to_json()
    assert together.findings.to_json() == alone.findings.to_json()


def test_a_cluster_that_is_not_there_gives_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from conformance.fuzz import cluster

    monkeypatch.setattr(cluster, "CONNECT", 1)
    with pytest.raises(UndecidedError, match="cannot be reached"):
        run_campaign(CAMPAIGN, tmp_path, cluster="tcp://127.0.0.1:9")
