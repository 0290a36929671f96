"""The orders and facts about the float tray, the drop box, and chips bought or taken away.

Chips are counted as so many of each denomination of the table, largest first: at a table that
holds $100, $25 and $5, `2 0 4` is $220.
"""

from __future__ import annotations

from houseway.games.base_commands import MoneyCommand
from houseway.games.events import Event
from houseway.games.fields import (
    Cents,
    Count,
    PatronName,
    PersonName,
    Reference,
    StoredCents,
    StoredChips,
)
from houseway.rulebook.document import Clause


class OpenFloat(MoneyCommand, frozen=True):
    """The float counted in, before the first round."""

    counts: tuple[Count, ...]
    counted_by: tuple[PersonName, ...]
    sentence = "open the float {counts:numbers} counted by {counted_by:names}"
    title = "Count the float in"


class FillFloat(MoneyCommand, frozen=True):
    """Record chips brought to the tray, with the number of the slip."""

    counts: tuple[Count, ...]
    reference: Reference
    counted_by: tuple[PersonName, ...]
    sentence = "fill the float {counts:numbers} on slip {reference} counted by {counted_by:names}"
    title = "Fill the float"


class CreditFloat(MoneyCommand, frozen=True):
    """Chips taken from the tray while the table stays open."""

    counts: tuple[Count, ...]
    reference: Reference
    counted_by: tuple[PersonName, ...]
    sentence = "credit the float {counts:numbers} on slip {reference} counted by {counted_by:names}"
    title = "Credit the float"


class BuyChips(MoneyCommand, frozen=True):
    """Cash for chips at the table: the cash goes into the drop box, the chips to the patron."""

    patron: PatronName
    amount: Cents
    sentence = "change cash {amount:money} of {patron} into chips"
    title = "Change cash into chips"


class AskForChips(MoneyCommand, frozen=True):
    """A patron asks for chips. Staff count the cash or chips, and confirm what they counted."""

    patron: PatronName
    amount: Cents
    sentence = "{patron} asks for chips of {amount:money}"
    title = "Ask for chips"


class DeclineChips(MoneyCommand, frozen=True):
    """Staff decline a patron's request for chips."""

    patron: PatronName
    sentence = "decline the chips that {patron} asked for"
    title = "Decline a request for chips"


class ChangeColour(MoneyCommand, frozen=True):
    """Chips for chips of the same value in other denominations."""

    patron: PatronName
    gives: tuple[Count, ...]
    gets: tuple[Count, ...]
    sentence = "change colours {gives:numbers} into {gets:numbers} for {patron}"
    title = "Change colours"


class TakeAwayChips(MoneyCommand, frozen=True):
    """A patron leaves with chips, to the cashier or to another table."""

    patron: PatronName
    amount: Cents
    sentence = "record chips {amount:money} taken away by {patron}"
    title = "Record chips taken away"


class ReturnChips(MoneyCommand, frozen=True):
    """Tournament chips go back to the inventory, as staff count them."""

    patron: PatronName
    amount: Cents
    sentence = "return chips {amount:money} of {patron} to the inventory"
    title = "Return tournament chips"


class FloatOpened(Event, frozen=True):
    chips: StoredChips
    amount: StoredCents
    counted_by: tuple[str, ...]
    recorded_by: str
    clause: Clause | None


class FloatFilled(Event, frozen=True):
    chips: StoredChips
    amount: StoredCents
    reference: str
    counted_by: tuple[str, ...]
    recorded_by: str
    clause: Clause | None


class FloatCredited(Event, frozen=True):
    chips: StoredChips
    amount: StoredCents
    reference: str
    counted_by: tuple[str, ...]
    recorded_by: str
    clause: Clause | None


class FloatCountedOut(Event, frozen=True):
    """The float at closing: what was counted, and what it should have been."""

    chips: StoredChips
    amount: StoredCents
    expected: StoredCents
    counted_by: tuple[str, ...]
    recorded_by: str
    clause: Clause | None


class ChipsBought(Event, frozen=True):
    patron: str
    amount: StoredCents
    clause: Clause


class ChipsAskedFor(Event, frozen=True):
    patron: str
    amount: StoredCents


class ChipsDeclined(Event, frozen=True):
    patron: str


class PracticeChipsTaken(Event, frozen=True):
    """Practice chips that a patron took on a day, counted from 1970; the chips follow it."""

    patron: str
    amount: StoredCents
    day: int


class ColourChanged(Event, frozen=True):
    patron: str
    amount: StoredCents
    gave: StoredChips
    got: StoredChips
    clause: Clause | None


class ChipsTakenAway(Event, frozen=True):
    patron: str
    amount: StoredCents
    clause: Clause | None
