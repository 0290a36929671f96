"""Simulations asked for on a page: a bounded queue in the folder of the house, one dealt at a time.

Every simulation is a folder: `asked.json`, what was asked; `told.jsonl`, what its process has told
so far, a line at a time; `lock`, held by the process for as long as it lives; and `end.json`, how
it ended. Whoever writes that first decides, the process or the person who cancels: it is never
written again, so a cancelled simulation stays cancelled wherever its process was. Anyone who serves
the house, in however many processes, reads the same. A simulation whose lock is free and that has
no end was broken off.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from houseway.service.errors import Wrong
from houseway.service.live.hub import Hub
from houseway.service.texts.text import Text
from houseway.store.anchor import lock

MOST_ROUNDS = 1_000_000_000  # on a page; the command line has no such bound
MOST_QUEUED = 5  # simulations that are not over
KEPT = 100  # simulations that are
OVER = 10**12  # the least version of a simulation that is over
_WAITING = 1_000  # versions of one that waits end here

State = Literal["waiting", "running", "done", "cancelled", "failed", "broken off"]


class SimulationRequest(Struct, frozen=True):
    """What someone wants dealt."""

    game: str
    rounds: int
    seed: int
    options: tuple[tuple[str, str | int], ...]
    by: str
    at_us: int

    @property
    def command(self) -> str:
        """The line that deals the same rounds."""
        options = "".join(f" --option {name}={_quoted(str(value))}" for name, value in self.options)
        return f"houseway simulate {self.game} --rounds {self.rounds} --seed {self.seed}{options}"


def _quoted(value: str) -> str:
    return f"'{value}'" if " " in value else value


class Wager(Struct, frozen=True):
    """One wager at one moment: edges and the limit of their distance, as decimals."""

    name: str
    edge: str
    exact: str
    limit: str
    within: bool


class Point(Struct, frozen=True):
    """The first wagers after so many rounds."""

    done: int
    wagers: tuple[Wager, ...]


class SimulationLine(Struct, frozen=True):
    """One line of what a process tells. `state` is running, or how it ended; `why` if it failed.

    At the end, `outcomes`: for each wager what came how often, and how often it should; and
    `points`: what was reached on the way, after numbers of rounds that do not depend on the time.
    """

    state: State
    done: int
    wagers: tuple[Wager, ...] = ()
    more: int = 0  # wagers that are told at the end only
    outcomes: dict[str, list[dict[str, Any]]] = {}
    points: tuple[Point, ...] = ()
    why: str = ""


class Simulation(Struct, frozen=True):
    """A simulation as its folder has it. `version` only grows, with whatever is told of it."""

    number: int
    asked: SimulationRequest
    state: State
    told: tuple[SimulationLine, ...]
    before: int  # others that come first, while it waits
    version: int

    @property
    def done(self) -> int:
        return self.told[-1].done if self.told else 0

    @property
    def over(self) -> bool:
        return self.state not in ("waiting", "running")

    @property
    def latest(self) -> SimulationLine | None:
        return next((each for each in reversed(self.told) if each.wagers), None)

    @property
    def points(self) -> tuple[Point, ...]:
        """What was reached on the way: as it was told, and for all time once it is done."""
        if self.state == "done":
            return self.told[-1].points
        return tuple(Point(each.done, each.wagers) for each in self.told if each.wagers)


END, TOLD = "end.json", "told.jsonl"
_asked = msgspec.json.Decoder(SimulationRequest)
_told = msgspec.json.Decoder(SimulationLine)


def _version(told: int, before: int, *, over: bool) -> int:
    if over:
        return OVER + told
    return _WAITING + told if told else _WAITING - before


class Shelf:
    """The folder in which a house keeps its simulations."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "simulations"
        self._started: dict[int, subprocess.Popen[bytes]] = {}

    def path(self, number: int) -> Path:
        return self.folder / str(number)

    def numbers(self) -> list[int]:
        """Every simulation that is kept, the earliest first."""
        if not self.folder.is_dir():
            return []
        return sorted(int(each.name) for each in self.folder.iterdir() if each.name.isdecimal())

    def read(self, number: int) -> Simulation:
        """Everything that is known of a simulation."""
        return self._read(number, whole=True)

    def glance(self, number: int) -> Simulation:
        """A simulation for a list: of what was told, the last line alone."""
        return self._read(number, whole=False)

    def asked(self, number: int) -> SimulationRequest:
        try:
            return _asked.decode((self.path(number) / "asked.json").read_bytes())
        except FileNotFoundError:
            raise no_such(str(number)) from None

    def _read(self, number: int, *, whole: bool) -> Simulation:
        asked = self.asked(number)
        alive = self.alive(number)  # looked at first: what ends after that is seen as running
        end = self._content(number, END)
        text = self._content(number, TOLD)
        lines = text.split(b"\n")[:-1]  # what follows the last end of a line is being written
        lines = [*lines, end] if end else lines
        told = tuple(map(_told.decode, lines if whole else lines[-1:]))
        state: State = "running" if told else "waiting"
        if end or not alive:
            state = told[-1].state if end else "broken off"
        before = self.before(number) if state == "waiting" else 0
        version = _version(len(text), before, over=bool(end) or not alive)
        return Simulation(number, asked, state, told, before, version)

    def version(self, number: int) -> int:
        """Another number, and a greater one, whenever there is something else to be seen of it."""
        told, over = self._size(number, TOLD), self.over(number)
        return _version(told, 0 if told or over else self.before(number), over=over)

    def _content(self, number: int, file: str) -> bytes:
        try:
            return (self.path(number) / file).read_bytes()
        except FileNotFoundError:
            return b""

    def _size(self, number: int, file: str) -> int:
        try:
            return (self.path(number) / file).stat().st_size
        except FileNotFoundError:
            return 0

    def alive(self, number: int) -> bool:
        """Whether the process of a simulation holds its lock."""
        try:
            handle = os.open(self.path(number) / "lock", os.O_RDWR)
        except FileNotFoundError:
            return False
        try:
            lock(handle, wait=False, shared=True)
        except BlockingIOError:
            return True
        finally:
            os.close(handle)
        return False

    def before(self, number: int) -> int:
        """How many that came first are not over."""
        return sum(not self.over(each) for each in self.numbers() if each < number)

    def over(self, number: int) -> bool:
        """Whether it has ended, or nobody deals it any more."""
        return self._size(number, END) > 0 or not self.alive(number)

    # Changing

    def cancel(self, number: int) -> None:
        """It is cancelled at once, however far its process is; one that is over stays as it is."""
        found = self.glance(number)
        if found.over or not self.end(number, SimulationLine("cancelled", found.done)):
            return
        process = self._started.get(number)  # that of another worker looks for itself
        if process is not None:
            process.kill()

    def end(self, number: int, line: SimulationLine) -> bool:
        """Say how a simulation ended, unless that has been said."""
        folder = self.path(number)
        made = folder / f"end-{os.getpid()}-{threading.get_ident()}"
        made.write_bytes(msgspec.json.encode(line))
        try:
            os.link(made, folder / END)
        except FileExistsError:
            return False
        finally:
            made.unlink()
        return True

    def submit(self, asked: SimulationRequest) -> int:
        """Queue a simulation and start its process, which waits for its turn. Blocks."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._queue():
            numbers = self.numbers()
            queued = sum(not self.over(each) for each in numbers)
            if queued >= MOST_QUEUED:
                sentence = Text(
                    "{queued} simulations are not over; try again when one of them is",
                    queued=queued,
                )
                raise Wrong(HTTPStatus.TOO_MANY_REQUESTS, "queue_full", sentence)
            self._clear(numbers)
            number = numbers[-1] + 1 if numbers else 1
            self._start(number, asked)
        return number

    @contextmanager
    def _queue(self) -> Iterator[None]:
        """One at a time numbers simulations, no matter who serves the house."""
        with (self.folder / "queue.lock").open("w", encoding="utf-8") as file:
            lock(file)
            yield

    def _clear(self, numbers: list[int]) -> None:
        over = [each for each in numbers if not self.alive(each)]
        for number in over[: max(0, len(over) + 1 - KEPT)]:
            shutil.rmtree(self.path(number), ignore_errors=True)

    def _start(self, number: int, asked: SimulationRequest) -> None:
        """The folder appears with its lock held, so that nobody takes it for broken off."""
        made = self.folder / f"new-{number}"
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir()
        (made / "asked.json").write_bytes(msgspec.json.encode(asked))
        handle = os.open(made / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock(handle)
            made.rename(self.path(number))
            started = subprocess.Popen(  # noqa: S603
                [*_COMMAND, str(self.folder.parent), str(number)],
                stdin=subprocess.PIPE, pass_fds=[handle],
            )  # fmt: skip
        finally:
            os.close(handle)
        for each in [each for each, old in self._started.items() if old.poll() is not None]:
            _let_go(self._started.pop(each))
        self._started[number] = started

    def close(self) -> None:
        """End what this service has started: a simulation does not outlive its house."""
        for each in self._started.values():
            _let_go(each)
        self._started = {}


_COMMAND = (sys.executable, "-m", "houseway.service.consoles.analyst.simulator")


def _let_go(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


def no_such(number: str) -> Wrong:
    return Wrong(
        HTTPStatus.NOT_FOUND,
        "no_such_simulation",
        Text("there is no simulation {number}", number=number),
    )


# Simulations as live fragments: anyone who watches one is woken when there is more.

_LOOK_SECONDS = 0.2
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


def stream_of(number: int) -> str:
    return f"simulation/{number}"


def number_of(name: str) -> int:
    if not _NUMBER.fullmatch(name):
        raise no_such(name)
    return int(name)


class Following:
    """Looks at the simulations that have been shown and are not over, while there are any.

    It compares with the version that was shown, so nothing that happens in between is missed.
    """

    def __init__(self, shelf: Shelf, hub: Hub) -> None:
        self._shelf, self._hub = shelf, hub
        self._shown: dict[int, int] = {}
        self._guard = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def shown(self, simulation: Simulation) -> None:
        """Follow a simulation from what was shown of it. From any thread."""
        with self._guard:
            self._shown.setdefault(simulation.number, simulation.version)
            if self._thread is None and not self._stop.is_set():
                self._thread = threading.Thread(target=self._look, name="following", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        thread = self._thread
        if thread is not None:
            thread.join()

    def _look(self) -> None:
        while not self._stop.wait(_LOOK_SECONDS):
            with self._guard:
                changed = self._changed()
                over = not self._shown
                if over:
                    self._thread = None
            for number in changed:
                self._hub.changed(stream_of(number))
            if over:
                return

    def _changed(self) -> list[int]:
        """Those of which something else is to be seen; one that is over is followed no more."""
        now = {number: self._shelf.version(number) for number in self._shown}
        changed = [number for number, version in now.items() if version != self._shown[number]]
        self._shown = {number: version for number, version in now.items() if version < OVER}
        return changed
