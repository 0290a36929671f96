"""How the verbs that give orders tell what an order met: as lines, or as data."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from houseway.games.events import Event
from houseway.records.telling import printable
from houseway.runner import Answer

Words = Callable[[Event], str]


def as_data(answer: Answer) -> dict[str, Any]:
    """The one shape of an answer, accepted or refused."""
    refused = answer.refused
    return {
        "refused": refused.code if refused else None,
        "clause": refused.clause if refused else None,
        "detail": refused.detail if refused else "",
        "events": [] if refused else list(answer.events),
        "version": answer.receipt.version,
    }


def tell(answer: Answer, words: Words) -> None:
    """Print an answer for a person: each fact that has words, with its clauses; or why not."""
    if answer.refused:
        print(printable(f"Refused: {answer.refused}"), file=sys.stderr)
    for event in answer.events:
        said, cited = words(event), clauses(event)
        if said:
            print(printable(said + (f"  [{cited}]" if cited else "")))


def clauses(event: Event) -> str:
    """A promotion's facts name a clause of each of its documents, any other at most one."""
    one = getattr(event, "clause", None)
    return "; ".join(getattr(event, "clauses", (one,) if one else ()))


def failed(address: str, wrong: Exception) -> int:
    """What could not be read or done at all: status 2."""
    print(f"{address}: {printable(str(wrong))}", file=sys.stderr)
    return 2
