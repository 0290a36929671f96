"""Those who show a log in a file hear of a commit before its anchor is synced."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from houseway.store.anchor import Anchor
from houseway.store.sqlite import SqliteLog, SqliteReader
from tests.store.test_contract import append


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with closing(SqliteLog(tmp_path / "floor.db")) as opened:
        yield opened


def test_a_commit_is_announced_when_others_can_read_it(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process reads the event, the anchor follows, and the writer is answered last."""
    order: list[str] = []
    with closing(SqliteReader(log.path)) as reader:

        def shown(stream: str, version: int) -> None:
            order.append(f"{stream} at {version}: {len(reader.read(stream))} to read")

        def write(anchor: Anchor, seq: int, head: str) -> None:
            order.append("anchor")
            sync(anchor, seq, head)

        sync = Anchor.write
        monkeypatch.setattr(Anchor, "write", write)
        log.committed.append(shown)
        log.append([append("table/1", 0, "k0", b"card"), append("table/2", 0, "k0", b"card")])
        order.append("answer")
    assert order == [
        "table/1 at 1: 1 to read", "table/2 at 1: 1 to read", "anchor", "answer",
    ]  # fmt: skip


def test_an_append_that_is_refused_is_not_announced(log: SqliteLog) -> None:
    heard: list[tuple[str, int]] = []
    log.append([append("table/1", 0, "k0", b"card")])
    log.committed.append(lambda stream, version: heard.append((stream, version)))
    assert log.append([append("table/1", 0, "k0", b"card")])[0].replayed
    assert heard == []


def test_a_listener_that_fails_does_not_stop_the_log(log: SqliteLog) -> None:
    def fails(_stream: str, _version: int) -> None:
        raise RuntimeError("nobody listens")

    log.committed.append(fails)
    for number in range(2):
        log.append([append("table/1", number, f"k{number}", b"card")])
    assert log.heads()["table/1"].version == 2
