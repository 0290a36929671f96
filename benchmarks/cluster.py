"""A Dask cluster of two worker processes against two threads of our own, per CPU-second.

`python -m benchmarks.cluster [ROUNDS]` counts the CPU time of every process: workers, their
nannies, and this one with the scheduler in it. Tasks are of ten million rounds. Turns go threads,
cluster, threads, so that a machine that slows down slows both; printed are medians. Tallies are
compared too: on the cluster, and by 1, 2 and 7 threads.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from statistics import median
from time import perf_counter, process_time
from typing import Any

from houseway.analysis.simulate import Simulation, simulate

GAME = "mini-baccarat"
ROUNDS = 500_000_000
TURNS = 3


def main() -> None:
    rounds = int(float(sys.argv[1])) if len(sys.argv) > 1 else ROUNDS
    print(f"load before: {os.getloadavg()[0]:.1f}")
    simulate(GAME, 1_000_000)
    # Its profiler looks at a worker a hundred times a second by the clock on the wall, which on a
    # busy machine is more often than the worker gets anything done.
    import_module("dask.config").set({"distributed.worker.profile.enabled": False})
    dask: Any = import_module("distributed")
    begun = perf_counter()
    with dask.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        print(f"cluster up after {perf_counter() - begun:.1f} s")
        address = cluster.scheduler_address
        on_cluster = simulate(GAME, rounds, cluster=address)  # its workers compile or read kernels
        turns = [_turn(rounds, address) for _ in range(TURNS)]
    threads, workers, ratio = (median(column) for column in zip(*turns, strict=True))
    print(f"two threads: {threads / 1e6:.1f} M rounds per CPU-second")
    print(f"two workers: {workers / 1e6:.1f} M rounds per CPU-second of all processes")
    print(f"cluster against threads: {ratio:.2f}")
    alike = [simulate(GAME, rounds, workers=n) == on_cluster for n in (1, 2, 7)]
    print(f"the same tallies by 1, 2 and 7 threads as on the cluster: {alike}")
    print(f"load after: {os.getloadavg()[0]:.1f}")


def _turn(rounds: int, address: str) -> tuple[float, float, float]:
    before = _rate(rounds, workers=2)
    cluster = _rate(rounds, cluster=address)
    threads = (before + _rate(rounds, workers=2)) / 2
    return threads, cluster, cluster / threads


def _rate(rounds: int, **asked: Any) -> float:
    """Rounds per CPU-second of this process and everything that it started."""
    begun = _spent()
    made: Simulation = simulate(GAME, rounds, **asked)
    return made.rounds / (_spent() - begun)


def _spent() -> float:
    """CPU seconds so far, of processes that still run."""
    psutil: Any = import_module("psutil")
    times = [each.cpu_times() for each in psutil.Process().children(recursive=True)]
    spent: float = process_time() + sum(each.user + each.system for each in times)
    return spent


if __name__ == "__main__":
    main()
