"""A house in a folder of its own, somebody of every office, and clients that have signed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from argon2 import PasswordHasher
from litestar import Litestar
from litestar.testing import TestClient

from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access import passwords
from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.floor import Floor, now_us
from houseway.service.forms.pressed_once import HEADER
from houseway.service.settings import Settings
from houseway.store.log import Entry
from tests.offices import opening_of
from tests.service.apps import application
from tests.service.counted import counted_in_the_run

PASSWORD = "correct horse battery"  # noqa: S105 - of the tests' own people
COSTLY = passwords._hasher  # what a house uses
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # nobody attacks these houses
HASH = QUICK.hash(PASSWORD)
ORIGIN = "https://testserver.local"
CSRF = "__Host-csrf"
COOKIE = "__Host-houseway"
PEOPLE = {
    "Ana": Role.PATRON,
    "Ben": Role.PATRON,
    "Eli": Role.DEALER,
    "Dora": Role.GAMING_SUPERVISOR,
    "Mia": Role.GAMING_MANAGER,
    "Rita": Role.PROMOTIONS,
    "Ivy": Role.INSPECTOR,
    "Chen": ADMINISTRATOR,
}
OPEN = {"type": "OpenBetting"}


class Client:
    """One browser: its cookies, and on whatever it sends the page's token and the form's key."""

    def __init__(self, http: TestClient[Litestar]) -> None:
        self.http = http

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.http.get(path, **options)

    def post(self, path: str, json: Any = None, **options: Any) -> httpx.Response:
        return self.send("POST", path, json=json, **options)

    def send(self, method: str, path: str, **options: Any) -> httpx.Response:
        if CSRF not in self.http.cookies:
            self.http.get("/healthz")
        headers = {"x-csrftoken": self.http.cookies[CSRF], **options.pop("headers", {})}
        if path.startswith("/api/") and options.get("content"):
            headers.setdefault("content-type", "application/json")
        headers.setdefault(HEADER, self.http.app.state.form_keys.key("", unquote(path)))
        return self.http.request(method, path, headers=headers, **options)

    def sign_in(self, name: str, password: str = PASSWORD) -> httpx.Response:
        return self.post("/api/session", {"name": name, "password": password})

    def order(
        self,
        command: dict[str, Any],
        key: str = "k1",
        expected: int | None = None,
        table: str = "1",
    ) -> httpx.Response:
        body = {"key": key, "expected_version": expected, "command": command}
        return self.post(f"/api/tables/{table}/commands", body)


class House:
    """A served house, and what is in it."""

    def __init__(
        self, stack: ExitStack, settings: Settings, now: Callable[[], int] = now_us
    ) -> None:
        self._stack = stack
        self.app = stack.enter_context(application(settings, now))
        self.http = self._client()
        self.floor: Floor = self.app.state.floor
        for name, office in PEOPLE.items():
            self.floor.desk.create_hashed(Account(name, str(office)), HASH, None)

    def _client(self) -> TestClient[Litestar]:
        return self._stack.enter_context(
            TestClient(self.app, base_url=ORIGIN, raise_server_exceptions=False)
        )

    def browser(self) -> Client:
        """Another browser with no cookies yet, of the same running house."""
        http = TestClient(self.app, base_url=ORIGIN, raise_server_exceptions=False)
        http.blocking_portal = self.http.blocking_portal
        return Client(http)

    def as_(self, name: str) -> Client:
        client = self.browser()
        assert client.sign_in(name).status_code == 200
        return client

    def open_table(self, table: str = "1", slug: str = "mini-baccarat") -> None:
        for key, command, by in (
            ("open", opening_of(slug), Role.GAMING_SUPERVISOR),
            ("ready", TakeAsPrepared(), Role.DEALER),
        ):
            order = Order(command, by, "Dora", key)
            assert self.floor.runner.order(f"table/{table}", order).refused is None

    def people(self) -> list[Entry]:
        return self.floor.log.read("people")


@pytest.fixture(autouse=True, scope="module")
def quick_passwords() -> Iterator[None]:
    """A hash costs next to nothing here: a demonstration begins with ten of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", QUICK)
        passwords._of_nobody.cache_clear()
        yield
    passwords._of_nobody.cache_clear()


@pytest.fixture(scope="module")
def figures_of_the_run() -> Iterator[None]:
    """For tests that open the analysis pages and test something else."""
    with counted_in_the_run():
        yield


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(folder=str(tmp_path / "house"))


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    with ExitStack() as stack:
        yield House(stack, settings)
