"""A whole table test of every game at a browser, by keyboard, with a sheet checked offline."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.games import find, slugs
from houseway.receipt_check import check
from houseway.service.settings import Settings
from houseway.training.drill import Drill, Part
from houseway.training.generate import drill, kinds_of
from tests.service.browser.conftest import PHONE, Casino, Screen
from tests.service.server import serving

LENGTH = 3


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Casino]:
    folder = tmp_path_factory.mktemp("tested") / "house"
    with serving(Settings(folder=str(folder))) as server:
        found = Casino(server, chromium)
        yield found
        complaints = [each for screen in found.screens for each in screen.complaints]
        for screen in found.screens:
            screen.context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def dora(house: Casino) -> Screen:
    screen = house.screen("Dora")
    screen.sign_in("/tests")
    return screen


@pytest.fixture(scope="module")
def eli(house: Casino) -> Screen:
    screen = house.screen("Eli", PHONE)
    screen.sign_in("/tests")
    return screen


def set_test(page: Page, slug: str) -> None:
    page.get_by_label("Title").fill(f"Test of {slug}")
    page.get_by_label("Short name").fill(slug)
    page.get_by_label("Seed").fill("seven")
    page.get_by_label("Questions", exact=True).fill(str(LENGTH))
    page.get_by_role("button", name="Create the test").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Test of {slug}")


def fill(page: Page, made: Drill) -> None:
    for at, part in enumerate(made.parts):
        fill_part(page, at, part)


def fill_part(page: Page, at: int, part: Part) -> None:
    if part.form == "money":
        page.locator(f"[name=part-{at}]").fill(part.answer[0])
        return
    for number, option in enumerate(part.options):
        if part.form == "order":
            place = str(1 + part.answer.index(option))
            page.locator(f"[name=part-{at}-{number}]").select_option(place)
        elif option in part.answer:
            field = page.locator(f"[name=part-{at}][value='{number}']")
            field.focus()
            field.press("Space")


@pytest.mark.share(1)
@pytest.mark.parametrize("slug", slugs())
def test_a_whole_test_is_sat_and_its_sheet_proved(
    house: Casino, dora: Screen, eli: Screen, slug: str
) -> None:
    set_test(dora.open(f"/tests?game={slug}"), slug)
    page = eli.open(f"/tests/{slug}")
    page.get_by_role("button", name="Start the test").press("Enter")
    kinds = kinds_of(find(slug))
    for number in range(LENGTH):
        expect(page.locator(".drill-head")).to_contain_text(f"Question {number + 1} of {LENGTH}")
        made = drill(find(slug), kinds[number % len(kinds)], f"seven/1-{number}")
        fill(page, made)
        page.get_by_role("button", name="Answer").press("Enter")
    page.get_by_role("link", name="Result sheet of Eli, attempt 1").click()
    expect(page.get_by_text("passed", exact=True)).to_be_visible()
    with page.expect_download() as downloaded:
        page.get_by_role("link", name="Download the signed result").click()
    receipt = downloaded.value.path().read_bytes()
    key = house.server.floor.sealing.signing.key.public_key().public_bytes_raw()
    body = json.loads(check(receipt, key)["event"]["body"])
    assert (body["passed"], body["percent"], body["missed"]) == (True, 100, [])
    if slug == slugs()[0]:
        for path in ("/tests", f"/tests/{slug}", f"/tests/{slug}/sheets/Eli/1"):
            dora.open(path)
            assert dora.faults() == []
            assert dora.faults_in_light() == []


def test_training_by_keyboard_reads_out_question_and_mark(eli: Screen) -> None:
    page = eli.open("/train/mini-baccarat?seed=one&kind=total")
    said = page.locator("#said")
    expect(said).to_contain_text("What is the total")
    made = drill("mini-baccarat", "total", "one-0")
    place = 1 + made.parts[0].options.index(made.parts[0].answer[0])
    page.keyboard.press(str(place))
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Right:")
    expect(page.get_by_role("button", name="Next question")).to_be_focused()
    assert eli.faults() == []
    page.keyboard.press("Enter")
    expect(said).to_contain_text("What is the total")
    expect(page.locator(".drill-head")).to_contain_text("Question 2")
