"""What a page shows, with what was put into it marked as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple

from jinja2 import Environment, Undefined

from houseway.service.texts.markup import INLINE, TEXT_ATTRIBUTES, VOID
from houseway.service.texts.text import Text

DATA, END = "\ue000", "\ue001"  # around what an expression of a template came to
_DATUM = re.compile(f"{DATA}([^{END}]*){END}")
# Markup whose content is the same in every language: code, keys, drawings, times, citations, and
# what events of the log have in their fields.
KEPT = {"code", "kbd", "samp", "script", "style", "svg", "time"}
KEPT_CLASSES = {("a", "clause"), ("span", "fact")}


def mark_data(env: Environment) -> None:
    """Have everything that templates put into pages marked, except texts."""
    translated: Any = env.finalize

    def shown(value: object) -> object:
        result = translated(value)
        if isinstance(value, Text) or hasattr(value, "__html__") or isinstance(value, Undefined):
            return result
        return f"{DATA}{result}{END}"

    env.finalize = shown


class Fault(NamedTuple):
    """Letters outside brackets, brackets in brackets, or a text that was not looked up."""

    what: str
    where: str
    text: str


class Rendered(HTMLParser):
    """A page that is read for faults; a paragraph goes over its inline elements."""

    def __init__(self, html: str, declared: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self.faults: list[Fault] = []
        self.messages = 0
        self._declared = declared
        self._open: list[tuple[str, bool]] = []  # elements, and whether their content is kept
        self._paragraph = ""
        self.feed(html)
        self.close()
        self._end()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        classes = {(tag, each) for each in values.get("class", "").split()}
        kept = self._kept() or tag in KEPT or values.get("translate") == "no"
        kept = kept or bool(KEPT_CLASSES & classes)
        if tag not in INLINE:
            self._end()
        for name, value in values.items():
            if name in TEXT_ATTRIBUTES and not kept:
                self._check(value, f"{tag} {name}")
            elif (
                "⟦" in value and name not in TEXT_ATTRIBUTES and (tag, name) != ("meta", "content")
            ):
                self.faults.append(Fault("a message where nobody reads it", f"{tag} {name}", value))
        if tag not in VOID:
            self._open.append((tag, kept))

    def handle_endtag(self, tag: str) -> None:
        if tag not in INLINE:
            self._end()
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._kept():
            self._paragraph += data

    def _kept(self) -> bool:
        return bool(self._open) and self._open[-1][1]

    def _end(self) -> None:
        where = " ".join(name for name, _ in self._open[-3:])
        self._check(self._paragraph, where)
        self._paragraph = ""

    def _check(self, text: str, where: str) -> None:
        self.messages += text.count("⟦")
        for each in _DATUM.findall(text):
            if each in self._declared:
                self.faults.append(Fault("a text shown as data", where, each))
        shown = text.replace(DATA, "{").replace(END, "}").strip()
        for what in sorted({*_faults(text)}):
            self.faults.append(Fault(what, where, " ".join(shown.split())))


def _faults(text: str) -> Iterator[str]:
    depth = data = 0
    for each in text:
        if each == DATA:
            data += 1
        elif each == END:
            data -= 1
        elif each == "⟦":
            depth += 1
            if depth > 1:
                yield "assembled"
        elif each == "⟧":
            depth -= 1
        elif each.isalpha() and not depth and not data:
            yield "no message"


def elements(html: str) -> list[str]:
    """The elements of a page in their order, without what is drawn and what only one page has."""
    shown = re.sub(r"(?s)<svg.*?</svg>|<meta name=.texts.[^>]*>", "", html)
    return re.findall(r"<([a-z][\w-]*)", shown)
