"""A demonstration house: a table of every game, a tournament, a promotion, people, guests.

Simulated people (`people.py`) give their commands through the same runner as everybody else, at
the pace of people, and make way for persons: a dealer at a dealer's console deals there alone, and
patrons at a table are given time. Only tables that a demonstration opened are played at.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from houseway.driving import Deed
from houseway.games import game
from houseway.games.table_rules import RESULTS_DISPLAY
from houseway.randomness import pick
from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.runner import Order
from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.access.passwords import NO_PASSWORD
from houseway.service.demo import promotion, tournament
from houseway.service.demo.people import (
    BETTING_SECONDS,
    Guest,
    Present,
    Sitting,
    next_deed,
)
from houseway.service.demo.series import OPENER, Attention, give_in_turn
from houseway.service.floor import Floor, stream_of
from houseway.service.settings import MINUTE_US
from houseway.service.texts.text import Text
from houseway.table.betting import SetBettingClock
from houseway.table.life import MINIMUM
from houseway.table.opening import simulated
from houseway.table.table import Table
from houseway.table.vocabulary import OpenTable, PutUpSign

PACE_MS = (900, 2_600)  # between two orders of simulated people at one table
PROMPT_MS = (300, 700)  # the same while a patron is there, whom they keep waiting
GUESTS = 3  # at each table
PRACTICE_A_DAY = 5_000_00  # cents of practice chips for each patron at each virtual table
_logger = logging.getLogger("houseway.service")


class DemoTable(NamedTuple):
    name: str
    slug: str
    options: Mapping[str, Any] = MappingProxyType({})
    virtual: bool = True


TABLES = (
    DemoTable("mini-1", "mini-baccarat"),
    DemoTable("mini-2", "mini-baccarat", virtual=False),  # real cards, typed by a dealer
    DemoTable("seven-up-1", "seven-up-baccarat", {"display": "on"}),
    DemoTable("three-card-1", "three-card-baccarat"),
    DemoTable("war-1", "casino-war"),
    DemoTable(
        "roulette-1",
        "tournament-roulette",
        {"approved": ("table", "wheel", "layout", RESULTS_DISPLAY)},
    ),
    DemoTable("blackjack-1", "tournament-blackjack"),
    DemoTable("poker-1", "tournament-canberra-poker"),
    DemoTable("pai-gow-1", "tournament-pai-gow"),
    DemoTable("tournament-mini-1", "tournament-mini-baccarat"),
)
SIGNED = "war-1"  # where a sign announces a higher minimum


class DemoPerson(NamedTuple):
    """A person of the demonstration, with the console they use."""

    office: str
    name: str
    console: str
    does: str


PEOPLE = (
    DemoPerson(Role.PATRON, "Ana", "/", Text("play at any table")),
    DemoPerson(Role.PATRON, "Ben", "/", Text("play beside Ana")),
    DemoPerson(Role.DEALER, "Eli", "/dealer", Text("deal real cards")),
    DemoPerson(Role.GAMING_SUPERVISOR, "Dora", "/pit", Text("rule on irregularities")),
    DemoPerson(Role.GAMING_SHIFT_MANAGER, "Noa", "/pit", Text("set limits and signs")),
    DemoPerson(Role.GAMING_MANAGER, "Mia", "/pit", Text("open tables, decide disputes")),
    DemoPerson(Role.TOURNAMENT_DIRECTOR, "Tom", "/tournaments", Text("run a tournament")),
    DemoPerson(Role.PROMOTIONS, "Rita", "/desk", Text("run a prize draw")),
    DemoPerson(Role.SURVEILLANCE, "Sam", "/", Text("watch everything")),
    DemoPerson(Role.INSPECTOR, "Ivy", "/inspect", Text("replay and verify rounds")),
    DemoPerson(ADMINISTRATOR, "Chen", "/people", Text("manage people")),
)
# Simulated patrons: nobody signs in under these names.
NAMES = (
    "Fay", "Gus", "Hana", "Ivo", "Jun", "Kira", "Leo", "Nora", "Omar", "Pia", "Raul", "Suri",
    "Timo", "Uma", "Vito", "Wen", "Xenia", "Yann", "Zoe", "Abel", "Bruno", "Cleo", "Dina", "Emil",
    "Flora", "Greta", "Hugo", "Ines", "Jonas", "Karl",
)  # fmt: skip


def is_demonstration(floor: Floor) -> bool:
    """Say whether a demonstration opened this house's tables."""
    return any(is_ours(floor, table.name) for table in TABLES)


def is_whole(floor: Floor) -> bool:
    """Whether all people of a demonstration have been created, which comes last."""
    return all(floor.desk.accounts.find(each.name) for each in PEOPLE)


async def seed(floor: Floor) -> None:
    """Open the tables and create the people, as far as it was not done before this house stopped.

    Nobody has a password: people of a demonstration are entered by its link.
    """
    for table in TABLES:
        by = _in_charge(table.slug)
        practice = PRACTICE_A_DAY if table.virtual else 0
        opening = OpenTable(
            table.slug, dict(table.options), virtual=table.virtual, practice=practice
        )
        steps = [(simulated(opening), by), (SetBettingClock(BETTING_SECONDS), by)]
        if table.name == SIGNED:
            announced = PutUpSign(
                MINIMUM, floor.now_us() + 25 * MINUTE_US, "minimum wager $20", minimum=20_00
            )
            steps.append((announced, Role.GAMING_SUPERVISOR))
        await give_in_turn(floor, stream_of(table.name), steps)
    await tournament.seed(floor)
    await promotion.seed(floor)
    for each in PEOPLE:
        if not floor.desk.accounts.find(each.name):
            account = Account(each.name, str(each.office), created_us=floor.now_us())
            floor.desk.create_hashed(account, NO_PASSWORD, None)


def _in_charge(slug: str) -> Role:
    return Role.TOURNAMENT_DIRECTOR if game(slug).table.directed else Role.GAMING_SUPERVISOR


def console_now(floor: Floor, person: DemoPerson) -> str:
    """The page on which a person starts: that of the tournament or promotion that runs. Blocks."""
    running = {
        "/tournaments": (tournament.SERIES, "/director"),
        "/desk": (promotion.SERIES, "/desk"),
    }
    if person.console not in running:
        return person.console
    series, console = running[person.console]
    name = series.last(floor)
    return f"{console}/{name}" if name else person.console


async def keep_playing(floor: Floor) -> None:
    """Play at every table of the demonstration, while anybody watches, until cancelled."""
    attention = Attention(floor)
    async with asyncio.TaskGroup() as group:
        group.create_task(tournament.keep_playing(floor, attention))
        group.create_task(promotion.keep_playing(floor, attention))
        for number, table in enumerate(TABLES):
            if await floor.blocking(is_ours, floor, table.name):
                group.create_task(_play(floor, table.name, guests_of(number), attention))


def is_ours(floor: Floor, table: str) -> bool:
    """Whether a demonstration opened it: nobody simulated comes to a table of real people."""
    first = floor.log.read(stream_of(table), limit=1)
    return bool(first) and first[0].actor == OPENER


def guests_of(number: int) -> tuple[Guest, ...]:
    """The simulated patrons of a table, the same after every restart."""
    names = NAMES[number * GUESTS : (number + 1) * GUESTS]
    return tuple(Guest(name, seat + 2, 1 + seat % 3) for seat, name in enumerate(names))


async def _play(floor: Floor, table: str, guests: tuple[Guest, ...], attention: Attention) -> None:
    sitting = Sitting(guests, pick)
    while True:
        low, high = PROMPT_MS if who_is_present(floor, table).patrons else PACE_MS
        await asyncio.sleep((low + pick(high - low)) / 1_000)
        if not floor.leads or not attention.is_watched():
            continue
        try:
            await _one_order(floor, table, sitting)
        except Exception:
            _logger.exception("the demonstration at %s stumbled", table)


async def _one_order(floor: Floor, table: str, sitting: Sitting) -> None:
    present = who_is_present(floor, table)

    def see(found: Table, version: int) -> Deed | None:
        times = floor.betting_times(table, found, version)
        return next_deed(found, sitting, present, floor.now_us(), times)

    deed: Deed | None = await floor.blocking(floor.look, table, see)
    if deed is not None:
        await floor.order(table, Order(deed.command, deed.by, deed.actor, secrets.token_hex(8)))


def who_is_present(floor: Floor, table: str) -> Present:
    """The persons at this table's consoles, as far as this process serves them."""
    hub = floor.hub
    return Present(
        dealer=any(each.role == Role.DEALER for each in hub.people_at(f"dealer:{table}")),
        supervisor=any(
            each.role in SUPERVISORS or each.role == Role.TOURNAMENT_DIRECTOR
            for each in hub.people_at()
        ),
        patrons=frozenset(
            each.name for each in hub.people_at(f"seat:{table}") if each.role == Role.PATRON
        ),
        dealer_about=any(each.role == Role.DEALER for each in hub.people_at()),
    )
