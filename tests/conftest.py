"""Every test makes its files as a house does, for their owner alone, on pages of one width."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from pathlib import Path

import pytest

from tests.scale import FULL

os.umask(0o077)
os.environ.pop("COLUMNS", None)
pytest_plugins = ["tests.speaking", "tests.pool"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--red", type=Path, help="write the names of the tests that failed here")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "share(cases): run so many cases, chosen by the seed; `make full` runs all"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a sweep that is no evidence for a clause a share is run, unless its cases are named."""
    if FULL or any("::" in each for each in config.args):
        return
    sweeps: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("share"):
            sweeps[item.nodeid.partition("[")[0]].append(item)
    left_out: set[pytest.Item] = set()
    for name, cases in sweeps.items():
        mark = cases[0].get_closest_marker("share")
        chance = random.Random(f"{config.getoption('--hypothesis-seed')} {name}")
        chance.shuffle(cases)
        left_out.update(cases[mark.args[0] if mark else 0 :])
    items[:] = [each for each in items if each not in left_out]
    config.hook.pytest_deselected(items=list(left_out))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    path: Path | None = terminalreporter.config.option.red
    stats = terminalreporter.stats
    names = {each.nodeid for kind in ("failed", "error") for each in stats.get(kind, ())}
    if path and names:
        path.write_text("".join(f"{each}\n" for each in sorted(names)), encoding="utf-8")
