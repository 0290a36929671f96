"""Everything that `make test` runs, once or many times, to its end: what was red is said last.

    python -m tests.again
    python -m tests.again --times 20
    python -m tests.again --times 5 --beside busy      beside four busy loops
    python -m tests.again --times 5 --beside disk      beside a disk that is being written to

Every run has a seed, for Hypothesis and for the order of Python's sets. build/again.tsv has a row
for each: when, beside what, its seed, seconds, seconds of processor time of all its processes, and
what was red.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import resource
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

BUILD = Path("build")
RED = BUILD / "red.txt"  # the tests that failed, one in a line; pytest --red writes it
TABLE = BUILD / "again.tsv"
BESIDE_TESTS = ("lint", "imports", "check-docs", "types")
BUSY = "while True: pass"
WRITES = """
import os, sys
while True:
    with open(sys.argv[1], "wb") as file:
        for _ in range(32):
            file.write(os.urandom(1 << 23))
            os.fsync(file.fileno())
"""
DISK = BUILD / "again-disk"
LOADS = {
    "": [],
    "busy": [[sys.executable, "-c", BUSY]] * 4,
    "disk": [[sys.executable, "-c", WRITES, str(DISK)]],
}
_ORPHANS_COME_HERE = 36  # PR_SET_CHILD_SUBREAPER: a server that has left its parent is counted too


class Run(NamedTuple):
    seed: int
    seconds: float
    processor_seconds: float
    red: list[str]  # targets of make, and tests

    def row(self, beside: str) -> str:
        when = datetime.now(UTC).isoformat(timespec="seconds")
        times = f"{self.seconds:.0f}\t{self.processor_seconds:.0f}"
        return f"{when}\t{beside or 'quiet'}\t{self.seed}\t{times}\t{' '.join(self.red)}\n"


def run_all(seed: int) -> Run:
    """Run the tests, and the other checks one after the other beside them."""
    RED.unlink(missing_ok=True)
    begun, used, known = time.monotonic(), _processor_seconds(), _children()
    red: list[str] = []
    beside = threading.Thread(target=lambda: red.extend(filter(_fails, BESIDE_TESTS)))
    beside.start()
    failed = subprocess.run(_make("tests", f"SEED={seed}"), check=False).returncode != 0
    beside.join()
    tests = RED.read_text(encoding="utf-8").splitlines() if RED.exists() else []
    red += tests or (["tests"] if failed else [])
    red += _left(known)
    return Run(seed, time.monotonic() - begun, _processor_seconds() - used, red)


def _make(target: str, *words: str) -> list[str]:
    return ["make", "--no-print-directory", target, *words]


def _fails(target: str) -> bool:
    done = subprocess.run(
        _make(target),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        print(done.stdout, flush=True)
    return done.returncode != 0


def _left(known: set[int]) -> list[str]:
    """End and collect the processes that have left their parents; name those that still ran."""
    left = []
    for pid in _children() - known:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        if command:  # one that has ended has none
            left.append(f"left running: {command.strip()}")
            os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return left


def _children() -> set[int]:
    lists = Path("/proc/self/task").glob("*/children")
    return {int(pid) for each in lists for pid in each.read_text(encoding="utf-8").split()}


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def load(beside: str) -> Iterator[None]:
    """Keep the machine busy with something else."""
    running = [subprocess.Popen(command) for command in LOADS[beside]]
    try:
        yield
    finally:
        for each in running:
            each.kill()
            each.wait()
        DISK.unlink(missing_ok=True)


def tell(runs: list[Run]) -> None:
    """Say last what was red, and how it is repeated."""
    for run in runs:
        for each in run.red:
            print(f"red: {each}")
        tests = [each for each in run.red if "::" in each]
        if tests:
            words = shlex.join(tests).replace("$", "$$")
            print(f"repeat: make tests SEED={run.seed} ARGS={shlex.quote(words)}")


def main() -> int:
    asked = argparse.ArgumentParser()
    asked.add_argument("--times", type=int, default=1)
    asked.add_argument("--beside", choices=LOADS, default="")
    asked.add_argument("--seed", type=int, default=1, help="of the first run")
    words = asked.parse_args()
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
        os.environ.pop(name, None)
    ctypes.CDLL(None).prctl(_ORPHANS_COME_HERE, 1, 0, 0, 0)
    BUILD.mkdir(exist_ok=True)
    runs = []
    for seed in range(words.seed, words.seed + words.times):
        with load(words.beside):
            runs.append(run_all(seed))
        with TABLE.open("a", encoding="utf-8") as table:
            table.write(runs[-1].row(words.beside))
        print(f"== run {seed}: {runs[-1].seconds:.0f} s, "
              f"{runs[-1].processor_seconds:.0f} s of processor time")  # fmt: skip
    tell(runs)
    return any(run.red for run in runs)


if __name__ == "__main__":
    raise SystemExit(main())
