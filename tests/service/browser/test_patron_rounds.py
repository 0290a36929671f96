"""A patron at a browser plays a round of each of the nine games.

Ana has $1,000 and puts one chip of $25 on the felt. The dealer's orders are given beside, with
cards that make the outcome one to be worked out by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.games import slugs
from tests.service.browser.beside import finish, one_house, say, table_with
from tests.service.browser.conftest import Casino, Screen


class Round(NamedTuple):
    """What is pressed, what the dealer says, and what must then stand on the screen.

    Lines of the dealer, and between them what the patron presses, which begins with `press`.
    """

    wager: str
    box: int
    lines: tuple[str, ...]
    chips: str
    said: str
    why: str


# fmt: off
CARD_PX = 44  # a card of one's own beside the felt is at least so high
ROUNDS = {
    "mini-baccarat": Round(
        "banker", 0, ("no more bets", "deal 2h 9c Kd Kh"), "$1,023.75", "You won $23.75",
        "8.3: Banker 9 beats Player 2 at evens less five per cent of $25, which is $1.25"),
    "seven-up-baccarat": Round(
        "player", 1, ("no more bets", "deal 7d 2s Qc"), "$1,025", "You won $25",
        "11.1.2: the printed seven and a two make 9 against 7, at evens"),
    "three-card-baccarat": Round(
        "player", 1, ("no more bets", "deal 9h Kd 4c Qs 5d 2h"), "$1,023.75", "You won $23.75",
        "11.1.1: 9 4 5 makes 8 against K Q 2, at 19 to 20"),
    "casino-war": Round(
        "initial", 1,
        ("no more bets", "deal Kh Ks", "press Go to war", "deal Qs 7h"),
        "$1,025", "You won $25",
        "10.1: the war wager of $25 wins at evens, the initial wager goes back"),
    "tournament-roulette": Round(
        "17", 0,
        ("spin the wheel clockwise and the ball anticlockwise", "no more bets",
         "the ball has made three turns", "the ball rests in 17"),
        "$1,875", "You won $875",
        "a straight up pays 35 to 1"),
    "tournament-mini-baccarat": Round(
        "player", 1, ("no more bets", "deal 9h 2c Kd 3h"), "$1,025", "You won $25",
        "Player 9 beats Banker 5 at evens"),
    "tournament-canberra-poker": Round(
        "ante", 1,
        ("the hands are dealt showing 2c", "press Pick up the cards", "press Bet $50",
         "reveal dealer: Ah Kc 9d Th 2c", "reveal box 1: Td Tc Kd 6c 2d"),
        "$1,075", "You won $75",
        "8.1: a pair of tens beats ace and king: the ante and the bet of $50 at evens"),
    "tournament-pai-gow": Round(
        "hand", 2,
        ("open the cup: 1-2-3", "Ana looks at 1-5 5-5 4-6 4-4", "press tiles 1-5 5-5",
         "reveal the house hand 2-2 5-6 3-6 1-4"),
        "$1,025", "You won $25",
        "11.8: 6 and 8 beat 4 and 5 at evens"),
    "tournament-blackjack": Round(
        "blackjack", 1,
        ("no more bets", "deal Th 9c 8s", "press Stand", "deal 8d"),
        "$1,025", "You won $25",
        "18 beats the dealer's 17 at evens"),
}
# fmt: on


@pytest.fixture(scope="module")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    """One house with a table of every game, Ana at each with $1,000."""
    with one_house(chromium, tmp_path_factory.mktemp("rounds")) as casino:
        for slug in slugs():
            table_with(casino, slug, slug, Ana=1_000_00)
        yield casino


@pytest.fixture(scope="module")
def ana(house: Casino) -> Screen:
    screen = house.screen("Ana")
    screen.sign_in()
    return screen


def spot(page: Page, wager: str, box: int = 0) -> str:
    at = f'[data-box="{box}"]' if box else ""
    return f'.felt-wide .spot[data-wager="{wager}"]{at}'


def press(page: Page, what: str) -> None:
    if what.startswith("tiles "):
        low = ", ".join(what.removeprefix("tiles ").split())
        page.locator(f'.choice:has(.part:first-child [aria-label="{low}"])').click()
    else:
        page.get_by_role("button", name=what, exact=True).click()


@pytest.mark.share(2)
@pytest.mark.parametrize("slug", slugs())
def test_a_patron_plays_a_round_and_is_paid_on_the_screen(
    house: Casino, ana: Screen, slug: str
) -> None:
    """Of each game the outcome as its paying table has it, and the chips that are left."""
    played = ROUNDS[slug]
    page = ana.open(f"/play/{slug}")
    expect(page.locator("#my-chips")).to_have_text("$1,000")

    page.get_by_role("radio", name="$25 chip").click()
    page.locator(spot(page, played.wager, played.box)).click()
    expect(page.locator("#my-stake")).to_have_text("$25")
    expect(page.locator("#my-chips")).to_have_text("$975")
    for line in played.lines:
        if line.startswith("press "):
            finish(house, slug)
            before = _caught_up(page, house, slug)
            press(page, line.removeprefix("press "))
            expect(page.locator("#seat")).not_to_have_attribute("data-version", before)
        else:
            say(house, slug, line)
    finish(house, slug)

    expect(page.locator("#my-result")).to_contain_text(played.said)
    expect(page.locator("#my-chips")).to_have_text(played.chips)
    expect(page.locator("#my-stake")).to_have_text("$0")
    expect(page.locator(".outcome .clause").first).to_have_attribute("href", _rule(slug))
    boxes = [each.bounding_box() for each in page.locator("#own-hands .own-hand svg").all()]
    assert all(box and box["height"] >= CARD_PX for box in boxes)


def _caught_up(page: Page, house: Casino, table: str) -> str:
    """The version of the table, once the screen shows it."""
    version = str(house.server.floor.runner.version(f"table/{table}"))
    expect(page.locator("#seat")).to_have_attribute("data-version", version)
    return version


def _rule(slug: str) -> re.Pattern[str]:
    return re.compile(f"^/rules/{slug}/")


def test_the_statement_has_every_movement(house: Casino, ana: Screen) -> None:
    """Of the round at Mini Baccarat: $1,000 brought, $25 staked and returned, $23.75 paid."""
    table_with(house, "counted", "mini-baccarat", Ana=1_000_00)
    say(house, "counted", "Ana wagers $25 on banker", *ROUNDS["mini-baccarat"].lines)
    finish(house, "counted")
    page = ana.open("/me/statement")
    at = page.locator("details", has=page.get_by_role("heading", name="counted"))
    expect(at.locator("dd")).to_have_text(["$23.75", "$0", "$23.75"])
    at.locator("summary").click()
    amounts = at.locator("tbody td.money").all_inner_texts()
    assert sorted(amounts) == ["$1,000", "$23.75", "$25", "$25"]
    assert ana.faults() == []
