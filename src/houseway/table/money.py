"""The float tray and the drop box: counted in, filled, credited, counted out; chips for cash.

What the tray holds is the opening count, with fills and without credits, and the net result of the
layout. Where nobody counted a float in, only the net result is known and nothing is asked at
closing.
"""

from __future__ import annotations

from operator import mul
from typing import Any

from houseway.equipment.chips import Chips, dollar_text
from houseway.games import commands as c
from houseway.games import tokens
from houseway.games.base_commands import MoneyCommand
from houseway.games.commands import Command
from houseway.games.events import ChipsBrought, Event
from houseway.games.fields import (
    PATRON_MOST,
    TABLE_MOST,
    Cents,
    Count,
    PatronName,
    PersonName,
    Reference,
    StoredCents,
    StoredChips,
)
from houseway.games.layout import Layout
from houseway.games.machine import OUT_OF_BOUNDS, Given
from houseway.games.table_rules import MoneyRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PATRONS, STAFF, SUPERVISORS, Role, is_part, mistaken_for
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.days import DAY_US
from houseway.table.state import Part, Table, round_under_way
from houseway.table.vocabulary import CloseTable

# The orders and facts about the float tray, the drop box, and chips bought or taken away.


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


part = Part()


def in_tray(table: Table) -> int:
    """What the float tray should hold; the net result alone where no float was counted in."""
    kept = table.money
    moved = kept.filled - kept.credited - kept.counted_out
    return (kept.float_in or 0) + moved + int(table.play.layout.float_tray)


def _rules(table: Table) -> MoneyRules:
    return table.game.table.money


def _tray(table: Table) -> Clause | None:
    return _rules(table).float_tray


def _box(table: Table) -> Clause | None:
    return _rules(table).drop_box or _issued_only(table)


def _issued_only(table: Table) -> Clause | None:
    return _rules(table).issued_only(table.play.options)


# Counting chips


def worth(chips: Chips) -> int:
    return sum(chip * count for chip, count in chips)


def _counted(table: Table, counts: tuple[int, ...], *, none: bool = False) -> Chips | Refused:
    """So many of each denomination, largest first, as chips; those of which there are none left
    out. `none`: a tray that is empty is counted too."""
    kinds = table.play.chips.denominations
    if len(counts) != len(kinds):
        held = ", ".join(map(dollar_text, kinds))
        sentence = f"{len(counts)} counts do not fit the chips of the table: {held}"
        return Refused("not_these_chips", _tray(table), sentence)
    if min(counts) < 0 or not (none or any(counts)):
        return Refused("nothing_counted", _tray(table), "some chips are counted, none below zero")
    if sum(map(mul, kinds, counts)) > PATRON_MOST:
        most = f"chips worth at most {dollar_text(PATRON_MOST)} are counted at once"
        return Refused(OUT_OF_BOUNDS, _tray(table), most)
    return tuple((chip, count) for chip, count in zip(kinds, counts, strict=True) if count)


def _slip(
    table: Table,
    counts: tuple[int, ...],
    by: tuple[str, ...],
    reference: str = "-",
    *,
    none: bool = False,
) -> Chips | Refused:
    if not by or not all(name.strip() for name in by):
        return Refused("nobody_counted", _tray(table), "it is not said who counted")
    if not reference.strip():
        return Refused("no_reference", _tray(table), "a slip has its number")
    return _counted(table, counts, none=none)


# The float tray


@part.decides(OpenFloat, by=SUPERVISORS, slot=_tray)
def _open_float(table: Table, command: OpenFloat, given: Given) -> Ruling:
    clause = _tray(table)
    if table.money.float_in is not None:
        return Refused("float_open", clause, "the float has been counted in already")
    if table.play.round:
        return Refused("round_opened", clause, "the float is counted in before the first round")
    chips = _slip(table, command.counts, command.counted_by)
    if isinstance(chips, Refused):
        return chips
    opened = FloatOpened(chips, worth(chips), command.counted_by, given.actor, clause)
    return Accepted((opened,))


def _no_float(table: Table) -> Refused | None:
    if table.money.float_in is None:
        return Refused("no_float", _tray(table), "no float has been counted in")
    return None


@part.decides(FillFloat, by=SUPERVISORS, slot=_tray)
def _fill_float(table: Table, command: FillFloat, given: Given) -> Ruling:
    chips = _no_float(table) or _slip(table, command.counts, command.counted_by, command.reference)
    if isinstance(chips, Refused):
        return chips
    if in_tray(table) + worth(chips) > TABLE_MOST:
        most = f"a float tray holds at most {dollar_text(TABLE_MOST)}"
        return Refused(OUT_OF_BOUNDS, _tray(table), most)
    filled = FloatFilled(
        chips, worth(chips), command.reference, command.counted_by, given.actor, _tray(table)
    )
    return Accepted((filled,))


@part.decides(CreditFloat, by=SUPERVISORS, slot=_tray)
def _credit_float(table: Table, command: CreditFloat, given: Given) -> Ruling:
    chips = _no_float(table) or _slip(table, command.counts, command.counted_by, command.reference)
    if isinstance(chips, Refused):
        return chips
    refused = _short(table, worth(chips))
    credited = FloatCredited(
        chips, worth(chips), command.reference, command.counted_by, given.actor, _tray(table)
    )
    return refused or Accepted((credited,))


def _short(table: Table, amount: int) -> Refused | None:
    """A float that was counted in gives no more than it holds."""
    if table.money.float_in is None or amount <= in_tray(table):
        return None
    holds = f"the tray holds {dollar_text(in_tray(table))}, not {dollar_text(amount)}"
    return Refused("float_short", _tray(table), holds)


def count_out(table: Table, command: CloseTable, given: Given) -> Refused | tuple[Event, ...]:
    """A float that was counted in is counted out when the table closes; a difference is kept."""
    if table.money.float_in is None:
        return _no_float(table) or () if command.float_out else ()
    if not command.float_out:
        return Refused("float_not_counted", _tray(table), "the float is counted out at closing")
    chips = _slip(table, command.float_out, command.counted_by, none=True)
    if isinstance(chips, Refused):
        return chips
    counted = FloatCountedOut(
        chips, worth(chips), in_tray(table), command.counted_by, given.actor, _tray(table)
    )
    return (counted,)


# Patrons


@part.decides(BuyChips, by=STAFF, slot=_box)
def _buy_chips(table: Table, command: BuyChips, given: Given) -> Ruling:
    """Only where the document gives the table a drop box, which takes the cash."""
    rules = _rules(table)
    refused = _refuse_issued(table)
    if refused:
        return refused
    if rules.drop_box is None:
        return Refused("no_drop_box", None, "the document gives the table no drop box for cash")
    if command.amount <= 0 or not table.play.chips.payable(command.amount):
        sentence = f"{dollar_text(command.amount)} cannot be given in chips"
        return Refused("amount_not_payable", rules.drop_box, sentence)
    layout: Layout = table.play.layout
    if command.patron in layout.excluded:
        return layout.barred(command.patron)
    bought = ChipsBought(command.patron, command.amount, rules.drop_box)
    return _short(table, command.amount) or Accepted((bought,))


def _refuse_issued(table: Table) -> Refused | None:
    clause = _issued_only(table)
    if clause is None:
        return None
    return Refused("chips_are_issued", clause, "tournament chips come by issue alone")


@part.decides(ChangeColour, by=STAFF, slot=_tray)
def _change_colour(table: Table, command: ChangeColour, given: Given) -> Ruling:
    gave = _refuse_issued(table) or _counted(table, command.gives)
    if isinstance(gave, Refused):
        return gave
    got = _counted(table, command.gets)
    if isinstance(got, Refused):
        return got
    given_in, given_out = worth(gave), worth(got)
    if given_in != given_out:
        sentence = f"{dollar_text(given_in)} is not worth {dollar_text(given_out)}"
        return Refused("not_the_same_value", _tray(table), sentence)
    changed = ColourChanged(command.patron, given_in, gave, got, _tray(table))
    return _holds_less(table, command.patron, given_in) or Accepted((changed,))


@part.decides(TakeAwayChips, by=STAFF)
def _take_away(table: Table, command: TakeAwayChips, given: Given) -> Ruling:
    """Tokens stay: reading A-06 turns none of them into cash."""
    refused = _refuse_issued(table)
    if refused:
        return refused
    if command.amount <= 0:
        return Refused("amount_not_payable", None, "chips taken away must be positive")
    if command.patron not in table.play.layout.counted:
        return Refused("not_counted", None, f"nobody counts the chips of {command.patron}")
    taken = ChipsTakenAway(command.patron, command.amount, None)
    return _holds_less(table, command.patron, command.amount) or Accepted((taken,))


@part.decides(ReturnChips, by=STAFF, slot=_issued_only)
def _return(table: Table, command: ReturnChips, given: Given) -> Ruling:
    """Chips that are only issued are never taken away, and go back between rounds alone."""
    clause = _issued_only(table)
    if clause is None:
        return Refused("chips_not_issued", None, "chips for money are taken away, not returned")
    if command.amount <= 0:
        return Refused("amount_not_positive", clause, "chips returned must be positive")
    if command.patron not in table.play.layout.counted:
        return Refused("not_counted", clause, f"nobody counts the chips of {command.patron}")
    taken = ChipsTakenAway(command.patron, command.amount, clause)
    refused = round_under_way(table, clause) or _holds_less(table, command.patron, command.amount)
    return refused or Accepted((taken,))


def _holds_less(table: Table, patron: str, amount: int) -> Refused | None:
    layout = table.play.layout
    if patron not in layout.counted:
        return None
    chips = layout.chips[patron] - _in_tokens(table, patron)
    if amount <= chips:
        return None
    sentence = f"{patron} holds {dollar_text(chips)} in chips"
    return Refused("not_enough_chips", None, sentence)


def _in_tokens(table: Table, patron: str) -> int:
    return tokens.held(table.play, patron).total if hasattr(table.play, "tokens") else 0


@part.folds(FloatOpened)
def _float_opened(table: Table, event: FloatOpened) -> None:
    table.money.float_in = event.amount


@part.folds(FloatFilled)
def _filled(table: Table, event: FloatFilled) -> None:
    table.money.filled += event.amount


@part.folds(FloatCredited)
def _credited(table: Table, event: FloatCredited) -> None:
    table.money.credited += event.amount


@part.folds(FloatCountedOut)
def _counted_out(table: Table, event: FloatCountedOut) -> None:
    table.money.counted_out += event.expected
    table.money.difference = event.amount - event.expected


@part.folds(ChipsBought)
def _bought(table: Table, event: ChipsBought) -> None:
    """As if brought, but out of the tray: from now on the patron's chips are counted."""
    brought = ChipsBrought(event.patron, event.amount, event.clause)
    table.game.evolve(table.play, brought)
    table.play.layout.brought -= event.amount
    table.play.layout.float_tray -= event.amount
    table.money.dropped += event.amount
    table.chips_asked.pop(event.patron, None)


@part.folds(ColourChanged)
def _colour_changed(table: Table, event: ColourChanged) -> None:
    """The same value on both sides: only the log keeps it."""


@part.folds(ChipsTakenAway)
def _taken_away(table: Table, event: ChipsTakenAway) -> None:
    table.play.layout.chips[event.patron] -= event.amount
    table.play.layout.brought -= event.amount


# Chips reach a patron by someone's count, never by the patron's own word.


def counted(table: Table, command: c.Command, given: Given, accepted: Accepted) -> Ruling:
    """Refuse chips that rest on a patron's own word."""
    if given.by == Role.PATRON and isinstance(command, c.BringChips):
        return _practice(table, command, given, accepted)
    return accepted


def _chips_clause(table: Table) -> Clause | None:
    rules = table.game.table.money
    return rules.drop_box or rules.float_tray


def _practice(
    table: Table, command: c.BringChips, given: Given, accepted: Accepted
) -> Accepted | Refused:
    if not table.practice:
        ask = "a dealer counts the chips that come to this table: ask for chips"
        return Refused("chips_not_counted", _chips_clause(table), ask)
    day = given.at_us // DAY_US
    left = practice_left(table, command.patron, day)
    if command.amount > left:
        limit = (
            f"of {dollar_text(table.practice)} practice chips a day {dollar_text(left)} are left"
        )
        return Refused("practice_limit", None, limit)
    taken = PracticeChipsTaken(command.patron, command.amount, day)
    return Accepted((taken, *accepted.events))


def practice_left(table: Table, patron: str, day: int) -> int:
    """Return the cents of practice chips that a patron may still take on a day."""
    last, taken = table.practised.get(patron, (day, 0))
    return max(0, table.practice - taken) if last == day else table.practice


@part.decides(AskForChips, by=PATRONS, slot=_chips_clause)
def _ask(table: Table, command: AskForChips, given: Given) -> Ruling:
    clause = _chips_clause(table)
    if given.actor != command.patron:
        return Refused("not_your_own", None, "a patron asks for the patron's own chips")
    if table.game.table.money.issued_only(table.play.options):
        return Refused("chips_are_issued", clause, "tournament chips come by issue alone")
    if command.amount <= 0 or not table.play.chips.payable(command.amount):
        sentence = f"{dollar_text(command.amount)} cannot be given in chips"
        return Refused("amount_not_payable", clause, sentence)
    layout: Layout = table.play.layout
    if command.patron in layout.excluded:
        return layout.barred(command.patron)
    return Accepted((ChipsAskedFor(command.patron, command.amount),))


@part.decides(DeclineChips, by=STAFF, slot=_chips_clause)
def _decline(table: Table, command: DeclineChips, given: Given) -> Ruling:
    if command.patron not in table.chips_asked:
        return Refused("no_chips_asked", None, f"{command.patron} has asked for no chips")
    return Accepted((ChipsDeclined(command.patron),))


@part.folds(ChipsAskedFor)
def _asked(table: Table, event: ChipsAskedFor) -> None:
    table.chips_asked[event.patron] = event.amount


@part.folds(ChipsDeclined)
def answered(table: Table, event: Any) -> None:
    """Drop a request once the patron has chips, was declined, or has gone."""
    table.chips_asked.pop(event.patron, None)


@part.folds(PracticeChipsTaken)
def _taken(table: Table, event: PracticeChipsTaken) -> None:
    last, taken = table.practised.get(event.patron, (event.day, 0))
    before = taken if last == event.day else 0
    if any(day < event.day for day, _ in table.practised.values()):
        table.practised = {who: at for who, at in table.practised.items() if at[0] >= event.day}
    table.practised[event.patron] = (event.day, before + event.amount)


# What keeps one table within its limits, whatever is played: whose name it is, and how much lies
# there.

_CHIPS_BACK = (TakeAwayChips, ReturnChips)
_LARGE = 10**9  # cents; it takes a million wagers below this in one round to reach any limit


def outside(table: Table, command: Command, given: Given) -> Refused | None:
    """Why a command that names a patron is not taken at this table, or None."""
    patron = getattr(command, "patron", "")
    if not patron or table.play is None:
        return None
    layout: Layout = table.play.layout
    refused = _mistaken(layout, patron)
    amount = getattr(command, "amount", None) or 0
    if refused or amount <= 0 or isinstance(command, _CHIPS_BACK):
        return refused
    return _no_room(layout, patron, amount)


def _mistaken(layout: Layout, patron: str) -> Refused | None:
    if patron in layout.chips or patron in layout.idle_rounds or patron in layout.excluded:
        return None
    if is_part(patron):
        used = f"the rules use {patron} for a role or a hand: choose another name"
        return Refused("name_taken", None, used)
    other = mistaken_for(patron, {**layout.chips, **layout.idle_rounds, **layout.excluded})
    if other is None:
        return None
    alike = f"{patron} could be taken for {other}, who is known at this table: use another name"
    return Refused("name_taken", None, alike)


def _no_room(layout: Layout, patron: str, amount: int) -> Refused | None:
    if abs(layout.chips.get(patron, 0)) + amount > PATRON_MOST:
        return _beyond(f"{patron} has", PATRON_MOST)
    if abs(layout.brought) + abs(layout.float_tray) + amount > TABLE_MOST:
        return _beyond("there are", TABLE_MOST)
    if amount > _LARGE and sum(layout.wagers.values()) + amount > PATRON_MOST:
        return _beyond("wagers come to", PATRON_MOST)
    return None


def _beyond(who: str, most: int) -> Refused:
    return Refused(OUT_OF_BOUNDS, None, f"{who} at most {dollar_text(most)} at one table")
