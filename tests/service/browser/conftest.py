"""A served house with people at browsers of their own."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    Route,
    expect,
    sync_playwright,
)

from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.settings import Settings
from tests.offices import opening_of
from tests.service.browser.scanning import AXE, scan, scan_in_light
from tests.service.conftest import HASH, PASSWORD, PEOPLE
from tests.service.server import PLAIN, Serving, serving
from tests.waiting import PATIENCE

# Chromium without the windows and menus around its pages takes half the processor time.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--no-opt --no-maglev",  # no page lives long enough to repay a compiler
]
WIDE, TABLET, PHONE = (1280, 800), (820, 1180), (390, 844)
LATE_MS = 700
# A test presses again as soon as it has seen what the press before did: sooner than people can.
AT_ONCE = """
    if (location.protocol.startsWith("http") && !localStorage.getItem("houseway-moment"))
        localStorage.setItem("houseway-moment", "1");
"""
PATIENCE_MS = PATIENCE * 1_000
Motion = Literal["reduce", "no-preference"]


class Screen:
    """One person's browser. What the page's own scripts complain of is kept."""

    def __init__(self, context: BrowserContext, url: str, name: str) -> None:
        self.context, self.url, self.name = context, url, name
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", self._failed)
        self.page.on("console", self._heard)

    def _failed(self, error: Any) -> None:
        """The page's own script failed. Close the page, so that no test waits for it in vain."""
        self.complaints.append(str(error))
        self.page.close()

    def _heard(self, message: Any) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def open(self, path: str) -> Page:
        self.page.goto(self.url + path)
        return self.page

    def sign_in(self, then: str = "/") -> Page:
        """Open a page with a new session. `fill_in_sign_in` begins one at the form."""
        self.context.add_cookies(session_cookies(self.url, self.name))
        return self.open(then)

    def fill_in_sign_in(self, then: str = "/") -> Page:
        """Sign in at the form, then open a page."""
        self.open("/sign-in")
        self.page.get_by_label("Name").fill(self.name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url(lambda address: "/sign-in" not in address)
        return self.open(then)

    def scan_many(self) -> None:
        """Let every page load the scanner by itself: the browser then compiles it only once."""
        self.context.add_init_script(path=AXE)

    def faults(self) -> list[str]:
        """What a scan for accessibility finds, from serious upwards."""
        return scan(self.page)

    def faults_in_light(self) -> list[str]:
        """What the light theme does to contrasts, after `faults` has scanned the dark one."""
        return scan_in_light(self.page)


def window(browser: Browser, size: tuple[int, int], *, motion: Motion = "reduce") -> BrowserContext:
    """A browser of somebody's own, in which a press counts at once and no wait is for long."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion=motion
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(AT_ONCE)
    return context


def session_cookies(url: str, name: str) -> list[Any]:
    """Sign in over the API; the cookies by which the house knows a browser and its session."""
    csrf = httpx.get(f"{url}/healthz", **PLAIN).cookies
    [(csrf_name, token)] = csrf.items()
    answer = httpx.post(
        f"{url}/api/session", json={"name": name, "password": PASSWORD},
        headers={"cookie": f"{csrf_name}={token}", "x-csrftoken": token}, **PLAIN,
    )  # fmt: skip
    assert answer.status_code == 200, answer.text
    return [
        {
            "name": each.name, "value": each.value or "", "domain": "127.0.0.1", "path": "/",
            "secure": each.secure, "httpOnly": True, "sameSite": "Strict",
        }
        for each in answer.cookies.jar
    ]  # fmt: skip


@contextmanager
def late(page: Page, what: str) -> Iterator[None]:
    """Over a slow line: whatever has such an address comes later than the rest."""

    def hold(route: Route) -> None:
        page.wait_for_timeout(LATE_MS)
        route.continue_()

    page.route(what, hold)
    yield
    page.unroute(what)


class Casino:
    """A served house, and whoever sits at a screen of it."""

    def __init__(self, server: Serving, browser: Browser) -> None:
        self.server, self.browser = server, browser
        self.screens: list[Screen] = []
        for name, office in PEOPLE.items():
            server.floor.desk.create_hashed(Account(name, str(office)), HASH, None)

    def screen(
        self, name: str, size: tuple[int, int] = WIDE, *, motion: Motion = "reduce"
    ) -> Screen:
        """Somebody at a screen, who has not signed in yet and does not care for motion."""
        seen = Screen(window(self.browser, size, motion=motion), self.server.url, name)
        self.screens.append(seen)
        return seen

    def order(self, table: str, command: Any, by: Role, actor: str = "Dora") -> None:
        """An order given beside the screens, that must be taken."""
        key = f"{actor} {self.server.floor.runner.version(f'table/{table}')}"
        answer = self.server.floor.runner.order(f"table/{table}", Order(command, by, actor, key))
        assert answer.refused is None, answer.refused

    def open_table(self, table: str, slug: str, **opening: Any) -> None:
        """A table with its cards ready, as a supervisor or director opens it."""
        directed = slug.startswith("tournament-")
        by = Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR
        self.order(table, opening_of(slug, **opening), by)

    def ready(self, table: str) -> None:
        """The cards are checked, shuffled and loaded."""
        self.order(table, TakeAsPrepared(), Role.DEALER, "Eli")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure tells what every open page showed."""
    report = yield
    browser = item.funcargs.get("chromium")
    if report.failed and isinstance(browser, Browser):
        for page in [page for context in browser.contexts for page in context.pages]:
            with suppress(Error):  # a page that cannot answer any more
                report.sections.append((f"shown at {page.url}", page.inner_text("body")))
    return report


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all tests here that follow one another in a process. It ends before others:
    while it is there, its loop runs in this thread, and no test could start a loop of its own."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def casino(tmp_path: Path, chromium: Browser) -> Iterator[Casino]:
    """A house, and afterwards the check that no page complained."""
    with serving(Settings(folder=str(tmp_path / "house"))) as server:
        found = Casino(server, chromium)
        yield found
        complaints = [each for screen in found.screens for each in screen.complaints]
        for screen in found.screens:
            screen.context.close()
    assert complaints == []
