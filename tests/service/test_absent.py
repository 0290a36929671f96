"""Patrons who close the screen of a virtual table leave it, and nothing is held against them."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.driving import GUEST, next_command
from houseway.games import commands as c
from houseway.games.tournament_roulette.state import LiftDolly
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.background.dealing import LEAVES_US, SITS_OUT_US
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.live.hub import Hub
from houseway.service.settings import Settings
from houseway.table.table import Table
from tests.offices import opening_of

ANA = Account("Ana", str(Role.PATRON))


class Room:
    """A house whose clock and open pages are set by the test."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_us = time.time_ns() // 1_000
        self._pages: list[tuple[str, Account]] = []
        monkeypatch.setattr(Hub, "people_by_topic", lambda _hub: iter(self._pages))
        self.floor = Floor(Settings(folder=str(folder)), registry.load(), lambda: self.now_us)

    def show(self, *pages: tuple[str, Account]) -> None:
        """From now on these pages are open."""
        self._pages = list(pages)
        self.floor.hub.visits += 1

    def give(self, command: c.Command, by: Role, actor: str = "Eli", table: str = "1") -> None:
        key = f"test {self.floor.runner.version(f'table/{table}')}"
        answer = self.floor.runner.order(f"table/{table}", Order(command, by, actor, key))
        assert answer.refused is None, answer.refused

    def wheel(self, *, virtual: bool) -> None:
        """A table of roulette with its dolly lifted, where Ana has joined at her screen."""
        opening = opening_of("tournament-roulette", virtual=virtual)
        self.give(opening, Role.TOURNAMENT_DIRECTOR, "Tom")
        self._prepare()
        self.give(c.JoinTable("Ana"), Role.PATRON, "Ana")
        self.give(LiftDolly(), Role.DEALER)
        self.show(("seat:1", ANA))
        self.floor.absent.look()

    def _prepare(self) -> None:
        """Whatever the table awaits before its first round."""
        pick = random.Random(1).randrange
        for _ in range(20):
            if self.table.virtual:
                self.floor.house.deal("table/1")
            if self.table.game.awaits(self.table.play).what == "open":
                return
            command, by = next_command(self.table.game, self.table.play, GUEST, pick)
            self.give(command, by, "Eli" if by == Role.DEALER else "Tom")
        raise AssertionError("the table is not ready")

    def close_page(self, waited_us: int) -> None:
        """Ana closes the page, and so long passes."""
        self.show()
        self.floor.absent.look()
        self.now_us += waited_us
        self.floor.absent.look()

    @property
    def table(self) -> Table:
        found: Table = self.floor.runner.table("table/1")
        return found

    def is_here(self) -> bool:
        return "Ana" in self.table.play.layout.idle_rounds


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    found = Room(tmp_path / "house", monkeypatch)
    yield found
    found.floor.close()


def test_a_patron_who_closed_the_screen_has_left_after_a_while(room: Room) -> None:
    room.wheel(virtual=True)
    room.close_page(LEAVES_US - 1)
    room.floor.absent.let_leave()
    assert room.is_here()
    room.now_us += 1
    room.floor.absent.let_leave()
    assert not room.is_here()


def test_a_page_that_comes_back_keeps_the_seat(room: Room) -> None:
    room.wheel(virtual=True)
    room.close_page(LEAVES_US - 1)
    room.show(("seat:1", ANA))
    room.floor.absent.look()
    room.now_us += LEAVES_US
    room.floor.absent.let_leave()
    assert room.is_here()


def test_no_missing_wager_of_an_absent_patron_is_put_on_record(room: Room) -> None:
    """Tournament American Roulette 4.1, TP14: who is at the table without a wager is logged."""
    room.wheel(virtual=True)
    room.floor.house.deal("table/1")  # the house spins the ball
    room.close_page(SITS_OUT_US)
    room.floor.absent.before("1", c.CallNoMoreBets())
    room.give(c.CallNoMoreBets(), Role.DEALER)
    assert not room.is_here()
    assert "Ana" not in room.table.play.layout.breaches


def test_a_patron_at_the_screen_is_logged_as_the_rules_say(room: Room) -> None:
    """The other side of it: Tournament American Roulette 4.1 holds for whoever is there."""
    room.wheel(virtual=True)
    room.floor.house.deal("table/1")  # the house spins the ball
    room.floor.absent.before("1", c.CallNoMoreBets())
    room.give(c.CallNoMoreBets(), Role.DEALER)
    assert "Ana" in room.table.play.layout.breaches


def test_a_wager_on_the_layout_is_waited_for(room: Room) -> None:
    room.wheel(virtual=True)
    room.floor.house.deal("table/1")
    room.give(c.BringChips("Ana", 100_00), Role.DEALER)
    room.give(c.PlaceWager("Ana", "red", 20_00), Role.PATRON, "Ana")
    room.close_page(LEAVES_US)
    room.floor.absent.let_leave()
    assert room.is_here()
    room.give(c.WithdrawWager("Ana", "red"), Role.PATRON, "Ana")
    room.floor.absent.let_leave()
    assert not room.is_here()


def test_at_a_recorded_table_a_patron_is_there_in_person(room: Room) -> None:
    room.wheel(virtual=False)
    room.close_page(LEAVES_US)
    room.floor.absent.let_leave()
    assert room.is_here()


def test_a_program_that_opens_no_page_stays(room: Room) -> None:
    room.wheel(virtual=True)
    room.give(c.JoinTable("Ben"), Role.PATRON, "Ben")
    room.close_page(LEAVES_US)
    room.floor.absent.let_leave()
    assert list(room.table.play.layout.idle_rounds) == ["Ben"]


def test_an_entrant_keeps_the_seat_of_the_ballot(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tournament American Roulette 12.6: the seat is the entrant's until the session ends."""
    room.wheel(virtual=True)
    monkeypatch.setattr(room.floor.reservations, "binder", lambda _stream: "tournament/spring")
    room.close_page(LEAVES_US)
    room.floor.absent.let_leave()
    assert room.is_here()
