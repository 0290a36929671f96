"""What was filled in on a page of the desk, read field by field; what cannot be read is said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation

from houseway.equipment.chips import BadAmount, dollars

_TIME = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})[ ,T]+(\d{1,2}):(\d{2})")
_SECOND_US = 1_000_000
MOST_TEXT = 4_000  # characters of one field


class NotFilledIn(ValueError):
    """A field that cannot be read; the sentence says which."""


class Filled:
    """A form as it was sent: every field by its name, each perhaps several times."""

    def __init__(self, fields: Mapping[str, tuple[str, ...]]) -> None:
        self._fields = fields

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def text(self, name: str) -> str:
        """The words of a field; nothing where it was left empty."""
        found = " ".join(self._fields.get(name, ("",))[0].split())
        if len(found) > MOST_TEXT:
            raise NotFilledIn(f"{_label(name)}: at most {MOST_TEXT} characters")
        return found

    def whole(self, name: str) -> str:
        """A text as it was typed, line by line."""
        return self._fields.get(name, ("",))[0]

    def all(self, name: str) -> tuple[str, ...]:
        """Every value of a field that may be ticked several times."""
        return tuple(filter(None, (each.strip() for each in self._fields.get(name, ()))))

    def lines(self, name: str) -> tuple[str, ...]:
        """One thing a line, or divided by semicolons."""
        parts = re.split(r"[\n;]", self.whole(name))
        return tuple(filter(None, (" ".join(each.split()) for each in parts)))

    def number(self, name: str, default: int = 0) -> int:
        said = self.text(name)
        if not said:
            return default
        plain = said.replace(",", "")
        if not plain.isdecimal() or len(plain) > 12:
            raise NotFilledIn(f"{_label(name)}: {said!r} is not a whole number")
        return int(plain)

    def money(self, name: str) -> int:
        """Cents of the dollars that were typed; nothing is nothing."""
        said = self.text(name)
        try:
            return dollars(said) if said else 0
        except BadAmount as wrong:
            raise NotFilledIn(f"{_label(name)}: {wrong}") from wrong

    def millilitres(self, name: str) -> int:
        said = self.text(name) or "0"
        try:
            exact = Decimal(said) * 1000
        except InvalidOperation as wrong:
            raise NotFilledIn(f"{_label(name)}: {said!r} is not a number of litres") from wrong
        if not exact.is_finite() or exact != int(exact):
            raise NotFilledIn(f"{_label(name)}: {said} litres are not whole millilitres")
        return int(exact)

    def yes(self, name: str) -> bool:
        return self.text(name) == "yes"

    def time_us(self, name: str) -> int:
        """`31/12/2026 18:00`, in UTC; 0 where nothing was said."""
        said = self.text(name)
        if not said:
            return 0
        found = _TIME.fullmatch(said)
        try:
            day, month, year, hour, minute = map(int, found.groups() if found else ())
            at = datetime(year, month, day, hour, minute, tzinfo=UTC)
        except ValueError as wrong:
            like = "a day and a time such as 31/12/2026 18:00"
            raise NotFilledIn(f"{_label(name)}: {said!r} is not {like}") from wrong
        return int(at.timestamp()) * _SECOND_US


def _label(name: str) -> str:
    return name.replace("_", " ").replace(".", " ")


def time_field(at_us: int) -> str:
    """A time as the form shows it and takes it back."""
    if not at_us:
        return ""
    return datetime.fromtimestamp(at_us // _SECOND_US, UTC).strftime("%d/%m/%Y %H:%M")
