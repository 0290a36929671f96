"""Processes that run the command line, forked from one that has imported it already.

`houseway serve` imports for a second of processor time before it does anything, and the attacks
start it some twenty times. A forked process has its own number, files, signals and memory, as one
that is started has. It differs in two things: it does not import again, and hashes of passwords
cost it next to nothing, because no attack here is on the hashes.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any

from argon2 import PasswordHasher

from tests.waiting import wait_until

MODULES = ("houseway.cli.serve", "houseway.service.app", "houseway.service.demo")
MOST_BYTES = 65_536  # of one request
LINE = 0  # the number of the file over which requests come


class Forked:
    """A forked `houseway WORDS`, used as a `subprocess.Popen` whose output is a pipe of text."""

    def __init__(self, *words: str, processors: int) -> None:
        """With one processor a house starts no process that draws for it."""
        reading, writing = os.pipe()
        self.stdout = open(reading, encoding="utf-8")  # noqa: SIM115
        try:
            asked = {"words": words, "processors": processors}
            self.pid: int = _forking().ask(asked, writing)
        finally:
            os.close(writing)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = _forking().ask({"pid": self.pid})
        return self.returncode

    def send_signal(self, how: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, how)

    def wait(self) -> int:
        wait_until("the end of a forked houseway", lambda: self.poll() is not None)
        return int(self.returncode or 0)


class _Forking:
    """The process that forks, as the tests know it; it ends when this one does."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.forking"],
                stdin=theirs.fileno(), env=os.environ | {"COLUMNS": "200"},
            )  # fmt: skip

        atexit.register(self._end)

    def _end(self) -> None:
        self._line.close()
        self._process.wait()

    def ask(self, request: dict[str, Any], *files: int) -> Any:
        with self._lock:
            socket.send_fds(self._line, [json.dumps(request).encode()], list(files))
            answer = self._line.recv(MOST_BYTES)
        return json.loads(answer)


@cache
def _forking() -> _Forking:
    return _Forking()


# The process that forks


def main() -> None:
    """Answer requests until the line is closed. A forked process returns from here with its own."""
    for name in MODULES:
        import_module(name)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    line = socket.socket(fileno=os.dup(LINE))
    while True:
        message, files, _, _ = socket.recv_fds(line, MOST_BYTES, 1)
        if not message:
            return
        request = json.loads(message)
        answer = _ended(request["pid"]) if "pid" in request else os.fork()
        if answer == 0 and "words" in request:
            line.close()
            _run(request["words"], request["processors"], files[0])
            return
        for each in files:
            os.close(each)
        line.send(json.dumps(answer).encode())


def _ended(pid: int) -> int | None:
    with suppress(ChildProcessError):
        found, status = os.waitpid(pid, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if found else None
    return None


def _run(words: list[str], processors: int, output: int) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(os.open(os.devnull, os.O_RDONLY), LINE)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    # What Python opened before may have been a file, in which one can seek.
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.argv = ["houseway", *words]
    if processors == 1:
        os.cpu_count = lambda: 1
    from houseway.cli import main as houseway
    from houseway.service.access import passwords

    passwords._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

    houseway()


if __name__ == "__main__":
    main()
