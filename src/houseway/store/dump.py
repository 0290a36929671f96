"""PostgreSQL's own programs, and reading a dump of theirs without a server to put it in."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import apsw

from houseway.store.chain import ChainCheck
from houseway.store.log import Entry, Head, LogFailed

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
        rows = ([_value(name, row[name]) for name in _FIELDS] for row in _read(path, "event"))
        sorter.executemany(f"INSERT INTO event VALUES ({places})", rows)
        ordered = sorter.execute(f"SELECT {', '.join(_FIELDS)} FROM event ORDER BY seq")
        check.take(Entry(*row) for row in ordered)
    check.compare_heads(dict(_heads(path)))
    return check


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
        subprocess.run(words, check=True, capture_output=True, text=True, env=environment)  # noqa: S603
    except FileNotFoundError as missing:
        raise LogFailed(f"{program} is not installed; it comes with PostgreSQL") from missing
    except subprocess.CalledProcessError as failed:
        raise LogFailed(f"{program} failed: {failed.stderr.strip()}") from failed


def _heads(path: Path) -> Iterator[tuple[str, Head]]:
    for row in _read(path, "stream"):
        version = int(row["version"])
        if version:
            head = _text(row["head"]).removeprefix("\\x")
            yield _text(row["id"]), Head(version, int(row["seq"]), head)


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


def _value(name: str, cell: str) -> int | str | bytes:
    if name in _NUMBERS:
        return int(cell)
    text = _text(cell)
    return bytes.fromhex(text.removeprefix("\\x")) if name in _BYTES else text


def _text(cell: str) -> str:
    return _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), cell)
