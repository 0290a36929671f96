"""Storage fails at each of its calls, in every route: one kind of answer, nothing half done.

The house is asked as it is used: every page, every form that a page has, every route of the API,
by somebody who may. While it answers, one call to the storage fails with what the engine raises,
the first, the second and so on until the route makes no more of them; every other time all of them
fail from there on, and every third time the call fails after it was carried out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import httpx
import pytest

from houseway.rulebook.roles import Role
from houseway.service.access.accounts import ADMINISTRATOR, OFFICES, Account
from houseway.service.settings import Settings
from tests.service import contest
from tests.service.apps import application
from tests.service.conftest import COOKIE, HASH, PASSWORD, Client, House
from tests.service.coup import play
from tests.service.crawl import CONSOLES
from tests.service.page_forms import HTML, forms_of
from tests.service.test_routes import LETTERS, STREAMS, Route, routes_of
from tests.store.outage import Outage, storage
from tests.store.postgres import shared

pytestmark = pytest.mark.usefixtures("figures_of_the_run")
PARTS = 20  # of all routes
MOST_CALLS = 100  # to the storage while one route answers
NOTHING_STORED = "Nothing was stored"
UNKNOWN = "It is not known whether this was stored"
WITH_FORMS = (
    *CONSOLES, "/people", "/devices", "/pit/1", "/play/1", "/fair/1", "/director/spring",
    "/tournaments/spring", "/sign-in", "/me/password", "/open-table/mini-baccarat", "/desk/new",
    "/train/mini-baccarat", "/courses", "/tests", "/inspect/proof",
)  # fmt: skip
WITH_PAGES = (
    Role.PATRON, Role.DEALER, Role.GAMING_SHIFT_MANAGER, Role.TOURNAMENT_DIRECTOR, Role.INSPECTOR,
    Role.PROMOTIONS, ADMINISTRATOR,
)  # fmt: skip
BODIES: dict[str, Any] = {
    "POST /api/session": {"name": "Ana", "password": PASSWORD},
    "POST /api/session/password": {"current": PASSWORD, "new": PASSWORD + " 2"},
    "POST /api/tables/{table:str}/commands": {"key": "k", "command": {"type": "OpenBetting"}},
    "POST /api/tournaments/{tournament:str}/commands":
        {"key": "k", "command": {"type": "CloseEntries"}},
    "POST /api/people": {"name": "Zoe", "office": "dealer", "password": PASSWORD},
    "PATCH /api/people/{name:str}": {"disabled": False, "office": "patron"},
    "POST /api/devices": {"device": "shoe-9", "kind": "shoe", "table": "1"},
    "POST /api/tokens": {"name": "programs", "password": PASSWORD},
    "POST /api/register": {"name": "Zoe", "address": "1 Street"},
}  # fmt: skip
BY = {"POST /api/tables/{table:str}/commands": Role.DEALER,
      "POST /api/tournaments/{tournament:str}/commands": Role.TOURNAMENT_DIRECTOR}  # fmt: skip


class Sent(NamedTuple):
    """A request that one of our pages, or a program, would send."""

    path: str
    office: str
    fields: dict[str, str] | None = None


class Threatened(House):
    """A house with a table, a tournament and somebody of every office; its storage may fail."""

    def __init__(self, settings: Settings, outage: Outage) -> None:
        self.outage, self.settings = outage, settings
        super().__init__(ExitStack(), settings)
        self.open_table()
        play(self.floor.runner, "1")
        contest.take_in(self.floor)
        contest.opened(self.floor.runner)
        self.staff = {
            office: Account(f"Of{number}", office) for number, office in enumerate(OFFICES)
        }
        for account in self.staff.values():
            self.floor.desk.create_hashed(account, HASH, None)
        self.routes = [each for each in routes_of(self.app) if each.path not in STREAMS]
        self.requests = dict(self._requests())

    def of(self, office: str) -> Client:
        client = self.browser()
        client.http.cookies.set(COOKIE, self.floor.desk.sessions.begin(self.staff[office]))
        client.get("/healthz")
        return client

    def close(self) -> None:
        self._stack.close()

    def open_again(self) -> None:
        """A house in a file stops when its log fails, and is opened again."""
        self.close()
        self._stack = ExitStack()
        self.app = self._stack.enter_context(application(self.settings))
        self.http = self._client()
        self.floor = self.app.state.floor

    def events(self) -> int:
        return sum(head.version for head in self.floor.log.heads().values())

    def _requests(self) -> Iterator[tuple[Route, Sent]]:
        """One for every route: forms as the pages have them, and otherwise a fitting body."""
        forms: dict[str, Sent] = {}
        for office in WITH_PAGES:
            client = self.of(office)
            for path in WITH_FORMS:
                for form in forms_of(client.get(path, headers=HTML)):
                    action = form.action.partition("?")[0]
                    forms.setdefault(action, Sent(action, office, form.fields))
        for route in self.routes:
            shape = re.compile(re.sub(r"\{\w+(:\w+)?\}", "[^/]+", route.path))
            action = next((each for each in sorted(forms) if shape.fullmatch(each)), "")
            who = next((each for each in OFFICES if LETTERS[each] in route.offices), OFFICES[0])
            plain = Sent(_filled(route.path), BY.get(str(route), who))
            yield route, forms.get(action, plain) if route.method == "POST" else plain


def _filled(path: str) -> str:
    """An address with names that are there."""
    path = path.replace("{table:str}", "1").replace("{tournament:str}", contest.NAME)
    path = re.sub(r"\{name:str\}", "Ben" if "people" in path else contest.NAME, path)
    return re.sub(r"\{\w+(:\w+)?\}", "nobody", re.sub(r"\{\w+:int\}", "1", path))


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Threatened]:
    folder = str(tmp_path_factory.mktemp("outage") / "house")
    database = shared().new_database("outage") if request.param == "postgres" else ""
    with storage() as outage:
        found = Threatened(
            Settings(folder=folder, database=database, tries_per_minute=1_000_000), outage
        )
        yield found
        found.close()


@pytest.mark.share(3)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_failure_of_the_storage_has_one_kind_of_answer(
    house: Threatened, part: int, caplog: pytest.LogCaptureFixture
) -> None:
    faults, wrong = 0, list[str]()
    for route in house.routes[part::PARTS]:
        for at in range(1, MOST_CALLS):
            caplog.clear()
            failed, problem = fault_at(house, route, at)
            if not failed:
                break
            faults += 1
            lines = [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]
            if len(lines) > 1 or any(each.exc_info for each in caplog.records):
                problem = problem or f"{len(lines)} lines in the log: {lines}"
            wrong += [f"{route}, call {at}: {problem}"] if problem else []
    assert wrong == []
    assert faults > len(house.routes[part::PARTS]) / 2
    assert house.floor.log.verify().problems == ()


def fault_at(house: Threatened, route: Route, at: int) -> tuple[bool, str]:
    """Whether the storage failed while a route answered, and what was wrong with the answer."""
    sent = house.requests[route]
    client, before = house.of(sent.office), house.events()
    house.outage.begin(at, lasting=at % 2 == 0, done=at % 3 == 0)
    answer = answer_of(client, route, sent)
    failed = house.outage.failed > 0
    house.outage.end()
    if getattr(house.floor.log, "_failed", None) is not None:
        house.open_again()
    if answer.status_code < 500:
        return failed, ""
    if answer.status_code != 503:
        return failed, f"{answer.status_code} {answer.text[:200]}"
    if NOTHING_STORED in answer.text:
        stored = house.events() - before
        return failed, f"{stored} events were stored, and it says none" if stored else ""
    return failed, "" if UNKNOWN in answer.text else answer.text[:200]


def answer_of(client: Client, route: Route, sent: Sent) -> httpx.Response:
    options: dict[str, Any] = {"follow_redirects": False}
    if sent.fields is not None:
        options |= {"data": sent.fields, "headers": HTML}
    elif route.method != "GET":
        options["json"] = BODIES.get(str(route), {})
    elif not sent.path.startswith("/api/"):
        options["headers"] = HTML
    return client.send(route.method, sent.path, **options)
