"""A patron's share of the deal at a browser: made, sent, seen by everybody, and changed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.browser.beside import one_house
from tests.service.browser.conftest import PHONE, WIDE, Casino

SHARE = re.compile(r"[0-9a-f]{64}")
PICTURES = os.environ.get("HOUSEWAY_PICTURES", "")  # a folder, to look at what was tested


@pytest.fixture(scope="module")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with one_house(chromium, tmp_path_factory.mktemp("share")) as casino:
        casino.open_table("fair", "mini-baccarat", virtual=True)
        yield casino


def pictured(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def shares(house: Casino) -> dict[str, str]:
    return house.server.floor.look("fair", lambda table, _: dict(table.shares))


@pytest.mark.share(1)
@pytest.mark.parametrize(("name", "size"), [("Ana", WIDE), ("Ben", PHONE)])
def test_a_share_is_made_by_the_browser_and_sent_on_joining(
    house: Casino, name: str, size: tuple[int, int]
) -> None:
    """The value stands in the field before it is sent; the page of the deal shows every share."""
    screen = house.screen(name, size)
    page = screen.sign_in("/play/fair")
    page.get_by_text("Your share of the deal").click()
    field = page.get_by_label("A random value of yours")
    expect(field).to_have_value(SHARE)
    own = "c3" * 32 if name == "Ben" else field.input_value()
    field.fill(own)  # anybody may bring a value of their own
    pictured(page, f"join-{size[0]}")

    page.get_by_role("button", name="Join the table").click()
    expect(page.locator(f'#share[data-given="{own}"]')).to_have_count(1)
    expect(field).not_to_be_editable()
    assert shares(house)[name] == own
    pictured(page, f"share-{size[0]}")

    page = screen.open("/fair/fair")
    expect(page.locator(".hashes").first).to_contain_text(own)
    pictured(page, f"fair-{size[0]}")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert screen.faults() == []
    assert screen.complaints == []
