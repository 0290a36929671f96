"""A demonstration: every game, somebody for every office, and simulated people who make way."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from houseway import fair
from houseway.cli.people import list_people, reset
from houseway.driving import GUEST, Deed, next_command
from houseway.games import commands as c
from houseway.games import slugs
from houseway.promotion.due import due
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.aggregates.promotions import KIND
from houseway.service.aggregates.tournaments import KIND as TOURNAMENTS
from houseway.service.consoles import registry
from houseway.service.demo import house
from houseway.service.demo import promotion as demo_promotion
from houseway.service.demo import tournament as demo_tournament
from houseway.service.demo.people import (
    BETTING_SECONDS,
    DECIDE_US,
    GONE_US,
    LONGEST_US,
    RESULT_US,
    SIMULATED,
    Present,
    Sitting,
    next_deed,
)
from houseway.service.demo.series import RESTS_AFTER_US, Attention
from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.service.live.hub import Hub
from houseway.service.settings import SECOND_US, Settings
from houseway.table.betting import MORE_SECONDS, FinishBetting
from tests.offices import opening_of

T = TypeVar("T")
NOBODY = Present()
TICK_US = 2 * SECOND_US
FELT = Path(house.__file__).parents[1] / "static" / "felt.css"


def apart(work: Callable[[], T]) -> T:
    """Where another loop may run, whatever runs in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


class Casino:
    """A seeded house whose clock stands until it is moved."""

    def __init__(self, path: Path) -> None:
        self.now_us = time.time_ns() // 1_000
        self.floor = Floor(Settings(folder=str(path)), registry.load(), lambda: self.now_us)
        apart(lambda: asyncio.run(house.seed(self.floor)))
        self.sittings = {
            each.name: Sitting(house.guests_of(number), random.Random(each.name).randrange)
            for number, each in enumerate(house.TABLES)
        }

    def given(self, table: str, deed: Deed) -> None:
        key = f"test {self.floor.runner.version(f'table/{table}')}"
        order = Order(deed.command, deed.by, deed.actor, key)
        answer = self.floor.runner.order(f"table/{table}", order)
        assert answer.refused is None, (deed, answer.refused)

    def deal(self, table: str) -> None:
        """What the house does by itself at a virtual table."""
        stream, house = f"table/{table}", self.floor.house
        if not self.floor.look(table, lambda found, _: found.virtual):
            return
        house.deal(stream)

    def turn(self, table: str, present: Present = NOBODY) -> Deed | None:
        """Two seconds pass; whoever is simulated does one thing."""
        self.now_us += TICK_US
        self.deal(table)
        sitting = self.sittings[table]
        deed = self.floor.look(
            table,
            lambda found, version: next_deed(
                found, sitting, present, self.now_us,
                self.floor.betting_times(table, found, version),
            ),
        )  # fmt: skip
        if deed is not None:
            self.given(table, deed)
        return deed

    def awaited(self, table: str) -> str:
        return self.floor.look(table, lambda found, _: found.game.awaits(found.play).what)

    def turn_until(self, table: str, what: str, present: Present = NOBODY) -> None:
        for _ in range(400):
            self.deal(table)
            if self.awaited(table) == what:
                return
            self.turn(table, present)
        raise AssertionError(f"{table} never awaits {what}")


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path)
    yield found
    found.floor.close()


def test_every_game_has_a_table_and_one_of_them_real_cards(casino: Casino) -> None:
    tables = {each.name: each for each in house.TABLES}
    assert {each.slug for each in house.TABLES} == set(slugs())
    assert casino.floor.tables() == sorted(tables)
    real = [name for name in tables if not casino.floor.look(name, lambda found, _: found.virtual)]
    assert real == ["mini-2"]


def test_people_of_every_office_are_there_and_no_password_opens_their_accounts(
    casino: Casino, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is printed that could be copied: a demonstration is entered by its link."""
    desk = casino.floor.desk
    accounts = {each.name: each for each in desk.accounts.all()}
    assert {name: each.office for name, each in accounts.items()} == {
        each.name: str(each.office) for each in house.PEOPLE
    }
    assert not any(each.must_change or each.has_password for each in accounts.values())
    assert capsys.readouterr().out == ""
    for guess in ("", "nobody has this password"):
        with pytest.raises(Wrong, match="do not match"):
            apart(partial(asyncio.run, desk.sign_in("Ana", guess, "127.0.0.1")))


def test_nobody_simulated_has_the_name_of_somebody_who_can_sign_in() -> None:
    assert not {each.name for each in house.PEOPLE} & set(house.NAMES)
    guests = [guest.name for n in range(len(house.TABLES)) for guest in house.guests_of(n)]
    assert len(guests) == len(set(guests)) == 3 * len(house.TABLES)


@pytest.mark.share(4)
@pytest.mark.parametrize("table", [each.name for each in house.TABLES])
def test_rounds_are_played_at_every_table(casino: Casino, table: str) -> None:
    done = Counter(type(deed.command).__name__ for _ in range(120) if (deed := casino.turn(table)))
    assert casino.floor.look(table, lambda found, _: found.play.round) >= 3
    assert done["PlaceWager"] >= 3
    stakes = [
        deed.command.amount
        for deed in [casino.turn(table) for _ in range(20)]
        if deed and isinstance(deed.command, c.PlaceWager)
    ]
    assert all(0 < stake <= 100_00 for stake in stakes)
    if casino.floor.look(table, lambda found, _: found.virtual):
        assert fair.check(casino.floor.log.read(f"table/{table}")).problems == ()


def test_no_table_is_played_at_that_a_demonstration_did_not_open(tmp_path: Path) -> None:

    floor = Floor(Settings(folder=str(tmp_path)), registry.load())
    order = Order(opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR, "Dora", "open")
    floor.runner.order("table/mini-1", order)
    assert not house.is_ours(floor, "mini-1")
    assert not house.is_ours(floor, "mini-2")
    floor.close()


# Making way for persons


def test_a_dealer_on_duty_deals_alone(casino: Casino) -> None:
    duty = Present(dealer=True)
    casino.turn_until("mini-1", "open")
    deeds = [casino.turn("mini-1", duty) for _ in range(30)]
    assert all(deed is None or deed.by != Role.DEALER or "Bring" in str(deed) for deed in deeds)
    assert casino.awaited("mini-1") == "open"


AT_TABLE = Present(patrons=frozenset({"Ana"}))


def test_betting_is_closed_by_the_clock_and_never_on_a_first_chip(casino: Casino) -> None:
    """Ana's chip in the last seconds leaves five more, and betting was open for the whole clock."""
    table = "mini-1"
    casino.turn_until(table, "wagers")
    began = casino.now_us
    casino.given(table, Deed(c.JoinTable("Ana"), Role.PATRON, "Ana"))
    while casino.now_us - began < (BETTING_SECONDS - 3) * SECOND_US:
        casino.turn(table, AT_TABLE)
    assert casino.awaited(table) == "wagers"
    placed, stake = casino.now_us, c.PlaceWager("Ana", "tie", 5_00)
    casino.given(table, Deed(stake, Role.PATRON, "Ana"))
    while casino.awaited(table) == "wagers":
        casino.turn(table, AT_TABLE)
    assert casino.now_us - placed >= MORE_SECONDS * SECOND_US
    assert casino.now_us - began <= (2 * BETTING_SECONDS + MORE_SECONDS) * SECOND_US


def test_betting_is_closed_sooner_once_everybody_is_done(casino: Casino) -> None:
    table = "war-1"
    casino.turn_until(table, "wagers")
    began = casino.now_us
    casino.given(table, Deed(c.JoinTable("Ana"), Role.PATRON, "Ana"))
    casino.given(table, Deed(FinishBetting("Ana"), Role.PATRON, "Ana"))
    casino.sittings[table].pick = lambda below: below - 1  # guests wager once
    while casino.awaited(table) == "wagers":
        casino.turn(table, AT_TABLE)
    assert casino.now_us - began < BETTING_SECONDS * SECOND_US


def test_a_result_stays_before_the_dealer_goes_on(casino: Casino) -> None:
    table = "mini-1"
    casino.turn_until(table, "collect")
    settled = casino.now_us
    while casino.awaited(table) == "collect":
        casino.turn(table)
    (ball,) = re.findall(r"hw-ball ([\d.]+)s", FELT.read_text("utf-8"))
    assert casino.now_us - settled >= RESULT_US >= (float(ball) + 5) * SECOND_US


def test_a_person_chooses_for_themselves(casino: Casino) -> None:
    """Only after minutes, or once they have left the screen, is the round brought to its end."""
    table, here = "poker-1", Present(patrons=frozenset({"Ana"}))
    casino.turn_until(table, "wagers")
    casino.given(table, Deed(c.BringChips("Ana", 500_00), Role.DEALER, "Eli"))
    casino.given(table, Deed(c.PlaceWager("Ana", "ante", 5_00), Role.PATRON, "Ana"))
    for _ in range(200):
        casino.deal(table)
        who = casino.floor.look(table, lambda found, _: found.game.awaits(found.play).who)
        if who == "Ana" and casino.awaited(table) == "choose":
            break
        casino.turn(table, here)
    began = casino.now_us
    while casino.turn(table, here) is None:
        assert casino.now_us - began <= LONGEST_US + 2 * TICK_US
    assert casino.now_us - began >= LONGEST_US > GONE_US


def test_an_irregularity_waits_for_a_supervisor_who_is_there(casino: Casino) -> None:
    """Mini Baccarat 12.4: a held round is rebuilt or voided by a supervisor."""
    casino.turn_until("mini-2", "decide")
    began, duty = casino.now_us, Present(supervisor=True)
    assert all(casino.turn("mini-2", duty) is None for _ in range(60))
    assert casino.now_us - began > DECIDE_US
    deed = casino.turn("mini-2")
    assert deed is not None
    assert (type(deed.command).__name__, deed.by) == ("AuthoriseVoid", Role.GAMING_SUPERVISOR)


def test_a_supervisor_finds_a_sign_and_a_dispute(casino: Casino) -> None:
    signs = casino.floor.look(house.SIGNED, lambda found, _: found.signs)
    assert signs["minimum"].minimum == 20_00
    for _ in range(200):
        deed = casino.turn("roulette-1", Present(supervisor=True))
        if deed and isinstance(deed.command, c.RaiseDispute):
            return
    raise AssertionError("nobody disputed anything")


def test_a_dealer_can_deal_at_whatever_minute_they_come(casino: Casino) -> None:
    """Mini Baccarat 12.4: a round that the script held is ruled on before a dealer must wait."""
    held = []
    dealing = Present(dealer=True, dealer_about=True)
    for _minute in range(10):
        for _ in range(30):  # of two seconds each
            casino.turn("mini-2")
        held.append(casino.awaited("mini-2") == "decide")
        for _ in range(10):
            if casino.awaited("mini-2") == "decide":
                casino.turn("mini-2", dealing)
        assert casino.awaited("mini-2") != "decide"
    assert any(held)  # or the test would say nothing


def _as(casino: Casino, table: str, command: c.Command, by: Role, actor: str) -> None:
    casino.given(table, Deed(command, by, actor))


def _ana_plays(casino: Casino, table: str) -> None:
    """Ana joins, takes chips, places a wager and gets it settled."""
    here = Present(patrons=frozenset({"Ana"}))
    _as(casino, table, c.JoinTable("Ana"), Role.PATRON, "Ana")
    _as(casino, table, c.BringChips("Ana", 100_00), Role.PATRON, "Ana")
    casino.turn_until(table, "wagers", here)
    _as(casino, table, c.PlaceWager("Ana", "banker", 25_00), Role.PATRON, "Ana")
    casino.turn_until(table, "collect", here)
    settled = casino.floor.runner.table(f"table/{table}").play.layout.settlements
    assert [each.wager for each in settled if each.patron == "Ana"] == ["banker"]
    _as(casino, table, c.LeaveTable("Ana"), Role.PATRON, "Ana")


def _eli_deals(casino: Casino, table: str) -> int:
    """Eli brings the table to its wagers, closes them, deals a card and reports an irregularity;
    which round is held."""
    dealing = Present(dealer=True, dealer_about=True)
    pick = random.Random(table).randrange
    for _ in range(200):
        if casino.turn(table, dealing) is not None:
            continue
        found = casino.floor.runner.table(f"table/{table}")
        play, awaited = found.play, found.game.awaits(found.play)
        if awaited.what == "wagers" and play.layout.wagers:
            break
        if awaited.who == Role.DEALER or awaited.what in ("open", "collect"):
            command, by = next_command(found.game, play, GUEST, pick)
            _as(casino, table, command, by, "Eli")
    _as(casino, table, c.CallNoMoreBets(), Role.DEALER, "Eli")
    _as(casino, table, *next_command(found.game, play, GUEST, pick), "Eli")
    (irregularity,) = [each for each in found.game.orders if each.rehearsed]
    _as(casino, table, irregularity(), Role.DEALER, "Eli")
    held: int = play.round
    return held


def test_the_tour_of_the_readme_works_at_ten_different_minutes(casino: Casino) -> None:
    """Play, deal, rule and inspect, each begun at whatever a minute finds: Mini Baccarat 12.4."""
    began = {}
    for minute in range(10):
        for _ in range(30):  # ticks of two seconds
            casino.turn("mini-1")
            casino.turn("mini-2")
        began[minute] = (casino.awaited("mini-1"), casino.awaited("mini-2"))
        _ana_plays(casino, "mini-1")
        held = _eli_deals(casino, "mini-2")
        casino.turn("mini-2", Present(supervisor=True))  # it may acknowledge an alert that is over
        assert casino.awaited("mini-2") == "decide"  # the decision is left to Dora
        _as(casino, "mini-2", c.AuthoriseVoid(), Role.GAMING_SUPERVISOR, "Dora")
        void = casino.floor.log.read("table/mini-2")
        assert any(each.kind == "RoundVoided" and f'"round":{held}'.encode() in each.body
                   for each in void)  # fmt: skip
    assert len(set(began.values())) > 3  # or the minutes would not differ


def test_nothing_goes_wrong_by_script_while_a_dealer_is_about(casino: Casino) -> None:
    about = Present(dealer_about=True)
    for _ in range(300):
        casino.turn("mini-2", about)
    alerts = casino.floor.look("mini-2", lambda found, _: list(found.alerts))
    assert not [each for each in alerts if each.kind == "held"]


def test_simulated_staff_acknowledge_what_nobody_else_does(casino: Casino) -> None:
    """Resolved alerts go though a supervisor is there; open ones are left to that supervisor."""

    def waiting() -> list[bool]:
        alerts = casino.floor.look("mini-2", lambda found, _: list(found.alerts))
        return [each.over for each in alerts if each.acknowledged is None]

    casino.turn_until("mini-2", "decide")
    for _ in range(80):
        casino.turn("mini-2", Present(supervisor=True))
    assert waiting() == [False]
    while casino.awaited("mini-2") == "decide":
        casino.turn("mini-2")
    for _ in range(150):
        casino.turn("mini-2", Present(supervisor=True, dealer_about=True))
    assert waiting() == []


def test_a_demonstration_rests_while_nobody_watches(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    attention, pages = Attention(casino.floor), {"open": 1}
    monkeypatch.setattr(Hub, "open_streams", property(lambda _hub: pages["open"]))
    casino.now_us += RESTS_AFTER_US
    assert attention.is_watched()
    pages["open"] = 0
    casino.now_us += RESTS_AFTER_US - 1
    assert attention.is_watched()
    casino.now_us += 1
    assert not attention.is_watched()
    pages["open"] = 1
    assert attention.is_watched()


def test_a_person_who_closes_the_screen_is_taken_out_and_breaks_no_rule(casino: Casino) -> None:
    """Tournament American Roulette 4.1: a patron at the table wagers in each round."""
    table = "roulette-1"
    casino.turn_until(table, "wagers")
    casino.given(table, Deed(c.JoinTable("Ana"), Role.PATRON, "Ana"))
    casino.turn(table, AT_TABLE)
    layout = casino.floor.runner.table(f"table/{table}").play.layout
    assert "Ana" in layout.idle_rounds
    for _ in range(60):
        casino.turn(table)
    layout = casino.floor.runner.table(f"table/{table}").play.layout
    assert "Ana" not in layout.idle_rounds
    assert "Ana" not in layout.breaches


# A promotion


def test_a_promotion_is_started_and_play_counted_until_entries_close(casino: Casino) -> None:
    """Casino War 14.9: the Authority is told before the start, be it by a moment."""
    floor, stream = casino.floor, KIND.stream(demo_promotion.NAME)

    secret = demo_promotion.Secret()

    def give() -> str:
        deed = demo_promotion.next_order(floor, demo_promotion.NAME, secret, desk_manned=True)
        if deed is None:
            return ""
        assert apart(lambda: asyncio.run(demo_promotion._give(floor, demo_promotion.NAME, deed)))
        return type(deed.command).__name__

    assert give() == ""
    casino.now_us += 1
    assert floor.runner.promotion(stream).draw.commitment
    assert [give() for _ in range(2)] == ["StartPromotion", "EnterList"]
    for _ in range(180):
        casino.turn(demo_promotion.TABLE)
    assert [give(), give()] == ["CountPlay", ""]
    promotion = floor.runner.promotion(stream)
    assert promotion.life == "running"
    assert promotion.entries.counted[f"table/{demo_promotion.TABLE}"] > 60
    assert promotion.entries.tickets > len(demo_promotion.ENTRANTS)
    for _ in range(60):
        casino.turn(demo_promotion.TABLE)
    casino.now_us = promotion.conditions.closes_us + 1
    assert give() == ""
    said = b"".join(entry.body for entry in floor.log.read(stream))
    assert not any(each.address.encode() in said for each in demo_promotion.ENTRANTS)


def _promote(casino: Casino, secret: demo_promotion.Secret) -> list[str]:
    """What simulated staff of the promotion do now, until nothing is left; what is overdue."""
    for _ in range(40):
        if not apart(lambda: asyncio.run(demo_promotion.play_once(casino.floor, secret))):
            break
    promotion = casino.floor.runner.promotion(KIND.stream(demo_promotion.SERIES.last(casino.floor)))
    return [each.what for each in due(promotion) if each.overdue(casino.now_us)]


def test_promotions_follow_one_another_and_nothing_is_overdue(casino: Casino) -> None:
    """Casino War 14.9 and reading A-35: each one is drawn, claimed and closed, then the next."""
    secret, names, drawn = demo_promotion.Secret(), set(), set()
    for _ in range(130):  # half minutes: more than two promotions take
        casino.now_us += 30 * SECOND_US
        assert _promote(casino, secret) == []
        name = demo_promotion.SERIES.last(casino.floor)
        names.add(name)
        if casino.floor.runner.promotion(KIND.stream(name)).draw.completed:
            drawn.add(name)
    assert names == {"fountain", "fountain-2", "fountain-3"}
    assert drawn == {"fountain", "fountain-2"}
    lives = [casino.floor.runner.promotion(KIND.stream(each)).life for each in sorted(names)]
    assert lives == ["over", "over", "running"]


def test_a_promotion_that_nobody_watched_in_time_is_called_off(casino: Casino) -> None:
    """A draw needs its list sealed before the public value is known: after a rest it is not."""
    secret = demo_promotion.Secret()
    casino.now_us += SECOND_US
    _promote(casino, secret)
    casino.now_us += 24 * 60 * 60 * SECOND_US
    assert _promote(casino, secret) == []
    assert casino.floor.runner.promotion(KIND.stream("fountain")).life == "over"
    assert demo_promotion.SERIES.last(casino.floor) == "fountain-2"


def test_a_person_at_the_promotions_desk_makes_the_draw(casino: Casino) -> None:
    """Rita has the time that the terms give; simulated staff come in only when it is nearly up."""
    secret, floor, name = demo_promotion.Secret(), casino.floor, demo_promotion.NAME
    casino.now_us += SECOND_US
    _promote(casino, secret)
    casino.now_us = floor.runner.promotion(KIND.stream(name)).conditions.closes_us + SECOND_US

    def at_desk() -> Deed | None:
        return demo_promotion.next_order(floor, name, secret, desk_manned=True)

    assert at_desk() is None
    casino.now_us += 2 * 60 * SECOND_US
    deed = at_desk()
    assert deed is not None
    assert type(deed.command).__name__ == "SealEntries"


# A tournament


def _direct(casino: Casino, drawn: random.Random, *, directed: bool = False) -> Deed | None:
    """One look of the simulated people at the tournament that runs."""
    casino.now_us += TICK_US
    name = demo_tournament.SERIES.last(casino.floor)
    stream = TOURNAMENTS.stream(name)
    deed = demo_tournament.next_deed(
        casino.floor.runner.tournament(stream), demo_tournament.NOBODY, casino.now_us,
        drawn.randrange,
        directed=directed,
    )  # fmt: skip
    if deed is not None:
        key = f"test {casino.floor.runner.version(stream)}"
        answer = casino.floor.runner.order(stream, Order(*deed, key))
        assert answer.refused is None, (deed, answer.refused)
    return deed


@pytest.mark.parametrize("seed", range(4))
def test_a_tournament_comes_to_its_end_and_another_begins(casino: Casino, seed: int) -> None:
    """7-Up Baccarat 15: heats, additional rounds where people are level, a final, prizes paid."""
    drawn, stream = random.Random(seed), TOURNAMENTS.stream(demo_tournament.NAME)
    for _ in range(3_000):
        _direct(casino, drawn)
        if casino.floor.runner.tournament(stream).life != "live":
            break
    tournament = casino.floor.runner.tournament(stream)
    assert tournament.life == "over"
    assert all(each.paid for each in tournament.awards.values())
    apart(lambda: asyncio.run(demo_tournament.play_once(casino.floor)))
    assert demo_tournament.SERIES.last(casino.floor) == "spring-2"
    assert casino.floor.runner.tournament(TOURNAMENTS.stream("spring-2")).sessions[0].round


def test_a_director_who_is_signed_in_decides_alone(casino: Casino) -> None:
    """7-Up Baccarat 15.1.1: after the heats nobody simulated confirms a count."""
    drawn, stream = random.Random(1), TOURNAMENTS.stream(demo_tournament.NAME)
    deeds = [_direct(casino, drawn, directed=True) for _ in range(600)]
    assert casino.floor.runner.tournament(stream).sessions[0].phase == "ended"
    assert deeds[-50:] == [None] * 50
    assert not any(each and each.by == Role.TOURNAMENT_DIRECTOR for each in deeds)


def test_a_director_who_comes_during_a_session_is_put_in_charge(casino: Casino) -> None:
    """7-Up Baccarat 15.1.1: the simulated director steps back while a session is played."""
    drawn, stream = random.Random(1), TOURNAMENTS.stream(demo_tournament.NAME)
    for _ in range(3_000):
        tournament = casino.floor.runner.tournament(stream)
        playing = any(each.phase == "running" for each in tournament.sessions)
        if playing and SIMULATED in tournament.directors:
            break
        _direct(casino, drawn)
    assert playing
    _direct(casino, drawn, directed=True)
    assert list(casino.floor.runner.tournament(stream).directors) == [demo_tournament.DIRECTOR]


# Another password


def test_a_password_is_reset_at_the_machine_and_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    casino = Casino(tmp_path)
    casino.floor.close()
    assert apart(lambda: reset("Ana", folder=tmp_path)) == 0
    said = capsys.readouterr().out
    password = said.split(" with ")[1].split(" (")[0]
    floor = Floor(Settings(folder=str(tmp_path)), registry.load())
    try:
        signing_in = floor.desk.sign_in("Ana", password, "127.0.0.1")
        assert apart(lambda: asyncio.run(signing_in))
        last = [each for each in floor.log.read("people") if each.kind == "PasswordReset"]
        assert [(each.actor, password.encode() in each.body) for each in last] == [
            ("houseway", False)
        ]
    finally:
        floor.close()
    assert list_people(folder=tmp_path) == 0
    assert "administrator        Chen" in capsys.readouterr().out
    assert apart(lambda: reset("Nobody", folder=tmp_path)) == 1
    assert reset("Ana", folder=tmp_path / "elsewhere") == 2
