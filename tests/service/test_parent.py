"""A worker ends with the process that started it, also if that was killed before it could look."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from multiprocessing.connection import Connection

from houseway.service.process import end_with_parent
from tests.waiting import PATIENCE

STARTS = "from tests.service.test_parent import start; start()"


def start() -> None:
    """Start a worker, and be gone before it looks who has started it."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    worker = context.Process(target=_work, args=(theirs, os.getpid()))
    worker.start()
    ours.recv()
    os.kill(os.getpid(), signal.SIGKILL)


def _work(link: Connection[str, str], parent: int) -> None:
    link.send("begun")
    while os.getppid() == parent:
        os.sched_yield()
    os.write(1, b"orphaned\n")
    end_with_parent()
    signal.pause()


def test_a_worker_whose_parent_is_gone_already_ends() -> None:
    """Both hold the output open, so that it ends when both have ended."""
    with subprocess.Popen([sys.executable, "-c", STARTS], stdout=subprocess.PIPE) as parent:
        printed, _ = parent.communicate(timeout=PATIENCE)
    assert printed == b"orphaned\n"
    assert parent.returncode == -signal.SIGKILL
