"""Tables that serve a session alone, from the publication of the seats to the confirmed places."""

from __future__ import annotations

from pathlib import Path

import msgspec

from houseway.conducting import Reservations, counts_of, known_us
from houseway.games import commands as c
from houseway.runner import Order, Runner
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from tests.conducting.casino import DEALER, HEAT, PATRON, STREAM, SUPERVISOR, TABLE, Casino

ONE_ROUND = msgspec.structs.replace(HEAT, rounds=1)


def test_nobody_else_plays_at_a_table_that_serves_the_session(tmp_path: Path) -> None:
    """Mini Baccarat 15.7: those who have a seat there play, and others may only leave."""
    casino = Casino(tmp_path, "mini-baccarat").started().open()
    refused = casino.why_not(c.PlaceWager("Finn", "player", 20_00), PATRON, "Finn")
    assert (refused.code, refused.clause) == ("table_reserved", "Mini Baccarat 15.7")
    assert refused.detail == "table/7 serves session 1 of Spring alone; Finn has no seat there"
    assert casino.play.layout.wagers == {}
    other = casino.ask("table/8", c.JoinTable("Finn"), PATRON, "Finn").refused
    assert other is not None
    assert other.code == "table_not_open"
    casino.log.close()


def test_no_table_is_in_tournament_use_before_a_tournament_has_it(tmp_path: Path) -> None:
    """7-Up Baccarat 15.5.1: another table can be opened for tournament use only once assigned."""
    casino = Casino(tmp_path, "seven-up-baccarat").published()
    elsewhere = casino.ask("table/8", casino.opening(), SUPERVISOR, "Hana").refused
    assert elsewhere is not None
    assert (elsewhere.code, elsewhere.clause) == ("table_not_assigned", "7-Up Baccarat 15.5.1")
    casino.opened()
    casino.log.close()


def test_a_table_is_free_once_the_places_are_confirmed(tmp_path: Path) -> None:
    """Mini Baccarat 15.7, 15.20: and it is reserved before the first chip is issued."""
    casino = Casino(tmp_path, "mini-baccarat").published(ONE_ROUND)
    casino.opened()
    assert casino.why_not(c.JoinTable("Finn"), PATRON, "Finn").code == "table_reserved"
    casino.start()
    casino.open().staked(Ana=20, Ben=30, Chen=40).finish()
    casino.do(s.EndTable(1, "7"), DEALER, "Eli")
    since = known_us(casino.log.read(STREAM), 1, "7")
    tournament = casino.runner.tournament(STREAM)
    counts = counts_of(tournament, 1, "7", casino.log.read(TABLE), since)
    assert dict(counts.counts) == tournament.sessions[0].chips
    casino.do(counts, DEALER, "Eli")
    casino.do(r.ConfirmCounts(1))
    casino.do(r.ConfirmSession(1))
    casino.at_table(c.JoinTable("Finn"), PATRON, "Finn")
    casino.log.close()


def test_what_another_process_reserves_is_noticed_in_time(tmp_path: Path) -> None:
    """Mini Baccarat 15.7: where several write to one log, after the time that was set."""
    casino = Casino(tmp_path, "mini-baccarat")
    other = Runner(casino.log, lambda: casino.now)
    Reservations(other, every_us=1_000_000)
    casino.published()
    casino.opened()
    joining = Order(c.JoinTable("Finn"), PATRON, "Finn", "late")
    casino.now += 1_000_000
    refused = other.order(TABLE, joining).refused
    assert refused is not None
    assert refused.code == "table_reserved"
    casino.log.close()


def test_two_processes_learn_from_one_table(tmp_path: Path) -> None:
    """What one process stores of table and tournament, the other judges by at once."""
    casino = Casino(tmp_path, "mini-baccarat").started()
    other = Runner(casino.log, lambda: casino.now)
    Reservations(other)
    casino.open()
    first = casino.runner
    casino.call("Ana")
    casino.runner = other
    casino.stake("Ana")
    casino.runner = first
    assert casino.session.conduct.floors["7"].round.stakes == {1: 20}  # type: ignore[union-attr]
    casino.call("Ben")
    casino.log.close()
