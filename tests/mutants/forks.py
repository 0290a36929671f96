"""Run each of many small jobs in a process of its own, forked from this one."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Job = TypeVar("Job")
OUT_OF_TIME = -signal.SIGALRM


def run(
    jobs: Iterable[Job], work: Callable[[Job], int], *, workers: int, seconds: float
) -> Iterator[tuple[Job, int]]:
    """Each job with the exit status of its work, as they end; `OUT_OF_TIME` after so long."""
    running: dict[int, Job] = {}
    for job in jobs:
        if len(running) == workers:
            yield _ended(running)
        running[_fork(job, work, seconds)] = job
    while running:
        yield _ended(running)


def _fork(job: Job, work: Callable[[Job], int], seconds: float) -> int:
    child = os.fork()
    if child:
        return child
    status = 70  # the work itself went wrong
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        status = work(job)
    finally:
        os._exit(status)


def _ended(running: dict[int, Job]) -> tuple[Job, int]:
    child, status = os.wait()
    return running.pop(child), os.waitstatus_to_exitcode(status)


def silence() -> None:
    """Write nothing from here on: what a broken test prints is of no use."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
