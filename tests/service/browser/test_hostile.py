"""Text from outside, as hostile as it comes, in every field that takes any: shown, never run.

Every order of every game is given with it wherever it has a field for words or a name; what the
rules take is on the pages, and what they refuse is in the log, which an inspector reads. Then every
office looks at its pages in a real browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from houseway.games import game, slugs
from houseway.games.commands import Command
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.commands.decode import kinds
from tests.service import coup
from tests.service.browser.beside import one_house, table_with
from tests.service.browser.conftest import Casino, Screen

EVIL = (
    "\"'><script>window.pwned=1</script><img src=x onerror=window.pwned=1><svg onload=pwned=1>"
    "</textarea></title><a href=javascript:window.pwned=1>{{7*7}}${7*7}&lt;b&gt;"
)
SHORT = "<img/src=x/onerror=window.pwned=1>"  # one word: it may stand where a name does
FOREIGN = (
    "script:not([src]), [onerror], [onload], [onfocus], img[src='x'], a[href^='javascript:'],"
    " iframe, object, embed"
)
PAGES = {
    "nobody": ("/wall/{}", "/wall", "/promotions"),
    "Ana": ("/tables/{}", "/play/{}", "/me/statement"),
    "Eli": ("/dealer/{}", "/dealer"),
    "Dora": ("/pit/{}", "/pit", "/shift"),
    "Ivy": ("/inspect/log?stream=table/{}", "/inspect/tables/{}", "/inspect/notifications"),
    "Chen": ("/people",),
}


def hostile(kind: type[Command], slug: str) -> Command | None:
    """An order with hostile text in every field for words; None where it has none."""
    hints = get_type_hints(kind)
    fields: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if hints[field.name] is str:
            fields[field.name] = SHORT if field.name in ("patron", "person") else EVIL
        elif field.required:
            fields[field.name] = _something(hints[field.name])
    if not any(value in (EVIL, SHORT) for value in fields.values() if isinstance(value, str)):
        return None
    if "document" in fields:
        fields["document"] = slug
    return kind(**fields)


def _something(hint: Any) -> Any:
    values: tuple[Any, ...] = (1, [], {}, True, "As", [1, 2, 3])
    for value in values:
        try:
            return msgspec.convert(value, hint)
        except msgspec.ValidationError:
            continue
    return None


def spread(casino: Casino, table: str, slug: str) -> int:
    """Give every order with hostile text, each by an office that may; how many were taken."""
    runner = casino.server.floor.runner
    taken = 0
    for number, kind in enumerate(kinds(slug)):
        order = hostile(kind, slug)
        if order is None or kind.__name__ in ("OpenTable", "CloseTable", "CommitSeed"):
            continue
        may = game(slug).orders.get(kind)
        by = min(may.roles) if may else Role.GAMING_SUPERVISOR
        given = Order(order, by, "Dora", f"hostile {number}")
        taken += runner.order(f"table/{table}", given).refused is None
    return taken


@pytest.fixture(scope="module")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with one_house(chromium, tmp_path_factory.mktemp("hostile")) as casino:
        coup.open_table(casino.server.floor.runner, "1")
        coup.play(casino.server.floor.runner, "1")
        spread(casino, "1", "mini-baccarat")
        for slug in slugs():
            table_with(casino, slug, slug, Ana=1_000_00)
            assert spread(casino, slug, slug) > 0, slug
        yield casino


def watched(screen: Screen) -> list[str]:
    """Dialogs that open are closed and kept."""
    opened: list[str] = []

    def close(dialog: Dialog) -> None:
        opened.append(dialog.message)
        dialog.dismiss()

    screen.page.on("dialog", close)
    return opened


def check_harmless(page: Page, path: str) -> None:
    expect(page.locator("h1").first).to_be_attached()
    page.wait_for_load_state("load")
    page.wait_for_timeout(150)  # the first message of the live stream has come
    assert page.evaluate("() => window.pwned") is None, path
    assert page.locator(FOREIGN).count() == 0, path


@pytest.mark.share(1)
@pytest.mark.parametrize("name", PAGES)
def test_hostile_text_is_shown_and_not_run(house: Casino, name: str) -> None:
    screen = house.screen(name)
    opened = watched(screen)
    page = screen.open("/rules") if name == "nobody" else screen.sign_in()
    tables = (
        "1",
        "mini-baccarat",
        "casino-war",
        "tournament-roulette",
        "tournament-canberra-poker",
    )
    shown = 0
    for path in PAGES[name]:
        for table in tables if "{}" in path else ("",):
            screen.open(path.format(table))
            check_harmless(page, path)
            shown += "onerror=window.pwned=1" in page.locator("main").inner_text()
    assert opened == []
    assert screen.complaints == []
    if name in ("Dora", "Ivy"):
        assert shown  # it is there to be read, as what it is


def test_hostile_words_typed_at_a_browser(house: Casino) -> None:
    """A patron disputes in hostile words: told back, and read in the pit, as they were typed."""
    ana, dora = house.screen("Ana"), house.screen("Dora")
    page = ana.sign_in("/play/1")
    page.locator("#more-orders summary").click()
    form = page.locator("form.ask").filter(has_text="Dispute").first
    form.locator("input, textarea").last.fill(EVIL)
    form.get_by_role("button").click()
    expect(page.locator("#more-orders")).to_contain_text("window.pwned=1")
    check_harmless(page, "/play/1")
    seen = dora.sign_in("/pit/1")
    expect(seen.locator("main")).to_contain_text("window.pwned=1")
    check_harmless(seen, "/pit/1")


@pytest.mark.share(1)
@pytest.mark.parametrize(
    "path", ["/sign-in?then={}", "/rules?q={}", "/nowhere/{}", "/clause?cited={}"]
)
def test_hostile_addresses_are_harmless(house: Casino, path: str) -> None:
    screen = house.screen("nobody")
    answer = screen.page.goto(
        screen.url + path.format("%22%3E%3Cscript%3Ewindow.pwned%3D1%3C%2Fscript%3E")
    )
    assert answer is not None
    assert answer.status < 500
    assert screen.page.evaluate("() => window.pwned") is None
    assert screen.page.locator(FOREIGN).count() == 0
    screen.complaints.clear()  # a browser complains of a page that is not there
