"""Run each of many small jobs in a process of its own, forked from this one."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

Job = TypeVar("Job")
Work = Callable[[Job], tuple[int, str]]  # gives an exit status and a short text
OUT_OF_TIME = -signal.SIGPROF
FAILED = 70  # the exit status where the work itself raised


class Ended(NamedTuple, Generic[Job]):
    """A job that is done: the exit status of its process, and the text that its work gave."""

    job: Job
    status: int
    text: str


def run(
    jobs: Iterable[Job], work: Work[Job], *, workers: int, seconds: float
) -> Iterator[Ended[Job]]:
    """Yield each job as it ends; one that uses more CPU time than this has `OUT_OF_TIME`.

    CPU time, so that a busy machine does not stop work that is only slow.
    """
    running: dict[int, tuple[Job, int]] = {}
    for job in jobs:
        if len(running) == workers:
            yield _ended(running)
        child, reading = _fork(job, work, seconds)
        running[child] = job, reading
    while running:
        yield _ended(running)


def _fork(job: Job, work: Work[Job], seconds: float) -> tuple[int, int]:
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    status = FAILED
    try:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        status, text = work(job)
        os.write(writing, text.encode()[:4096])
    finally:
        os._exit(status)


def _ended(running: dict[int, tuple[Job, int]]) -> Ended[Job]:
    child, status = os.wait()
    while child not in running:  # a process that a test or a library left behind
        child, status = os.wait()
    job, reading = running.pop(child)
    with os.fdopen(reading, "rb") as text:
        return Ended(job, os.waitstatus_to_exitcode(status), text.read().decode())


def silence() -> None:
    """Write nothing from here on: what a broken test prints is of no use."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
