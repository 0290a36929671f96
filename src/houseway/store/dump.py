"""Reading the events of a PostgreSQL dump without a server to put them in."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import apsw

from houseway.store.chain import ChainCheck
from houseway.store.log import Entry, LogFailed

_FIELDS = Entry.__struct_fields__
_NUMBERS = frozenset({"seq", "version", "schema", "at_us"})
_BYTES = frozenset({"body", "prev", "hash"})
_COPY = re.compile(r"COPY [\w.]+ \(([\w, ]+)\) FROM stdin;\n")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_MEANT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def check_dump(path: Path) -> ChainCheck:
    """Follow every chain of a dump; its rows come in no order, so they are sorted on disk first."""
    check = ChainCheck(contiguous=False)
    with apsw.Connection("") as sorter:
        sorter.execute(f"CREATE TABLE event ({', '.join(_FIELDS)})")
        places = ", ".join("?" * len(_FIELDS))
        rows = ([getattr(entry, name) for name in _FIELDS] for entry in _entries(path))
        sorter.executemany(f"INSERT INTO event VALUES ({places})", rows)
        ordered = sorter.execute(f"SELECT {', '.join(_FIELDS)} FROM event ORDER BY seq")
        check.take(Entry(*row) for row in ordered)
    return check


def run_tool(*words: str) -> None:
    """One of PostgreSQL's own programs; what it complains about is the reason of the failure."""
    try:
        subprocess.run(words, check=True, capture_output=True, text=True)  # noqa: S603
    except FileNotFoundError as missing:
        raise LogFailed(f"{words[0]} is not installed; it comes with PostgreSQL") from missing
    except subprocess.CalledProcessError as failed:
        raise LogFailed(f"{words[0]} failed: {failed.stderr.strip()}") from failed


def _entries(path: Path) -> Iterator[Entry]:
    words = ["pg_restore", "--data-only", "--table=event", "--file=-", str(path)]
    try:
        with subprocess.Popen(  # noqa: S603
            words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
        ) as reading:
            yield from _rows(reading.stdout or ())
    except FileNotFoundError as missing:
        raise LogFailed("pg_restore is not installed; it comes with PostgreSQL") from missing
    if reading.returncode:
        raise LogFailed(f"pg_restore cannot read {path.name}")


def _rows(lines: Iterable[str]) -> Iterator[Entry]:
    """The rows between the head of a table's data and the line that ends them."""
    columns: list[str] | None = None
    for line in lines:
        begins = _COPY.fullmatch(line)
        if begins:
            columns = begins[1].split(", ")
        elif line == "\\.\n":
            columns = None
        elif columns is not None:
            cells = line.removesuffix("\n").split("\t")
            yield _entry(dict(zip(columns, cells, strict=True)))


def _entry(cells: dict[str, str]) -> Entry:
    return Entry(*[_value(name, cells[name]) for name in _FIELDS])


def _value(name: str, cell: str) -> Any:
    if name in _NUMBERS:
        return int(cell)
    text = _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), cell)
    if name in _BYTES:
        return bytes.fromhex(text.removeprefix("\\x"))
    return text
