"""Two real browsers at one table: in step, soon painted, light to load."""

from __future__ import annotations

from statistics import median

from playwright.sync_api import Browser, Page, Response, expect, sync_playwright
from tests.service.browser.conftest import ARGUMENTS, CHROMIUM
from tests.service.conftest import PASSWORD

from benchmarks.floor.furnish import Guest

PRESSES = 40
VISITS = 9
_SOON = 200  # ms, so that the order before has come to rest

# The clock of the machine is the same in both browsers, to a tenth of a millisecond.
_CLOCK = "performance.timeOrigin + performance.now()"
_WATCH = f"""() => {{
  const live = document.querySelector("[id^=live-seat-]");
  const version = () => Number(document.getElementById("seat").dataset.version);
  window.await_next = () => {{ window.seen = 0; window.before = version(); }};
  window.await_next();
  const look = () => {{
    if (!window.seen && version() > window.before) window.seen = {_CLOCK};
  }};
  const watched = {{ childList: true, subtree: true, attributes: true }};
  new MutationObserver(look).observe(live, watched);
}}"""
_PRESS = f"""(spot) => {{
  const began = {_CLOCK};
  spot.dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
  return began;
}}"""
_SEEN = """() => new Promise((done, lost) => {
  setTimeout(() => lost(new Error("the other browser saw nothing")), 10000);
  const look = () => { if (window.seen) done(window.seen); else setTimeout(look, 5); };
  look();
})"""
_PAINT = """() => new Promise((done, lost) => {
  setTimeout(() => lost(new Error("nothing was painted")), 10000);
  const look = () => {
    const [first] = performance.getEntriesByName("first-contentful-paint");
    if (first) done(first.startTime); else setTimeout(look, 20);
  };
  look();
})"""


def compare(url: str, guests: list[Guest]) -> None:
    """Prints what two patrons of one table see, and how soon."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        one, two = (_at_table(chromium, url, guest) for guest in guests[:2])
        times = sorted(_in_step(one, two, guests[0]))
        print(
            f"{median(times):.1f} ms from a press in one browser to the change in the other"
            f" (p95 {times[len(times) * 95 // 100]:.1f} ms)"
        )
        where = f"{url}/play/{guests[0].table}"
        print(f"{median(_painted(one, where)):.1f} ms to the first paint of a table's page")
        weight, requests = _weight(chromium, url, guests[2])
        print(f"{weight / 1e3:.0f} kB on a first visit to it, in {requests} requests")
        chromium.close()


def compare_versions(urls: dict[str, str], guests: list[Guest]) -> None:
    """Prints how soon a table's page is painted by each of several servers, in turns."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        pages = {title: _at_table(chromium, url, guests[0]) for title, url in urls.items()}
        painted: dict[str, list[float]] = {title: [] for title in urls}
        for _ in range(VISITS):
            for title, page in pages.items():
                page.goto(f"{urls[title]}/play/{guests[0].table}")
                painted[title].append(float(page.evaluate(_PAINT)))
        for title, url in urls.items():
            weight, requests = _weight(chromium, url, guests[2])
            print(
                f"{title}: {median(painted[title]):.1f} ms to the first paint,"
                f" {weight / 1e3:.0f} kB in {requests} requests"
            )
        chromium.close()


def _at_table(chromium: Browser, url: str, guest: Guest) -> Page:
    page = _signed_in(chromium, url, guest)
    page.goto(f"{url}/play/{guest.table}")
    expect(page.locator("#seat")).to_be_visible()
    return page


def _signed_in(chromium: Browser, url: str, guest: Guest) -> Page:
    page = chromium.new_context().new_page()
    page.goto(f"{url}/sign-in")
    page.get_by_label("Name").fill(guest.name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda address: "/sign-in" not in address)
    return page


def _in_step(one: Page, two: Page, guest: Guest) -> list[float]:
    """From a press on the felt until the other page has changed, in milliseconds."""
    two.evaluate(_WATCH)
    box = f'[data-box="{guest.box}"]' if guest.box else ""
    spot = one.locator(f'.felt-wide .spot[data-wager="{guest.wager}"]{box}')
    times = []
    for _ in range(PRESSES):
        one.wait_for_timeout(_SOON)
        two.evaluate("() => window.await_next()")
        began = spot.evaluate(_PRESS)
        times.append(float(two.evaluate(_SEEN) - began))
    return times


def _painted(page: Page, where: str) -> list[float]:
    times = []
    for _ in range(VISITS):
        page.goto(where)
        times.append(float(page.evaluate(_PAINT)))
    return times


def _weight(chromium: Browser, url: str, guest: Guest) -> tuple[int, int]:
    """Bytes as sent, and requests, of a table's page in a browser that has never seen it."""
    signed_in = _signed_in(chromium, url, guest)
    fresh = chromium.new_context(storage_state=signed_in.context.storage_state()).new_page()
    heard: list[Response] = []
    fresh.on("response", lambda answer: heard.append(answer))
    fresh.goto(f"{url}/play/{guest.table}")
    expect(fresh.locator("#seat")).to_be_visible()
    fresh.wait_for_load_state("load")
    loaded = [each for each in heard if "/events" not in each.url]
    return sum(each.request.sizes()["responseBodySize"] for each in loaded), len(loaded)
