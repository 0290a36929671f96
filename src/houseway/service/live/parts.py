"""A fragment in parts, so that a page is sent only those of them that changed.

A part is an element with `data-part`, unique within its fragment: `{% part "wagers" %}` in a
template, `draw.parts` in a drawing. What lies outside the parts is the frame. While the frame stays
as it is, a page is sent the parts that differ; otherwise the whole fragment. The version of the
table is no difference: a fragment has `VERSION` in its place, and a page sets it from the cursor
that comes with every message.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

from houseway.service.draw.parts import BEGIN, END, NAMED

VERSION = "\x05"  # in a fragment, for the version of its table
SOME_PARTS = "<!--parts-->"  # begins a message that has only the parts which changed


class PartTag(Extension):
    """`{% part "name" %} ... {% endpart %}`: a piece of a template that changes by itself.

    The element around it takes no part in the layout of the page.
    """

    tags = {"part"}  # noqa: RUF012 - as the base class has it

    def parse(self, parser: Parser) -> list[nodes.Node]:
        line = next(parser.stream).lineno
        name = parser.parse_expression().as_const()
        body = parser.parse_statements(("name:endpart",), drop_needle=True)
        opening = f'{BEGIN}{name}{NAMED}<div class="part" data-part="{name}">'
        before = nodes.Output([nodes.TemplateData(opening)], lineno=line)
        after = nodes.Output([nodes.TemplateData(f"</div>{END}")], lineno=line)
        return [before, *body, after]


class Rendered(NamedTuple):
    """A fragment at a version of its table (0: of no one table).

    `shows` is everything that the fragment was made from, where that is known.
    """

    version: int
    frame: tuple[str, ...]
    parts: dict[str, str]
    shows: Any = None

    @property
    def html(self) -> str:
        """The whole fragment."""
        around = iter(self.frame)
        text = next(around) + "".join(part + next(around) for part in self.parts.values())
        return self._at_version(text)

    def since(self, before: Rendered | None) -> str:
        """What a page that shows `before` has to be sent; nothing where it shows this already.

        It begins with the version, so that nothing older takes the place of something newer.
        """
        if before is None or before.frame != self.frame or [*before.parts] != [*self.parts]:
            return f"<!--{self.version}-->{self.html}"
        new = [text for name, text in self.parts.items() if before.parts[name] != text]
        if not new:
            return ""
        drawn = "".join(each for each in new if each.startswith("<g "))
        written = "".join(each for each in new if not each.startswith("<g "))
        svg = f"<svg>{drawn}</svg>" if drawn else ""
        return self._at_version(f"<!--{self.version}-->{SOME_PARTS}{svg}{written}")

    def _at_version(self, text: str) -> str:
        return text.replace(VERSION, str(self.version))


def in_parts(version: int, text: str, shows: Any = None) -> Rendered:
    """A fragment taken apart at its marks."""
    frame, parts = [], {}
    first, *rest = text.split(BEGIN)
    frame.append(first)
    for each in rest:
        name, _, more = each.partition(NAMED)
        content, _, after = more.partition(END)
        parts[name] = content
        frame.append(after)
    return Rendered(version, tuple(frame), parts, shows)
