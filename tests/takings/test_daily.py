"""Drop, win and hold of a day: worked out by hand, and against the ledger of the same log."""

from __future__ import annotations

import csv
import io
import json
import math
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import houseway as library
from houseway.analysis import analyse
from houseway.cli.statement import ledger_of
from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import latest
from houseway.games.commands import Command
from houseway.games.limits import Limits
from houseway.games.preparing import TakeAsPrepared
from houseway.records.replaying import stream_at
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.service.house_time import HouseTime
from houseway.store.open import open_log
from houseway.table.money import BuyChips, ChipsBought, FloatCountedOut, OpenFloat
from houseway.table.statements import statement
from houseway.table.vocabulary import CloseTable, TableOpened
from houseway.takings.daily import Day, counted, day_of_table, days_of, total
from houseway.takings.till import Till
from tests.cli.running import houseway
from tests.offices import opening_of

SAYS = Clause("Mini Baccarat 8.8(a)")
DAY_US = 86_400_000_000
FIRST = "1970-01-01"
DAY_OF = HouseTime().date
LN_40 = math.log(40)  # Bernstein, both sides, one chance in twenty


def opened(slug: str = "mini-baccarat", *, practice: int = 0) -> Till:
    till = Till()
    till.take(TableOpened(slug, latest(slug), "", {}, Limits(), (100, 5), practice=practice))
    return till


def coup(till: Till, number: int, at_us: int, *settled: e.AnySettlement) -> None:
    till.take(e.BettingOpened(number, SAYS), at_us)
    for each in settled:
        till.take(each, at_us)


def paid(wager: str, stake: int, amount: int, patron: str = "Ana") -> e.WagerPaid:
    return e.WagerPaid(patron, wager, 0, stake, amount, 0, stake, (SAYS,))


def collected(wager: str, stake: int, patron: str = "Ben") -> e.WagerCollected:
    return e.WagerCollected(patron, wager, 0, stake, 0, stake, 0, (SAYS,))


def day(till: Till, which: str = FIRST) -> Day:
    return day_of_table("1", till, which, day_of=DAY_OF, figures=counted)


def bernstein(deviation: float, farthest: float) -> float:
    part = farthest * LN_40 / 3
    return part + math.sqrt(part**2 + 2 * deviation**2 * LN_40)


def test_a_day_worked_out_by_hand() -> None:
    """Mini Baccarat 8.8(b): $200 bought; Banker pays $95 on $100, Tie loses $20; Player loses $50.

    The house is behind by $25: a hold of -12.5 %. Expected are 1.0579 % of $100, 14.3596 % of $20
    and 1.2351 % of $50. The first coup's deviations add up: 0.927372 x $100 + 2.640872 x $20.
    """
    till = opened()
    till.take(ChipsBought("Ana", 200_00, SAYS), 0)
    coup(till, 1, 0, paid("banker", 100_00, 95_00), collected("tie", 20_00))
    coup(till, 2, 0, collected("player", 50_00))
    till.take(FloatCountedOut((), 990_00, 1_000_00, (), "Dora", None), 0)
    found = day(till)
    assert (found.rounds, found.drop, found.handle) == (2, 200_00, 170_00)
    assert (found.win, found.compared, found.difference) == (-25_00, -25_00, -10_00)
    assert found.hold == Fraction(-1, 8)
    figures = analyse("mini-baccarat")
    stakes = {"banker": 100_00, "tie": 20_00, "player": 50_00}
    assert found.expectation.win == sum(figures.wager(w).edge * n for w, n in stakes.items())
    deviation = math.hypot(0.927372 * 100_00 + 2.640872 * 20_00, 0.951179 * 50_00)
    farthest = 0.989421 * 100_00 + 8.143596 * 20_00  # Player beats Banker; Tie wins
    assert found.limit == pytest.approx(bernstein(deviation, farthest), abs=1)
    low, high = found.interval
    assert high - low in (2 * found.limit, 2 * found.limit - 1)
    assert found.within
    assert found.hold_interval == (Fraction(low, 200_00), Fraction(high, 200_00))


def test_one_wager_in_a_round_has_its_exact_variance() -> None:
    """Ana and Ben on Banker win or lose together: one stake of $40, variance 0.860019."""
    till = opened()
    coup(till, 1, 0, paid("banker", 10_00, 9_50), paid("banker", 30_00, 28_50, "Ben"))
    exact = analyse("mini-baccarat").wager("banker").variance * 40_00**2
    assert exact <= day(till).expectation.variance <= exact * (1 + Fraction(1, 10**8))


def test_a_correction_counts_for_the_day_of_its_round() -> None:
    """Paid $10 on the first day; corrected on the second to a loss of the stake."""
    till, before = opened(), paid("player", 10_00, 10_00)
    coup(till, 1, 0, before)
    coup(till, 2, DAY_US, collected("player", 5_00))
    assert day(till).win == -10_00
    after = collected("player", 10_00, "Ana")
    till.take(e.SettlementCorrected(1, before, after, 0, SAYS), DAY_US)
    assert (day(till).win, day(till).compared) == (10_00, 10_00)
    assert day(till, "1970-01-02").win == 5_00
    assert days_of(till, DAY_OF) == ["1970-01-01", "1970-01-02"]


def test_a_voided_round_is_taken_off_its_day() -> None:
    till = opened()
    coup(till, 1, 0, paid("player", 10_00, 10_00))
    till.take(e.SettlementReversed(1, "Ana", "player", 0, 10_00, 10_00, 0, 0, (SAYS,)), DAY_US)
    till.take(e.RoundVoided(1, "a card was exposed", SAYS), DAY_US)
    found = day(till)
    assert (found.rounds, found.handle, found.win, found.compared) == (0, 0, 0, 0)
    assert found.interval == (0, 0)


def test_what_patrons_play_on_is_won_and_not_compared() -> None:
    """Tournament Pai Gow 11.1: the win counts, but it has no expectation."""
    till = opened("tournament-pai-gow")
    coup(till, 1, 0, collected("hand", 10_00))
    found = day(till)
    assert (found.win, found.compared, found.not_compared) == (10_00, 0, ("hand",))


def test_practice_and_tournament_chips_are_no_money() -> None:
    assert opened().for_money
    assert not opened(practice=1_000_00).for_money
    assert not opened("tournament-roulette").for_money


def test_tables_are_added_up_and_their_variances_too() -> None:
    """Two tables with the same coup: the limit grows with the root of two, apart from one round."""
    till = opened()
    coup(till, 1, 0, paid("player", 10_00, 10_00))
    one = day(till)
    both = total(FIRST, [one, one])
    assert (both.table, both.rounds, both.handle, both.win) == ("", 2, 20_00, -20_00)
    assert both.expectation.win == 2 * one.expectation.win
    assert both.expectation.variance == 2 * one.expectation.variance
    assert one.limit < both.limit < 2 * one.limit
    assert total(FIRST, []).interval == (0, 0)


def test_of_correctly_paid_days_at_most_one_in_twenty_lies_outside() -> None:
    """Mini Baccarat 8.8(b): 150 days of 20 coups at Banker, drawn by their exact chances."""
    banker = analyse("mini-baccarat").wager("banker")
    names = [each.name for each in banker.outcomes]
    gains = {each.name: int(each.pays * 10_00) for each in banker.outcomes}
    till, number = opened(), 0
    chance = random.Random(7)
    for at in range(150):
        for name in chance.choices(names, [each.weight for each in banker.outcomes], k=20):
            number += 1
            gain = gains[name]
            coup(till, number, at * DAY_US, _settled(gain))
    days = [day(till, each) for each in days_of(till, DAY_OF)]
    assert len(days) == 150
    assert sum(not each.within for each in days) <= 7
    assert len({each.win for each in days}) > 10


def _settled(gain: int) -> e.AnySettlement:
    if gain > 0:
        return paid("banker", 10_00, gain)
    if gain:
        return collected("banker", 10_00)
    return e.WagerStoodOff("Ana", "banker", 0, 10_00, 0, 0, 10_00, (SAYS,))


# A log

START_US = 1_794_772_800_000_000  # 15 November 2026, 20:00 UTC; in Sydney it is the 16th
ORDERS: tuple[tuple[Command, Role], ...] = (
    (opening_of("casino-war", chips=(100_00, 25_00, 5_00)), Role.GAMING_SUPERVISOR),
    (OpenFloat((10, 20, 40), ("Dora",)), Role.GAMING_SUPERVISOR),
    (BuyChips("Ana", 100_00), Role.DEALER),
    (TakeAsPrepared(), Role.DEALER),
    (c.OpenBetting(), Role.DEALER),
    (c.PlaceWager("Ana", "initial", 25_00, 1), Role.PATRON),
    (c.CallNoMoreBets(), Role.DEALER),
    (c.DealCard(Card("Kh")), Role.DEALER),
    (c.DealCard(Card("8c")), Role.DEALER),
    (c.SettleWagers(), Role.DEALER),
    (c.CollectCards(), Role.DEALER),
    (c.LeaveTable("Ana"), Role.DEALER),
    (CloseTable((10, 20, 14), ("Dora",)), Role.GAMING_SUPERVISOR),  # $1,570; $1,575 expected
)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("house") / "floor.db"
    log = open_log(str(path))
    runner = Runner(log, lambda: START_US)
    for number, (command, by) in enumerate(ORDERS):
        answer = runner.order("table/1", Order(command, by, "Dora", f"key {number}"))
        assert answer.refused is None, answer.refused
    yield path
    log.close()


def test_the_report_agrees_with_the_ledger(floor: Path) -> None:
    with_ledger = statement(ledger_of(stream_at(str(floor), "table/1")))
    table, everything = library.daily(floor)
    assert table.win == with_ledger.result == -25_00
    assert (table.drop, table.difference) == (100_00, -5_00)
    assert everything.win == table.win


def test_json_of_a_day_in_the_time_zone_of_the_house(floor: Path) -> None:
    """Casino War: King beats eight, so Ana's $25 wins. First cards are as often higher as lower:
    nothing is expected, with the variance 288/311 of a unit."""
    sydney = ("--time-zone", "Australia/Sydney")
    done = houseway("daily", str(floor), "--day", "2026-11-16", *sydney, "--json")
    assert done.returncode == 0, done.stderr
    table, everything = json.loads(done.stdout)["days"]
    limit = math.ceil(bernstein(math.sqrt(288 / 311) * 25_00, 25_00))
    assert (table["drop"], table["win"], table["hold"]) == (100_00, -25_00, "-1/4")
    assert (table["expected_win"], table["from"], table["to"]) == ("0/1", -limit, limit)
    assert (table["within"], everything["table"]) == (True, "")
    other = houseway("daily", str(floor), "--day", "2026-11-15", *sydney, "--json")
    (nothing,) = json.loads(other.stdout)["days"]
    assert (nothing["rounds"], nothing["drop"]) == (0, 0)


def test_csv_and_the_page(floor: Path) -> None:
    done = houseway("daily", str(floor), "--csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["day"], row["table"], row["drop"], row["win"]) for row in rows] == [
        ("2026-11-15", "1", "100.00", "-25.00"),
        ("2026-11-15", "", "100.00", "-25.00"),
    ]
    assert rows[0]["hold"] == "-0.250000"
    text = houseway("daily", str(floor)).stdout
    assert "the floats counted out differ by -$5" in text
    assert "-25.00 %" in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--day", "yesterday"), "yesterday is not a day such as 2026-12-31"),
        (("--time-zone", "Mars"), "Mars is no time zone"),
        (("--table", "9"), "the log has no table 9"),
    ],
)
def test_what_cannot_be_reported(floor: Path, arguments: tuple[str, str], sentence: str) -> None:
    done = houseway("daily", str(floor), *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
