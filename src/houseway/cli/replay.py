"""`houseway replay`: a round as it unfolded, event by event, with clauses and the settlement."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, NamedTuple

from cyclopts import Parameter
from rich.markup import escape

from houseway.cli.entries import CANNOT_READ, Told, printable, stream_at, tell_all, time_text
from houseway.cli.tell import console, print_round
from houseway.games.events import Event, RoundOpened
from houseway.records.settlement import RoundReport, rounds_told
from houseway.store.chain import ChainCheck
from houseway.store.log import Entry
from houseway.table.table import Table, evolve


class CannotReplay(ValueError):
    """The stream is no table's, or has events that this software does not know."""


class Order(NamedTuple):
    """What one order led to, the round it fell in, and the rounds that it names."""

    told: tuple[Told, ...]
    round: int
    named: frozenset[int]

    def concerns(self, number: int) -> bool:
        return number == self.round or number in self.named


def replay(
    address: str,
    stream: str,
    *,
    number: Annotated[int | None, Parameter(name="--round")] = None,
    step: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Show the rounds of a table as they unfolded, from a log or an exported file.

    Example: houseway replay floor.db table/1 --round 3 --step

    The exit status is 0 when the events are as they were written, 1 when the chain of the stream
    is broken, 2 when it cannot be read.

    Parameters
    ----------
    address
        A log (a path or postgresql://...) or an exported file (.hwlog).
    stream
        The table, such as table/1.
    number
        Only this round, with every later order that names it.
    step
        Wait for Enter after each order, and say what the table awaits then.
    """
    try:
        entries = stream_at(address, stream)
        if broken(entries):
            return 1
        orders = _orders(tell_all(entries))
        rounds = _rounds(orders, number)
    except (*CANNOT_READ, CannotReplay) as wrong:
        print(f"{address}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    table = _play(orders, number, step=step)
    for each in rounds:
        print_round(each, table)
    return 0


def _orders(told: list[Told]) -> list[Order]:
    """The events by the order that led to them, each in its round."""
    orders: list[Order] = []
    current = 0
    for _, group in groupby(told, key=lambda each: each.entry.key):
        each = tuple(group)
        events = [understood(one) for one in each]
        opened = [event.round for event in events if isinstance(event, RoundOpened)]
        current = opened[-1] if opened else current
        named = frozenset(getattr(event, "round", current) for event in events)
        orders.append(Order(each, current, named))
    return orders


def understood(told: Told) -> Event:
    if told.event is None:
        where = f"{told.entry.stream} version {told.entry.version}"
        raise CannotReplay(f"{where}: {told.entry.kind} is no event of a table that is known here")
    return told.event


def _rounds(orders: list[Order], number: int | None) -> list[RoundReport]:
    rounds = rounds_told(understood(told) for order in orders for told in order.told)
    chosen = [each for each in rounds if number is None or each.round == number]
    if number is not None and not chosen:
        raise CannotReplay(f"there is no round {number}; {len(rounds)} were opened")
    return chosen


def _play(orders: list[Order], number: int | None, *, step: bool) -> Table:
    """Fold every event; tell those of the round that was asked for."""
    table = Table()
    for order in orders:
        for told in order.told:
            evolve(table, understood(told))
        if number is not None and not order.concerns(number):
            continue
        _print_order(order)
        if step:
            _print_awaited(table)
            step = _go_on()
    return table


def _print_order(order: Order) -> None:
    entry = order.told[0].entry
    who = escape(printable(f"{entry.actor} ({entry.role})"))
    console.print(f"[bold]{time_text(entry.at_us)}[/] UTC  {who}")
    for line in _lines(order):
        console.print(line, soft_wrap=True)


def _lines(order: Order) -> Iterator[str]:
    for each in order.told:
        yield (
            f"  {each.entry.version:>6}  [cyan]{escape(each.text)}[/]"
            f"  [dim]{escape(each.clauses)}[/]"
        )


def _print_awaited(table: Table) -> None:
    if table.play is None or table.closed:
        return
    awaited = table.game.awaits(table.play)
    console.print(f"          next: {escape(awaited.sentence)}  [dim]{escape(awaited.clause)}[/]")


def _go_on() -> bool:
    """Wait for Enter; where nobody types any more, the rest is shown at once."""
    try:
        console.input("[dim]Enter[/] ")
    except EOFError:
        return False
    return True


def broken(entries: list[Entry]) -> bool:
    """What was altered is not played again; it can be looked at with `houseway log show`."""
    check = ChainCheck(contiguous=False)
    check.take(entries)
    for problem in check.problems:
        print(printable(problem), file=sys.stderr)
    return bool(check.problems)
