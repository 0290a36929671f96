"""Recall: a round by its number, and the last ones, without reading the rest of the table."""

from __future__ import annotations

from pathlib import Path

import apsw
import psycopg
import pytest

from houseway.games import slugs
from houseway.games.events import RoundOpened
from houseway.store.codec import kinds_of
from houseway.store.log import Append, Entry, Log, LogFailed, NewEvent
from houseway.store.postgres import PostgresLog, PostgresReader
from houseway.store.postgres_schema import MIGRATIONS as POSTGRES_SHAPES
from houseway.store.rounds import OPENING, recalled, recalled_last
from houseway.store.sqlite import SqliteLog, SqliteReader
from houseway.store.sqlite_schema import MIGRATIONS as SQLITE_SHAPES
from tests.store.postgres import Server
from tests.store.test_runner import opened, play_on, runner_on

TABLE = "table/1"
OPEN, CARD, VOID = "BettingOpened", "CardDealt", "RoundVoided"

# Three rounds, each line an order: what happened, the round that each event names, its version.
EVENING: tuple[list[tuple[str, int | None]], ...] = (
    [("TableOpened", None)],  # 1
    [(OPEN, 1), (CARD, None)],  # 2, 3
    [(CARD, None)],  # 4
    [("SeatVacated", None), (OPEN, 2)],  # 5, 6: the order that opens a round belongs to it
    [(CARD, None)],  # 7
    [(OPEN, 3)],  # 8
    [(VOID, 1), ("SettlementReversed", 1)],  # 9, 10: round 1 is voided while round 3 is played
    [(CARD, None)],  # 11
)
ROUNDS = {1: [2, 3, 4, 9, 10], 2: [5, 6, 7], 3: [8, 9, 10, 11], 4: []}
LAST = {1: [8, 9, 10, 11], 2: [5, 6, 7, 8, 9, 10, 11], 3: list(range(2, 12)), 9: list(range(2, 12))}


def play(log: Log, stream: str = TABLE) -> None:
    version = 0
    for number, order in enumerate(EVENING):
        events = tuple(NewEvent(kind, 1, body(named)) for kind, named in order)
        append = Append(
            stream, version, f"order {number}", "asked", events, 1_700_000_000_000_000 + number,
            "Eli", "dealer", "e" * 64, "0.1.0",
        )  # fmt: skip
        log.append([append])
        version += len(events)


def body(named: int | None) -> bytes:
    return b'{"clause":"4.1"}' if named is None else b'{"round":%d,"clause":"4.1"}' % named


def versions(entries: list[Entry]) -> list[int]:
    return [each.version for each in entries]


def test_every_kind_that_opens_a_round_is_known() -> None:
    kinds = {kind for slug in slugs() for kind in kinds_of(slug).values()}
    assert {kind.__name__ for kind in kinds if issubclass(kind, RoundOpened)} == OPENING


@pytest.mark.parametrize(("number", "found"), ROUNDS.items())
def test_a_round_is_its_orders_and_every_later_one_that_names_it(
    log: Log, number: int, found: list[int]
) -> None:
    play(log, "table/2")
    play(log)
    entries = log.recall(TABLE, number)
    assert versions(entries) == found
    assert {each.stream for each in entries} <= {TABLE}
    assert entries == recalled(log.read(TABLE), number)


@pytest.mark.parametrize(("rounds", "found"), LAST.items())
def test_the_last_rounds_are_at_hand(log: Log, rounds: int, found: list[int]) -> None:
    play(log)
    assert versions(log.recall_last(TABLE, rounds)) == found
    assert versions(recalled_last(log.read(TABLE), rounds)) == found
    assert log.recall_last("table/2", rounds) == []
    assert recalled_last([], rounds) == []


@pytest.mark.parametrize(
    "content", [b"\xff", b'"round":', b'{"round":"last"}', b'{"of":{"round":3}}', b'[{"round":3}]']
)
def test_content_that_names_no_round_is_of_none(log: Log, content: bytes) -> None:
    events = (NewEvent(OPEN, 1, content),)
    log.append([Append(TABLE, 0, "a", "asked", events, 0, "Eli", "dealer", "", "0.1.0")])
    assert log.recall_last(TABLE, 1) == []
    assert log.verify().problems == ()


def test_an_order_that_is_refused_with_its_batch_leaves_no_mark(log: Log) -> None:
    events = (NewEvent(OPEN, 1, body(1)),)
    good = Append(TABLE, 0, "a", "asked", events, 0, "Eli", "dealer", "", "0.1.0")
    late = Append("table/2", 7, "a", "asked", events, 0, "Eli", "dealer", "", "0.1.0")
    with pytest.raises(Exception, match="version 0, not 7"):
        log.append([good, late])
    assert log.recall(TABLE, 1) == []
    assert log.verify().problems == ()


CHANGES = (
    "UPDATE round SET last = last + 1 WHERE number = 2",
    "UPDATE round SET opens = 0 WHERE number = 3",
    "DELETE FROM round WHERE number = 1",
    "INSERT INTO round VALUES ('table/1', 4, 4, 9, 1)",
)


@pytest.mark.parametrize("change", CHANGES)
def test_an_index_that_was_changed_is_found_and_made_anew(log: Log, change: str) -> None:
    play(log)
    play(log, "table/2")
    if isinstance(log, SqliteLog):
        with apsw.Connection(str(log.path)) as db:
            db.execute(change.replace("WHERE", "WHERE stream = 'table/1' AND"))
    elif isinstance(log, PostgresLog):
        with psycopg.connect(log.url) as server:
            server.execute(change.replace("WHERE", "WHERE stream = 'table/1' AND").encode())
    assert log.verify().problems == ("table/1: its index of rounds is not that of its events",)
    log.rebuild()
    assert log.verify().problems == ()
    assert versions(log.recall(TABLE, 1)) == ROUNDS[1]


@pytest.mark.parametrize("slug", list(slugs()))
def test_every_round_of_every_game_is_recalled_as_the_whole_table_tells_it(
    log: Log, slug: str
) -> None:
    """Three rounds of random play: each round holds its opening, and no event is of no round."""
    runner = runner_on(log)
    opened(runner, slug)
    play_on(runner, 3, seed=5)
    entries = log.read(TABLE)
    rounds = range(1, runner.table(TABLE).play.round + 1)
    found = {number: log.recall(TABLE, number) for number in rounds}
    for number, events in found.items():
        assert events == recalled(entries, number)
        assert sum(each.kind in OPENING for each in events) == 1
    assert len(found) >= 3
    first = found[1][0].version
    told = {each.version for events in found.values() for each in events}
    assert told == set(range(first, len(entries) + 1))


# A log from before there was an index


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    """The same evening on SQLite in the first shape."""
    path = tmp_path / "old.db"
    log = SqliteLog(path)
    play(log)
    log.close()
    with apsw.Connection(str(path)) as db:
        db.execute("DROP TABLE round")
        db.execute("DROP TABLE tail")
        db.execute("DROP TABLE tile")
        db.execute("ALTER TABLE command DROP COLUMN mac")
        db.execute("PRAGMA user_version = 1")
        assert len(SQLITE_SHAPES) == 4
    return path


def test_an_old_log_is_read_without_changing_it(old_file: Path) -> None:
    reader = SqliteReader(old_file)
    assert {number: versions(reader.recall(TABLE, number)) for number in ROUNDS} == ROUNDS
    assert versions(reader.recall_last(TABLE, 2)) == LAST[2]
    assert reader.verify().problems == ()
    reader.close()
    with apsw.Connection(str(old_file)) as db:
        assert db.pragma("user_version") == 1


def test_an_old_log_is_brought_up_to_date_and_kept_as_it_was(old_file: Path) -> None:
    before = SqliteReader(old_file)
    entries = before.read(TABLE)
    before.close()
    log = SqliteLog(old_file)
    assert {number: versions(log.recall(TABLE, number)) for number in ROUNDS} == ROUNDS
    assert log.read(TABLE) == entries
    assert log.verify().problems == ()
    log.close()
    kept = SqliteReader(old_file.with_name("old.db.shape-1"))
    assert kept.read(TABLE) == entries
    (problem,) = kept.verify().problems
    assert "old.db.shape-1.anchor is missing" in problem  # a copy has none
    kept.close()


def test_a_log_of_a_shape_to_come_is_refused_and_left_alone(old_file: Path) -> None:
    with apsw.Connection(str(old_file)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(LogFailed, match="has shape 99; this software knows 4"):
        SqliteLog(old_file)
    with pytest.raises(LogFailed, match="has shape 99"):
        SqliteReader(old_file)


def test_an_old_log_on_postgresql_is_brought_up_to_date(postgres: Server) -> None:
    url = postgres.new_database("old_shape")
    log = PostgresLog(url)
    play(log)
    entries = log.read(TABLE)
    log.close()
    with psycopg.connect(url) as db:
        db.execute("DROP TABLE round, tail, tile")
        db.execute("ALTER TABLE command DROP COLUMN mac")
        db.execute("DELETE FROM migration WHERE number > 1")
        assert len(POSTGRES_SHAPES) == 4
    with pytest.raises(LogFailed, match="has shape 1; this software reads 4"):
        PostgresReader(url)
    again = PostgresLog(url)
    assert {number: versions(again.recall(TABLE, number)) for number in ROUNDS} == ROUNDS
    assert again.read(TABLE) == entries
    assert again.verify().problems == ()
    again.close()


def test_a_log_on_postgresql_of_a_shape_to_come_is_refused(postgres: Server) -> None:
    url = postgres.new_database("new_shape")
    PostgresLog(url).close()
    with psycopg.connect(url) as db:
        db.execute("INSERT INTO migration VALUES (99)")
    with pytest.raises(LogFailed, match="has shape 99; this software knows 4"):
        PostgresLog(url)
