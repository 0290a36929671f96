"""The drawing process: renders what pages show of tables, beside the server that takes commands.

    python -m houseway.service.live.draw_process

It reads the log by itself, and writes nothing. It has no session, no key and no network. Its
settings come in the environment, requests on its input, and it ends when its input does.
"""

from __future__ import annotations

import logging
import signal
import sys
import time
from collections.abc import Callable

from houseway.games import editions
from houseway.service.consoles import registry
from houseway.service.live.draw_messages import (
    READY,
    DrawAnswer,
    DrawRequest,
    FragmentChange,
    base_of,
    encode,
    receive,
    request_in,
    send,
)
from houseway.service.live.fragments import HasFragments, Shown, topic_of
from houseway.service.live.house_filters import show_house_time
from houseway.service.live.parts import Rendered
from houseway.service.live.render import Renderer
from houseway.service.settings import Settings, handed_down
from houseway.service.table_views import TableViews
from houseway.service.texts.language import speak
from houseway.store import codec
from houseway.store.open import read_log

_logger = logging.getLogger("houseway.service")


def now_us() -> int:
    return time.time_ns() // 1_000


class Drawings:
    """What was drawn last of every stream that somebody watches."""

    def __init__(
        self, settings: Settings, pages: HasFragments, now: Callable[[], int] = now_us
    ) -> None:
        for edition in editions():
            codec.prepare(edition)
        log = read_log(settings.log_address, folder=settings.path)
        self._views = TableViews(settings, log, now)
        show_house_time(pages.environment, self._views.time)
        self._fragments = pages.fragments
        self._renderer = Renderer(pages.environment)
        self._latest: dict[str, dict[Shown, Rendered]] = {}

    def answer(self, request: DrawRequest) -> DrawAnswer:
        for stream in request.gone:
            self._latest.pop(stream, None)
        try:
            return self._drawn(request)
        except Exception as failure:
            _logger.exception("%s could not be drawn", request.stream)
            self._latest.pop(request.stream, None)
            return DrawAnswer((), repr(failure))

    def _drawn(self, request: DrawRequest) -> DrawAnswer:
        before = self._latest.get(request.stream, {})
        shown = {
            (each.topic, each.viewer): topic_of(each.topic, self._fragments)
            for each in request.wanted
        }
        found = self._renderer.board(self._views, request.stream, shown, before)
        self._latest[request.stream] = found
        return DrawAnswer(
            tuple(
                FragmentChange.between(base_of(before, each), found[each.topic, each.viewer])
                for each in request.wanted
            )
        )

    def close(self) -> None:
        self._views.log.close()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else comes between two answers
    settings = handed_down()
    catalogue = settings.catalogue()
    speak(catalogue)
    drawings = Drawings(settings, registry.load(catalogue))
    send(answers, READY)
    while (body := receive(requests)) is not None:
        send(answers, encode(drawings.answer(request_in(body))))
    drawings.close()


if __name__ == "__main__":
    main()
