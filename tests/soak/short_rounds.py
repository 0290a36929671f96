"""Every situation of a short round, breadth first: a few wagers, cards and choices at each step.

A state is told from others by what the table awaits, by its stage, by the words and the counts of
its parts and by the last command (`AtTable.situation`). From each new one the way out is asked for.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from houseway.driving import Deed
from houseway.equipment.cards import parse_cards
from houseway.games import commands as c
from houseway.rulebook.roles import Role
from houseway.soak.actors import STAFF, TablePeople
from houseway.table.table import roles_of
from tests.soak.ways import AtTable, Found, NoWayOut, Report, _next, go_on, no_way_out

CARDS = parse_cards("7d 7c 2h Ks")
ROUNDS = 2  # that are opened
WAGERS = {
    "casino-war": ("initial", "tie"), "mini-baccarat": ("player", "tie"),
    "tournament-roulette": ("red", "single number 7"),
}  # fmt: skip


def short_rounds(slug: str, most: int, report: Report) -> None:
    """All situations of the first rounds of a table with two patrons, `most` of them at most."""
    people = TablePeople(random.Random(7))
    start = AtTable()
    while start.give(people.opening(slug)) is not None:
        pass
    while start.table.game.awaits(start.table.play).what != "open":
        go_on(start, lambda end: 0)
    start.give(Deed(c.OpenBetting(), Role.DEALER, STAFF[Role.DEALER]))
    waiting, seen = deque([start]), set[Any]()
    while waiting and report.steps < most:
        here = waiting.popleft()
        for deed in steps(here):
            report.steps += 1
            then = here.copied()
            then.taken = list(here.taken)
            if then.give(deed) is not None or then.table.play.round > ROUNDS:
                continue
            report.note(then, len(here.taken))
            situation = then.situation, then.table.game.awaits(then.table.play).what
            if situation in seen:
                continue
            seen.add(situation)
            report.asked += 1
            if why := no_way_out(then):
                report.found.append(Found(slug, "short rounds", then.taken, why))
                return
            waiting.append(then)


def steps(here: AtTable) -> Iterator[Deed]:
    """What is awaited, each choice and each of a few cards; wagers; and what needs no facts."""
    table = here.table
    awaited = table.game.awaits(table.play)
    with suppress(NoWayOut):
        yield from list(_next(here, lambda end: 0))
    for choice in awaited.choices:
        yield Deed(choice, Role.PATRON, awaited.who)
    if awaited.what == "wagers":
        for person, box in (("Ana", 1), ("Ben", 2)):
            for wager in WAGERS.get(table.slug, ()):
                for at in (box, 0):
                    placed = c.PlaceWager(person, wager, table.play.limits.minimum, at)
                    yield Deed(placed, Role.PATRON, person)
    if awaited.what == "draw" or awaited.what == "wagers":
        yield from (Deed(c.DealCard(card), Role.DEALER, "Dora") for card in CARDS)
    for kind in table.game.orders:
        if not any(name for name in kind.__struct_fields__):
            for by in sorted(roles_of(table, kind)):
                yield Deed(kind(), by, STAFF.get(by, "Ana"))


__all__ = ["WAGERS", "short_rounds"]
