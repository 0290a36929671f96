"""Orders that need facts, as forms; and what the rules would say to one, before it is given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from houseway.games.commands import Command, forms_of
from houseway.games.events import RESULT_OF, Event
from houseway.records.sentences import FORMS, write
from houseway.records.telling import clauses_of, event_words
from houseway.rulebook.ruling import Refused
from houseway.service.commands.decode import kinds
from houseway.service.commands.preview import Foreseen, foresee
from houseway.service.consoles.dealer.step import CALLS
from houseway.table.offers import Fact, Offer, offers
from houseway.table.people_vocabulary import AskCorrection
from houseway.table.table import Table
from houseway.table.view import NextStep, SettlementSeen, Viewer, tagged

IRREGULARITY, MORE, RELIEF, CORRECTION = "irregularity", "more", "relief", "correction"
LISTS = (IRREGULARITY, MORE, RELIEF, CORRECTION)
_BY_TWO = "second_person_needed"
_NOT_LISTED = ("PlaceWager", "ChangeWager", "WithdrawWager", *CALLS)
_FIELD = re.compile(r"\{(\w+)(?::\w+)?\}")
# How a fact is typed: what stands in the empty field, and which keyboard a tablet shows.
_TYPED = {
    "money": ("25 or 12.50", "decimal"),
    "number": ("", "numeric"),
    "numbers": ("3 4 5", "text"),
    "card": ("8h", "text"),
    "cards": ("8h Td; ?? if unseen", "text"),
    "tiles": ("5-6 1-1", "text"),
    "dice": ("2-5-6", "text"),
    "names": ("Ana, Ben", "text"),
}


class Field(NamedTuple):
    fact: Fact
    label: str
    hint: str
    keyboard: str


class Form(NamedTuple):
    """An order as a form: what it says, the facts it asks for, or why it is not taken now."""

    offer: Offer
    title: str
    fields: tuple[Field, ...]


class Told(NamedTuple):
    """A fact in words, with the clauses that make it so."""

    text: str
    clauses: tuple[str, ...]


class Ruling(NamedTuple):
    """What the rules say to an order that has not been given yet."""

    sentence: str
    order: Mapping[str, Any] | None = None
    refused: Refused | None = None
    wrong: str = ""  # what cannot be read
    told: tuple[Told, ...] = ()
    settled: tuple[SettlementSeen, ...] = ()
    next: NextStep | None = None
    by_two: bool = False  # a second person must confirm it, and a reason is asked for
    version: int = 0


def forms(table: Table, viewer: Viewer, at_us: int, which: str) -> tuple[Form, ...]:
    """The orders of one list, those that are taken now first."""
    found = [_form(each) for each in offers(table, viewer, at_us) if _listed(each, which)]
    return tuple(sorted(found, key=lambda form: form.offer.refused is not None))


def _listed(offer: Offer, which: str) -> bool:
    if which == RELIEF:
        return offer.order == "RelieveDealer"
    irregular = offer.group == "irregularities"
    if which == MORE:
        on_the_step = offer.group == "next step" and not offer.facts
        return not irregular and not on_the_step and offer.order not in _NOT_LISTED
    return irregular or (which == CORRECTION and offer.order == "ConfirmCorrection")


def _form(offer: Offer) -> Form:
    asked = tuple(map(_field, offer.facts))
    return Form(offer, _title(offer.sentence), asked)


def _field(fact: Fact) -> Field:
    hint, keyboard = _TYPED.get(fact.form, ("", "text"))
    return Field(fact, fact.name.replace("_", " "), hint, keyboard)


def _title(sentence: str) -> str:
    """The sentence of an order with its facts as blanks."""
    words = _FIELD.sub(r"‹\1›", re.sub(r"\[[^\]]*\]", "", sentence)).replace("_", " ")
    return words[0].upper() + words[1:]


# What would follow


def read(edition: str, name: str, given: Mapping[str, str]) -> Command:
    """The order of a form; raises ValueError for what cannot be read."""
    kind = {each.__name__: each for each in kinds(edition)}.get(name)
    if kind is None:
        raise ValueError(f"{name} is not an order of this game")
    facts = {}
    for field, form in forms_of(kind).items():
        text = given.get(field, "").strip()
        if text:
            facts[field] = FORMS[None if form == "word" else form].read(text)
    try:
        return kind(**facts)
    except TypeError as missing:
        raise ValueError("some facts are missing") from missing


def ruling(
    table: Table, version: int, viewer: Viewer, at_us: int, given: Mapping[str, str]
) -> Ruling:
    """What would come of a form if it were given now."""
    try:
        command = read(table.edition, given.get("type", ""), given)
    except ValueError as wrong:
        return Ruling("", wrong=str(wrong), version=version)
    later = foresee(table, command, viewer, at_us)
    sentence = write(command)
    if later.refused and later.refused.code == _BY_TWO:
        return _by_two(sentence, command, later.refused, given.get("reason", ""), version)
    if later.refused:
        return Ruling(sentence, refused=later.refused, version=version)
    return _accepted(sentence, command, later, version)


def _by_two(sentence: str, command: Command, refused: Refused, reason: str, version: int) -> Ruling:
    asked = None
    if reason.strip():
        order = msgspec.json.encode(command).decode()
        asked = tagged(AskCorrection(order=order, reason=reason.strip()))
    return Ruling(sentence, asked, refused, by_two=True, version=version)


def _accepted(sentence: str, command: Command, later: Foreseen, version: int) -> Ruling:
    lines = [event for event in later.events if type(event) in RESULT_OF]
    facts = tuple(_told(event) for event in later.events if type(event) not in RESULT_OF)
    settled = later.after.settlements[-len(lines) :] if lines and later.after else ()
    return Ruling(
        sentence, tagged(command), told=facts, settled=settled, next=later.next, version=version
    )


def _told(event: Event) -> Told:
    words = event_words(event)
    return Told(words[0].upper() + words[1:], tuple(filter(None, clauses_of(event))))
