"""What a test opened and nobody closed fails this test, and not the one after it.

Python warns of a file, socket, loop or process when it is collected, and pytest blames the test
that runs then. One that is held by a cycle may be collected during any later test. So the garbage
is collected at the end of a test after which more is open than before, and only then, because to
collect it after every test would take longer than most tests.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

FILES = "/dev/fd"  # of this process: sockets, pipes and loops are among them
DESTROYED = "was destroyed"  # how asyncio's log tells of a task that nobody awaited


class Leaks(logging.Handler):
    """What is open, and what was never closed or awaited."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []
        self.begin()

    def begin(self) -> None:
        self.open = _open()

    def emit(self, record: logging.LogRecord) -> None:
        if DESTROYED in record.getMessage():
            self.told.append(record.getMessage())

    def of_the_test(self) -> list[str]:
        """What was left behind since `begin`."""
        if _open() > self.open:
            hook = sys.unraisablehook
            sys.unraisablehook = self._warned
            try:
                gc.collect()
            finally:
                sys.unraisablehook = hook
        self.begin()
        told, self.told = self.told, []
        return told

    def _warned(self, warning: sys.UnraisableHookArgs) -> None:
        self.told.append(f"{warning.object!r}: {warning.exc_value!r}")


def _open() -> int:
    """How many files are open and processes run that this one has started."""
    children = ""
    with suppress(OSError):
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="utf-8")
    return len(os.listdir(FILES)) + len(children.split())


LEAKS = Leaks()
logging.getLogger("asyncio").addHandler(LEAKS)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    LEAKS.begin()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None, None, None]:
    yield
    if told := LEAKS.of_the_test():
        pytest.fail("left open: " + "; ".join(told), pytrace=False)
