"""What a serving process arranges for itself: garbage collection, threads, its parent's end."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import ParamSpec, TypeVar

# Garbage collection in the server's processes: less often than Python's default.

# New values before the youngest are looked at, and how often that happens before older ones are.
THRESHOLDS = (10_000, 10, 20)


def collect_less_often() -> None:
    """Exempt what is loaded so far from garbage collection, and collect the rest less often.

    For a process of its own, once it has loaded what it needs.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


# Threads for what blocks: nothing raised in one leaves a request without an answer.

P = ParamSpec("P")
T = TypeVar("T")


class Threads(ThreadPoolExecutor):
    """Threads that work in the context of whoever hands the work over.

    A StopIteration cannot be handed to a waiting coroutine: it is raised as a RuntimeError.
    """

    def submit(self, fn: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> Future[T]:
        context = copy_context()

        def work() -> T:
            try:
                return context.run(fn, *given, **named)
            except StopIteration as ended:
                raise RuntimeError("an iterator ended too early") from ended

        return super().submit(work)


# A worker process ends with the process that started it: nobody else would stop it.


def end_with_parent() -> None:
    """Stop this process, as an operator would, once its parent is gone or if it is gone already."""
    parent = multiprocessing.parent_process()
    if parent is None:
        raise RuntimeError("no other process has started this one")

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="parent", daemon=True).start()
