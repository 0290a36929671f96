"""The first page, tables for passers-by, and a demonstration that is entered without a password."""

from __future__ import annotations

import html
import random
import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from houseway.driving import PRACTICE, next_command
from houseway.games import game, slugs
from houseway.rulebook.roles import Role
from houseway.service.demo import entry
from houseway.service.demo.entry import PASS_US, Entrances
from houseway.table.view import Viewer
from tests.offices import opening_of
from tests.service.apps import ENTRY, LINK
from tests.service.conftest import COOKIE, PASSWORD, Client, House
from tests.service.coup import give, open_table

HTML = {"accept": "text/html"}
PASSER_BY = Viewer(Role.PATRON)


@pytest.fixture
def demonstration(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """A house that a demonstration opened, with a link."""
    monkeypatch.setattr(entry, "is_demonstration", lambda _floor: True)
    house.floor.settings = replace(house.floor.settings, demo=True, entry=ENTRY)
    house.app.state.entrances = Entrances(house.floor)
    return house


def visitor(house: House) -> Client:
    """Somebody who has opened the link, as the first."""
    client = house.browser()
    opened = client.get(LINK, headers=HTML, follow_redirects=False)
    assert (opened.status_code, opened.headers["location"]) == (303, "/")
    return client


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
    client = visitor(demonstration)
    assert "Enter as Ivy" in client.get("/", headers=HTML).text

    assert enter(client, "Ivy") == (303, "/inspect")

    assert client.get("/api/session").json()["office"] == "inspector"
    entered = demonstration.people()[-1]
    assert (entered.kind, entered.actor) == ("SignedIn", "Ivy")
    assert msgspec.json.decode(entered.body)["entered"] is True


def test_the_header_changes_from_one_person_to_another(demonstration: House) -> None:
    """The earlier session ends with it."""
    client = visitor(demonstration)
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
    assert enter(visitor(demonstration), name) == (403, "")


def test_a_disabled_account_or_another_role_is_not_entered(demonstration: House) -> None:
    """Ben is disabled; Rita was made a patron, and the button says promotions."""
    chen = demonstration.as_("Chen")
    chen.send("PATCH", "/api/people/Ben", json={"disabled": True})
    chen.send("PATCH", "/api/people/Rita", json={"office": "patron"})

    client = visitor(demonstration)
    for name in ("Ben", "Rita"):
        assert enter(client, name)[0] == 403


def test_nobody_enters_a_real_house(house: House) -> None:
    """No button and no route: not without a demonstration, and not because it was asked for."""
    client = house.browser()

    assert enter(client, "Ana") == (403, "")
    assert COOKIE not in client.http.cookies
    assert 'action="/enter"' not in client.get("/", headers=HTML).text


# How a proxy on this machine sends a request on, or a page of another site whose name leads here.
WAYS: tuple[dict[str, str], ...] = (
    {"host": "127.0.0.1:8000"}, {"host": "localhost"}, {"host": "[::1]:8000"},
    {"x-forwarded-for": "127.0.0.1"}, {"forwarded": "for=127.0.0.1"}, {"x-real-ip": "::1"},
    {"x-forwarded-proto": "https"}, {"via": "1.1 proxy"}, {"cf-connecting-ip": "127.0.0.1"},
)  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_only_the_link_lets_in_wherever_a_request_seems_to_come_from(
    demonstration: House, way: dict[str, str]
) -> None:
    client = demonstration.browser()
    assert 'action="/enter"' not in client.get("/", headers=HTML | way).text
    answer = client.send("POST", "/enter", data={"name": "Chen"}, headers=way)
    assert (answer.status_code, answer.json()["code"]) == (403, "no_free_entry")


def test_the_link_is_worth_something_once(demonstration: House) -> None:
    """To the browser that opened it first; to others nothing, also after a restart."""
    first, second = demonstration.browser(), demonstration.browser()
    assert first.get(LINK, headers=HTML).status_code == 200
    assert enter(first, "Ana")[0] == 303

    for _ in range(2):
        assert second.get(LINK).json()["code"] == "no_free_entry"
        assert enter(second, "Ana") == (403, "")
        demonstration.app.state.entrances = Entrances(demonstration.floor)
    opened = [each for each in demonstration.people() if each.kind == "LinkOpened"]
    assert len(opened) == 1
    assert LINK.rpartition("/")[2].encode() not in opened[0].body
    assert enter(first, "Eli")[0] == 303


@pytest.mark.parametrize("secret", ["wrong", ENTRY, "%C3%A9"])
def test_a_wrong_secret_opens_nothing_and_does_not_use_up_the_link(
    demonstration: House, secret: str
) -> None:
    stranger = demonstration.browser()
    assert stranger.get(f"/demo/{secret}").json()["code"] == "no_free_entry"
    assert enter(visitor(demonstration), "Ana")[0] == 303


FORGED = (
    "",
    "9999999999999999",
    "9999999999999999.",
    f"9999999999999999.{'0' * 64}",
    f"-1.{'0' * 64}",
)


@pytest.mark.parametrize("value", FORGED)
def test_a_pass_that_the_house_did_not_sign_is_none(demonstration: House, value: str) -> None:
    headers = {"cookie": f"__Host-houseway-demo={value}".encode().decode("latin-1")}
    answer = demonstration.browser().get("/", headers=HTML | headers)
    assert 'action="/enter"' not in answer.text


def test_a_pass_ends(demonstration: House, monkeypatch: pytest.MonkeyPatch) -> None:
    client = visitor(demonstration)
    later = demonstration.floor.now_us() + PASS_US
    monkeypatch.setattr(demonstration.floor, "now_us", lambda: later)
    assert enter(client, "Ana") == (403, "")


@pytest.mark.parametrize("changes", [{"demo": False}, {"entry": ""}])
def test_other_settings_than_those_of_a_demonstration_offer_nothing(
    demonstration: House, changes: dict[str, Any]
) -> None:
    """Not even to a browser with a pass."""
    client = visitor(demonstration)
    demonstration.floor.settings = replace(demonstration.floor.settings, **changes)
    demonstration.app.state.entrances = Entrances(demonstration.floor)
    assert enter(client, "Ana") == (403, "")
    assert client.get(LINK).status_code == 403


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
