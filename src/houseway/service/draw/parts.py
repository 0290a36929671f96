"""Parts of a drawing that change by themselves, marked so that a live page is sent those alone.

The marks are control characters, which no text of the house may hold; `plain` leaves them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

BEGIN, NAMED, END = "\x02", "\x03", "\x04"
_MARKS = re.compile(f"{BEGIN}[^{NAMED}]*{NAMED}|{END}")


def part(name: str, *content: str) -> str:
    """A group that changes by itself; its name is there once in a fragment."""
    return f'{BEGIN}{name}{NAMED}<g data-part="{name}">{"".join(content)}</g>{END}'


def spread(name: str, many: int, drawn: Iterable[tuple[int, str]]) -> str:
    """Things by their number in so many parts, so that one that changes takes few others along."""
    groups: list[list[str]] = [[] for _ in range(many)]
    for number, content in drawn:
        groups[number % many].append(content)
    return "".join(part(f"{name}-{i}", *group) for i, group in enumerate(groups))


def plain(text: str) -> str:
    """A drawing without the marks of its parts."""
    return _MARKS.sub("", text)
