"""Whoever is in charge, at a real screen: rulings, limits, corrections, disputes, alerts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.games import commands as c
from houseway.games import game
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.settings import Settings
from houseway.table.people import AssignStaff, RelieveDealer
from houseway.table.state import Table
from tests.service.browser.conftest import PHONE, TABLET, WIDE, Casino, Screen
from tests.service.conftest import HASH
from tests.service.server import serving

MINUTE_US = 60_000_000
MORE_PEOPLE = {"Sam": Role.GAMING_SHIFT_MANAGER}


class Pit:
    """A house with a clock of its own, and screens of people who have signed in once."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        floor = casino.server.floor
        self.now_us = floor.now_us()
        floor.now_us = floor.runner.now_us = lambda: self.now_us
        for name, office in MORE_PEOPLE.items():
            floor.desk.create_hashed(Account(name, str(office)), HASH, None)
        self._keys = iter(range(10_000))

    def later(self, minutes: int) -> None:
        self.now_us += minutes * MINUTE_US

    def table(self, name: str) -> Table:
        return self.casino.server.floor.runner.table(f"table/{name}")

    def do(
        self, table: str, command: c.Command, by: Role = Role.DEALER, actor: str = "Eli"
    ) -> None:
        order = Order(command, by, actor, f"given {next(self._keys)}")
        answer = self.casino.server.floor.runner.order(f"table/{table}", order)
        assert answer.refused is None, (command, answer.refused)

    def open(self, table: str, slug: str) -> None:
        self.casino.open_table(table, slug)
        for command, by in game(slug).ready(self.table(table).play):
            self.do(table, command, by)

    def wagers(self, table: str, *wagers: tuple[str, str, int], box: int = 0) -> None:
        self.do(table, c.OpenBetting())
        for patron, wager, amount in wagers:
            self.do(table, c.PlaceWager(patron, wager, amount, box))

    def coup(self, table: str, cards: str, *wagers: tuple[str, str, int]) -> None:
        """A coup of mini-baccarat that ends with its first four cards."""
        self.wagers(table, *wagers)
        self.do(table, c.CallNoMoreBets())
        for card in cards.split():
            self.do(table, c.DealCard(card))  # type: ignore[arg-type]
        self.do(table, c.SettleWagers())
        self.do(table, c.CollectCards())


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Pit]:
    folder = tmp_path_factory.mktemp("pit") / "house"
    with serving(Settings(folder=str(folder))) as server:
        casino = Casino(server, chromium)
        yield Pit(casino)
        complaints = [each for screen in casino.screens for each in screen.complaints]
        for screen in casino.screens:
            screen.context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def at(pit: Pit) -> Callable[[str, str], Page]:
    """Somebody's page at an address; each has one screen and signs in once."""

    @cache
    def screen(name: str) -> Screen:
        seen = pit.casino.screen(name)
        seen.sign_in()
        return seen

    return lambda name, path: screen(name).open(path)


def follow(page: Page, title: str) -> None:
    page.get_by_role("link", name=title, exact=True).first.click()


def look(page: Page) -> None:
    page.get_by_role("button", name="Show what follows").click()


def confirm(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Confirm")).click()
    expect(page.get_by_text("Done and on record")).to_be_visible()


def row_of(page: Page, patron: str) -> list[str]:
    row = page.locator("table.wagers tbody tr").filter(has_text=patron)
    return [text.strip() for text in row.locator("th, td").all_inner_texts()]


def test_a_ruling_shows_its_remedy_for_each_wager_before_it_is_confirmed(
    pit: Pit, at: Callable[[str, str], Page]
) -> None:
    """Mini Baccarat 12.4: held, and void when it cannot be rebuilt; $100 and $50 go back."""
    pit.open("3", "mini-baccarat")
    pit.wagers("3", ("Ana", "banker", 100_00), ("Ben", "player", 50_00))
    pit.do("3", c.CallNoMoreBets())
    pit.do("3", c.DealCard("8h"))  # type: ignore[arg-type]
    page = at("Dora", "/pit/3")
    page.locator("#rulings .closed-orders summary").click()
    expect(page.get_by_text("No round is waiting for a void").first).to_be_visible()

    follow(page, "Cards were placed wrongly")
    confirm(page)
    follow(page, "Authorise the void")

    assert row_of(page, "Ana") == [
        "Ana", "banker", "$100", "void", "$100", "", "Mini Baccarat 12.4 Mini Baccarat terms: Void",
    ]  # fmt: skip
    assert row_of(page, "Ben")[2:6] == ["$50", "void", "$50", ""]
    together = page.locator("table.wagers tfoot td").all_inner_texts()
    assert [text.strip() for text in together][:2] == ["$150", "$0"]
    link = page.locator("table.wagers a").first
    assert link.get_attribute("href") == "/rules/mini-baccarat/12.4"
    assert sum(pit.table("3").play.layout.wagers.values()) == 150_00  # nothing is done yet

    confirm(page)
    expect(page.get_by_text("Round 1 voided: ")).to_be_visible()
    assert pit.table("3").play.layout.wagers == {}
    assert pit.table("3").play.layout.float_tray == 0


def test_a_minimum_rises_when_its_sign_has_stood_its_time(
    pit: Pit, at: Callable[[str, str], Page]
) -> None:
    """7-Up Baccarat 6.7: twenty minutes, counted down; before that the rise is refused."""
    pit.open("7", "seven-up-baccarat")
    page = at("Dora", "/pit/7/orders/PutUpSign")
    page.get_by_label("The sign is about").select_option("minimum")
    page.get_by_label("New minimum").fill("10")
    assert page.get_by_label("Takes effect in (minutes)").input_value() == "20"
    look(page)
    confirm(page)
    counting = page.locator("#limits .countdown")
    expect(counting).to_have_text(re.compile(r"takes effect in (20:00|19:\d\d)"))

    def set_limits() -> Page:
        form = at("Dora", "/pit/7/orders/SetLimits")
        form.get_by_label("Minimum").fill("10")
        look(form)
        return form

    pit.later(19)
    refused = set_limits().locator(".remedy .refusal")
    expect(refused).to_contain_text("The sign stood 19 of 20 minutes")
    expect(refused.get_by_role("link")).to_have_attribute("href", "/rules/seven-up-baccarat/6.7")
    left = re.compile(r"takes effect in (01:00|00:\d\d)")
    expect(page.locator(".remedy .countdown")).to_have_text(left)

    pit.later(1)
    page = at("Dora", "/pit/7")
    expect(page.locator("#limits .countdown")).to_contain_text("may take effect now")
    confirm(set_limits())
    assert pit.table("7").play.limits.minimum == 10_00
    expect(page.locator("#limits")).to_contain_text("Minimum $10, maximum $1,000")
    expect(page.locator("#limits .countdown")).to_have_count(0)


def test_raising_the_minimum_at_once_names_who_keeps_the_earlier_one(
    pit: Pit, at: Callable[[str, str], Page]
) -> None:
    """Casino War 6.5.1 and 6.5.1.1: Ana is playing and keeps $10; her marker says so."""
    pit.open("8", "casino-war")
    pit.wagers("8", ("Ana", "initial", 10_00), box=1)
    pit.do("8", c.CallNoMoreBets())
    pit.do("8", c.DealCard("Ks"))  # type: ignore[arg-type]
    pit.do("8", c.InvalidateOutcome("fire", "in the kitchen"), Role.GAMING_SHIFT_MANAGER, "Sam")
    pit.do("8", c.CollectCards())
    page = at("Dora", "/pit/8/orders/RaiseMinimum")
    page.get_by_label("Minimum").fill("25")
    look(page)
    expect(page.locator(".remedy")).to_contain_text("Minimum protected: patron Ana; minimum $10")
    confirm(page)
    expect(page.locator("#limits")).to_contain_text("Ana, $10")


def test_a_correction_takes_two_persons(pit: Pit, at: Callable[[str, str], Page]) -> None:
    """Mini Baccarat 12.5: an error of round 1 found later; Ana gives back the $100 she was paid."""
    pit.open("4", "mini-baccarat")
    supervisor = Role.GAMING_SUPERVISOR
    for person, office in (("Dora", supervisor), ("Mia", Role.GAMING_MANAGER), ("Eli", "dealer")):
        pit.do("4", AssignStaff(person, str(office)), supervisor, "Dora")
    pit.do("4", RelieveDealer("Eli"), supervisor, "Dora")
    pit.coup("4", "9h 2d Kc 5s", ("Ana", "player", 100_00))  # 9 against 7: paid $100
    pit.coup("4", "9d 2c Kh 5d", ("Ben", "banker", 5_00))  # 9 against 7: loses $5
    assert pit.table("4").play.layout.float_tray == -95_00

    page = at("Dora", "/pit/4/orders/ReportLaterError?round=1")
    look(page)
    expect(page.locator(".two")).to_contain_text("Two persons")
    assert row_of(page, "Ana")[2:6] == ["$100", "round 1 reversed", "", "$100"]
    page.get_by_label("Reason for the correction").fill("the third card was forgotten")
    page.get_by_role("button", name="Ask a second person").click()
    expect(page.get_by_role("button", name="Look and confirm")).to_be_disabled()
    expect(page.locator("#correction-1")).to_contain_text(
        "Dora (supervisor) asked for it; another person confirms it"
    )
    again = at("Dora", "/pit/4/orders/ConfirmCorrection?correction=1")
    look(again)
    expect(again.locator(".remedy .refusal")).to_contain_text("another person confirms it")

    second = at("Mia", "/pit/4")
    follow(second, "Look and confirm")
    look(second)
    assert row_of(second, "Ana")[2:6] == ["$100", "round 1 reversed", "", "$100"]
    confirm(second)
    expect(second.locator("#correction-1")).to_contain_text("Confirmed by Mia (gaming manager)")
    assert pit.table("4").play.layout.float_tray == 5_00


def test_a_dispute_is_decided_and_reviewed_by_somebody_else_of_higher_rank(
    pit: Pit, at: Callable[[str, str], Page]
) -> None:
    """7-Up Baccarat 14.12, reading A-02."""
    pit.open("9", "seven-up-baccarat")
    page = at("Dora", "/pit/9/orders/RaiseDispute")
    page.get_by_label("Patron").fill("Ana")
    page.get_by_label("Claim").fill("paid short")
    look(page)
    confirm(page)
    follow(page, "Decide a dispute")
    page.get_by_label("Decision").fill("paid in full")
    look(page)
    confirm(page)
    follow(page, "Ask for a review")
    look(page)
    confirm(page)
    case = page.locator("#dispute-1")
    expect(case).to_contain_text("Decided by Dora (supervisor)")
    expect(case.get_by_role("link", name="Record the review of a dispute")).to_have_count(0)

    page = at("Mia", "/pit/9")
    follow(page, "Record the review of a dispute")
    page.get_by_label("Outcome").fill("as decided")
    look(page)
    confirm(page)
    expect(page.locator("#dispute-1")).to_contain_text("Reviewed by Mia (gaming manager)")


def test_a_table_is_opened_counted_in_and_closed(pit: Pit, at: Callable[[str, str], Page]) -> None:
    """Mini Baccarat 13.2: with nobody there it closes at once; $2,000 in, $2,000 out."""
    page = at("Dora", "/pit")
    follow(page, "Open a table")
    follow(page, "Mini Baccarat")
    page.get_by_label("Name of the table").fill("main-12")
    page.locator("select[name='option.pairs']").select_option("perfect")
    page.get_by_label("Minimum").fill("10")
    page.get_by_label("Date of publication").fill("07/12/2017")
    page.get_by_label("Reference of the publication").fill("the register")
    page.get_by_role("button", name="Preview the sign").click()
    sign = page.locator(".remedy .sign")
    expect(sign).to_contain_text("Minimum $10, maximum $1,000")
    expect(sign).to_contain_text("Perfect pairs")
    assert "table/main-12" not in pit.casino.server.floor.log.heads()
    page.get_by_role("button", name="Open table main-12").click()
    expect(page.get_by_role("heading", name="Mini Baccarat table main-12")).to_be_visible()

    follow(page, "Count the float in")
    page.get_by_label("$1,000").fill("2")
    page.get_by_label("Counted by").fill("Dora, Eli")
    look(page)
    confirm(page)
    expect(page.locator("#money")).to_contain_text("$2,000")
    follow(page, "Close the table")
    page.get_by_label("$1,000").fill("2")
    page.get_by_label("Counted by").fill("Dora, Eli")
    look(page)
    expect(page.locator(".remedy")).to_contain_text("amount $2,000; expected $2,000")
    confirm(page)
    expect(page.get_by_text("The table is closed.")).to_be_visible()


def test_a_table_with_patrons_closes_by_its_sign(pit: Pit, at: Callable[[str, str], Page]) -> None:
    """7-Up Baccarat 14.8: twenty minutes' notice while anybody is there."""
    pit.open("10", "seven-up-baccarat")
    pit.do("10", c.JoinTable("Ana"))
    page = at("Dora", "/pit/10")
    expect(page.locator("#closing")).to_contain_text("No sign about the closing is up")
    page = at("Dora", "/pit/10/orders/PutUpSign")
    page.get_by_label("The sign is about").select_option("closing")
    look(page)
    confirm(page)
    pit.later(20)
    page = at("Dora", "/pit/10/orders/CloseTable")
    confirm(page)
    assert pit.table("10").closed


def test_an_alert_stays_until_somebody_acknowledges_it_and_then_says_who(
    pit: Pit, at: Callable[[str, str], Page]
) -> None:
    pit.open("5", "mini-baccarat")
    pit.do("5", c.RaiseDispute("Ben", "my wager was moved"))
    other = at("Mia", "/pit")
    page = at("Dora", "/pit")
    alert = page.locator("#alert-5-1")
    expect(alert).to_contain_text("Dispute 1 of Ben: my wager was moved")
    page.get_by_role("button", name="Acknowledge alert 1 of table 5").click()
    expect(alert.get_by_role("button")).to_have_count(0)
    page.locator("#acknowledged summary").click()
    expect(alert).to_be_visible()
    pit.do("5", c.JoinTable("Ben"))  # the floor is sent anew, and what was opened stays open
    expect(page.locator("#glance-5 .patrons")).to_have_text("1")
    expect(alert).to_be_visible()
    for screen in (page, other):
        expect(screen.locator("#alert-5-1")).to_have_class(re.compile("acknowledged"))
        expect(screen.locator("#alert-5-1 .by")).to_contain_text(
            "Acknowledged by Dora (supervisor)"
        )


def test_twenty_tables_fit_the_first_screen_and_a_phone_shows_them_before_the_alerts(
    pit: Pit, at: Callable[[str, str], Page]
) -> None:
    for number in range(21, 41):
        pit.open(f"row-{number}", "mini-baccarat")
    page = at("Dora", "/pit")
    rows = page.locator(".glances .glance")
    tops = rows.evaluate_all(
        "(all) => all.slice(0, 20).map((row) => row.getBoundingClientRect().bottom)"
    )
    assert len(tops) == 20
    assert max(tops) <= WIDE[1]
    expect(rows.filter(has=page.get_by_role("link", name="row-21"))).to_contain_text("Dealer:")
    phone = pit.casino.screen("Dora", PHONE)
    small = phone.sign_in("/pit")
    assert small.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    table, alerts = (
        small.locator(".glances").bounding_box(),
        small.locator(".alerts").bounding_box(),
    )
    assert table is not None
    assert alerts is not None
    assert table["y"] + table["height"] <= alerts["y"]
    current = small.locator(".top [aria-current]").bounding_box()
    assert current is not None
    assert 0 <= current["x"] <= PHONE[0] - current["width"]
    assert phone.faults() == []


def test_a_table_that_rests_for_days_says_so_in_days(
    pit: Pit, at: Callable[[str, str], Page]
) -> None:
    pit.open("rests", "mini-baccarat")
    page = at("Dora", "/pit")
    since = page.locator(".glance", has=page.get_by_role("link", name="rests")).locator(".since")
    for hours, words in ((47, "1 d 23 h ago"), (6333, "263 d 21 h ago")):
        since.locator("[data-since]").evaluate(
            "(place, since) => { place.dataset.since = since }",
            str(pit.now_us - hours * 60 * MINUTE_US),
        )
        expect(since).to_have_text(words)


@pytest.mark.parametrize("size", [TABLET], ids=["tablet"])
def test_every_page_of_the_pit_can_be_used_by_everybody(pit: Pit, size: tuple[int, int]) -> None:
    name = f"a{size[0]}"
    pit.open(name, "mini-baccarat")
    pit.wagers(name, ("Ana", "banker", 100_00))
    pit.do(name, c.RaiseDispute("Ana", "the limit is not on the sign"))
    screen = pit.casino.screen("Dora", size)
    screen.sign_in("/pit")
    paths = (
        "/pit",
        f"/pit/{name}",
        f"/pit/{name}/orders/ReportExcessCard",
        "/open-table/tournament-roulette",
    )
    for path in paths:
        page = screen.open(path)
        expect(page.locator(".head h1")).to_be_visible()
        assert screen.faults() == [], path
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{path} is {wide} pixels too wide"
