"""The pictures of the tour are those of today's pages, and the tour shows every one of them."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from tests.tour.fingerprints import fingerprint, fingerprints
from tests.tour.manifest import FILES, FOLDER, digests, recorded, stale

MOST_BYTES = 5_000_000
FEWEST_COLOURS = 16


def test_no_pictured_page_has_changed_since_its_picture_was_taken() -> None:
    changed = stale(fingerprints(), recorded()["pages"])
    assert not changed, f"run `make tour`: pages changed since their pictures: {changed}"


def test_the_pictures_are_those_of_the_manifest() -> None:
    found = digests()
    assert sorted(found) == sorted(FILES)
    assert found == recorded()["files"], "run `make tour ARGS=--all`"
    assert sum((FOLDER / name).stat().st_size for name in found) < MOST_BYTES


def test_no_picture_is_empty() -> None:
    """The background alone, of a page that shows nothing, has one colour or a few shades of it."""
    for name in FILES:
        with Image.open(FOLDER / name) as picture:
            assert sum(map(bool, picture.convert("P").histogram())) > FEWEST_COLOURS, name


def test_the_tour_shows_every_picture_once() -> None:
    page = FOLDER.with_suffix(".md").read_text("utf-8")
    assert sorted(re.findall(r"tour/([\w-]+\.(?:png|webp))", page)) == sorted(FILES)


PAGE = '<link href="/static/base.css?v=1"><p>Ana</p><input value="0123456789abcdef01234567">'


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (PAGE.replace("?v=1", "?v=2"), True),
        (PAGE.replace("abcdef", "fedcba"), True),
        (PAGE.replace("<p>", "\n  <p>"), False),
        (PAGE.replace("Ana", "Ben"), False),
        (PAGE.replace("base.css", "felt.css"), False),
    ],
)
def test_a_fingerprint_follows_what_is_shown(other: str, same: bool) -> None:
    """Tokens and the version of a file's address are not shown; words and styles are."""
    assert (fingerprint(other) == fingerprint(PAGE)) == same
