"""Every test makes its files as a house does, for their owner alone, on pages of one width."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.umask(0o077)
os.environ.pop("COLUMNS", None)  # which pytest-xdist sets for its workers
pytest_plugins = ["tests.speaking", "tests.pool"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--red", type=Path, help="write the names of the tests that failed here")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    path: Path | None = terminalreporter.config.option.red
    stats = terminalreporter.stats
    names = {each.nodeid for kind in ("failed", "error") for each in stats.get(kind, ())}
    if path and names:
        path.write_text("".join(f"{each}\n" for each in sorted(names)), encoding="utf-8")
