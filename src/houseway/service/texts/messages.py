"""Messages: a sentence of a page as one text, with names for what is put into it.

`<p><strong>{{ patron }}</strong> asks for {{ amount | money }}.</p>` is the message
`<strong>{patron}</strong> asks for {amount}.`: a translation may put its parts in another order.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from jinja2 import nodes
from markupsafe import escape

from houseway.service.texts.markup import (
    INLINE,
    LITERAL,
    VOID,
    Expression,
    Tag,
    Token,
    Value,
    Words,
    name_of,
)

_LETTER = re.compile(r"[^\W\d_]")
_SPACE = re.compile(r"\s+")
_PART = re.compile(r"\{(\w+)\}|<(/?\w+)>")
_CAPITAL = re.compile(r"[A-Z][^A-Z]*[a-z]")


class Message(NamedTuple):
    """A text to translate; `parts` are what its names in braces and its tags stand for."""

    text: str
    line: int
    parts: dict[str, list[Token]]


class UnknownPart(ValueError):
    """A translation names a part that the message does not have."""


Translate = Callable[[Message], str | None]


def has_letters(text: str) -> bool:
    return _LETTER.search(text) is not None


def plain(source: str) -> str:
    """Source of HTML as a translator reads it."""
    return _SPACE.sub(" ", html.unescape(source))


# ---- Sentences ----


def translated(tokens: list[Token], translate: Translate) -> list[Token]:
    """The tokens with every message in them translated.

    A sentence ends at every tag that is not inline, and at one whose other half is not here.
    """
    ends = _pairs(tokens)
    found: list[Token] = []
    run: list[Token] = []
    for at, token in enumerate(tokens):
        if isinstance(token, Tag) and at not in ends:
            found += [*_run(run, translate), with_attributes(token, translate)]
            run = []
        else:
            run.append(token)
    return found + _run(run, translate)


def _pairs(tokens: list[Token]) -> dict[int, int]:
    """The tags of inline elements that are here whole: where each begins, and where that ends."""
    found: dict[int, int] = {}
    open_at: list[tuple[int, str]] = []
    for at, token in enumerate(tokens):
        if not isinstance(token, Tag):
            continue
        if token.name not in INLINE or not (token.whole and token.ended):
            open_at.clear()
        elif token.name in VOID:
            found[at] = at
        elif not token.closing:
            open_at.append((at, token.name))
        elif open_at and open_at[-1][1] == token.name:
            begin, _ = open_at.pop()
            found[begin] = found[at] = at
    return found


def _run(run: list[Token], translate: Translate) -> list[Token]:
    """Inline content: one message if there are words beside its elements, or else one in each."""
    top = list(_top(run))
    if any(isinstance(each, Words) and has_letters(plain(each.source)) for each in top):
        return _sentence(run, translate)
    found: list[Token] = []
    for each in top:
        match each:
            case list():
                begin, *inside, end = each
                found.append(_with(begin, translate))
                found += inside if _literal(each) else _run(inside, translate)
                found.append(end)
            case _:
                found.append(_with(each, translate))
    return found


def _top(run: list[Token]) -> Iterator[Token | list[Token]]:
    """The tokens outside inline elements, and each element as a list."""
    ends = _pairs(run)
    at = 0
    while at < len(run):
        end = ends.get(at, at)
        yield run[at] if end == at else run[at : end + 1]
        at = end + 1


def _with(token: Token, translate: Translate) -> Token:
    match token:
        case Tag():
            return with_attributes(token, translate)
        case Expression(node):
            translate_constants(node, translate)
    return token


def with_attributes(tag: Tag, translate: Translate) -> Tag:
    """A tag whose attributes that people read are translated."""
    content: list[str | Expression | Value] = []
    for each in tag.content:
        if isinstance(each, Value):
            run = _run([*each.content], translate)
            content.append(each._replace(content=tuple(t for t in run if not isinstance(t, Tag))))
        else:
            content.append(each)
    return tag._replace(content=tuple(content))


def _sentence(run: list[Token], translate: Translate) -> list[Token]:
    before, inside, after = _trimmed(run)
    inside = [_with(each, translate) for each in inside]
    message = message_of(inside)
    text = translate(message)
    return run if text is None else [*before, *put(message, text), *after]


def _trimmed(run: list[Token]) -> tuple[list[Token], list[Token], list[Token]]:
    """What is to be translated, without the space around it."""
    first, last = run[0], run[-1]
    before: list[Token] = []
    after: list[Token] = []
    run = [*run]
    if isinstance(first, Words):
        rest = first.source.lstrip()
        before = [Words(first.source[: len(first.source) - len(rest)], first.line)]
        line = first.line + first.source.count("\n", 0, len(first.source) - len(rest))
        run[0] = Words(rest, line)
    last = run[-1]
    if isinstance(last, Words):
        rest = last.source.rstrip()
        after = [Words(last.source[len(rest) :], last.line)]
        run[-1] = last._replace(source=rest)
    return before, run, after


def message_of(run: list[Token]) -> Message:
    """The message of inline content, with a name for everything that is put into it."""
    text, line = "", 0
    parts: dict[str, list[Token]] = {}
    for each in _top_of_sentence(run):
        match each:
            case Words(source, at):
                text += plain(source)
                line = line or at
            case Expression(node):
                text += f"{{{_named(parts, name_of(node), [each])}}}"
            case Tag(closing=True):
                text += f"</{_opened(parts, each.name)}>"
                parts["/" + _opened(parts, each.name)] = [each]
            case Tag():
                text += f"<{_named(parts, each.name, [each])}>"
            case list():
                text += f"{{{_named(parts, _literal_name(each), each)}}}"
    return Message(_SPACE.sub(" ", text).strip(), line, parts)


def _top_of_sentence(run: list[Token]) -> Iterator[Token | list[Token]]:
    """The tokens of a sentence; an element that is never translated is a list."""
    for each in _top(run):
        if not isinstance(each, list) or _literal(each):
            yield each
        else:
            begin, *inside, end = each
            yield begin
            yield from _top_of_sentence(inside)
            yield end


def _named(parts: dict[str, list[Token]], name: str, tokens: list[Token]) -> str:
    free = (
        name
        if name not in parts
        else next(f"{name}{number}" for number in range(2, 100) if f"{name}{number}" not in parts)
    )
    parts[free] = tokens
    return free


def _opened(parts: dict[str, list[Token]], tag: str) -> str:
    """The name of the element of this kind that was opened last and is still open."""
    names = [
        name
        for name, tokens in parts.items()
        if isinstance(tokens[0], Tag) and tokens[0].name == tag and tokens[0].opening
    ]
    return next(name for name in reversed(names) if "/" + name not in parts)


def _literal(element: list[Token]) -> bool:
    """Whether an element is the same in every language: by its kind, or `translate="no"`."""
    begin = element[0]
    if not isinstance(begin, Tag):
        return False
    source = "".join(each for each in begin.content if isinstance(each, str))
    return begin.name in LITERAL or ' translate="no"' in source


def _literal_name(element: list[Token]) -> str:
    return element[0].name if isinstance(element[0], Tag) else ""


def put(message: Message, text: str) -> list[Token]:
    """A translation of a message, with its parts where it has their names."""
    found: list[Token] = []
    at = 0
    for match in _PART.finditer(text):
        name = match[1] or match[2]
        if name not in message.parts:
            if match[0] in message.text:
                continue  # of the text itself
            raise UnknownPart(f"there is no {match[0]} in the message: {message.text}")
        found.append(Words(str(escape(text[at : match.start()])), message.line))
        found += message.parts[name]
        at = match.end()
    return [*found, Words(str(escape(text[at:])), message.line)]


# ---- Texts in expressions ----


def translate_constants(node: nodes.Expr, translate: Translate) -> None:
    """Translate the texts that an expression may come to, in their places."""
    for each in constants(node):
        text = translate(Message(each.value, each.lineno, {}))
        if text is not None:
            each.value = text


def constants(node: nodes.Expr) -> Iterator[nodes.Const]:
    """The texts that an expression may come to; of what is handed on, those that read as texts."""
    match node:
        case nodes.Const(value=str(text)):
            if has_letters(text):
                yield node
        case nodes.CondExpr(expr1=one, expr2=other):
            yield from constants(one)
            if other is not None:
                yield from constants(other)
        case nodes.Or(left=one, right=other) | nodes.Add(left=one, right=other):
            yield from (*constants(one), *constants(other))
        case nodes.Concat(nodes=several):
            for each in several:
                yield from constants(each)
        case nodes.Filter(node=nodes.Expr() as inner, args=args):
            yield from () if node.name == "tojson" else constants(inner)
            if node.name == "default":
                yield from (found for each in args for found in constants(each))
        case nodes.Getitem(node=nodes.Dict(items=pairs)):
            for pair in pairs:
                yield from constants(pair.value)
        case nodes.Call():
            yield from handed_on(node)


def handed_on(node: nodes.Node) -> Iterator[nodes.Const]:
    """Texts in arguments, lists and tables: those with a capital, for the rest are names.

    What a method is asked for is a name too, and so is an argument called `key`.
    """
    match node:
        case nodes.Const(value=str(text)):
            if _CAPITAL.match(text):
                yield node
        case nodes.Call(node=nodes.Name(), args=args, kwargs=named):
            for each in (*args, *(pair.value for pair in named if pair.key != "key")):
                yield from handed_on(each)
        case nodes.List(items=items) | nodes.Tuple(items=items):
            for each in items:
                yield from handed_on(each)
        case nodes.Dict(items=pairs):
            for pair in pairs:
                yield from handed_on(pair.value)
        case nodes.Getitem(node=inner):
            yield from handed_on(inner)
        case nodes.Filter(name="format" | "text"):
            yield from constants(node)
        case nodes.CondExpr(expr1=one, expr2=other) if other is not None:
            yield from (*handed_on(one), *handed_on(other))
        case nodes.Or() | nodes.Concat() | nodes.Add() | nodes.Filter():
            yield from (each for each in constants(node) if _CAPITAL.match(each.value))
