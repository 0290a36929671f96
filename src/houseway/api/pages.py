"""Small pieces of HTML for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """An HTML table; every cell is plain text."""
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    first = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table>{above}<thead><tr>{first}</tr></thead><tbody>{body}</tbody></table>"


def points(title: str, items: Sequence[str]) -> str:
    """A titled list as HTML; nothing where there are no items."""
    listed = "".join(f"<li>{escape(each)}</li>" for each in items)
    return f"<p><b>{escape(title)}</b></p><ul>{listed}</ul>" if items else ""


def columns(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The same as plain text, in columns."""
    lines = [tuple(head), *(tuple(map(str, row)) for row in rows)]
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True)).rstrip()
        for line in lines
    )
