"""How soon a drill is on the screen: `make bench-training`.

Times are those of the clock, and in brackets those of the processor alone, which other programs on
the machine lengthen less. *ahead* is the time from the request for the next question to the whole
page, through routes, sign-in and template. The question was made while the marks of the one before
were read. *on demand* is the same where nothing was made ahead. Both are asked in turn, so that
both meet the same load.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from time import perf_counter, process_time, sleep
from typing import NamedTuple

from tests.service.conftest import Client, House

from houseway.games import find, slugs
from houseway.service.consoles.training.desk import DESK, Asked
from houseway.service.consoles.training.pages import UNDER_WAY
from houseway.service.settings import Settings
from houseway.training.generate import kinds_of

EACH = 4  # questions of each kind of each game
LIMIT_MS = 50


def main() -> None:
    ahead: list[Took] = []
    on_demand: list[Took] = []
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
        clock, processor = (sorted(each) for each in zip(*found, strict=True))
        within = sum(each <= LIMIT_MS for each in clock) / len(clock)
        print(f"{name}: {len(found)} questions, p50 {_at(clock, 50)} ({_at(processor, 50)}) ms,"
              f" p99 {_at(clock, 99)} ({_at(processor, 99)}) ms,"
              f" {within:.1%} within {LIMIT_MS} ms")  # fmt: skip


def _at(times: list[float], percent: int) -> str:
    return f"{times[len(times) * percent // 100]:.1f}"


def _ask(dealer: Client, slug: str, kind: str, seed: str, number: int) -> None:
    status = dealer.get(f"/train/{slug}?seed={seed}&kind={kind}&number={number}").status_code
    if status != 200:
        sys.exit(f"the page answered {status}")


def _read() -> None:
    """A person reads: meanwhile the next question is made."""
    while UNDER_WAY:
        sleep(0.01)


class Took(NamedTuple):
    """Milliseconds by the clock, and of the processor."""

    clock: float
    processor: float


def _timed(doing: Callable[[], None]) -> Took:
    start, own = perf_counter(), process_time()
    doing()
    return Took((perf_counter() - start) * 1_000, (process_time() - own) * 1_000)


if __name__ == "__main__":
    main()
