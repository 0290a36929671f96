"""PostgreSQL's own programs, and reading a dump of theirs without a server to put it in."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import apsw

from houseway.store.chain import ChainCheck
from houseway.store.log import Entry, Head, LogFailed

_FIELDS = Entry.__struct_fields__
_NUMBERS = frozenset({"seq", "version", "schema", "at_us"})
_BYTES = frozenset({"body", "prev", "hash", "head"})
_STREAM = ("id", "version", "seq", "head")
_COPY = re.compile(r"COPY [\w.]+ \(([\w, ]+)\) FROM stdin;\n")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_MEANT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def check_dump(path: Path) -> ChainCheck:
    """Follow every chain of a dump; its rows come in no order, so they are sorted on disk first."""
    check = ChainCheck(contiguous=False)
    with apsw.Connection("") as sorter:
        _load(sorter, path, "event", _FIELDS)
        _load(sorter, path, "command", ("stream", "key", "version", "seq", "head"))
        sorter.execute("CREATE INDEX by_seq ON event (seq)")
        ordered = sorter.execute(f"SELECT {', '.join(_FIELDS)} FROM event ORDER BY seq")
        check.take(Entry(*row) for row in ordered)
        astray = sorter.execute(
            "SELECT c.stream, c.key FROM command c LEFT JOIN event e ON e.seq = c.seq"
            " WHERE c.seq > 0 AND (e.hash IS NOT c.head OR e.version IS NOT c.version"
            " OR e.stream IS NOT c.stream OR e.key IS NOT c.key)"
        )
        for stream, key in astray:
            check.problems.append(f"{stream}: the receipt of {key} is not of its event")
    check.compare_heads(dict(_heads(path)))
    return check


def count_rows(path: Path, table: str) -> int:
    """How many rows a table has in a dump."""
    return sum(1 for _ in _read(path, table))


def _load(sorter: apsw.Connection, path: Path, table: str, names: tuple[str, ...]) -> None:
    sorter.execute(f"CREATE TABLE {table} ({', '.join(names)})")
    rows = ([_value(name, row[name]) for name in names] for row in _read(path, table))
    sorter.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})", rows)


def run_tool(program: str, *options: str, url: str) -> None:
    """One of PostgreSQL's own programs; what it complains about is the reason of the failure.

    The password goes by the environment: everybody on the machine can read the words of a command.
    """
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    parts = conninfo_to_dict(url)
    password = parts.pop("password", None)
    environment = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    words = [program, *options, f"--dbname={make_conninfo('', **parts)}"]
    try:
        subprocess.run(  # noqa: S603
            words, check=True, capture_output=True, encoding="utf-8", errors="replace",
            env=environment,
        )  # fmt: skip
    except FileNotFoundError as missing:
        raise LogFailed(f"{program} is not installed; it comes with PostgreSQL") from missing
    except subprocess.CalledProcessError as failed:
        raise LogFailed(f"{program} failed: {failed.stderr.strip()}") from failed


def _heads(path: Path) -> Iterator[tuple[str, Head]]:
    for row in _read(path, "stream"):
        name, version, seq, head = (_value(each, row[each]) for each in _STREAM)
        if version:
            yield name, Head(version, seq, head.hex())


def _read(path: Path, table: str) -> Iterator[dict[str, str]]:
    """The rows of a table in a dump, each cell as it is written there."""
    words = ["pg_restore", "--data-only", f"--table={table}", "--file=-", str(path)]
    try:
        with subprocess.Popen(  # noqa: S603
            words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
        ) as reading:
            yield from _rows(reading.stdout or ())
    except FileNotFoundError as missing:
        raise LogFailed("pg_restore is not installed; it comes with PostgreSQL") from missing
    if reading.returncode:
        raise LogFailed(f"pg_restore cannot read {path.name}")


def _rows(lines: Iterable[str]) -> Iterator[dict[str, str]]:
    """The rows between the head of a table's data and the line that ends them."""
    columns: list[str] | None = None
    for line in lines:
        begins = _COPY.fullmatch(line) if columns is None else None
        if begins:
            columns = begins[1].split(", ")
        elif line == "\\.\n":
            columns = None
        elif columns is not None:
            cells = line.removesuffix("\n").split("\t")
            yield dict(zip(columns, cells, strict=True))


def _value(name: str, cell: str) -> Any:
    if name in _NUMBERS:
        return int(cell)
    text = _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), cell)
    return bytes.fromhex(text.removeprefix("\\x")) if name in _BYTES else text
