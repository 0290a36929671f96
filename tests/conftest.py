"""Every test makes its files as a house does, for their owner alone, on pages of one width."""

from __future__ import annotations

import os

os.umask(0o077)
os.environ.pop("COLUMNS", None)  # which pytest-xdist sets for its workers
pytest_plugins = ["tests.speaking", "tests.pool"]
