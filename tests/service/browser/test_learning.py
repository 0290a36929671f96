"""Progress, courses and time limits at a browser: by keyboard, on a phone, in both themes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.service.settings import Settings
from houseway.training.drill import Drill
from houseway.training.generate import drill
from tests.service.browser.conftest import PHONE, Casino, Screen
from tests.service.browser.test_table_tests import fill
from tests.service.server import serving

SLUG = "casino-war"
# What of a question cannot be read when it is scrolled to an edge of the screen.
COVERED = """() => {
  const parts = document.querySelectorAll(
    ".situation, .next, .asked legend, .asked .pick, .asked label, .asked input, .asked button");
  const covered = [];
  for (const part of parts) for (const block of ["start", "end"]) {
    part.scrollIntoView({ block });
    const { left, right, top, bottom } = part.getBoundingClientRect();
    for (const y of [top + 2, bottom - 2]) {
      const seen = document.elementFromPoint((left + right) / 2, y);
      if (!seen || seen.closest(".go, .told, .top")) covered.push(part.textContent.trim());
    }
  }
  return covered;
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Casino]:
    folder = tmp_path_factory.mktemp("learnt") / "house"
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
    screen.sign_in("/courses")
    return screen


@pytest.fixture(scope="module")
def eli(house: Casino) -> Screen:
    screen = house.screen("Eli", PHONE)
    screen.sign_in("/train")
    return screen


def in_hand(page: Page) -> Drill:
    """The drill that the schedule chose for the page."""
    kind, _, seed = page.locator("[name=exact]").input_value().partition("/")
    return drill(SLUG, kind, seed)


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def without_faults(screen: Screen) -> None:
    assert screen.faults() == []
    assert screen.faults_in_light() == []


def answer(page: Page, *, right: bool) -> None:
    """Answer the question by keyboard."""
    expect(page.get_by_role("button", name="Mark my answer")).to_be_visible()
    if right:
        fill(page, in_hand(page))
    else:
        for field in page.locator(".asked input[inputmode=decimal]").all():
            field.fill("0.01")
    page.get_by_role("button", name="Mark my answer").press("Enter")
    expect(page.get_by_role("button", name="Next question")).to_be_focused()


def test_a_trainee_goes_on_by_keyboard_and_sees_progress(eli: Screen) -> None:
    page = eli.open(f"/train/{SLUG}?kind=payout")
    said = page.locator("#said")
    expect(said).to_contain_text("What do you pay on top of the stake?")
    answer(page, right=False)
    expect(said).to_contain_text("Wrong:")
    page.keyboard.press("Enter")
    expect(page.locator(".drill-head")).to_contain_text("Question 2, 0 of 1 without a mistake")
    answer(page, right=True)
    expect(said).to_contain_text("Right:")
    page.get_by_role("link", name="Your progress").click()
    expect(page.get_by_text("1 of 2 without a mistake")).to_be_visible()
    expect(page.get_by_role("img", name="Recall by section")).to_be_visible()
    expect(page.get_by_role("img", name="Drills of the last 28 days: 2")).to_be_visible()
    assert fits(page)
    without_faults(eli)


@pytest.mark.parametrize("kind", ["irregularity", "payout", "winner"])
def test_the_button_never_covers_a_question_on_a_phone(eli: Screen, kind: str) -> None:
    page = eli.open(f"/train/mini-baccarat?seed=a&kind={kind}")
    expect(page.get_by_role("button", name="Mark my answer")).to_be_attached()
    assert page.evaluate(COVERED) == []


def test_the_last_choice_brings_the_button_into_sight(eli: Screen) -> None:
    page = eli.open("/train/mini-baccarat?seed=a&kind=irregularity")
    button = page.get_by_role("button", name="Mark my answer")
    expect(button).not_to_be_in_viewport()
    for question in page.locator(".asked:has([type=radio])").all():
        question.locator("[type=radio]").last.check()
    expect(button).to_be_in_viewport(ratio=1)
    expect(page.locator(".asked .pick").last).to_be_in_viewport(ratio=1)


def test_when_time_is_up_the_answer_is_marked_and_read_out(eli: Screen) -> None:
    page = eli.open(f"/train/{SLUG}?kind=payout&limit=5")
    expect(page.locator(".clock")).to_contain_text("seconds")
    expect(page.get_by_role("button", name="Next question")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("0 of")
    without_faults(eli)


def test_a_course_is_set_trained_and_seen(dora: Screen, eli: Screen) -> None:
    page = dora.open("/courses")
    page.get_by_label("Title").fill("Payouts in spring")
    page.get_by_label("Short name").fill("spring")
    page.get_by_label("Casino War").check()
    page.get_by_label("Pay winning wagers").check()
    page.get_by_label("People").fill("Eli")
    page.get_by_label("Questions", exact=True).fill("1")
    page.get_by_role("button", name="Create the course").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Payouts in spring")
    expect(page.get_by_role("row", name="Eli")).to_contain_text("not begun")

    own = eli.open("/courses/spring")
    without_faults(eli)
    own.get_by_role("link", name="Start the course").press("Enter")
    answer(own, right=True)
    without_faults(eli)
    own.get_by_role("link", name="About the course").click()
    expect(own.get_by_text("1 answered, 100 % right: done")).to_be_visible()
    assert fits(own)

    page = dora.open("/courses/spring")
    expect(page.get_by_role("row", name="Eli")).to_contain_text("done")
    without_faults(dora)
    page.get_by_text("Withdraw the course").first.click()
    page.get_by_label("Reason").fill("It is over.")
    page.get_by_role("button", name="Withdraw the course").press("Enter")
    expect(page.get_by_text("Withdrawn: It is over.")).to_be_visible()
    dora.open("/courses")
    without_faults(dora)
