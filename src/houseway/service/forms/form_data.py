"""The values that a form posted, and the readers that turn each text into a value.

Every reader raises `NotFilledIn` with the label of the field, so a page can say which one is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from http import HTTPStatus
from typing import Any, TypeVar

from litestar import Request

from houseway.equipment.chips import BadAmount, dollars
from houseway.service.errors import Wrong
from houseway.service.house_time import WORLD_TIME, HouseTime
from houseway.service.texts.text import Term, Text

LONGEST_TEXT = 4_000  # characters of one field
_LONGEST_NUMBER = 12  # digits
_LONGEST_AMOUNT = 16  # characters: $999,999,999,999
_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")
_DAY = re.compile(r"(\d{2})/(\d{2})/(\d{4})")
_ODDS = re.compile(r"(\d{1,4})\s*(?:to|:|/)\s*(\d{1,4})")
T = TypeVar("T")
Reader = Callable[[str, str], Any]  # of a label and a text


class NotFilledIn(Wrong):
    """A field of a form is empty or cannot be read; the sentence names it."""

    def __init__(self, sentence: str) -> None:
        super().__init__(HTTPStatus.UNPROCESSABLE_ENTITY, "not_filled_in", sentence)


class FormData:
    """A posted form: the values of each field by its name, several for checkboxes."""

    def __init__(
        self, values: Mapping[str, tuple[str, ...]] | None = None, time: HouseTime = WORLD_TIME
    ) -> None:
        self.values = values or {}
        self.time = time  # in which the times that were typed are read

    def __contains__(self, name: str) -> bool:
        return name in self.values

    @classmethod
    def of_query(cls, request: Request[Any, Any, Any]) -> FormData:
        texts = {name: (text,) for name, text in request.query_params.items() if text}
        return cls(texts, request.app.state.floor.time)

    @classmethod
    async def of(cls, request: Request[Any, Any, Any]) -> FormData:
        """The posted fields without files."""
        form = await request.form()
        texts = {
            name: tuple(each for each in form.getall(name) if isinstance(each, str))
            for name in form
        }
        return cls(texts, request.app.state.floor.time)

    def raw(self, name: str) -> str:
        """The first value as it was typed, line by line."""
        return (self.values.get(name) or ("",))[0]

    def text(self, name: str) -> str:
        """The first value on one line; empty where there is none."""
        text = " ".join(self.raw(name).split())
        if len(text) > LONGEST_TEXT:
            raise NotFilledIn(
                Text(
                    "{field}: at most {most} characters",
                    field=Term(label_of(name)),
                    most=LONGEST_TEXT,
                )
            )
        return text

    def all(self, name: str) -> tuple[str, ...]:
        """Every value that is not empty."""
        return tuple(filter(None, (each.strip() for each in self.values.get(name, ()))))

    def lines(self, name: str) -> tuple[str, ...]:
        return lines(name, self.raw(name))

    def yes(self, name: str) -> bool:
        return bool(self.text(name))

    def read(self, name: str, reader: Callable[[str, str], T], label: str = "") -> T | None:
        """The value by a reader; None where the field is empty."""
        text = self.text(name)
        return reader(label or label_of(name), text) if text else None

    def number(self, name: str, default: int = 0) -> int:
        number = self.read(name, whole)
        return default if number is None else number

    def money(self, name: str) -> int:
        return self.read(name, cents) or 0

    def time_us(self, name: str) -> int:
        return self.read(name, self.at_time) or 0

    def at_time(self, label: str, text: str) -> int:
        """A day and a time of day in the house's time zone, such as `31/12/2026 18:00`."""
        at_us = self.time.read(text)
        if at_us is None:
            raise NotFilledIn(
                Text(
                    "{field}: {text} is not a day and time such as 31/12/2026 18:00",
                    field=Term(label),
                    text=text,
                )
            )
        return at_us


def label_of(name: str) -> str:
    """The label of a field that has no other: `redraw_hours` is "Redraw hours"."""
    return name.replace("_", " ").replace(".", " ").capitalize()


# Readers


def plain(_label: str, text: str) -> str:
    return text


def whole(label: str, text: str) -> int:
    digits = text.strip().replace(",", "")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > _LONGEST_NUMBER:
        raise NotFilledIn(
            Text("{field}: {text} is not a whole number", field=Term(label), text=text)
        )
    return int(digits)


def cents(label: str, text: str) -> int:
    """Cents of an amount in dollars."""
    try:
        if len(text) > _LONGEST_AMOUNT:
            raise BadAmount(f"{text} is too large")
        return dollars(text)
    except BadAmount as wrong:
        raise NotFilledIn(Text("{field}: {problem}", field=Term(label), problem=wrong)) from wrong


def time_of_day(label: str, text: str) -> int:
    """Minutes after midnight of a time such as `23:30`."""
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise NotFilledIn(
            Text("{field}: {text} is not a time such as 23:30", field=Term(label), text=text)
        )
    return int(match[1]) * 60 + int(match[2])


def day(_label: str, text: str) -> str:
    """A day typed as 06/12/2017 in the form of the log; the rules refuse what is no day."""
    return _DAY.sub(r"\3-\2-\1", text.strip())


def odds(label: str, text: str) -> tuple[int, int]:
    match = _ODDS.fullmatch(text)
    if match is None:
        raise NotFilledIn(
            Text("{field}: {text} is not odds such as 9 to 5", field=Term(label), text=text)
        )
    return int(match[1]), int(match[2])


def lines(_label: str, text: str) -> tuple[str, ...]:
    """One item a line, or separated by semicolons."""
    return tuple(filter(None, (" ".join(each.split()) for each in re.split(r"[\n;]", text))))


def names(_label: str, text: str) -> tuple[str, ...]:
    """Names separated by commas, semicolons, line breaks or "and"."""
    found = re.split(r"[\n;,]|\s+and\s+", text)
    return tuple(filter(None, (" ".join(each.split()).strip('"') for each in found)))


def millilitres(label: str, text: str) -> int:
    """Millilitres of a number of litres."""
    try:
        exact = Decimal(text) * 1000
    except InvalidOperation as wrong:
        raise NotFilledIn(
            Text("{field}: {text} is not a number of litres", field=Term(label), text=text)
        ) from wrong
    if not exact.is_finite() or exact != int(exact):
        raise NotFilledIn(
            Text("{field}: {text} litres are not whole millilitres", field=Term(label), text=text)
        )
    return int(exact)
