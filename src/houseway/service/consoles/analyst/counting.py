"""Exact figures for pages, counted in one process beside the service and kept while it runs.

One question is counted at a time. A question that someone has asked already is not asked twice.
The process is started when it is needed and ended when nobody has asked for a while.
"""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
import threading
from collections import OrderedDict, deque
from concurrent.futures import Future
from contextlib import suppress
from http import HTTPStatus
from typing import NamedTuple

from houseway.service.consoles.analyst import questions as a
from houseway.service.consoles.analyst.counter import LENGTH
from houseway.service.consoles.analyst.questions import Answer, Question, Refusal
from houseway.service.errors import Wrong
from houseway.service.texts.text import Text

KEPT = 128  # answers
MOST_WAITING = 16  # questions
LONGEST_SECONDS = 300.0  # it gives way to everything else, so on a busy machine it takes long
IDLE_SECONDS = 120.0
_COMMAND = (sys.executable, "-m", "houseway.service.consoles.analyst.counter")


class _Lost(NamedTuple):
    """Why there is no answer. It is a result and not an exception: those who asked may have gone,
    and an exception that nobody collects is reported as an error of the service."""

    sentence: str


class _Question(NamedTuple):
    asked: Question
    answer: Future[Answer]


class Counting:
    """The counting of one service. Everything but `ask` may be called from any thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Question, Future[Answer]] = OrderedDict()
        self._waiting: deque[_Question] = deque()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._process: _Process | None = None
        self._closed = False
        self._counted: Question | None = None  # the question that the process works on

    async def ask(self, asked: Question, patience: float = LONGEST_SECONDS) -> Answer:
        """The answer, waited for without holding a thread. A refusal is raised with its reason.

        After `patience` seconds TimeoutError is raised; the question is answered all the same, and
        the answer kept for the next who asks.
        """
        waiting = asyncio.wrap_future(self.put(asked))
        found = await asyncio.wait_for(asyncio.shield(waiting), patience)
        if isinstance(found, Refusal):
            raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "cannot_analyse", found.sentence)
        if isinstance(found, _Lost):
            raise Wrong(HTTPStatus.SERVICE_UNAVAILABLE, "not_counted", found.sentence)
        return found

    def known(self, asked: Question) -> Answer | None:
        """The answer if it has been counted; nothing is begun."""
        with self._changed:
            found = self._kept.get(asked)
        return found.result() if found is not None and found.done() else None

    def before(self, asked: Question) -> int | None:
        """How many questions are answered before this one; None where nobody asks it now."""
        with self._changed:
            if asked == self._counted:
                return 0
            waiting = [each.asked for each in self._waiting]
            return waiting.index(asked) + 1 if asked in waiting else None

    def put(self, asked: Question) -> Future[Answer]:
        """Ask, or join those who asked the same."""
        with self._changed:
            known = self._kept.get(asked)
            if known is not None:
                self._kept.move_to_end(asked)
                return known
            if self._closed or len(self._waiting) >= MOST_WAITING:
                sentence = Text("too many figures are being counted; try again in a minute")
                raise Wrong(HTTPStatus.TOO_MANY_REQUESTS, "counting_busy", sentence)
            made: Future[Answer] = Future()
            self._kept[asked] = made
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            self._waiting.append(_Question(asked, made))
            self._changed.notify()
            if self._thread is None:
                self._process = _Process()
                self._thread = threading.Thread(
                    target=self._work, args=[self._process], name="counting", daemon=True
                )
                self._thread.start()
            return made

    def close(self) -> None:
        """End the process; those who wait get a refusal."""
        with self._changed:
            self._closed = True
            thread, process = self._thread, self._process
            self._changed.notify()
        if thread is not None and process is not None:
            process.kill()
            thread.join()

    # In the thread of a process

    def _work(self, process: _Process) -> None:
        while (question := self._next()) is not None:
            try:
                answer = process.ask(question.asked)
                self._counted = None
                question.answer.set_result(answer)
            except OSError as lost:
                self._forget(question, lost)
        process.end()
        for question in self._waiting if self._closed else ():
            self._forget(question, OSError("the house is closing"))

    def _next(self) -> _Question | None:
        """The next question; None when the house closes or nobody has asked for a while."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed, IDLE_SECONDS)
            if self._waiting and not self._closed:
                found = self._waiting.popleft()
                self._counted = found.asked
                return found
            self._counted = self._thread = None
            return None

    def _forget(self, question: _Question, lost: OSError) -> None:
        """Without an answer, so that someone may ask again."""
        with self._changed:
            self._kept.pop(question.asked, None)
        question.answer.set_result(_Lost(f"the figures were not counted: {lost}"))


class _Process:
    """The counting process; started again where it has ended."""

    def __init__(self) -> None:
        self._running: subprocess.Popen[bytes] | None = None
        self._killed = False
        self._guard = threading.Lock()

    def ask(self, asked: Question) -> Answer:
        """The answer to a question. OSError where the process ends before it answers."""
        process = self._started()
        limit = threading.Timer(LONGEST_SECONDS, process.kill)
        limit.start()
        try:
            body = self._answered(process, a.encode(asked) + b"\n")
        finally:
            limit.cancel()
        if not body:
            self.end()
            raise OSError(f"the count ended, or took longer than {LONGEST_SECONDS:.0f} seconds")
        return pickle.loads(body)  # noqa: S301 - written by our own process

    def _started(self) -> subprocess.Popen[bytes]:
        with self._guard:
            if self._killed:
                raise OSError("the house is closing")
            if self._running is None:
                self._running = subprocess.Popen(  # noqa: S603
                    _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
            return self._running

    @staticmethod
    def _answered(process: subprocess.Popen[bytes], line: bytes) -> bytes:
        if process.stdin is None or process.stdout is None:
            raise OSError("the process has no input or no output")
        process.stdin.write(line)
        process.stdin.flush()
        head = process.stdout.read(LENGTH.size)
        return process.stdout.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""

    def kill(self) -> None:
        """From another thread: whatever is being counted ends now."""
        with self._guard:
            self._killed = True
            if self._running is not None:
                self._running.kill()

    def end(self) -> None:
        with self._guard:
            process, self._running = self._running, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
