"""What records of play and evenings told as text under tests/ name."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from houseway.coverage.modules import Citation
from houseway.coverage.text import bracketed_in
from houseway.rulebook import UnknownDocument, document

_DOCUMENT = re.compile(r"^document +(\S+)$", re.MULTILINE)
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$", re.MULTILINE)


def evening_citations(path: Path) -> Iterator[Citation]:
    """Every clause in the brackets of an evening, which says on a line of its own under which
    document it is played. Its comments, and a text without such a line, claim nothing."""
    text = _COMMENT.sub("", path.read_text(encoding="utf-8"))
    found = _DOCUMENT.search(text)
    if found is None:
        return
    title, edition = _named(found[1])
    if edition is None:  # a document that nobody has: said once, as a claim that is false
        yield Citation(title, "", text.count("\n", 0, found.start()) + 1, path.stem)
        return
    for each in bracketed_in(text, 1, title):
        yield Citation(title, each.number, each.line, path.stem, edition)


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
