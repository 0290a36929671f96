"""How soon a drill is on the screen: `make bench-training`.

The next question is made while the present one is answered. *next* is the time from the request to
the whole page, through routes, sign-in and template; *made* is what the making takes meanwhile.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from time import perf_counter

from tests.service.conftest import House

from houseway.games import find, slugs
from houseway.service.consoles.training.desk import DESK, Asked
from houseway.service.settings import Settings
from houseway.training.generate import kinds_of

EACH = 15  # questions of each kind of each game


def main() -> None:
    times: list[float] = []
    made: list[float] = []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        dealer = House(stack, Settings(folder=f"{folder}/house")).as_("Eli")
        for slug in slugs():
            for kind in kinds_of(find(slug)):
                for number in range(EACH):
                    asked = Asked(slug, (kind,), "bench", number)
                    made.append(_timed(lambda asked=asked: DESK.ahead(asked)))
                    path = f"/train/{slug}?seed=bench&kind={kind}&number={number}"
                    times.append(_timed(lambda path=path: _got(dealer.get(path).status_code)))
    for name, found in (("next", times), ("made", made)):
        found.sort()
        p50, p99 = found[len(found) // 2], found[len(found) * 99 // 100]
        print(f"{name}: {len(found)} questions, p50 {p50:.1f} ms, p99 {p99:.1f} ms")


def _timed(doing: object) -> float:
    start = perf_counter()
    if callable(doing):
        doing()
    return (perf_counter() - start) * 1_000


def _got(status: int) -> None:
    if status != 200:
        sys.exit(f"the page answered {status}")


if __name__ == "__main__":
    main()
