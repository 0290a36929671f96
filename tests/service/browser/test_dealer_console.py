"""What a dealer can rely on: taking back, refusals with their clause, rulings foreseen, focus."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from houseway.games.commands import CallNoMoreBets, CutCards, JoinTable, OpenBetting
from houseway.games.tournament_roulette.rules import SECTION_WAGERS
from houseway.games.tournament_roulette.state import TakeBallAsApproved
from houseway.rulebook.roles import Role
from houseway.table.betting import SetBettingClock
from houseway.table.people import AssignStaff, RelieveDealer
from tests.service.browser.conftest import TABLET, Casino
from tests.service.browser.dealing import Dealer, served

A_MINUTE = 60
floor = pytest.fixture(scope="module")(served)


@pytest.fixture(scope="module")
def dealer(floor: Casino) -> Dealer:
    return Dealer(floor, floor.screen("Eli"))


@pytest.fixture
def table(request: pytest.FixtureRequest, floor: Casino) -> str:
    """A Mini Baccarat table of the test's own, its cards prepared."""
    name: str = request.node.name.removeprefix("test_")[:40].replace("_", "-").strip("-")
    floor.open_table(name, "mini-baccarat")
    floor.ready(name)
    return name


def _dealing(floor: Casino, dealer: Dealer, table: str) -> Page:
    """Betting is closed, with $100 of Ana's on banker."""
    dealer.sit_down(table)
    floor.order(table, OpenBetting(), Role.DEALER, "Eli")
    dealer.wager("Ana", "banker", 100)
    floor.order(table, CallNoMoreBets(), Role.DEALER, "Eli")
    dealer.awaits("A card to the player hand")
    return dealer.page


def _kinds(floor: Casino, table: str) -> list[str]:
    return [entry.kind for entry in floor.server.floor.log.read(f"table/{table}")]


def test_an_entry_is_taken_back_before_it_is_acted_on(
    floor: Casino, dealer: Dealer, table: str
) -> None:
    page = _dealing(floor, dealer, table)
    dealer.keys("KS")
    expect(page.locator("#typed .filled")).to_have_text("K♠")

    dealer.keys("Backspace")

    expect(page.locator("#typed .filled")).to_have_count(0)
    assert "CardDealt" not in _kinds(floor, table)
    dealer.keys("8 Escape 9H Enter")
    dealer.awaits("A card to the banker hand")
    expect(page.locator(".felt-wide [data-card='9h']")).to_be_visible()
    expect(page.locator("[data-card='Ks'], [data-card='8h']")).to_have_count(0)
    assert _kinds(floor, table).count("CardDealt") == 1


def test_the_suit_of_a_card_typed_ahead_is_never_a_patrons_choice(
    floor: Casino, dealer: Dealer
) -> None:
    """Casino War 8.2.4: on equal cards the patron chooses; S would be the surrender."""
    floor.open_table("ahead", "casino-war")
    floor.ready("ahead")
    dealer.sit_down("ahead")
    dealer.does("Open betting > Enter")
    dealer.awaits("Wagers may be placed until the first card")
    dealer.wager("Ana", "initial", 20, 1)
    dealer.sees_wagers(1)
    dealer.keys("n")
    dealer.does("A card face up to box 1 > 9C 9D 5S")

    dealer.awaits("Ana in box 1 has 9 against 9: war or surrender")
    expect(dealer.page.locator("#refusal")).to_contain_text("5 does not fit what is awaited now")
    expect(dealer.page.locator("#outbox li")).to_have_text(["5", "S"])
    assert _kinds(floor, "ahead").count("CardDealt") == 2
    dealer.keys("Escape g")
    dealer.has_done("Ana in box 1 has 9 against 9: war or surrender")
    assert "surrendered" not in " ".join(_kinds(floor, "ahead")).lower()


def test_a_held_entry_is_given_by_itself_when_its_moment_is_over(floor: Casino, table: str) -> None:
    """The moment is measured on a clock that only the test moves, from the entry on."""
    patient = Dealer(floor, floor.screen("Eli"))
    patient.page.evaluate("localStorage.setItem('hold', '3000')")
    patient.page.clock.install()
    page = _dealing(floor, patient, table)
    page.clock.pause_at(page.evaluate("Date.now()") / 1_000 + A_MINUTE)
    patient.keys("KS")
    page.clock.run_for(2_900)
    assert "CardDealt" not in _kinds(floor, table)

    page.clock.run_for(200)
    page.clock.resume()

    patient.awaits("A card to the banker hand")
    expect(page.locator(".felt-wide [data-card='Ks']")).to_be_visible()


def test_what_is_on_record_is_corrected_by_a_ruling_only(
    floor: Casino, dealer: Dealer, table: str
) -> None:
    page = _dealing(floor, dealer, table)
    dealer.keys("9H Enter")
    dealer.awaits("A card to the banker hand")

    dealer.keys("u")

    expect(page.locator("#orders")).to_contain_text(
        "Correct it with a ruling that gives the reason"
    )
    dealer.keys("Escape")
    expect(page.locator("#orders")).not_to_be_visible()
    assert _kinds(floor, table).count("CardDealt") == 1


def test_an_irregularity_is_ruled_on_before_it_is_reported(
    floor: Casino, dealer: Dealer, table: str
) -> None:
    """Mini Baccarat 12.4: the round is held, and a supervisor rules on it."""
    page = _dealing(floor, dealer, table)
    dealer.keys("9H Enter")
    dealer.awaits("A card to the banker hand")
    dealer.keys("i")
    page.locator("#find").fill("placed wrongly")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    ruling = page.locator("#order-ReportPlacementError .ruling")
    expect(ruling).to_contain_text("Mini Baccarat 12.4")
    expect(ruling).to_contain_text("Waiting for the supervisor.")
    assert "RoundHeld" not in _kinds(floor, table)

    page.keyboard.press("Enter")

    dealer.awaits("Rebuild round 1 from the order of its cards, or void it")
    expect(page.locator(".step .by")).to_contain_text("Waiting for the supervisor.")
    assert "RoundHeld" in _kinds(floor, table)


def test_after_a_dialog_the_next_key_is_for_the_step(
    floor: Casino, dealer: Dealer, table: str
) -> None:
    """Also where the dialog was opened with the mouse: Enter must not open it again."""
    page = _dealing(floor, dealer, table)
    page.get_by_role("button", name="Irregularity").click()
    expect(page.locator("#orders")).to_have_attribute("open", "")
    page.keyboard.press("Escape")

    expect(page.locator("#step")).to_be_focused()
    dealer.keys("9H Enter")

    dealer.awaits("A card to the banker hand")


def test_facts_of_an_irregularity_are_asked_for_and_an_impossible_one_is_refused(
    floor: Casino, dealer: Dealer, table: str
) -> None:
    """Mini Baccarat 6.2(a): while the initial deal awaits a card, the next one is not in excess."""
    page = _dealing(floor, dealer, table)
    dealer.keys("i")
    page.locator("#find").fill("excess")
    page.keyboard.press("Enter")
    page.keyboard.type("9h")
    page.keyboard.press("Enter")

    ruling = page.locator("#order-ReportExcessCard .ruling")
    expect(ruling.get_by_role("alert")).to_contain_text("the initial deal is not complete")
    expect(ruling).to_contain_text("Mini Baccarat 6.2(a)")
    dealer.keys("Escape")
    expect(page.locator("#orders")).not_to_be_visible()


def test_a_wager_told_to_the_dealer_is_entered_by_its_beginnings(
    floor: Casino, dealer: Dealer, table: str
) -> None:
    dealer.sit_down(table)
    dealer.does("Open betting > Enter")
    dealer.awaits("Wagers may be placed until no more bets")
    dealer.keys("w")
    for text in ("Ana", "b", "25"):
        dealer.page.keyboard.type(text)
        dealer.page.keyboard.press("Tab")
    dealer.page.get_by_role("button", name="Record", exact=True).click()
    rows = dealer.page.locator(".stakes tbody tr")
    expect(rows).to_have_text(re.compile(r"Ana\s+banker \$25\s+\$25"))
    dealer.wager("Ben", "player", 100)
    expect(dealer.page.locator(".stakes .sums")).to_contain_text("Differential $75 player")


def test_a_refusal_is_told_with_its_clause(floor: Casino, dealer: Dealer, table: str) -> None:
    """Mini Baccarat 4.5(b): Banker and Player together need a supervisor's approval."""
    dealer.sit_down(table)
    dealer.does("Open betting > Enter")
    dealer.awaits("Wagers may be placed until no more bets")
    dealer.wager("Ana", "banker", 25)
    dealer.sees_wagers(1)
    form = dealer.page.locator("#wager")
    form.get_by_label("Patron").fill("a")
    form.get_by_label("Wager").fill("player")
    form.get_by_role("textbox", name="Amount").fill("25")
    dealer.page.keyboard.press("Enter")

    refusal = dealer.page.locator("#refusal")
    expect(refusal).to_contain_text("both hands need a supervisor's approval")
    expect(refusal.locator(".clause")).to_have_text("Mini Baccarat 4.5(b)")


def test_focus_and_what_is_half_typed_outlive_a_change_of_the_table(
    floor: Casino, dealer: Dealer, table: str
) -> None:
    dealer.sit_down(table)
    page = dealer.page
    dealer.does("Open betting > Enter")
    dealer.awaits("Wagers may be placed until no more bets")
    dealer.keys("w")
    page.keyboard.type("Do")

    dealer.wager("Ana", "banker", 100)

    dealer.sees_wagers(1)
    field = page.locator("#wager").get_by_label("Patron")
    expect(field).to_be_focused()
    expect(field).to_have_value("Do")
    page.locator("#main-act").focus()
    page.keyboard.press("Enter")
    dealer.awaits("A card to the player hand")
    expect(page.locator("#step")).to_be_focused()
    dealer.keys("5H 9C 2D KD Enter")
    dealer.awaits("Announce: Banker wins 9 over 7")
    page.locator("#main-act").focus()
    page.keyboard.press("Enter")
    dealer.awaits("Put the cards in the rack")
    expect(page.locator("#main-act")).to_be_focused()


def test_payouts_stand_before_they_are_recorded_and_ticks_outlive_it(
    floor: Casino, dealer: Dealer, table: str
) -> None:
    page = _dealing(floor, dealer, table)
    dealer.keys("5H 9C 2D KD Enter")
    dealer.awaits("Announce: Banker wins 9 over 7")
    expect(page.locator(".payouts li .due")).to_have_count(1)
    dealer.keys("Space Enter")
    dealer.awaits("Put the cards in the rack")
    expect(page.locator(".payouts li .due")).to_have_count(0)
    assert dealer.payouts() == ["Ana banker $100 ✓ WON pay $95 3 × $25 4 × $5"]
    assert dealer.ticks() == [True]


def test_the_cards_are_prepared_step_by_step(floor: Casino, dealer: Dealer) -> None:
    """Mini Baccarat 2.5, 5.1, 5.3, 5.4, 5.5(b), 5.6: a two burns two more."""
    floor.open_table("preparing", "mini-baccarat")
    dealer.sit_down("preparing")
    now = dealer.page.locator(".preparation [aria-current=step]")
    expect(now).to_contain_text("Check")
    dealer.does("""
        Check every card > Enter
        Shuffle the cards > Enter
    """)
    dealer.awaits("Supervisor cuts the cards")
    expect(dealer.page.locator(".preparation .done")).to_have_count(2)
    expect(dealer.page.locator("#entry")).not_to_be_visible()  # the cut is not a dealer's
    floor.order("preparing", CutCards(200), Role.GAMING_SUPERVISOR, "Dora")
    hint = dealer.page.locator("#hint")
    expect(hint).to_have_text("Cards behind the cutting card (12–416), then Enter")
    dealer.does("Place the cutting card > 11 Enter")
    expect(hint).to_have_text("11 is not from 12 to 416")
    dealer.does("""
        Place the cutting card > 14 Enter Enter
        Burn the first card face up > 2S Enter
    """)
    for number in (1, 2):
        dealer.awaits(f"Burn a card face down ({number} of 2)")
        step = dealer.page.locator("#step")
        before = step.get_attribute("data-version") or ""
        dealer.keys("Enter")
        expect(step).not_to_have_attribute("data-version", before)
    dealer.awaits("Open betting")
    expect(dealer.page.locator(".preparation")).to_have_count(0)


def test_a_patron_who_cuts_tells_a_number_within_its_range(floor: Casino, dealer: Dealer) -> None:
    """Mini Baccarat 5.3, 5.4: the cards are offered to a patron, not near either end."""
    floor.open_table("cutting", "mini-baccarat")
    floor.order("cutting", JoinTable("Ana"), Role.PATRON, "Ana")
    dealer.sit_down("cutting")
    dealer.does("""
        Check every card > Enter
        Shuffle the cards > Enter
    """)
    dealer.awaits("Ana cuts the cards")
    margin, cards = 52, 8 * 52
    expect(dealer.page.locator("#hint")).to_have_text(
        f"Cards in front of the cut ({margin}–{cards - margin}), then Enter"
    )


def test_the_betting_clock_is_on_the_console(floor: Casino, dealer: Dealer, table: str) -> None:
    floor.order(table, SetBettingClock(600), Role.GAMING_SUPERVISOR, "Dora")
    dealer.sit_down(table)
    clock = dealer.page.locator(".step .betting-clock")
    dealer.awaits("Open betting")
    expect(clock).to_have_count(0)
    dealer.keys("Enter")
    expect(clock).to_have_text(re.compile(r"^Call in \d+ s$"))


def test_other_orders_are_found_by_a_word_and_sections_are_chosen(
    floor: Casino, dealer: Dealer
) -> None:
    """Tournament American Roulette 4.8: the sections of the race track, named by the rules."""
    floor.open_table("wheel", "tournament-roulette", options={"race_track": "used"})
    floor.order("wheel", TakeBallAsApproved(), Role.DEALER, "Eli")
    dealer.sit_down("wheel")
    dealer.awaits("Lift the dolly")
    dealer.keys("m")
    page = dealer.page
    page.locator("#find").fill("plays a section")
    expect(page.locator("#orders .group:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    chosen = page.locator("#order-PlaySection select[name=section]")
    names = [each.name for each in SECTION_WAGERS]
    assert [each for each in chosen.locator("option").all_inner_texts() if each in names] == names


def test_one_dealer_relieves_another(floor: Casino, dealer: Dealer, table: str) -> None:
    floor.order(table, AssignStaff("Eli", Role.DEALER), Role.GAMING_SUPERVISOR, "Dora")
    floor.order(table, AssignStaff("Finn", Role.DEALER), Role.GAMING_SUPERVISOR, "Dora")
    floor.order(table, RelieveDealer("Eli"), Role.DEALER, "Eli")
    dealer.sit_down(table)
    page = dealer.page
    expect(page.locator(".where")).to_contain_text("Dealer Eli")
    dealer.keys("r")
    page.locator("#order-RelieveDealer select").select_option("Finn")
    page.locator("#order-RelieveDealer button").click()
    page.get_by_role("button", name="Record: Finn relieves the dealer").click()

    expect(page.locator(".where")).to_contain_text("Dealer Finn")
    dealer.keys("Enter")
    expect(page.locator("#main-act")).to_have_count(0)


def test_at_a_virtual_table_the_house_deals_and_the_dealer_calls(
    floor: Casino, dealer: Dealer
) -> None:
    """7-Up Baccarat 7.3, 8.2.2: the house brings the cards, the dealer announces and settles."""
    floor.open_table("virtual", "seven-up-baccarat", virtual=True)
    dealer.sit_down("virtual")
    expect(dealer.page.locator(".where")).to_contain_text("Virtual: the house deals")
    dealer.does("""
        Shuffle the cards > Enter
        Burn a card face down > Enter
        Place your bets > o
    """)
    dealer.awaits("Wagers may be placed until the first card")
    dealer.wager("Ana", "player", 10, 1)
    dealer.sees_wagers(1)
    dealer.keys("n")
    dealer.awaits("Announce Player's count, then Banker's")
    expect(dealer.page.locator("#entry")).not_to_be_visible()
    dealer.keys("Enter")
    expect(dealer.page.locator("#sentence")).to_have_text(
        re.compile("^Announce: (Player|Banker|Tie)")
    )
    dealer.keys("Enter")
    dealer.awaits("Return the rack to the device")
    expect(dealer.page.locator(".payouts li")).to_have_count(1)


def test_the_console_is_used_by_touch_on_a_tablet_and_by_everybody(
    floor: Casino, table: str
) -> None:
    """No serious finding of the scan: at the pad, at the payouts, at a ruling."""
    screen = floor.screen("Eli", TABLET)
    dealer = Dealer(floor, screen)
    page = _dealing(floor, dealer, table)
    assert screen.faults() == []
    for rank, suit in (("5", "hearts"), ("9", "clubs"), ("2", "diamonds"), ("K", "spades")):
        _touch(page, rank, suit)
    page.get_by_role("button", name="Take back").click()
    _touch(page, "K", "diamonds")
    dealer.keys("Enter")
    dealer.awaits("Announce: Banker wins 9 over 7")
    assert screen.faults() == []
    page.get_by_role("button", name="Settle").click()
    dealer.awaits("Put the cards in the rack")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Irregularity").click()
    page.locator("#order-ReportPlacementError summary").click()
    page.locator("#order-ReportPlacementError button").click()
    expect(page.locator("#order-ReportPlacementError .ruling")).to_contain_text("12.4")
    assert screen.faults() == []


def _touch(page: Page, rank: str, suit: str) -> None:
    ranks, suits = (page.get_by_role("group", name=name) for name in ("Rank", "Suit"))
    ranks.get_by_role("button", name=rank, exact=True).click()
    suits.get_by_role("button", name=suit).click()


def test_an_action_is_found_by_the_words_in_which_it_is_said(
    floor: Casino, dealer: Dealer, table: str
) -> None:
    """People first; "joins" finds a title without it; Escape closes, though words were typed."""
    dealer.sit_down(table)
    dealer.awaits("Open betting")
    dealer.keys("m")
    page, groups = dealer.page, dealer.page.locator("#orders .group h3")
    expect(groups.first).to_have_text("People")
    page.locator("#find").fill("joins")
    expect(page.locator("#orders details:visible")).to_have_count(1)
    expect(page.locator("#order-JoinTable")).to_be_visible()
    page.locator("#find").fill("no such words")
    expect(page.locator("#none-found")).to_be_visible()

    page.keyboard.press("Escape")

    expect(page.locator("#orders")).not_to_be_visible()
    expect(page.locator("#step")).to_be_focused()
