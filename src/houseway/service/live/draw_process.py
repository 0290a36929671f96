"""The drawing process: renders what pages show of tables, beside the server that takes commands.

    python -m houseway.service.live.draw_process

It reads the log by itself, and writes nothing. It has no session, no key and no network. Its
settings come in the environment, requests on its input, and it ends when its input does.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator

from houseway.games import editions
from houseway.service.consoles import registry
from houseway.service.live.draw_client import (
    READY,
    DrawAnswer,
    DrawRequest,
    FragmentChange,
    FragmentRequest,
    encode,
    receive,
    request_in,
    send,
)
from houseway.service.live.fragments import HasFragments, Shown, topic_of
from houseway.service.live.house_filters import show_house_time
from houseway.service.live.parts import Rendered
from houseway.service.live.render import Renderer
from houseway.service.process import collect_less_often
from houseway.service.settings import Settings, handed_down
from houseway.service.table_views import TableViews
from houseway.service.texts.language import speak
from houseway.store import codec
from houseway.store.open import read_log

# Where processors are short, commands are answered before pages are drawn.
POLITE = 5
_logger = logging.getLogger("houseway.service")


def now_us() -> int:
    return time.time_ns() // 1_000


class Drawings:
    """What was drawn last of every stream that someone watches."""

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
        self._latest: dict[tuple[str, bool], dict[Shown, Rendered]] = {}  # felts, and the rest

    def answers(self, request: DrawRequest) -> Iterator[DrawAnswer]:
        """One answer for each page, as soon as it is drawn."""
        for stream in request.gone:
            for felts in (True, False):
                self._latest.pop((stream, felts), None)
        board = request.stream, request.felts
        before = self._latest.pop(board, {})
        now: dict[Shown, Rendered] = {}
        try:
            with self._views.runner.unchanged(request.stream):
                for page in request.pages:
                    yield DrawAnswer(tuple(self._drawn(each, before, now) for each in page))
        except Exception as failure:
            _logger.exception("%s could not be drawn", request.stream)
            yield DrawAnswer((), repr(failure))
        else:
            self._latest[board] = now

    def _drawn(
        self, each: FragmentRequest, before: dict[Shown, Rendered], now: dict[Shown, Rendered]
    ) -> FragmentChange:
        shown = each.topic, each.viewer
        topic = topic_of(each.topic, self._fragments)
        last = before.get(shown)
        now[shown] = self._renderer.again(self._views, topic, each.viewer, last)
        return FragmentChange.between(
            last if last and last.version == each.has else None, now[shown]
        )

    def close(self) -> None:
        self._views.log.close()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it
    os.nice(POLITE)
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else comes between two answers
    settings = handed_down()
    catalogue = settings.catalogue()
    speak(catalogue)
    drawings = Drawings(settings, registry.load(catalogue))
    collect_less_often()
    send(answers, READY)
    while (body := receive(requests)) is not None:
        for answer in drawings.answers(request_in(body)):
            send(answers, encode(answer))
    drawings.close()


if __name__ == "__main__":
    main()
