"""A flood of orders from one account is held back; bursts, devices and everybody else are not.

The pace is on a clock of the test's own: nothing here waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import msgspec
import pytest

from houseway.games.commands import OpenBetting
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.access.devices import Device
from houseway.service.commands import rate_limit
from houseway.service.commands.rate_limit import Held, Pace, weight_of
from houseway.service.settings import Settings
from tests.service.conftest import COOKIE, HASH, OPEN, Client, House
from tests.service.test_tries import Clock

A_MINUTE = 6  # so a burst of twelve, and one more every ten seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


def taken(found: Pace, times: int, whose: str = "Ana") -> list[Held | None]:
    return [found.take(whose) for _ in range(times)]


# The bucket


def test_a_burst_of_two_minutes_worth_passes_and_the_next_waits(clock: Clock) -> None:
    assert taken(Pace(A_MINUTE, clock), 13) == [None] * 12 + [Held(10, 1)]


@pytest.mark.parametrize(("seconds", "held"), [(9, Held(1, 0)), (10, None)])
def test_one_more_is_taken_when_its_time_has_passed(
    clock: Clock, seconds: int, held: Held | None
) -> None:
    found = Pace(A_MINUTE, clock)
    taken(found, 13)
    clock.later(seconds=seconds)
    assert found.take("Ana") == held


def test_who_keeps_to_the_pace_is_never_held_back(clock: Clock) -> None:
    found = Pace(A_MINUTE, clock)
    taken(found, 12)
    for _ in range(500):
        clock.later(seconds=10)
        assert found.take("Ana") is None


def test_no_part_of_an_order_is_lost_between_two(clock: Clock) -> None:
    """Seven a minute is one in 60/7 seconds, which is no whole number of anything."""
    found = Pace(7, clock)
    taken(found, 14)
    passed = 0
    for _ in range(600):
        clock.later(seconds=1)
        passed += found.take("Ana") is None
    assert passed == 70


def test_a_rest_fills_two_minutes_worth_and_no_more(clock: Clock) -> None:
    found = Pace(A_MINUTE, clock)
    taken(found, 13)
    clock.later(minutes=600)
    assert [each is None for each in taken(found, 14)] == [True] * 12 + [False] * 2


def test_it_is_told_at_once_and_then_once_a_minute_with_how_many(clock: Clock) -> None:
    found = Pace(A_MINUTE, clock)
    taken(found, 12)
    told = []
    for _ in range(150):  # one a second, of which every tenth is taken
        held = found.take("Ana")
        told.append(held.told if held else 0)
        clock.later(seconds=1)
    # At 0 s the first. At 60 s its turn is taken, so at 61 s: what was held from 1 to 61 s without
    # those taken at 10, 20 ... 60 s: 61 - 6. From 62 to 121 s without 70, 80 ... 120 s: 60 - 6.
    assert [(second, many) for second, many in enumerate(told) if many] == [
        (0, 1), (61, 55), (121, 54),
    ]  # fmt: skip


def test_a_clock_put_back_takes_nothing_away(clock: Clock) -> None:
    found = Pace(A_MINUTE, clock)
    taken(found, 11)
    clock.later(minutes=-60)
    assert [each is None for each in taken(found, 2)] == [True, False]


def test_one_account_does_not_hold_back_another_and_none_is_no_limit(clock: Clock) -> None:
    found = Pace(A_MINUTE, clock)
    taken(found, 13)
    assert found.take("Ben") is None
    assert taken(Pace(0, clock), 1_000) == [None] * 1_000


def test_more_accounts_than_can_be_kept_push_out_the_idlest(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "_MOST_ACCOUNTS", 2)
    found = Pace(A_MINUTE, clock)
    for number in range(13):
        found.take(f"Zoe{number}")
        last = found.take("Ana")
    assert last is not None


# The house


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Clock]]:
    clock = Clock()
    folder = str(tmp_path_factory.mktemp("flood") / "house")
    with ExitStack() as stack:
        house = House(stack, Settings(folder=folder, orders_per_minute=A_MINUTE), clock)
        house.open_table()
        yield house, clock


def somebody(house: House, name: str, office: Role) -> Client:
    """An account whose bucket nobody has taken from."""
    account = Account(name, str(office))
    house.floor.desk.create_hashed(account, HASH, None)
    client = house.browser()
    client.http.cookies.set(COOKIE, house.floor.desk.sessions.begin(account))
    return client


def flood(client: Client, times: int, path: str, command: dict[str, Any]) -> list[httpx.Response]:
    return [client.post(path, {"key": f"k{number}", "command": command}) for number in range(times)]


FLOODS = [
    ("Uma", "/api/tables/1/commands", OPEN, "table/1"),
    ("Vito", "/api/tournaments/spring/commands", {"type": "OpenEntries"}, "tournament/spring"),
    ("Wen", "/api/promotions/autumn/commands", {"type": "SealEntries"}, "promotion/autumn"),
]


@pytest.mark.parametrize(("name", "path", "command", "stream"), FLOODS)
def test_a_flood_is_answered_429_with_when_to_come_again_and_is_not_kept(
    served: tuple[House, Clock], name: str, path: str, command: dict[str, Any], stream: str
) -> None:
    """Refused or not: each of the twelve is in the log if what it was for is there; the others
    are one fact together."""
    house, clock = served
    before, held = house.floor.runner.version(stream), house.floor.meter.orders["held"]
    client = somebody(house, name, Role.PATRON)
    answers = flood(client, 20, path, command)
    assert all(each.status_code in (403, 422) for each in answers[:12])
    assert {each.status_code for each in answers[12:]} == {429}
    assert {each.headers["retry-after"] for each in answers[12:]} == {"10"}
    assert answers[12].json()["code"] == "too_many_orders"
    ruled_on = 12 if before else 0  # a refusal makes no tournament or promotion
    assert house.floor.runner.version(stream) == before + ruled_on
    assert house.floor.meter.orders["held"] == held + 8
    facts = [
        msgspec.json.decode(each.body) for each in house.people() if name.encode() in each.body
    ]
    assert [each for each in facts if each["type"] == "OrdersHeldBack"] == [
        {"type": "OrdersHeldBack", "name": name, "orders": 1}
    ]
    clock.later(seconds=10)
    again = client.post(path, {"key": "again", "command": command})
    assert again.status_code in (403, 422)


def test_devices_and_simulated_people_are_not_hindered(served: tuple[House, Clock]) -> None:
    house, _ = served
    token = house.floor.desk.register_device(Device("shoe-1", "shoe", "1"), Account("Chen", "x"))
    shoe = house.browser()
    shoe.http.headers["authorization"] = f"Bearer {token}"
    answers = flood(shoe, 15, "/api/devices/shoe-1/facts", {"type": "DealCard", "card": "As"})
    assert 429 not in {each.status_code for each in answers}
    for number in range(15):
        order = Order(OpenBetting(), Role.PATRON, "simulated patron", f"s{number}")
        assert house.floor.rule("table/1", order).receipt.version


def test_a_page_that_asks_too_much_says_so(served: tuple[House, Clock]) -> None:
    house, _ = served
    client = somebody(house, "Xenia", Role.GAMING_SUPERVISOR)
    flood(client, 12, "/api/tables/1/commands", {"type": "OpenBetting"})
    form = {"table": "9", "key": "k", "orders": '[{"type": "OpenTable", "document": "casino-war"}]'}
    answer = client.send(
        "POST", "/open-table/casino-war/confirm", data=form, headers={"accept": "text/html"}
    )
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "10")
    assert "Too many actions from Xenia" in answer.text
    assert house.floor.runner.version("table/9") == 0


def test_long_texts_count_for_many_orders() -> None:
    """Else one patron could fill the log with texts at the pace of orders: 300 orders a minute of
    4 KB would be 1.7 GB a day; as 36 orders each they are 48 MB."""
    short, long = Pace(300, lambda: 0), Pace(300, lambda: 0)

    assert sum(short.take("Ana", 200) is None for _ in range(1_000)) == 600
    assert sum(long.take("Ana", 4_000) is None for _ in range(1_000)) == 600 // weight_of(4_000)
    assert weight_of(4_000) == 36
