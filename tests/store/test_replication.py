"""Another system subscribes to the log by logical replication, as `docs/replication.md` says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from houseway.store.chain import ChainCheck
from houseway.store.log import Entry
from houseway.store.postgres import PostgresLog
from tests.store.conftest import keyed
from tests.store.postgres import Server, running
from tests.store.test_runner import TABLE, opened, play_on, runner_on
from tests.waiting import wait_until

PAGE = Path(__file__).parents[2] / "docs" / "replication.md"
_READ = f"SELECT {', '.join(Entry.__struct_fields__)} FROM event ORDER BY seq"  # noqa: S608


@pytest.fixture(scope="module")
def house() -> Iterator[Server]:
    with running(durable=False, options="-c wal_level=logical") as server:
        yield server


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Server]:
    with running(durable=False) as server:
        yield server


def documented(heading: str) -> str:
    """The statements that the page gives under a heading."""
    found = re.search(
        rf"## {heading}\n.*?```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    assert found, heading
    return found[1]


def run(url: str, statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as db:
        for each in filter(str.strip, statements.split(";")):
            db.execute(each)


def received(url: str) -> list[Entry]:
    with psycopg.connect(url, autocommit=True) as db:
        rows: list[Any] = db.execute(_READ).fetchall()
    return [Entry(*row) for row in rows]


def all_received(url: str, events: int) -> list[Entry]:
    wait_until(f"{events} events", lambda: len(received(url)) >= events, lambda: received(url)[-1:])
    return received(url)


def test_a_subscriber_has_every_event_and_can_check_the_chain(
    house: Server, elsewhere: Server, tmp_path: Path
) -> None:
    """What was there before it subscribed, what came later, and nothing of other streams."""
    published, copied = house.new_database("floor"), elsewhere.new_database("copy")
    log = keyed(PostgresLog(published, anchor=tmp_path / "floor.anchor"))
    runner = runner_on(log)
    opened(runner)
    opened(runner, stream="tournament2/1")
    play_on(runner, 1, seed=1)
    run(published, documented("The house publishes"))

    run(copied, documented("The other system subscribes").replace("HOUSE", published))
    all_received(copied, runner.version(TABLE))
    play_on(runner, 2, seed=2)
    found = all_received(copied, runner.version(TABLE))

    run(copied, documented("The other system stops"))
    assert found == log.read(TABLE)
    check = ChainCheck(contiguous=False)
    check.take(found)
    assert check.problems == []
    assert check.heads[TABLE] == log.heads()[TABLE]
    log.close()


def test_a_subscriber_that_was_away_misses_nothing(
    house: Server, elsewhere: Server, tmp_path: Path
) -> None:
    published, copied = house.new_database("floor2"), elsewhere.new_database("copy2")
    log = keyed(PostgresLog(published, anchor=tmp_path / "floor.anchor"))
    runner = runner_on(log)
    opened(runner)
    run(published, documented("The house publishes"))
    subscribe = documented("The other system subscribes").replace("HOUSE", published)
    run(copied, subscribe.replace("SUBSCRIPTION houseway", "SUBSCRIPTION houseway2"))
    all_received(copied, runner.version(TABLE))

    elsewhere.stop()
    play_on(runner, 1, seed=1)
    elsewhere.start()

    found = all_received(copied, runner.version(TABLE))
    assert found == log.read(TABLE)
    run(copied, "DROP SUBSCRIPTION houseway2")
    log.close()
