"""Parts of a drawing that change by themselves, so that a live page is sent those alone.

A drawing is a line of texts and parts. `in_pieces` divides it into the parts and the frame around
them. For a template it is one text in which the parts are marked with control characters, which no
text of the house may hold; `plain` is the same without marks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

BEGIN, NAMED, END = "\x02", "\x03", "\x04"


class Part(NamedTuple):
    """A group that changes by itself; its name is there once in a fragment."""

    name: str
    text: str


Drawn = str | Part


class Pieces(NamedTuple):
    """A drawing divided: the parts by name, and the texts before, between and after them."""

    frame: tuple[str, ...]
    parts: dict[str, str]


def part(name: str, *content: str) -> Part:
    return Part(name, f'<g data-part="{name}">{"".join(content)}</g>')


def spread(name: str, many: int, drawn: Iterable[tuple[int, str]]) -> tuple[Part, ...]:
    """Things by their number in so many parts, so that one that changes takes few others along."""
    groups: list[list[str]] = [[] for _ in range(many)]
    for number, content in drawn:
        groups[number % many].append(content)
    return tuple(part(f"{name}-{i}", *group) for i, group in enumerate(groups))


def in_pieces(drawing: Iterable[Drawn]) -> Pieces:
    """The drawing divided; a text that stands alone between two parts is not copied."""
    frame, parts, between = list[str](), dict[str, str](), list[str]()
    for each in drawing:
        if isinstance(each, str):
            between.append(each)
        else:
            frame.append("".join(between))
            between.clear()
            parts[each.name] = each.text
    return Pieces((*frame, "".join(between)), parts)


def marked(pieces: Pieces) -> str:
    """The drawing as one text with its parts marked."""
    around = iter(pieces.frame)
    parts = pieces.parts.items()
    named = (f"{BEGIN}{name}{NAMED}{text}{END}{next(around)}" for name, text in parts)
    return next(around) + "".join(named)


def plain(drawing: Iterable[Drawn]) -> str:
    """The drawing as one text without marks."""
    return "".join(each if isinstance(each, str) else each.text for each in drawing)
