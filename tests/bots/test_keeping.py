"""A trial in a log: the tournament and its tables read back as they were played."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.aggregates import TOURNAMENT
from houseway.bots.event import run
from houseway.bots.table import STREAM, Keeper
from houseway.cli import app
from houseway.conducting import counts_of, known_us, table_stream
from houseway.runner import Runner
from houseway.store.sqlite import SqliteLog
from houseway.tournament.session_vocabulary import TableCounted
from houseway.tournament.tournament import Tournament, evolve
from tests.bots.files import SLUGS, file


@pytest.mark.parametrize("slug", SLUGS)
def test_a_table_counted_from_its_log_is_as_it_was_counted(tmp_path: Path, slug: str) -> None:
    """Chips follow from the wagers of the table's own log: 7-Up Baccarat 15.5.8, Mini Baccarat
    15.20, Tournament Canberra Poker 15.19, Tournament Blackjack 19.19, Tournament American
    Roulette 12.17, Tournament Mini-Baccarat 13.19, Tournament Pai Gow 17.19."""
    log = SqliteLog(tmp_path / "trial.db")
    outcome = run(file(slug), "kept", Keeper(log, slug))
    assert log.verify().problems == ()

    tournament, compared = Tournament(), 0
    for entry in log.read(STREAM):
        event = TOURNAMENT.decode("", entry)
        if isinstance(event, TableCounted) and not event.final:
            before = [each for each in log.read(STREAM) if each.version < entry.version]
            since = known_us(before, event.session, event.table)
            table = log.read(table_stream(event.table))
            played = [each for each in table if each.at_us < entry.at_us]
            order = counts_of(tournament, event.session, event.table, played, since)
            assert tuple(sorted(order.counts)) == event.counts
            assert (order.won, order.source) == (event.won, event.source)
            compared += 1
        evolve(tournament, event)
    assert compared == outcome.table_rounds
    assert tournament.places == outcome.places
    log.close()


def test_the_log_alone_gives_the_same_tournament(tmp_path: Path) -> None:
    """What a runner makes of the log is what the bots played, to the last prize."""
    log = SqliteLog(tmp_path / "trial.db")
    outcome = run(file("tournament-blackjack"), "kept", Keeper(log, "tournament-blackjack"))
    again = Runner(log, lambda: 0).tournament(STREAM)
    assert again.closed
    assert {entry: award.amount for entry, award in again.awards.items()} == outcome.prizes
    log.close()


TRIAL = """
document = "tournament-roulette"
title = "Trial"
starts = 2026-09-05T19:00:00+10:00
fee = "20"
commission = "2"
least = 2
most = 6
percent = ["100"]
[[stage]]
name = "final"
kind = "final"
chips = 100
minimum = 10
maximum = 50
rounds = 3
[bots]
strategies = ["random"]
"""


def test_run_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tournament American Roulette 11.1, 12.18: six fees of $20, $2 of each kept, one prize of
    $108; a file that is there already is not written over."""
    path, log = tmp_path / "trial.toml", tmp_path / "trial.db"
    path.write_text(TRIAL, encoding="utf-8")
    line = ["tournament", "run", str(path), "--bots", "--seed", "one", "--log", str(log)]
    assert app(line, result_action="return_value") == 0
    told = capsys.readouterr().out
    assert "fees $120 = prizes $108 + commission $12" in told
    assert app(line, result_action="return_value") == 2
    assert "is to be new" in capsys.readouterr().err
    look = ["tournament", "report", str(log), STREAM, "results", "--csv"]
    assert app(look, result_action="return_value") == 0
    assert capsys.readouterr().out.count(",108.00,") == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [((), "say --bots"), (("--bots", "--times", "0"), "0 times is not a number of trials")],
)
def test_what_cannot_be_run_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    """Status 2, and nothing is played."""
    path = tmp_path / "trial.toml"
    path.write_text(TRIAL, encoding="utf-8")
    assert app(["tournament", "run", str(path), *words], result_action="return_value") == 2
    assert why in capsys.readouterr().err
