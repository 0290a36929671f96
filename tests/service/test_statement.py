"""The patron's statement: all tables together, the days that are asked for, and the file."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime

import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.consoles.patron.statement_pages import span
from houseway.service.errors import Wrong
from houseway.service.house_time import HouseTime
from tests.service.conftest import House

HTML = {"accept": "text/html"}
DAY_US = 86_400_000_000
BANKER_WINS = ("2s", "3d", "4s", "6d")  # Banker's natural nine against six


def play(house: House, table: str, wager: str) -> None:
    """A round of Mini Baccarat that Banker wins, with $100 of Ana's."""
    orders = [
        (c.OpenBetting(), Role.DEALER, "Eli"),
        (c.PlaceWager("Ana", wager, 100_00), Role.PATRON, "Ana"),
        (c.CallNoMoreBets(), Role.DEALER, "Eli"),
        *((c.DealCard(Card(card)), Role.DEALER, "Eli") for card in BANKER_WINS),
        (c.SettleWagers(), Role.DEALER, "Eli"),
    ]
    for number, (command, by, actor) in enumerate(orders):
        order = Order(command, by, actor, f"{table} {number}")
        answer = house.floor.runner.order(f"table/{table}", order)
        assert answer.refused is None, answer.refused


@pytest.fixture
def played(house: House) -> House:
    """Mini Baccarat 8.8(b): $100 on Banker wins $95 at table 1; $100 on Player loses at table 2."""
    for table, wager in (("1", "banker"), ("2", "player")):
        house.open_table(table)
        play(house, table, wager)
    return house


def sums(text: str, heading: str) -> list[str]:
    """The three sums below a heading."""
    section = text[text.index(heading) :]
    return re.findall(r"<dd>([^<]*)</dd>", section)[:3]


def test_the_total_is_over_all_tables(played: House) -> None:
    text = played.as_("Ana").get("/me/statement", headers=HTML).text
    assert sums(text, "Total, 2 tables") == ["$95", "$100", "$5"]
    assert "You are behind" in text


def test_only_the_days_asked_for_are_shown(played: House) -> None:
    client, today = played.as_("Ana"), datetime.now(UTC).date().isoformat()
    now = client.get(f"/me/statement?first={today}", headers=HTML).text
    assert sums(now, "Total, 2 tables") == ["$95", "$100", "$5"]
    before = client.get("/me/statement?last=2020-12-31", headers=HTML).text
    assert "Nothing of yours moved in these days." in before
    wrong = client.get("/me/statement?first=yesterday", headers=HTML)
    assert wrong.status_code == 422


def test_a_day_begins_at_midnight_of_the_house() -> None:
    """Sydney is eleven hours ahead of UTC in December."""
    days = span(HouseTime("Australia/Sydney"), "2026-12-01", "2026-12-01")
    began = datetime(2026, 11, 30, 13, tzinfo=UTC)
    assert days.from_us == int(began.timestamp()) * 1_000_000
    assert days.to_us == days.from_us + DAY_US


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30", "0001-01-01", "9999-12-31"])
def test_a_day_that_no_clock_shows_is_refused(day: str) -> None:
    """The first day of all is in no year in UTC, and the last one has none after it."""
    with pytest.raises(Wrong) as refused:
        span(HouseTime("Australia/Sydney"), day, day)
    assert refused.value.problem.code == "not_a_day"


def test_the_file_has_every_movement(played: House) -> None:
    answer = played.as_("Ana").get("/me/statement.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert {each["table"] for each in rows} == {"1", "2"}
    paid = [each for each in rows if each["amount"] == "95.00"]
    assert [each["clauses"] for each in paid] == ["Mini Baccarat 8.4(a); Mini Baccarat 8.8(b)"]
    assert [each["time (UTC)"] for each in rows] == sorted(each["time (UTC)"] for each in rows)
    assert played.as_("Ben").get("/me/statement.csv").text.count("\n") == 1
