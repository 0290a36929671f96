"""Appends handed to the thread that writes a log: both engines have one."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from contextvars import ContextVar

from houseway.store.batch import Batch, Slip, check_storable
from houseway.store.log import Append, Appended, LogError

# What the task or thread at work has stored: who fails later says that it is not known whether
# everything was.
STORED: ContextVar[list[Appended]] = ContextVar("stored")


class Appending:
    """The callers' side of the thread that writes."""

    def _submit(self, job: Batch) -> None:
        raise NotImplementedError

    def append(self, batch: Sequence[Append]) -> list[Appended]:
        answer = Slip()
        check_storable(batch)
        self._submit(Batch(batch, answer))
        receipts = answer.result()
        STORED.get([]).extend(receipts)
        return receipts

    def append_each(self, batches: Sequence[Sequence[Append]]) -> list[list[Appended] | Exception]:
        """Append several batches, each by itself, and wait once for all of them."""
        answers = [Slip() for _ in batches]
        for batch, answer in zip(batches, answers, strict=True):
            try:
                check_storable(batch)
                self._submit(Batch(batch, answer))
            except LogError as refused:
                answer.set_exception(refused)
        return [each.outcome() for each in answers]

    def submit(self, batch: Sequence[Append]) -> Future[list[Appended]]:
        """Append without waiting; the future answers once the batch is durable."""
        answer: Future[list[Appended]] = Future()
        check_storable(batch)
        self._submit(Batch(batch, answer))
        return answer
