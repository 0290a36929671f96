"""The lane: one thread that rules on the commands of several tables and stores them together.

A command by itself wakes four threads in turn: one that rules, the log's writer, the first one
again, and the server's loop. In a busy house that waking takes longer than the rulings. Here all
commands that have come meanwhile are ruled on one after the other, appended at once, and answered
at once.

Only what need not wait is done in the lane. A command whose table is locked by another thread, is
not in memory, or serves a tournament goes to a thread of its own: while the lane holds the locks
of some tables it must not wait for that of another.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from houseway.runner import Runner, Storing, stored
from houseway.store.batch import STORED
from houseway.store.log import Append, Appended

TOGETHER = 32  # commands in one group at the most
T = TypeVar("T")
AppendEach = Callable[[Sequence[Sequence[Append]]], "list[list[Appended] | Exception]"]


class Work(NamedTuple):
    """What is to be done at a stream of the log, and the future of those who wait for it.

    `stored` has what was appended for them.
    """

    stream: str
    steps: Storing[Any]
    future: asyncio.Future[Any]
    stored: list[Appended]


class Outcome(NamedTuple):
    """How work ended: with a result, or with a failure."""

    work: Work
    result: Any = None
    failure: BaseException | None = None

    def tell(self) -> None:
        """Answer those who wait, unless they have gone; from the loop."""
        if self.work.future.done():
            return
        if self.failure is not None:
            self.work.future.set_exception(self.failure)
        else:
            self.work.future.set_result(self.result)


class Lane:
    """Takes work from the server's loop. `append_each` makes several appends durable at once."""

    def __init__(self, runner: Runner, append_each: AppendEach, threads: Executor) -> None:
        self._runner, self._append_each, self._threads = runner, append_each, threads
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Work | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="commands", daemon=True)
        self._thread.start()

    async def do(self, stream: str, steps: Storing[T]) -> T:
        """Have work done; from the loop."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._queue.put(Work(stream, steps, future, STORED.get([])))
        return await future

    def close(self) -> None:
        """Finish what has been asked for."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        later: list[Work] = []
        while True:
            group: list[Work | None] = [*later] or [self._queue.get()]
            group += [self._queue.get() for _ in range(min(self._queue.qsize(), TOGETHER))]
            later = self._do([each for each in group if each is not None])
            if None in group:
                self._hand_over(later)
                return

    def _do(self, group: list[Work]) -> list[Work]:
        """Do what can be done together, once for each stream; the rest is returned."""
        first: dict[str, Work] = {}
        later = [each for each in group if first.setdefault(each.stream, each) is not each]
        with ExitStack() as locks:
            outcomes = self._done([each for each in first.values() if self._held(each, locks)])
        self._tell(outcomes)
        return later

    def _held(self, work: Work, locks: ExitStack) -> bool:
        """Lock the stream of some work, or hand the work over.

        Whether a stream is bound may have to be read: where that fails, this work fails alone.
        """
        try:
            lock = self._runner.hold(work.stream)
        except Exception as failure:
            self._tell([Outcome(work, failure=failure)])
            return False
        if lock is None:
            self._hand_over([work])
            return False
        locks.callback(lock.release)
        return True

    def _done(self, group: list[Work]) -> list[Outcome]:
        """Take all of it to its end, one append of each at a time."""
        outcomes: list[Outcome] = []
        steps = [_next_step(each, None) for each in group]
        while steps:
            waiting = [each for each in steps if not isinstance(each, Outcome)]
            outcomes += [each for each in steps if isinstance(each, Outcome)]
            answers = self._appended([appends for _, appends in waiting])
            pairs = zip(waiting, answers, strict=True)
            steps = [_next_step(work, answer) for (work, _), answer in pairs]
        return outcomes

    def _appended(self, batches: list[list[Append]]) -> list[list[Appended] | Exception]:
        """The answer to each; a log that fails altogether fails all of them, and not the lane."""
        try:
            return self._append_each(batches) if batches else []
        except Exception as failure:
            return [failure for _ in batches]

    def _hand_over(self, group: list[Work]) -> None:
        for work in group:
            self._threads.submit(self._do_alone, work)

    def _do_alone(self, work: Work) -> None:
        STORED.set(work.stored)
        try:
            outcome = Outcome(work, stored(self._runner.log, work.steps))
        except BaseException as failure:
            outcome = Outcome(work, failure=failure)
        self._tell([outcome])

    def _tell(self, outcomes: list[Outcome]) -> None:
        if outcomes:
            self._loop.call_soon_threadsafe(_tell_each, outcomes)


def _tell_each(outcomes: list[Outcome]) -> None:
    for each in outcomes:
        each.tell()


def _next_step(
    work: Work, answer: list[Appended] | Exception | None
) -> Outcome | tuple[Work, list[Append]]:
    """What work has to append next, or its end; `answer` is that to the append before."""
    try:
        if isinstance(answer, Exception):
            return work, work.steps.throw(answer)
        work.stored.extend(answer or ())
        return work, work.steps.send(answer)  # type: ignore[arg-type]
    except StopIteration as ended:
        return Outcome(work, ended.value)
    except BaseException as failure:
        return Outcome(work, failure=failure)
