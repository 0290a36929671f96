"""A missing, empty, foreign or set-back anchor stops the start on both engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import apsw
import psycopg
import pytest

from houseway.store.backup import By, LogAccepted, accept
from houseway.store.log import LogError, LogFailed
from houseway.store.open import is_shared, open_log, read_log
from tests.store.postgres import Server
from tests.store.test_contract import append

BY = By("Mia", "administrator", "a test", 5)
_numbers = count()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A house's log with six events and the event of its store key, closed."""
    if request.param == "sqlite":
        found = str(tmp_path / "floor.db")
    else:
        server: Server = request.getfixturevalue("postgres")
        found = server.new_database(f"anchors{next(_numbers)}")
    with closing(open_log(found, folder=tmp_path)) as log:
        for number in range(6):
            log.append([append("table/1", number, f"k{number}", b"card")])
        log.save_snapshot("table/1", 6, b"state")
    return found


def anchor_of(address: str, folder: Path) -> Path:
    return folder / ("log.anchor" if is_shared(address) else "floor.db.anchor")


def by_hand(address: str, *statements: str) -> None:
    if is_shared(address):
        with psycopg.connect(address) as server:
            for each in statements:
                server.execute(each.encode())
        return
    with apsw.Connection(address) as db:
        for each in statements:
            db.execute(each)


def cut_tail(address: str) -> None:
    by_hand(
        address,
        "DELETE FROM event WHERE stream = 'table/1' AND version > 4",
        "DELETE FROM command WHERE stream = 'table/1' AND version > 4",
        "DELETE FROM snapshot",
        "UPDATE stream SET version = 4, seq = (SELECT max(seq) FROM event),"
        " head = (SELECT hash FROM event ORDER BY seq DESC LIMIT 1) WHERE id = 'table/1'",
    )


def set_back(anchor: Path, address: str, folder: Path) -> None:
    """The anchor as it was two events ago."""
    with closing(read_log(address)) as log:
        earlier = log.read("table/1")[3]
    own = anchor.read_text(encoding="utf-8").split()[2]
    anchor.write_text(f"{earlier.seq} {earlier.hash.hex()} {own}", encoding="utf-8")


DAMAGES: dict[str, Callable[[Path, str, Path], object]] = {
    "missing": lambda anchor, _address, _folder: anchor.unlink(),
    "empty": lambda anchor, _address, _folder: anchor.write_bytes(b""),
    "not an anchor": lambda anchor, _address, _folder: anchor.write_text(
        "nothing", encoding="utf-8"
    ),
    "of another log": lambda anchor, _address, _folder: anchor.write_text(
        " ".join([*anchor.read_text(encoding="utf-8").split()[:2], "f" * 16]), encoding="utf-8"
    ),
    "set back": set_back,
}


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_house_does_not_open_with_such_an_anchor(
    address: str, tmp_path: Path, damage: str, cut: bool
) -> None:
    """The last events may be gone: only a supervisor takes the log as it stands."""
    DAMAGES[damage](anchor_of(address, tmp_path), address, tmp_path)
    if cut:
        cut_tail(address)
    with pytest.raises(LogError):
        open_log(address, folder=tmp_path)
    with closing(read_log(address, folder=tmp_path)) as reader:
        live = damage in ("set back", "of another log") and is_shared(address) and not cut
        assert reader.verify().problems or live


def test_a_cut_tail_is_noticed_by_the_anchor(address: str, tmp_path: Path) -> None:
    cut_tail(address)
    with pytest.raises(LogError, match=r"answered for|ends at"):
        open_log(address, folder=tmp_path)


def test_a_supervisor_accepts_a_log_as_it_stands(address: str, tmp_path: Path) -> None:
    anchor_of(address, tmp_path).unlink()
    accept(address, tmp_path, BY)
    with closing(open_log(address, folder=tmp_path)) as log:
        last = log.read("house")[-1]
        assert (last.kind, last.actor) == (LogAccepted.__name__, "Mia")
        assert b"missing" in last.body
        assert log.verify().problems == ()
        log.append([append("table/1", 6, "on", b"card")])
    with pytest.raises(LogFailed, match="nothing to accept"):
        accept(address, tmp_path, BY)


def test_a_house_does_not_open_without_its_store_key(address: str, tmp_path: Path) -> None:
    (tmp_path / "store.key").unlink()
    with pytest.raises(LogFailed, match=r"store\.key is missing"):
        open_log(address, folder=tmp_path)
    assert not (tmp_path / "store.key").exists()
    accept(address, tmp_path, BY, new_key=True)
    with closing(open_log(address, folder=tmp_path)) as log:
        assert log.verify().problems == ()
        assert log.load_snapshot("table/1") is None  # it was made with the lost key


# Every table and column of the log, by the database's own description of them


def columns(address: str) -> Iterator[tuple[str, str, str]]:
    if is_shared(address):
        with psycopg.connect(address) as server:
            yield from server.execute(
                "SELECT table_name, column_name, data_type FROM information_schema.columns"
                " WHERE table_schema = 'public'"
            ).fetchall()
        return
    with apsw.Connection(address) as db:
        for (table,) in list(db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")):
            for row in list(db.execute(f"PRAGMA table_info({table})")):
                yield table, row[1], row[2]


def changed(table: str, column: str, kind: str) -> str:
    kind = kind.lower()
    if kind in ("blob", "bytea"):
        value = f"substr({column}, 2)"
    elif kind == "text":
        value = f"{column} || 'x'"
    else:
        value = f"{column} + 1000000"
    return f"UPDATE {table} SET {column} = {value}"  # noqa: S608


def effect(address: str, folder: Path) -> tuple[object, ...]:
    """Everything that the log answers, or how it refuses."""
    try:
        with closing(open_log(address, folder=folder)) as log:
            entries = log.read_all(limit=100)
            again = [log.append([append("table/1", n, f"k{n}", b"card")])[0] for n in range(6)]
            return (entries, again, log.load_snapshot("table/1"))
    except LogError as refused:
        return (type(refused).__name__,)


def test_every_change_of_every_column_is_detected_or_has_no_effect(
    address: str, tmp_path: Path
) -> None:
    """Each table and column that the schema has now, and any that is added to it."""
    before = effect(address, tmp_path)
    assert len(before) == 3
    files = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    checked = 0
    for table, column, kind in list(columns(address)):
        for change in (changed(table, column, kind), f"DELETE FROM {table}"):  # noqa: S608
            undo = _copy(address, tmp_path, files, table)
            by_hand(address, change)
            found = _detected(address, tmp_path)
            assert found or _unseen(effect(address, tmp_path), before), change
            undo()
            checked += 1
    assert checked > 60


def _detected(address: str, folder: Path) -> bool:
    """Whether `houseway verify` says so."""
    try:
        with closing(read_log(address, folder=folder)) as reader:
            return bool(reader.verify().problems)
    except LogError:
        return True


def _unseen(after: tuple[object, ...], before: tuple[object, ...]) -> bool:
    """The house refuses to open, or answers as before; a snapshot only saves time."""
    return len(after) == 1 or (after[:2] == before[:2] and after[2] in (before[2], None))


def _copy(address: str, folder: Path, files: dict[Path, bytes], table: str) -> Callable[[], None]:
    """How the log is brought back to what it was."""
    if is_shared(address):
        by_hand(address, f"CREATE TABLE keep AS TABLE {table}")

        def undo() -> None:
            by_hand(
                address,
                f"DELETE FROM {table}",  # noqa: S608
                f"INSERT INTO {table} SELECT * FROM keep",  # noqa: S608
                "DROP TABLE keep",
            )
            anchor = anchor_of(address, folder)
            anchor.write_bytes(files[anchor])

        return undo

    def put_back() -> None:
        for path in folder.iterdir():
            path.unlink()
        for path, content in files.items():
            path.write_bytes(content)

    return put_back
