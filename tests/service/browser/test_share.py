"""A patron's share of the deal at a browser: made, sent, seen by everybody, and changed."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from houseway.driving import PRACTICE, next_command
from houseway.games import commands as c
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.table.state import Table
from tests.service.browser.beside import one_house
from tests.service.browser.conftest import PHONE, WIDE, Casino
from tests.service.test_dealing import awaits_people
from tests.waiting import wait_until

SHARE = re.compile(r"[0-9a-f]{64}")
PICTURES = os.environ.get("HOUSEWAY_PICTURES", "")  # a folder, to look at what was tested


@pytest.fixture(scope="module")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with one_house(chromium, tmp_path_factory.mktemp("share")) as casino:
        casino.open_table("fair", "mini-baccarat", virtual=True)
        yield casino


def pictured(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def shares(house: Casino) -> dict[str, str]:
    return house.server.floor.look("fair", lambda table, _: dict(table.shares))


@pytest.mark.share(1)
@pytest.mark.parametrize(("name", "size"), [("Ana", WIDE), ("Ben", PHONE)])
def test_a_share_is_made_by_the_browser_and_sent_on_joining(
    house: Casino, name: str, size: tuple[int, int]
) -> None:
    """The value stands in the field before it is sent; the page of the deal shows every share."""
    screen = house.screen(name, size)
    page = screen.sign_in("/play/fair")
    page.get_by_text("Your share of the deal").click()
    field = page.get_by_label("A random value of yours")
    expect(field).to_have_value(SHARE)
    own = "c3" * 32 if name == "Ben" else field.input_value()
    field.fill(own)  # anybody may bring a value of their own
    pictured(page, f"join-{size[0]}")

    page.get_by_role("button", name="Join the table").click()
    expect(page.locator(f'#share[data-given="{own}"]')).to_have_count(1)
    expect(field).not_to_be_editable()
    assert shares(house)[name] == own
    pictured(page, f"share-{size[0]}")

    page = screen.open("/fair/fair")
    expect(page.locator(".hashes").first).to_contain_text(own)
    pictured(page, f"fair-{size[0]}")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert screen.faults() == []
    assert screen.complaints == []


KEYS = count(1)


def root_of(table: Table, _version: int) -> str:
    return table.root


def played(house: Casino, rounds: int) -> None:
    """The house and its practice patrons play, and a supervisor has the cards shuffled."""
    floor, chance = house.server.floor, random.Random(7)
    stream = "table/deal"

    def given(command: c.Command, by: Role, actor: str) -> None:
        floor.runner.order(stream, Order(command, by, actor, f"deal {next(KEYS)}"))

    first = floor.look("deal", lambda table, _: table.play.round)
    for _ in range(500):
        wait_until("a table that is ready", lambda: floor.look("deal", awaits_people))
        table: Table = floor.look("deal", lambda table, _: table)
        awaited = table.game.awaits(table.play)
        if table.play.round >= first + rounds and awaited.what == "open":
            return given(c.OrderShuffle("enough"), Role.GAMING_SUPERVISOR, "Sue")
        command, by = next_command(table.game, table.play, PRACTICE, chance.randrange)
        given(command, by, getattr(command, "patron", "") if by == Role.PATRON else "Eli")
    raise AssertionError(f"{rounds} rounds did not end")


def test_the_page_checks_each_revealed_secret_by_itself_with_its_own_share(house: Casino) -> None:
    """It works every card out again; an exchanged card, share or secret is shown."""
    house.open_table("deal", "mini-baccarat", virtual=True)
    floor = house.server.floor
    screen = house.screen("Ana", PHONE)
    page = screen.sign_in("/play/deal")
    page.get_by_role("button", name="Join the table").click()
    expect(page.locator("#share[data-given]:not([data-given=''])")).to_have_count(1)
    mark = page.locator("#deal-check")
    expect(mark).to_contain_text("this browser checks it when a secret is revealed")

    played(house, 2)
    wait_until("a reveal", lambda: "SeedRevealed" in [e.kind for e in floor.log.read("table/deal")])
    expect(mark).to_contain_text(re.compile(r"secrets: 1, cards: \d+"))
    cards = int(re.findall(r"cards: (\d+)", mark.inner_text())[0])
    assert cards >= 8
    pictured(page, "deal-390")
    own = page.evaluate(
        "root => localStorage.getItem(`share ${root} Ana`)", floor.look("deal", root_of)
    )
    assert floor.look("deal", lambda table, _: table.shares)["Ana"] == own

    def forged(route: Route) -> None:
        found = route.fetch().json()
        found[0]["mixes"][-1][1][0][1] = "00" * 32
        route.fulfill(json=found)

    page.route("**/fair/deal/revealed*", forged)
    played(house, 1)
    expect(mark).to_contain_text("your share is not in the mix")
    expect(mark).to_have_class(re.compile("refusal"))
