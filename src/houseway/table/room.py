"""What keeps one table within its limits, whatever is played: whose name it is, and how much lies
there.

A name that could be taken for another's at the table is refused: an excluded patron does not come
back as someone alike. Chips and wagers together stay far below what storage can hold.
"""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games.bounds import OUT_OF_BOUNDS
from houseway.games.commands import Command
from houseway.games.fields import PATRON_MOST, TABLE_MOST
from houseway.games.layout import Layout
from houseway.games.machine import Given
from houseway.rulebook.names import is_part, mistaken_for
from houseway.rulebook.ruling import Refused
from houseway.table.money_vocabulary import ReturnChips, TakeAwayChips
from houseway.table.state import Table

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
