"""Every promise of docs/reliability.md, kept and counted: writes one file of evidence.

    python -m tests.prove            as much as a test run does
    python -m tests.prove --soak     everything

Each step is a command that fails when its promise is broken. The file has the commit, the versions,
the machine, and for each step what it promises, its command, how long it took and what it said.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

EVIDENCE = Path("build/evidence.json")
_LINES = 20  # of what a step said, from its end


class Step(NamedTuple):
    promise: str
    few: tuple[str, ...]
    many: tuple[str, ...] = ()  # where a soak is another command, and not more of the same


def _tests(*paths: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", *paths)


def _houseway(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "houseway", *words)


def _load(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "benchmarks.load", *words)


STEPS = (
    Step("an acknowledged order is never lost", _tests("tests/store/test_crash.py")),
    Step(
        "money, cards and secrets are kept on whole floors with faults",
        _houseway("soak", "--seeds", "4", "--commands", "5000"),
        _houseway("soak", "--seeds", "500", "--commands", "20000"),
    ),
    Step("a broken copy is caught, a seed gives the same run", _tests("tests/soak/test_floor.py")),
    Step(
        "the same people over HTTP, on lines that break, at a served house that is killed",
        _houseway("soak", "--served", "--commands", "400", "--kill-every", "100"),
        _houseway("soak", "--served", "--commands", "20000", "--kill-every", "100"),
    ),
    Step("a torn write is all or nothing", _tests("tests/soak/test_files.py")),
    Step("a broken copy is caught over HTTP", _tests("tests/soak/test_over_http.py")),
    Step(
        "history is linear and retries are safe",
        _tests("tests/store/test_contract.py", "tests/store/test_contended.py"),
    ),
    Step("interrupted games resume", _tests("tests/soak/test_interrupted.py")),
    Step(
        "the log cannot be altered unnoticed",
        _tests("tests/soak/test_bits.py", "tests/store/test_tampering.py"),
    ),
    Step("storage faults are survived or stop the house", _tests("tests/store/test_faults.py")),
    Step(
        "backups restore",
        _tests("tests/store/test_backup.py", "tests/store/test_backup_under_load.py"),
    ),
    Step(
        "rules are exact: every distinct round as counted independently",
        _tests("tests/games", "-k", "every"),
    ),
    Step("any round is recalled", _tests("tests/store/test_rounds.py")),
    Step("what matters is on record", _tests("tests/service/test_significant.py")),
    Step("upgrades keep history", _tests("tests/store/test_history.py")),
    Step("the software is what was approved", _tests("tests/store/test_software.py")),
    Step(
        "only the right office can act",
        _tests(
            "tests/roles", "tests/service/test_role_matrix.py",
            "tests/service/test_matrix_beside.py",
        ),
    ),
    Step("the API never falls over", _tests("tests/service/test_fuzz.py")),
    Step("attackers who know HTTP alone achieve nothing", _tests("tests/attack")),
    Step("every clause that a floor cites applies", _tests("tests/soak/test_clauses.py")),
    Step("what is held for people goes with them", _tests("tests/service/test_let_go.py")),
    Step(
        "a whole casino on SQLite: no error, no growth without bound",
        _load("sqlite", "--tables", "18", "--seconds", "10", "--warm-up", "5"),
        _load("sqlite", "--seconds", "3600", "--warm-up", "600", "--pace", "20", "--most", "25"),
    ),
    Step(
        "a whole casino on PostgreSQL: no error, no growth without bound",
        _load("postgres", "--tables", "18", "--seconds", "10", "--warm-up", "5"),
        _load("postgres", "--seconds", "1200", "--warm-up", "600", "--pace", "20", "--most", "25"),
    ),
    Step(
        "dealing is random and unbiased",
        _houseway("rng", "test", "--count", "20000"),
        _houseway("rng", "test", "--count", "1000000"),
    ),
)  # fmt: skip


def main() -> int:
    soak = "--soak" in sys.argv[1:]
    found: list[dict[str, Any]] = []
    for step in STEPS:
        print(f"== {step.promise}", flush=True)
        found.append(_kept(step, soak=soak))
        print(f"   {'kept' if found[-1]['kept'] else 'BROKEN'} in {found[-1]['seconds']} s")
    EVIDENCE.parent.mkdir(exist_ok=True)
    EVIDENCE.write_text(
        json.dumps(_header(soak=soak) | {"steps": found}, indent=2) + "\n", encoding="utf-8"
    )
    print(f"written to {EVIDENCE}")
    return 0 if all(each["kept"] for each in found) else 1


def _kept(step: Step, *, soak: bool) -> dict[str, Any]:
    command = step.many if soak and step.many else step.few
    begun = time.monotonic()
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", check=False,
        env=os.environ | _counts(soak=soak) | {"COLUMNS": "100"},
    )  # fmt: skip
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip(". ")]
    return {
        "promise": step.promise,
        "command": " ".join(["python" if each == sys.executable else each for each in command]),
        "kept": done.returncode == 0,
        "seconds": round(time.monotonic() - begun),
        "said": [re.sub(r"/[^ ]*/", "", line) for line in said[-_LINES:]],
    }


def _counts(*, soak: bool) -> dict[str, str]:
    return {"HOUSEWAY_SOAK": "1", "HOUSEWAY_FULL": "1"} if soak else {"HOUSEWAY_SOAK": "0"}


def _header(*, soak: bool) -> dict[str, Any]:
    commit = subprocess.run(
        ("git", "rev-parse", "HEAD"), capture_output=True, encoding="utf-8", check=False
    )
    return {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit.stdout.strip(),
        "tier": "soak" if soak else "test",
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
    }


if __name__ == "__main__":
    raise SystemExit(main())
