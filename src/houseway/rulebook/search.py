"""Finding clauses by their words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from houseway.rulebook.document import ClauseRow, Document, documents


def search_clauses(
    words: str, among: Iterable[Document] | None = None
) -> list[tuple[Document, ClauseRow]]:
    """The clauses that hold every word, those with the words as a phrase first.

    Capitals do not matter and a hyphen is a space. A word of four letters or more also finds the
    longer words it begins.
    """
    wanted = _plain(words).split()
    tests = [_word(each) for each in wanted]
    phrase = " ".join(wanted)
    found = [
        (phrase not in text, each, row)
        for each in (documents() if among is None else among)
        for row in each.clauses.values()
        if (text := _plain(f"{row.number} {row.heading} {row.must}"))
        and all(test.search(text) for test in tests)
    ]
    return [(each, row) for _, each, row in sorted(found, key=lambda entry: entry[0])]


def _word(word: str) -> re.Pattern[str]:
    end = "" if len(word) > 3 else r"\b"
    return re.compile(rf"\b{re.escape(word)}{end}")


def _plain(text: str) -> str:
    return " ".join(text.replace("-", " ").lower().split())
