"""What a large draw costs: a million entries taken, sealed, drawn, written and checked again.

Run with `python -m benchmarks.draw`. The orders are judged and applied as the runner does it, in
lists of ten thousand; the log itself is measured by `benchmarks.store`.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.promotion.desk import CLOSE, DRAW, SEED, Desk, complete

from houseway.promotion import draw_vocabulary as dv
from houseway.promotion.promotion import Promotion, decide, evolve
from houseway.records.drawfile import check, draw_file, written
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused

ENTRIES = 1_000_000
BATCH = 10_000
LIMIT_SECONDS = 10


def main() -> None:
    desk = Desk("casino-war").started(complete(one_prize_each=True)).committed()
    promotion = desk.promotion
    people = [hashlib.sha256(b"%d" % number).hexdigest()[:32] for number in range(ENTRIES)]
    batches = [
        tuple(dv.Entrant(person) for person in people[at : at + BATCH])
        for at in range(0, ENTRIES, BATCH)
    ]
    spent: dict[str, float] = {}
    with _timed(spent, "taken"):
        for batch in batches:
            _order(promotion, dv.EnterList(batch, "a list"), CLOSE)
    with _timed(spent, "sealed"):
        _order(promotion, dv.SealEntries(), CLOSE + 1)
    desk.revealed()
    with _timed(spent, "drawn"):
        _order(promotion, dv.DrawWinners(SEED), DRAW)
    with _timed(spent, "written"):
        body = written(draw_file("promotion/1", promotion))
    with _timed(spent, "checked"):
        assert not check(body).problems
    for what, seconds in spent.items():
        print(f"{ENTRIES:,} entries {what:8} {seconds:6.2f} s")
    both = spent["sealed"] + spent["drawn"]
    verdict = "under" if both < LIMIT_SECONDS else "OVER"
    print(f"sealed and drawn in {both:.2f} s, {verdict} the limit of {LIMIT_SECONDS} s")
    print(f"the file has {len(body) / 1e6:.1f} MB")


def _order(promotion: Promotion, command: dv.EnterList | dv.SealEntries | dv.DrawWinners,
           at_us: int) -> None:  # fmt: skip
    ruling = decide(promotion, command, Role.PROMOTIONS, at_us, "Pia")
    assert not isinstance(ruling, Refused), str(ruling)
    for event in ruling.events:
        evolve(promotion, event)


@contextmanager
def _timed(spent: dict[str, float], what: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    spent[what] = time.perf_counter() - start


if __name__ == "__main__":
    main()
