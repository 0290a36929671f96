"""Threads for what blocks: nothing raised in one leaves a request without an answer."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import ParamSpec, TypeVar

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
