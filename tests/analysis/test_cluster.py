"""A Dask cluster of two processes deals what one thread deals, whoever dies on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from houseway.analysis import CannotAnalyse, cluster, module_of
from houseway.analysis.dealing import Batch, Piece
from houseway.analysis.simulate import Progress, simulate
from houseway.cli.simulate import print_simulation
from houseway.games import game

ROUNDS, CHUNK = 1_234_567, 50_000


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    """Two worker processes on this machine, and nothing on the network beyond it."""
    dask: Any = import_module("distributed")
    with dask.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as started:
        yield started


def test_a_cluster_deals_what_threads_deal(dask: Any) -> None:
    """Tallies and points of convergence, with tasks of one chunk and of many."""
    own = simulate("mini-baccarat", ROUNDS, seed=3, chunk=CHUNK, workers=2)
    assert simulate("mini-baccarat", ROUNDS, seed=3, chunk=CHUNK, cluster=address(dask)) == own


def test_tasks_of_few_rounds_change_nothing(dask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    own = simulate("casino-war", ROUNDS, seed=4, chunk=CHUNK)
    monkeypatch.setattr(cluster, "ROUNDS_OF_A_TASK", CHUNK)
    assert simulate("casino-war", ROUNDS, seed=4, chunk=CHUNK, cluster=address(dask)) == own


def test_options_and_other_rules_reach_the_workers(dask: Any) -> None:
    """Rule data that are not the approved ones go along, and those of another option are read."""
    options = game("mini-baccarat").options(settlement="non-commission", pairs="perfect")
    data = module_of("mini-baccarat").read(options)
    for given in ({"options": options}, {"options": options, "data": data}):
        own = simulate("mini-baccarat", 60_000, chunk=CHUNK, **given)
        assert simulate("mini-baccarat", 60_000, chunk=CHUNK, cluster=address(dask), **given) == own


def test_a_killed_worker_changes_nothing(dask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """kill -9 after the first task: what it held is dealt again by whoever is there."""
    own = simulate("mini-baccarat", ROUNDS, seed=8, chunk=20_000)
    monkeypatch.setattr(cluster, "ROUNDS_OF_A_TASK", 20_000)
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if not killed:
            killed.append(workers_of(dask)[0])
            os.kill(killed[0], signal.SIGKILL)

    found = simulate(
        "mini-baccarat", ROUNDS, seed=8, chunk=20_000, cluster=address(dask), told=kill_one
    )
    assert found == own
    assert killed
    assert killed[0] not in workers_of(dask)


def test_a_cluster_that_has_no_news_is_given_up(dask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "NEWS_WITHIN", 1e-6)
    with pytest.raises(CannotAnalyse, match="no worker has dealt anything for 1e-06 seconds"):
        simulate("mini-baccarat", ROUNDS, chunk=CHUNK, cluster=address(dask))


def test_a_worker_with_another_version_refuses() -> None:
    order = cluster.Order(
        "casino-war", b"{}", None, Batch(1, 10, 10), "0.0.0", game("casino-war").cite.edition
    )
    with pytest.raises(CannotAnalyse, match=r"a worker has houseway .* asked for by 0\.0\.0"):
        cluster.deal_on_worker(order, Piece(0, 1))


def test_nobody_at_the_address(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "ANSWERS_WITHIN", 1)
    assert print_simulation("casino-war", rounds="10", cluster="tcp://127.0.0.1:1") == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in capsys.readouterr().err


def test_workers_or_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_simulation("casino-war", workers=2, cluster="tcp://127.0.0.1:1") == 2
    assert "workers or a cluster" in capsys.readouterr().err


def test_without_the_package_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CannotAnalyse, match=r"pip install 'houseway\[cluster\]'"):
        simulate("casino-war", 10, cluster="tcp://127.0.0.1:1")


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    """The commands start without Dask, Pillow, Arrow, numba and NumPy."""
    program = (
        "import sys, houseway.cli.simulate, houseway.cli.session, houseway.cli.plot\n"
        "print(*({'dask', 'distributed', 'PIL', 'arro3', 'numba', 'numpy'} & set(sys.modules)))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert told.stdout == "\n"


def address(dask: Any) -> str:
    found: str = dask.scheduler_address
    return found


def workers_of(dask: Any) -> list[int]:
    """The process of each worker."""
    return [each.pid for each in dask.workers.values() if each.pid is not None]
