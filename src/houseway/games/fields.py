"""The kinds of value that a command carries, each with its limits, declared once.

A command annotates every field with one of these types. The limits hold when a command is read
from outside (`msgspec.Meta`) and again before it is judged (`games.bounds`). The `FieldKind` in
each type also says what a value is, for everything that shows it, asks for it or reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Final, get_args, get_type_hints

from msgspec import Meta, Struct

from houseway.equipment.cards import Card
from houseway.equipment.chips import Chips
from houseway.equipment.tiles import FACE, Tile

CENTS_MOST: Final = 10**12  # cents in one amount: ten thousand million dollars
PATRON_MOST: Final = 10**15  # cents that one patron may have at one table
TABLE_MOST: Final = 10**17  # cents at one table, far below the 2**63 that storage can hold
MOMENT_MOST: Final = 4_102_444_800_000_000  # 1 January 2100, in microseconds since 1970
TEXT_MOST: Final = 1_000  # characters of a free text
LONG_TEXT_MOST: Final = 20_000  # characters of a term or condition, or of a nested command
NAME_MOST: Final = 40  # characters of a name
ITEMS_MOST: Final = 1_000  # items of a list that has no limit of its own
LIST_MOST: Final = 200_000  # rows of a list that is imported from a file

# Not in a free text: control characters but tab and newline, surrogates, noncharacters, and the
# marks that change the direction of the text around them. Not in one line: line breaks and
# invisible characters as well.
_NOT_PLAIN: Final = (
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    r"\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
_NOT_IN_A_LINE: Final = (
    r"[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\uffff]"
)


class FieldKind(Struct, frozen=True):
    """What a value is, and its limits: of a number, or of the length of a text.

    `bars` is a regular expression for what a text may not contain. A `name` also follows
    the rules of `games.names`, unless it is empty and may be. `highest` is the highest number that
    equipment can show: a console reads no further digit. It is no limit. A number with `halves` is
    a whole one or ends in a half.
    """

    what: str
    least: int
    most: int
    text: bool = False
    bars: str = ""
    name: bool = False
    highest: int = 0
    halves: bool = False

    @property
    def meta(self) -> Meta:
        """The limits of size, for the reader of JSON and the description of the API.

        A value that is merely too small, or empty, comes before the rules first: they refuse it
        by their own clause.
        """
        return Meta(max_length=self.most) if self.text else Meta(ge=-self.most, le=self.most)


def _plain(what: str, least: int, most: int) -> FieldKind:
    return FieldKind(what, least, most, text=True, bars=_NOT_PLAIN)


def _line(what: str, least: int, most: int) -> FieldKind:
    return FieldKind(what, least, most, text=True, bars=_NOT_IN_A_LINE)


def _name(what: str, least: int) -> FieldKind:
    return FieldKind(what, least, NAME_MOST, text=True, bars=_NOT_IN_A_LINE, name=True)


# Numbers

CENTS = FieldKind("money", 0, CENTS_MOST)
CHIP = FieldKind("money", 0, 10**9)
CHIPS = FieldKind("chips", 0, 10**9)  # so many of each denomination
UNITS = FieldKind("tournament chips", 0, CENTS_MOST)
HELD = FieldKind("tournament chips", 0, CENTS_MOST, halves=True)
SIGNED_HELD = FieldKind("tournament chips", -CENTS_MOST, CENTS_MOST, halves=True)
COUNT = FieldKind("count", 0, 10**6)
BOX = FieldKind("box", 0, 1_000)
ROUND = FieldKind("round", 0, 10**9)
NUMBER = FieldKind("number", 0, 10**9)
VERSION = FieldKind("version", 0, 10**15)
MOMENT = FieldKind("moment", 0, MOMENT_MOST)
MINUTES = FieldKind("minutes", 0, 10**6)
TIME_OF_DAY = FieldKind("time of day", 0, 10**6)  # minutes after midnight
POCKET = FieldKind("number", 0, 10**9, highest=36)  # of a roulette wheel
CARDS_IN_HAND = FieldKind("count", 0, 10**6, highest=9)
EAST = FieldKind("minutes east", -1_440, 1_440)
SECONDS = FieldKind("seconds", 0, 10**6)
HUNDREDTHS = FieldKind("hundredths of a per cent", 0, 10**6)
PIPS = FieldKind("pips", 0, 100)

Cents = Annotated[int, CENTS.meta, CENTS]
ChipValue = Annotated[int, CHIP.meta, CHIP]
Units = Annotated[int, UNITS.meta, UNITS]
Held = int | Decimal  # tournament chips, a half among them where half of a stake is paid
HeldUnits = Annotated[Annotated[int, HELD.meta] | Decimal, HELD]
SignedHeldUnits = Annotated[Annotated[int, SIGNED_HELD.meta] | Decimal, SIGNED_HELD]
Count = Annotated[int, COUNT.meta, COUNT]
BoxNumber = Annotated[int, BOX.meta, BOX]
RoundNumber = Annotated[int, ROUND.meta, ROUND]
Number = Annotated[int, NUMBER.meta, NUMBER]
Version = Annotated[int, VERSION.meta, VERSION]
Moment = Annotated[int, MOMENT.meta, MOMENT]
Minutes = Annotated[int, MINUTES.meta, MINUTES]
TimeOfDay = Annotated[int, TIME_OF_DAY.meta, TIME_OF_DAY]
PocketNumber = Annotated[int, POCKET.meta, POCKET]
CardsInHand = Annotated[int, CARDS_IN_HAND.meta, CARDS_IN_HAND]
MinutesEast = Annotated[int, EAST.meta, EAST]
Seconds = Annotated[int, SECONDS.meta, SECONDS]
Hundredths = Annotated[int, HUNDREDTHS.meta, HUNDREDTHS]
Pips = Annotated[int, PIPS.meta, PIPS, FACE]

# Texts; what is optional may be empty

TEXT = _plain("text", 1, TEXT_MOST)
OPTIONAL_TEXT = _plain("text", 0, TEXT_MOST)
LONG_TEXT = _plain("text", 0, LONG_TEXT_MOST)
WORD = _line("word", 1, 100)
OPTIONAL_WORD = _line("word", 0, 100)
PERSON = _name("person", 1)
PATRON = _name("patron", 1)
OPTIONAL_PATRON = _name("patron", 0)
REFERENCE = _line("reference", 1, 100)
OPTIONAL_REFERENCE = _line("reference", 0, 100)
WAGER = _line("wager", 1, 100)
OPTIONAL_WAGER = _line("wager", 0, 100)
DOCUMENT = _line("document", 1, 80)
TABLE = _line("table", 1, NAME_MOST)
OPTIONAL_TABLE = _line("table", 0, NAME_MOST)
DAY = _line("day", 0, 40)
HEX = _line("hex", 0, 256)
KEY = _line("key", 1, 80)
COMMAND = _plain("command", 1, LONG_TEXT_MOST)
CARD = _line("card", 1, 4)
TILE = _line("tile", 1, 8)
EQUIPMENT: Final[dict[Any, FieldKind]] = {Card: CARD, Tile: TILE}  # types with names of their own

Text = Annotated[str, TEXT.meta, TEXT]
OptionalText = Annotated[str, OPTIONAL_TEXT.meta, OPTIONAL_TEXT]
Word = Annotated[str, WORD.meta, WORD]
OptionalWord = Annotated[str, OPTIONAL_WORD.meta, OPTIONAL_WORD]
PersonName = Annotated[str, PERSON.meta, PERSON]
PatronName = Annotated[str, PATRON.meta, PATRON]
OptionalPatron = Annotated[str, OPTIONAL_PATRON.meta, OPTIONAL_PATRON]
Reference = Annotated[str, REFERENCE.meta, REFERENCE]
OptionalReference = Annotated[str, OPTIONAL_REFERENCE.meta, OPTIONAL_REFERENCE]
WagerName = Annotated[str, WAGER.meta, WAGER]
OptionalWager = Annotated[str, OPTIONAL_WAGER.meta, OPTIONAL_WAGER]
DocumentName = Annotated[str, DOCUMENT.meta, DOCUMENT]
TableName = Annotated[str, TABLE.meta, TABLE]
OptionalTable = Annotated[str, OPTIONAL_TABLE.meta, OPTIONAL_TABLE]
Day = Annotated[str, DAY.meta, DAY]
Hex = Annotated[str, HEX.meta, HEX]
Key = Annotated[str, KEY.meta, KEY]
CommandText = Annotated[str, COMMAND.meta, COMMAND]

# Inside a value that events carry as well. An event that was stored is read whatever it says, so
# these have no `Meta`: only a command is held to their limits.

StoredCents = Annotated[int, CENTS]
StoredChip = Annotated[int, CHIP]
StoredChips = Annotated[Chips, CHIPS]
StoredUnits = Annotated[int, UNITS]
StoredHeld = Annotated[Held, HELD]
StoredCount = Annotated[int, COUNT]
StoredBox = Annotated[int, BOX]
StoredNumber = Annotated[int, NUMBER]
StoredMoment = Annotated[int, MOMENT]
StoredMinutes = Annotated[int, MINUTES]
StoredTimeOfDay = Annotated[int, TIME_OF_DAY]
StoredHundredths = Annotated[int, HUNDREDTHS]
StoredText = Annotated[str, OPTIONAL_TEXT]
StoredLongText = Annotated[str, LONG_TEXT]
StoredWord = Annotated[str, OPTIONAL_WORD]
StoredPatron = Annotated[str, OPTIONAL_PATRON]
StoredReference = Annotated[str, OPTIONAL_REFERENCE]
StoredTable = Annotated[str, OPTIONAL_TABLE]


def as_halves(amount: Held) -> Held:
    """Return an amount as it is stored: whole, or with a half as its only decimal."""
    twice = int(2 * amount)
    return Decimal(twice) / 2 if twice % 2 else twice // 2


def is_half(value: Any) -> bool:
    """Return whether a value ends in a half, written with one decimal."""
    if not isinstance(value, Decimal) or not value.is_finite():
        return False
    _, digits, exponent = value.as_tuple()
    return (digits[-1], exponent) == (5, -1)


@cache
def kinds_of(kind: type[Struct]) -> Mapping[str, FieldKind]:
    """The kinds of the fields of a command, an event or a value inside one, where declared.

    The kind of a list is that of its items, the kind of a dict that of its values.
    """
    hints = get_type_hints(kind, include_extras=True)
    found = {name: _kind_in(hints[name]) for name in kind.__struct_fields__}
    return {name: each for name, each in found.items() if each is not None}


def _kind_in(hint: Any) -> FieldKind | None:
    marks = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, FieldKind)]
    if marks or hint in EQUIPMENT:
        return marks[0] if marks else EQUIPMENT[hint]
    inside = [each for each in map(_kind_in, get_args(hint)) if each is not None]
    return inside[-1] if inside else None
