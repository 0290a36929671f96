"""Template source as HTML tokens: words, tags, and the expressions in both.

The parser of Jinja gives the source between two control tags as one list of texts and expressions.
Control tags may stand inside an HTML tag or an attribute, so a `Reader` goes on where the list
before has ended.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import copy
from typing import NamedTuple

from jinja2 import nodes

from houseway.service.draw.parts import BEGIN, END, NAMED

# Attributes that people read or hear, some by way of a script or a stylesheet.
TEXT_ATTRIBUTES = frozenset(
    {"alt", "aria-description", "aria-label", "data-before", "data-cell", "data-done",
     "data-result", "data-say",
     "data-then", "placeholder", "title"}
)  # fmt: skip
# Elements inside a sentence. Every other tag ends it.
INLINE = frozenset(
    {"a", "abbr", "b", "br", "cite", "code", "em", "i", "kbd", "q", "samp", "small", "span",
     "strong", "sub", "sup", "time", "var"}
)  # fmt: skip
# Elements whose content is the same in every language: commands, keys, hashes.
LITERAL = frozenset({"code", "kbd", "samp", "script", "style"})
RECOGNISED = "recognised"  # a filter that a translated environment has
# Expressions that are names of people and of what people have named.
PEOPLE = frozenset(
    {"actor", "author", "dealer", "name", "patron", "person", "table", "waits_for", "whose"}
)
VOID = frozenset({"br", "img", "input", "link", "meta", "source"})
_TAG = re.compile(r"</?([a-zA-Z][\w-]*)|<!(?:--)?")
_MARK = re.compile(f"{BEGIN}.*?{NAMED}|{END}")  # of a part of a fragment: ends a sentence as a tag
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*$")


class Value(NamedTuple):
    """What stands in an attribute that people read; `cut`: a control tag follows inside it."""

    content: tuple[Words | Expression, ...]
    cut: bool = False


class Words(NamedTuple):
    """Source between tags, or in an attribute that people read."""

    source: str
    line: int


class Expression(NamedTuple):
    """`{{ ... }}`"""

    node: nodes.Expr


class Tag(NamedTuple):
    """A tag of HTML; `whole` unless a control tag stands inside it."""

    name: str
    closing: bool
    whole: bool
    ended: bool
    content: tuple[str | Expression | Value, ...]

    @property
    def opening(self) -> bool:
        return self.ended and not self.closing and self.name not in VOID


Token = Words | Expression | Tag


class Reader:
    """Reads one list after the other. A copy of it reads a branch."""

    def __init__(self) -> None:
        self._tag = ""  # the tag that is being read
        self._closing = False
        self._whole = True
        self._quote = ""  # that ends the attribute which is being read
        self._text = False  # whether people read that attribute
        self._content: list[str | Expression | Value] = []
        self._value: list[Words | Expression] = []

    def branch(self) -> Reader:
        """A reader that goes on from here by itself."""
        other = copy(self)
        other._content, other._value = [*self._content], [*self._value]
        return other

    def read(self, output: nodes.Output) -> list[Token]:
        """The tokens of a list. A tag that goes on after it comes in parts."""
        tokens: list[Token] = []
        for node in output.nodes:
            if isinstance(node, nodes.TemplateData):
                tokens.extend(self._source(node.data, node.lineno or 0))
            elif self._quote and self._text:
                self._value.append(Expression(node))
            elif self._tag:
                self._content.append(Expression(node))
            else:
                tokens.append(Expression(node))
        return [*tokens, *self._cut()]

    def _cut(self) -> Iterator[Tag]:
        """What has been read of a tag when a control tag follows."""
        if self._tag:
            self._whole = False
            yield self._made(ended=False)

    def _made(self, *, ended: bool) -> Tag:
        if self._value:
            self._content.append(Value(tuple(self._value), cut=True))
        found = Tag(self._tag, self._closing, self._whole, ended, tuple(self._content))
        self._content, self._value = [], []
        return found

    def _source(self, source: str, line: int) -> Iterator[Token]:
        if mark := _MARK.search(source):
            yield from self._source(source[: mark.start()], line)
            yield Tag("", closing=False, whole=True, ended=True, content=(mark[0],))
            yield from self._source(source[mark.end() :], line)
            return
        at = 0
        while at < len(source):
            now = line + source.count("\n", 0, at)
            if not self._tag:
                match = _TAG.search(source, at)
                end = match.start() if match else len(source)
                if end > at:
                    yield Words(source[at:end], now)
                if match is None:
                    return
                self._begin(match)
                at = match.end()
            elif self._quote:
                at = self._in_value(source, at, now)
            else:
                at, ended = self._in_tag(source, at)
                if ended:
                    yield self._made(ended=True)
                    self._tag = ""

    def _begin(self, match: re.Match[str]) -> None:
        self._tag = (match[1] or "!").lower()
        self._closing = match[0].startswith("</")
        self._whole = True
        self._content.append(match[0])

    def _in_tag(self, source: str, at: int) -> tuple[int, bool]:
        """Read until a value begins or the tag ends."""
        for end in range(at, len(source)):
            if source[end] == ">":
                self._content.append(source[at : end + 1])
                return end + 1, True
            if source[end] in "\"'" and self._tag != "!":
                self._content.append(source[at : end + 1])
                name = _ATTRIBUTE.search(source[at:end])
                self._quote = source[end]
                self._text = name is not None and name[1] in TEXT_ATTRIBUTES
                return end + 1, False
        self._content.append(source[at:])
        return len(source), False

    def _in_value(self, source: str, at: int, line: int) -> int:
        end = source.find(self._quote, at)
        inside = source[at:] if end < 0 else source[at:end]
        if self._text and inside:
            self._value.append(Words(inside, line))
        elif inside:
            self._content.append(inside)
        if end < 0:
            return len(source)
        if self._value:
            self._content.append(Value(tuple(self._value)))
            self._value = []
        self._content.append(self._quote)
        self._quote = ""
        return end + 1


def nodes_of(tokens: Iterable[Token | Value | str], *, in_tag: bool = False) -> list[nodes.Expr]:
    """The list that a template has in the place of these tokens.

    An expression that people read is recognised by its value, where that is a word or sentence of
    the engine. One in any other attribute is for programs.
    """
    found: list[nodes.Expr] = []
    for each in tokens:
        match each:
            case str() as source:
                found.append(nodes.TemplateData(source))
            case Words(source):
                found.append(nodes.TemplateData(source))
            case Expression(node):
                found.append(node if in_tag else recognised(node))
            case Value(content):
                found.extend(nodes_of(content))
            case Tag(content=content):
                found.extend(nodes_of(content, in_tag=True))
    return found


def recognised(node: nodes.Expr) -> nodes.Expr:
    """The expression, with the filter that finds what the engine says."""
    if isinstance(node, nodes.Const) or name_of(node) in PEOPLE:
        return node
    return nodes.Filter(node, RECOGNISED, [], [], None, None, lineno=node.lineno)


def name_of(node: nodes.Expr) -> str:
    """What a translator calls an expression."""
    match node:
        case nodes.Name(name=name):
            return str(name)
        case nodes.Getattr(attr=name):
            return str(name)
        case nodes.Getitem(arg=nodes.Const(value=str(name))) if name.isidentifier():
            return name
        case nodes.Getitem(node=inner) | nodes.Filter(node=nodes.Expr() as inner):
            return name_of(inner)
        case nodes.Call(args=[nodes.Expr() as first, *_]):
            return name_of(first)
        case nodes.Call(node=inner) | nodes.Neg(node=inner):
            return name_of(inner)
        case nodes.CondExpr(expr1=inner) | nodes.Or(left=inner):
            return name_of(inner)
    return "value"
