"""Every message for translators: six methods that `pybabel extract` calls.

They need nothing of Babel themselves, so that a house is served without it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import Any, BinaryIO

from jinja2 import nodes

from houseway.games import game, slugs
from houseway.service.draw.svg import every_word
from houseway.service.forms.command_names import ALL_COMMANDS
from houseway.service.forms.form import about
from houseway.service.forms.form_data import label_of
from houseway.service.live.render import environment
from houseway.service.texts.engine import LIST, PHRASES, WORDS
from houseway.service.texts.markup import Expression
from houseway.service.texts.messages import Message, has_letters
from houseway.service.texts.scripts import script_messages
from houseway.service.texts.second_person import every_form
from houseway.service.texts.templates import messages_of

# A line, the function that has the message (none), the message, and what translators are told.
Found = tuple[int, None, str, list[str]]


def from_template(
    file: BinaryIO, _keywords: Collection[str], _tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """The messages of a template, with what their names stand for."""
    tree = environment().parse(file.read().decode())
    for message in messages_of(tree):
        yield message.line, None, message.text, [*_parts(message)]


def from_script(
    file: BinaryIO, _keywords: Collection[str], _tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """The messages of a script."""
    for line, text in script_messages(file.read().decode()):
        yield line, None, text, []


def from_python(
    file: BinaryIO, _keywords: Collection[str], _tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """The messages of a module: `Text("...")`, `Term("...")`, and the tables of `texts({...})`."""
    for node in ast.walk(ast.parse(file.read())):
        match node:
            case ast.Call(
                func=ast.Name(id="Text" | "Term"), args=[ast.Constant(value=str(text)), *_]
            ):
                yield node.lineno, None, text, []
            case ast.Call(func=ast.Name(id="texts"), args=[ast.Dict(values=values)]):
                for each in values:
                    yield each.lineno, None, ast.literal_eval(each), []


def from_commands(
    _file: BinaryIO, _keywords: Collection[str], _tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """What commands declare for consoles: titles, calls, labels and sections, of every game."""
    kinds = {*ALL_COMMANDS, *(kind for slug in slugs() for kind in game(slug).orders)}
    for kind in sorted(kinds, key=lambda each: (each.__module__, each.__name__)):
        told = (kind.title, kind.own_title, kind.bare_title, kind.call, about(kind),
                kind.group.section, *kind.labels.values(),
                *(label_of(name) for name in kind.__struct_fields__))  # fmt: skip
        for text in dict.fromkeys(filter(None, told)):
            yield 1, None, text, []


def from_felts(
    _file: BinaryIO, _keywords: Collection[str], _tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """What games name and a felt shows: wagers, outcomes, hands, cards, tiles and notes."""
    for text in dict.fromkeys(each for each in every_word() if has_letters(each)):
        yield 1, None, text, []


def from_engine(
    _file: BinaryIO, _keywords: Collection[str], _tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """What the engine says: steps, refusals, alerts and duties; and the words among them."""
    forms = LIST.read_text(encoding="utf-8").splitlines()
    words = WORDS.read_text(encoding="utf-8").splitlines()
    for text in dict.fromkeys((*forms, *words, *PHRASES, *every_form(forms))):
        yield 1, None, text, []


def _parts(message: Message) -> Iterator[str]:
    for name, tokens in message.parts.items():
        match tokens:
            case [Expression(node)]:
                yield f"{{{name}}}: {_source(node)}"


def _source(node: nodes.Node) -> str:
    """An expression, about as the template has it."""
    match node:
        case nodes.Name(name=name):
            return str(name)
        case nodes.Getattr(node=inner, attr=name):
            return f"{_source(inner)}.{name}"
        case nodes.Getitem(node=inner):
            return f"{_source(inner)}[...]"
        case nodes.Filter(node=nodes.Node() as inner, name=name):
            return f"{_source(inner)} | {name}"
        case nodes.Call(node=inner, args=args):
            return f"{_source(inner)}({', '.join(map(_source, args))})"
        case nodes.Const(value=value):
            return repr(value)
    return "..."
