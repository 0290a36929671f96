"""README's first ten minutes through the served pages, at ten moments of a demonstration's life.

Each step presses what a page offers: what is sent is the order of a button or the fields of a form.
The clock of the house is moved on; nothing waits for it.
"""

from __future__ import annotations

import asyncio
import html
import json
import random
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count, cycle
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from houseway.equipment.cards import DECK
from houseway.service import app as served
from houseway.service.consoles import registry
from houseway.service.demo import house, promotion, tournament
from houseway.service.demo.people import Present, Sitting
from houseway.service.floor import Floor
from houseway.service.settings import MINUTE_US, Settings
from tests.scale import FULL
from tests.service.apps import ENTRY, LINK, application, nothing
from tests.service.conftest import ORIGIN, Client
from tests.service.test_demo import Casino, apart

PAGE = {"accept": "text/html"}
TURNS = 300  # more than a round takes
STEPS = 80
DAY = 24 * 60
# Minutes after the demonstration began. Its first promotion closes after 20 of them and its first
# tournament ends within the hour; the last moments are days later. Practice chips for five visits
# are there each day.
MOMENTS = (0, 2, 7, 26, 90, DAY + 1, DAY + 13, 2 * DAY + 45, 3 * DAY, 10 * DAY)[:: 1 if FULL else 3]
_ACT = re.compile(r"<button[^>]*?id=\"([\w-]+)\"[^>]*?data-order='([^']*)'", re.DOTALL)
_ORDER = re.compile(r"<button[^>]*?data-order='([^']*)'[^>]*>(.*?)</button>", re.DOTALL)
_PAD = re.compile(r"data-pad='([^']*)'")
_SENTENCE = re.compile(r'id="sentence"[^>]*>(.*?)</p>', re.DOTALL)
_HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
_STAKES = re.compile(r'class="stakes.*?<tbody>\s*<tr', re.DOTALL)


class Tour(Casino):
    """A served demonstration whose simulated people move when the test says so, and a visitor."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self.now_us = time.time_ns() // 1_000
        settings = Settings(folder=str(folder / "house"), demo=True, entry=ENTRY)
        floor = Floor(settings, registry.load(), lambda: self.now_us)
        apart(lambda: asyncio.run(house.seed(floor)))
        floor.close()
        app = stack.enter_context(application(settings, lambda: self.now_us))
        http = stack.enter_context(TestClient(app, base_url=ORIGIN))
        self.floor = app.state.floor
        http.blocking_portal.call(self.floor.dealing.stop)  # `turn` deals
        self.visitor, self._http, self._keys = Client(http), http, count()
        self.visitor.get(LINK, headers=PAGE)
        self.cards = cycle(DECK)
        self._secret = promotion.Secret()
        self.sittings = {
            each.name: Sitting(house.guests_of(number), random.Random(each.name).randrange)
            for number, each in enumerate(house.TABLES)
        }

    def live_until(self, minute: int, began_us: int) -> None:
        """The demonstration goes on: a few looks of everybody simulated, then the clock moves."""
        for _ in range(12):
            self.turn("mini-1")
            self.turn("mini-2")
        self.now_us = max(self.now_us, began_us + minute * MINUTE_US)
        self._http.blocking_portal.call(tournament.play_once, self.floor)
        for _ in range(STEPS):
            if not self._http.blocking_portal.call(promotion.play_once, self.floor, self._secret):
                break

    def enter(self, name: str) -> str:
        """Press *Enter as*, or change over at the top of the page; the page that opens."""
        shown = self.visitor.get("/", headers=PAGE).text
        assert 'action="/enter"' in shown
        assert f'value="{name}"' in shown
        answer = self.visitor.send("POST", "/enter", data={"name": name}, follow_redirects=False)
        assert answer.status_code == 303
        where = str(answer.headers["location"])
        self.page(where)
        return where

    def page(self, path: str) -> str:
        answer = self.visitor.get(path, headers=PAGE)
        assert (path, answer.status_code) == (path, 200)
        return answer.text

    def send(self, table: str, command: dict[str, Any]) -> None:
        answer = self.visitor.order(command, key=f"tour {next(self._keys)}", table=table)
        assert answer.status_code in (200, 201), (command, answer.text)

    def press(self, page: str, table: str, words: str) -> None:
        """Press the button of the page that has these words."""
        offered = [html.unescape(order) for order, said in _ORDER.findall(page) if words in said]
        assert offered, f"there is no button {words!r}"
        self.send(table, json.loads(offered[0]))


def _plays(tour: Tour) -> None:
    """1. Play: Tables, Play, Join the table, $1,000, a chip on the felt, and a clause."""
    here = Present(patrons=frozenset({"Ana"}))
    assert tour.enter("Ana") == "/"
    assert 'href="/play/mini-1"' in tour.page("/")
    tour.press(tour.page("/play/mini-1"), "mini-1", "Join the table")
    if "$1,000" in tour.page("/play/mini-1"):  # there are so many practice chips in a day
        tour.press(tour.page("/play/mini-1"), "mini-1", "$1,000")
    tour.turn_until("mini-1", "wagers", here)
    assert 'data-wager="banker"' in tour.page("/play/mini-1")
    tour.send("mini-1", {"type": "PlaceWager", "patron": "Ana", "wager": "banker", "amount": 2500})
    tour.turn_until("mini-1", "collect", here)
    shown = tour.page("/play/mini-1")
    cited = re.findall(r'class="clause" href="(/rules/mini-baccarat/8[^"]*)"', shown)
    assert cited
    assert "Mini Baccarat 8" in tour.page(html.unescape(cited[0]))
    tour.turn_until("mini-1", "open", here)
    tour.press(tour.page("/play/mini-1"), "mini-1", "Leave")


def _deals(tour: Tour) -> None:
    """2. Deal: whatever is asked for until wagers lie there, N, a card, and *Irregularity*."""
    assert tour.enter("Eli") == "/dealer"
    assert 'href="/dealer/mini-2"' in tour.page("/dealer")
    _deal_until(tour, "wagers")
    page = tour.page("/dealer/mini-2")
    (order,) = [order for order in _orders(page) if order["type"] == "CallNoMoreBets"]
    tour.send("mini-2", order)
    _type(tour, tour.page("/dealer/mini-2"))
    listed = tour.page("/dealer/mini-2/orders/irregularity")
    assert 'id="order-ReportPlacementError"' in listed
    assert "placed wrongly" in listed
    found = tour.visitor.send(
        "POST", "/dealer/mini-2/ruling", data={"type": "ReportPlacementError"}, headers=PAGE
    )
    assert found.status_code == 200
    assert "12.4" in found.text
    tour.send("mini-2", next(iter(_orders(found.text))))
    assert "from the order of its cards, or void it" in _sentence(tour)


def _deal_until(tour: Tour, awaited: str) -> None:
    """Type a card where one is asked for; `Enter` does any other step; people do theirs."""
    dealing = Present(dealer=True, dealer_about=True)
    for _ in range(STEPS):
        page = tour.page("/dealer/mini-2")
        if tour.awaited("mini-2") == awaited and _STAKES.search(page):
            return
        acts = dict(_ACT.findall(page))
        if "main-act" in acts:
            tour.send("mini-2", json.loads(html.unescape(acts["main-act"])))
        elif _PAD.search(page):
            _type(tour, page)
        else:
            for _ in range(3):
                tour.turn("mini-2", dealing)
    raise AssertionError(f"the table does not come to {awaited}: {_sentence(tour)}")


def _type(tour: Tour, page: str) -> None:
    (found,) = _PAD.findall(page)
    pad = json.loads(html.unescape(found))
    assert pad["kind"] == "cards", pad
    card = next(tour.cards)
    tour.send("mini-2", pad["order"] | {pad["field"]: [card] if pad["many"] else card})


def _orders(page: str) -> Iterator[dict[str, Any]]:
    yield from (json.loads(html.unescape(order)) for order, _ in _ORDER.findall(page))


def _sentence(tour: Tour) -> str:
    (found,) = _SENTENCE.findall(tour.page("/dealer/mini-2"))
    return " ".join(found.split())


def _rules(tour: Tour) -> None:
    """3. Rule: the table, *Authorise the void*, what becomes of each wager, *Confirm*."""
    assert tour.enter("Dora") == "/pit"
    assert 'href="/pit/mini-2"' in tour.page("/pit")
    path = "/pit/mini-2/orders/AuthoriseVoid"
    assert path in tour.page("/pit/mini-2")
    shown = tour.visitor.send("POST", path, data={}, headers=PAGE).text
    if "/confirm/" not in shown:
        shown = tour.page(path)
    assert "Confirm" in shown
    assert 'class="clause"' in shown
    form = shown[shown.index('action="/pit/mini-2/confirm/AuthoriseVoid"') :]
    fields = {name: html.unescape(value) for name, value in _HIDDEN.findall(form)[:4]}
    answer = tour.visitor.send(
        "POST", "/pit/mini-2/confirm/AuthoriseVoid", data=fields, headers=PAGE
    )
    assert answer.status_code == 200
    assert "Done and on record" in answer.text


def _inspects(tour: Tour) -> None:
    """4. Inspect: *Rounds*, *Replay* the round that says void, its steps, and *Proof*."""
    assert tour.enter("Ivy") == "/inspect"
    tour.turn_until("mini-2", "wagers")  # a round is listed when the next has begun
    assert 'href="/inspect/tables/mini-2"' in tour.page("/inspect")
    rounds = tour.page("/inspect/tables/mini-2")
    rows = [each for each in rounds.split("<tr") if "void" in each and "Replay" in each]
    assert rows
    (replay, *_) = re.findall(r'href="(/inspect/tables/mini-2/rounds/\d+)"', rows[0])
    assert "Round voided" in _replayed(tour, replay)
    assert 'action="/inspect/proof"' in tour.page("/inspect/proof")
    checked = tour.visitor.send("POST", "/inspect/proof", data={"key": ""}, headers=PAGE)
    assert checked.status_code == 200
    assert "Intact: nothing was altered" in checked.text


def _replayed(tour: Tour, replay: str) -> str:
    """Every step of the round, as the arrow keys show them."""
    told = ""
    for step in range(1, STEPS):
        answer = tour.visitor.get(f"{replay}/{step}", headers=PAGE)
        if answer.status_code != 200:
            break
        told += answer.text
    return told


@pytest.fixture
def tour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tour]:
    monkeypatch.setattr(served, "keep_playing", nothing)
    with ExitStack() as stack:
        yield Tour(stack, tmp_path)


@pytest.mark.share(1)
def test_the_tour_of_the_readme_works_at_whatever_moment_of_a_demonstration(tour: Tour) -> None:
    """Mini Baccarat 12.4: play, deal, rule and inspect, whatever each moment finds."""
    began_us, found = tour.now_us, set()
    for minute in MOMENTS:
        tour.live_until(minute, began_us)
        found.add((tour.awaited("mini-1"), tour.awaited("mini-2")))
        _plays(tour)
        _deals(tour)
        _rules(tour)
        _inspects(tour)
    assert len(found) > 1  # or the moments would not differ
    assert promotion.SERIES.last(tour.floor) != promotion.NAME
