"""How soon a drill is on the screen: `make bench-training`.

*ahead* is the time from the request for the next question to the whole page, through routes,
sign-in and template. The question was made while the marks of the one before were read. *on demand*
is the same where nothing was made ahead. Both are asked in turn, so that both meet the same load.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from time import perf_counter, sleep

from tests.service.conftest import Client, House

from houseway.games import find, slugs
from houseway.service.consoles.training.ahead import UNDER_WAY
from houseway.service.consoles.training.desk import DESK, Asked
from houseway.service.settings import Settings
from houseway.training.generate import kinds_of

EACH = 4  # questions of each kind of each game
LIMIT_MS = 50


def main() -> None:
    ahead: list[float] = []
    on_demand: list[float] = []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        dealer = House(stack, Settings(folder=f"{folder}/house")).as_("Eli")
        for slug in slugs():
            for kind in kinds_of(find(slug)):
                for number in range(EACH):
                    DESK.ahead(Asked(slug, (kind,), "bench", number))
                    ahead.append(_timed(lambda: _ask(dealer, slug, kind, "bench", number)))  # noqa: B023
                    _read()
                    on_demand.append(_timed(lambda: _ask(dealer, slug, kind, "cold", number * 2)))  # noqa: B023
                    _read()
    for name, found in (("ahead", ahead), ("on demand", on_demand)):
        found.sort()
        p50, p99 = found[len(found) // 2], found[len(found) * 99 // 100]
        within = sum(each <= LIMIT_MS for each in found) / len(found)
        print(f"{name}: {len(found)} questions, p50 {p50:.1f} ms, p99 {p99:.1f} ms,"
              f" {within:.1%} within {LIMIT_MS} ms")  # fmt: skip


def _ask(dealer: Client, slug: str, kind: str, seed: str, number: int) -> None:
    status = dealer.get(f"/train/{slug}?seed={seed}&kind={kind}&number={number}").status_code
    if status != 200:
        sys.exit(f"the page answered {status}")


def _read() -> None:
    """A person reads: meanwhile the next question is made."""
    while UNDER_WAY:
        sleep(0.01)


def _timed(doing: Callable[[], None]) -> float:
    start = perf_counter()
    doing()
    return (perf_counter() - start) * 1_000


if __name__ == "__main__":
    main()
