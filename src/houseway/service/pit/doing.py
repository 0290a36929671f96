"""What can be done at a table, sorted for the console, with the reason for what is not possible.

Every entry is an offer of the table (`table/offers.py`), and every reason is `decide`'s own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from houseway.games.commands import Command
from houseway.records.sentences import write
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused
from houseway.service.decoding import kinds
from houseway.service.pit.fields import form
from houseway.service.pit.words import title_of
from houseway.table.offers import Offer, Refusal, offers
from houseway.table.people_vocabulary import ConfirmCorrection, DropCorrection, Signature
from houseway.table.rulings import order_decoder
from houseway.table.state import Correction
from houseway.table.table import Table, decide
from houseway.table.view import Viewer

RULINGS, CARDS, WAGERS = "Rulings on irregularities", "Cards and calls", "Wagers"
LIMITS, MONEY, PEOPLE = "Limits, options and notices", "Float and money", "Staff and patrons"
DISPUTES, APPROVALS, CLOSING = "Disputes", "Approvals", "Hours and closing"
SECTIONS = (
    RULINGS, DISPUTES, LIMITS, MONEY, PEOPLE, CARDS, WAGERS, APPROVALS, CLOSING,
)  # fmt: skip
# Orders that the house gives by itself, or that stand elsewhere on the console.
_ELSEWHERE = frozenset(
    {
        "CommitSeed", "RevealSeed", "AskCorrection", "ConfirmCorrection", "DropCorrection",
        "AcknowledgeAlert", "OpenTable", "EnterCommencement",
    }
)  # fmt: skip
_OF_DISPUTES = ("RaiseDispute", "DecideDispute", "AskReview", "RecordReview", "AdviseComplaint")
_SECTION_OF = {
    **dict.fromkeys(_OF_DISPUTES, DISPUTES),
    "RecordApproval": APPROVALS,
    "RecordNotification": RULINGS,
    "MakeAnnouncement": CLOSING,
    "CloseTable": CLOSING,
    "SetHours": CLOSING,
    "CheckCardsAfterGaming": CLOSING,
}
_SECTION_OF_GROUP = {
    "irregularities": RULINGS,
    "provisions": RULINGS,
    "house settings": LIMITS,
    "money": MONEY,
    "people": PEOPLE,
    "wagers": WAGERS,
}


class Doing(NamedTuple):
    """One order: where its form is, or why it is not possible now.

    `sure` is false where the reason may go away with the facts that the form asks for.
    """

    order: str
    title: str
    clause: Clause | None
    refused: Refusal | None = None
    sure: bool = True


class Step(NamedTuple):
    """One thing that can be done about a dispute, a correction or an alert, or why not."""

    order: str
    title: str
    number: int
    refused: Refusal | None = None


class CorrectionSeen(NamedTuple):
    number: int
    sentence: str
    reason: str
    asked: Signature
    outcome: str
    by: Signature | None
    steps: tuple[Step, ...]


def kind_of(slug: str, order: str) -> type[Command] | None:
    return next((each for each in kinds(slug) if each.__name__ == order), None)


def offered(table: Table, viewer: Viewer, at_us: int) -> Iterator[Offer]:
    return (each for each in offers(table, viewer, at_us) if each.order not in _ELSEWHERE)


def doings(table: Table, viewer: Viewer, at_us: int) -> dict[str, list[Doing]]:
    """Everything by section, what can be done first."""
    found: dict[str, list[Doing]] = {each: [] for each in SECTIONS}
    for offer in offered(table, viewer, at_us):
        section = _SECTION_OF.get(offer.order) or _SECTION_OF_GROUP.get(offer.group, CARDS)
        found[section].append(_doing(table, viewer, at_us, offer))
    for listed in found.values():
        listed.sort(key=lambda each: each.refused is not None and each.sure)
    return {section: listed for section, listed in found.items() if listed}


def _doing(table: Table, viewer: Viewer, at_us: int, offer: Offer) -> Doing:
    kind = kind_of(table.slug, offer.order)
    if kind is None:
        raise LookupError(f"{offer.order} is not an order of {table.slug}")
    refused, sure = offer.refused, True
    if refused is None and table.play is not None and offer.facts:
        missing = form(table, offer, kind, {}).missing
        if missing:
            refused = Refusal("nothing_to_choose", None, missing)
        else:
            refused, sure = _as_it_stands(table, viewer, at_us, offer, kind), False
    return Doing(offer.order, title_of(kind), offer.clause, refused, sure)


def _as_it_stands(
    table: Table, viewer: Viewer, at_us: int, offer: Offer, kind: type[Command]
) -> Refusal | None:
    """What `decide` says to the order before its facts are known, where any facts will do."""
    trial: dict[str, Any] = {}
    for fact in offer.facts:
        if not fact.required:
            continue
        if fact.form not in ("words", "names", "numbers") or fact.choices:
            return None
        counts = (1, *([0] * (len(table.play.chips.denominations) - 1)))
        trial[fact.name] = {"words": "any", "names": ("any",)}.get(fact.form, counts)
    if "subject" in trial or "about" in trial:
        return None
    return ask(table, viewer, at_us, kind(**trial))


def ask(table: Table, viewer: Viewer, at_us: int, command: Command) -> Refusal | None:
    """Why the viewer may not, in `decide`'s words."""
    given = viewer.given
    ruling = decide(table, command, given.by, at_us, given.actor)
    if not isinstance(ruling, Refused):
        return None
    return Refusal(ruling.code, ruling.clause, ruling.detail)


# Disputes and corrections, one by one


def dispute_steps(table: Table, viewer: Viewer, at_us: int, number: int) -> tuple[Step, ...]:
    """What can be done about a dispute, asked of `decide` with words that stand for any."""
    mine = {each.order for each in offered(table, viewer, at_us)}
    found = []
    for order in _OF_DISPUTES[1:]:
        kind = kind_of(table.slug, order)
        if kind is None:
            continue
        trial = kind(**_any_words(kind, number))
        refused = ask(table, viewer, at_us, trial)
        if order in mine or refused is not None:
            found.append(Step(order, title_of(kind), number, refused))
    return tuple(found)


def _any_words(kind: type[Command], dispute: int) -> Mapping[str, str | int]:
    words = ("decision", "outcome")
    named = {name: "any" for name in words if name in kind.__struct_fields__}
    return {"dispute": dispute, **named}


def corrections(table: Table, viewer: Viewer, at_us: int) -> tuple[CorrectionSeen, ...]:
    """Newest first; whoever asked sees why somebody else must confirm."""
    seen = [
        _correction(table, viewer, at_us, number, each)
        for number, each in enumerate(table.corrections, start=1)
    ]
    return tuple(reversed(seen))


def _correction(
    table: Table, viewer: Viewer, at_us: int, number: int, each: Correction
) -> CorrectionSeen:
    sentence = _sentence(table.slug, each.order)
    steps = () if each.outcome else tuple(
        Step(type(command).__name__, title, number, ask(table, viewer, at_us, command))
        for command, title in (
            (ConfirmCorrection(number), "Look and confirm"), (DropCorrection(number), "Drop"),
        )
    )  # fmt: skip
    return CorrectionSeen(number, sentence, each.reason, each.asked, each.outcome, each.by, steps)


def _sentence(slug: str, order: str) -> str:
    try:
        return write(order_decoder(slug).decode(order))
    except msgspec.MsgspecError:
        return order
