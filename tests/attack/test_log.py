"""The files of a stopped house, altered by hand: every change is found, or has no effect."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.attack.house import DoesNotOpen, House, serving
from tests.attack.play import awaiting, drive, new_table
from tests.cli.running import houseway

# Each opens a house of its own; `tests/store` alters logs in every way without one.
ALTERED = pytest.mark.share(4, of="altered houses")


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with a table at which Ben has $100, stopped; tests alter copies of its folder."""
    with serving("sqlite", processors=1) as house:
        table = new_table(house, "tournament-roulette")
        drive(house, table, awaiting("wagers"))
        house.done("Tom", table, "BringChips", patron="Ben", amount=100_00)
        house.table = table
        house.stop()
        yield house


@pytest.fixture
def copy(stopped: House, tmp_path: Path) -> Iterator[House]:
    shutil.copytree(stopped.folder, tmp_path / "house")
    house = House(tmp_path / "house", processors=1)
    house.passwords, house.table = dict(stopped.passwords), stopped.table
    yield house
    house.kill()


def is_found_out(house: House) -> bool:
    """The house does not open, or `verify` says that something was altered."""
    found = houseway("verify", str(house.folder / "floor.db")).returncode != 0
    try:
        house.start()
    except DoesNotOpen:
        return True
    return found


def database(house: House, name: str = "floor.db") -> sqlite3.Connection:
    return sqlite3.connect(house.folder / name, isolation_level=None)


def insert(db: sqlite3.Connection, table: str, row: list[object]) -> None:
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)  # noqa: S608  # our own names


@ALTERED
def test_a_snapshot_is_not_believed_over_the_log(copy: House) -> None:
    """A patron is not made rich by a row that nobody signed."""
    db = database(copy)
    stream, version = db.execute(
        "SELECT stream, max(version) FROM event WHERE stream = ?", (f"table/{copy.table}",)
    ).fetchone()
    columns = [row[1] for row in db.execute("PRAGMA table_info(snapshot)")]
    known = {"stream": stream, "version": version, "body": b'{"rich":true}'}
    insert(db, "snapshot", [known.get(each, b"") for each in columns])
    db.close()

    if not is_found_out(copy):
        chips = {each["patron"]: each["chips"] for each in copy.view("Eli", copy.table)["places"]}
        assert chips["Ben"] == 100_00


def cut_the_tail(house: House) -> None:
    db = database(house)
    last = db.execute("SELECT max(seq) FROM event").fetchone()[0]
    db.execute("DELETE FROM event WHERE seq > ?", (last - 5,))
    db.execute("DELETE FROM command WHERE seq > ?", (last - 5,))
    db.close()


def _remove(anchor: Path) -> None:
    anchor.unlink()


def _empty(anchor: Path) -> None:
    anchor.write_bytes(b"")


@ALTERED
@pytest.mark.parametrize("ending", [_remove, _empty])
def test_a_tail_cut_with_its_anchor_is_found_out(
    copy: House, ending: Callable[[Path], None]
) -> None:
    cut_the_tail(copy)
    for anchor in copy.folder.glob("*.anchor"):
        ending(anchor)
    assert is_found_out(copy)


@ALTERED
def test_a_missing_anchor_alone_stops_the_start(copy: House) -> None:
    for anchor in copy.folder.glob("*.anchor"):
        anchor.unlink()
    with pytest.raises(DoesNotOpen):
        copy.start()


@ALTERED
def test_a_log_that_is_gone_is_not_begun_again(copy: House) -> None:
    """Accounts without their log: the house says so instead of opening empty."""
    for part in copy.folder.glob("floor.db*"):
        part.unlink()
    with pytest.raises(DoesNotOpen):
        copy.start()


@ALTERED
def test_an_event_that_was_changed_is_found_out(copy: House) -> None:
    db = database(copy)
    seq, body = db.execute(
        "SELECT seq, body FROM event WHERE kind = 'ChipsBrought' ORDER BY seq DESC LIMIT 1"
    ).fetchone()
    changed = json.loads(body) | {"amount": 1_000_000_00}
    db.execute("UPDATE event SET body = ? WHERE seq = ?", (json.dumps(changed).encode(), seq))
    db.close()
    assert is_found_out(copy)


@ALTERED
def test_receipts_of_nothing_do_not_stop_a_table(copy: House) -> None:
    """Rows for the keys that the house will use next are found out or have no effect."""
    db = database(copy)
    columns = [row[1] for row in db.execute("PRAGMA table_info(command)")]
    stream = f"table/{copy.table}"
    for number in range(200):
        known = {"stream": stream, "key": f"house {number}", "version": 0, "seq": 0}
        row = [known.get(each, b"" if each in ("head", "mac") else "") for each in columns]
        insert(db, "command", row)
    db.close()
    if not is_found_out(copy):
        copy.done("Ben", copy.table, "PlaceWager", patron="Ben", wager="17", amount=5_00)
        copy.give("Eli", copy.table, "SpinBall", wheel="clockwise", ball="anticlockwise")
        copy.give("Eli", copy.table, "CallNoMoreBets")
        drive(copy, copy.table, lambda view: bool(view["felt"]["pocket"]))


def test_a_password_written_into_the_side_store_opens_no_account() -> None:
    """Everybody's row gets the hash of Ben's password; it opens his account and no other."""
    with serving("sqlite", processors=1) as house:
        db = sqlite3.connect(house.folder / "access.db", isolation_level=None)
        before = set(db.execute("SELECT hash FROM password"))
        known = {"old": house.passwords["Ben"], "new": "written into every row 7"}
        assert house.as_("Ben").post("/api/session/password", known).status == 200
        (own,) = set(db.execute("SELECT hash FROM password")) - before
        db.execute("UPDATE password SET hash = ?", own)
        assert house.browser().sign_in("Ben", known["new"]).status == 200
        for name in set(house.passwords) - {"Ben"}:
            assert house.browser().sign_in(name, known["new"]).status == 401
        db.close()


def test_everything_is_readable_by_its_owner_alone(copy: House) -> None:
    """The live log has hidden cards and undisclosed wagers in it."""
    copy.start()
    for path in (copy.folder, *copy.folder.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        public = path.suffix == ".pub"
        assert mode & (0o022 if public else 0o077) == 0, (path.name, oct(mode))


def test_a_folder_open_to_others_is_refused(copy: House) -> None:
    copy.folder.chmod(0o755)
    with pytest.raises(DoesNotOpen):
        copy.start()
