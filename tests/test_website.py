"""The documentation site: every page is in its menu, every clause has a page, links are checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from website.build import ROOT, broken_links, file_name
from website.notebooks import notebooks

from houseway.rulebook import documents

GENERATED = {"index.md", "api-reference.md", "cli.md", "clauses/index.md", "notebooks/index.md"}


def test_the_menu_has_every_page_once() -> None:
    menu = (ROOT / "website" / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    listed = re.findall(r"[\w./-]+\.md", menu)
    written = {each.name for each in (ROOT / "docs").glob("*.md")}
    shown = {f"notebooks/{each.stem}.md" for each in notebooks()}
    assert sorted(listed) == sorted(written | shown | GENERATED)


def test_every_clause_has_a_page_of_its_own() -> None:
    for cited in documents():
        names = [file_name(number) for number in cited.clauses]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"[a-z0-9._-]+\.md", each) for each in names)
        assert "index.md" not in names
    assert (file_name("8.8(c)"), file_name("8.8(C)")) == ("8.8-c.md", "8.8-c_.md")


@pytest.mark.parametrize(
    ("link", "broken"),
    [
        ("other.html", False),
        ("other.html#there", False),
        ("#here", False),
        ("https://example.org/x", False),
        ("other.html#nowhere", True),
        ("missing.html", True),
        ("picture.png", True),
    ],
)
def test_a_link_that_leads_nowhere_is_found(link: str, broken: bool, tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text('<h2 id="there">x</h2>', encoding="utf-8")
    page = f'<a id="here"></a><a href="{link}">x</a>'
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    assert list(broken_links(tmp_path)) == ([f"page.html: {link}"] if broken else [])
