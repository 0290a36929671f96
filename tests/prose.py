"""The sentences of a Markdown page: its prose, without code, tables, headings and pictures."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)|<img[^>]*>")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_CODE = re.compile(r"`[^`]*`")
_ABBREVIATED = re.compile(r"\b(e\.g|i\.e|etc|vs|[Nn]o|St|Mr|Ms|Dr)\.(?=\s)")
_END = re.compile(r"""(?<=[.!?])["')*_]*\s+(?=["'(*_`]*[A-Z0-9`])""")
_WORD = re.compile(r"[A-Za-z0-9$][\w$%.,'’/-]*")
_SHORT = 3  # fewer words are a label, not a sentence


def sentences(page: str) -> list[str]:
    """Return the sentences of the page's paragraphs and list items."""
    return [
        each
        for paragraph in _paragraphs(_COMMENT.sub("", _FENCE.sub("", page)))
        for each in _END.split(_plain(paragraph))
        if words(each) >= _SHORT
    ]


def words(sentence: str) -> int:
    """Count the words; a piece of code or a number with its unit sign is one word."""
    return len(_WORD.findall(sentence))


def average(page: str) -> float:
    """Return the average length of the page's sentences in words."""
    found = sentences(page)
    return sum(map(words, found)) / len(found) if found else 0


def _paragraphs(page: str) -> list[str]:
    """Join the lines of each paragraph and list item; leave out headings and tables."""
    found: list[str] = [""]
    for line in page.splitlines():
        code = line.startswith("    ") and not found[-1]
        if not line.strip() or code or line.lstrip().startswith(("#", "|")):
            found.append("")
        elif _ITEM.match(line):
            found.append(_ITEM.sub("", line))
        else:
            found[-1] += " " + line.strip().lstrip("> ")
    return [each.strip() for each in found if each.strip()]


def _plain(paragraph: str) -> str:
    text = _LINK.sub(r"\1", _PICTURE.sub("", paragraph))
    return _ABBREVIATED.sub(r"\1", _CODE.sub("Code", text))
