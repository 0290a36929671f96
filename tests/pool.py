"""Run the tests in several processes that one process, which has collected them, forks.

`--processes 3` asks for it. Every worker of pytest-xdist imports and collects all tests by itself,
which takes a third more processor time; here this is done once. The files of `tests/longest.txt`
start first, so that no core is idle at the end while another works through a long one. The tests of
a file run in one process, one after the other, because they share what their file has set up. Two
kinds of files differ, see below.
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
import traceback
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import pytest

from tests.speaking import take_over

LONGEST = Path(__file__).with_name("longest.txt")
SPLIT = "/each"  # after a file whose tests share nothing: each function is a unit of its own
FOLDER = "tests/attack/"  # files that are not listed share served houses: together one unit
START, REPORT, MORE, DONE = "start", "report", "more", "done"
Unit = list[int]  # tests by their place in the collection


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--processes", type=int, default=0, help="fork so many to run the tests")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.processes:
        gc.disable()  # collecting tests makes no garbage: to look for it takes a third of the time


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    options = session.config.option
    if not options.processes or options.collectonly or session.testsfailed:
        return None
    gc.freeze()  # what is there already is not looked at again by any process
    gc.enable()
    Pool(session, units_of([each.nodeid for each in session.items])).run(options.processes)
    return True


def units_of(tests: list[str]) -> list[Unit]:
    """What is run by one process at a time, in the order of starting."""
    order = {line: place for place, line in enumerate(LONGEST.read_text(encoding="utf-8").split())}
    units: dict[str, Unit] = {}
    for index, test in enumerate(tests):
        file = test.partition("::")[0]
        if test.startswith(FOLDER) and file not in order:
            file = FOLDER
        unit = test.partition("[")[0] if file + SPLIT in order else file
        units.setdefault(unit, []).append(index)

    def place(unit: str) -> int:
        file = unit.partition("::")[0]
        return order.get(file, order.get(file + SPLIT, len(order)))

    return [units[unit] for unit in sorted(units, key=place)]


class Worker:
    """A forked process as its parent knows it."""

    def __init__(self, pid: int, link: Connection[Any, Any]) -> None:
        self.pid, self.link = pid, link
        self.ahead: deque[int] = deque()  # handed out, and not started yet
        self.running: int | None = None
        self.done = False


class Pool:
    """The parent: hands out units, takes in reports, and replaces a process that has crashed."""

    def __init__(self, session: pytest.Session, units: Iterable[Unit]) -> None:
        self.session, self.units = session, deque(units)
        self.workers: list[Worker] = []

    def run(self, processes: int) -> None:
        try:
            for _ in range(min(processes, len(self.units))):
                self._fork()
            while links := {each.link: each for each in self.workers if not each.done}:
                for link in wait(list(links)):
                    self._hear(links[link])  # type: ignore[index]
        finally:
            for worker in self.workers:
                if not worker.done:
                    os.kill(worker.pid, signal.SIGINT)
                worker.link.close()
                os.waitpid(worker.pid, 0)
        if self.session.shouldfail:
            raise self.session.Failed(self.session.shouldfail)

    def _fork(self) -> None:
        ours, theirs = Pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        if not (pid := os.fork()):
            ours.close()
            work(self.session, theirs)
        theirs.close()
        self.workers.append(Worker(pid, ours))

    def _hear(self, worker: Worker) -> None:
        hook = self.session.config.hook
        try:
            kind, value = worker.link.recv()
        except EOFError:
            self._crashed(worker)
            return
        if kind == START:
            worker.running = worker.ahead.popleft()
            item = self.session.items[value]
            hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        elif kind == REPORT:
            self._take(worker, value)
        elif kind == MORE:
            unit = self._next_unit()
            worker.ahead.extend(unit)
            worker.link.send(unit)
        elif kind == DONE:
            worker.done = True
            take_over(value)

    def _next_unit(self) -> Unit:
        stop = self.session.shouldfail or self.session.shouldstop
        return self.units.popleft() if self.units and not stop else []

    def _take(self, worker: Worker, value: dict[str, Any]) -> None:
        config = self.session.config
        report = config.hook.pytest_report_from_serializable(config=config, data=value)
        config.hook.pytest_runtest_logreport(report=report)
        if report.when == "teardown":
            worker.running = None
            location = report.location
            config.hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=location)

    def _crashed(self, worker: Worker) -> None:
        """Report the test during which a process ended, and have another run what was ahead."""
        worker.done = True
        at = self.session.items[0 if worker.running is None else worker.running]
        report = pytest.TestReport(
            at.nodeid, at.location, {}, "failed", "the process ended during this test", "call"
        )
        self.session.config.hook.pytest_runtest_logreport(report=report)
        if worker.ahead:
            self.units.appendleft(list(worker.ahead))
        if self.units and not self.session.shouldfail:
            self._fork()


# The forked process


class Sender:
    """Send every report to the parent."""

    def __init__(self, config: pytest.Config, link: Connection[Any, Any]) -> None:
        self.config, self.link = config, link

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        body = self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        self.link.send((REPORT, body))


def work(session: pytest.Session, link: Connection[Any, Any]) -> None:
    """Run units until there are no more; never return."""
    status = 1
    own = Path(tempfile.mkdtemp(prefix="houseway-tests-"))
    try:
        _alone(session.config)
        # Processes that share one folder would tidy it up under each other's hands at their end.
        session.config._tmp_path_factory._given_basetemp = own  # type: ignore[attr-defined]
        session.config.pluginmanager.register(Sender(session.config, link))
        _run(session, link)
        failed = pytest.ExitCode.TESTS_FAILED if session.testsfailed else pytest.ExitCode.OK
        session.config.hook.pytest_sessionfinish(session=session, exitstatus=failed)
        if not session.testsfailed:
            shutil.rmtree(own, ignore_errors=True)
        link.send((DONE, session.config.workeroutput))  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        status = 0
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(status)


def _alone(config: pytest.Config) -> None:
    """Share neither input nor output with other processes, print no progress, heed Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.workerinput, config.workeroutput = {}, {}  # type: ignore[attr-defined]
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    capture.start_global_capturing()
    config.pluginmanager.unregister(name="terminalreporter")


def _run(session: pytest.Session, link: Connection[Any, Any]) -> None:
    for index, following in _pairs(_handed_out(link)):
        if session.shouldfail or session.shouldstop:
            return
        link.send((START, index))
        nextitem = None if following is None else session.items[following]
        item = session.items[index]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)


def _handed_out(link: Connection[Any, Any]) -> Iterator[int]:
    link.send((MORE, None))
    while unit := link.recv():
        yield from unit
        link.send((MORE, None))


def _pairs(indices: Iterator[int]) -> Iterator[tuple[int, int | None]]:
    """Each with the one after it: only what that one does not need is taken down."""
    current = next(indices, None)
    while current is not None:
        following = next(indices, None)
        yield current, following
        current = following
