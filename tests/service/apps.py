"""Applications that are used again: to register all routes takes longer than most tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from litestar import Litestar

from houseway.service.app import create_app
from houseway.service.floor import now_us
from houseway.service.settings import Settings

_idle: dict[bool, list[Litestar]] = {True: [], False: []}  # by whether their cookies are secure


@contextmanager
def application(settings: Settings, now: Callable[[], int] = now_us) -> Iterator[Litestar]:
    """An application of these settings that nobody else has at the moment: a floor is opened for
    each use, so nothing but the routes and the secret of the pages' tokens is shared."""
    idle = _idle[settings.secure_cookies]
    app = idle.pop() if idle else create_app(settings, now)
    settings.secret()  # a house of its own has its own, used or not
    app.state.settings, app.state.now_us = settings, now
    app.state.pop("when_log_fails", None)
    try:
        yield app
    finally:
        idle.append(app)
