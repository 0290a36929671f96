"""The one live stream of a page: every topic it shows, over one connection."""

from __future__ import annotations

from http import HTTPStatus

from litestar import get
from litestar.params import FromQuery

from houseway.service.api.session import address_of
from houseway.service.consoles.page import viewer_of
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, OpenFloor
from houseway.service.http.bounds import LiveStream
from houseway.service.live.fragments import check_may_watch, topic_of
from houseway.service.live.hub import Asker
from houseway.service.live.sse import begun, fragments
from houseway.service.texts.text import Text

_MOST_TOPICS = 64


@get("/events", include_in_schema=False)
async def events(request: Asking, floor: OpenFloor, topics: FromQuery[str]) -> LiveStream:
    """Fragments of HTML as server-sent events, each under the name of its topic."""
    asked = list(dict.fromkeys(topics.split(",")))
    if len(asked) > _MOST_TOPICS:
        raise Wrong(
            HTTPStatus.BAD_REQUEST,
            "too_many_topics",
            Text("at most {most_topics} topics", most_topics=_MOST_TOPICS),
        )
    found = [topic_of(each, floor.pages.fragments) for each in asked]
    account = request.scope.get("user")
    for topic in found:
        check_may_watch(topic, account)
        if topic.table:
            await floor.blocking(topic.seen, floor, viewer_of(account))
    asker = Asker(request.scope.get("auth"), address_of(request))
    content = await begun(fragments(floor, found, viewer_of(account), asker))
    return LiveStream(content)


ROUTES = [events]
