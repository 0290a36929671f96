"""Citations written out in text: a title and its clause numbers, or numbers in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from houseway.rulebook import documents

LOOKS_LIKE = re.compile(r"[1-9]\d*(?:\.\d+)*(?:\([A-Za-z]+\))*(?:#\d(?:\([A-Za-z]+\))*)?")
SEPARATOR = re.compile(r", and |, or |, | and | or | to ")
BRACKETS = re.compile(r"\[([^\[\]\n]+)\]")
STARTS_LIKE = re.compile(r"[1-9]\d*(?:\.\d|\()")


class Named(NamedTuple):
    """A clause that a text names, whether it exists or not."""

    title: str
    number: str
    line: int


def citations_in(text: str, first_line: int) -> Iterator[Named]:
    """Every clause after a document's title, and those that follow in the same list."""
    flowing, lines = _flowing(text, first_line)
    for found in _titles().finditer(flowing):
        at = found.end()
        while number := clause_at(flowing, at, found[1]):
            yield Named(found[1], number, lines[at])
            separator = SEPARATOR.match(flowing, at + len(number))
            if not separator:
                break
            at = separator.end()


def bracketed_in(text: str, first_line: int, title: str) -> Iterator[Named]:
    """Every item of the brackets that hold clause numbers, as `[6.4]` or `[8.4(a), 9.8(b)]`."""
    for found in BRACKETS.finditer(text):
        items = [item.strip() for item in re.split("[,;]", found[1])]
        if items[0] in _numbers()[title] or STARTS_LIKE.match(items[0]):
            line = first_line + text.count("\n", 0, found.start())
            yield from (Named(title, item, line) for item in items)


def clause_at(text: str, at: int, title: str) -> str | None:
    """The longest clause of a document that stands at a place, or what looks like one there."""
    here = [
        number
        for number in _numbers()[title]
        if text.startswith(number, at) and not re.match(r"\w", text[at + len(number) :])
    ]
    longest = max(here, key=len, default="")
    looks = LOOKS_LIKE.match(text, at)
    if looks and len(looks[0]) > len(longest):
        return looks[0] if re.search(r"[.(]", looks[0]) else None
    return longest or None


@cache
def _numbers() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for each in documents():
        found[each.title] = found.get(each.title, frozenset()) | frozenset(each.clauses)
    return found


@cache
def title_endings() -> frozenset[str]:
    """The last words of all titles: what names a document has one of them."""
    return frozenset(title.split()[-1] for title in _numbers())


@cache
def _titles() -> re.Pattern[str]:
    longest_first = sorted(_numbers(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest_first))}) ")


def _flowing(text: str, first_line: int) -> tuple[str, list[int]]:
    """The text with each run of white space made one space, and the line of every character."""
    kept: list[str] = []
    lines: list[int] = []
    line = first_line
    for character in text:
        space = character.isspace()
        if not (space and kept and kept[-1] == " "):
            kept.append(" " if space else character)
            lines.append(line)
        line += character == "\n"
    return "".join(kept), lines
