"""The citations of files that are not Python: slots, records of play, evenings as text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from houseway.coverage.modules import Citation
from houseway.coverage.text import bracketed_in, citations_in
from houseway.rulebook import UnknownDocument, document

_DOCUMENT = re.compile(r"^document +(\S+)$", re.MULTILINE)
_QUOTED = re.compile(r'"([^"]+)"')
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


def slot_citations(path: Path) -> Iterator[Citation]:
    """Every clause that fills a slot of an edition, and those that a comment names there."""
    text = path.read_text(encoding="utf-8")
    slug, edition = path.name.removesuffix(".slots.toml").split(".", 1)
    cited = document(f"{slug}@{edition}")
    group = ""
    for at, line in enumerate(text.splitlines(), start=1):
        group = line.strip("[]") if line.startswith("[") else group
        for number in _QUOTED.findall(line):
            if number in cited.clauses:
                yield Citation(cited.title, number, at, group, edition)
    for named in citations_in("\n".join(_comments(text)), 1):
        yield Citation(named.title, named.number, named.line, "", edition, mention=True)


def _comments(text: str) -> Iterator[str]:
    """The comments of a text, line by line."""
    for line in text.splitlines():
        yield line.lstrip("# ") if line.startswith("#") else ""


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
