"""Line numbers of a TOML text: where each key and table stands, for messages that name the line."""

from __future__ import annotations

import re
from collections.abc import Iterator

Path = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")
_PART = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")
_LONGEST_LINE = 10_000
_LONG = ('"""', "'''")


def line_numbers(text: str) -> dict[Path, int]:
    """The line of every key and table by its path: `("rounds", 0, "steps")` is line 12, say."""
    lines: dict[Path, int] = {}
    table: Path = ()
    counts: dict[Path, int] = {}
    for number, line in _outside_long_strings(text):
        if len(line) > _LONGEST_LINE:  # of a key or a header
            continue
        header, key = _HEADER.match(line), _KEY.match(line)
        if header:
            table = _table(header[1], _parts(header[2]), counts)
            _note(lines, table, number)
        elif key:
            _note(lines, (*table, *_parts(key[1])), number)
    return lines


def _note(lines: dict[Path, int], path: Path, number: int) -> None:
    """A table may be opened only by one further down: it stands where that one does."""
    for length in range(1, len(path) + 1):
        lines.setdefault(path[:length], number)


def _outside_long_strings(text: str) -> Iterator[tuple[int, str]]:
    """The numbered lines that can hold a key or a header."""
    closing = ""
    for number, line in enumerate(text.splitlines(), 1):
        if closing:
            closing = "" if closing in line else closing
            continue
        if line.lstrip().startswith("#"):
            continue
        yield number, line
        closing = next((mark for mark in _LONG if line.count(mark) % 2), "")


def _parts(key: str) -> tuple[str, ...]:
    return tuple(double or single or bare for double, single, bare in _PART.findall(key))


def _table(opening: str, parts: tuple[str, ...], counts: dict[Path, int]) -> Path:
    """The path of a header; tables of an array are counted from zero."""
    path: Path = ()
    for at, part in enumerate(parts, 1):
        path = (*path, part)
        if at == len(parts) and opening == "[[":
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path
