"""Facts in words, with the clauses that make them so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.equipment.chips import dollar_text
from houseway.games.events import Event
from houseway.games.felt import Felt
from houseway.games.limits import Limits
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import Signature
from houseway.table.vocabulary import SignPutUp

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MONEY = frozenset(
    {"amount", "before", "minimum", "maximum", "stake", "paid", "collected", "returned", "expected"}
)
_CLAUSES = ("clause", "clauses")
_TIMES = frozenset({"at_us", "effective_us"})
_FACE = re.compile(r"[2-9TJQKA][shdc]|\d-\d")  # a card or a tile by its name
UNSEEN = "an unseen one"


class Told(NamedTuple):
    """One fact as it is said."""

    text: str
    clauses: tuple[Clause, ...] = ()


def faces(*felts: Felt) -> frozenset[str]:
    """The cards and tiles that whoever sees these felts may know."""
    return frozenset(card for felt in felts for hand in felt.hands for card in hand.cards)


def tell(event: Event, known: frozenset[str] = frozenset()) -> Told:
    """A fact in words; a face that is not among the known ones is not named."""
    words = _HUMP.sub(" ", type(event).__name__).lower()
    about = "; ".join(_about(event, known))
    text = f"{words}: {about}" if about else words
    return Told(text[0].upper() + text[1:], clauses_of(event))


def clauses_of(event: Event) -> tuple[Clause, ...]:
    found = getattr(event, "clauses", None) or (getattr(event, "clause", None),)
    return tuple(filter(None, found))


def _about(event: Event, known: frozenset[str]) -> Iterator[str]:
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name in _CLAUSES or name in _TIMES or value in (None, "", (), [], {}):
            continue
        if isinstance(event, SignPutUp) and name == "minimum" and not value:
            continue
        said = _said(name, value, known)
        if said:
            yield f"{name.replace('_', ' ')} {said}"


def _said(name: str, value: Any, known: frozenset[str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return dollar_text(value) if name in _MONEY else str(value)
    if isinstance(value, Limits):
        return f"{dollar_text(value.minimum)} to {dollar_text(value.maximum)}"
    if isinstance(value, tuple | list):
        return " ".join(UNSEEN if each is None else _named(str(each), known) for each in value)
    if isinstance(value, Signature | str):
        return _named(str(value), known)
    return "" if isinstance(value, Struct | dict) else str(value)


def _named(text: str, known: frozenset[str]) -> str:
    return UNSEEN if _FACE.fullmatch(text) and text not in known else text
