"""Everything that is measured beside an earlier version, one benchmark after the other in one run.

    python -m benchmarks.goals ../before > run.txt
    python -m benchmarks.goals ../before engine floor

Each benchmark runs both versions in turns. The load of the machine is printed before each: figures
of a machine that does something else are for nobody. The whole run takes about half an hour.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from benchmarks.exact import COMPILED, spent_on
from benchmarks.load.__main__ import checkout

_HERE = Path(__file__).resolve().parents[1]
_PEERS = _HERE / ".venv-bench" / "bin" / "python"
TURNS = 3
_LOAD = ("--seconds", "20", "--warm-up", "10")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.goals")
    parser.add_argument("before", type=checkout, help="the checkout of an earlier version")
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; none: all")
    asked = parser.parse_args()
    for part in asked.parts or PARTS:
        if part not in PARTS:
            parser.error(f"there is no part {part}: choose from {', '.join(PARTS)}")
    for part in asked.parts or PARTS:
        print(f"\n== {part} (load {os.getloadavg()[0]:.1f})", flush=True)
        PARTS[part](asked.before.resolve())


def _run(*words: str, python: str | Path = sys.executable, source: Path | None = None) -> None:
    """A benchmark of this checkout, with the software of another one if it is named."""
    own = dict(os.environ) if source is None else {**os.environ, "PYTHONPATH": str(source / "src")}
    done = subprocess.run([str(python), "-m", *words], cwd=_HERE, env=own, check=False)
    if done.returncode:
        print(f"this part failed with exit code {done.returncode}", flush=True)


def _engine(before: Path) -> None:
    _run("benchmarks.compare", "--sum", str(before))


def _peers(before: Path) -> None:
    for title, source in (("before", before), ("now", None)):
        print(f"{title}:", flush=True)
        _run("benchmarks", python=_PEERS, source=source)


def _kernels(before: Path) -> None:
    for title, source in (("before", before), ("now", None)):
        print(f"{title}:", flush=True)
        _run("benchmarks.kernels", "1e6", source=source)


def _exact(before: Path) -> None:
    print(f"{'CPU s of a new process':32}{'before':>10}{'now':>10}", flush=True)
    for slug in COMPILED:
        turns = [(spent_on(slug, before), spent_on(slug)) for _ in range(TURNS + 1)][1:]
        old, new = (median(column) for column in zip(*turns, strict=True))
        print(f"{slug:32}{old:10.2f}{new:10.2f}", flush=True)
    _run("benchmarks.exact", "--native")


def _opening(before: Path) -> None:
    _run("benchmarks.opening", "--events", "1000", "1000000", "--before", str(before))


def _sqlite(before: Path) -> None:
    _run("benchmarks.load", "sqlite", *_LOAD, "--against", str(before))


def _paced(before: Path) -> None:
    _run("benchmarks.load", "sqlite", *_LOAD, "--pace", "100", "--against", str(before))


def _postgres(before: Path) -> None:
    _run("benchmarks.load", "postgres", *_LOAD, "--workers", "2", "--against", str(before))


def _floor(before: Path) -> None:
    _run("benchmarks.floor", "--against", str(before))


PARTS = {
    "engine": _engine,
    "peers": _peers,
    "exact": _exact,
    "kernels": _kernels,
    "opening": _opening,
    "floor": _floor,
    "sqlite": _sqlite,
    "paced": _paced,
    "postgres": _postgres,
}


if __name__ == "__main__":
    main()
