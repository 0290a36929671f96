"""A house of its own, served by a process of its own: furnished, opened, killed, opened again.

    python -m houseway.soak.house FOLDER PORT

It is the application that `houseway serve` opens, with two differences: its clock can be put
forward and back by the person who has its folder, and its sessions outlast that.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import uvicorn

from houseway.service.access.accounts import Account
from houseway.service.access.passwords import hashed
from houseway.service.app import create_app
from houseway.service.consoles import registry
from houseway.service.floor import Floor, now_us
from houseway.service.settings import HOUR_US, Settings
from houseway.soak.audience import Client, Lost

READY_SECONDS = 120.0  # only a failure waits so long
_YEARS_US = 100_000 * HOUR_US


class Clock:
    """The time of a served house: the machine's, and how far it has been put on."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "clock"
        self._ahead_us = 0

    def now_us(self) -> int:
        return now_us() + self._ahead_us

    def put_on(self, by_us: int) -> None:
        """Whole at any moment, for those who read it meanwhile."""
        self._ahead_us += by_us
        new = self._path.with_name("clock.new")
        new.write_text(str(self._ahead_us), encoding="utf-8")
        os.replace(new, self._path)

    def read_us(self) -> int:
        """The same for the house itself."""
        ahead = int(self._path.read_text(encoding="utf-8")) if self._path.exists() else 0
        return now_us() + ahead


def settings_of(folder: Path) -> Settings:
    return Settings(folder=str(folder), idle_us=_YEARS_US, longest_us=_YEARS_US)


def furnish(settings: Settings, people: Mapping[str, str], password: str) -> None:
    """A house in which these people have an account, each in an office."""
    floor = Floor(settings, registry.load())
    kept = hashed(password)
    for name, office in people.items():
        floor.desk.create_hashed(Account(name, office), kept, None)
    floor.close()


class House:
    """The process that serves; `kill` is -9."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = Clock(folder)
        self.port = _free_port()
        self.kills = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def settings(self) -> Settings:
        return settings_of(self.folder)

    def open(self) -> None:
        words = [sys.executable, "-m", "houseway.soak.house", str(self.folder), str(self.port)]
        self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL)  # noqa: S603  # ourselves
        wait_until_ready(self.port, self._process)

    def kill(self) -> None:
        self.kills += 1
        self.close()

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def wait_until_ready(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until and process.poll() is None:
        client = Client(port)
        try:
            if client.get("/readyz").status == 200:
                return
        except Lost:
            time.sleep(0.05)
        finally:
            client.close()
    raise RuntimeError(f"the house does not open: {process.poll()}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    app = create_app(settings_of(folder), Clock(folder).read_us)
    uvicorn.run(
        app, port=port, log_level="warning", server_header=False, loop="uvloop", http="httptools"
    )


if __name__ == "__main__":
    main()
