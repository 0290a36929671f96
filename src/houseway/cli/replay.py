"""`houseway replay`: a round as it unfolded, event by event, with clauses and the settlement."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from typing import Annotated, Any, NamedTuple, NoReturn

from cyclopts import Parameter
from rich.markup import escape

from houseway.cli.shared import Json, LogOrExport, console, print_json, print_round
from houseway.games.events import Event, RoundOpened
from houseway.records.replaying import (
    CANNOT_READ,
    CannotReplay,
    Order,
    hwlog_at,
    opening_of,
    orders_of,
    stream_at,
    understood,
)
from houseway.records.settlement import RoundReport, as_json, rounds_told
from houseway.records.telling import printable, tell_all, time_text
from houseway.store.chain import ChainCheck, slice_problems
from houseway.store.log import Entry, Log
from houseway.store.open import read_log
from houseway.table.table import Table, evolve


class Chosen(NamedTuple):
    """The events to be shown; `opening` leads to them where they are only part of a stream."""

    entries: list[Entry]
    opening: list[Entry]


def replay(
    address: LogOrExport,
    stream: str,
    /,
    *,
    number: Annotated[int | None, Parameter(name="--round")] = None,
    last: int | None = None,
    step: bool = False,
    as_data: Json = False,
) -> int:
    """Show the rounds of a table as they unfolded, from a log or an exported file.

    Example: houseway replay floor.db table/1 --round 3 --step

    Example: houseway replay floor.db table/1 --last 10

    One round, or the last ones, of a log are found by its index of rounds, however long it is; the
    hashes of what is shown are checked. The exit status is 0 when the events are as they were
    written, 1 when the chain is broken, 2 when it cannot be read.

    Parameters
    ----------
    stream
        The table, such as table/1.
    number
        Only this round, with every later order that names it.
    last
        Only the last so many rounds.
    step
        Wait for Enter after each order, and print what the table awaits then.
    """
    if (number is not None and last is not None) or (last is not None and last < 1):
        print("give --round or --last, not both, and --last from 1", file=sys.stderr)
        return 2
    if step and as_data:
        print("give --step or --json, not both", file=sys.stderr)
        return 2
    try:
        chosen = _chosen(address, stream, number=number, last=last, step=step)
        if _altered(chosen):
            return 1
        told = tell_all([*chosen.opening, *chosen.entries])
        before, orders = told[: len(chosen.opening)], orders_of(told[len(chosen.opening) :])
        rounds = _rounds(orders, number=number, last=last)
    except (*CANNOT_READ, CannotReplay) as wrong:
        print(f"{address}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    table = Table()
    for each in before:
        evolve(table, understood(each))
    shown = None if number is None and last is None else {each.round for each in rounds}
    if as_data:
        chosen_orders = [each for each in orders if _concerns(each, shown)]
        told_orders = [_plain(each) for each in chosen_orders]
        print_json({"stream": stream, "orders": told_orders, **as_json(rounds)})
        return 0
    _play(table, orders, shown, part=bool(before), step=step)
    for report in rounds:
        print_round(report, table)
    return 0


def _chosen(
    address: str, stream: str, *, number: int | None, last: int | None, step: bool
) -> Chosen:
    """By the index where there is one; to say what is awaited, the table is played whole."""
    if step or hwlog_at(address) or (number is None and last is None):
        return Chosen(stream_at(address, stream), [])
    with closing(read_log(address)) as log:
        opening = opening_of(log, stream)
        if number is not None:
            return Chosen(log.recall(stream, number) or _no_round(log, stream, number), opening)
        found = log.recall_last(stream, last or 1)
        if not found:
            raise CannotReplay("no round was opened")
        return Chosen(found, opening)


def _no_round(log: Log, stream: str, number: int) -> NoReturn:
    newest = [understood(told) for told in tell_all(_newest(log, stream))]
    opened = max((each.round for each in newest if isinstance(each, RoundOpened)), default=0)
    raise CannotReplay(f"there is no round {number}; {opened} were opened")


def _newest(log: Log, stream: str) -> list[Entry]:
    return [*opening_of(log, stream), *log.recall_last(stream, 1)]


def _altered(chosen: Chosen) -> bool:
    """Of part of a stream, what is shown is checked; of a whole one, the whole chain."""
    if not chosen.opening:
        return broken(chosen.entries)
    return _say(slice_problems([*chosen.opening, *chosen.entries]))


def _rounds(orders: list[Order], /, *, number: int | None, last: int | None) -> list[RoundReport]:
    rounds = rounds_told(_reported(orders))
    if number is None:
        return rounds[-last:] if last else rounds
    chosen = [each for each in rounds if each.round == number]
    if not chosen:
        raise CannotReplay(f"there is no round {number}; {len(rounds)} were opened")
    return chosen


def _reported(orders: list[Order]) -> Iterator[Event]:
    """The events of the rounds that are here from their opening on; what names others is left."""
    opened: set[int] = set()
    for order in orders:
        for event in map(understood, order.told):
            if isinstance(event, RoundOpened):
                opened.add(event.round)
            if getattr(event, "round", order.round) in opened:
                yield event


def _play(
    table: Table, orders: list[Order], shown: set[int] | None, *, part: bool, step: bool
) -> None:
    """Tell the orders of the rounds that were asked for; where all are there, fold every event."""
    for order in orders:
        for told in () if part else order.told:
            evolve(table, understood(told))
        if not _concerns(order, shown):
            continue
        _print_order(order)
        if step:
            _print_awaited(table)
            step = _go_on()


def _concerns(order: Order, shown: set[int] | None) -> bool:
    return shown is None or any(map(order.concerns, shown))


def _plain(order: Order) -> dict[str, Any]:
    entry = order.told[0].entry
    return {
        "time_utc": time_text(entry.at_us),
        "actor": entry.actor,
        "role": entry.role,
        "events": [
            {"version": each.entry.version, "kind": each.entry.kind, "text": each.text,
             "clauses": each.clauses}
            for each in order.told
        ],
    }  # fmt: skip


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
    return _say(check.problems)


def _say(problems: list[str]) -> bool:
    for problem in problems:
        print(printable(problem), file=sys.stderr)
    return bool(problems)
