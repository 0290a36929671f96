"""A dealer at a console of the served house."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from houseway.equipment.chips import dollars
from houseway.games.commands import PlaceWager
from houseway.rulebook.roles import Role
from houseway.service.settings import Settings
from tests.service.browser.conftest import Casino, Screen
from tests.service.server import serving


def served(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    """One house for all the tests of a module, each at a table of its own; no page complains.

    A browser notes a refused order by its status, which is no complaint.
    """
    with serving(Settings(folder=str(tmp_path_factory.mktemp("dealer") / "house"))) as server:
        found = Casino(server, chromium)
        yield found
        told = [each for screen in found.screens for each in screen.complaints]
        for screen in found.screens:
            screen.context.close()
    left = [each for each in told if "status of 422" not in each]
    assert left == [], left


class Dealer:
    """Eli at a console. An entry is held until the next key, so that no test waits for a clock."""

    def __init__(self, casino: Casino, screen: Screen) -> None:
        self.casino, self.screen = casino, screen
        self.page: Page = screen.sign_in("/dealer")
        self.page.evaluate("localStorage.setItem('hold', '0')")
        self.table = ""

    def sit_down(self, table: str) -> None:
        self.table = table
        self.screen.open(f"/dealer/{table}")

    def awaits(self, sentence: str) -> None:
        expect(self.page.locator("#sentence")).to_have_text(sentence)

    def keys(self, text: str) -> None:
        """Keys one after the other: `8H` two of them, `Enter` one."""
        for word in text.split():
            for key in [word] if word in ("Enter", "Space", "Backspace", "Escape") else word:
                self.page.keyboard.press(key)

    def does(self, script: str) -> None:
        """Lines of what the console says next, and the keys for it."""
        for line in filter(None, map(str.strip, script.splitlines())):
            sentence, _, keys = line.partition(" > ")
            self.awaits(sentence)
            self.keys(keys)

    def has_done(self, script: str) -> None:
        """The last line of a script is no longer awaited."""
        last = script.strip().splitlines()[-1].partition(" > ")[0].strip()
        expect(self.page.locator("#sentence")).not_to_have_text(last)

    def wager(self, patron: str, wager: str, amount: int, box: int = 0) -> None:
        """A wager placed beside the console."""
        command = PlaceWager(patron, wager, dollars(amount), box)
        self.casino.order(self.table, command, Role.PATRON, patron)

    def sees_wagers(self, rows: int) -> None:
        expect(self.page.locator(".stakes tbody tr")).to_have_count(rows)

    def payouts(self) -> list[str]:
        """The lines of the settlement: who, what became of it, and what is paid in chips."""
        return [
            re.sub(r"\s+", " ", f"{line.locator('label').inner_text()} {_amounts(line)}").strip()
            for line in self.page.locator(".payouts li").all()
        ]

    def ticks(self) -> list[bool]:
        return [each.is_checked() for each in self.page.locator("[data-tick]").all()]


def _amounts(line: Locator) -> str:
    return " ".join(line.locator(".pay, .take, .chips").all_inner_texts())
