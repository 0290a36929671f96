"""What was measured, as JSON and as a page."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import quantiles

from msgspec import Struct

from benchmarks.load.givers import Stored
from benchmarks.load.processes import Reached


class Held(Struct, frozen=True):
    """The memory of the server and of its drawing process (0: it has none) at a moment."""

    when: str
    second: int
    megabytes: float
    drawing: float = 0.0


class Measured(Struct, frozen=True):
    """One run. Times are in milliseconds, processor shares in per cent of the whole machine."""

    title: str  # which server, where two are measured in turns
    engine: str
    tables: int
    pages: int
    pace: float
    seconds: float
    opening_seconds: float  # until every page had its first content
    orders: int
    orders_per_second: float
    orders_per_cpu_second: float  # of the server's, whatever else the machine does
    p50: float
    p95: float
    p99: float
    page_p50: float  # from an answer until a page of its table has been sent all of it
    page_p95: float
    page_p99: float
    felt_mean: float  # from a change until the felts of its table are drawn, by the server's count
    rest_mean: float  # the same of the rest of its pages
    errors: int
    first_errors: tuple[str, ...]
    pages_ended: int
    messages: int
    versions: int  # messages that tell a page only that its table has moved on
    median_bytes: int  # of a message
    mean_bytes: int
    megabytes_sent: float
    server_share: float
    clients_share: float
    machine_load: tuple[float, float]
    memory: tuple[Held, ...]
    growth_percent: float  # of both processes, from the end of warming up to the end


def percentiles(seconds: list[float]) -> tuple[float, float, float]:
    """The median, p95 and p99 in milliseconds; zeros where next to nothing was measured."""
    if len(seconds) < 2:
        return 0.0, 0.0, 0.0
    cut = quantiles(seconds, n=100)
    return round(cut[49] * 1e3, 1), round(cut[94] * 1e3, 1), round(cut[98] * 1e3, 1)


def lateness(
    stored: Iterable[Stored], reached: Iterable[Reached], pages: Sequence[str]
) -> list[float]:
    """Seconds from each answer until each page of its table had been sent that version or a later
    one. Most pages of a quiet house have it before the answer; versions that no page was sent
    before the end are left out.
    """
    versions: dict[int, list[int]] = defaultdict(list)
    moments: dict[int, list[float]] = defaultdict(list)
    for each in reached:
        if not versions[each.page] or each.version > versions[each.page][-1]:
            versions[each.page].append(each.version)
            moments[each.page].append(each.at)
    at_table: dict[str, list[int]] = defaultdict(list)
    for page, table in enumerate(pages):
        at_table[table].append(page)
    found = []
    for order in stored:
        for page in at_table[order.table]:
            place = bisect_left(versions[page], order.version)
            if place < len(versions[page]):
                found.append(max(0.0, moments[page][place] - order.at))
    return found


def growth(warmed_up: Held, end: Held) -> float:
    before, after = (each.megabytes + each.drawing for each in (warmed_up, end))
    return round((after / before - 1) * 100, 1)


def share(cpu_seconds: float, seconds: float) -> float:
    return round(100 * cpu_seconds / seconds / (os.cpu_count() or 1), 1)


def print_pages(found: list[Measured]) -> None:
    for each in found:
        print_page(each)
    if len(found) > 1:
        _print_side_by_side(found[0], found[1])


_LINES = (
    ("orders a second", "orders_per_second"),
    ("orders for a second of the server's CPU", "orders_per_cpu_second"),
    ("p50 ms", "p50"),
    ("p95 ms", "p95"),
    ("p99 ms", "p99"),
    ("ms from the answer to a page, p50", "page_p50"),
    ("ms from the answer to a page, p95", "page_p95"),
    ("ms until the felts are drawn, mean", "felt_mean"),
    ("ms until the rest is drawn, mean", "rest_mean"),
    ("bytes of a message, median", "median_bytes"),
    ("bytes of a message, mean", "mean_bytes"),
    ("MB sent to pages", "megabytes_sent"),
    ("s to open every page", "opening_seconds"),
)


def _print_side_by_side(before: Measured, now: Measured) -> None:
    print(f"{'':42}{before.title:>12}{now.title:>12}{'ratio':>8}")
    for title, name in _LINES:
        one, two = getattr(before, name), getattr(now, name)
        print(f"{title:42}{one:12,.1f}{two:12,.1f}{two / one if one else 0:8.2f}")


def line_of(held: Held) -> str:
    return f"    {held.second:6} s  {held.megabytes:8.1f} MB  {held.drawing:8.1f} MB  {held.when}"


def print_page(m: Measured) -> None:
    pace = f"{m.pace:g} orders a second asked for" if m.pace else "orders without a pause"
    print(
        f"{m.title}, {m.engine}: {m.tables} tables, {m.pages} open pages, {pace}, {m.seconds:.0f} s"
    )
    print(f"load of the machine {m.machine_load[0]:.1f} before, {m.machine_load[1]:.1f} after")
    print(f"{m.opening_seconds:.0f} s to open every page")
    print(
        f"{m.orders_per_second:.1f} orders a second answered, {m.orders} in all,"
        f" {m.orders_per_cpu_second:.0f} for each second of the server's CPU"
    )
    print(f"p50 {m.p50:.0f} ms, p95 {m.p95:.0f} ms, p99 {m.p99:.0f} ms")
    print(
        f"from an answer to a page of its table: p50 {m.page_p50:.0f} ms, p95 {m.page_p95:.0f} ms,"
        f" p99 {m.page_p99:.0f} ms"
    )
    print(f"felts drawn after {m.felt_mean:.0f} ms, the rest after {m.rest_mean:.0f} ms (means)")
    print(f"{m.errors} errors, {m.pages_ended} pages cut off")
    for each in m.first_errors:
        print(f"    {each}")
    print(f"{m.messages} messages to pages, {m.megabytes_sent:.1f} MB")
    print(f"of a message: median {m.median_bytes:,} bytes, mean {m.mean_bytes:,} bytes")
    print(f"{m.versions} more that tell only of a version")
    print(f"of all processors: the server {m.server_share} %, the clients {m.clients_share} %")
    print("memory of the server, and of its drawing process:")
    for held in m.memory:
        print(line_of(held))
    print(f"growth after warming up: {m.growth_percent:+.1f} %")
