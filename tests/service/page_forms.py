"""The forms of a page as a browser without scripts reads and sends them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any, NamedTuple

import httpx

from tests.service.conftest import Client

HTML = {"accept": "text/html"}


class PageForm(NamedTuple):
    """A form that posts, with what its fields hold."""

    action: str
    fields: dict[str, str]

    def press(self, browser: httpx.Client, **typed: Any) -> httpx.Response:
        """Send it with what was typed."""
        return browser.post(self.action, data={**self.fields, **typed}, headers=HTML)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self._open: PageForm | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        found = dict(attrs)
        if tag == "form" and found.get("method") == "post":
            self._open = PageForm(found["action"], {})
            self.forms.append(self._open)
        elif tag == "form":
            self._open = None
        if self._open is None:
            return
        if tag == "select":
            self._select = found.get("name", "")
        elif tag == "option" and ("selected" in found or self._select not in self._open.fields):
            self._open.fields[self._select] = found.get("value", "")
        elif tag == "textarea":
            self._open.fields[found["name"]] = ""
        elif tag == "input" and "name" in found and not _is_empty(found):
            self._open.fields[found["name"]] = found.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None


def _is_empty(found: dict[str, str]) -> bool:
    """Nothing is chosen there."""
    kind = found.get("type")
    return kind == "file" or (kind in ("checkbox", "radio") and "checked" not in found)


def forms_of(page: httpx.Response) -> list[PageForm]:
    reader = _Reader()
    reader.feed(page.text)
    return reader.forms


def form_on(page: httpx.Response, action: str) -> PageForm:
    return next(each for each in forms_of(page) if each.action == action)


def form_at(client: Client, path: str, action: str = "") -> PageForm:
    """The form of a page that posts to an address: to that of the page where none is named."""
    return form_on(client.get(path, headers=HTML), action or path)


def secret_on(page: httpx.Response) -> str:
    """The password or token that a page shows once."""
    found = re.search(r'class="done secret".*?<code>([^<]+)<', page.text)
    assert found is not None, page.text[-3000:]
    return found[1]
