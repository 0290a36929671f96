"""An undisclosed wager stays one: over random play nothing that leaves a tournament tells it.

Every form that is handed in names its wager by a word of its own. Until it is announced that word
may be on the screens of its owner and of supervisors, and nowhere else: no view, no wall, no sheet,
no line of the log in words, and no refusal to anybody else.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from houseway.records.tournamentsheets import SHEETS, as_csv, as_html, words
from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.rulebook.ruling import Refused
from houseway.table.view import Viewer
from houseway.table.vocabulary import OrderRefused
from houseway.tournament import wager_vocabulary as f
from houseway.tournament.leaderboard import board
from houseway.tournament.shown import shown
from houseway.tournament.state import RUNNING
from houseway.tournament.tournament import decide
from tests.tournament.desk import NAMES, STAR
from tests.tournament.hall import PATRON
from tests.tournament.play import test_random_sessions as play

SEEDS = 200 if os.environ.get("HOUSEWAY_FULL") else 5
OFFICES = (Role.DEALER, Role.TOURNAMENT_DIRECTOR, Role.INSPECTOR, Role.SURVEILLANCE)


class Secretive(play.Recorded):
    """A hall in which every form names its wager by a word of its own, which is remembered."""

    def __init__(self, slug: str) -> None:
        self.secrets: dict[str, str] = {}  # the word, and whose it is
        self.handed_in = self.checked = 0
        super().__init__(slug)

    def maybe(self, command: Any, by: Role, actor: str) -> bool:
        if isinstance(command, f.HandInForm) and command.on:
            command = msgspec.structs.replace(command, on=f"secret{self.handed_in}x")
        ruling = decide(self.tournament, command, by, self.now, actor)
        if isinstance(ruling, Refused):
            self._not_in(str(ruling).encode(), by, actor)
            return False
        if isinstance(command, f.HandInForm) and command.on:
            self.secrets[command.on] = self.tournament.entries[command.entry].person
            self.handed_in += 1
        if isinstance(command, f.AnnounceForm):
            self._announced(command.entry)
        self.do(command, by, actor)
        if isinstance(command, f.HandInForm | f.PassForm):
            self.look()
        return True

    def _announced(self, entry: int) -> None:
        table = self.session.seats[entry].table
        round = self.session.conduct.floors[table].round
        assert round is not None
        self.secrets.pop(round.forms[entry].on, None)

    def _not_in(self, told: bytes, by: Role, actor: str) -> None:
        for word, owner in self.secrets.items():
            if by not in SUPERVISORS and not (by == PATRON and actor == owner):
                assert word.encode() not in told
                self.checked += 1

    def look(self) -> None:
        """Everything that anybody may be shown now."""
        for viewer in _viewers():
            seen = shown(self.tournament, "spring", 1, viewer)
            self._not_in(msgspec.json.encode(seen), viewer.role, viewer.patron)
        for told in self._for_everybody():
            self._not_in(told.encode(), Role.DEALER, "")

    def _for_everybody(self) -> Iterator[str]:
        yield msgspec.json.encode(board(self.tournament)).decode()
        for sheet in SHEETS.values():
            yield as_csv(sheet(self.tournament))
            yield as_html(sheet(self.tournament))
        for fact in self.facts[-40:]:
            if isinstance(fact, f.FormHandedIn):
                yield words(fact)


def _viewers() -> Iterator[Viewer]:
    for office in OFFICES:
        yield Viewer(office, name="Dora")
    for name in NAMES[:6]:
        yield Viewer(PATRON, f"id {name}")


def test_a_form_that_was_refused_is_not_told_either() -> None:
    """7-Up Baccarat 15.8.2.1: what somebody wanted to wager is as secret as what they did."""
    order = f.HandInForm(1, 1, "secret0x", 37)
    body = msgspec.json.encode(order).decode()
    told = words(OrderRefused(body, "forms_used", None, "Ana has made 1 of 1"))
    assert told == "refused: hand in form: Ana has made 1 of 1"


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_form_is_told_to_nobody_before_it_is_announced(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """7-Up Baccarat 15.8.2.1, 15.8.2.6: its owner and the supervisor know; others when it is
    announced."""
    monkeypatch.setattr(play, "Recorded", Secretive)
    chance = random.Random(f"secrets {seed}")
    here = play.begun(STAR, chance)
    assert isinstance(here, Secretive)
    for _ in range(30):
        if here.session.phase != RUNNING:
            break
        for _ in range(4):
            order = play.some_order(here, chance)
            here.maybe(order, *chance.choice(play.OFFICES))
        play.move_on(here, chance)
        here.look()
        here.now += 5_000_000
    assert here.handed_in
    assert here.checked
