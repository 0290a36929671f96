"""The terms and conditions of a promotion as values: what they say, the prizes, how one enters."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from houseway.games.base_commands import Command as Command
from houseway.games.base_commands import Group
from houseway.games.fields import (
    StoredCents,
    StoredCount,
    StoredLongText,
    StoredMoment,
    StoredNumber,
    StoredText,
    StoredWord,
)
from houseway.games.table_rules import Excluded

CASH = "cash"
DOLLARS = ("slots dollars", "casino dollars")  # prizes that are never exchanged for cash
Kind = Literal[
    "cash", "goods", "appliance", "vehicle", "travel", "real estate",
    "slots dollars", "casino dollars",
]  # fmt: skip

# How a winner is found: computed from a committed seed, a ticket out of a barrel before witnesses,
# or another element of chance before witnesses.
ELECTRONIC, BARREL, CHANCE = "electronic", "barrel", "chance"
Method = Literal["electronic", "barrel", "chance"]

# Why a prize may be drawn again, where the terms say so.
ABSENT, UNCLAIMED, REFUSED = "absent", "unclaimed", "refused"
NONE = "none"  # the answer to a term that does not apply


class Prize(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One prize of the list, or `count` alike. Amounts are in cents, liquor in millilitres.

    `contains` answers for each excluded item whether the prize consists of it or includes it.
    `includes` names what it consists of, in the words of the excluded items or of the list that
    the regulations prescribe. `details` are those that its kind asks for. `conditions` are those on
    receiving, using or accepting it, or "none". `cash_alternative` 0: not offered.
    """

    name: StoredText
    kind: Kind
    value: StoredCents
    count: StoredCount = 1
    conditions: StoredLongText = ""
    details: dict[StoredText, StoredText] = field(default_factory=dict)
    includes: tuple[StoredText, ...] = ()
    liquor_ml: StoredCount = 0
    cash_alternative: StoredCents = 0
    contains: dict[Excluded, bool] = field(default_factory=dict)

    @property
    def is_money(self) -> bool:
        return self.kind in (CASH, *DOLLARS)


class EntryRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What play earns: so many tickets for each event of a kind at tables of a document.

    "One entry per Super 7's win" is `document="seven-up-baccarat"`, `event="WagerPaid"`,
    `wager="super 7's"`. An empty `wager` means any; `stake` is the least in cents.
    """

    document: StoredWord
    event: StoredWord
    wager: StoredWord = ""
    stake: StoredCents = 0
    tickets: StoredNumber = 1


class Redraw(Struct, frozen=True, forbid_unknown_fields=True):
    """When a prize is drawn again; `hours` is how long a winner has to claim."""

    reasons: tuple[Literal["absent", "unclaimed", "refused"], ...] = ()
    hours: StoredCount = 0


class PublicValue(Struct, frozen=True, forbid_unknown_fields=True):
    """A value that nobody here decides and everybody can look up, mixed into an electronic draw.

    `source` names it ("the six numbers of the state lottery of 3 December"), `at_us` is the moment
    at which it becomes known.
    """

    source: StoredText = ""
    at_us: StoredMoment = 0

    @property
    def named(self) -> bool:
        return bool(self.source.strip() and self.at_us)


class Conditions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a promotion promises. Times are in microseconds since 1970 (UTC); 0: not said yet.

    `terms` are the required headings in words, `further` any others. `present` is whether an
    entrant must be there to win. `criteria` are what anyone who enters someone must have checked,
    `barred` those who cannot enter. `wager` is the least wager in cents, 0 for none. `public` is
    the public value of an electronic draw.
    """

    terms: dict[StoredText, StoredLongText] = field(default_factory=dict)
    further: dict[StoredText, StoredLongText] = field(default_factory=dict)
    prizes: tuple[Prize, ...] = ()
    starts_us: StoredMoment = 0
    closes_us: StoredMoment = 0
    draw_us: StoredMoment = 0
    ends_us: StoredMoment = 0
    present: bool | None = None
    method: Method = "electronic"
    one_prize_each: bool = False
    redraw: Redraw = Redraw()
    criteria: tuple[StoredText, ...] = ()
    barred: tuple[StoredText, ...] = ()
    wager: StoredCents = 0
    entry_rules: tuple[EntryRule, ...] = ()
    public: PublicValue = PublicValue()

    @property
    def units(self) -> tuple[Prize, ...]:
        """Every prize to be won, in the order in which they are drawn."""
        return tuple(prize for prize in self.prizes for _ in range(prize.count))

    @property
    def dearest(self) -> int:
        """The value of the most valuable single prize."""
        return max((prize.value for prize in self.prizes), default=0)


# The groups of a promotion's commands, each a base class; a section is a part of the desk.


class PromotionCommand(Command, frozen=True):
    group = Group("Status")


class TermsCommand(Command, frozen=True):
    group = Group("Terms", name="house settings")


class EntriesCommand(Command, frozen=True):
    group = Group("Entries", name="people")


class DrawCommand(Command, frozen=True):
    group = Group("Draw")


class WinnerCommand(Command, frozen=True):
    group = Group("Winners and claims", name="money")


class IntegrityCommand(Command, frozen=True):
    group = Group("Disputes and integrity", name="provisions")
