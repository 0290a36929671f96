"""The patron's console at a browser: joining, placing, changing, refusals, keys, two patrons."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.games.commands import CallNoMoreBets
from houseway.rulebook.roles import Role
from tests.service.browser.beside import finish, one_house, open_betting, prepare, say, table_with
from tests.service.browser.conftest import PHONE, WIDE, Casino, Motion, Screen, late

BANKER = '.felt-wide .spot[data-wager="banker"]'
PLAYER = '.felt-wide .spot[data-wager="player"]'
TIE = '.felt-wide .spot[data-wager="tie"]'


@pytest.fixture(scope="module")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    """One house for all of this file; every test has a table of its own."""
    with one_house(chromium, tmp_path_factory.mktemp("patron")) as casino:
        yield casino


@pytest.fixture(scope="module")
def ana(house: Casino) -> Screen:
    return signed_in(house, "Ana")


def signed_in(house: Casino, name: str, size: tuple[int, int] = WIDE) -> Screen:
    screen = house.screen(name, size)
    screen.sign_in()
    return screen


def chip(page: Page, dollars: str) -> None:
    page.get_by_role("radio", name=f"${dollars} chip").click()


def stake(page: Page, amount: str) -> None:
    expect(page.locator("#my-stake")).to_have_text(amount)


def test_a_patron_joins_sits_down_and_takes_practice_chips(house: Casino, ana: Screen) -> None:
    """Casino War 2.1: whoever plays has a place; a box that somebody has is not offered."""
    house.open_table("seats", "casino-war", practice=1_000_00)
    prepare(house, "seats")
    say(house, "seats", "Ben joins", "Ben sits at box 1")
    open_betting(house, "seats")
    page = ana.open("/play/seats")
    page.get_by_role("button", name="Join the table").click()
    expect(page.get_by_role("button", name="Box 1 Ben")).to_be_disabled()
    page.get_by_role("button", name="Box 3", exact=True).click()
    page.get_by_role("button", name="$500", exact=True).click()
    expect(page.locator("#my-chips")).to_have_text("$500")
    expect(page.locator(".purse dd").nth(2)).to_have_text("3")


def test_a_press_and_its_release_belong_together(house: Casino, ana: Screen) -> None:
    """What the table sends between the two waits, and takes nothing from under the pointer."""
    house.open_table("press", "casino-war", practice=1_000_00)
    prepare(house, "press")
    say(house, "press", "Ana joins")
    open_betting(house, "press")
    page = ana.open("/play/press")
    page.get_by_role("button", name="$500", exact=True).hover()
    page.mouse.down()
    with news_of(page, "seat:press"):
        say(house, "press", "Ana sits at box 3")
    page.mouse.up()
    expect(page.locator("#my-chips")).to_have_text("$500")
    expect(page.locator(".purse dd").nth(2)).to_have_text("3")


def test_what_can_be_pressed_listens(house: Casino, ana: Screen) -> None:
    """Over a slow line the page comes before its scripts: no press until then, and none lost."""
    house.open_table("slow", "mini-baccarat", practice=1_000_00)
    prepare(house, "slow")
    open_betting(house, "slow")
    page = ana.page
    with late(page, "**/*.js*"):
        page.goto(f"{ana.url}/play/slow", wait_until="commit")
        page.get_by_role("button", name="Join the table").click()
        page.get_by_role("button", name="$500", exact=True).click()
        expect(page.locator("#my-chips")).to_have_text("$500")
        page.goto(f"{ana.url}/play/slow", wait_until="commit")
        page.locator(BANKER).click()
        expect(page.locator("#my-stake")).not_to_have_text("$0")


def test_a_finger_that_stays_on_a_button_does_not_stop_the_table(
    house: Casino, ana: Screen
) -> None:
    table_with(house, "held", "mini-baccarat", Ana=100_00)
    page = ana.open("/play/held")
    page.locator("#my-chips").hover()
    page.mouse.down()
    say(house, "held", "Ana wagers $25 on banker")
    stake(page, "$25")
    page.mouse.up()


def test_what_is_chosen_and_typed_stays_when_the_table_moves_on(house: Casino, ana: Screen) -> None:
    """News draw a form anew and take nothing from whoever is filling it in."""
    table_with(house, "filling", "seven-up-baccarat", Ana=100_00)
    page = ana.open("/play/filling")
    page.locator("#more-orders summary").click()
    form = page.locator("form[data-order*=StakeTokens]")
    form.get_by_label("Wager").select_option("tie")
    form.get_by_label("Amount in dollars").fill("15")
    with news_of(page, "seat:filling"):
        say(house, "filling", "Ana wagers $25 on banker")
    stake(page, "$25")
    expect(form.get_by_label("Wager")).to_have_value("tie")
    expect(form.get_by_label("Amount in dollars")).to_have_value("15")


@contextmanager
def news_of(page: Page, fragment: str) -> Iterator[None]:
    """What happens inside reaches the page before it goes on."""
    page.evaluate(
        """(fragment) => { window.heard = new Promise((done) => document.addEventListener(
            "htmx:sseBeforeMessage",
            (event) => { if (event.detail.type === fragment) setTimeout(done, 100); })); }""",
        fragment,
    )
    yield
    page.evaluate("() => window.heard")


def test_chips_are_added_taken_off_and_taken_back(house: Casino, ana: Screen) -> None:
    """Mini Baccarat 3.3, 4.6: in steps of $5, until no more bets; then the wager stays."""
    table_with(house, "chips", "mini-baccarat", Ana=100_00)
    page = ana.open("/play/chips")
    chip(page, "5")
    page.locator(BANKER).click()
    stake(page, "$5")
    chip(page, "25")
    page.locator(BANKER).click()
    stake(page, "$30")
    page.get_by_role("button", name="One chip less on banker").click()
    stake(page, "$5")
    page.get_by_role("button", name="Take back banker").click()
    stake(page, "$0")
    expect(page.locator("#my-chips")).to_have_text("$100")
    page.locator(PLAYER).click()
    stake(page, "$25")
    page.get_by_role("button", name="Take back", exact=True).click()
    page.locator(PLAYER).click()
    stake(page, "$0")
    chip(page, "25")
    page.locator(BANKER).click()
    stake(page, "$25")
    house.order("chips", CallNoMoreBets(), Role.DEALER, "Eli")
    expect(page.locator(".own-wagers .why")).to_contain_text("Locked:")
    expect(page.locator(".own-wagers .why a")).to_have_attribute("href", "/rules/mini-baccarat/4.6")


def test_a_wager_that_is_not_taken_says_why_with_its_clause(house: Casino, ana: Screen) -> None:
    """Mini Baccarat 4.5(b): both hands together need an approval."""
    table_with(house, "both", "mini-baccarat", Ana=100_00)
    page = ana.open("/play/both")
    chip(page, "5")
    page.locator(BANKER).click()
    stake(page, "$5")

    expect(page.locator(PLAYER)).to_have_attribute("aria-disabled", "true")
    page.locator(PLAYER).dispatch_event("click")

    expect(page.locator("#told")).to_contain_text("both hands need a supervisor's approval")
    expect(page.locator("#told a")).to_have_text("Mini Baccarat 4.5(b)")
    stake(page, "$5")
    page.get_by_text("Why can't I bet?").click()
    reason = page.locator(".why-not li").first
    expect(reason).to_contain_text("player: You have a wager on banker")
    expect(page.locator(".why-not a").first).to_have_attribute(
        "href", "/rules/mini-baccarat/4.5%28b%29"
    )


def test_what_the_rules_refuse_after_all_is_said_with_its_clause(
    house: Casino, ana: Screen
) -> None:
    """Tournament American Roulette 4.8: no section once no more bets has been called.

    The race track asks the rules themselves; the answer comes back as a refusal with its clause.
    """
    table_with(house, "wheel", "tournament-roulette", Ana=100_00)
    page = ana.open("/play/wheel")
    chip(page, "5")
    page.locator('.felt-wide .spot[data-wager="red"]').click()
    stake(page, "$5")
    say(house, "wheel", "spin the wheel clockwise and the ball anticlockwise", "no more bets")
    expect(page.locator('.felt-wide .spot[data-wager="red"]')).to_have_attribute(
        "aria-disabled", "true"
    )
    page.locator('.felt-wide .spot[data-section="orphans"]').dispatch_event("click")
    expect(page.locator("#told")).to_contain_text("Too late: no more bets. Your bets stand.")
    expect(page.locator("#told a")).to_have_text("Tournament American Roulette 4.8")
    ana.complaints.clear()  # the browser's own line about a refused request


def test_everything_is_done_with_keys_alone(house: Casino, ana: Screen) -> None:
    """Mini Baccarat 4.1: wagers on banker, tie and player lie one below another."""
    table_with(house, "keys", "mini-baccarat", Ana=100_00)
    page = ana.open("/play/keys")
    page.locator(".felt-wide .spot[tabindex='0']").focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    tie = page.evaluate("document.activeElement.dataset.wager")
    page.keyboard.press("ArrowDown")
    banker = page.evaluate("document.activeElement.dataset.wager")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    stake(page, "$25")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    stake(page, "$30")
    still = page.evaluate("document.activeElement.dataset.wager")
    page.keyboard.press("Delete")
    stake(page, "$0")
    assert (tie, banker, still) == ("tie", "banker", "banker")
    assert page.locator(".felt-wide .spot[tabindex='0']").count() == 1


def test_how_to_play_comes_from_the_rules(house: Casino, ana: Screen) -> None:
    """Mini Baccarat 4.1, 8.8(c): betting comes first, a tie pays 8 to 1, an example is settled."""
    table_with(house, "how", "mini-baccarat", Ana=100_00)
    page = ana.open("/play/how")
    page.get_by_text("How to play").click()
    panel = page.locator("#how-to")
    expect(panel.locator("ol").first.locator("li").first).to_contain_text("Betting is open")
    expect(panel.get_by_role("row", name="Tie")).to_contain_text("8 to 1")
    expect(panel.locator("ul li").first).to_contain_text("won: paid $")


def test_take_back_holds_for_one_press(house: Casino, ana: Screen) -> None:
    table_with(house, "once", "mini-baccarat", Ana=100_00)
    page = ana.open("/play/once")
    chip(page, "5")
    page.locator(BANKER).click()
    page.locator(TIE).click()
    stake(page, "$10")
    page.get_by_role("button", name="Take back", exact=True).click()
    page.locator(BANKER).click()
    stake(page, "$5")
    page.locator(TIE).click()
    stake(page, "$10")


def test_the_wagers_of_the_last_round_are_placed_again(house: Casino, ana: Screen) -> None:
    """Mini Baccarat 8.3, 8.4: $25 on banker and $5 on tie; banker wins $23.75, the tie loses $5."""
    table_with(house, "again", "mini-baccarat", Ana=200_00)
    page = ana.open("/play/again")
    chip(page, "25")
    page.locator(BANKER).click()
    stake(page, "$25")
    chip(page, "5")
    page.locator(TIE).click()
    stake(page, "$30")
    say(house, "again", "no more bets", "deal 2h 9c Kd Kh")
    finish(house, "again")
    expect(page.locator("#my-chips")).to_have_text("$218.75")
    say(house, "again", "collect the cards", "open betting")

    page.get_by_role("button", name="Repeat").click()

    stake(page, "$30")
    expect(page.locator("#my-chips")).to_have_text("$188.75")
    expect(page.locator(".own-wagers li")).to_have_count(2)


def test_two_patrons_see_the_same_table_and_each_their_own(house: Casino, ana: Screen) -> None:
    """Mini Baccarat 8.3: banker wins $23.75 for $25, player loses; chips are one's own affair."""
    table_with(house, "two", "mini-baccarat", Ana=100_00, Ben=200_00)
    hers = ana.open("/play/two")
    his = signed_in(house, "Ben").open("/play/two")
    chip(hers, "25")
    hers.locator(BANKER).click()
    chip(his, "5")
    his.locator(PLAYER).click()

    for page in (hers, his):
        stacks = page.locator(".felt-wide .stack > title")
        expect(stacks).to_have_count(2)
        assert set(stacks.all_text_contents()) == {"Ana: $25 on banker", "Ben: $5 on player"}
    expect(hers.locator("#my-chips")).to_have_text("$75")
    expect(his.locator("#my-chips")).to_have_text("$195")
    assert "$195" not in hers.content()
    say(house, "two", "no more bets", "deal 2h 9c Kd Kh")
    finish(house, "two")
    expect(hers.locator("#my-result")).to_have_text("You won $23.75.")
    expect(his.locator("#my-result")).to_have_text("You lost $5.")


def test_a_settlement_tells_its_clause_when_it_is_touched(house: Casino, ana: Screen) -> None:
    """Mini Baccarat 8.6(a): a wager on banker loses when player wins."""
    table_with(house, "touch", "mini-baccarat", Ana=100_00)
    page = ana.open("/play/touch")
    chip(page, "25")
    page.locator(BANKER).click()
    stake(page, "$25")
    say(house, "touch", "no more bets", "deal 9h 2c Kd 3h")
    finish(house, "touch")
    ana.open("/tables/touch")
    page.locator(".felt-wide .settled").click()
    expect(page.locator(".said-of")).to_contain_text("Ana: $25 on banker lost")
    expect(page.locator(".said-of a").first).to_contain_text("Mini Baccarat 8.")


@pytest.mark.share(1)
@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_console_can_be_used_by_everybody(house: Casino, size: tuple[int, int]) -> None:
    """Betting, a decision to make, and the tables around; nothing wider than the screen."""
    name = f"everybody-{size[0]}"
    table_with(house, name, "tournament-blackjack", Ana=1_000_00)
    screen = signed_in(house, "Ana", size)
    page = screen.open(f"/play/{name}")
    page.locator('.spot[data-wager="blackjack"][data-box="1"]:visible').click()
    stake(page, "$5")
    assert screen.faults() == []
    say(house, name, "no more bets", "deal Th 9c 8s")
    finish(house, name)
    expect(page.get_by_role("button", name="Stand", exact=True)).to_be_visible()
    for path in (f"/play/{name}", f"/tables/{name}", "/me/statement", "/"):
        screen.open(path)
        assert screen.faults() == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.share(1)
@pytest.mark.parametrize(("motion", "name"), [("no-preference", "hw-lay"), ("reduce", "none")])
def test_chips_are_laid_with_motion_but_for_whoever_asks_for_none(
    house: Casino, motion: Motion, name: str
) -> None:
    table = f"motion-{name}"
    table_with(house, table, "mini-baccarat", Ana=100_00)
    screen = house.screen("Ana", motion=motion)
    page = screen.sign_in(f"/play/{table}")
    page.locator(BANKER).click()
    stack = page.locator(".felt-wide .stack").first
    expect(stack).to_be_visible()
    assert stack.evaluate("each => getComputedStyle(each).animationName") == name
