"""How much of a proof is done: a part of it in every test run, all of it by `make soak`."""

from __future__ import annotations

import os

SOAK = os.environ.get("HOUSEWAY_SOAK") == "1"
FULL = SOAK or os.environ.get("HOUSEWAY_FULL") == "1"  # every case of a sweep, by `make full`


def scaled(few: int, many: int) -> int:
    """So many where every test runs; so many more in a soak."""
    return many if SOAK else few
