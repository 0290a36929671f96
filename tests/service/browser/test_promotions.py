"""A promotion at real screens, from its conditions to a paid prize; its draw checked at home."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.cli import app as command_line
from houseway.equipment.seeds import commitment_of
from tests.promotion.desk import CLOSE, DAY, DRAW, HOUR, NUMBERS, PUBLIC, PUBLIC_AT, START
from tests.service import promoting as p
from tests.service.browser.beside import one_house
from tests.service.browser.conftest import PHONE, Casino, Screen

DESK = f"/desk/{p.NAME}"
FIELDS = {
    "Starts": "02/03/2026 10:00", "Entries close": "07/03/2026 20:00", "Draw": "07/03/2026 21:00",
    "Ends": "21/03/2026 21:00", "How the prize is awarded": "an electronic draw",
    "When and where the prize is awarded": "on Saturday at nine, at the fountain",
    "Who is eligible": "members who are of age", "The minimum or compulsory wager": "none",
    "What the prize is, with any": "money; nothing is reserved",
    "The closing date and time": "Saturday at eight",
    "The place, date and time": "the gaming floor, Monday to Saturday",
    "How a prize is claimed": "at the desk within two weeks",
    "How the winner is notified": "by telephone",
}  # fmt: skip


@pytest.fixture(scope="module")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with one_house(chromium, tmp_path_factory.mktemp("promotions")) as casino:
        yield casino


def verified(file: Path, *words: str) -> int:
    line = ["draw", "verify", str(file), *words]
    found: int = command_line(line, result_action="return_value", exit_on_error=False)
    return found


def press(page: Page, button: str) -> None:
    """A button of the desk; the page that answers is there once its address is another."""
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.get_by_role("button", name=button, exact=True).click()


def refused(screen: Screen, sentence: str, clause: str) -> None:
    """What the page says; the browser's own line about a refused page is put away."""
    told = screen.page.get_by_role("alert")
    expect(told).to_contain_text(sentence)
    expect(told.get_by_role("link", name=clause, exact=True)).to_be_visible()
    screen.complaints[:] = [each for each in screen.complaints if "status of 422" not in each]


def test_from_the_conditions_to_a_paid_prize(house: Casino, tmp_path: Path) -> None:
    """7-Up Baccarat 16.3, 16.5, 16.7, 16.8, 16.9 and 16.10: a cash draw of $12,000 before its
    scrutineer, its file taken from the public page and drawn again at home."""
    floor = house.server.floor
    p.set_clock(floor, p.BEFORE)
    rita = house.screen("Rita")
    _register(rita)
    _write_terms(rita)
    _publish_and_start(house, rita)
    value = _enter(house, rita)
    _draw(house, rita, value)
    file = _check_at_home(house, tmp_path)
    changed = file.read_bytes().replace(b'"ticket":', b'"ticket":1', 1)
    file.write_bytes(changed)
    assert verified(file) == 1
    _pay(house, rita)
    assert p.state(floor).life == "over"
    assert (rita.faults(), rita.complaints) == ([], [])


def _register(rita: Screen) -> None:
    page = rita.sign_in("/desk/new")
    page.get_by_label("Name", exact=True).fill("Autumn draw")
    page.get_by_label("Short name for addresses").fill(p.NAME)
    page.get_by_label("7-Up Baccarat").check()
    press(page, "Register the promotion")


def _write_terms(rita: Screen) -> None:
    page = rita.page
    page.get_by_label("Public value of an electronic draw").fill(PUBLIC.source)
    page.get_by_label("When it becomes known").fill("07/03/2026 20:30")
    for label, text in FIELDS.items():
        page.get_by_label(label, exact=label in ("Starts", "Draw", "Ends")).first.fill(text)
    page.locator("input[name='present'][value='no']").check()
    first = page.get_by_role("group", name="Another prize")
    first.get_by_label("Name of the prize").fill("first prize")
    first.get_by_label("Value in dollars").fill("12,000")
    first.get_by_label("Conditions on receiving").fill("none")
    press(page, "Save the conditions")
    expect(page.get_by_text("1 missing.")).to_be_visible()
    lacking = page.locator(".term.lacking")
    expect(lacking).to_have_count(1)
    expect(lacking.get_by_role("link")).to_have_text("7-Up Baccarat 16.8.10")
    press(page, "Publish the conditions")
    refused(rita, "how the results are published", "7-Up Baccarat 16.8")
    page.get_by_label("How the results are published").fill("on the website")
    press(page, "Save the conditions")
    expect(page.get_by_text("Nothing is missing.")).to_be_visible()


def _publish_and_start(house: Casino, rita: Screen) -> None:
    page = rita.page
    press(page, "Publish the conditions")
    page.get_by_role("link", name="Status", exact=True).click()
    expect(page.locator(".clock-line")).to_contain_text(
        re.compile("full details by 01/03/2026 10:00 in (2 d|1 d 23 h)")  # the clock goes on
    )
    press(page, "Record the notice to the Authority")
    expect(page.locator(".clock-line")).to_contain_text("can start from 02/03/2026 10:00")
    press(page, "Start the promotion")
    refused(rita, "the earliest start is 2026-02-28 10:00 UTC", "7-Up Baccarat 16.10")
    p.set_clock(house.server.floor, p.BEFORE + DAY)
    press(page, "Start the promotion")
    refused(rita, "conditions have it start at 2026-03-02 10:00 UTC", "7-Up Baccarat 16.8.7")
    p.set_clock(house.server.floor, START)
    press(page, "Start the promotion")
    press(page, "Start the promotion")
    expect(page.locator(".tag.life-running")).to_be_visible()


def _enter(house: Casino, rita: Screen) -> str:
    page = rita.page
    page.get_by_role("link", name="Entries", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Quirin Vale")
    page.get_by_label("Address", exact=True).fill("17 Lantern Court")
    page.get_by_label("Tickets", exact=True).fill("3")
    press(page, "Enter")
    csv = b"person,address,tickets\nOdo Brand,3 Mill Lane,2\nUte Lang,4 Ford Street,1\n"
    file = {"name": "desk.csv", "mimeType": "text/csv", "buffer": csv}
    page.get_by_label("CSV with the columns").set_input_files(file)  # type: ignore[arg-type]
    press(page, "Enter the list")
    expect(page.locator(".big-figure")).to_contain_text("6 tickets")
    press(page, "Seal the list")
    refused(rita, "Entries are received until", "7-Up Baccarat 16.8.6")
    p.set_clock(house.server.floor, CLOSE + 1)
    press(page, "Seal the list")
    refused(rita, "its draw needs a scrutineer", "7-Up Baccarat 16.3")
    page.get_by_role("link", name="Draw", exact=True).click()
    expect(page.locator(".next-step")).to_contain_text("Decide on a scrutineer")
    page.get_by_label("Sign-in name of the scrutineer").fill("Ivy")
    press(page, "Name the scrutineer")
    value = _commit(house)
    page.get_by_role("link", name="Entries", exact=True).click()
    press(page, "Seal the list")
    expect(page.get_by_role("heading", name="Seal the list?")).to_be_visible()
    assert rita.faults() == []
    press(page, "Seal the list")
    expect(page.get_by_text("Sealed 07/03/2026 20:00")).to_be_visible()
    return value


def _commit(house: Casino) -> str:
    """Ivy makes a value in her own browser; the page sends its hash alone."""
    screen = house.screen("Ivy")
    page = screen.sign_in(f"{DESK}/draw")
    page.get_by_role("button", name="Make a value in this browser").click()
    value = page.locator("[data-value]")
    expect(value).to_have_text(re.compile("^[0-9a-f]{64}$"))
    found = value.inner_text()
    press(page, "Commit to the value")
    assert p.state(house.server.floor).draw.share.commitment == commitment_of(found)
    assert (screen.faults(), screen.complaints) == ([], [])
    return found


def _draw(house: Casino, rita: Screen, value: str) -> None:
    page = rita.page
    p.set_clock(house.server.floor, PUBLIC_AT)
    page.get_by_role("link", name="Draw", exact=True).click()
    page.get_by_label("The value as published").fill(NUMBERS)
    page.get_by_label("Where you read it").fill("the evening news")
    press(page, "Record the public value")
    ivy = house.screen("Ivy").sign_in(f"{DESK}/draw")
    ivy.get_by_label("The public value as you read it").fill(NUMBERS)
    press(ivy, "Confirm the public value")
    p.set_clock(house.server.floor, DRAW)
    rita.open(f"{DESK}/draw")
    press(page, "Draw the winners")
    refused(rita, "Ivy has not revealed the committed value", "7-Up Baccarat 16.8.1")
    ivy.get_by_label("Your value (64").fill(value)
    press(ivy, "Reveal the value")
    rita.open(f"{DESK}/draw")
    press(page, "Draw the winners")
    press(page, "Draw the winners")
    press(page, "Publish the results")
    refused(rita, "Ivy has not signed the draw", "7-Up Baccarat 16.3")
    ivy.goto(f"{house.server.url}{DESK}/draw")
    expect(page.locator("[data-moved]")).to_be_hidden()
    press(ivy, "Sign the draw")
    expect(page.get_by_text("Someone else has changed this promotion")).to_be_visible()
    rita.open(f"{DESK}/draw")
    press(page, "Publish the results")
    expect(page.get_by_text("Results published 07/03/2026 21:00")).to_be_visible()


def _check_at_home(house: Casino, folder: Path) -> Path:
    """Anybody, without signing in: the file, and the hashes that stand on the page."""
    nobody = house.screen("nobody", PHONE)
    page = nobody.open(f"/promotions/{p.NAME}")
    hashes = page.locator(".facts .hash")
    commitment, share, digest = (hashes.nth(each).inner_text() for each in range(3))
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download the draw file").click()
    file = folder / taken.value.suggested_filename
    taken.value.save_as(file)
    assert file.name == f"{p.NAME}.hwdraw"
    published = ("--digest", digest, "--commitment", commitment, "--share", share)
    assert verified(file, *published, "--public", NUMBERS) == 0
    assert verified(file, *published, "--public", "1 2 3") == 1
    assert verified(file, "--digest", commitment, "--commitment", commitment) == 1
    assert "Vale" not in page.content()
    assert (nobody.faults(), nobody.complaints) == ([], [])
    return file


def _pay(house: Casino, rita: Screen) -> None:
    page = rita.page
    p.set_clock(house.server.floor, DRAW + 49 * HOUR)
    page.get_by_role("link", name="Winners and claims").click()
    expect(page.get_by_text("Overdue: Notify by")).to_be_visible()
    page.get_by_role("button", name="Show name: winner 1").click()
    expect(page.locator(".shown-name")).to_contain_text("(written down)")
    page.get_by_label("Method").select_option("telephone")
    page.get_by_label("Where or when").fill("the number on file")
    page.get_by_label("Reached").check()
    press(page, "Record the attempt: winner 1")
    page.get_by_text("Record the winner's claim").click()
    page.get_by_label("Cash", exact=True).fill("2,000")
    press(page, "Record the claim: winner 1")
    refused(rita, "the prize is $12,000", "7-Up Baccarat 16.5")
    page.get_by_text("Record the winner's claim").click()
    for label, amount in (("Cash", "2,000"), ("Crossed cheque", "6,000"),
                          ("Electronic transfer", "4,000")):  # fmt: skip
        page.get_by_label(label, exact=True).fill(amount)
    press(page, "Record the claim: winner 1")
    press(page, "Hand the prize over: claim 1")
    press(page, "Hand the prize over")
    page.get_by_role("link", name="Status", exact=True).click()
    press(page, "Close the promotion")
    press(page, "Close the promotion")
    expect(page.locator(".tag.life-over")).to_be_visible()


def test_the_kind_of_prize_opens_its_details(house: Casino) -> None:
    """7-Up Baccarat 16.8.11.2(iv): on-road costs are asked for where the prize is a vehicle."""
    screen = house.screen("Rita", PHONE)
    page = screen.sign_in("/desk/new")
    page.get_by_label("Name", exact=True).fill("A car")
    page.get_by_label("Short name for addresses").fill("car")
    page.get_by_label("7-Up Baccarat").check()
    press(page, "Register the promotion")
    prize = page.get_by_role("group", name="Another prize")
    expect(prize.get_by_label("On-road costs")).to_be_hidden()
    prize.get_by_label("Kind").select_option("vehicle")
    expect(prize.get_by_label("On-road costs")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (screen.faults(), screen.complaints) == ([], [])
