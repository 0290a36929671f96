"""Garbage collection in the server's processes: less often than Python's default.

By default Python looks for cycles of values after every 700 new ones, and now and then among all of
them. With a few hundred tables that takes a tenth of a second, in which nothing else happens. A
server makes few cycles: most values are freed as soon as nothing refers to them.
"""

from __future__ import annotations

import gc

# New values before the youngest are looked at, and how often that happens before older ones are.
THRESHOLDS = (10_000, 10, 20)


def collect_less_often() -> None:
    """Exempt what is loaded so far from garbage collection, and collect the rest less often.

    For a process of its own, once it has loaded what it needs.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
