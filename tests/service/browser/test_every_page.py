"""Every page of every office: no serious fault of accessibility, no heavy table, few requests."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Response, expect

from houseway.games import slugs
from houseway.service.consoles import registry
from tests.service import contest, coup, promoting
from tests.service.browser.beside import one_house, table_with
from tests.service.browser.conftest import PHONE, WIDE, Casino, Screen

pytestmark = pytest.mark.usefixtures("figures_of_the_run")
HEAVIEST = 500_000  # bytes of a table's page with everything it loads
MOST_REQUESTS = 20
# One of each kind of page behind the navigation, by who reads it.
BEHIND = {
    "nobody": (
        "/", "/watch/1", "/sign-in", "/wall/1", "/fair/virtual", "/wall/tournaments/spring",
        "/rules/mini-baccarat",
        "/rules/mini-baccarat/8.8%28b%29", "/rules/readings", "/rules/readings/MB3",
        "/rules/policies", "/rules/coverage", "/rules/print/mini-baccarat", "/promotions/autumn",
    ),
    "Ana": ("/tournaments/spring", "/tables/1", "/play/1", "/play/tournament-roulette"),
    "Eli": (
        "/director/spring/sessions", "/tables/1", "/dealer/1", "/dealer/tournament-pai-gow",
        "/train?game=mini-baccarat", "/train/mini-baccarat?seed=a&kind=irregularity",
        "/train/progress", "/courses",
    ),
    "Dora": (
        "/tables/1", "/pit/1", "/pit/1/orders/ReportPlacementError", "/open-table",
        "/open-table/mini-baccarat", "/tests", "/courses",
    ),
    "Ivy": (
        "/inspect/log", "/inspect/tables/1", "/inspect/tables/1/rounds/1/10",
        "/inspect/notifications", "/inspect/proof", "/inspect/files", "/inspect/drift",
        "/inspect/drift/1", "/analysis/mini-baccarat", "/analysis/mini-baccarat/what-if?decks=6",
        "/analysis/mini-baccarat/simulation", "/desk/autumn/terms",
        "/receipts/1/14", "/daily",
    ),
    "Chen": ("/me", "/me/password"),
    "Rita": (
        "/desk/autumn", "/desk/autumn/terms", "/desk/autumn/entries", "/desk/autumn/draw",
        "/desk/autumn/winners", "/desk/autumn/disputes", "/desk/new", "/desk/register",
    ),
    "Tom": (
        "/director/spring", "/director/spring/conditions", "/director/spring/entries",
        "/director/spring/sessions", "/director/spring/prizes", "/director/spring/plan",
        "/director/spring/ballot/1", "/director/spring/orders/Disqualify",
        "/tournaments/spring/sheets", "/tournaments/spring/sheets/conditions",
    ),
}  # fmt: skip
# What is asked for and is no page: streams, files, pieces of pages, and addresses that lead on.
NO_PAGE = {
    "/events", "/clause", "/favicon.ico",
    "/dealer/{table:str}/orders/{which:str}",
    "/inspect/files/log", "/inspect/files/statement", "/daily/file", "/me/statement.csv",
    "/inspect/tables/{table:str}/at/{version:int}",
    "/inspect/tables/{table:str}/rounds/{number:int}",
    "/analysis/{slug:str}/headline", "/analysis/{slug:str}/plots",
    "/analysis/{slug:str}/plots/{name:str}", "/desk/due", "/desk/{name:str}/files/draw",
    "/promotions/{name:str}/draw", "/fair/{table:str}/revealed",
    "/receipts/{table:str}/{version:int}/file",
    "/tests/{name:str}/sheets/{person:str}/{attempt:int}/file",
    "/tests/{name:str}/sheets/{person:str}/{attempt:int}/pdf",
    "/rules/compare/{slug:str}",  # of no document are there two editions to compare
}  # fmt: skip
MAIN_HEIGHT = """() => document.querySelector("main").getBoundingClientRect().height"""
TOO_WIDE = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const lists = document.querySelectorAll(".wide-table, .scroll");
  return [document.documentElement, ...lists]
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.getAttribute("aria-label") || each.tagName);
}"""
_SCANNED: set[str] = set()  # of the navigation: what several offices have is scanned once
ELSEWHERE = {  # pages of something that must be made or counted first, tried where it is
    "/analysis/simulations/{number:int}",
    "/analysis/{slug:str}/best-play",
    "/desk/register/{reference:str}",
    "/amendments/{edition:str}",
    "/courses/{name:str}",
    "/courses/{name:str}/next",
    "/amendments/{edition:str}/log",
    "/tests/{name:str}",
    "/tests/{name:str}/sit",
    "/tests/{name:str}/sheets/{person:str}/{attempt:int}",
    "/shown-once/{sealed:str}",
    "/demo/{secret:str}",
}


@pytest.fixture(scope="module")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    """A table of every game with betting open, one coup played, a tournament and a promotion."""
    with one_house(chromium, tmp_path_factory.mktemp("pages")) as casino:
        coup.open_table(casino.server.floor.runner, "1")
        coup.play(casino.server.floor.runner, "1")
        for slug in slugs():
            table_with(casino, slug, slug, Ana=1_000_00)
        casino.open_table("virtual", "mini-baccarat", virtual=True)
        promoting.furnish(casino.server.floor)
        contest.take_in(casino.server.floor)
        contest.sealed_round(casino.server.floor.runner)
        yield casino


def _route_of(path: str, routes: set[str]) -> str:
    """The route that answers an address: the one that says more of it word for word comes first."""
    plain = path.partition("?")[0]
    found = [each for each in routes if re.fullmatch(re.sub(r"{\w+:\w+}", "[^/]+", each), plain)]
    return min(found, key=lambda each: each.count("{"), default="")


def test_every_page_there_is_is_looked_at() -> None:
    """A page without an entry above would be one that nobody scans."""
    found = registry.load()
    routes = {path for each in found.routes if "GET" in each.http_methods for path in each.paths}
    listed = [*(link.path for link in found.navigation), *(p for of in BEHIND.values() for p in of)]
    looked_at = {_route_of(path, routes) for path in listed}
    assert sorted(routes - NO_PAGE - ELSEWHERE - looked_at) == []
    assert sorted((NO_PAGE | ELSEWHERE) - routes) == []


@pytest.mark.share(2)
@pytest.mark.parametrize("name", BEHIND)
def test_no_page_of_an_office_has_a_serious_fault(house: Casino, name: str) -> None:
    """The whole navigation of each office, in one line, and one of each kind of page behind it; on
    a phone nothing is scrolled sideways."""
    screen = house.screen(name)
    screen.scan_many()
    page = screen.open("/rules") if name == "nobody" else screen.sign_in()
    links = page.get_by_role("navigation", name="Consoles").get_by_role("link").all()
    paths = [each.get_attribute("href") or "" for each in links]
    assert paths
    assert len({each.evaluate("(link) => link.offsetTop") for each in links}) == 1
    new = [path for path in paths if path not in _SCANNED]
    _SCANNED.update(new)
    for path in dict.fromkeys([*new, *BEHIND[name]]):
        screen.open(path)
        expect(page.locator("h1").first).to_be_attached()
        assert (path, page.evaluate(MAIN_HEIGHT) > 0) == (path, True)  # and not clipped away
        assert (path, too_wide(screen)) == (path, [])  # before the scan takes rows out
        assert (path, screen.faults(), screen.complaints) == (path, [], [])
        assert (path, screen.faults_in_light()) == (path, [])


def too_wide(screen: Screen) -> list[str]:
    """What has to be scrolled sideways on a phone: the page itself, or a table of it."""
    screen.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    found: list[str] = screen.page.evaluate(TOO_WIDE)
    screen.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    return found


@pytest.fixture(scope="module")
def ana(house: Casino) -> Screen:
    screen = house.screen("Ana")
    screen.sign_in()
    return screen


@pytest.mark.share(2)
@pytest.mark.parametrize("slug", slugs())
def test_the_page_of_a_table_is_light(house: Casino, ana: Screen, slug: str) -> None:
    """Everything that a table loads on a first visit, and how many requests that takes."""
    heard: list[Response] = []
    fresh = house.screen("Ana")
    fresh.context.add_cookies(ana.context.cookies())  # type: ignore[arg-type]
    fresh.page.on("response", lambda answer: heard.append(answer))
    fresh.open(f"/play/{slug}")
    expect(fresh.page.locator("#seat")).to_be_visible()
    fresh.page.wait_for_load_state("load")
    loaded = [each for each in heard if "/events" not in each.url]
    weight = sum(len(each.body()) for each in loaded)
    assert 20_000 < weight < HEAVIEST
    assert len(loaded) <= MOST_REQUESTS
