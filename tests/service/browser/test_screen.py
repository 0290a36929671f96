"""A page whose script fails ends its test at once, and is named."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Error, expect

from tests.service.browser.conftest import Screen


def test_no_test_waits_for_a_page_whose_script_has_failed(chromium: Browser) -> None:
    context = chromium.new_context()
    screen = Screen(context, "", "Ana")
    screen.page.set_content("<script>setTimeout(() => { throw new Error('lost') })</script>")

    with pytest.raises((AssertionError, Error), match="closed"):
        expect(screen.page.locator("h1")).to_be_visible()

    assert screen.complaints == ["lost"]
    context.close()
