"""A house without its log takes no order: it says so and stops, also with screens open."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from houseway.cli import serve as verb
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.app import create_app
from houseway.service.settings import Settings
from houseway.store.log import LogFailed
from tests.offices import opening_of
from tests.service.page_forms import form_on
from tests.service.server import Serving, stream
from tests.waiting import PATIENCE


def fails(*_: object) -> None:
    raise LogFailed("the log has failed: the disk is full")


@pytest.fixture
def server(tmp_path: Path) -> Serving:
    found = Serving(create_app(Settings(folder=str(tmp_path))))
    found.start()
    order = Order(opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR, "Dora", "open")
    found.floor.runner.order("table/1", order)
    return found


def signed_in(server: Serving) -> httpx.Response:
    """Somebody tries to sign in, which is written to the log whether or not it works."""
    with httpx.Client(base_url=server.url) as browser:
        page = browser.get("/sign-in")
        # The cookie is for TLS only: a browser would not send it to this house.
        browser.headers["cookie"] = page.headers["set-cookie"].partition(";")[0]
        form = form_on(page, "/sign-in")
        return form.press(browser, name="Ana", password="not the password")  # noqa: S106


def test_a_failed_log_ends_every_stream_and_the_server(server: Serving) -> None:
    with stream(server.url, "/events?topics=wall:1") as wall:
        assert wall.next() is not None
        server.floor.log.append = fails  # type: ignore[method-assign, assignment]
        assert signed_in(server).status_code == 503
        assert wall.next() is None
    server._thread.join(PATIENCE)
    assert not server._thread.is_alive()
    assert server.server.failure == "the log has failed: the disk is full"


def test_the_command_says_why_the_house_has_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verb, "_run", lambda *_: "the log has failed: the disk is full")
    monkeypatch.setattr(verb, "first_people", _nobody)
    assert verb.serve(folder=tmp_path, demo=False, port=0) == 1
    assert "because the log has failed: the disk is full" in capsys.readouterr().err


async def _nobody(_settings: Settings) -> bool:
    """A house that has its people already, and is no demonstration."""
    return False
