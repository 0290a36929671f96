"""Rulings as receipts show them: an event with the text of its clauses, and who may hold one."""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.games import events
from houseway.rulebook.document import Document, clause_row, documents
from houseway.rulebook.roles import Role
from houseway.store.log import Entry
from houseway.store.receipt import Ruling
from houseway.table.vocabulary import OrderRefused

# What a patron's receipt may hold beside the patron's own name. An event with any other field may
# name or describe another person; the pit and the inspector give it out instead.
OWN_FIELDS = frozenset({
    "type", "patron", "wager", "box", "amount", "stake", "paid", "collected", "returned", "before",
    "hand", "cards", "choice", "onto", "round", "clause", "clauses", "reason",
})  # fmt: skip
# Rulings that everybody at the table was told.
OPEN_KINDS = frozenset(
    name for name, each in vars(events).items() if getattr(each, "public", False)
)
REFUSED = OrderRefused.__name__


def ruling_of(entry: Entry) -> Ruling:
    """An event with the text of its clauses, in the edition that was in force."""
    found = _document(entry)
    texts = {clause: _text(clause, found) for clause in clauses_of(entry)}
    return Ruling(entry, texts, found.id if found else "")


def clauses_of(entry: Entry) -> list[str]:
    """The clauses that an event cites."""
    body = body_of(entry)
    cited = body.get("clauses") or [body.get("clause", "")]
    return [each for each in cited if isinstance(each, str) and each]


def body_of(entry: Entry) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(entry.body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return {}
    return found if isinstance(found, dict) else {}


def _document(entry: Entry) -> Document | None:
    return next((each for each in documents() if each.content_hash == entry.edition), None)


def _text(clause: str, found: Document | None) -> str:
    try:
        if found is not None:
            return found.clauses[found.number_of(clause)].must
        return clause_row(clause).must
    except LookupError:  # cited from a document that is not shipped
        return ""


def is_open(entry: Entry) -> bool:
    """Whether an event is a ruling that everybody at the table was told."""
    return entry.kind in OPEN_KINDS and bool(clauses_of(entry))


def is_own(entry: Entry, patron: str) -> bool:
    """Whether an event is a ruling about this patron and about nobody else.

    The person who gave it may be named: staff, or the patron. A refusal is the patron's own if the
    patron asked.
    """
    by_another = entry.role == Role.PATRON and entry.actor != patron
    if by_another or not clauses_of(entry):
        return False
    if entry.kind == REFUSED:
        return entry.role == Role.PATRON
    body = body_of(entry)
    return body.get("patron") == patron and body.keys() <= OWN_FIELDS
