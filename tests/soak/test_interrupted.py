"""Interrupted games resume: the house goes down after every order of an evening, at every game.

The evening is the same orders at the same times; whoever goes on from the log alone must come to
the same settlements, the same table and the same chain as a house that was never interrupted.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.driving import PRACTICE, next_command
from houseway.games import slugs
from houseway.rulebook.ruling import Refused
from houseway.runner import Order, Runner
from houseway.store.log import Entry
from houseway.store.sqlite import SqliteLog
from houseway.table.table import Table, decide, evolve
from tests.offices import decider, opening_of

STREAM = "table/1"
ROUNDS = 2
BEGIN_US = 1_700_000_000_000_000


def evening(slug: str) -> list[Order]:
    """The orders of a few rounds as practice patrons play them, from the opening on."""
    orders = [Order(opening_of(slug), decider(slug), "Dora", "open")]
    chance, table = random.Random(slug), Table()
    given(table, orders[0])
    while table.play.round <= ROUNDS:
        command, by = next_command(table.game, table.play, PRACTICE, chance.randrange)
        order = Order(command, by, f"the {by}", f"key {len(orders)}")
        if given(table, order):
            orders.append(order)
    return orders


def given(table: Table, order: Order) -> bool:
    """Rule on an order and apply it; whether it was accepted."""
    ruling = decide(table, order.command, order.by, BEGIN_US, order.actor)
    if isinstance(ruling, Refused):
        return False
    for event in ruling.events:
        evolve(table, event)
    return True


def clock() -> Callable[[], int]:
    times = iter(range(BEGIN_US, BEGIN_US + 10_000_000))
    return lambda: next(times)


def played(path: Path, orders: list[Order], *, interrupted: bool) -> tuple[Table, list[Entry]]:
    now, log = clock(), SqliteLog(path)
    runner = Runner(log, now)
    for order in orders:
        assert runner.order(STREAM, order).refused is None
        if interrupted:
            log.close()
            log = SqliteLog(path)
            runner = Runner(log, now)
    table, entries = runner.table(STREAM), log.read(STREAM)
    log.close()
    return table, entries


@pytest.mark.parametrize("slug", slugs())
def test_a_house_that_goes_down_after_every_order_settles_the_same(
    slug: str, tmp_path: Path
) -> None:
    orders = evening(slug)
    table, entries = played(tmp_path / "whole.db", orders, interrupted=False)
    again, others = played(tmp_path / "pieces.db", orders, interrupted=True)

    assert again.play.layout.past == table.play.layout.past
    assert len(table.play.layout.past) == ROUNDS
    assert again == table
    assert others == entries  # to the last hash
