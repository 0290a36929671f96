"""A whole tournament at screens: a list of entries, the ballot, heats, a tie, a final, the prizes.

Tournament Canberra Poker, six entrants at $27.55, of which $2.75 is commission (15.2(c), 12.1): the
pool is 6 x 24.80 = $148.80 (15.20). It is divided 50, 30 and 20 per cent: 74.40, 44.64 and 29.76,
together 148.80. Who sits where is drawn, so figures go by seat: at the first table 180, 90 and 40
are counted, together 310 of the 300 issued, so the table has lost 10; at the second 170, 100 and
20, together 290, so it has won 10. One goes on from each table. The two are level in the final at
100, and play on (15.21): 110 against 90. Third is whoever held most of those who are out: 100.
"""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from houseway.records.telling import time_text
from tests.service import contest
from tests.service.browser.conftest import Casino, Screen, late
from tests.service.contest import NAME, STREAM

NAMES = ("Ana", "Ben", "Chen", "Dora", "Eli", "Finn")
LIST = "person,name,paid\n" + "".join(f"{each},{each},27.55\n" for each in NAMES)
NO_NEWS = """() => addEventListener("htmx:sseBeforeMessage",
    (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true)"""
CONSOLE = f"/director/{NAME}"


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def see_and_confirm(page: Page, name: str, follows: str) -> None:
    """What cannot be undone later is shown before it is done."""
    page.get_by_role("link", name=name, exact=True).first.click()
    expect(page.get_by_role("heading", name="What follows").locator("..")).to_contain_text(follows)
    press(page, f"Confirm: {name.lower()}")


def step(page: Page, sentence: str) -> None:
    expect(page.locator(".band .next")).to_have_text(sentence)


def test_a_tournament_from_the_list_of_entries_to_the_last_prize(casino: Casino) -> None:
    """Tournament Canberra Poker 15.2(c), 15.6, 15.19, 15.20, 15.21: by the director's screen."""
    runner, floor = casino.server.floor.runner, casino.server.floor
    contest.take_in(floor)
    contest.opened(runner)
    tom, eli, noa = (casino.screen(each) for each in ("Tom", "Eli", "Noa"))
    page = tom.sign_in(f"{CONSOLE}/entries")
    _enter_everybody(tom)
    _draw_and_start(page, time_text(floor.now_us())[:16], "Draw the seats at 2 tables")
    dealer = eli.sign_in(f"{CONSOLE}/sessions")
    leaders = _heats(page, dealer)
    eli.complaints.clear()  # the browser's own line about the refused count
    page.goto(f"{tom.url}{CONSOLE}/sessions")
    _confirmed_taken_back_and_confirmed(page, leaders)
    _draw_and_start(page, time_text(floor.now_us())[:16], "Draw the seats at 1 table")
    winner, second = _final(page, dealer, leaders)
    third = _holder(casino, 100)
    _awarded(page, {winner: "$74.40", second: "$44.64", third: "$29.76"})
    _paid(noa.sign_in(f"{CONSOLE}/prizes"))
    step(page, "Every prize is paid: close the tournament")
    see_and_confirm(page, "Close the tournament", "15.2")
    step(page, "The tournament is closed: every prize is paid")
    wall = casino.screen("nobody").open(f"/wall/tournaments/{NAME}")
    expect(wall.locator(".wall-phase")).to_have_text("Final result")
    expect(wall.locator(".leaders li").first).to_contain_text(winner)
    expect(wall.locator(".wall-pool")).to_have_text("$148.80")


def _enter_everybody(tom: Screen) -> None:
    """A list with somebody twice is shown line by line, and nobody comes in; then the right one."""
    page = tom.page
    twice = f"{LIST}Ana,Anna,27.55\n"
    page.get_by_label("or its lines").fill(twice)
    press(page, "Preview the list")
    expect(page.locator("tbody tr").last).to_contain_text("Ana has entry 1; nobody enters twice")
    expect(page.locator("tbody tr").last).to_contain_text("Tournament Canberra Poker 15.5")
    expect(page.get_by_role("button", name="Enter all")).to_have_count(0)
    page.get_by_role("link", name="upload it again").click()
    expect(page.get_by_text("0 entrants")).to_be_visible()
    page.get_by_label("or its lines").fill(LIST)
    press(page, "Preview the list")
    press(page, "Enter all 6")
    expect(page.get_by_text("6 entrants")).to_be_visible()
    _stays_unticked(page)
    _pressed_twice(tom)
    step(page, "Plan the heats")


def _draw_and_start(page: Page, at: str, button: str) -> None:
    """Plan, draw, look at the draft, publish, everybody sits down, start."""
    page.get_by_role("link", name="Plan the session").first.click()
    page.get_by_label("Starts at").fill(at)
    press(page, "Plan the session")
    press(page, button)
    expect(page.get_by_text("A draft:")).to_be_visible()
    press(page, "Publish the seats")
    press(page, "Everyone is here")
    expect(page.get_by_role("button", name="Everyone is here")).to_have_count(0)
    press(page, "Start the session")
    expect(page.locator(".session-head .tag").first).to_have_text("running")


def _stays_unticked(page: Page) -> None:
    """A statement that was not made is not made by news, which draw the form anew as it began."""
    box = page.locator("input[name=eligible]")
    box.evaluate("(box) => { box.checked = false; Idiomorph.morph(box.form, box.form.outerHTML); }")
    expect(box).not_to_be_checked()


def _pressed_twice(tom: Screen) -> None:
    """One press too many does nothing: a button rests until the page shows what it has done."""
    page = tom.page
    page.evaluate(NO_NEWS)
    key = page.get_by_role("button", name="Close the entries")
    with page.expect_response("**/commands") as first:
        key.dblclick()
    assert first.value.status == 200
    expect(key).to_be_disabled()
    page.reload()


def _heats(page: Page, dealer: Page) -> list[str]:
    """Both tables end and are counted; a count that does not add up is refused, with figures. That
    the other table is counted meanwhile takes nothing from what is typed, nor from its sum."""
    leaders = []
    with late(dealer, "**/commands"):
        for table in (f"{NAME}-1", f"{NAME}-2"):
            press(dealer, f"End the session at {table}")
        expect(dealer.locator(f"form[data-order*='{NAME}-1']")).to_be_visible()
    count_one = dealer.locator(f"form[data-order*='{NAME}-1']")
    count_two = page.locator(f"form[data-order*='{NAME}-2']")
    leaders.append(_typed(count_one, ("180", "90", "40"), won="0"))
    leaders.append(_typed(count_two, ("170", "100", "20"), won="10"))
    count_two.get_by_role("button").click()
    expect(dealer.locator(f"#table-1-{NAME}-2 .tag")).to_have_text("✓ counted")
    expect(count_one.locator(".sum")).to_have_text("✗ 310 of the 300 issued here")
    count_one.get_by_role("button").click()
    expect(dealer.locator("#told")).to_contain_text(
        "310 held, 0 won by the table and 0 missing make 310; 300 were issued"
    )
    expect(dealer.locator("#told")).to_contain_text("Tournament Canberra Poker 15.19")
    step(page, "Session 1 is over: count the chips")
    count_one.get_by_label("Won by the table").fill("-10")
    expect(count_one.locator(".sum")).to_have_text("✓ adds up to the 300 issued here")
    count_one.get_by_role("button").click()
    step(page, "Session 1: confirm the counts")
    return leaders


def _typed(form: Locator, counts: tuple[str, ...], *, won: str) -> str:
    """Fill a count in by seat; whoever sits first at the table."""
    fields = form.locator("input[name=counts]")
    expect(fields).to_have_count(len(counts))
    for number, chips in enumerate(counts):
        fields.nth(number).fill(chips)
    form.get_by_label("Won by the table").fill(won)
    return form.locator("label").first.inner_text().strip()


def _confirmed_taken_back_and_confirmed(page: Page, leaders: list[str]) -> None:
    """15.19: the program finds the places; the director makes them final, once taken back."""
    press(page, "Confirm the counts")
    for leader, chips in zip(leaders, (180, 170), strict=True):
        line = page.locator(".working li", has_text=f"Place 1: {leader}")
        expect(line).to_contain_text(f"{chips} chips")
    press(page, "Confirm the places")
    step(page, "Plan the final")
    page.get_by_text("Undo my last action").click()
    page.get_by_label("Reason").fill("a chip was found on the floor")
    press(page, "Undo it")
    step(page, "Session 1: confirm the places")
    press(page, "Confirm the places")
    step(page, "Plan the final")


def _final(page: Page, dealer: Page, leaders: list[str]) -> tuple[str, str]:
    """Level at 100: they play on, and 110 against 90 settles it; by seat, the second wins."""
    dealer.reload()
    press(dealer, f"End the session at {NAME}-1")
    count = dealer.locator(f"form[data-order*='{NAME}-1']")
    loser = _typed(count, ("100", "100"), won="0")
    (winner,) = set(leaders) - {loser}
    count.get_by_role("button").click()
    press(page, "Confirm the counts")
    expect(page.locator(".band .next")).to_contain_text("are tied")
    press(page, "Order additional rounds")
    page.get_by_label(f"{winner} holds").fill("110")
    page.get_by_label(f"{loser} holds").fill("90")
    press(page, "Record the round")
    press(page, "Confirm the places")
    step(page, "Award the prizes")
    return winner, loser


def _holder(casino: Casino, chips: int) -> str:
    """Who was counted with so many in the heats, by the record."""
    tournament = casino.server.floor.runner.tournament(STREAM)
    (number,) = [entry for entry, held in tournament.sessions[0].counts.items() if held == chips]
    return tournament.entries[number].name


def _awarded(page: Page, prizes: dict[str, str]) -> None:
    see_and_confirm(page, "Award the prizes", "74.40")
    page.get_by_role("link", name="To the prizes").first.click()
    rows = page.locator("table.prizes tbody tr")
    expect(rows).to_have_count(len(prizes))
    for place, (name, prize) in enumerate(prizes.items(), 1):
        row = rows.nth(place - 1)
        expect(row.locator("td").first).to_have_text(str(place))
        expect(row).to_contain_text(name)
        expect(row.locator("td.money")).to_have_text(prize)
    expect(page.locator(".working")).to_contain_text("The pool is $148.80")


def _paid(page: Page) -> None:
    """Whoever acts for the operator pays, with the number of a slip, one by one."""
    for slip, amount in enumerate(("$74.40", "$44.64", "$29.76"), 1):
        form = page.locator("form.pay").first
        form.get_by_label("Reference of the payment").fill(f"slip {slip}")
        form.get_by_role("button", name=f"Pay {amount}").click()
        expect(page.locator("form.pay")).to_have_count(3 - slip)
    expect(page.get_by_text("In the pool now").locator("..")).to_contain_text("$0")
