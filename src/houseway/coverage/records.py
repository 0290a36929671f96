"""What a record of play under tests/ names: every array called `clauses`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from houseway.coverage.modules import Citation
from houseway.rulebook import UnknownDocument, document


def record_citations(path: Path) -> Iterator[Citation]:
    """Every clause a `.hwr` file names. A file that is no record claims nothing."""
    text = path.read_text(encoding="utf-8")
    try:
        record = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    slug = record.get("document")
    if isinstance(slug, str):
        title, edition = _named(slug)
        for number in _clauses(record):
            plain = number.removeprefix(f"{title} ")
            yield Citation(title, plain, _line(text, number), path.stem, edition)


def _named(slug: str) -> tuple[str, str | None]:
    try:
        found = document(slug)
    except UnknownDocument:
        return slug, None
    return found.title, found.edition


def _clauses(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _clauses(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key == "clauses" and isinstance(each, list):
                yield from (item for item in each if isinstance(item, str))
            else:
                yield from _clauses(each)


def _line(text: str, number: str) -> int:
    """The first line that holds the number in quotes."""
    at = max(text.find(f'"{number}"'), text.find(f"'{number}'"), 0)
    return text.count("\n", 0, at) + 1
