"""The messages of a whole template, in its syntax tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jinja2 import nodes

from houseway.service.texts.markup import Reader, nodes_of
from houseway.service.texts.messages import (
    Message,
    Translate,
    handed_on,
    translated,
)


def translate_template(tree: nodes.Template, translate: Translate) -> None:
    """Translate every message of a template in its place."""
    _Pass(translate).body(tree.body, Reader())


def messages_of(tree: nodes.Template) -> list[Message]:
    """Every message of a template, in the order of its text."""
    found: list[Message] = []

    def note(message: Message) -> None:
        found.append(message)

    translate_template(tree, note)
    return found


class _Pass:
    """One walk through a template: outputs are translated, control tags are followed."""

    def __init__(self, translate: Translate) -> None:
        self.translate = translate

    def body(self, body: Iterable[nodes.Node], reader: Reader) -> Reader:
        """Statements one after the other; returns the reader behind them."""
        for node in body:
            reader = self.statement(node, reader)
        return reader

    def statement(self, node: nodes.Node, reader: Reader) -> Reader:
        match node:
            case nodes.Output():
                node.nodes = nodes_of(translated(reader.read(node), self.translate))
            case nodes.If() | nodes.For():
                if isinstance(node, nodes.For):
                    self.hand_on(node.iter)
                ends = [self.body(each, reader.branch()) for each in branches(node)]
                return ends[0]
            case nodes.With():
                return self.body(node.body, reader)
            case nodes.Block() | nodes.AssignBlock() | nodes.Macro():
                self.body(node.body, Reader())
            case nodes.CallBlock():
                self.hand_on(node.call)
                self.body(node.body, Reader())
            case nodes.Assign(node=value):
                self.hand_on(value)
        return reader

    def hand_on(self, node: nodes.Node) -> None:
        for each in handed_on(node):
            text = self.translate(Message(each.value, each.lineno, {}))
            if text is not None:
                each.value = text


def branches(node: nodes.If | nodes.For) -> Iterator[list[nodes.Node]]:
    """Everything that may stand in the place of a control tag, one of them each time."""
    yield node.body
    if isinstance(node, nodes.If):
        for each in node.elif_:
            yield each.body
    if node.else_:
        yield node.else_
