"""A crawl of every page: from the consoles along every link, and every GET route with real names.

It knows nothing of a page but its address and its bytes, so it serves any client that can ask.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable
from html import unescape
from html.parser import HTMLParser
from typing import NamedTuple

import httpx

from houseway.service.forms.pressed_once import FIELD

CONSOLES = (
    "/", "/tables", "/wall", "/pit", "/shift", "/daily", "/dealer", "/inspect", "/inspect/log",
    "/people", "/devices", "/desk", "/director", "/analysis", "/promotions", "/tournaments", "/me",
    "/me/statement", "/play", "/open-table", "/desk/register", "/fair", "/exclusions",
)  # fmt: skip
VOID = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
}  # fmt: skip
_LINK = re.compile(r'href="(/[^"#]*)')
# Streams that do not end, and the rule book, which shows nothing that was stored.
_LEFT_OUT = re.compile(r"/events|/api/events|/static/|/rules/|/clause|/analysis/")
_NUMBER = re.compile(r"\d+")
OF_A_SHAPE = 3  # pages whose addresses differ in numbers only


class Broken(NamedTuple):
    """A page that is not as it should be."""

    path: str
    status: int
    why: str


class _Tags(HTMLParser):
    """Whether every element that is opened is closed, and every form that posts has its key."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.fault = ""
        self._without_key = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "form" and ("method", "post") in attrs:
            self._without_key = f"the form of {dict(attrs).get('action')} has no key"
        elif ("name", FIELD) in attrs:
            self._without_key = ""
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """It closes itself."""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.fault = self.fault or self._without_key
        if tag in VOID or self.fault:
            return
        while self.open and self.open[-1] != tag and self.open[-1] in ("p", "li", "tr", "td", "th"):
            self.open.pop()  # may be left open
        if not self.open or self.open.pop() != tag:
            self.fault = f"</{tag}> closes nothing"


def fault_in(answer: httpx.Response) -> str:
    """What is wrong with an answer; nothing where it is whole."""
    if answer.status_code >= 500:
        return "an error of ours"
    kind = answer.headers.get("content-type", "")
    if kind.startswith("application/json"):
        try:
            json.loads(answer.content)
        except ValueError as wrong:
            return f"not JSON: {wrong}"
    if kind.startswith("text/html"):
        tags = _Tags()
        tags.feed(answer.text)
        return tags.fault or (f"<{tags.open[-1]}> stays open" if tags.open else "")
    return ""


def crawl(
    get: Callable[[str], httpx.Response], starts: Iterable[str], most: int
) -> tuple[int, list[Broken]]:
    """Ask for the starts and what they link to; how many pages there were, and the broken ones."""
    waiting = deque(dict.fromkeys((*CONSOLES, *starts)))
    known, shapes, broken, asked = set(waiting), dict[str, int](), list[Broken](), 0
    while waiting and asked < most:
        path = waiting.popleft()
        answer, asked = get(path), asked + 1
        fault = fault_in(answer)
        if fault:
            broken.append(Broken(path, answer.status_code, fault))
        for link in _links(answer):
            shape = _NUMBER.sub("0", link)
            if link not in known and shapes.get(shape, 0) < OF_A_SHAPE:
                known.add(link)
                shapes[shape] = shapes.get(shape, 0) + 1
                waiting.append(link)
    return asked, broken


def _links(answer: httpx.Response) -> list[str]:
    if not answer.headers.get("content-type", "").startswith("text/html"):
        return []
    found = map(unescape, _LINK.findall(answer.text))
    return [each for each in found if not _LEFT_OUT.match(each)]
