"""Statements out of the ledger: of a patron, of the table, of a shift, as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.games import events as e
from houseway.games import tokens
from houseway.games.events import Event
from houseway.rulebook.document import Clause
from houseway.table import money as m
from houseway.table.money import ChipsBought, ColourChanged, in_tray
from houseway.table.state import Table
from houseway.table.table import evolve

# The ledger of a table: every movement of chips and cash as a transfer between named accounts.


class NotBalanced(Exception):
    """The ledger and the layout count differently."""


class Account(NamedTuple):
    """Who or what holds money: a patron, a wager on the layout, or a part of the house."""

    kind: str
    patron: str = ""
    box: int = 0
    wager: str = ""

    def __str__(self) -> str:
        place = f" in box {self.box}" if self.box else ""
        named = f" {self.patron}" if self.patron else ""
        return f"{self.kind}{named}" + (f": {self.wager}{place}" if self.wager else "")


PATRON, WAGER = "patron", "wager"
TRAY = Account("float tray")
DROP_BOX = Account("drop box")
TOKEN_STOCK = Account("tokens of the house")
DIFFERENCE = Account("count difference")
OUTSIDE = Account("outside")


class Move(NamedTuple):
    """An amount out of one account and into another; never below nothing."""

    out_of: Account
    into: Account
    amount: int


class Transfer(Struct, frozen=True):
    """One movement, with the event and the clauses that made it so."""

    number: int  # of the event, counted from 1
    at_us: int
    round: int
    event: str
    out_of: Account
    into: Account
    amount: int
    clauses: tuple[Clause, ...]


def patron(name: str) -> Account:
    return Account(PATRON, name)


def _wager(event: Any, wager: str = "") -> Account:
    return Account(WAGER, event.patron, event.box, wager or event.wager)


# What each event moves


def _brought(event: e.ChipsBrought) -> Iterator[Move]:
    yield Move(OUTSIDE, patron(event.patron), event.amount)


def _placed(event: e.WagerPlaced) -> Iterator[Move]:
    yield Move(patron(event.patron), _wager(event), event.amount)


def _changed(event: e.WagerChanged) -> Iterator[Move]:
    yield _either_way(patron(event.patron), _wager(event), event.amount - event.before)


def _moved(event: e.WagerMoved) -> Iterator[Move]:
    yield Move(_wager(event), _wager(event, event.onto), event.amount)


def _settled(event: e.Settlement) -> Iterator[Move]:
    yield Move(_wager(event), TRAY, event.collected)
    yield Move(_wager(event), patron(event.patron), event.returned)
    yield Move(TRAY, patron(event.patron), event.paid)


def _reversed(event: e.SettlementReversed) -> Iterator[Move]:
    back = event.collected - event.paid + event.shortfall
    yield _either_way(TRAY, patron(event.patron), back)


def _undone(event: e.SettlementUndone) -> Iterator[Move]:
    done, who = event.settlement, patron(event.settlement.patron)
    yield _either_way(who, TRAY, done.paid - event.shortfall)
    yield Move(TRAY, _wager(done), done.collected)
    yield Move(who, _wager(done), done.returned)


def _corrected(event: e.SettlementCorrected) -> Iterator[Move]:
    before, after = event.before, event.after
    back = after.returned + after.paid - before.returned - before.paid + event.shortfall
    yield _either_way(TRAY, patron(after.patron), back)


def _tokens_issued(event: tokens.TokensIssued) -> Iterator[Move]:
    """The voucher goes into the drop box, tokens of its value to the patron."""
    yield Move(OUTSIDE, DROP_BOX, event.amount)
    yield Move(TOKEN_STOCK, patron(event.patron), event.amount)


def _float_in(event: m.FloatOpened | m.FloatFilled) -> Iterator[Move]:
    yield Move(OUTSIDE, TRAY, event.amount)


def _float_credited(event: m.FloatCredited) -> Iterator[Move]:
    yield Move(TRAY, OUTSIDE, event.amount)


def _float_out(event: m.FloatCountedOut) -> Iterator[Move]:
    yield _either_way(DIFFERENCE, TRAY, event.amount - event.expected)
    yield Move(TRAY, OUTSIDE, event.amount)


def _bought(event: m.ChipsBought) -> Iterator[Move]:
    yield Move(OUTSIDE, DROP_BOX, event.amount)
    yield Move(TRAY, patron(event.patron), event.amount)


def _colour(event: m.ColourChanged) -> Iterator[Move]:
    yield Move(patron(event.patron), TRAY, event.amount)
    yield Move(TRAY, patron(event.patron), event.amount)


def _taken_away(event: m.ChipsTakenAway) -> Iterator[Move]:
    yield Move(patron(event.patron), OUTSIDE, event.amount)


def _either_way(out_of: Account, into: Account, amount: int) -> Move:
    return Move(out_of, into, amount) if amount >= 0 else Move(into, out_of, -amount)


MOVES: dict[type[e.Event], Callable[[Any], Iterator[Move]]] = {
    e.ChipsBrought: _brought,
    e.WagerPlaced: _placed,
    e.WagerChanged: _changed,
    e.WagerMoved: _moved,
    **dict.fromkeys(e.RESULT_OF, _settled),
    e.SettlementReversed: _reversed,
    e.SettlementUndone: _undone,
    e.SettlementCorrected: _corrected,
    tokens.TokensIssued: _tokens_issued,
    m.FloatOpened: _float_in,
    m.FloatFilled: _float_in,
    m.FloatCredited: _float_credited,
    m.FloatCountedOut: _float_out,
    m.ChipsBought: _bought,
    m.ColourChanged: _colour,
    m.ChipsTakenAway: _taken_away,
}


class Ledger:
    """The accounts of one table, folded from its events in their order."""

    def __init__(self) -> None:
        self.table = Table()
        self.balances: Counter[Account] = Counter()
        self.transfers: list[Transfer] = []
        self.counted: set[str] = set()  # patrons whose chips are counted
        self.number = 0
        self.round = 0

    def take(self, event: e.Event, at_us: int = 0) -> tuple[Transfer, ...]:
        """Apply the next event; what it moved."""
        self.number += 1
        if isinstance(event, e.RoundOpened):
            self.round = event.round
        evolve(self.table, event)
        posting = MOVES.get(type(event))
        if posting is None:
            return ()
        moves = self._with_pockets([each for each in posting(event) if each.amount])
        made = tuple(self._transfer(event, at_us, each) for each in moves)
        for each in made:
            self.balances[each.out_of] -= each.amount
            self.balances[each.into] += each.amount
        self.transfers += made
        self.counted |= self.table.play.layout.counted
        self.check()
        return made

    def _transfer(self, event: e.Event, at_us: int, move: Move) -> Transfer:
        number = getattr(event, "round", self.round)
        clauses = getattr(event, "clauses", ()) or (getattr(event, "clause", None),)
        cited = tuple(each for each in clauses if each)
        return Transfer(self.number, at_us, number, type(event).__name__, *move, cited)

    def _with_pockets(self, moves: list[Move]) -> list[Move]:
        """What is missing on a patron's account comes from outside; what is too much goes there.

        Not for a patron whose chips are counted, but for the moment when the counting begins:
        tokens that were in the pocket are counted then too.
        """
        first, last = [], []
        named = {each.patron for move in moves for each in move[:2] if each.kind == PATRON}
        for name in sorted(named - self.counted):
            too_much = self._after(moves, patron(name)) - self._held(name)
            if too_much > 0:
                last.append(Move(patron(name), OUTSIDE, too_much))
            elif too_much < 0:
                first.append(Move(OUTSIDE, patron(name), -too_much))
        return [*first, *moves, *last]

    def _after(self, moves: list[Move], account: Account) -> int:
        came = sum(each.amount for each in moves if each.into == account)
        went = sum(each.amount for each in moves if each.out_of == account)
        return self.balances[account] + came - went

    def _held(self, name: str) -> int:
        layout = self.table.play.layout
        return int(layout.chips[name]) if name in layout.counted else 0

    def check(self) -> None:
        """Raise unless all accounts together are nothing and agree with the layout."""
        if sum(self.balances.values()):
            raise NotBalanced(f"event {self.number}: the accounts do not add up to nothing")
        for name in self.counted:
            if self.balances[patron(name)] != self._held(name):
                raise NotBalanced(f"event {self.number}: {name} holds {self._held(name)}")
        layout = self.table.play.layout
        lying = {
            Account(WAGER, who, box, wager): stake
            for (who, box, wager), stake in layout.wagers.items()
            if stake
        }
        wagers = {each: held for each, held in self.balances.items() if each.kind == WAGER and held}
        if lying != wagers:
            raise NotBalanced(f"event {self.number}: the layout holds {lying}, not {wagers}")
        if self.balances[TRAY] != in_tray(self.table):
            held, counted = self.balances[TRAY], in_tray(self.table)
            raise NotBalanced(f"event {self.number}: the tray has {held}, counted {counted}")


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
