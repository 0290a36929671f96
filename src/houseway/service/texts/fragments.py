"""Sentences that a template puts together from fragments: none can be translated.

`Waiting{% if late %} in vain{% endif %} for {{ who }}` has no message that is the sentence. Where
control tags choose, each choice has to be a whole sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from jinja2 import nodes

from houseway.service.texts.markup import (
    INLINE,
    LITERAL,
    Expression,
    Reader,
    Tag,
    Token,
    Value,
    Words,
)
from houseway.service.texts.messages import constants, has_letters, plain
from houseway.service.texts.templates import branches

# What may stand between two texts of one paragraph that are translated apart.
_ENDS = re.compile(r"[.!?:;·…]\W*$")
_BEGINS = re.compile(r"^\s*[·(|/:;]")
_READS = re.compile(r"^[A-Z][a-z]|^\s*[a-z]+ |^ [a-z]+")  # words, not an address or a name
_COUNTED = re.compile(r"\{\}\s*\{text\}|\{text\}\s*\{\}")  # a number and its noun
_TEXT = "{text}"  # in a piece, for an expression that comes to a text of the template itself
Path = tuple[tuple[int, int], ...]  # through control tags: which, and which branch of it


class Fragments(NamedTuple):
    """Texts that make up one sentence, and where the first stands."""

    line: int
    texts: tuple[str, ...]


class _Piece(NamedTuple):
    """Text that no control tag interrupts."""

    path: Path
    order: int
    line: int
    text: str


class _Inline:
    """An inline element, or the paragraph around all of them.

    One that a control tag shows or leaves out as a whole is a text of its own.
    """

    def __init__(self, name: str = "", path: Path = ()) -> None:
        self.name = name
        self.path = path
        self.pieces: list[_Piece] = []
        self.inside: list[_Inline] = []

    def every_piece(self) -> list[_Piece]:
        """The pieces of its text, those in elements that belong to it included."""
        inside = (piece for each in self.inside_always() for piece in each.every_piece())
        return sorted([*self.pieces, *inside], key=lambda each: each.order)

    def inside_always(self) -> list[_Inline]:
        paths = {each.path for each in self.pieces if has_letters(each.text)}
        return [each for each in self.inside if each.path == self.path or each.path in paths]


def fragments_of(tree: nodes.Template) -> list[Fragments]:
    """Every sentence of a template that is put together from fragments."""
    search = _Search()
    search.body(tree.body, Reader(), ())
    search.end_paragraph()
    return sorted(set(search.found))


class _Search:
    """One walk through a template, paragraph by paragraph."""

    def __init__(self) -> None:
        self.found: list[Fragments] = []
        self._stack = [_Inline()]
        self._attribute = _Inline()  # that is being read
        self._order = 0
        self._controls = 0

    def body(self, body: Iterable[nodes.Node], reader: Reader, path: Path) -> Reader:
        for node in body:
            reader = self._statement(node, reader, path)
        return reader

    def _statement(self, node: nodes.Node, reader: Reader, path: Path) -> Reader:
        match node:
            case nodes.Output():
                self._order += 1
                for token in reader.read(node):
                    self._token(token, path)
            case nodes.If() | nodes.For():
                self._controls += 1
                which = self._controls
                ends = [
                    self.body(each, reader.branch(), (*path, (which, number)))
                    for number, each in enumerate(branches(node))
                ]
                return ends[0]
            case nodes.With():
                return self.body(node.body, reader, path)
            case nodes.Assign(node=value):
                self._expression(value)
            case nodes.Block() | nodes.AssignBlock() | nodes.Macro() | nodes.CallBlock():
                if isinstance(node, nodes.CallBlock):
                    self._expression(node.call)
                outside, self._stack = self._stack, [_Inline()]
                self.body(node.body, Reader(), path)
                self.end_paragraph()
                self._stack = outside
        return reader

    def _token(self, token: Token, path: Path) -> None:
        match token:
            case Words(source, line):
                self._add(self._stack[-1], path, line, plain(source))
            case Expression(node):
                self._expression(node)
                self._add(self._stack[-1], path, node.lineno, _mark(node))
            case Tag():
                self._tag(token, path)

    def _expression(self, node: nodes.Node) -> None:
        """Texts that are joined in an expression."""
        joined = [*node.find_all((nodes.Concat, nodes.Add))]
        if isinstance(node, nodes.Concat | nodes.Add):
            joined.append(node)
        for each in joined:
            texts = [found.value for found in constants(each) if _READS.search(found.value)]
            if texts:
                self.found.append(Fragments(each.lineno, tuple(texts)))

    def _add(self, element: _Inline, path: Path, line: int, text: str) -> None:
        if any(each.name in LITERAL for each in self._stack):
            return
        last = element.pieces[-1] if element.pieces else None
        if last is not None and last.order == self._order:
            element.pieces[-1] = last._replace(text=last.text + text)
        else:
            element.pieces.append(_Piece(path, self._order, line, text))

    def _tag(self, tag: Tag, path: Path) -> None:
        for each in tag.content:
            if isinstance(each, Value):
                self._value(each, path)
        if not tag.ended:
            return
        self._end_attribute()
        if tag.name not in INLINE:
            self.end_paragraph()
        elif tag.closing:
            if len(self._stack) > 1:
                self._stack.pop()
        elif tag.opening:
            element = _Inline(tag.name, path)
            self._stack[-1].inside.append(element)
            self._stack.append(element)

    def _value(self, value: Value, path: Path) -> None:
        for each in value.content:
            match each:
                case Words(source, line):
                    self._add(self._attribute, path, line, plain(source))
                case Expression(node):
                    self._expression(node)
                    self._add(self._attribute, path, node.lineno, _mark(node))
        if not value.cut:
            self._end_attribute()

    def _end_attribute(self) -> None:
        self._check(self._attribute)
        self._attribute = _Inline()

    def end_paragraph(self) -> None:
        self._check(self._stack[0])
        self._stack = [_Inline()]

    def _check(self, element: _Inline) -> None:
        """A paragraph with words of its own is one text; otherwise each element in it is one."""
        own = [each for each in element.pieces if _says(each)]
        if not own:
            for each in element.inside:
                self._check(each)
            return
        for each in element.inside:
            if each not in element.inside_always():
                self._check(each)
        pieces = [each for each in element.every_piece() if _says(each)]
        for first, second in _neighbours(pieces):
            if not (_ENDS.search(first.text) or _BEGINS.search(second.text)):
                texts = (first.text.strip(), second.text.strip())
                self.found.append(Fragments(first.line, texts))
        for piece in pieces:
            others = has_letters(piece.text.replace(_TEXT, ""))
            if (_TEXT in piece.text and others) or _COUNTED.search(piece.text):
                self.found.append(Fragments(piece.line, (piece.text.strip(),)))


def _mark(node: nodes.Expr) -> str:
    """What stands for an expression in a piece."""
    own = not isinstance(node, nodes.Call) and any(True for _ in constants(node))
    return _TEXT if own else "{}"


def _says(piece: _Piece) -> bool:
    return has_letters(piece.text)


def _neighbours(pieces: list[_Piece]) -> Iterator[tuple[_Piece, _Piece]]:
    """Pieces that a page may show one after the other, cut apart by a control tag."""
    for at, first in enumerate(pieces):
        for second in pieces[at + 1 :]:
            if first.order == second.order or _alternatives(first.path, second.path):
                continue
            yield first, second
            if not second.path[len(first.path) :]:
                break


def _alternatives(one: Path, other: Path) -> bool:
    """Whether the two are different branches of the same control tag."""
    chosen = dict(one)
    return any(chosen.get(which, branch) != branch for which, branch in other)
