"""Statements out of the ledger: of a patron, of the table, of a shift, as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from houseway.games.events import Event
from houseway.table.ledger import (
    DIFFERENCE,
    DROP_BOX,
    MOVES,
    PATRON,
    TRAY,
    WAGER,
    Account,
    Ledger,
    Move,
    Transfer,
)
from houseway.table.money_vocabulary import ChipsBought, ColourChanged


class AccountLine(Struct, frozen=True):
    """One account over the time of the statement: `before` + `came_in` - `went_out` = `after`."""

    account: str
    before: int
    came_in: int
    went_out: int
    after: int


class Statement(Struct, frozen=True):
    """`from_us` is within it, `to_us` no longer; None: from the first event, to the last.

    `won` is what the patrons were paid, `lost` what was collected from them, both with corrections.
    """

    patron: str  # empty: everybody
    from_us: int | None
    to_us: int | None
    won: int
    lost: int
    accounts: tuple[AccountLine, ...]
    transfers: tuple[Transfer, ...]

    @property
    def result(self) -> int:
        """What the house is ahead: below nothing, what it is behind."""
        return self.lost - self.won


def statement(
    ledger: Ledger, *, patron: str = "", from_us: int | None = None, to_us: int | None = None
) -> Statement:
    """What moved in that time; of one patron, that patron's account and wagers alone."""
    mine = [each for each in ledger.transfers if not patron or _concerns(each, patron)]
    earlier = [each for each in mine if from_us is not None and each.at_us < from_us]
    within = [
        each
        for each in mine
        if (from_us is None or each.at_us >= from_us) and (to_us is None or each.at_us < to_us)
    ]
    lost = sum(each.amount for each in within if _from_players(each))
    won = sum(each.amount for each in within if _to_players(each))
    return Statement(
        patron, from_us, to_us, won, lost, _accounts(earlier, within, patron), tuple(within)
    )


def _concerns(transfer: Transfer, patron: str) -> bool:
    return patron in (transfer.out_of.patron, transfer.into.patron)


def _players(account: Account) -> bool:
    return account.kind in (PATRON, WAGER)


# Value for value: nobody wins or loses.
_EXCHANGES = (ChipsBought.__name__, ColourChanged.__name__)


def _from_players(each: Transfer) -> bool:
    return _win(each, each.event) > 0


def _to_players(each: Transfer) -> bool:
    return _win(each, each.event) < 0


def _win(each: Transfer | Move, event: str) -> int:
    """What the house is ahead by a movement between the players and the tray."""
    if event in _EXCHANGES:
        return 0
    if each.into == TRAY and _players(each.out_of):
        return each.amount
    return -each.amount if each.out_of == TRAY and _players(each.into) else 0


class HouseMoves(NamedTuple):
    """What one event means to the house: cents into the drop box, ahead, and counted too many."""

    drop: int = 0
    win: int = 0
    difference: int = 0


_NOTHING = HouseMoves()


def house_moves(event: Event) -> HouseMoves:
    """What one event means to the house, by the movements that the ledger makes of it."""
    posting = MOVES.get(type(event))
    if posting is None:
        return _NOTHING
    moves = list(posting(event))
    return HouseMoves(
        sum(each.amount for each in moves if each.into == DROP_BOX),
        sum(_win(each, type(event).__name__) for each in moves),
        sum(each.amount for each in moves if each.out_of == DIFFERENCE)
        - sum(each.amount for each in moves if each.into == DIFFERENCE),
    )


def _accounts(
    earlier: list[Transfer], within: list[Transfer], patron: str
) -> tuple[AccountLine, ...]:
    before, came, went = _sums(earlier, within)
    named = dict.fromkeys(each for one in (*earlier, *within) for each in (one.into, one.out_of))
    shown = [each for each in named if not patron or each.patron == patron]
    return tuple(
        AccountLine(
            str(each), before[each], came[each], went[each], before[each] + came[each] - went[each]
        )
        for each in sorted(shown)
        if before[each] or came[each] or went[each]
    )


def _sums(
    earlier: Iterable[Transfer], within: Iterable[Transfer]
) -> tuple[Counter[Account], Counter[Account], Counter[Account]]:
    before: Counter[Account] = Counter()
    came: Counter[Account] = Counter()
    went: Counter[Account] = Counter()
    for each in earlier:
        before[each.into] += each.amount
        before[each.out_of] -= each.amount
    for each in within:
        came[each.into] += each.amount
        went[each.out_of] += each.amount
    return before, came, went
