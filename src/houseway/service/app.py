"""The application: routes, guards, headers and errors around one floor."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig

from houseway.service.access.guards import PageToken, Recognise, csrf_cookie_name
from houseway.service.api import (
    health,
    live,
    people,
    promotions,
    session,
    tables,
    tournaments,
)
from houseway.service.api.openapi import Description
from houseway.service.consoles import registry
from houseway.service.demo.entry import Entrances
from houseway.service.demo.house import keep_playing
from houseway.service.floor import AT_ONCE, Floor, now_us
from houseway.service.forms.pressed_once import Answers, FormKeys, PressedOnce
from houseway.service.http import static_files
from houseway.service.http.bounds import HouseApp, HouseRequest, add_headers
from houseway.service.http.error_handler import answer
from houseway.service.process import Threads, end_with_parent
from houseway.service.settings import Settings, handed_down
from houseway.service.texts.language import speak
from houseway.version import __version__

LONGEST_BODY = 64 * 1024
TURN_SECONDS = 0.001  # how long a thread may keep another waiting: streams must not wait for pages
_UNASKED = ["^/static/", "^/healthz$", "^/readyz$", "^/metrics$"]  # nobody is asked who they are

# What a house does for as long as it is open, each by itself: one that fails stops no other.
ByItself = Callable[[Floor], Coroutine[Any, Any, None]]
BY_ITSELF: tuple[ByItself, ...] = (
    lambda floor: floor.sealing.keep_sealing(),
    lambda floor: floor.self_check.keep_checking(),
    lambda floor: floor.absent.keep_looking(),
)


def create_app(settings: Settings, now: Callable[[], int] = now_us) -> Litestar:
    """The house of these settings, opened when the server starts and closed when it stops."""
    found = registry.load(settings.catalogue())
    return HouseApp(
        request_class=HouseRequest,
        route_handlers=[
            *health.ROUTES, *session.ROUTES, *tables.ROUTES, *people.ROUTES,
            *tournaments.ROUTES, *promotions.ROUTES, *live.ROUTES,
            *found.routes,
            *static_files.ROUTES,
        ],
        dependencies={"floor": Provide(_floor, sync_to_thread=False)},
        before_send=[add_headers],
        middleware=[
            DefineMiddleware(Recognise, exclude=_UNASKED),
            DefineMiddleware(PageToken, config=page_tokens(settings)),
            PressedOnce,
        ],
        exception_handlers={Exception: answer},
        logging_config=None,
        request_max_body_size=LONGEST_BODY,
        template_config=TemplateConfig(
            instance=JinjaTemplateEngine.from_environment(found.environment)
        ),
        openapi_config=OpenAPIConfig(
            title="Houseway", version=__version__, path="/api/schema",
            render_plugins=[Description(path="/openapi.json")], use_handler_docstrings=True,
            description="Everything that is refused has one shape, `Problem`; `x-errors` lists the"
            " codes of the service. The rules refuse with codes of their own and their clause.",
        ),
        state=State(
            {"settings": settings, "pages": found, "now_us": now, "by_itself": BY_ITSELF,
             "form_keys": FormKeys(settings.secret())}
        ),
        lifespan=[_open],
    )  # fmt: skip


def page_tokens(settings: Settings) -> CSRFConfig:
    return CSRFConfig(
        secret=settings.secret(),
        cookie_name=csrf_cookie_name(settings),
        cookie_secure=settings.secure_cookies,
        cookie_samesite="strict",
    )


def from_parent() -> Litestar:
    """The application of a worker process, with the settings its parent left for it."""
    end_with_parent()
    return create_app(handed_down())


@asynccontextmanager
async def _open(app: Litestar) -> AsyncIterator[None]:
    sys.setswitchinterval(TURN_SECONDS)
    asyncio.get_running_loop().set_default_executor(Threads(AT_ONCE, "blocking"))
    speak(app.state.settings.catalogue())
    floor = Floor(app.state.settings, app.state.pages, app.state.now_us)
    app.state.floor = floor
    floor.when_log_fails = app.state.get("when_log_fails", floor.when_log_fails)
    app.state.entrances = Entrances(floor)
    app.state.answers = Answers(floor.now_us, floor.desk.database)
    floor.start()
    kept_up = [asyncio.create_task(work(floor)) for work in app.state.by_itself]
    if app.state.settings.demo:
        kept_up.append(asyncio.create_task(keep_playing(floor)))
    try:
        yield
    finally:
        for task in kept_up:
            task.cancel()
        await asyncio.wait(kept_up)
        await floor.dealing.stop()
        floor.self_check.stop()
        floor.close()


def _floor(state: State) -> Floor:
    found: Floor = state.floor
    return found
