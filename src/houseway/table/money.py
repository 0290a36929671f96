"""The float tray and the drop box: counted in, filled, credited, counted out; chips for cash.

What the tray holds is the opening count, with fills and without credits, and the net result of the
layout. Where nobody counted a float in, only the net result is known and nothing is asked at
closing.
"""

from __future__ import annotations

from operator import mul

from houseway.equipment.chips import Chips, dollar_text
from houseway.games import tokens
from houseway.games.bounds import OUT_OF_BOUNDS
from houseway.games.events import ChipsBrought, Event
from houseway.games.fields import PATRON_MOST, TABLE_MOST
from houseway.games.layout import Layout
from houseway.games.machine import Given
from houseway.games.table_rules import MoneyRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import STAFF, SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import money_vocabulary as v
from houseway.table.state import Part, Table, round_under_way
from houseway.table.vocabulary import CloseTable

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


@part.decides(v.OpenFloat, by=SUPERVISORS, slot=_tray)
def _open_float(table: Table, command: v.OpenFloat, given: Given) -> Ruling:
    clause = _tray(table)
    if table.money.float_in is not None:
        return Refused("float_open", clause, "the float has been counted in already")
    if table.play.round:
        return Refused("round_opened", clause, "the float is counted in before the first round")
    chips = _slip(table, command.counts, command.counted_by)
    if isinstance(chips, Refused):
        return chips
    opened = v.FloatOpened(chips, worth(chips), command.counted_by, given.actor, clause)
    return Accepted((opened,))


def _no_float(table: Table) -> Refused | None:
    if table.money.float_in is None:
        return Refused("no_float", _tray(table), "no float has been counted in")
    return None


@part.decides(v.FillFloat, by=SUPERVISORS, slot=_tray)
def _fill_float(table: Table, command: v.FillFloat, given: Given) -> Ruling:
    chips = _no_float(table) or _slip(table, command.counts, command.counted_by, command.reference)
    if isinstance(chips, Refused):
        return chips
    if in_tray(table) + worth(chips) > TABLE_MOST:
        most = f"a float tray holds at most {dollar_text(TABLE_MOST)}"
        return Refused(OUT_OF_BOUNDS, _tray(table), most)
    filled = v.FloatFilled(
        chips, worth(chips), command.reference, command.counted_by, given.actor, _tray(table)
    )
    return Accepted((filled,))


@part.decides(v.CreditFloat, by=SUPERVISORS, slot=_tray)
def _credit_float(table: Table, command: v.CreditFloat, given: Given) -> Ruling:
    chips = _no_float(table) or _slip(table, command.counts, command.counted_by, command.reference)
    if isinstance(chips, Refused):
        return chips
    refused = _short(table, worth(chips))
    credited = v.FloatCredited(
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
    counted = v.FloatCountedOut(
        chips, worth(chips), in_tray(table), command.counted_by, given.actor, _tray(table)
    )
    return (counted,)


# Patrons


@part.decides(v.BuyChips, by=STAFF, slot=_box)
def _buy_chips(table: Table, command: v.BuyChips, given: Given) -> Ruling:
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
    bought = v.ChipsBought(command.patron, command.amount, rules.drop_box)
    return _short(table, command.amount) or Accepted((bought,))


def _refuse_issued(table: Table) -> Refused | None:
    clause = _issued_only(table)
    if clause is None:
        return None
    return Refused("chips_are_issued", clause, "tournament chips come by issue alone")


@part.decides(v.ChangeColour, by=STAFF, slot=_tray)
def _change_colour(table: Table, command: v.ChangeColour, given: Given) -> Ruling:
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
    changed = v.ColourChanged(command.patron, given_in, gave, got, _tray(table))
    return _holds_less(table, command.patron, given_in) or Accepted((changed,))


@part.decides(v.TakeAwayChips, by=STAFF)
def _take_away(table: Table, command: v.TakeAwayChips, given: Given) -> Ruling:
    """Tokens stay: reading A-06 turns none of them into cash."""
    refused = _refuse_issued(table)
    if refused:
        return refused
    if command.amount <= 0:
        return Refused("amount_not_payable", None, "chips taken away must be positive")
    if command.patron not in table.play.layout.counted:
        return Refused("not_counted", None, f"nobody counts the chips of {command.patron}")
    taken = v.ChipsTakenAway(command.patron, command.amount, None)
    return _holds_less(table, command.patron, command.amount) or Accepted((taken,))


@part.decides(v.ReturnChips, by=STAFF, slot=_issued_only)
def _return(table: Table, command: v.ReturnChips, given: Given) -> Ruling:
    """Chips that are only issued are never taken away, and go back between rounds alone."""
    clause = _issued_only(table)
    if clause is None:
        return Refused("chips_not_issued", None, "chips for money are taken away, not returned")
    if command.amount <= 0:
        return Refused("amount_not_positive", clause, "chips returned must be positive")
    if command.patron not in table.play.layout.counted:
        return Refused("not_counted", clause, f"nobody counts the chips of {command.patron}")
    taken = v.ChipsTakenAway(command.patron, command.amount, clause)
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


@part.folds(v.FloatOpened)
def _float_opened(table: Table, event: v.FloatOpened) -> None:
    table.money.float_in = event.amount


@part.folds(v.FloatFilled)
def _filled(table: Table, event: v.FloatFilled) -> None:
    table.money.filled += event.amount


@part.folds(v.FloatCredited)
def _credited(table: Table, event: v.FloatCredited) -> None:
    table.money.credited += event.amount


@part.folds(v.FloatCountedOut)
def _counted_out(table: Table, event: v.FloatCountedOut) -> None:
    table.money.counted_out += event.expected
    table.money.difference = event.amount - event.expected


@part.folds(v.ChipsBought)
def _bought(table: Table, event: v.ChipsBought) -> None:
    """As if brought, but out of the tray: from now on the patron's chips are counted."""
    brought = ChipsBrought(event.patron, event.amount, event.clause)
    table.game.evolve(table.play, brought)
    table.play.layout.brought -= event.amount
    table.play.layout.float_tray -= event.amount
    table.money.dropped += event.amount
    table.chips_asked.pop(event.patron, None)


@part.folds(v.ColourChanged)
def _colour_changed(table: Table, event: v.ColourChanged) -> None:
    """The same value on both sides: only the log keeps it."""


@part.folds(v.ChipsTakenAway)
def _taken_away(table: Table, event: v.ChipsTakenAway) -> None:
    table.play.layout.chips[event.patron] -= event.amount
    table.play.layout.brought -= event.amount
