"""The daily report of a whole log, or of an exported one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing

from houseway.records.hwlog import read_hwlog
from houseway.records.sources import hwlog_at
from houseway.records.telling import edition_in
from houseway.store import codec
from houseway.store.chain import ChainCheck
from houseway.store.log import Entry, LogError
from houseway.store.open import read_log
from houseway.takings.daily import (
    Day,
    DayOf,
    Figures,
    check_day,
    counted,
    day_of_table,
    days_of,
    total,
)
from houseway.takings.till import Till

_TABLE = "table/"


class Altered(LogError):
    """The chain of a stream is broken, so nothing is reported of it."""


class NoSuchTable(LogError):
    """The log has no table of this name, or none at all."""


def daily(
    address: str, day_of: DayOf, *, day: str = "", table: str = "", figures: Figures = counted
) -> list[Day]:
    """Every day, or one: its tables in their order, then all of them together.

    Tables for practice chips or tournament chips are left out: no money moves there.
    """
    if day:
        check_day(day)
    tills = _tills(address, table)
    days = {name: _days(till, day_of) for name, till in tills.items()}
    report = []
    for each in [day] if day else sorted({one for found in days.values() for one in found}):
        tables = [
            day_of_table(name, till, each, day_of=day_of, figures=figures)
            for name, till in tills.items()
            if each in days[name]
        ]
        report += [*tables, total(each, tables)]
    return report


def _days(till: Till, day_of: DayOf) -> list[str]:
    return days_of(till, day_of) if till.for_money else []


def _tills(address: str, table: str) -> dict[str, Till]:
    tills = {}
    for stream, entries in _streams(address):
        name = stream.removeprefix(_TABLE)
        if not stream.startswith(_TABLE) or table not in ("", name):
            continue
        check = ChainCheck(contiguous=False)
        check.take(entries)
        if check.problems:
            raise Altered("; ".join(check.problems))
        if edition := edition_in(entries):
            tills[name] = _folded(edition, entries)
    if table and table not in tills:
        raise NoSuchTable(f"the log has no table {table}")
    return tills


def _folded(edition: str, entries: Iterable[Entry]) -> Till:
    till = Till()
    for entry in entries:
        till.take(codec.decode(edition, entry), entry.at_us)
    return till


def _streams(address: str) -> Iterator[tuple[str, list[Entry]]]:
    file = hwlog_at(address)
    if file is None:
        with closing(read_log(address)) as log:
            for stream in sorted(log.heads()):
                if stream.startswith(_TABLE):
                    yield stream, log.read(stream)
        return
    streams: dict[str, list[Entry]] = {}
    with file.open("rb") as lines:
        for entry in read_hwlog(lines):
            streams.setdefault(entry.stream, []).append(entry)
    yield from sorted(streams.items())
