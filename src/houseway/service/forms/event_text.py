"""Commands and events in words, for a viewer who may not know every face."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from houseway.equipment.chips import dollar_text, dollars
from houseway.games.base_commands import Command
from houseway.games.events import Event, RoundVoided
from houseway.games.felt import Felt
from houseway.games.fields import MOMENT, kinds_of
from houseway.records.sentences import write
from houseway.records.telling import clauses_of, facts_of, kind_words, labels_of
from houseway.rulebook.document import Clause

_FACE = re.compile(r"\b(?:[2-9TJQKA][shdc]|[1-6]-[1-6])(?![\w-])|\?\?")  # a card or a tile
_NOT_SHOWN = frozenset({"at"})  # the event's own time: it would be now
_AMOUNT = re.compile(r"(?<![\w.$-])\d+\.\d\d(?![\w.])")  # as records write it: 12.50
UNSEEN = "an unseen one"


class EventText(NamedTuple):
    """One event in words."""

    text: str
    clauses: tuple[Clause, ...] = ()


def faces(*felts: Felt) -> frozenset[str]:
    """The cards and tiles that a viewer of these felts may know."""
    return frozenset(card for felt in felts for hand in felt.hands for card in hand.cards)


def spoken(command: Command) -> str:
    """A command in the words of its sentence, with amounts as people write them: $500."""
    return _AMOUNT.sub(lambda found: dollar_text(dollars(found[0])), write(command))


def event_text(event: Event, known: frozenset[str] = frozenset()) -> EventText:
    """An event in words; a face that is not among the known ones is not named."""
    words, about = kind_words(type(event).__name__), "; ".join(_facts(event, known))
    text = f"{words}: {about}" if about else words
    if isinstance(event, RoundVoided):
        text = f"round {event.round} voided: {event.reason}"
    clauses = tuple(Clause(each) for each in clauses_of(event) if each)
    return EventText(text[0].upper() + text[1:], clauses)


def _facts(event: Event, known: frozenset[str]) -> Iterator[str]:
    times = set(_times(type(event)))
    for name, text in facts_of(event):
        if name not in _NOT_SHOWN:
            zone = " UTC" if name in times else ""
            yield f"{name} " + _FACE.sub(lambda face: _named(face[0], known), text) + zone


def _times(kind: type[Event]) -> Iterator[str]:
    """The labels of the facts that are times; a page shows them in the zone of the house."""
    return (labels_of(kind)[name] for name, what in kinds_of(kind).items() if what == MOMENT)


def _named(face: str, known: frozenset[str]) -> str:
    return face if face in known else UNSEEN
