"""Pieces of a page that change by themselves: each a template, rendered for one viewer.

A topic names a fragment and, unless it shows the whole floor, a table or one of another kind:
`felt:7`, `floor`, `director:spring`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

from jinja2 import Environment

from houseway.service.access.accounts import Account
from houseway.service.draw.parts import Pieces
from houseway.service.errors import Wrong
from houseway.service.floor_protocols import SeesTables
from houseway.service.live.parts import VERSION
from houseway.service.texts.text import Term, Text
from houseway.table.view import Viewer

EVERY_TABLE = "*"  # the stream of a topic that shows the whole floor
More = Callable[[Any, str, Viewer], Mapping[str, Any]]  # of the console's own `Floor`


class Of(Protocol):
    """What a fragment shows one of beside tables: a `Kind` of the log, or anything kept elsewhere.

    What `seen` returns has a `version`, which changes whenever something else is to be shown.
    """

    def stream(self, name: str) -> str: ...

    def seen(self, floor: Any, name: str, viewer: Viewer) -> Any: ...


def _nothing(_floor: SeesTables, _table: str, _viewer: Viewer) -> Mapping[str, Any]:
    return {}


class Drawing(NamedTuple):
    """How a fragment is drawn without a template: what is drawn of a view, and by which function.

    While that is as before, it is not drawn again.
    """

    seen: Callable[[Any], Any]
    draw: Callable[[Any], Pieces]


class Fragment(NamedTuple):
    """A live piece of a page.

    Its template is given `view` (unless it shows the whole floor), `viewer`, `table`, and what
    `more` returns; `more` runs in a thread and may read the log. `offices`: who may watch it,
    None for everybody who has signed in; `public`: also anyone who has not. `of`: what it shows one
    of, where that is not a table; `table` is its name all the same. `alike`: everybody in an office
    is shown the same, so it is rendered once for all of them, for nobody by name.

    `reads`: the fields of `view` that the template uses, which is then given no others; `made_of`:
    which values of `more` it uses. While all of these are as before it is not rendered again.

    `apart`: another process can render it, because `more` asks only for `TableViews`.

    `drawing`: in the place of a template.
    """

    name: str
    template: str = ""
    more: More = _nothing
    whole_floor: bool = False
    offices: frozenset[str] | None = None
    public: bool = False
    of: Of | None = None
    alike: bool = False
    reads: tuple[str, ...] = ()
    made_of: tuple[str, ...] = ()
    apart: bool = False
    drawing: Drawing | None = None


class Topic(NamedTuple):
    """A fragment of one table, of one of another kind, or of the whole floor."""

    fragment: Fragment
    table: str

    @property
    def name(self) -> str:
        return f"{self.fragment.name}:{self.table}" if self.table else self.fragment.name

    @property
    def stream(self) -> str:
        if not self.table:
            return EVERY_TABLE
        return self.fragment.of.stream(self.table) if self.fragment.of else f"table/{self.table}"

    @property
    def felt(self) -> bool:
        """Whether it is a felt: what lies on a table, drawn without a template."""
        return self.fragment.drawing is not None

    def shown_to(self, viewer: Viewer) -> Viewer:
        """For whom it is rendered when this viewer looks."""
        return Viewer(viewer.role) if self.fragment.alike else viewer

    def seen(self, floor: SeesTables, viewer: Viewer) -> Any:
        """What the topic shows one of, as the viewer may see it. Blocks."""
        kind = self.fragment.of
        return kind.seen(floor, self.table, viewer) if kind else floor.view(self.table, viewer)


Shown = tuple[str, Viewer]  # the name of a topic, and for whom it is rendered


class HasFragments(Protocol):
    """The fragments of all consoles, and the templates that render them."""

    @property
    def fragments(self) -> Mapping[str, Fragment]: ...

    @property
    def environment(self) -> Environment: ...


def topic_of(text: str, fragments: Mapping[str, Fragment]) -> Topic:
    name, _, table = text.partition(":")
    found = fragments.get(name)
    if found is None or bool(table) == found.whole_floor:
        raise Wrong(
            HTTPStatus.NOT_FOUND, "no_such_topic", Text("there is no topic {text}", text=text)
        )
    return Topic(found, table)


def check_may_watch(topic: Topic, account: Account | None) -> None:
    """Refuse a topic to those who may not see it."""
    if topic.fragment.public:
        return
    if account is None:
        raise Wrong(HTTPStatus.UNAUTHORIZED, "not_signed_in", Text("sign in first"))
    offices = topic.fragment.offices
    if offices is not None and account.office not in offices:
        raise Wrong(
            HTTPStatus.FORBIDDEN,
            "office_may_not",
            Text(
                "{name} is not for the role of {role}", name=topic.name, role=Term(account.office)
            ),
        )
    of_a_table = topic.table and topic.fragment.of is None
    if of_a_table and not account.assigned_to(topic.table):
        raise not_assigned(account, topic.table)


def not_assigned(account: Account, table: str) -> Wrong:
    return Wrong(
        HTTPStatus.FORBIDDEN,
        "not_assigned",
        Text("{name} is not assigned to table {table}", name=account.name, table=table),
    )


class TemplateContext(NamedTuple):
    """What a template is given, and the values that it is made from, where they are known."""

    version: int
    values: Mapping[str, Any]
    shows: Any = None


def context_of(floor: SeesTables, topic: Topic, viewer: Viewer, view: Any) -> TemplateContext:
    fragment = topic.fragment
    if fragment.drawing is not None:
        return TemplateContext(view.version, {}, fragment.drawing.seen(view))
    more = fragment.more(floor, topic.table, viewer)
    view = more.get("view", view)
    given = {
        "viewer": viewer,
        "table": topic.table,
        "topic": topic.name,
        "version": VERSION,
        **more,
    }
    if not fragment.reads:
        return TemplateContext(view.version if view else 0, {**given, "view": view})
    fields = {name: getattr(view, name) for name in fragment.reads}
    shows = (*fields.values(), *(more[name] for name in fragment.made_of))
    return TemplateContext(view.version, {**given, "view": SimpleNamespace(**fields)}, shows)
