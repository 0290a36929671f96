"""A form that is pressed twice is handled once, and both presses are answered the same."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from jinja2 import PackageLoader

from houseway.service.consoles import registry
from houseway.service.consoles.analyst import simulations
from houseway.service.forms import pressed_once
from houseway.service.forms.pressed_once import FIELD, REPEATABLE, ForAMinute
from houseway.service.settings import Settings
from tests.service import contest
from tests.service.conftest import ORIGIN, PASSWORD, Client, House
from tests.service.page_forms import HTML, PageForm, form_at, secret_on
from tests.service.test_routes import routes_of
from tests.service.test_simulations import IDLE
from tests.service.test_tries import Clock

pytestmark = pytest.mark.usefixtures("figures_of_the_run")
ADDED = {"name": "Yin109", "office": "dealer"}
GADGET = {"id": "gadget", "kind": "shoe", "table": "1"}
TOKEN = {"name": "script", "days": "30", "password": PASSWORD}
COURSE = {"name": "beginners", "title": "Beginners", "game": "casino-war", "people": "Eli",
          "questions": "5", "percent": "80"}  # fmt: skip
DEALT = {"rounds": "10", "seed": "1"}
NEW = "a wholly new secret one"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(settings: Settings, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """No simulation is dealt in it."""
    monkeypatch.setattr(simulations, "_COMMAND", IDLE)
    with ExitStack() as stack:
        house = House(stack, settings, clock)
        house.open_table()
        yield house


def done_in(house: House) -> tuple[int, int]:
    """How many events and simulations there are."""
    events = sum(head.version for head in house.floor.log.heads().values())
    return events, len(house.floor.analysing.simulations.numbers())


# Both presses


PRESSES = [
    # who, the page, the form on it, and what is typed
    ("Chen", "/people", "", ADDED),
    ("Chen", "/people", "", {**ADDED, "password": NEW}),
    ("Chen", "/people", "/people/Eli", {"what": "password", "value": ""}),
    ("Chen", "/people", "/people/Eli", {"what": "tables", "value": "1"}),
    ("Chen", "/people", "/devices", GADGET),
    ("Chen", "/people", "/sessions/revoke", {"confirmed": "yes"}),
    ("Mia", "/analysis/casino-war/simulation", "", DEALT),
    ("Dora", "/tests", "", {"name": "autumn", "title": "Autumn"}),
    ("Dora", "/courses", "", COURSE),
    ("Dora", "/shift", "", {"confirmed": "yes"}),
    ("Rita", "/desk/new", "/desk",
     {"name": "Clumsy", "promotion": "clumsy", "documents": "casino-war"}),
    ("Ivy", "/inspect/proof", "/inspect/software", {}),
    ("Eli", "/me", "/me/tokens", TOKEN),
    ("Eli", "/me", "/me/password", {"old": PASSWORD, "new": NEW, "again": NEW}),
    ("Eli", "/me", "/sign-out", {}),
    ("", "/sign-in", "", {"name": "Ana", "password": PASSWORD}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "path", "action", "typed"), PRESSES, ids=[f"{row[2] or row[1]}" for row in PRESSES]
)
def test_the_second_press_is_answered_like_the_first(
    house: House, name: str, path: str, action: str, typed: dict[str, Any]
) -> None:
    client = house.as_(name) if name else house.browser()
    form = form_at(client, path, action)
    first = _sent(client, form, typed)
    done = done_in(house)

    again = _sent(client, form, typed)

    assert first.status_code in (200, 303), first.text[-3000:]
    assert (again.status_code, again.headers.get("location")) == (
        first.status_code, first.headers.get("location"),
    )  # fmt: skip
    assert again.text == first.text
    assert done_in(house) == done


def _sent(client: Client, form: PageForm, typed: dict[str, Any]) -> httpx.Response:
    return client.http.post(
        form.action, data={**form.fields, **typed}, headers=HTML, follow_redirects=False
    )


def test_both_presses_at_once_are_answered_alike(house: House) -> None:
    """The second comes while the first is handled."""
    chen = house.as_("Chen")
    form = form_at(chen, "/people")
    app: Any = house.app

    async def both() -> list[httpx.Response]:
        line = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url=ORIGIN, cookies=dict(chen.http.cookies)
        )
        data = {**form.fields, **ADDED}
        return await asyncio.gather(*(line.post("/people", data=data) for _ in range(2)))

    first, second = house.http.blocking_portal.call(both)

    assert first.status_code == second.status_code == 303
    assert first.headers["location"] == second.headers["location"]
    assert len([each for each in house.people() if b"Yin109" in each.body]) == 1


@pytest.mark.parametrize(
    ("name", "path", "action", "typed"),
    [("Chen", "/people", "", ADDED), ("Chen", "/people", "/devices", GADGET),
     ("Eli", "/me", "/me/tokens", TOKEN)],
)  # fmt: skip
def test_a_one_time_secret_is_on_the_page_of_both_presses(
    house: House, name: str, path: str, action: str, typed: dict[str, Any]
) -> None:
    """Its page is not kept by the browser, and its address does not say it."""
    client = house.as_(name)
    form = form_at(client, path, action)

    first, second = form.press(client.http, **typed), form.press(client.http, **typed)

    assert secret_on(first) == secret_on(second)
    assert secret_on(first) not in str(first.url)
    assert first.headers["cache-control"] == "no-store"


def test_an_account_that_was_added_by_two_presses_signs_in_with_the_password(house: House) -> None:
    chen = house.as_("Chen")
    form = form_at(chen, "/people")
    form.press(chen.http, **ADDED)

    made = secret_on(form.press(chen.http, **ADDED))

    assert house.browser().sign_in("Yin109", made).status_code == 200


def test_a_file_is_part_of_what_was_pressed(house: House) -> None:
    """The same list of entries comes twice, then another one: keys on the pages tell them apart."""
    contest.take_in(house.floor)
    contest.opened(house.floor.runner)
    tom = house.as_("Tom")
    form = form_at(tom, "/director/spring/entries", "/director/spring/entries/list")

    def brought(name: str) -> str:
        lines = f"name,person,paid\n{name},{name},27.55\n".encode()
        files = {"file": ("list.csv", lines, "text/csv")}
        return tom.http.post(form.action, data=form.fields, files=files, headers=HTML).text

    first = brought("Gita")
    assert "Gita" in first
    assert brought("Gita") == first
    assert "Hana" in brought("Hana")


def test_a_press_with_other_fields_is_another_press(house: House) -> None:
    chen = house.as_("Chen")
    form = form_at(chen, "/people")
    form.press(chen.http, **ADDED)

    assert "The password of Zoe" in form.press(chen.http, **{**ADDED, "name": "Zoe"}).text


def test_what_was_refused_may_be_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulation is refused while the queue is full, and taken once it is not."""
    mia = house.as_("Mia")
    form = form_at(mia, "/analysis/casino-war/simulation")
    monkeypatch.setattr(simulations, "MOST_QUEUED", 0)
    assert form.press(mia.http, **DEALT).status_code == 429
    monkeypatch.undo()
    monkeypatch.setattr(simulations, "_COMMAND", IDLE)

    assert str(form.press(mia.http, **DEALT).url).endswith("/analysis/simulations/1")


# For a minute, in one browser


@pytest.mark.parametrize(("seconds", "status"), [(59, 200), (60, 410)])
def test_a_secret_is_shown_for_a_minute(
    house: House, clock: Clock, seconds: int, status: int
) -> None:
    chen = house.as_("Chen")
    page = form_at(chen, "/people").press(chen.http, **ADDED)
    clock.later(seconds=seconds)

    answer = chen.get(str(page.url), headers=HTML)

    assert answer.status_code == status
    assert (secret_on(page) in answer.text) == (status == 200)


def test_a_press_after_a_minute_is_handled_again(house: House, clock: Clock) -> None:
    chen = house.as_("Chen")
    form = form_at(chen, "/people")
    form.press(chen.http, **ADDED)
    clock.later(seconds=60)

    assert "already exists" in form.press(chen.http, **ADDED).text


def test_another_session_of_the_same_person_is_not_shown_the_secret(house: House) -> None:
    chen, elsewhere = house.as_("Chen"), house.as_("Chen")
    form = form_at(chen, "/people")
    page = form.press(chen.http, **ADDED)

    assert elsewhere.get(str(page.url), headers=HTML).status_code == 410
    assert house.as_("Eli").get(str(page.url), headers=HTML).status_code == 410


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest answer goes first."""
    monkeypatch.setattr(pressed_once, "MOST_BYTES", 10)
    kept = ForAMinute[str](lambda: 0)
    for name in "abc":
        kept.keep(name, "Ana", name.upper(), size=5)

    assert [kept.find(name, "Ana") for name in "abc"] == [None, "B", "C"]


# Whose key it is


def _refusal(answer: httpx.Response) -> tuple[int, str]:
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", answer.text, re.DOTALL)
    return answer.status_code, heading[1].strip() if heading else ""


OTHERS = "This form was made for another person or another page: open the page again"


def test_a_form_of_another_person_is_refused(house: House) -> None:
    """Chen's page is still open where Mia has signed in since."""
    client = house.as_("Chen")
    form = form_at(client, "/me", "/me/tokens")
    client.sign_in("Mia")

    status, sentence = _refusal(form.press(client.http, **TOKEN))

    assert (status, sentence.rstrip(".")) == (403, OTHERS)
    assert house.as_("Mia").get("/api/tokens").json() == []


def test_the_key_of_another_form_is_refused(house: House) -> None:
    chen = house.as_("Chen")
    form = form_at(chen, "/people")._replace(action="/devices")

    status, sentence = _refusal(form.press(chen.http, **GADGET))

    assert (status, sentence.rstrip(".")) == (403, OTHERS)


def test_a_form_without_a_key_is_refused(house: House) -> None:
    chen = house.as_("Chen")
    form = form_at(chen, "/people")
    del form.fields[FIELD]

    status, sentence = _refusal(form.press(chen.http, **ADDED))

    assert status == 400
    assert sentence.startswith("This came without the key of its form: open the page again")


# Every form that there is


# What may be posted to without a key, and why.
AGAIN = {
    "/analysis/simulations/{number:int}/cancel": "what is cancelled stays so",
    "/dealer/{table:str}/ruling": "a preview",
    "/director/{name:str}/orders/{order:str}": "a preview",
    "/director/{name:str}/sessions/{number:int}/here": "those who are here already are left out",
    "/fair/{table:str}": "deals again for the reader",
    "/inspect/proof": "checks the log for the reader",
    "/open-table/{slug:str}": "a preview",
    "/pit/{table:str}/orders/{order:str}": "a preview",
}
# Posted to by the script of a page, or at an address that a macro is given.
ELSEWHERE = {
    *(f"/promotions/{{name:str}}/{each}" for each in ("share", "confirm", "reveal", "sign")),
}
POSTED = re.compile(r'(?:hx-post|method="post"[^>]*?action)="((?:\{\{.*?\}\}|[^"{])*)"([^>]*)>')


def test_every_route_that_needs_no_key_has_a_reason(house: House) -> None:
    """A route of a page that is added needs a key from its first day, or a row here."""
    handlers = [
        (route.path, handler)
        for route in house.app.routes
        for handler in getattr(route, "route_handlers", ())
    ]
    assert {path for path, each in handlers if each.opt.get(REPEATABLE)} == set(AGAIN)


def test_every_form_of_every_template_posts_to_a_route_and_brings_its_key(house: House) -> None:
    """Forms have theirs by themselves; a button that posts alone names it beside its values."""
    pages = registry.load().environment
    assert isinstance(pages.loader, PackageLoader)
    routes = [each.path for each in routes_of(house.app) if each.method == "POST"]
    posted, without = set(), []
    for name in pages.list_templates(["html"]):
        source, _, _ = pages.loader.get_source(pages, name)
        for action, rest in POSTED.findall(source):
            if action.startswith("{{"):
                continue
            route = _route_of(action, routes)
            posted.add(route)
            in_form = f'method="post" action="{action}"' in source
            if not in_form and route not in AGAIN and f'"{FIELD}":' not in rest:
                without.append((name, action))
    assert without == []
    pages_only = {each for each in routes if not re.match("/api/|/log/", each)}
    assert pages_only - posted == ELSEWHERE


def _route_of(action: str, routes: list[str]) -> str:
    """The route that an address of a template leads to: what it fills in is a part of a path."""
    wanted = re.compile("[^/]+".join(map(re.escape, re.split(r"\{\{.*?\}\}", action))))
    found = [each for each in routes if wanted.fullmatch(each)]
    assert found, f"no route is posted to at {action}"
    return found[0]
