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
pytest_plugins = ["tests.speaking", "tests.pool", "tests.leaks"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--red", type=Path, help="write the names of the tests that failed here")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "share(cases, of=''): run so many cases of a test, or of all that have the same name of a "
        "sweep, chosen by the seed; `make full` runs all",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a sweep that is no evidence for a clause a share is run, unless its cases are named."""
    if FULL or any("::" in each for each in config.args):
        return
    sweeps: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if mark := item.get_closest_marker("share"):
            sweeps[mark.kwargs.get("of", item.nodeid.partition("[")[0]), mark.args[0]].append(item)
    left_out: set[pytest.Item] = set()
    for (name, many), cases in sweeps.items():
        chance = random.Random(f"{config.getoption('--hypothesis-seed')} {name}")
        chance.shuffle(cases)
        left_out.update(cases[many:])
    items[:] = [each for each in items if each not in left_out]
    config.hook.pytest_deselected(items=list(left_out))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    path: Path | None = terminalreporter.config.option.red
    stats = terminalreporter.stats
    names = {each.nodeid for kind in ("failed", "error") for each in stats.get(kind, ())}
    if path and names:
        path.write_text("".join(f"{each}\n" for each in sorted(names)), encoding="utf-8")
