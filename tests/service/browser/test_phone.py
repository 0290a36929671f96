"""A patron's phone: joining, deciding with the dealer's cards in sight, roulette's zoom."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from houseway.games.commands import LeaveTable
from houseway.rulebook.roles import Role
from tests.service.browser.beside import finish, one_house, say, table_with
from tests.service.browser.conftest import PHONE, Casino, Screen

MAIN_PX, LEAST_PX = 44, 24
HER_PAGES = ("/", "/me", "/me/statement", "/receipts", "/tournaments")
OPEN_PAGES = ("/", "/sign-in", "/watch/small", "/promotions", "/rules", "/rules/mini-baccarat")
UNFOLD = """() => document.querySelectorAll("details").forEach((each) => { each.open = true; })"""
SMALLER_THAN = """(px) => [...document.querySelectorAll("a[href], button, summary, input, select")]
  .filter((each) => !each.closest("svg") && each.checkVisibility({ visibilityProperty: true }))
  .map((each) => [each.innerText || each.name, [...each.getClientRects()]])
  .filter(([, lines]) => lines.length && !lines.some((box) => box.width >= px && box.height >= px))
  .map(([words]) => words)"""
# What brings Ana to a decision, what the line above the felt then says, and whose cards she sees.
DECISIONS = {
    "casino-war": (
        ("Ana wagers $25 on initial in box 1", "no more bets", "deal Kh Ks"),
        "Your turn: go to war or surrender", ("Dealer", "Box 1"),
    ),
    "tournament-blackjack": (
        ("Ana wagers $25 on blackjack in box 1", "no more bets", "deal Th 9c 8s"),
        "Your turn: hit, stand or double", ("Dealer", "Box 1"),
    ),
    "tournament-canberra-poker": (
        ("Ana wagers $25 on ante in box 1", "the hands are dealt showing 2c",
         "Ana picks up the cards Td Tc Kd 6c 2d"),
        "Your turn: bet $50 or fold", ("Dealer", "Box 1"),
    ),
    "tournament-pai-gow": (
        ("Ana wagers $25 on hand in box 2", "open the cup: 1-2-3", "Ana looks at 1-5 5-5 4-6 4-4"),
        "Your turn: set your hand", ("House", "Box 2"),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with one_house(chromium, tmp_path_factory.mktemp("phone")) as casino:
        yield casino


@pytest.fixture(scope="module")
def ana(house: Casino) -> Screen:
    screen = house.screen("Ana", PHONE)
    screen.sign_in()
    return screen


def on_screen(each: Locator) -> bool:
    """Whether all of it can be seen without scrolling."""
    box = each.bounding_box()
    assert box is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= PHONE[1]


@pytest.mark.share(2)
@pytest.mark.parametrize("slug", DECISIONS)
def test_a_decision_shows_the_dealers_cards_and_ones_own(
    house: Casino, ana: Screen, slug: str
) -> None:
    """Cards of both and every button fit one screen, the buttons are 44 px high."""
    lines, asked, named = DECISIONS[slug]
    table_with(house, slug, slug, Ana=1_000_00)
    say(house, slug, *lines)
    finish(house, slug)
    page = ana.open(f"/play/{slug}")
    expect(page.locator(".status .next")).to_have_text(asked)
    hands = page.locator("#decide .own-hand")
    assert tuple(hands.locator(".hand-name").all_text_contents()) == named
    shown = [*hands.all(), *page.locator("#decide .choice").all()]
    assert [each.inner_text() for each in shown if not on_screen(each)] == []
    cards = [each.bounding_box() for each in hands.locator("svg").all()]
    assert all(box and box["height"] >= MAIN_PX for box in cards)
    heights = [each.bounding_box() for each in page.locator("#decide .choice").all()]
    assert all(box and box["height"] >= MAIN_PX for box in heights)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_conceding_is_set_apart_and_asked_again(house: Casino, ana: Screen) -> None:
    """Tournament Pai Gow 11.7: a patron who concedes loses without showing the hand. The three
    settings are named by what they are worth: 6 and 8, or otherwise."""
    lines, *_ = DECISIONS["tournament-pai-gow"]
    table_with(house, "concede", "tournament-pai-gow", Ana=1_000_00)
    say(house, "concede", *lines)
    page = ana.open("/play/concede")
    first = page.locator("#decide .choice.tiles").first
    expect(first).to_contain_text("Low")
    assert all(text for text in page.locator("#decide .part-says").all_text_contents())
    concede = page.get_by_role("button", name="Concede the hand")
    expect(concede).to_have_count(0)
    page.locator(".grave-choice summary").click()
    expect(page.locator(".grave-choice")).to_contain_text("You give up your bet of $25")
    expect(concede).to_be_visible()


def test_one_joins_in_the_tray_and_nothing_moves(house: Casino, ana: Screen) -> None:
    table_with(house, "join", "tournament-roulette", Ben=100_00)
    page = ana.open("/play/join")
    join = page.get_by_role("button", name="Join the table")
    assert on_screen(join)
    at = page.locator("#layout").bounding_box()
    join.click()
    expect(join).to_have_count(0)
    assert page.locator("#layout").bounding_box() == at
    _in_reach(page)
    _zoomed(page)
    house.order("join", LeaveTable("Ana"), Role.DEALER, "Eli")


def test_the_box_that_one_takes_comes_out_from_under_the_tray(house: Casino, ana: Screen) -> None:
    """Where one bets and the tray fit one screen, in the lowest box too. A patron who scrolls away
    afterwards is left alone."""
    table_with(house, "low", "tournament-mini-baccarat", Ana=100_00, Ben=100_00)
    page = ana.open("/play/low")
    expect(page.locator("#my-chips")).to_have_text("$100")
    assert page.evaluate("scrollY") == 0
    say(house, "low", "Ana wagers $5 on banker in box 7")
    areas = page.locator('.felt-tall .spot[data-box="7"]:not([aria-disabled]) > .area')
    expect(page.locator('.felt-tall .place.own[data-box="7"]')).to_have_count(1)
    page.wait_for_function("scrollY > 0")
    tray = page.locator("#tray").bounding_box()
    status = page.locator(".purse-side").bounding_box()
    assert tray
    assert status
    for each in areas.all():
        box = each.bounding_box()
        assert box
        assert status["y"] + status["height"] <= box["y"]
        assert box["y"] + box["height"] <= tray["y"]
    page.evaluate("scrollTo(0, 0)")
    say(house, "low", "Ben wagers $5 on banker in box 1")
    expect(page.locator('.felt-tall [data-of="Ben"]')).to_have_count(1)
    assert page.evaluate("scrollY") == 0


def test_one_gets_practice_chips_in_the_tray(house: Casino, ana: Screen) -> None:
    """Without scrolling: join, then chips, then the tray has what one bets with."""
    house.open_table("chips", "mini-baccarat", practice=1_000_00)
    page = ana.open("/play/chips")
    page.get_by_role("button", name="Join the table").click()
    get = page.get_by_role("button", name="Get practice chips")
    expect(get).to_be_visible()
    assert on_screen(get)
    get.click()
    expect(page.locator("#my-chips")).to_have_text("$100")
    expect(get).to_have_count(0)
    expect(page.locator("#take-back")).to_be_visible()


def test_what_is_pressed_is_24_px_at_least(house: Casino, ana: Screen) -> None:
    """Links of clauses too, and what is folded away; main actions have 44 px."""
    table_with(house, "small", "mini-baccarat", Ana=1_000_00)
    say(house, "small", "Ana wagers $25 on banker", "no more bets", "deal 4h 9c 3h Td", "settle")
    guest = house.screen("nobody", PHONE)
    pages = [(ana, path) for path in (*HER_PAGES, "/play/small", "/tables/small")]
    for screen, path in [*pages, *((guest, path) for path in OPEN_PAGES)]:
        page = screen.open(path)
        page.evaluate(UNFOLD)
        assert (path, page.evaluate(SMALLER_THAN, LEAST_PX)) == (path, [])
    page = ana.open("/play/small")
    main = page.locator("#tray button:visible, #sit button:visible").all()
    assert [each.inner_text() for each in main if not _is_high(each, MAIN_PX)] == []


def _is_high(each: Locator, px: float) -> bool:
    box = each.bounding_box()
    return box is not None and box["height"] >= px


def _in_reach(page: Page) -> None:
    """Far down the felt one still sees what the table says and the clock; the tray hides what lies
    under it, and no button of it is cut off."""
    page.evaluate("scrollTo(0, 500)")
    assert on_screen(page.locator(".status .next"))
    assert on_screen(page.locator(".purse"))
    page.evaluate("scrollTo(0, 0)")
    tray = page.locator("#tray")
    assert tray.evaluate("(tray) => getComputedStyle(tray).opacity") == "1"
    buttons = tray.locator("button:visible").all()
    assert [each.inner_text() for each in buttons if not _fits(each)] == []


def _fits(button: Locator) -> bool:
    box = button.bounding_box()
    assert box is not None
    inside = box["x"] >= 0 and box["x"] + box["width"] <= PHONE[0]
    whole = button.evaluate("(each) => each.scrollWidth <= each.clientWidth + 1")
    return inside and bool(whole)


def _zoomed(page: Page) -> None:
    """Twice as large, so that a finger finds a split, and the page itself does not grow wider."""
    split = page.locator('.felt-tall .spot[data-wager="17/20"] > .area')
    before = split.bounding_box()
    page.get_by_role("button", name="Zoom").click()
    after = split.bounding_box()
    assert before
    assert after
    assert after["width"] >= 1.9 * before["width"] >= MAIN_PX
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
