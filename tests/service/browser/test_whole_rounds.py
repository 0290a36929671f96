"""Whole rounds of all nine games with everybody at a browser: the dealer and two patrons.

The dealer types, the patrons put a chip of $25 on the felt and choose for themselves. Both begin
with $1,000; what they end with is worked out from the paying table of each document, and the chips
of everybody together stay what they were.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from houseway.equipment.chips import dollar_text
from houseway.games.commands import BringChips, JoinTable
from houseway.rulebook.roles import Role
from tests.service.browser.beside import prepare, say
from tests.service.browser.conftest import Casino
from tests.service.browser.dealing import Dealer, served

BROUGHT = 1_000_00


class Round(NamedTuple):
    """Who does what in turn, and with how many cents Ana and Ben end.

    `Eli: what the console awaits > keys`; `Ana: banker` puts a chip there, and `Ana: player 1` in
    box 1; `Ana presses Stand`, `Ana sets 1-5 5-5`; `beside:` what a patron alone looks at.
    """

    slug: str
    ana: int
    ben: int
    script: str


ROUNDS = (
    # Mini Baccarat 8.8(b): Banker 9 beats Player 7, 1 to 1 less five per cent of $25.
    Round("mini-baccarat", 1_023_75, 975_00, """
        Eli: Open betting > Enter
        Ana: banker
        Ben: player
        Eli: Wagers may be placed until no more bets > n
        Eli: A card to the player hand > 5H 9C 2D KD Enter
        Eli: Announce: Banker wins 9 over 7 > Enter
    """),
    # 7-Up Baccarat 11.1.2: the printed 7 and a two are a natural 9 against 7, 1 to 1.
    Round("seven-up-baccarat", 1_025_00, 975_00, """
        Eli: Place your bets > o
        Ana: player 1
        Ben: banker 2
        Eli: Wagers may be placed until the first card > n
        Eli: A card to the banker hand > 7D 2S QC Enter
        Eli: Announce Player's count, then Banker's > Enter
        Eli: Announce: Player wins 9 over 7 > Enter
    """),
    # Three Card Baccarat 11.1.1: 8 beats 6 at 19 to 20, 2 loses to 6.
    Round("three-card-baccarat", 1_023_75, 975_00, """
        Eli: Open betting > Enter
        Ana: player 1
        Ben: player 2
        Eli: Wagers may be placed until the first card > n
        Eli: A card to box 1 > 9H KH 2C 4C QH 2D 5D 2H 2S Enter
        Eli: Banker 6 (rank 13): declare the Banker hand, collect and pay > Enter
    """),
    # Casino War 8.2.2, 10.1: a queen beats a nine; after a tie of nines the war is won at evens.
    Round("casino-war", 1_025_00, 1_025_00, """
        Eli: Open betting > Enter
        Ana: initial 1
        Ben: initial 2
        Eli: Wagers may be placed until the first card > n
        Eli: A card face up to box 1 > QH 9C 9D Enter
        Eli: Dealer nine: settle won and lost Initial Wagers, from the dealer's right > Enter
        Ben presses Go to war
        Eli: A card face up to box 2 > QS 7H Enter
        Eli: Dealer seven: settle the wars > Enter
    """),
    # Tournament American Roulette 6.1: a straight up pays 35 to 1; 17 is black.
    Round("tournament-roulette", 1_875_00, 975_00, """
        Eli: Lift the dolly > Enter
        Ana: 17
        Ben: red
        Eli: Wagers may be placed; spin the ball > 1
        Eli: Wagers may be placed until no more bets > n
        Eli: The ball makes at least three full turns > Enter
        Eli: The ball comes to rest > 17 Enter
        Eli: Collect and pay: 17 > Enter
    """),
    # Tournament Mini-Baccarat 8.1: Banker 9 beats Player 7 at evens, no commission.
    Round("tournament-mini-baccarat", 1_025_00, 975_00, """
        Eli: Open betting > Enter
        Ana: banker 1
        Ben: tie 2
        Eli: Wagers may be placed until no more bets > n
        Eli: A card to the player hand > 5H 9C 2D KD Enter
        Eli: Announce: Banker wins 9 over 7 > Enter
    """),
    # Tournament Canberra Poker 9.3: a queen high does not qualify: the ante is paid 1 to 1 and the
    # bet goes back; a folded ante is lost.
    Round("tournament-canberra-poker", 1_025_00, 975_00, """
        Eli: Open betting > Enter
        Ana: ante 1
        Ben: ante 2
        Eli: Antes may change until the first card > QD Enter
        Ana presses Pick up the cards
        Ana presses Bet $50
        Ben presses Pick up the cards
        Ben presses Fold
        Eli: Count the cards of box 2 > 5 Enter
        Eli: Reveal the cards of the dealer > 3H JH 9S 4S Enter
        Eli: Dealer does not play: settle the antes and bets > Enter
    """),
    # Tournament Pai Gow 11.8: 6 and 8 beat 4 and 5 at evens; 2 and 4 lose.
    Round("tournament-pai-gow", 1_025_00, 975_00, """
        Eli: Shuffle the tiles face down > Enter
        Eli: Stack eight groups of four, cut from the right > Enter
        Eli: Open betting > Enter
        Ana: hand 2
        Ben: hand 3
        Eli: Wagers may be placed until no more bets > n
        Eli: Shake the cup > Enter
        Eli: Open the cup and read the dice > 123 Enter
        Eli: Four tiles to each box, anticlockwise > Enter
        Eli: Take back the tiles of the empty boxes, unseen > Enter
        beside: Ana looks at 1-5 5-5 4-6 4-4
        Ana sets 1-5 5-5
        beside: Ben looks at 1-1 5-5 1-3 4-6
        Ben sets 1-1 5-5
        Eli: Reveal the house hand > 22 56 36 14 Enter
        Eli: Set the house hand by House Way > Enter
        Eli: Box 2 wins, box 3 loses: compare the hands anticlockwise and settle > Enter
    """),
    # Tournament Blackjack 8.1, 13.1: a blackjack pays 3 to 2, 19 against 17 pays 1 to 1.
    Round("tournament-blackjack", 1_025_00, 1_037_50, """
        Eli: Open betting > Enter
        Ana: blackjack 1
        Ben: blackjack 2
        Eli: Wagers may be placed until no more bets > n
        Eli: A card to box 1 > TH AH 7C 9D KD Enter
        Eli: Pay early blackjacks; the subsequent deal begins > Enter
        Ana presses Stand
        Eli: A card to the dealer > TS Enter
        Eli: Settle: dealer 17 > Enter
    """),
)  # fmt: skip

floor = pytest.fixture(scope="module")(served)


class Evening:
    """The three at their browsers."""

    def __init__(self, casino: Casino) -> None:
        self.casino, self.last = casino, ""
        self.eli = Dealer(casino, casino.screen("Eli"))
        self.patrons = {name: casino.screen(name) for name in ("Ana", "Ben")}
        for screen in self.patrons.values():
            screen.sign_in()

    def come_to(self, table: str, slug: str) -> None:
        self.casino.open_table(table, slug)
        prepare(self.casino, table)
        for name, screen in self.patrons.items():
            self.casino.order(table, JoinTable(name), Role.DEALER, "Eli")
            self.casino.order(table, BringChips(name, BROUGHT), Role.DEALER, "Eli")
            screen.open(f"/play/{table}")
            screen.page.get_by_role("radio", name="$25 chip").click()
        self.eli.sit_down(table)

    def does(self, table: str, line: str) -> None:
        who, _, what = line.partition(": ")
        if who == "Eli":
            self.eli.does(what)
            self.last = what
        elif who == "beside":
            self.eli.has_done(self.last)
            say(self.casino, table, what)
        elif what:
            wager, _, box = what.partition(" ")
            self._puts_a_chip(self.patrons[who].page, wager, box)
        else:
            name, does, what = line.split(" ", 2)
            self._presses(self.patrons[name].page, what, tiles=does == "sets")

    def _puts_a_chip(self, page: Page, wager: str, box: str) -> None:
        at = f'[data-box="{box}"]' if box else ""
        spot = page.locator(f'.felt-wide .spot[data-wager="{wager}"]{at}')
        expect(spot).not_to_have_class("closed")
        spot.click()
        expect(page.locator("#my-stake")).to_have_text("$25")

    def _presses(self, page: Page, what: str, *, tiles: bool) -> None:
        low = ", ".join(what.split())
        button = (
            page.locator(f'.choice:has(.part:first-child [aria-label="{low}"])')
            if tiles
            else page.get_by_role("button", name=what, exact=True)
        )
        expect(button).to_be_visible()
        self._in_step(page)
        before = page.locator("#seat").get_attribute("data-version") or ""
        button.click()
        expect(page.locator("#seat")).not_to_have_attribute("data-version", before)

    def _in_step(self, page: Page) -> None:
        """The screen shows the table as it is."""
        version = self.casino.server.floor.runner.version(f"table/{self.eli.table}")
        expect(page.locator("#seat")).to_have_attribute("data-version", str(version))


@pytest.fixture(scope="module")
def evening(floor: Casino) -> Evening:
    return Evening(floor)


@pytest.mark.share(2)
@pytest.mark.parametrize("played", ROUNDS, ids=lambda played: played.slug)
def test_a_whole_round_by_three_people(floor: Casino, evening: Evening, played: Round) -> None:
    """Balances on both patrons' screens, and nothing made or lost at the table."""
    table = f"whole-{played.slug}"
    evening.come_to(table, played.slug)
    for line in filter(None, map(str.strip, played.script.splitlines())):
        evening.does(table, line)

    for name, ends in (("Ana", played.ana), ("Ben", played.ben)):
        page = evening.patrons[name].page
        expect(page.locator("#my-chips")).to_have_text(dollar_text(ends))
        expect(page.locator("#my-stake")).to_have_text("$0")
    layout = floor.server.floor.runner.table(f"table/{table}").play.layout
    assert sum(layout.chips.values()) + layout.float_tray == 2 * BROUGHT
