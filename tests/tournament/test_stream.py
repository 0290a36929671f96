"""A tournament in the log: orders through the runner, and the same state from the log alone."""

from __future__ import annotations

from pathlib import Path

from houseway.games.commands import Command
from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order, Runner
from houseway.store.sqlite import SqliteLog
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import vocabulary as v
from houseway.tournament.charge import simulated
from tests.offices import opening_of
from tests.tournament.desk import DIRECTOR, MANAGER, conditions

STREAM = "tournament/spring"
SLUG = "tournament-blackjack"
NOW = 1_780_000_000_000_000  # a day in 2026, when both documents hold


class House:
    """A runner on a log in a file, which can be opened again."""

    def __init__(self, path: Path) -> None:
        self.log = SqliteLog(path)
        self.runner = Runner(self.log, lambda: NOW)
        self.orders = 0

    def give(
        self, command: Command, by: Role = DIRECTOR, actor: str = "Dora", key: str = ""
    ) -> Answer:
        self.orders += 1
        return self.runner.order(STREAM, Order(command, by, actor, key or f"key {self.orders}"))


def entered(house: House) -> None:
    house.give(simulated(v.OpenTournament(SLUG, "Spring", "Dora")), MANAGER, "Gita")
    house.give(v.DraftConditions(conditions(SLUG)))
    house.give(v.ApproveConditions(1, "INS 4"), Role.INSPECTOR, "Ines")
    house.give(e.OpenEntries())
    house.give(e.AcceptEntry("id Ana", "Ana", 2755))


def test_the_log_alone_gives_the_same_tournament(tmp_path: Path) -> None:
    """Tournament Blackjack 17.1: even the commission of an entry is read back as it was taken."""
    house = House(tmp_path / "floor.db")
    entered(house)
    house.give(e.ListReserve("id Finn", "Finn"))
    assert house.give(v.UndoLast("wrong person")).refused is None
    refused = house.give(e.AcceptEntry("id Ana", "Anna", 2755)).refused
    assert refused is not None
    assert refused.code == "entered_already"
    before = house.runner.tournament(STREAM)
    house.log.close()

    again = House(tmp_path / "floor.db")
    after = again.runner.tournament(STREAM)
    assert after == before
    assert after.accounts == {"entrant 1": -2755, "prize pool": 2480, "commission": 275}
    assert after.refusals == 1
    assert list(after.entries) == [1]
    again.log.close()


def test_the_same_order_again_takes_no_second_fee(tmp_path: Path) -> None:
    """Tournament Blackjack 19.5: a retried order is answered as before."""
    house = House(tmp_path / "floor.db")
    entered(house)
    first = house.give(e.AcceptEntry("id Ben", "Ben", 2755), key="once")
    second = house.give(e.AcceptEntry("id Ben", "Ben", 2755), key="once")
    assert second.receipt.replayed
    assert second.events == first.events
    assert house.runner.tournament(STREAM).accounts["prize pool"] == 4960
    house.log.close()


def test_the_log_names_the_edition_that_ruled(tmp_path: Path) -> None:
    """Tournament Blackjack instrument: every entry of the log carries the edition's hash."""
    house = House(tmp_path / "floor.db")
    entered(house)
    editions = {each.edition for each in house.log.read(STREAM)}
    assert len(editions) == 1
    assert editions != {""}
    house.log.close()


def test_a_table_beside_it_stays_a_table(tmp_path: Path) -> None:
    """What a stream is, its name says; a tournament refuses the orders of a table."""
    house = House(tmp_path / "floor.db")
    entered(house)
    opened = Order(opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR, "Dora", "open")
    assert house.runner.order("table/1", opened).refused is None
    assert house.runner.table("table/1").slug == "mini-baccarat"
    refused = house.give(opening_of("mini-baccarat")).refused
    assert refused is not None
    assert refused.code == "order_not_of_a_tournament"
    house.log.close()
