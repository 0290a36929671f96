"""What a promotion owes, as CSV for a desk and as iCalendar for a diary."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TextIO

from houseway.promotion.due import Due

COLUMNS = ("overdue", "by", "what", "to", "clause")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FOLD = 74  # octets of a line, before the one that says it goes on


def moment(at_us: int) -> datetime:
    return _EPOCH + timedelta(microseconds=at_us)


def row(due: Due, now_us: int) -> tuple[str, ...]:
    by = moment(due.by_us).strftime("%Y-%m-%dT%H:%M:%SZ") if due.by_us else ""
    return ("OVERDUE" if due.overdue(now_us) else "", by, due.what, due.to, due.clause)


def write_csv(found: Iterable[Due], now_us: int, to: TextIO) -> None:
    rows = csv.writer(to, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows(row(each, now_us) for each in found)


def calendar(stream: str, found: Iterable[Due], now_us: int) -> str:
    """One to-do for each thing owed by a time, as RFC 5545 writes them; what has no time is left
    out, for a diary has no place for it."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Houseway//Promotions//EN"]
    for each in found:
        if each.by_us:
            lines += _todo(stream, each, now_us)
    lines.append("END:VCALENDAR")
    return "".join(folded + "\r\n" for line in lines for folded in _folded(line))


def _todo(stream: str, due: Due, now_us: int) -> list[str]:
    key = hashlib.sha256(f"{stream}\n{due.what}\n{due.by_us}".encode()).hexdigest()[:32]
    overdue = "OVERDUE: " if due.overdue(now_us) else ""
    return [
        "BEGIN:VTODO",
        f"UID:{key}@houseway",
        f"DTSTAMP:{_utc(now_us)}",
        f"DUE:{_utc(due.by_us)}",
        f"SUMMARY:{_text(f'{overdue}{due.what} (to {due.to})')}",
        f"DESCRIPTION:{_text(f'{stream}: {due.clause}')}",
        f"PRIORITY:{1 if overdue else 5}",
        "END:VTODO",
    ]


def _utc(at_us: int) -> str:
    return moment(at_us).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """A line of at most 75 octets; what is longer goes on behind a space."""
    start, body = "", line
    while body:
        part = body
        while len((start + part).encode()) > _FOLD + 1:
            part = part[:-1]
        yield start + part
        start, body = " ", body[len(part) :]
