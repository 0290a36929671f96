"""Every test makes its files as a house does: for their owner alone."""

from __future__ import annotations

import os

os.umask(0o077)
pytest_plugins = ["tests.speaking"]
