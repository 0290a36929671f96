"""`houseway statement`: the accounts of a table out of its log, as a page, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.commands import Command
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.store.open import open_log
from houseway.table.money import BuyChips, OpenFloat
from houseway.table.vocabulary import CloseTable
from tests.cli.running import houseway
from tests.offices import opening_of

START_US = 1_794_772_800_000_000  # 15 November 2026, 20:00 UTC
MINUTE_US = 60_000_000


class Clock:
    """A minute for every order."""

    def __init__(self) -> None:
        self.now = START_US - MINUTE_US

    def __call__(self) -> int:
        self.now += MINUTE_US
        return self.now


# Minute 0 opens the table; the round of Casino War lasts from minute 4 to minute 10.
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
    runner = Runner(log, Clock())
    for number, (command, by) in enumerate(ORDERS):
        answer = runner.order("table/1", Order(command, by, "Dora", f"key {number}"))
        assert answer.refused is None, answer.refused
    yield path
    log.close()


def test_the_page_says_who_is_ahead_and_what_does_not_come_out(floor: Path) -> None:
    done = houseway("statement", str(floor), "table/1")
    assert done.returncode == 0, done.stderr
    assert "the patrons won $25 and lost $0; the house is behind by $25" in done.stdout
    assert "the count at closing differs by -$5" in done.stdout
    assert "drop box -> " not in done.stdout
    assert "outside -> drop box  Casino War 2.5" in done.stdout


def test_csv_has_one_line_a_transfer_with_its_clause(floor: Path) -> None:
    done = houseway("statement", str(floor), "table/1", "--csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["out_of"], row["into"], row["amount"]) for row in rows] == [
        ("outside", "float tray", "1700.00"),
        ("outside", "drop box", "100.00"),
        ("float tray", "patron Ana", "100.00"),
        ("patron Ana", "wager Ana: initial in box 1", "25.00"),
        ("wager Ana: initial in box 1", "patron Ana", "25.00"),
        ("float tray", "patron Ana", "25.00"),
        ("float tray", "count difference", "5.00"),
        ("float tray", "outside", "1570.00"),
    ]
    assert rows[0]["clauses"] == "Casino War 2.4.3"
    assert rows[3]["time_utc"] == "15/11/2026 20:05:00"


def test_json_of_one_patron_over_a_shift(floor: Path) -> None:
    """From five past eight on: the wager, and what became of it."""
    shift = ("--from", "2026-11-15T20:05", "--to", "2026-11-15T21:00")
    done = houseway("statement", str(floor), "table/1", "--patron", "Ana", *shift, "--json")
    told = json.loads(done.stdout)
    assert told["accounts"][0] == {
        "account": "patron Ana",
        "before": 100_00,
        "came_in": 50_00,
        "went_out": 25_00,
        "after": 125_00,
    }
    assert (told["won"], told["lost"], told["result_of_the_house"]) == (25_00, 0, -25_00)
    assert [each["amount"] for each in told["transfers"]] == [25_00, 25_00, 25_00]


def test_the_log_tells_a_count_in_chips(floor: Path) -> None:
    done = houseway("log", "show", str(floor), "table/1")
    counted = "chips 10 x $100, 20 x $25, 14 x $5, amount $1,570, expected $1,575"
    assert counted in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("table/9",), "the log has no stream table/9"),
        (("table/1", "--from", "tonight"), "tonight is not a time"),
    ],
)
def test_what_cannot_be_read_is_said(floor: Path, arguments: tuple[str, ...], said: str) -> None:
    done = houseway("statement", str(floor), *arguments)
    assert done.returncode == 2
    assert said in done.stderr
