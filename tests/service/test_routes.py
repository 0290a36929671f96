"""Every route that there is, walked: who is let in, what an order must carry, what an answer says.

A route that is added is walked from its first day. One that only some offices may use, or that
anybody may, needs a row here: whoever adds it says so twice, in the guard and in this table.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple

import httpx
import pytest
from litestar import Litestar

from houseway.rulebook.roles import Role
from houseway.service.access.accounts import ADMINISTRATOR, OFFICES, Account
from houseway.service.app import LONGEST_BODY
from houseway.service.http import bounds
from houseway.service.settings import Settings
from tests.service.conftest import COOKIE, CSRF, HASH, Client, House
from tests.service.coup import play

pytestmark = pytest.mark.usefixtures("figures_of_the_run")
UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}
HTML = {"accept": "text/html"}
BROKEN = {401, 500, 502, 503, 504}  # to somebody who has signed in
STREAMS = {"/events", "/api/events"}  # those that are let in are not answered to the end

# Offices by a letter; the three highest managers are one.
LETTERS = {
    Role.PATRON: "P", Role.DEALER: "D", Role.GAMING_SUPERVISOR: "S",
    Role.ASSISTANT_GAMING_MANAGER: "G", Role.GAMING_MANAGER: "H", Role.CASINO_DUTY_MANAGER: "H",
    Role.GAMING_SHIFT_MANAGER: "H", Role.TOURNAMENT_DIRECTOR: "T", Role.ASSISTANT_TO_DIRECTOR: "A",
    Role.SURVEILLANCE: "V", Role.INSPECTOR: "I", Role.PROMOTIONS: "M", ADMINISTRATOR: "X",
}  # fmt: skip
EVERYBODY = "PDSGHTAVIMX"
# Routes that some offices alone may use: the first row that fits holds.
SOME = (
    # method     path                                            who
    ("GET|POST", r"/dealer(/.*)?",                               "DSGHT"),
    ("GET|POST", r"/(pit|pit-alerts|open-table)(/.*)?",          "SGHT"),
    ("GET",      r"/shift",                                      "SGHTVI"),
    ("POST",     r"/shift",                                      "SGHT"),
    ("GET",      r"/exclusions",                                 "SGHVI"),
    ("POST",     r"/exclusions",                                 "SGH"),
    ("GET",      r"/daily(/file)?",                              "GHVI"),
    ("GET|POST", r"/inspect(/.*)?",                              "VI"),
    ("GET",      r"/amendments/.*/log",                          "VI"),
    ("GET",      r"/amendments(/.*)?",                           "VIX"),
    ("GET",      r"/play/.*|/me/statement(.csv)?",               "P"),
    ("GET|POST", r"/train(/.*)?",                                "DSGHTAVIM"),
    ("POST",     r"/courses(/[^/]*/withdraw)?",                  "SGHT"),
    ("GET",      r"/courses(/.*)?",                              "DSGHTAVIM"),
    ("POST",     r"/tests(/[^/]*/withdraw)?",                    "SGHT"),
    ("GET|POST", r"/tests(/.*)?",                                "DSGHTAVIM"),
    ("GET",      r"/receipts(/.*)?",                             "PSGHTVI"),
    (".*",       r"(/api)?/people(/.*)?",                        "X"),
    ("GET|POST", r"(/api)?/devices(/.*/revoke)?",                "X"),
    ("POST",     r"/sessions/.*|/tokens/.*",                     "X"),
    ("POST",     r"/api/(tables|tournaments|promotions)/[^/]*/commands", "PDSGHTAVIM"),
    ("GET|POST", r"/analysis(/.*)?",                             "GHTVIX"),
    ("GET|POST", r"/director/.*",                                "DSGHTAVIM"),
    ("POST",     r"/promotions/[^/]*/enter",                     "DSGH"),
    ("POST",     r"/desk/register/[^/]*/erase",                  "M"),
    ("GET|POST", r"/desk/register(/.*)?",                        "IM"),
    ("GET|POST", r"/desk(/.*)?|/api/promotions/[^/]*/due",       "HIM"),
    ("POST",     r"/api/promotions/[^/]*/claims/[^/]*/keep",     "HM"),
    ("POST",     r"/api/register",                               "DSGHM"),
    ("POST",     r"/api/register/[^/]*/erase",                   "M"),
    ("POST",     r"/api/register/[^/]*/read",                    "IM"),
)  # fmt: skip
# Routes for anybody, with an account or without.
PUBLIC = (
    ("GET",      r"/healthz|/readyz|/metrics|/api/schema(/.*)?|/static/.*"),
    ("GET",      r"/|/watch/.*|/favicon.ico"),
    ("GET|POST", r"/sign-in"),
    ("GET",      r"/demo/.*"),  # the link of a demonstration is known by its secret
    ("POST",     r"/enter"),  # of a demonstration, in a browser that opened its link
    ("POST",     r"/api/session"),
    ("GET",      r"/rules(/.*)?|/clause"),
    ("GET",      r"/wall(/.*)?|/fair/.*"),
    ("GET",      r"/promotions(/.*)?"),
    ("GET",      r"/events"),  # each topic says for whom it is
    ("POST",     r"/api/devices/[^/]*/facts"),  # a device is known by its own token
    ("GET",      r"/log/(checkpoint|offer)"),  # a root and a number of events, nothing else
    ("POST",     r"/log/cosignature"),  # a witness is known by its signature
)  # fmt: skip
DEVICES = "/api/devices/{device:str}/facts"
WITNESS = "/log/cosignature"


class Route(NamedTuple):
    method: str
    path: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def fits(self, method: str, path: str) -> bool:
        return bool(re.fullmatch(method, self.method) and re.fullmatch(path, self.path))

    @property
    def public(self) -> bool:
        return any(self.fits(*row) for row in PUBLIC)

    @property
    def offices(self) -> str:
        return next((who for *row, who in SOME if self.fits(*row)), EVERYBODY)

    @property
    def address(self) -> str:
        """Something to ask for: table 1, round 1, and otherwise a name that nobody has."""
        filled = re.sub(r"\{table:str\}|\{\w+:int\}", "1", self.path)
        return re.sub(r"\{\w+(:\w+)?\}", "nobody", filled)


def code_of(answer: httpx.Response) -> str:
    """The code of a problem; empty where the answer is none."""
    if not answer.headers.get("content-type", "").startswith("application/json"):
        return ""
    told = answer.json()
    return str(told.get("code", "")) if isinstance(told, dict) else ""


def routes_of(app: Litestar) -> list[Route]:
    found = set()
    for route in app.routes:
        found |= {Route(method, route.path) for method in getattr(route, "methods", ())}
    return sorted(each for each in found if each.method not in ("OPTIONS", "HEAD"))


class Walked(House):
    """A house with a table where a coup was played, and somebody of every office."""

    def __init__(self, stack: ExitStack, settings: Settings) -> None:
        super().__init__(stack, settings)
        self.open_table()
        play(self.floor.runner, "1")
        self.routes = routes_of(self.app)
        self.staff = {
            office: Account(f"Of{number}", office) for number, office in enumerate(OFFICES)
        }
        for account in self.staff.values():
            self.floor.desk.create_hashed(account, HASH, None)
        self.stranger = self.browser()
        self._browsers = {office: self.browser() for office in OFFICES}

    def of(self, office: str) -> Client:
        """The browser of an office with a new session: an order before may have ended the last."""
        client = self._browsers[office]
        client.http.cookies.set(COOKIE, self.floor.desk.sessions.begin(self.staff[office]))
        return client

    def events(self) -> int:
        return sum(head.version for head in self.floor.log.heads().values())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walked]:
    folder = str(tmp_path_factory.mktemp("routes") / "house")
    with ExitStack() as stack:
        yield Walked(stack, Settings(folder=folder, tries_per_minute=1_000_000))


def test_there_are_routes_to_walk(house: Walked) -> None:
    assert {str(each) for each in house.routes} >= {
        "GET /", "POST /api/tables/{table:str}/commands", "PATCH /api/people/{name:str}",
        "DELETE /api/session", "POST /people", "GET /static/{file_path:path}",
    }  # fmt: skip
    for *row, _ in SOME:
        assert any(route.fits(*row) for route in house.routes), row
    for method, path in PUBLIC:
        assert any(route.fits(method, path) for route in house.routes), path


# Who is let in


def test_nobody_is_let_in_where_an_account_is_needed(house: Walked) -> None:
    let_in = []
    for route in house.routes:
        if not route.public:
            answer = house.stranger.send(route.method, route.address)
            if (answer.status_code, code_of(answer)) != (401, "not_signed_in"):
                let_in.append((str(route), answer.status_code))
    assert let_in == []


def test_a_person_without_an_account_is_led_to_the_door(house: Walked) -> None:
    pages = [each for each in house.routes if each.method == "GET" and not each.public]
    for route in pages:
        if not route.path.startswith("/api/"):
            answer = house.stranger.get(route.address, headers=HTML, follow_redirects=False)
            assert answer.headers.get("location", "").startswith("/sign-in?then="), route


def test_no_guard_costs_a_request_a_thread(house: Walked) -> None:
    """Litestar runs a guard that is a plain function in a thread: a coroutine takes none."""
    handlers = [each for route in house.app.routes for each in getattr(route, "route_handlers", ())]
    guards = {guard for handler in handlers for guard in handler.guards or ()}
    assert len(guards) > 5
    assert [each.__qualname__ for each in guards if not inspect.iscoroutinefunction(each)] == []


@pytest.mark.share(4)
@pytest.mark.parametrize("office", OFFICES)
def test_an_office_is_let_in_where_the_table_says_so(house: Walked, office: str) -> None:
    wrong = []
    for route in house.routes:
        if route.public or route.path in STREAMS:
            continue
        answer = house.of(office).send(route.method, route.address, follow_redirects=False)
        refused = answer.status_code == 403 and code_of(answer) == "office_may_not"
        if refused == (LETTERS[office] in route.offices) or answer.status_code in BROKEN:
            wrong.append((str(route), answer.status_code, answer.text[:80]))
    assert wrong == []


# What an order must carry


@pytest.mark.parametrize("shown", [None, "guessed", "of another browser"])
def test_no_order_is_taken_that_is_not_from_our_page(house: Walked, shown: str | None) -> None:
    other = house.browser()
    other.get("/healthz")
    headers = {}
    if shown is not None:
        headers["x-csrftoken"] = shown if shown == "guessed" else other.http.cookies[CSRF]
    client = house.of(ADMINISTRATOR)
    client.get("/healthz")
    before, walked = house.events(), 0
    for route in house.routes:
        if route.method in UNSAFE and route.path not in (DEVICES, WITNESS):
            answer = client.http.request(route.method, route.address, headers=headers)
            assert (answer.status_code, code_of(answer)) == (403, "not_from_our_page"), route
            walked += 1
    assert walked > 15
    assert house.events() == before


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_no_route_of_the_api_takes_what_a_page_of_others_can_send(house: Walked, kind: str) -> None:
    """Without asking first, a browser sends these types and no other to another host."""
    client = house.of(ADMINISTRATOR)
    before, walked = house.events(), 0
    for route in house.routes:
        if route.method in UNSAFE and route.path.startswith("/api/"):
            for content in (b"", b'{"key": "k"}'):
                answer = client.send(
                    route.method, route.address, content=content, headers={"content-type": kind}
                )
                assert (answer.status_code, code_of(answer)) == (415, "not_json"), route
            walked += 1
    assert walked > 15
    assert house.events() == before


def test_a_device_needs_no_page_and_a_cookie_is_no_token(house: Walked) -> None:
    """A route without the page's token: a browser that is lured there has nothing to show."""
    client = house.of(Role.DEALER)
    answer = client.http.post(Route("POST", DEVICES).address, json={})
    assert (answer.status_code, answer.json()["code"]) == (401, "not_this_device")


# What every answer says


def check_headers(answer: httpx.Response, what: object) -> None:
    for name, value in bounds.HEADERS.items():
        assert answer.headers.get(name) == value, (what, name)
    assert "strict-transport-security" in answer.headers, what
    kept = "static" in answer.request.url.path and "v=" in str(answer.request.url.query)
    if not kept:
        assert answer.headers["cache-control"] == "no-store", what
    for telling in ("server", "x-powered-by", "access-control-allow-origin"):
        assert telling not in answer.headers, (what, telling)


def test_every_answer_has_the_headers(house: Walked) -> None:
    for route in house.routes:
        if route.path not in STREAMS:
            client = house.of(Role.INSPECTOR) if route.method == "GET" else house.stranger
            answer = client.send(route.method, route.address, follow_redirects=False)
            check_headers(answer, route)


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_every_error_has_the_headers_too(
    house: Walked, accept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wants = {"accept": accept}
    client = house.of(Role.DEALER)

    def broken(_floor: object) -> list[str]:
        raise RuntimeError("something that nobody thought of")

    monkeypatch.setattr(type(house.floor), "tables", broken)
    answers = {
        400: client.get("/events", headers=wants),
        403: client.get("/people", headers=wants),
        404: client.get("/nowhere", headers=wants),
        405: client.send("PUT", "/people", headers=wants),
        413: client.send("POST", "/sign-in", content=b"x" * (LONGEST_BODY + 1), headers=wants),
        500: client.get("/api/tables", headers=wants),
    }
    for status, answer in answers.items():
        assert answer.status_code == status
        check_headers(answer, status)
        assert "Traceback" not in answer.text
        assert "nobody thought" not in answer.text


def test_cookies_are_secure_and_for_this_host_alone(house: Walked) -> None:
    client = house.browser()
    page = client.get("/sign-in").headers["set-cookie"]
    session = client.sign_in("Ana").headers["set-cookie"]
    for cookie in (page, session):
        assert cookie.startswith("__Host-")
        assert "Secure" in cookie
        assert "SameSite=strict" in cookie
        assert "Path=/" in cookie
        assert "Domain" not in cookie
    assert "HttpOnly" in session
    ended = client.send("DELETE", "/api/session").headers
    assert "Max-Age=0" in ended["set-cookie"]
    assert ended["clear-site-data"] == '"storage"'
