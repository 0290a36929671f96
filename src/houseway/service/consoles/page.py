"""What every console uses: `page` renders a template with navigation and its live fragments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from litestar.response import Template
from markupsafe import Markup

from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.floor import Asking
from houseway.service.forms.form_data import FormData
from houseway.service.forms.pressed_once import CSRF_FIELD, FIELD
from houseway.service.live.fragments import check_may_watch, topic_of
from houseway.table.view import Viewer

_LIVE = Markup(
    '<div id="live-{}" class="live" data-stream="{}" sse-swap="{}" hx-swap="morph:innerHTML">'
    "{}</div>"
)


class Link(NamedTuple):
    """An entry of the navigation, for some offices or (None) for everybody who has signed in."""

    text: str
    path: str
    offices: frozenset[str] | None = None
    order: int = 50
    public: bool = False
    home_of: frozenset[str] = frozenset()  # the offices for which it opens at sign-in
    also: tuple[str, ...] = ()  # other addresses whose pages belong to it

    def shown_to(self, account: Account | None) -> bool:
        if account is None:
            return self.public
        return self.offices is None or account.office in self.offices


def viewer_of(account: Account | None) -> Viewer:
    """As whom someone sees a table; nobody in particular sees what anybody may."""
    return account.viewer if account else Viewer(Role.PATRON)


def home_of(request: Asking, account: Account) -> str:
    """The console that an office works at; the tables where it has none of its own."""
    links = request.app.state.pages.navigation
    return next((each.path for each in links if account.office in each.home_of), "/")


def basics(request: Asking) -> dict[str, Any]:
    """What `base.html` needs on every page."""
    account: Account | None = request.scope.get("user")
    links = request.app.state.pages.navigation
    inside = account if account and not account.must_change else None
    shown = [link for link in links if link.shown_to(inside)]
    return {
        "account": account,
        "navigation": shown,
        "here": request.url.path,
        "within": _within(request.url.path, shown),
        "entrances": request.app.state.entrances(request),
        "stream": "",
        "heartbeat": request.app.state.settings.heartbeat_seconds,
        "live": _no_such_topic,
    }


def _within(path: str, links: list[Link]) -> str:
    """The one entry that a page belongs to: the nearest above it."""
    found = [
        (len(above), each.path)
        for each in links
        for above in (each.path, *each.also)
        if f"{path}/".startswith(f"{above}/")
    ]
    return max(found, default=(0, ""))[1]


async def page(
    request: Asking, template: str, *, topics: Iterable[str] = (), **context: Any
) -> Template:
    """A page. `{{ live("felt:7") }}` puts a topic named in `topics` where it stands."""
    floor = request.app.state.floor
    account: Account | None = request.scope.get("user")
    found = [topic_of(each, floor.pages.fragments) for each in topics]
    for topic in found:
        check_may_watch(topic, account)
    viewer = viewer_of(account)
    rendered = await floor.drawing(floor.renderer.fragments, floor, found, viewer)
    html = {topic.name: each.html for topic, each in zip(found, rendered, strict=True)}
    streams = {topic.name: topic.stream for topic in found}

    def live(name: str) -> Markup:
        shown = Markup(html[name])  # noqa: S704 - ours
        return _LIVE.format(name.replace(":", "-"), streams[name], name, shown)

    stream = ""
    if found:
        names = quote(",".join(topic.name for topic in found), safe=":,")
        stream = f"/events?topics={names}"
    return Template(
        template, context={**basics(request), "stream": stream, "live": live, **context}
    )


def _no_such_topic(name: str) -> Markup:
    raise KeyError(f"{name} is not among the topics of this page")


# Asking before an action that cannot be undone: the form is shown again with what it would do.

CONFIRMED = "confirmed"
_NOT_SENT_AGAIN = (CSRF_FIELD, FIELD, CONFIRMED)


class Confirmation(NamedTuple):
    """What is about to happen, in words, and the page to return to if it should not."""

    title: str
    follows: str
    button: str
    back: str


async def ask(request: Asking, question: Confirmation, fields: Mapping[str, str]) -> Template:
    """Show the question; its form posts the same fields to the same address, confirmed."""
    return await page(
        request, "confirm.html", question=question, fields=dict(fields), path=request.url.path
    )


def fields_of(data: FormData) -> dict[str, str]:
    """The fields of a posted form that the question sends again."""
    return {name: data.raw(name) for name in data.values if name not in _NOT_SENT_AGAIN}
