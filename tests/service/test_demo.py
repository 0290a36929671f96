"""A demonstration: every game, somebody for every office, and simulated people who make way."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest

from houseway import fair
from houseway.cli.first_people import print_sign_ins
from houseway.cli.people import list_people, reset
from houseway.driving import Deed
from houseway.games import commands as c
from houseway.games import slugs
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import OFFICES
from houseway.service.aggregates.promotions import KIND
from houseway.service.consoles import registry
from houseway.service.demo import house
from houseway.service.demo import promotion as demo_promotion
from houseway.service.demo.house import DemoPerson
from houseway.service.demo.people import (
    BETTING_US,
    DECIDE_US,
    FOR_PEOPLE_US,
    GONE_US,
    LONGEST_US,
    Present,
    Sitting,
    next_deed,
)
from houseway.service.floor import Floor
from houseway.service.settings import SECOND_US, Settings
from tests.offices import opening_of

T = TypeVar("T")
NOBODY = Present()
TICK_US = 2 * SECOND_US


def apart(work: Callable[[], T]) -> T:
    """Where another loop may run, whatever runs in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


class Casino:
    """A seeded house whose clock stands until it is moved."""

    def __init__(self, path: Path) -> None:
        self.now_us = time.time_ns() // 1_000
        self.floor = Floor(Settings(folder=str(path)), registry.load(), lambda: self.now_us)
        self.people = apart(lambda: asyncio.run(house.seed(self.floor)))
        self.sittings = {
            each.name: Sitting(house.guests_of(number), random.Random(each.name).randrange)
            for number, each in enumerate(house.TABLES)
        }

    def given(self, table: str, deed: Deed) -> None:
        key = f"test {self.floor.runner.version(f'table/{table}')}"
        order = Order(deed.command, deed.by, deed.actor, key)
        answer = self.floor.runner.order(f"table/{table}", order)
        assert answer.refused is None, (deed, answer.refused)

    def deal(self, table: str) -> None:
        """What the house does by itself at a virtual table."""
        stream, house = f"table/{table}", self.floor.house
        if not self.floor.look(table, lambda found, _: found.virtual):
            return
        house.deal(stream)

    def turn(self, table: str, present: Present = NOBODY) -> Deed | None:
        """Two seconds pass; whoever is simulated does one thing."""
        self.now_us += TICK_US
        self.deal(table)
        sitting = self.sittings[table]
        deed = self.floor.look(
            table, lambda found, _: next_deed(found, sitting, present, self.now_us)
        )
        if deed is not None:
            self.given(table, deed)
        return deed

    def awaited(self, table: str) -> str:
        return self.floor.look(table, lambda found, _: found.game.awaits(found.play).what)

    def turn_until(self, table: str, what: str, present: Present = NOBODY) -> None:
        for _ in range(400):
            self.deal(table)
            if self.awaited(table) == what:
                return
            self.turn(table, present)
        raise AssertionError(f"{table} never awaits {what}")


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path)
    yield found
    found.floor.close()


def test_every_game_has_a_table_and_one_of_them_real_cards(casino: Casino) -> None:
    tables = {each.name: each for each in house.TABLES}
    assert {each.slug for each in house.TABLES} == set(slugs())
    assert casino.floor.tables() == sorted(tables)
    real = [name for name in tables if not casino.floor.look(name, lambda found, _: found.virtual)]
    assert real == ["mini-2"]


def test_somebody_of_every_office_is_told_once(
    casino: Casino, capsys: pytest.CaptureFixture[str]
) -> None:
    print_sign_ins(casino.people)
    printed = capsys.readouterr().out
    accounts = casino.floor.desk.accounts.all()
    assert {each.office for each in accounts} <= set(OFFICES)
    assert not any(each.must_change for each in accounts)  # a demonstration is entered at once
    for each in casino.people:
        assert all(word in printed for word in (each.name, each.password, each.console))
    stored = b"".join(entry.body for entry in casino.floor.log.read("people"))
    assert not any(each.password.encode() in stored for each in casino.people)


def test_nobody_simulated_has_the_name_of_somebody_who_can_sign_in() -> None:
    assert not {each.name for each in house.PEOPLE} & set(house.NAMES)
    guests = [guest.name for n in range(len(house.TABLES)) for guest in house.guests_of(n)]
    assert len(guests) == len(set(guests)) == 3 * len(house.TABLES)


@pytest.mark.parametrize("table", [each.name for each in house.TABLES])
def test_rounds_are_played_at_every_table(casino: Casino, table: str) -> None:
    done = Counter(type(deed.command).__name__ for _ in range(90) if (deed := casino.turn(table)))
    assert casino.floor.look(table, lambda found, _: found.play.round) >= 3
    assert done["PlaceWager"] >= 3
    stakes = [
        deed.command.amount
        for deed in [casino.turn(table) for _ in range(20)]
        if deed and isinstance(deed.command, c.PlaceWager)
    ]
    assert all(0 < stake <= 100_00 for stake in stakes)
    if casino.floor.look(table, lambda found, _: found.virtual):
        assert fair.check(casino.floor.log.read(f"table/{table}")).problems == ()


def test_no_table_is_played_at_that_a_demonstration_did_not_open(tmp_path: Path) -> None:

    floor = Floor(Settings(folder=str(tmp_path)), registry.load())
    order = Order(opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR, "Dora", "open")
    floor.runner.order("table/mini-1", order)
    assert not house.is_ours(floor, "mini-1")
    assert not house.is_ours(floor, "mini-2")
    floor.close()


# Making way for persons


def test_a_dealer_on_duty_deals_alone(casino: Casino) -> None:
    duty = Present(dealer=True)
    casino.turn_until("mini-1", "open")
    deeds = [casino.turn("mini-1", duty) for _ in range(30)]
    assert all(deed is None or deed.by != Role.DEALER or "Bring" in str(deed) for deed in deeds)
    assert casino.awaited("mini-1") == "open"


def test_a_person_at_the_table_is_given_time_to_wager(casino: Casino) -> None:
    casino.turn_until("mini-1", "wagers")
    casino.given("mini-1", Deed(c.JoinTable("Ana"), Role.PATRON, "Ana"))
    began, here = casino.now_us, Present(patrons=frozenset({"Ana"}))
    for _ in range(40):
        if casino.awaited("mini-1") != "wagers":
            break
        casino.turn("mini-1", here)
    assert casino.now_us - began >= FOR_PEOPLE_US > BETTING_US


def test_a_person_chooses_for_themselves(casino: Casino) -> None:
    """Only after minutes, or once they have left the screen, is the round brought to its end."""
    table, here = "poker-1", Present(patrons=frozenset({"Ana"}))
    casino.turn_until(table, "wagers")
    casino.given(table, Deed(c.BringChips("Ana", 500_00), Role.DEALER, "Eli"))
    casino.given(table, Deed(c.PlaceWager("Ana", "ante", 5_00), Role.PATRON, "Ana"))
    for _ in range(200):
        casino.deal(table)
        who = casino.floor.look(table, lambda found, _: found.game.awaits(found.play).who)
        if who == "Ana" and casino.awaited(table) == "choose":
            break
        casino.turn(table, here)
    began = casino.now_us
    while casino.turn(table, here) is None:
        assert casino.now_us - began <= LONGEST_US + 2 * TICK_US
    assert casino.now_us - began >= LONGEST_US > GONE_US


def test_an_irregularity_waits_for_a_supervisor_who_is_there(casino: Casino) -> None:
    """Mini Baccarat 12.4: a held round is rebuilt or voided by a supervisor."""
    casino.turn_until("mini-2", "decide")
    began, duty = casino.now_us, Present(supervisor=True)
    assert all(casino.turn("mini-2", duty) is None for _ in range(60))
    assert casino.now_us - began > DECIDE_US
    deed = casino.turn("mini-2")
    assert deed is not None
    assert (type(deed.command).__name__, deed.by) == ("AuthoriseVoid", Role.GAMING_SUPERVISOR)


def test_a_supervisor_finds_a_sign_and_a_dispute(casino: Casino) -> None:
    signs = casino.floor.look(house.SIGNED, lambda found, _: found.signs)
    assert signs["minimum"].minimum == 20_00
    for _ in range(200):
        deed = casino.turn("roulette-1", Present(supervisor=True))
        if deed and isinstance(deed.command, c.RaiseDispute):
            return
    raise AssertionError("nobody disputed anything")


# A promotion


def test_a_promotion_is_started_and_play_counted_until_entries_close(casino: Casino) -> None:
    """Casino War 14.9: the Authority is told before the start, be it by a moment."""
    floor, stream = casino.floor, KIND.stream(demo_promotion.NAME)

    def give() -> str:
        command = demo_promotion.next_order(floor)
        if command is None:
            return ""
        assert apart(lambda: asyncio.run(demo_promotion._give(floor, command)))
        return type(command).__name__

    assert give() == ""
    casino.now_us += 1
    assert floor.runner.promotion(stream).draw.commitment
    assert [give() for _ in range(2)] == ["StartPromotion", "EnterList"]
    for _ in range(60):
        casino.turn(demo_promotion.TABLE)
    assert [give(), give()] == ["CountPlay", ""]
    promotion = floor.runner.promotion(stream)
    assert promotion.life == "running"
    assert promotion.entries.counted[f"table/{demo_promotion.TABLE}"] > 60
    assert promotion.entries.tickets > len(demo_promotion.ENTRANTS)
    for _ in range(60):
        casino.turn(demo_promotion.TABLE)
    casino.now_us = promotion.conditions.closes_us + 1
    assert give() == ""
    said = b"".join(entry.body for entry in floor.log.read(stream))
    assert not any(each.address.encode() in said for each in demo_promotion.ENTRANTS)


# Another password


def test_a_password_is_reset_at_the_machine_and_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    casino = Casino(tmp_path)
    casino.floor.close()
    assert apart(lambda: reset("Ana", folder=tmp_path)) == 0
    said = capsys.readouterr().out
    password = said.split(" with ")[1].split(" (")[0]
    floor = Floor(Settings(folder=str(tmp_path)), registry.load())
    try:
        signing_in = floor.desk.sign_in("Ana", password, "127.0.0.1")
        assert apart(lambda: asyncio.run(signing_in))
        last = [each for each in floor.log.read("people") if each.kind == "PasswordReset"]
        assert [(each.actor, password.encode() in each.body) for each in last] == [
            ("houseway", False)
        ]
    finally:
        floor.close()
    assert list_people(folder=tmp_path) == 0
    assert "administrator        Chen" in capsys.readouterr().out
    assert apart(lambda: reset("Nobody", folder=tmp_path)) == 1
    assert reset("Ana", folder=tmp_path / "elsewhere") == 2


def test_sign_ins_are_a_table_of_one_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    print_sign_ins([DemoPerson("dealer", "Eli", "/dealer", "deal", "abcdefghijkl")])
    printed = capsys.readouterr().out.splitlines()
    assert sum("abcdefghijkl" in line and "/dealer" in line for line in printed) == 1
