"""Hostile requests by every role: no failure, no leak, no broken page after. A test run attacks a
house on SQLite, `make full` one on each engine."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.attack.books import events, held
from tests.attack.client import Client, Reply
from tests.attack.crawler import crawl
from tests.attack.hostile import Maker
from tests.attack.house import House, serving
from tests.attack.play import hand, poker_decisions, secrets_of
from tests.cli.running import houseway
from tests.scale import FULL, scaled
from tests.waiting import wait_until

REQUESTS = int(os.environ.get("HOUSEWAY_ATTACKS", "0")) or scaled(200, 50_000)  # on each engine
PAGES = scaled(12, 400)  # for each role
SEED = int(os.environ.get("HOUSEWAY_SEED", "1"))
ROLES = ("Ana", "Ben", "Eli", "Dora", "Noa", "Mia", "Tom", "Rita", "Sam", "Ivy", "Chen", "")
TRACES = (b"Traceback (most recent call last)", b"site-packages", b'File "/')


class Attacked:
    """A house after the attack, and what was answered."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.table = poker_decisions(house)
        self.hidden = hand(house.view("Ben", self.table), "box 2")
        self.secrets = secrets_of(house)
        self.statuses: Counter[int] = Counter()
        self.failures: list[str] = []

    def client(self, name: str) -> Client:
        return self.house.as_(name) if name else self.house.browser()

    def is_revealed(self, secret: bytes) -> bool:
        """Whether a secret has done its work since the attack began, and was published."""
        return secret in self.secrets and secret not in secrets_of(self.house)

    def leaks(self, body: bytes) -> bool:
        found = [each for each in (*TRACES, *self.secrets) if each in body]
        return any(not self.is_revealed(each) for each in found)

    def note(self, what: str, reply: Reply) -> None:
        self.statuses[reply.status] += 1
        if reply.status >= 500:
            self.failures.append(f"{reply.status} for {what}: {reply.body[:200]!r}")
        passwords = [each.encode() for each in self.house.passwords.values()]
        for each in (*TRACES, *passwords, *self.secrets):
            if each in reply.body and not self.is_revealed(each):
                self.failures.append(f"{each[:20]!r} in the answer to {what}")
        if "application/json" in reply.headers.get("content-type", "") and reply.body:
            try:
                json.loads(reply.body)
            except ValueError:
                self.failures.append(f"no JSON in the answer to {what}: {reply.body[:200]!r}")


@pytest.fixture(scope="module", params=["sqlite", "postgres"] if FULL else ["sqlite"])
def attacked(request: pytest.FixtureRequest) -> Iterator[Attacked]:
    with serving(request.param) as house:
        done = Attacked(house)
        described = house.browser().get("/api/schema/openapi.json").json
        listed = house.as_("Eli").get("/api/tables").json
        tables = [each["table"] for each in listed]
        maker = Maker(SEED, described, tables, ["Ana", "Ben", "Eli", "Dora", "Mia"])
        clients = {name: done.client(name) for name in ROLES}
        for number in range(REQUESTS):
            made, name = maker.request(), ROLES[number % len(ROLES)]
            try:
                reply = clients[name].ask(
                    made.method, made.path, made.body, made.headers, made.kind
                )
            except ValueError:
                continue  # our own library refuses to send it
            done.note(f"{number} {name} {made.method} {made.path[:80]}", reply)
        yield done


def test_no_request_makes_the_house_fail(attacked: Attacked) -> None:
    """Every answer is one of ours: no 5xx, no trace, no secret, and JSON where it says JSON."""
    assert attacked.failures == []
    assert sum(attacked.statuses.values()) > REQUESTS * 0.9
    assert {200, 400, 403, 404} <= set(attacked.statuses)


def test_the_house_still_serves(attacked: Attacked) -> None:
    assert attacked.house.browser().get("/readyz").status == 200


def test_a_hidden_hand_is_still_hidden(attacked: Attacked) -> None:
    """No view of anybody else names a card of the hand that Ben alone may see."""
    for name in ROLES:
        if name in ("Ben", "Chen", ""):
            continue
        reply = attacked.house.as_(name).get(f"/api/tables/{attacked.table}")
        if reply.status == 200:
            assert set(hand(reply.json, "box 2")) <= {"??"}, name


@pytest.mark.parametrize("name", ROLES)
def test_every_page_still_opens(attacked: Attacked, name: str) -> None:
    """A stored value can never break a page, for any role."""
    pages = 0
    for path, reply in crawl(attacked.client(name), most=PAGES):
        assert reply.status < 500, (path, reply.body[:300])
        if reply.status == 200 and "text/html" in reply.headers.get("content-type", ""):
            pages += 1
            assert not attacked.leaks(reply.body), path
    assert pages > 0


def test_chips_are_conserved_by_own_books(attacked: Attacked) -> None:
    """What each patron holds is what the bare JSON of the log says."""
    wait_until("a guest of the demonstration who has chips", lambda: _compared(attacked))


def _compared(attacked: Attacked) -> int:
    """How many patrons hold what the log says; each table at the version of its view."""
    dora, compared = attacked.house.again("Dora"), 0
    streams = {stream.removeprefix("table/") for stream, *_ in events(attacked.house)}
    replies = {table: dora.get(f"/api/tables/{table}") for table in streams if "/" not in table}
    views = {table: each.json for table, each in replies.items() if each.status == 200}
    books = held(attacked.house, {table: view["version"] for table, view in views.items()})
    for table, view in views.items():
        for place in view["places"]:
            if place["patron"] in books[table] and place["chips"] is not None:
                compared += 1
                assert place["chips"] == books[table][place["patron"]], (table, place)
    return compared


def test_the_log_verifies(attacked: Attacked) -> None:
    checked = houseway("verify", attacked.house.log_address)
    assert checked.returncode == 0, checked.stdout + checked.stderr
