"""The scan of pages finds a faint text wherever it is, also beside others like it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.service.browser.scanning import scan, scan_in_light

PAGE = """<!doctype html><html lang="en"><head><title>A page</title><style>
body { background: #fff; color: #000; margin: 0; }
.panel { background: #111; color: #fff; }
[data-theme="light"] .note { color: #ccc; }
</style></head><body><main><h1>Words</h1>%s</main></body></html>"""
READABLE = '<p class="note">These words can be read.</p>'


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    yield context.new_page()
    context.close()


def faults_of(page: Page, body: str) -> list[str]:
    page.set_content(PAGE % body)
    return scan(page)


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("body", "many"),
    [
        ('<p class="note" style="color: #ccc">These words cannot be read.</p>', 1),
        ('<div style="opacity: 0.3">' + READABLE + "</div>", 1),
        ('<div class="panel"><p class="note" style="color: #222">Dark on dark.</p></div>', 1),
        (READABLE + "<style>.note { color: #ccc; }</style>", 1),
        (READABLE + "<style>main { background: #222; }</style>", 2),  # and the heading
        (READABLE + "<style>p ~ p { color: #ccc; }</style>" + READABLE, 1),
    ],
)
def test_a_faint_text_is_found_after_a_readable_one_of_the_same_class(
    page: Page, body: str, many: int
) -> None:
    assert faults_of(page, READABLE) == []
    for _ in range(2):  # a fault is not taken as known the second time
        faults = faults_of(page, body)
        assert [each.partition(":")[0] for each in faults] == ["color-contrast"] * many


def test_a_text_that_is_placed_is_measured_where_it_lies(page: Page) -> None:
    """The same element over the page and over a dark panel that is not around it."""
    words = '<p class="over" style="position: absolute; top: 300px">Words over something</p>'
    panel = '<div style="{}; position: absolute; top: 250px; width: 900px; height: 200px"></div>'

    assert faults_of(page, panel.format("background: #fff") + words) == []
    (fault,) = faults_of(page, panel.format("background: #111") + words)
    assert fault.startswith("color-contrast")


def test_the_light_theme_is_measured_by_itself(page: Page) -> None:
    assert faults_of(page, READABLE * 2) == []
    faults = scan_in_light(page)
    assert [each.partition(": [")[0] for each in faults] == ["in light: color-contrast"] * 2


def test_other_serious_faults_are_found_on_every_page(page: Page) -> None:
    for _ in range(2):
        (fault,) = faults_of(page, READABLE + '<img src="data:,">')
        assert fault.startswith("image-alt")
