"""The first page, tables for passers-by, and a demonstration that is entered without a password."""

from __future__ import annotations

import html
import random
import re
from types import SimpleNamespace

import msgspec
import pytest

from houseway.driving import PRACTICE, next_command
from houseway.games import game, slugs
from houseway.rulebook.roles import Role
from houseway.service.demo import entry
from houseway.service.demo.entry import Entrances, is_direct
from houseway.service.settings import Settings
from houseway.table.view import Viewer
from tests.offices import opening_of
from tests.service.conftest import COOKIE, PASSWORD, Client, House
from tests.service.coup import give, open_table

HTML = {"accept": "text/html"}
LOCAL = {"host": "127.0.0.1:8000"}
PASSER_BY = Viewer(Role.PATRON)


@pytest.fixture
def demonstration(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """A house that may be entered freely from here."""
    monkeypatch.setattr(entry, "is_demonstration", lambda _floor: True)
    monkeypatch.setattr(entry, "is_direct", lambda _client, _headers: True)
    settings = Settings(demo=True, enter_freely=True)
    house.app.state.entrances = Entrances(SimpleNamespace(settings=settings))  # type: ignore[arg-type]
    return house


def enter(client: Client, name: str) -> tuple[int, str]:
    answer = client.send("POST", "/enter", data={"name": name}, follow_redirects=False)
    return answer.status_code, answer.headers.get("location", "")


# The first page


def test_a_visitor_reads_what_this_is_and_sees_a_table(house: House) -> None:
    """One sentence, a live table, and ways on; none of them is closed to a visitor."""
    open_table(house.floor.runner, "1")
    client = house.browser()

    text = client.get("/", headers=HTML).text

    assert "run exactly by their approved rules" in text
    assert 'sse-connect="/events?topics=watch:1"' in text
    assert "Enter as" not in text
    links = set(re.findall(r'href="(/[^"?]*)"', text)) - {"/"}
    pages = [each for each in links if not each.startswith("/static/")]
    assert {"/rules", "/wall", "/promotions", "/watch/1", "/sign-in"} <= set(pages)
    assert {each: client.get(each, headers=HTML).status_code for each in pages} == dict.fromkeys(
        pages, 200
    )


def test_a_house_without_tables_has_a_first_page_too(house: House) -> None:
    assert "approved rules" in house.browser().get("/", headers=HTML).text


def test_somebody_who_has_signed_in_sees_the_tables_there(house: House) -> None:
    assert "<h1>Tables</h1>" in house.as_("Ana").get("/", headers=HTML).text


@pytest.mark.parametrize("path", ["/favicon.ico", "/static/site.webmanifest", "/static/mark.svg"])
def test_a_browser_gets_what_it_asks_for_by_itself(house: House, path: str) -> None:
    assert house.browser().get(path).status_code == 200


def test_every_page_describes_itself(house: House) -> None:
    text = house.browser().get("/sign-in", headers=HTML).text
    assert '<meta name="description" content="Houseway runs casino table games' in text


@pytest.mark.parametrize("slug", slugs())
def test_a_visitor_is_not_shown_who_plays(house: House, slug: str) -> None:
    """Patrons are named by their seats, wherever their names stand on the felt."""
    by = Role.TOURNAMENT_DIRECTOR if game(slug).table.directed else Role.GAMING_SUPERVISOR
    assert give(house.floor.runner, "7", opening_of(slug), by, "Dora") is None
    play_on(house, "7", steps=60)
    view = house.floor.view("7", PASSER_BY)
    names = {each.patron for each in view.places} | {each.patron for each in view.wagers}

    text = html.unescape(house.browser().get("/watch/7", headers=HTML).text)

    assert names
    assert not [name for name in names if re.search(rf"\b{name}\b", text)]
    assert "Seat" in text


def play_on(house: House, table: str, steps: int) -> None:
    """Move a table on with practice patrons."""
    rng, runner = random.Random(table), house.floor.runner
    for _ in range(steps):
        deed = runner.look(
            f"table/{table}",
            lambda found, _: next_command(found.game, found.play, PRACTICE, rng.randrange),
        )
        give(runner, table, deed[0], deed[1], str(deed[1]))


# Entering a demonstration


def test_one_button_enters_as_one_of_its_people(demonstration: House) -> None:
    """The page offers everyone, the session is theirs, and the log says how it began."""
    client = demonstration.browser()
    assert "Enter as Ivy" in client.get("/", headers=HTML).text

    assert enter(client, "Ivy") == (303, "/inspect")

    assert client.get("/api/session").json()["office"] == "inspector"
    entered = demonstration.people()[-1]
    assert (entered.kind, entered.actor) == ("SignedIn", "Ivy")
    assert msgspec.json.decode(entered.body)["entered"] is True


def test_the_header_changes_from_one_person_to_another(demonstration: House) -> None:
    """The earlier session ends with it."""
    client = demonstration.browser()
    enter(client, "Ana")
    before = client.http.cookies[COOKIE]
    assert 'value="Eli"' in client.get("/", headers=HTML).text

    assert enter(client, "Eli") == (303, "/dealer")

    assert client.get("/api/session").json()["name"] == "Eli"
    stale = demonstration.browser()
    stale.http.cookies[COOKIE] = before
    assert stale.get("/api/session").status_code == 401


@pytest.mark.parametrize("name", ["Zoe", "", "ana", "Admin"])
def test_only_its_own_people_are_entered(demonstration: House, name: str) -> None:
    assert enter(demonstration.browser(), name) == (403, "")


def test_a_disabled_account_or_another_role_is_not_entered(demonstration: House) -> None:
    """Ben is disabled; Rita was made a patron, and the button says promotions."""
    chen = demonstration.as_("Chen")
    chen.send("PATCH", "/api/people/Ben", json={"disabled": True})
    chen.send("PATCH", "/api/people/Rita", json={"office": "patron"})

    for name in ("Ben", "Rita"):
        assert enter(demonstration.browser(), name)[0] == 403


def test_nobody_enters_a_real_house(house: House) -> None:
    """No button and no route: not without a demonstration, and not because it was asked for."""
    client = house.browser()

    assert enter(client, "Ana") == (403, "")
    assert COOKIE not in client.http.cookies
    assert 'action="/enter"' not in client.get("/", headers=HTML).text


@pytest.mark.parametrize(
    "offered",
    [Settings(demo=True), Settings(enter_freely=True), Settings(demo=False, enter_freely=False)],
)
def test_both_a_demonstration_and_a_house_of_this_machine_are_needed(
    house: House, monkeypatch: pytest.MonkeyPatch, offered: Settings
) -> None:
    monkeypatch.setattr(entry, "is_demonstration", lambda _floor: True)
    monkeypatch.setattr(entry, "is_direct", lambda _client, _headers: True)
    house.app.state.entrances = Entrances(SimpleNamespace(settings=offered))  # type: ignore[arg-type]

    assert enter(house.browser(), "Ana") == (403, "")


DIRECT = {
    "from this machine": ("127.0.0.1", LOCAL, True),
    "by its name": ("127.0.0.1", {"host": "localhost:8000"}, True),
    "by version 6": ("::1", {"host": "[::1]:8000"}, True),
    "from elsewhere": ("203.0.113.9", LOCAL, False),
    "under another name": ("127.0.0.1", {"host": "evil.example:8000"}, False),
    "without a name": ("127.0.0.1", {}, False),
    "through a proxy": ("127.0.0.1", {**LOCAL, "x-forwarded-for": "203.0.113.9"}, False),
    "through another proxy": ("127.0.0.1", {**LOCAL, "forwarded": "for=203.0.113.9"}, False),
    "via a third": ("127.0.0.1", {**LOCAL, "via": "1.1 cache"}, False),
    "from nowhere": ("", LOCAL, False),
}


@pytest.mark.parametrize("case", DIRECT)
def test_only_a_direct_request_of_this_machine_enters(case: str) -> None:
    """A page of another site, whose name was made to lead here, is known by its Host header."""
    client, headers, direct = DIRECT[case]

    assert is_direct(client, headers) == direct


# Signing in


CONSOLES = {
    "Ana": "/", "Eli": "/dealer", "Dora": "/pit", "Mia": "/pit", "Rita": "/desk",
    "Ivy": "/inspect", "Chen": "/people",
}  # fmt: skip


@pytest.mark.parametrize("name", CONSOLES)
def test_signing_in_opens_ones_own_console(house: House, name: str) -> None:
    """Unless another page sent for the sign-in."""
    for then, location in (("/", CONSOLES[name]), ("/rules", "/rules")):
        data = {"name": name, "password": PASSWORD, "then": then}
        answer = house.browser().send("POST", "/sign-in", data=data, follow_redirects=False)
        assert answer.headers["location"] == location
