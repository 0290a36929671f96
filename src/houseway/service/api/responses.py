"""What the API answers with, and which refusals each route documents."""

from __future__ import annotations

from typing import Any

from litestar.openapi import ResponseSpec
from msgspec import Struct

from houseway.service.errors import Problem
from houseway.service.live.sse import Happened
from houseway.table.view import View


class Ordered(Struct, frozen=True):
    """An order was accepted: where the table is now, what happened, and what the giver sees.

    `head` is the hash of the event that ends the stream: a receipt. `replayed` says that the key
    had been answered before, and nothing was done twice. `shown`: the fragments asked for.
    """

    table: str
    version: int
    head: str
    replayed: bool
    events: tuple[Happened, ...]
    view: View
    shown: dict[str, str] = {}


class TableSeen(Struct, frozen=True):
    """A table in a list of them."""

    table: str
    version: int
    document: str
    title: str
    open: bool
    virtual: bool
    round: int
    awaited: str


class LineSeen(Struct, frozen=True):
    """A wager of a finished round and what became of it."""

    patron: str
    wager: str
    box: int
    stake: int
    result: str
    paid: int
    returned: int
    clauses: tuple[str, ...]


class RoundSeen(Struct, frozen=True):
    """A finished round. A patron sees the lines of nobody else."""

    round: int
    result: str
    hands: dict[str, str]
    void: bool
    lines: tuple[LineSeen, ...]


SENTENCES = {
    400: "What was sent cannot be understood.",
    401: "Nobody has signed in, or the token is not known.",
    403: "The office may not do this, or the request did not come from one of our pages.",
    404: "There is no such thing.",
    409: "The table has moved on: `version` says where it is.",
    413: "What was sent is too long.",
    415: "What was sent is not JSON, or does not say so.",
    422: "The rules refuse it, by the clause named.",
    429: "Too many: `Retry-After` says in how many seconds to come again, where that is known.",
    503: "The log cannot be used now. `outcome_unknown`: send it again with the same key.",
}


def refusals(*statuses: int) -> dict[int, Any]:
    """The documented refusals of a route, each in the one shape; any route may meet a failure."""
    return {
        status: ResponseSpec(Problem, description=SENTENCES[status], generate_examples=False)
        for status in sorted({*statuses, 503})
    }
