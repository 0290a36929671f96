"""README at a browser: Eli deals a coup, and a script that needs Python alone follows the table.

That the installed package serves is asked in `tests/packaging/test_wheel.py`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.packaging.test_wheel import PYTHON
from tests.service.browser.test_newcomer import Newcomer, deal_until, hurried

FOLLOWED = "mini-2"


def test_a_coup_is_dealt_while_a_script_follows_the_table(
    tmp_path: Path, chromium: Browser
) -> None:
    for eli in hurried(tmp_path / "house", chromium):
        eli.enter("Eli")
        with _script(eli.url, _token(eli), tmp_path) as lines:
            first = int(next(lines))
            _deal_a_card(eli)
            assert int(next(lines)) > first


def _token(eli: Newcomer) -> str:
    """Press *Account*, and create a token."""
    page = eli.page
    eli.follow("Account")
    page.get_by_label("Name", exact=True).fill("script")
    page.get_by_role("button", name="Create token").click()
    return page.locator(".secret code").inner_text()


@contextmanager
def _script(address: str, token: str, folder: Path) -> Iterator[Iterator[str]]:
    """The script of README, running where no package can be imported; what it prints."""
    ((code, _),) = [each for each in PYTHON if "urlopen(" in each[0]]
    assert f"tables={FOLLOWED}" in code
    program = code.replace("http://127.0.0.1:8000", address)
    known = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    with subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", program], cwd=folder, stdout=subprocess.PIPE,
        encoding="utf-8", env=known | {"TOKEN": token, "no_proxy": "127.0.0.1"},
    ) as following:  # fmt: skip
        try:
            assert following.stdout is not None
            yield iter(following.stdout)
        finally:
            following.kill()


def _deal_a_card(eli: Newcomer) -> None:
    """Press *Deal*, then the table; make it ready, close the betting, type a card."""
    page: Page = eli.page
    eli.navigate("Deal")
    page.get_by_role("link", name=FOLLOWED).click()
    deal_until(page, "Wagers may be placed")
    expect(page.locator(".stakes tbody tr").first).to_be_visible()
    page.keyboard.press("n")
    expect(page.locator("#sentence")).to_have_text("A card to the player hand")
    page.keyboard.press("9")
    page.keyboard.press("h")
    expect(page.locator("#sentence")).to_have_text("A card to the banker hand")
    expect(page.get_by_role("img", name=re.compile("^player: .*9"))).to_be_visible()
