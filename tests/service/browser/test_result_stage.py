"""The result of a round on a patron's page: after its card or ball has landed, and to stay."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.service.floor_protocols import SeesTables
from houseway.service.live.fragments import Shown, Topic
from houseway.service.live.parts import Rendered
from tests.service.browser.beside import finish, one_house, say, table_with
from tests.service.browser.conftest import PHONE, WIDE, Casino
from tests.waiting import PATIENCE

STAYS_MS = 5_000
# Every frame in which something tells the result while a card or the ball is still on its way.
WATCH = """() => {
  window.early = [];
  window.moved = 0;
  const MOVES = ["hw-deal", "hw-ball"];
  const TELLS = ".felts .landed, #outcome, #stage.shown .stage-figure";
  const look = () => {
    const moving = document.getAnimations().some(
      (each) => MOVES.includes(each.animationName) && each.playState === "running");
    const shown = [...document.querySelectorAll(TELLS)].filter(
      (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
    if (moving) window.moved += 1;
    if (moving && shown.length) window.early.push(shown[0].outerHTML.slice(0, 200));
    requestAnimationFrame(look);
  };
  look();
}"""


# Whether the rest of the page has come with a result, and has had its time to be shown.
HEARD = """() => document.addEventListener("htmx:sseBeforeMessage", (event) => {
  if (event.detail.data.includes("seat-result")) setTimeout(() => { window.heard = true; }, 50);
})"""


@pytest.fixture(scope="module")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with one_house(chromium, tmp_path_factory.mktemp("stage")) as casino:
        yield casino


def at_table(house: Casino, table: str, slug: str, size: tuple[int, int]) -> Page:
    table_with(house, table, slug, Ana=100_00)
    return house.screen("Ana", size, motion="no-preference").sign_in(f"/play/{table}")


@pytest.mark.share(1)
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_number_is_told_once_the_ball_lies_in_it(house: Casino, size: tuple[int, int]) -> None:
    """Tournament American Roulette 7.1: red pays 1 to 1 on 23."""
    name = f"ball-{size[0]}"
    page = at_table(house, name, "tournament-roulette", size)
    say(house, name, "Ana wagers $25 on red")
    page.evaluate(WATCH)
    say(house, name, "spin the wheel clockwise and the ball anticlockwise", "no more bets",
        "the ball has made three turns", "the ball rests in 23")  # fmt: skip
    finish(house, name)

    expect(page.locator("#stage .stage-figure")).to_have_text("+$25")
    expect(page.locator("#my-result")).to_have_text("You won $25.")
    expect(page.locator(".felts .winner:visible")).to_have_count(2)  # 23 and red
    expect(page.locator(".recent")).to_contain_text("Roulette 10.2(a)")  # no display is approved
    assert page.evaluate("window.moved") > 0
    assert page.evaluate("window.early") == []


def test_a_result_that_is_drawn_before_its_felt_waits_for_the_ball(
    house: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ball comes to rest while the rest of the page is drawn: that has the result already when
    the felt, which was drawn before it, has not."""
    page = at_table(house, "overtaken", "tournament-roulette", WIDE)
    say(house, "overtaken", "Ana wagers $25 on red",
        "spin the wheel clockwise and the ball anticlockwise", "no more bets",
        "the ball has made three turns")  # fmt: skip
    expect(page.locator("#seat")).to_have_attribute("data-version", _version(house, "overtaken"))
    page.evaluate(WATCH)
    floor, left = house.server.floor, ["the ball rests in 23"]
    draw, felt_may_come = floor.renderer.board, threading.Event()
    page.evaluate(HEARD)

    def overtaken(
        asked: SeesTables,
        stream: str,
        shown: Mapping[Shown, Topic],
        before: Mapping[Shown, Rendered],
    ) -> dict[Shown, Rendered]:
        if left and not any(each.felt for each in shown.values()):
            say(house, "overtaken", left.pop())
            finish(house, "overtaken")
        elif not left:
            assert felt_may_come.wait(PATIENCE)
        return draw(asked, stream, shown, before)

    monkeypatch.setattr(floor.renderer, "board", overtaken)
    monkeypatch.setattr(floor.hub, "_client", lambda *_: None)  # no other process draws
    floor.hub.changed("table/overtaken")
    page.wait_for_function("() => window.heard")
    felt_may_come.set()

    expect(page.locator("#stage .stage-figure")).to_have_text("+$25")
    assert left == []
    assert page.evaluate("window.moved") > 0
    assert page.evaluate("window.early") == []


def _version(house: Casino, table: str) -> str:
    return str(house.server.floor.runner.version(f"table/{table}"))


@pytest.mark.share(1)
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_result_stays_when_the_dealer_goes_on_at_once(
    house: Casino, size: tuple[int, int]
) -> None:
    """Mini Baccarat 8.4(b): a wager on banker loses to player; the next round opens directly."""
    name = f"stays-{size[0]}"
    page = at_table(house, name, "mini-baccarat", size)
    say(house, name, "Ana wagers $25 on banker")
    page.evaluate(WATCH)
    say(house, name, "no more bets", "deal 9h 2c Kd 3h")
    finish(house, name)
    figure = page.locator("#stage .stage-figure")
    expect(figure).to_have_text("−$25")
    expect(page.locator(".felts .winner:visible")).to_have_count(1)  # player
    expect(page.locator(".recent li.newest")).to_have_text("P")
    assert page.evaluate("window.early") == []

    page.clock.install()
    say(house, name, "collect the cards", "open betting")
    expect(page.locator("#outcome")).to_have_count(0)
    page.clock.run_for(STAYS_MS)
    expect(figure).to_be_visible()
    expect(figure).to_have_text("−$25")


def test_the_words_of_a_result_stay_when_its_cards_are_collected(house: Casino) -> None:
    """Three Card Baccarat 11.1.1: 8 against 2; the settlement stays until the next card."""
    table_with(house, "words", "three-card-baccarat", Ana=100_00)
    page = house.screen("Ana").sign_in("/play/words")
    say(house, "words", "Ana wagers $25 on player in box 1", "no more bets",
        "deal 9h Kd 4c Qs 5d 2h")  # fmt: skip
    finish(house, "words")
    words = page.locator("#stage .stage-words")
    expect(words).to_have_text(re.compile("^Banker 2"))
    say(house, "words", "collect the cards")
    expect(page.locator("#seat-result")).to_have_attribute("data-result", "")
    expect(words).to_have_text(re.compile("^Banker 2"))


def test_a_patrons_card_stays_beside_the_result_when_it_is_collected(house: Casino) -> None:
    """Casino War 8.2.2, 8.2.3: queen beats nine, and the dealer collects the hand."""
    table_with(house, "hand", "casino-war", Ana=100_00)
    page = house.screen("Ana").sign_in("/play/hand")
    say(house, "hand", "Ana wagers $25 on initial in box 1", "deal Qs")
    expect(page.locator("#own-hands")).to_contain_text("queen")
    say(house, "hand", "deal 9h")
    finish(house, "hand")
    expect(page.locator("#my-result")).to_have_text("You won $25.")
    expect(page.locator("#own-hands")).to_have_count(0)
    expect(page.locator("#last-hand")).to_contain_text("queen")
    expect(page.locator("#stage .stage-words")).to_have_text("Dealer nine")


def test_nothing_waits_for_motion_that_nobody_wants(house: Casino) -> None:
    table_with(house, "still", "tournament-roulette", Ana=100_00)
    page = house.screen("Ana").sign_in("/play/still")
    say(house, "still", "Ana wagers $25 on 17",
        "spin the wheel clockwise and the ball anticlockwise", "no more bets",
        "the ball has made three turns", "the ball rests in 23")  # fmt: skip
    finish(house, "still")
    expect(page.locator("#stage .stage-figure")).to_have_text("−$25")
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_result_stays_where_the_round_keeps_its_number_during_betting(house: Casino) -> None:
    """Three Card Baccarat 1.1 coup: the next one begins with its first card. While wagers are
    placed for it the felt is clear, and the money of the last one stays, faded."""
    page = at_table(house, "coup", "three-card-baccarat", WIDE)
    say(
        house, "coup", "Ana wagers $25 on player in box 1", "no more bets", "deal 2c 3c 4c 9d Td Jd"
    )
    finish(house, "coup")
    figure = page.locator("#stage .stage-figure")
    expect(figure).to_have_text(re.compile(r"\$25|\$23.75"))
    before = figure.text_content()
    say(house, "coup", "collect the cards", "open betting")

    expect(page.locator("#stage")).to_have_class(re.compile(r"\bpast\b"))
    expect(figure).to_have_text(before or "")
    expect(page.locator(".felts .settled")).to_have_count(0)
    expect(page.locator("#outcome")).to_have_count(0)
