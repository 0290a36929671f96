"""What a page shows, with what was put into it marked as data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import NamedTuple

from jinja2 import Environment, Undefined

from houseway.service.texts.catalogue import Catalogue
from houseway.service.texts.environment import TranslatedEnvironment
from houseway.service.texts.markup import INLINE, TEXT_ATTRIBUTES, VOID
from houseway.service.texts.text import Listed, Term, Text

DATA, END = "\ue000", "\ue001"  # around what an expression of a template came to
_DATUM = re.compile(f"{DATA}([^{DATA}{END}]*){END}")
# What stays English on a page in another language (docs/translating.md has the same list):
# markup whose content is the same in every language: code, keys, times, citations, what events of
# the log have in their fields, and the plots of an analysis, which are files to keep as well.
KEPT = {"code", "kbd", "samp", "script", "style", "time"}
KEPT_CLASSES = {("a", "clause"), ("span", "fact"), ("svg", "plot")}
# Attributes by which scripts are brought texts.
BROUGHT = {("meta", "content"), ("i", "data-spots")}
_TERMS = str.maketrans("⟦⟧", "‹›")


def marked(value: object, catalogue: Catalogue) -> object:
    """A value as the pages show it, with the data in it marked; markup is as it was."""
    match value:
        case Listed():
            return value.between.join(str(marked(each, catalogue)) for each in value.parts)
        case Text():
            values = {name: _inside(each, catalogue) for name, each in value.values.items()}
            shown = value.with_values(values).translated(catalogue.message(value.message) or "")
            return shown.translate(_TERMS) if isinstance(value, Term) else shown
    if hasattr(value, "__html__") or isinstance(value, Undefined):
        return value
    return f"{DATA}{value}{END}"


def _inside(value: object, catalogue: Catalogue) -> object:
    """What is put into a message: names and lists are in brackets of their own kind."""
    shown = marked(value, catalogue)
    return str(shown).translate(_TERMS) if isinstance(value, Term | Listed) else shown


def mark_data(env: Environment) -> None:
    """Have everything that templates put into pages marked, except texts."""
    assert isinstance(env, TranslatedEnvironment)
    catalogue = env.catalogue
    env.finalize = lambda value: marked(value, catalogue)


class Declared:
    """Texts that the service itself has in its source: none of them is data."""

    def __init__(
        self, texts: Iterable[str] = (), sentences: Iterable[tuple[str, ...]] = ()
    ) -> None:
        """`sentences` are the parts of f-strings, in their order."""
        self._texts = {each.casefold() for each in texts}
        self._sentences = {tuple(map(str.casefold, each)) for each in sentences}
        self._checked: dict[str, bool] = {}

    def has(self, text: str) -> bool:
        found = self._checked.get(text)
        if found is None:
            shown = text.casefold()
            found = shown in self._texts or any(_in_order(each, shown) for each in self._sentences)
            self._checked[text] = found
        return found


def _in_order(parts: tuple[str, ...], text: str) -> bool:
    """Whether a text begins and ends with the parts of an f-string and has the others between."""
    if not (text.startswith(parts[0]) and text.endswith(parts[-1])):
        return False
    at = 0
    for each in parts:
        at = text.find(each, at)
        if at < 0:
            return False
        at += len(each)
    return True


NOTHING = Declared()


class Fault(NamedTuple):
    """Letters outside brackets, brackets in brackets, or a text that was not looked up."""

    what: str
    where: str
    text: str


class Rendered(HTMLParser):
    """A page that is read for faults; a paragraph goes over its inline elements."""

    def __init__(self, html: str, declared: Declared = NOTHING) -> None:
        super().__init__()
        self.faults: list[Fault] = []
        self.messages = 0
        self._declared = declared
        self._open: list[tuple[str, bool]] = []  # elements, and whether their content is kept
        self._paragraph = ""
        self._sends_text = False  # an option without a value sends what it shows
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
            elif "⟦" in value and name not in TEXT_ATTRIBUTES and (tag, name) not in BROUGHT:
                self.faults.append(Fault("a message where nobody reads it", f"{tag} {name}", value))
        if tag not in VOID:
            self._open.append((tag, kept))
        self._sends_text = tag == "option" and "value" not in values

    def handle_endtag(self, tag: str) -> None:
        if tag not in INLINE:
            self._end()
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._sends_text and re.search("[⟦‹]", data):
            self.faults.append(Fault("a message that is sent", "option", data))
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
        self._check_data(text, where)
        shown = text.replace(DATA, "{").replace(END, "}").strip()
        for what in sorted({*_faults(text)}):
            self.faults.append(Fault(what, where, " ".join(shown.split())))

    def _check_data(self, text: str, where: str) -> None:
        for each in _DATUM.findall(text):
            if self._declared.has(" ".join(each.split())):
                self.faults.append(Fault("a text shown as data", where, each))


def _faults(text: str) -> Iterator[str]:
    depth = data = 0
    for each in text:
        if each in (DATA, "‹"):
            data += 1
        elif each in (END, "›"):
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
