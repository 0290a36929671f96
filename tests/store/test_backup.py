"""Backups are read back before they count, and a restored log says that it is one."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import apsw
import psycopg
import pytest
from msgspec.structs import replace

from houseway.store.anchor import Anchor
from houseway.store.backup import (
    By,
    CopyUnsound,
    RestoreRefused,
    Seen,
    _own_hash,
    _page,
    backup,
    decode,
    manifest_path,
    read_manifest,
    restore,
)
from houseway.store.checkpoint_record import record_beside
from houseway.store.dump import run_tool
from houseway.store.house_key import open_key
from houseway.store.log import (
    Append,
    Entry,
    Log,
    LogFailed,
    NewEvent,
    TreeLog,
    every_entry,
)
from houseway.store.open import open_log
from houseway.store.seals import Sealing
from houseway.store.seals import signature_problems as verify_seals
from houseway.store.sqlite import SqliteLog
from houseway.version import __version__
from tests.store.postgres import Server
from tests.store.test_contract import append

NOON = 1_700_000_000_000_000
BY = By("Dora", "administrator", "the disk was replaced", NOON + 1)
AWKWARD = "Ana\t\\N\\.\n\r\x07é"  # what a dump has to write in other words
_numbers = count()
Places = Callable[[], str]  # an address with nothing there yet


@pytest.fixture
def places(log: Log, request: pytest.FixtureRequest, tmp_path: Path) -> Places:
    return places_like(log, request, tmp_path)


def places_like(log: Log, request: pytest.FixtureRequest, tmp_path: Path) -> Places:
    """New places for a log of the same engine."""
    if isinstance(log, SqliteLog):
        return lambda: str(tmp_path / f"restored{next(_numbers)}.db")
    server: Server = request.getfixturevalue("postgres")
    return lambda: server.new_database(f"restored{next(_numbers)}")


def fill(log: Log) -> None:
    """Seven events of two tables and one by somebody with an awkward name."""
    for number in range(3):
        log.append(
            [append(f"table/{number % 2}", number // 2 * 2, f"k{number}", b"\x00\\", b"two")]
        )
    log.append(
        [Append("cage/1", 0, AWKWARD, "r", (NewEvent("X", 1, b""),), 5, AWKWARD, "", "", "0")]
    )


def restored(copy: Path, target: str, anchor: Path | None = None) -> Log:
    restore(copy, manifest_path(copy), target, BY, anchor=anchor)
    if anchor and "://" not in target:
        return SqliteLog(Path(target), anchor=anchor)
    return open_log(target)


def entries(log: Log) -> list[Entry]:
    return list(every_entry(log))


def test_the_manifest_tells_what_is_in_the_copy(log: Log, tmp_path: Path) -> None:
    fill(log)
    manifest = backup(log, tmp_path / "copy", NOON)
    assert (manifest.events, manifest.heads) == (7, log.heads())
    assert (manifest.taken_at_us, manifest.engine) == (NOON, __version__)
    assert manifest.store == ("sqlite" if isinstance(log, SqliteLog) else "postgresql")
    assert manifest.copy_bytes == (tmp_path / "copy").stat().st_size
    sums = subprocess.run(["sha256sum", tmp_path / "copy"], capture_output=True, check=True)
    assert manifest.copy_sha256 == sums.stdout.split()[0].decode()
    assert read_manifest(tmp_path / "copy.manifest.json") == manifest


def test_a_restored_log_is_the_copy_and_says_so(log: Log, places: Places, tmp_path: Path) -> None:
    fill(log)
    manifest = backup(log, tmp_path / "copy", NOON)
    with closing(restored(tmp_path / "copy", places())) as again:
        assert again.verify().problems == ()
        assert entries(again)[:7] == entries(log)
        (event,) = entries(again)[7:]
        assert (event.kind, event.stream, event.version) == ("Restored", "house", 1)
        assert (event.actor, event.role, event.at_us) == ("Dora", "administrator", NOON + 1)
        fact = decode(event)
        assert (fact.copy_sha256, fact.heads) == (manifest.copy_sha256, manifest.heads)
        assert (fact.events, fact.taken_at_us) == (7, NOON)
        assert (fact.reason, fact.anchored) == ("the disk was replaced", None)


def test_a_restored_log_goes_on(log: Log, places: Places, tmp_path: Path) -> None:
    """Keys already answered are remembered, and it can be copied and restored a second time."""
    fill(log)
    backup(log, tmp_path / "copy", NOON)
    with closing(restored(tmp_path / "copy", places())) as again:
        assert again.append([append("table/0", 2, "k2", b"\x00\\", b"two")])[0].replayed
        assert again.append([append("table/0", 4, "new", b"more")])[0].version == 5
        backup(again, tmp_path / "second", NOON)
    with closing(restored(tmp_path / "second", places())) as third:
        assert third.verify().problems == ()
        assert [each.kind for each in third.read("house")] == ["Restored", "Restored"]


def test_a_restored_log_still_fits_its_checkpoints(
    log: TreeLog, places: Places, tmp_path: Path
) -> None:
    fill(log)
    key = open_key(tmp_path / "house.key")
    house = Sealing(log, key, record_beside(tmp_path / "house.key"))
    house.begin_record()
    receipt = house.seal(NOON).head
    backup(log, tmp_path / "copy", NOON)
    lost = house.seal(NOON).head
    with closing(restored(tmp_path / "copy", places())) as again:
        assert verify_seals(again, key.public_key(), receipts=[receipt]) == []
        assert again.verify().problems == ()
        assert verify_seals(again, key.public_key(), receipts=[lost]) == [
            f"no seal has the hash {lost}"
        ]


# What the anchor knew


def test_the_event_tells_what_the_old_anchor_had_seen(
    log: Log, places: Places, tmp_path: Path
) -> None:
    fill(log)
    backup(log, tmp_path / "copy", NOON)
    with closing(Anchor(tmp_path / "old.anchor")) as old:
        old.write(12, "a" * 64)
    with closing(restored(tmp_path / "copy", places(), tmp_path / "old.anchor")) as again:
        last = entries(again)[-1]
        assert decode(last).anchored == Seen(12, "a" * 64)
    with closing(Anchor(tmp_path / "old.anchor")) as new:
        assert new.read() == (last.seq, last.hash.hex())


def test_an_anchor_left_beside_a_lost_file_is_made_anew(tmp_path: Path) -> None:
    """The house lost its database after one more event; the anchor is all that remembers it."""
    with closing(SqliteLog(tmp_path / "floor.db")) as log:
        fill(log)
        backup(log, tmp_path / "copy", NOON)
        lost = log.append([append("table/0", 4, "last", b"lost")])[0]
    for name in ("floor.db", "floor.db-wal", "floor.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    with closing(restored(tmp_path / "copy", str(tmp_path / "floor.db"))) as again:
        assert decode(again.read("house")[0]).anchored == Seen(8, lost.head)
        assert again.verify().problems == ()


# What is refused


@pytest.fixture
def copy(log: Log, tmp_path: Path) -> Path:
    fill(log)
    backup(log, tmp_path / "copy", NOON)
    return tmp_path / "copy"


def flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(bytes(content))


def test_a_changed_byte_in_the_copy_is_refused(copy: Path, places: Places, tmp_path: Path) -> None:
    target = places()
    size = copy.stat().st_size
    for place in {0, 4, *range(100, size, size // 20), size - 1}:
        flip(copy, place)
        with pytest.raises(CopyUnsound, match="changed since it was taken"):
            restore(copy, manifest_path(copy), target, BY)
        flip(copy, place)
    assert restore(copy, manifest_path(copy), target, BY).stream == "house"


def test_no_byte_of_the_manifest_can_change_unseen(copy: Path, places: Places) -> None:
    manifest, target = manifest_path(copy), places()
    for place in range(manifest.stat().st_size):
        flip(manifest, place)
        with pytest.raises(CopyUnsound):
            restore(copy, manifest, target, BY)
        flip(manifest, place)
    assert restore(copy, manifest, target, BY).stream == "house"


def test_a_copy_cut_short_or_without_a_manifest_is_refused(copy: Path, places: Places) -> None:
    content = copy.read_bytes()
    copy.write_bytes(content[:-1])
    with pytest.raises(CopyUnsound, match="changed since it was taken"):
        restore(copy, manifest_path(copy), places(), BY)
    copy.write_bytes(content)
    manifest_path(copy).unlink()
    with pytest.raises(CopyUnsound, match="never verified"):
        restore(copy, manifest_path(copy), places(), BY)


def test_a_log_is_never_restored_over_another(copy: Path, places: Places) -> None:
    target = places()
    restore(copy, manifest_path(copy), target, BY)
    with closing(open_log(target)) as log:
        before = log.heads()
    with pytest.raises(RestoreRefused, match="never restored over another"):
        restore(copy, manifest_path(copy), target, BY)
    with closing(open_log(target)) as log:
        assert log.heads() == before


def test_a_backup_is_not_written_over_another(log: Log, copy: Path) -> None:
    before = copy.read_bytes()
    with pytest.raises(LogFailed, match="copy exists already"):
        backup(log, copy, NOON)
    assert copy.read_bytes() == before


def test_a_write_ahead_log_left_behind_is_not_taken_for_the_copys(tmp_path: Path) -> None:
    with closing(SqliteLog(tmp_path / "floor.db")) as log:
        fill(log)
        backup(log, tmp_path / "copy", NOON)
    (tmp_path / "new.db-wal").write_bytes(b"of another log")
    with pytest.raises(RestoreRefused, match=r"new\.db-wal exists"):
        restored(tmp_path / "copy", str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()


def test_a_copy_is_restored_by_its_own_engine_only(
    copy: Path, log: Log, postgres: Server, tmp_path: Path
) -> None:
    other = str(tmp_path / "other.db")
    if isinstance(log, SqliteLog):
        other = postgres.new_database(f"restored{next(_numbers)}")
    with pytest.raises(RestoreRefused, match=r"a copy of a log on .* cannot be restored to"):
        restore(copy, manifest_path(copy), other, BY)


def test_a_copy_of_an_altered_log_gets_no_manifest(tmp_path: Path) -> None:
    with closing(SqliteLog(tmp_path / "floor.db")) as log:
        fill(log)
        with apsw.Connection(str(tmp_path / "floor.db")) as db:
            db.execute("UPDATE event SET actor = 'Ben' WHERE seq = 4")
        with pytest.raises(CopyUnsound, match=r"sequence 4\): its hash is not that of its content"):
            backup(log, tmp_path / "copy", NOON)
    assert not manifest_path(tmp_path / "copy").exists()


ALTERED = [
    ("UPDATE stream SET version = 1 WHERE id = 'table/1'", "table/1: its kept head is not that"),
    ("UPDATE command SET version = 1 WHERE key = 'k1'", "table/1: the receipt of k1 is not of its"),
    ("UPDATE event SET actor = 'Ben' WHERE seq = 4", "its hash is not that of its content"),
]


@pytest.mark.parametrize(("change", "problem"), ALTERED)
def test_a_dump_of_an_altered_log_gets_no_manifest(
    postgres: Server, tmp_path: Path, change: str, problem: str
) -> None:
    url = postgres.new_database(f"altered{next(_numbers)}")
    with closing(open_log(url)) as log:
        fill(log)
        with psycopg.connect(url) as db:
            db.execute(change.encode())
        with pytest.raises(CopyUnsound, match=problem):
            backup(log, tmp_path / "copy", NOON)
    assert not manifest_path(tmp_path / "copy").exists()


def forge_manifest(copy: Path, **changes: object) -> None:
    """Another manifest, with its own hash right."""
    told = replace(read_manifest(manifest_path(copy)), **changes)
    told = replace(told, manifest_sha256=_own_hash(told))
    manifest_path(copy).write_bytes(_page(told))


def test_a_manifest_that_promises_more_than_the_copy_has_is_refused(
    copy: Path, places: Places
) -> None:
    forge_manifest(copy, events=8)
    with pytest.raises(CopyUnsound, match="does not end where its manifest says"):
        restore(copy, manifest_path(copy), places(), BY)


def test_a_manifest_written_in_another_way_is_refused(copy: Path, places: Places) -> None:
    path = manifest_path(copy)
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(CopyUnsound, match="was changed since it was written"):
        restore(copy, path, places(), BY)


def test_what_came_out_is_checked_again(
    copy: Path, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody may change a copy after it was checked and before it is read the second time."""
    monkeypatch.setattr("houseway.store.backup.check_copy", lambda *_: None)
    forge_manifest(copy, events=8)
    with pytest.raises(CopyUnsound, match="restored log does not end where the manifest says"):
        restore(copy, manifest_path(copy), places(), BY)


def test_what_came_out_altered_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(SqliteLog(tmp_path / "floor.db")) as log:
        fill(log)
        backup(log, tmp_path / "copy", NOON)
    with closing(apsw.Connection(str(tmp_path / "copy"))) as db:
        db.execute("UPDATE event SET actor = 'Ben' WHERE seq = 4")
    monkeypatch.setattr("houseway.store.backup.check_copy", lambda *_: None)
    with pytest.raises(CopyUnsound, match="the restored log is not sound"):
        restored(tmp_path / "copy", str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()


def test_an_empty_log_can_be_copied_too(log: Log, places: Places, tmp_path: Path) -> None:
    assert backup(log, tmp_path / "copy", NOON).events == 0
    with closing(restored(tmp_path / "copy", places())) as again:
        assert [each.kind for each in entries(again)] == ["Restored"]


def test_a_copy_needs_a_folder(log: Log, tmp_path: Path) -> None:
    with pytest.raises(LogFailed, match=r"there is no folder .*none for the copy"):
        backup(log, tmp_path / "none" / "copy", NOON)


LOGIN = "postgresql://postgres:sesame@127.0.0.1:1/floor"


def test_a_password_is_in_no_command_that_others_can_read() -> None:
    """The shell finds the address in its first word and the password in its environment."""
    hidden = 'case "$0" in *sesame*) exit 1;; *port=1*) exit 0;; esac; exit 2'
    script = f'test "$PGPASSWORD" = sesame || exit 3; {hidden}'
    run_tool("sh", "-c", script, url=LOGIN)
    with pytest.raises(LogFailed) as failed:
        run_tool("pg_dump", url=LOGIN)
    assert str(failed.value).startswith("pg_dump failed: ")
    assert "sesame" not in str(failed.value)


def test_a_restore_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with closing(SqliteLog(tmp_path / "floor.db")) as log:
        fill(log)
        backup(log, tmp_path / "copy", NOON)
    house = tmp_path / "house"
    house.mkdir()
    flip(tmp_path / "copy", 200)
    with pytest.raises(CopyUnsound):
        restored(tmp_path / "copy", str(house / "floor.db"))
    flip(tmp_path / "copy", 200)
    restored(tmp_path / "copy", str(house / "floor.db")).close()
    kept = {"floor.db", "floor.db.anchor", "floor.db.lock"}
    assert {each.name for each in house.iterdir()} - {"floor.db-wal", "floor.db-shm"} == kept
