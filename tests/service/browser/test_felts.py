"""Every layout: legible, nothing covered, large enough to press; and legible on every console.

The felt of a layout is as wide as beside the seat on a screen of 1280 px, or as a phone of 360 px.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from houseway.games import slugs
from houseway.games.table_rules import RESULTS_DISPLAY
from houseway.service import draw
from houseway.service.draw.felts import plan_of
from houseway.table.view import PlaceSeen, SettlementSeen, View, WagerSeen
from tests.service import coup
from tests.service.browser.beside import one_house, prepare
from tests.service.browser.conftest import PHONE, WIDE, Casino
from tests.service.draw.test_table import moment

STYLES = Path(draw.__file__).parents[1] / "static" / "felt.css"
WIDTHS = {False: 928, True: 360}
LEGIBLE_PX, TARGET_PX = 11, 24
TALLEST_PX = 831
MEASURE = """() => {
  const felt = document.querySelector("svg.felt");
  const shown = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const all = (what) => [...felt.querySelectorAll(what)].filter(shown);
  const box = (each) => each.getBoundingClientRect();
  const size = (each) => {
    const drawn = each.getScreenCTM();
    return parseFloat(getComputedStyle(each).fontSize) * Math.hypot(drawn.a, drawn.b);
  };
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  // The four corners of the figures of a text that may be turned; a figure is .72 of a letter high.
  const inked = (each) => {
    const { x, y, width, height } = each.getBBox();
    const high = parseFloat(getComputedStyle(each).fontSize) * 0.72;
    const top = y + (height - high) / 2;
    return [[x, top], [x + width, top], [x + width, top + high], [x, top + high]]
      .map(([px, py]) => new DOMPoint(px, py).matrixTransform(each.getScreenCTM()));
  };
  const overlap = (a, b) => [a, b].every((of) => of.every((p, i) => {
    const q = of[(i + 1) % 4];
    const long = Math.hypot(q.x - p.x, q.y - p.y);
    const along = (r) => ((r.x - p.x) * (q.y - p.y) - (r.y - p.y) * (q.x - p.x)) / long;
    const [u, v] = [a.map(along), b.map(along)];
    const end = Math.min(Math.max(...u), Math.max(...v));
    return end - Math.max(Math.min(...u), Math.min(...v)) > 0.5;
  }));
  const said = (each) => each.getAttribute("class") + " " + each.textContent.slice(0, 30);
  const words = all(".print, .band-text, .number-text, .outside-text, .cloth-title, .cloth-motto,"
    + " .box-number, .card, .tile, .sign-line, .plate-text, .odds-line");
  const over = all(".stack, .tag, .plate, .lammer, .result-board");
  const tags = all(".tag");
  const edge = box(felt.querySelector(".gold-line"));
  const within = (each) => each.left > edge.left + 2 && each.right < edge.right - 2;
  const outside = all(".plate, .result-board, .lammer").filter((each) => !within(box(each)))
    .map(said);
  const spilt = all(".lammer, .result-board, .plate, .area").flatMap((each) =>
    [...each.parentNode.children].filter((text) => text.tagName === "text" && shown(text)
      && !text.matches(".plate-note") && box(text).width > box(each).width + 1).map(said));
  spilt.push(...all(".diamond").filter((each) => shown(each)
    && box(each.nextElementSibling).width > 0.9 * box(each).width).map(said));
  const piled = tags.flatMap((a, i) => tags.slice(i + 1).filter((b) => meet(box(a), box(b)))
    .map((b) => said(a.closest(".settled")) + " lies on " + said(b.closest(".settled"))));
  const crossing = tags.filter((tag) => {
    const { wager } = tag.closest(".settled").dataset;
    const area = felt.querySelector(
      `.spot[data-wager="${wager}"][data-box="0"] > .area:not(.line)`);
    const [a, b] = area ? [box(tag), box(area)] : [];
    return area && b.width > 1.05 * a.width && (a.left < b.left || a.right > b.right);
  }).map((tag) => said(tag.closest(".settled")));
  const numbers = all(".pocket-text").map((each) => [each, inked(each)]);
  const meeting = numbers.filter(([, ink], i) => overlap(ink, numbers.at(i - 1)[1]))
    .map(([each]) => said(each));
  const small = Object.fromEntries(all("text").map((each) => [said(each), size(each)]));
  const apart = (a, b) => !a.contains(b) && a.parentNode !== b.parentNode;
  const covers = over.flatMap((a) => words.filter((b) => apart(a, b) && meet(box(a), box(b)))
    .map((b) => said(a) + " covers " + said(b)));
  const least = (each) => Math.min(box(each).width, box(each).height);
  const spots = [...felt.querySelectorAll(".spot[role=button] > :not(title)")];
  const targets = Object.fromEntries(spots.map((each) => [
    JSON.stringify({ ...each.parentNode.dataset }), least(each)]));
  return { small, covers, piled, targets, outside, spilt, crossing, meeting };
}"""

SIZES = """(letters) => [...document.querySelectorAll(letters)]
  .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .map((each) => {
    const drawn = each.getScreenCTM();
    const size = parseFloat(getComputedStyle(each).fontSize) * Math.hypot(drawn.a, drawn.b);
    return [each.textContent, size];
  })"""
CELLS = """() => [...document.querySelectorAll(".board-phone:not(.spins) svg")]
  .map((each) => each.getBoundingClientRect().height / 6)"""
ON_A_FELT, ON_A_BOARD = ".felts text", ".wall-board .board text"
CONSOLES = {
    "nobody": ("/", "/watch/1"),
    "Ana": ("/tables/1", "/play/wheel"),
    "Eli": ("/dealer/1", "/dealer/wheel", "/train/mini-baccarat?seed=tour&kind=payout"),
    "Dora": ("/pit/1", "/pit/wheel"),
    "Ivy": (f"/inspect/tables/1/rounds/1/{coup.SETTLED}",),
}
LONG_RESULTS = {
    "tournament-canberra-poker": "dealer does not play",
    "tournament-pai-gow": "box 2 pushes, box 3 wins, box 5 wins",
}
WALLS = ("/wall/1", "/wall/wheel")
FOUR = "/wall?tables=1,wheel,third,fourth"
NARROW = (1024, 1180)  # wide, and too narrow for a column beside the felt
# Pages of a patron and of a guest, and screens between a small phone and a wide desk: upright, on
# their side, and to either side of every width at which a page or a felt changes its shape.
OPEN_PAGES = {"nobody": ("/", "/watch/1"), "Ana": ("/play/1", "/play/wheel", "/tables/1")}
SCREENS = (
    (360, 740), (389, 844), (480, 900), (640, 360), (700, 900), (740, 360), (820, 1180),
    (821, 1180), (844, 390), (900, 700), (932, 430), (951, 1200), (952, 700), (991, 800),
    (993, 800), (1024, 768), (1100, 800), (1279, 800), (1280, 800), (1440, 900), (1600, 900),
)  # fmt: skip


@pytest.fixture(scope="module")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with one_house(chromium, tmp_path_factory.mktemp("felts")) as casino:
        coup.open_table(casino.server.floor.runner, "1")
        coup.play(casino.server.floor.runner, "1")
        shown = ("table", "wheel", "layout", RESULTS_DISPLAY)
        casino.open_table("wheel", "tournament-roulette", options={"approved": shown})
        prepare(casino, "wheel")
        yield casino


def illegible(page: Page, letters: str) -> list[tuple[str, float]]:
    sizes = page.evaluate(SIZES, letters)
    assert sizes, f"nothing is written at {page.url}"
    return [(text, px) for text, px in sizes if text and px < LEGIBLE_PX]


@pytest.mark.share(2)
@pytest.mark.parametrize("name", CONSOLES)
def test_every_console_shows_a_legible_felt(house: Casino, name: str) -> None:
    """Beside the forms of staff as well, at 1280 and at 390 px."""
    screen = house.screen(name)
    if name != "nobody":
        screen.sign_in()
    for path in CONSOLES[name]:
        for width, height in (WIDE, PHONE):
            screen.page.set_viewport_size({"width": width, "height": height})
            screen.open(path)
            assert (path, width, illegible(screen.page, ON_A_FELT)) == (path, width, [])


@pytest.mark.share(1)
@pytest.mark.parametrize("name", OPEN_PAGES)
def test_a_felt_is_legible_at_every_width(house: Casino, name: str) -> None:
    """Letters of 11 px from 360 to 1600 px. No page is wider than the screen, and a felt that is
    not zoomed is at most as high as the tallest layout on a phone, or as the screen."""
    screen = house.screen(name)
    if name != "nobody":
        screen.sign_in()
    for path in OPEN_PAGES[name]:
        page = screen.open(path)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            where = (path, width, height)
            assert (where, illegible(page, ON_A_FELT)) == (where, [])
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
            (felt,) = [each for each in page.locator(".felts > svg").all() if each.is_visible()]
            high = felt.evaluate("(each) => each.getBoundingClientRect().height")
            assert high <= max(TALLEST_PX, height), where


def test_a_wall_is_legible_on_a_phone_too(house: Casino) -> None:
    """Names, counts and the letters in the marks of a road; the marks without letters are as
    large as on a wall of 1280 px."""
    screen = house.screen("nobody")
    for path in WALLS:
        page = screen.open(path)
        assert (path, illegible(page, ON_A_BOARD)) == (path, [])
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        assert (path, illegible(page, ON_A_BOARD)) == (path, [])
        cells = page.evaluate(CELLS)
        assert (path, [px for px in cells if px < LEGIBLE_PX]) == (path, [])
        page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})


def test_four_tables_on_one_wall_are_legible(house: Casino) -> None:
    for table in ("third", "fourth"):
        house.open_table(table, "mini-baccarat")
    page = house.screen("nobody").open(FOUR)
    assert page.locator(".wall").count() == 4
    assert illegible(page, ON_A_BOARD) == []


def test_the_pit_has_a_legible_felt_between_a_phone_and_a_desk(house: Casino) -> None:
    page = house.screen("Dora", NARROW).sign_in("/pit/1")
    assert illegible(page, ON_A_FELT) == []


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


def settled(wager: WagerSeen, *, won: bool) -> SettlementSeen:
    """Lost, or paid 95 in the hundred in small chips: a high stack."""
    paid, lost = (wager.amount * 95 // 100, 0) if won else (0, wager.amount)
    return SettlementSeen(
        wager.patron, wager.wager, wager.box, wager.amount, "won" if won else "lost", paid, lost,
        wager.amount - lost, ((1_00, 4), (50, 1), (25, 1)) if won else (), (),
    )  # fmt: skip


def over(view: View) -> View:
    """The same table with its wagers settled, every other one of them won."""
    lines = tuple(settled(each, won=i % 2 == 0) for i, each in enumerate(view.wagers))
    return replace(view, wagers=(), settlements=lines)


def crowded(view: View, *, tall: bool) -> View:
    """Two patrons at every box, each with a wager on every area of the layout that has words."""
    plan = plan_of(view.edition, view.options, tall=tall)
    boxes = sorted({each.box for each in plan.spots if each.box}) or [0]
    names = [(f"{name} {box}", box) for box in boxes for name in ("Ana", "Ben")]
    areas = [each for each in plan.spots if not re.search("area (line|unprinted)", each.shape)]
    return replace(
        view,
        places=tuple(PlaceSeen(box, name, None) for name, box in names),
        wagers=tuple(
            WagerSeen(name, each.wager, each.box, 5_00)
            for name, box in names
            for each in areas
            if each.box in (0, box) and (each.box or box in boxes[:1])
        ),
        settlements=(),
    )


def measured(page: Page, view: View, *, tall: bool) -> Any:
    page.set_viewport_size({"width": WIDTHS[tall], "height": 900})
    felt = draw.table(view, interactive=True, tall=tall)
    styles = STYLES.read_text(encoding="utf-8")
    page.set_content(f"<style>body {{ margin: 0 }} {styles}</style>{felt}")
    return page.evaluate(MEASURE)


@pytest.mark.share(5)
@pytest.mark.parametrize("tall", [False, True], ids=["1280", "360"])
@pytest.mark.parametrize("slug", slugs())
def test_a_felt_is_legible_uncovered_and_large_enough_to_press(
    page: Page, slug: str, tall: bool
) -> None:
    """Letters of 11 px, no chip or tag over a word, a card, another tag or the edge of a long area,
    numbers of a wheel that do not meet, areas of 24 px."""
    view = moment(slug)
    full = crowded(view, tall=tall)
    longest = replace(view.felt, result=LONG_RESULTS.get(slug, view.felt.result))
    for each in (view, over(view), full, over(full), replace(view, felt=longest)):
        found = measured(page, each, tall=tall)
        assert {said: px for said, px in found["small"].items() if px < LEGIBLE_PX} == {}
        assert found["covers"] == []
        assert found["piled"] == []
        assert found["outside"] == []
        assert found["spilt"] == []
        assert found["crossing"] == []
        assert found["meeting"] == []
    targets = found["targets"]
    assert {name: px for name, px in targets.items() if px < TARGET_PX} == {}
