"""Wagers by box with their totals, and what is paid and collected, in the order of the document."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from houseway.games.commands import BringChips
from houseway.service.forms.preview import newly_settled, table_after
from houseway.table.money_vocabulary import BuyChips
from houseway.table.table import Table
from houseway.table.view import SettlementSeen, View, Viewer

SIDES = ("banker", "player")
_MOST_KINDS = 8  # of wagers whose totals are listed


class Stakes(NamedTuple):
    """What one patron has in one box."""

    box: int
    patron: str
    wagers: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        return sum(amount for _, amount in self.wagers)


class Differential(NamedTuple):
    """By how much one hand is backed above the other, and what the sign allows."""

    amount: int
    side: str
    limit: int | None

    @property
    def above(self) -> bool:
        return self.limit is not None and self.amount > self.limit


class Payout(NamedTuple):
    """A line of the settlement; `due` until the settlement is on record."""

    line: SettlementSeen
    due: bool


class Money(NamedTuple):
    rows: tuple[Stakes, ...]
    kinds: tuple[tuple[str, int], ...]
    total: int
    differential: Differential | None
    payouts: tuple[Payout, ...]
    chips_by: str = BringChips.__name__  # by which staff confirm chips that were asked for

    @property
    def paid(self) -> int:
        return sum(each.line.paid for each in self.payouts)

    @property
    def collected(self) -> int:
        return sum(each.line.collected for each in self.payouts)


def money(table: Table, view: View, viewer: Viewer, at_us: int) -> Money:
    kinds: Counter[str] = Counter()
    for seen in view.wagers:
        kinds[seen.wager] += seen.amount
    listed = tuple(kinds.items()) if 1 < len(kinds) <= _MOST_KINDS else ()
    return Money(
        _rows(view), listed, kinds.total(), _differential(table, kinds),
        _payouts(table, view, viewer, at_us),
        (BuyChips if table.game.table.money.drop_box else BringChips).__name__,
    )  # fmt: skip


def _rows(view: View) -> tuple[Stakes, ...]:
    found: dict[tuple[int, str], list[tuple[str, int]]] = {}
    for seen in view.wagers:
        found.setdefault((seen.box, seen.patron), []).append((seen.wager, seen.amount))
    return tuple(Stakes(*at, tuple(wagers)) for at, wagers in sorted(found.items()))


def _differential(table: Table, kinds: Counter[str]) -> Differential | None:
    offered = {line.wager for line in table.game.wagers(table.play.options)}
    if not offered.issuperset(SIDES):
        return None
    limit = table.play.limits.differential
    banker, player = (kinds[side] for side in SIDES)
    side = "level" if banker == player else SIDES[banker < player]
    return Differential(abs(banker - player), side, limit)


def _payouts(table: Table, view: View, viewer: Viewer, at_us: int) -> tuple[Payout, ...]:
    """What is settled, and before that what settling now would pay."""
    done = tuple(Payout(line, due=False) for line in view.settlements)
    awaited = table.game.awaits(table.play)
    if awaited.what != "settle" or awaited.command is None:
        return done
    later = table_after(table, awaited.command, viewer, at_us)
    if later is None:
        return done
    return (*done, *(Payout(line, due=True) for line in newly_settled(view, later)))
