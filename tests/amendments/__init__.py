"""Amendments: example files, made-up ones, and what must follow from them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from houseway import games
from houseway.amendments.reading import Amendment, adopt, read_amendment

EXAMPLES = Path(__file__).parents[2] / "examples" / "amendments"


@contextmanager
def adopted(text: str) -> Iterator[Amendment]:
    """An amendment whose edition is known for as long as the block runs."""
    amendment = read_amendment(text)
    adopt(amendment)
    try:
        yield amendment
    finally:
        games.withdraw(amendment.document.id)


def example(name: str) -> str:
    return (EXAMPLES / f"{name}.hwa").read_text(encoding="utf-8")
