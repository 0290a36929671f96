"""A person excluded from the casino takes part nowhere in the house until it is lifted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.games import commands as c
from houseway.games.commands import Command
from houseway.games.preparing import TakeAsPrepared
from houseway.promotion import draw_vocabulary as p
from houseway.promotion.promotion import decide as decide_promotion
from houseway.rulebook.document import document
from houseway.rulebook.roles import PROMOTERS, Excluded, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.runner import Order, Runner
from houseway.store.sqlite import SqliteLog
from houseway.table.days import MINUTE_US
from houseway.table.exclusions import (
    STREAM,
    ExcludePerson,
    Exclusions,
    LiftExclusion,
    decide,
    evolve,
)
from houseway.tournament import entry_vocabulary as v
from houseway.tournament.tournament import decide as decide_tournament
from tests.conducting.casino import SLUGS, Casino
from tests.offices import opening_of
from tests.promotion.desk import Desk as PromotionDesk
from tests.tournament.desk import DIRECTOR, Desk

SUPERVISOR, MANAGER = Role.GAMING_SUPERVISOR, Role.GAMING_MANAGER
# The clause of an exclusion from the casino, and the wager that every patron has.
DOCUMENTS = {
    "seven-up-baccarat": ("14.3.3", "banker"),
    "three-card-baccarat": ("14.3.3", "player"),
    "casino-war": ("13.3.3", "initial"),
}
BAN = ExcludePerson("Ana", "a camera in her sleeve", "79/2016-4")


class House:
    """A log, a runner and a clock; every command has a key of its own."""

    def __init__(self, path: Path) -> None:
        self.log, self.minutes, self.keys = SqliteLog(path / "floor.db"), 0, 0
        self.runner = Runner(self.log, lambda: self.minutes * MINUTE_US)

    def ask(
        self, stream: str, command: Command, by: Role = SUPERVISOR, actor: str = "Dora"
    ) -> Refused | None:
        self.keys += 1
        return self.runner.order(stream, Order(command, by, actor, f"key {self.keys}")).refused

    def opened(self, table: str, slug: str) -> str:
        stream = f"table/{table}"
        assert self.ask(stream, opening_of(slug)) is None
        assert self.ask(stream, TakeAsPrepared(), Role.DEALER) is None
        assert self.ask(stream, c.OpenBetting(), Role.DEALER) is None
        return stream

    def wager(self, stream: str, wager: str, amount: int = 50_00) -> Refused | None:
        return self.ask(stream, c.PlaceWager("Ana", wager, amount, 1), Role.PATRON, "Ana")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.log.close()


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_who_is_excluded_at_one_table_wagers_at_none(house: House, slug: str) -> None:
    """7-Up Baccarat 14.3.3, Three Card Baccarat 14.3.3 and Casino War 13.3.3."""
    number, wager = DOCUMENTS[slug]
    clause = document(slug)(number)
    here, there = house.opened("1", slug), house.opened("2", slug)
    canberra = house.opened("3", "mini-baccarat")
    device = c.LogDeviceBreach("Ana", "a camera in her sleeve", "patron")
    assert house.ask(here, device) is None
    assert house.ask(here, c.ExcludeFromCasino("Ana", "79/2016-4")) is None

    assert house.wager(here, wager) == Refused("patron_excluded", clause)
    assert house.wager(there, wager) == Refused("excluded_from_casino", clause)
    refused = house.ask(canberra, c.PlaceWager("Ana", "banker", 50_00), Role.DEALER, "Chen")
    assert refused == Refused("excluded_from_casino", clause)
    assert house.ask(there, c.JoinTable("ANA"), Role.DEALER) == refused
    assert house.ask(there, c.PlaceWager("Ben", wager, 50_00, 1), Role.DEALER) is None
    (found,) = house.runner.look(STREAM, lambda state, _: state.listed())
    assert (found.person, found.order, found.by.person) == ("Ana", "79/2016-4", "Dora")
    assert clause in found.reason
    assert not house.log.verify().problems


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_it_is_checked_at_the_wager_and_nothing_is_lost_that_lies_there(
    house: House, slug: str
) -> None:
    """Casino War 13.3.3: she was at the table before; a stake can go back, and none be added."""
    _, wager = DOCUMENTS[slug]
    table = house.opened("1", slug)
    assert house.wager(table, wager) is None
    assert house.ask(STREAM, BAN) is None

    more = c.ChangeWager("Ana", wager, 75_00, 1)
    assert house.ask(table, more, Role.DEALER) == Refused("excluded_from_casino")
    assert house.ask(table, c.WithdrawWager("Ana", wager, 1), Role.DEALER) is None
    assert house.wager(table, wager) == Refused("excluded_from_casino")
    assert house.ask(table, c.LeaveTable("Ana"), Role.DEALER) is None


def test_it_holds_until_its_time_or_until_the_office_that_may_lifts_it(house: House) -> None:
    """7-Up Baccarat 14.3.3: who ordered it, why, until when; a lower role does not lift it."""
    table = house.opened("1", "seven-up-baccarat")
    until = ExcludePerson("Ana", "a camera", "79/2016-4", 60 * MINUTE_US)
    assert house.ask(STREAM, BAN, Role.DEALER, "Chen") == Refused("role_may_not")
    assert house.ask(STREAM, until, MANAGER, "Gita") is None
    assert house.ask(STREAM, BAN) == Refused("already_excluded")
    lift = LiftExclusion("ana", "the appeal was allowed")
    assert house.ask(STREAM, lift) == Refused("office_too_low")
    house.minutes = 59
    assert house.wager(table, "banker") == Refused("excluded_from_casino")
    house.minutes = 60
    assert house.wager(table, "banker") is None
    assert house.ask(STREAM, lift, MANAGER, "Gita") == Refused("not_excluded")

    assert house.ask(STREAM, BAN) is None
    assert house.wager(table, "tie") == Refused("excluded_from_casino")
    assert house.ask(STREAM, lift) is None
    assert house.wager(table, "tie") is None
    (found,) = house.runner.look(STREAM, lambda state, _: state.listed())
    assert found.lifted is not None
    assert found.lifted.person == "Dora"


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_the_table_that_ordered_it_readmits_once_the_house_has_lifted_it(
    house: House, slug: str
) -> None:
    """Casino War 13.3.3: no table lifts it by itself."""
    number, wager = DOCUMENTS[slug]
    table, clause = house.opened("1", slug), document(slug)(number)
    house.ask(table, c.LogDeviceBreach("Ana", "a camera", "patron"))
    house.ask(table, c.ExcludeFromCasino("Ana", "79/2016-4"))
    readmit = c.ReadmitPatron("Ana")
    assert house.ask(table, readmit) == Refused("excluded_from_casino", clause)
    assert house.ask(STREAM, LiftExclusion("Ana", "it was a hearing aid")) is None
    assert house.wager(table, wager) == Refused("patron_excluded", clause)
    refused = house.ask(table, readmit, Role.DEALER, "Chen")
    assert refused is not None
    assert refused.code == "role_may_not"
    assert house.ask(table, readmit) is None
    assert house.wager(table, wager) is None


def test_another_process_knows_it_at_its_next_command(house: House) -> None:
    """Casino War 13.3.3: at every table, whoever serves it."""
    table = house.opened("1", "casino-war")
    other = Runner(house.log, house.runner.now_us)
    other.order(STREAM, Order(BAN, SUPERVISOR, "Dora", "k"))
    assert house.wager(table, "initial") == Refused("excluded_from_casino")


# Beside tables


def excluded(name: str, *also: str) -> Excluded:
    register = Exclusions()
    command = ExcludePerson(name, "a camera", "79/2016-4", also=also)
    ruling = decide(register, command, SUPERVISOR, 0, "Dora")
    assert isinstance(ruling, Accepted)
    for event in ruling.events:
        evolve(register, event)
    return register.people


def at_desk(desk: Desk, command: Command, banned: Excluded) -> Ruling:
    return decide_tournament(desk.tournament, command, DIRECTOR, 0, "Dora", banned)


def test_the_entry_desk_of_a_tournament_knows_it() -> None:
    """7-Up Baccarat 14.3.3: by name or by the number that identifies the person."""
    desk = Desk("tournament-roulette").cleared().enter("Ben")
    for banned in (excluded("Ana"), excluded("Another", "id Ana")):
        for command in (desk.application("Ana"), v.ListReserve("id Ana", "Ana")):
            assert at_desk(desk, command, banned) == Refused("excluded_from_casino")
        assert isinstance(at_desk(desk, desk.application("Chen"), banned), Accepted)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_session_knows_it_at_the_next_stake(tmp_path: Path, slug: str) -> None:
    """7-Up Baccarat 14.3.3: at a table that serves a session the wager is asked as well."""
    casino = Casino(tmp_path, slug).started().open()
    casino.ask(STREAM, BAN, SUPERVISOR, "Dora")
    casino.call("Ana")
    refused = casino.ask("table/7", casino.wager("Ana", 20), Role.PATRON, "Ana").refused
    assert refused == Refused("excluded_from_casino")
    casino.log.close()


def test_a_promotion_knows_it() -> None:
    """Casino War 13.3.3: by the reference under which the house keeps the person."""
    desk = PromotionDesk("seven-up-baccarat").started()
    (by,) = PROMOTERS
    for command in (
        p.EnterPatron("0f" * 16, 1),
        p.EnterList((p.Entrant("aa" * 16, 1), p.Entrant("0f" * 16, 1)), "a list"),
    ):
        ruling = decide_promotion(
            desk.promotion, command, by, desk.now, "Pia", excluded("Ana", "0f" * 16)
        )
        assert ruling == Refused("excluded_from_casino")
        assert isinstance(decide_promotion(desk.promotion, command, by, desk.now, "Pia"), Accepted)
