"""Applications that are used again: to register all routes takes longer than most tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from litestar import Litestar

from houseway.service.access.sessions import hash_of
from houseway.service.app import ByItself, create_app
from houseway.service.floor import Floor, now_us
from houseway.service.settings import Settings

LINK = "/demo/the-secret-that-was-printed"  # of a demonstration with these settings:
ENTRY = hash_of(LINK.rpartition("/")[2])
# By whether their cookies are secure, and by the language of their pages.
_idle: dict[tuple[bool, str], list[Litestar]] = defaultdict(list)


async def nothing(_floor: Floor) -> None:
    """For as long as the house is open."""


@contextmanager
def application(
    settings: Settings,
    now: Callable[[], int] = now_us,
    by_itself: tuple[ByItself, ...] = (nothing,),
) -> Iterator[Litestar]:
    """An application of these settings that nobody else has at the moment: a floor is opened for
    each use, so nothing but the routes and the secret of the pages' tokens is shared. It seals and
    checks nothing by itself, or a slow test would find facts in its log that a fast one does not.
    """
    idle = _idle[settings.secure_cookies, settings.locale]
    app = idle.pop() if idle else create_app(settings, now)
    settings.secret()  # a house of its own has its own, used or not
    app.state.settings, app.state.now_us, app.state.by_itself = settings, now, by_itself
    app.state.pop("when_log_fails", None)
    try:
        yield app
    finally:
        idle.append(app)
