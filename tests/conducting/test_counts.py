"""Counts of a table from its own log, as tables were played before a tournament bound them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.conducting import CannotCount, counts_of, known_us
from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.commands import Command
from houseway.games.limits import Limits
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order, Runner
from houseway.store.sqlite import SqliteLog
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament.charge import simulated
from houseway.tournament.state import Seat
from tests.offices import opening_of
from tests.tournament.desk import DIRECTOR, MANAGER, conditions

STREAM, TABLE = "tournament/spring", "table/7"
START = 1_780_000_000_000_000
DEALER, PATRON = Role.DEALER, Role.PATRON
PLAYER_WINS = ("9s", "2d", "Kh", "3c")  # Player 9, Banker 5: a natural
BANKER_WINS = ("2d", "9s", "3c", "Kh")  # Player 5, Banker 9


class Casino:
    """A log with one tournament of Mini Baccarat and its table; the clock ticks with each order."""

    def __init__(self, path: Path) -> None:
        self.log = SqliteLog(path)
        self.now, self.keys = START - 86_400_000_000, 0
        self.runner = Runner(self.log, lambda: self.now)

    def ask(self, stream: str, command: Command, by: Role, actor: str) -> Answer:
        self.keys += 1
        self.now += 1
        return self.runner.order(stream, Order(command, by, actor, f"key {self.keys}"))

    def do(self, command: Command, by: Role = DIRECTOR, actor: str = "Dora") -> None:
        refused = self.ask(STREAM, command, by, actor).refused
        assert refused is None, refused

    def at_table(self, command: Command, by: Role = DEALER, actor: str = "Eli") -> None:
        refused = self.ask(TABLE, command, by, actor).refused
        assert refused is None, refused

    def published(self) -> Casino:
        """Ana and Ben have seats at table 7, which is in Houseway."""
        self.do(simulated(v.OpenTournament("mini-baccarat", "Spring", "Dora")), MANAGER, "Gita")
        self.do(v.DraftConditions(conditions("mini-baccarat", starts_us=START)))
        self.do(v.PublishConditions())
        self.do(v.NotifyCommission("letter 7"))
        self.do(e.RecordCommissionApproval("GRC 12", hundredths=1000))
        self.do(e.OpenEntries())
        for name in ("Ana", "Ben"):
            self.do(e.AcceptEntry(name, name, 2755))
        self.do(s.PlanSession(1, START))
        plan = s.TablePlan("7", (1, 2), 2, "conducted")
        fixed = tuple(s.FixedSeat(n, Seat("7", n), "for this test") for n in (1, 2))
        self.do(s.DraftBallot(1, "00" * 16, (plan,), fixed))
        self.do(s.PublishBallot(1))
        return self

    def started(self, smallest: int = 100) -> Casino:
        self.published()
        limits = Limits(10_00, 50_00)
        opened = opening_of("mini-baccarat", limits=limits, chips=(smallest, 500, 2500))
        self.at_table(opened, Role.GAMING_SUPERVISOR, "Hana")
        self.at_table(TakeAsPrepared())
        for name, entry in (("Ana", 1), ("Ben", 2)):
            self.do(s.CheckIn(1, entry), DEALER, "Eli")
            self.at_table(c.BringChips(name, 100_00))
        self.now = START
        self.do(s.StartSession(1))
        return self

    def coup(self, cards: tuple[str, ...] = PLAYER_WINS, **stakes: tuple[str, int]) -> None:
        """One coup with these wagers."""
        self.at_table(c.OpenBetting())
        for name, (wager, units) in stakes.items():
            self.at_table(c.PlaceWager(name, wager, units * 100), PATRON, name)
        self.at_table(c.CallNoMoreBets())
        for card in cards:
            self.at_table(c.DealCard(Card(card)))
        self.at_table(c.SettleWagers())
        self.at_table(c.CollectCards())

    def count(self) -> s.CountTable:
        since = known_us(self.log.read(STREAM), 1, "7")
        found = self.runner.tournament(STREAM)
        return counts_of(found, 1, "7", self.log.read(TABLE), since)


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path / "floor.db")
    yield found
    found.log.close()


def test_chips_come_from_the_wagers_of_the_table(casino: Casino) -> None:
    """Mini Baccarat 15.20, 8.8: Ana wins 50 on Player at even money, Ben loses 30 on Banker; the
    table, which issued 200, is 20 down."""
    casino.started()
    casino.coup(Ana=("player", 50), Ben=("banker", 30))
    order = casino.count()
    assert order.counts == ((1, 150), (2, 70))
    assert (order.won, order.source, order.collected) == (-20, "table", ())
    casino.do(order, DEALER, "Eli")
    assert casino.runner.tournament(STREAM).sessions[0].chips == {1: 150, 2: 70}


def test_a_second_count_begins_where_the_first_ended(casino: Casino) -> None:
    """Mini Baccarat 15.20: Ben loses 30, then 50 and last 20; his are the chips collected last."""
    casino.started()
    casino.coup(Ana=("player", 10), Ben=("banker", 30))
    casino.do(casino.count(), DEALER, "Eli")
    casino.coup(Ben=("banker", 50))
    casino.coup(Ben=("banker", 20))
    order = casino.count()
    assert order.counts == ((1, 110), (2, 0))
    assert (order.won, order.collected) == (90, (2,))
    casino.do(s.EndTable(1, "7"), DEALER, "Eli")
    casino.do(order, DEALER, "Eli")
    casino.do(r.ConfirmCounts(1))
    done = casino.ask(STREAM, r.ConfirmSession(1), DIRECTOR, "Dora")
    assert done.refused is None
    assert casino.runner.tournament(STREAM).sessions[0].advancing == [1]


def test_what_the_log_does_not_say_is_not_counted(casino: Casino) -> None:
    """Mini Baccarat 15.20: a round under way; a table that nobody opened; a stranger's wager."""
    casino.published()
    with pytest.raises(CannotCount, match="there is no table/7 in this log"):
        casino.count()
    with pytest.raises(CannotCount, match="table 8 is not one of session 1"):
        counts_of(casino.runner.tournament(STREAM), 1, "8", (), 0)
    casino = Casino(Path(casino.log.path).with_name("other.db")).started()
    casino.at_table(c.OpenBetting())
    casino.at_table(c.PlaceWager("Ana", "player", 10_00), PATRON, "Ana")
    with pytest.raises(CannotCount, match="wagers lie on the layout of table/7"):
        casino.count()
    casino.log.close()


def test_a_table_of_another_game_is_not_counted(casino: Casino) -> None:
    """Mini Baccarat 15.20: the session is one of Mini Baccarat, whatever table bears the name."""
    casino.published()
    casino.at_table(opening_of("casino-war"), Role.GAMING_SUPERVISOR, "Hana")
    why = "table/7 is a table of casino-war; the session is played in mini-baccarat"
    with pytest.raises(CannotCount, match=why):
        casino.count()


def test_parts_of_a_unit_are_no_chips(casino: Casino) -> None:
    """Mini Baccarat 8.8(b): a Banker's 10 wins 9.50, which chips of 50 cents can pay."""
    casino.started(smallest=50)
    casino.coup(BANKER_WINS, Ana=("banker", 10))
    with pytest.raises(CannotCount, match="Ana has won or lost parts of a unit"):
        casino.count()


def test_a_table_of_whole_units_pays_whole_units(casino: Casino) -> None:
    """Mini Baccarat 8.8(b), reading MB3: 9.50 is paid as 10, the next that its chips can make."""
    casino.started()
    casino.coup(BANKER_WINS, Ana=("banker", 10))
    assert casino.count().counts == ((1, 110), (2, 100))
