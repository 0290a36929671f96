"""The verbs by which an inspector reads the log, on a short evening worked out by hand."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from shutil import copy
from typing import Any

import apsw
import pytest
from arro3.io import read_parquet

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.preparing import TakeAsPrepared
from houseway.records import exporting
from houseway.records.exporting import cell
from houseway.records.telling import clause_text, printable, time_text
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.store.log import LogFailed
from houseway.store.sqlite import SqliteLog, SqliteReader
from houseway.table.vocabulary import OrderRefused
from tests.cli.running import houseway
from tests.offices import opening_of

NEW_YEAR = datetime(2027, 1, 1, tzinfo=UTC)
START_US = int(NEW_YEAR.timestamp()) * 1_000_000 - 2_000_000  # two seconds before midnight


class Evening:
    """A table, its log, and a clock that goes on by one second an order."""

    def __init__(self, path: Path) -> None:
        self.log = SqliteLog(path)
        self._orders = 0
        self.runner = Runner(self.log, self._now)

    def _now(self) -> int:
        return START_US + self._orders * 1_000_000

    def order(self, command: c.Command, by: Role, actor: str, stream: str = "table/1") -> None:
        self.runner.order(stream, Order(command, by, actor, f"key {self._orders}"))
        self._orders += 1

    def round(self, patron: str, wager: str, *cards: str) -> None:
        self.order(c.OpenBetting(), Role.DEALER, "Eli")
        self.order(c.PlaceWager(patron, wager, 100_00), Role.PATRON, patron)
        self.order(c.CallNoMoreBets(), Role.DEALER, "Eli")
        for card in cards:
            self.order(c.DealCard(Card(card)), Role.DEALER, "Eli")
        table = self.runner.table("table/1")
        for _ in range(5):
            awaited = table.game.awaits(table.play)
            if awaited.what == "open" or awaited.command is None:
                return
            self.order(awaited.command, Role.DEALER, "Eli")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Two rounds of Mini Baccarat, a refusal, and a second table; the log stays open."""
    path = tmp_path_factory.mktemp("house") / "floor.db"
    playing = Evening(path)
    for stream in ("table/1", "table/2"):
        opening = opening_of("mini-baccarat")
        playing.order(opening, Role.GAMING_SUPERVISOR, "Dora", stream=stream)
    playing.order(TakeAsPrepared(), Role.DEALER, "Eli")
    playing.order(c.OpenBetting(), Role.PATRON, "Chen")
    playing.round("Ana", "banker", "2h", "9c", "Kd", "Ks")
    playing.round("Ben", "player", "2h", "9c", "Kd", "Ks")
    yield path
    playing.log.close()


@pytest.fixture(scope="module")
def export(evening: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("inspector") / "floor.hwlog"
    done = houseway("log", "export", str(evening), "--output", str(path))
    assert done.returncode == 0, done.stderr
    return path


@pytest.fixture
def altered(evening: Path, tmp_path: Path) -> Path:
    """A copy in which the patron of the first wager is another."""
    path = tmp_path / "altered.db"
    reader = SqliteReader(evening)
    reader.backup(path)
    reader.close()
    with apsw.Connection(str(path)) as db:
        db.execute(
            "UPDATE event SET body = CAST(replace(body, 'Ana', 'Ben') AS BLOB)"
            " WHERE kind = 'WagerPlaced'"
        )
    return path


def events_of(export: Path, stream: str) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in export.read_text(encoding="utf-8").splitlines()[1:-1]]
    return [line for line in lines if line["stream"] == stream]


def words(text: str) -> str:
    return " ".join(text.split())


# verify


def test_a_log_is_verified_while_the_house_has_it_open(evening: Path) -> None:
    done = houseway("verify", str(evening))
    assert done.returncode == 0, done.stderr
    assert "in 2 streams" in done.stdout
    assert "nothing was altered" in done.stdout


def test_an_export_is_verified_with_nothing_else_at_hand(export: Path, tmp_path: Path) -> None:
    copy(export, tmp_path / "copy")
    found = json.loads(houseway("verify", str(tmp_path / "copy"), "--json").stdout)
    in_file = len(export.read_text(encoding="utf-8").splitlines()) - 2
    assert found == {"events": in_file, "streams": 2, "problems": [], "notes": []}


def test_an_altered_log_is_status_one_and_names_the_event(altered: Path) -> None:
    done = houseway("verify", str(altered))
    assert done.returncode == 1
    assert "table/1 version" in done.stdout
    assert "its hash is not that of its content" in done.stdout
    assert json.loads(houseway("verify", str(altered), "--json").stdout)["problems"]


def test_an_altered_export_is_status_one(export: Path, tmp_path: Path) -> None:
    path = tmp_path / "altered.hwlog"
    path.write_bytes(export.read_bytes().replace(b'"Ana"', b'"Ben"', 1))
    assert houseway("verify", str(path)).returncode == 1


@pytest.mark.parametrize("content", [b"", b"not a log\n", b"SQLite format 3\0" + bytes(200)])
@pytest.mark.parametrize("name", ["floor.db", "floor.hwlog"])
def test_what_is_no_log_is_status_two(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    done = houseway("verify", str(tmp_path / name))
    assert done.returncode == 2
    assert name in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("address", ["nowhere.db", "nowhere.hwlog", "mysql://127.0.0.1/floor"])
def test_a_log_that_is_not_there_is_status_two_and_is_not_made(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = houseway("verify", address)
    assert done.returncode == 2
    assert address in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


# show


def test_show_tells_when_who_what_and_by_which_clause(evening: Path) -> None:
    """Mini Baccarat 4.3(a): a wager on Banker. The clock turned to the new year at order 2."""
    told = [
        words(line) for line in houseway("log", "show", str(evening), "table/1").stdout.splitlines()
    ]
    assert told[0] == "table/1, times in UTC"
    assert told[1].startswith("31/12/2026 23:59:58 1 Dora (supervisor) table opened: document")
    assert told[3].startswith("01/01/2027 00:00:01 3 Chen (patron) order refused: order")
    assert told[3].endswith("Mini Baccarat 4.1")
    (placed,) = (line for line in told if "patron Ana" in line and "wager placed" in line)
    assert placed == (
        "01/01/2027 00:00:03 5 Ana (patron)"
        " wager placed: patron Ana, wager banker, amount $100 Mini Baccarat 4.3(a)"
    )


def test_show_begins_behind_a_version_and_ends_at_a_limit(evening: Path, export: Path) -> None:
    for address in (evening, export):
        done = houseway(
            "log", "show", str(address), "table/1", "--after", "4", "--limit", "2", "--json"
        )
        shown = json.loads(done.stdout)
        assert [each["version"] for each in shown["events"]] == [5, 6]
        assert shown["events"][0]["kind"] == "WagerPlaced"
        assert shown["events"][0]["clauses"] == "Mini Baccarat 4.3(a)"
        assert shown["events"][0]["time_utc"] == "01/01/2027 00:00:03"


def test_show_of_an_unknown_stream_names_those_there_are(evening: Path, export: Path) -> None:
    for address in (evening, export):
        done = houseway("log", "show", str(address), "table/9")
        assert done.returncode == 2
        assert "no stream table/9; the streams are: table/1, table/2" in done.stderr


def test_a_time_that_is_none_is_shown_as_it_is() -> None:
    assert time_text(START_US) == "31/12/2026 23:59:58"
    assert time_text(2**63 - 1) == "9223372036854775807 us"


def test_what_would_steer_a_terminal_is_not_printed() -> None:
    assert printable("Ana\x1b[2J") == "Ana�[2J"


def test_a_fact_without_a_clause_cites_none() -> None:
    assert clause_text(OrderRefused("{}", "table_not_open", None, "the table is not open")) == ""


# export


def test_one_stream_is_exported_and_verified_alone(evening: Path, tmp_path: Path) -> None:
    path = tmp_path / "table-1.hwlog"
    done = houseway("log", "export", str(evening), "--stream", "table/1", "--output", str(path))
    assert done.returncode == 0
    assert "of 1 stream" in done.stderr
    first = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert (first["whole"], first["streams"]) == (False, ["table/1"])
    assert houseway("verify", str(path)).returncode == 0
    assert list(tmp_path.iterdir()) == [path]


def test_an_export_does_not_replace_a_file(evening: Path, tmp_path: Path) -> None:
    path = tmp_path / "floor.hwlog"
    path.write_text("evidence", encoding="utf-8")
    done = houseway("log", "export", str(evening), "--output", str(path))
    assert done.returncode == 2
    assert "is there already" in done.stderr
    assert path.read_text(encoding="utf-8") == "evidence"


def test_json_lines_are_the_events_alone(evening: Path, export: Path) -> None:
    printed = houseway("log", "export", str(evening), "--format", "jsonl").stdout
    assert printed.splitlines() == export.read_text(encoding="utf-8").splitlines()[1:-1]


def test_csv_has_a_row_for_each_event(evening: Path, export: Path) -> None:
    printed = houseway("log", "export", str(evening), "--format", "csv", "--stream", "table/1")
    rows = list(csv.DictReader(io.StringIO(printed.stdout)))
    events = events_of(export, "table/1")
    assert [row["hash"] for row in rows] == [event["hash"] for event in events]
    assert rows[0]["time_utc"] == "31/12/2026 23:59:58"
    assert (rows[0]["actor"], rows[0]["kind"]) == ("Dora", "TableOpened")
    assert json.loads(rows[4]["body"]) == events[4]["body"]


def test_parquet_has_a_typed_row_for_each_event(
    evening: Path, export: Path, tmp_path: Path
) -> None:
    """Read back, every column gives what the verified export has; a wager is whole cents."""
    path = tmp_path / "floor.parquet"
    done = houseway("log", "export", str(evening), "--format", "parquet", "--output", str(path))
    assert done.returncode == 0, done.stderr
    table = read_parquet(path).read_all()
    columns = {name: table[name].to_pylist() for name in table.schema.names}
    events = [*events_of(export, "table/1"), *events_of(export, "table/2")]
    events.sort(key=lambda event: int(str(event["seq"])))
    same = ("seq", "stream", "version", "kind", "schema", "actor", "role", "key", "edition",
            "engine", "prev", "hash")  # fmt: skip
    for name in same:
        assert columns[name] == [event[name] for event in events], name
    assert [json.loads(body) for body in columns["body"]] == [event["body"] for event in events]
    assert columns["time_utc"][0] == datetime(2026, 12, 31, 23, 59, 58, tzinfo=UTC)
    wager = json.loads(columns["body"][list(columns["kind"]).index("WagerPlaced")])
    assert (wager["patron"], wager["amount"]) == ("Ana", 100_00)
    assert path.read_bytes()[:4] == path.read_bytes()[-4:] == b"PAR1"


def test_parquet_is_written_in_groups_of_rows(evening: Path, monkeypatch: Any) -> None:
    """Of one stream, two rows at a time, in order and none left out."""
    monkeypatch.setattr(exporting, "TOGETHER", 2)
    reader = SqliteReader(evening)
    entries = reader.read("table/1", limit=5)
    reader.close()
    file = io.BytesIO()
    exporting.write_parquet(iter(entries), file)
    table = read_parquet(io.BytesIO(file.getvalue())).read_all()
    assert table["version"].to_pylist() == [1, 2, 3, 4, 5]


def test_without_its_package_parquet_is_refused_with_the_line_that_helps(
    evening: Path, monkeypatch: Any
) -> None:
    monkeypatch.setitem(sys.modules, "arro3", None)
    with pytest.raises(LogFailed, match=r"pip install 'houseway\[parquet\]'"):
        exporting.write_parquet([], io.BytesIO())


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_a_spreadsheet_works_nothing_out(text: str) -> None:
    assert cell(text) == f"'{text}"
    assert cell(-1) == -1


def test_an_unknown_stream_is_not_exported(evening: Path, tmp_path: Path) -> None:
    path = tmp_path / "none.hwlog"
    done = houseway("log", "export", str(evening), "--stream", "table/9", "--output", str(path))
    assert done.returncode == 2
    assert "no stream table/9" in done.stderr
    assert not path.exists()


def test_an_index_of_rounds_that_was_changed_is_made_anew(evening: Path, tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    reader = SqliteReader(evening)
    reader.backup(path)
    reader.close()
    copy(f"{evening}.anchor", f"{path}.anchor")
    with apsw.Connection(str(path)) as db:
        db.execute("DELETE FROM round WHERE number = 2")
    done = houseway("verify", str(path))
    assert done.returncode == 1
    assert "table/1: its index of rounds is not that of its events" in done.stdout
    assert houseway("log", "rebuild", str(path)).stdout == "the index of rounds was rebuilt\n"
    assert houseway("verify", str(path)).returncode == 0
    assert houseway("log", "rebuild", str(tmp_path / "none.db")).returncode == 2
    assert not (tmp_path / "none.db").exists()


# replay


def test_replay_shows_a_round_as_it_unfolded_and_its_settlement(
    evening: Path, export: Path
) -> None:
    """Mini Baccarat 8.4(a) and 8.8(b): Banker's natural nine pays 95 on 100; Player loses."""
    for address in (evening, export):
        done = houseway("replay", str(address), "table/1", "--round", "1")
        assert done.returncode == 0, done.stderr
        told = words(done.stdout)
        assert "01/01/2027 00:00:03 UTC Ana (patron)" in told
        assert "card dealt: card 9c, to banker Mini Baccarat 6.2(a)" in told
        assert "Round 1: banker player 2h Kd banker 9c Ks" in told
        assert "Ana banker 100.00 won 95.00" in told
        assert "Round 2" not in told
        assert "Ben" not in told


def test_the_last_rounds_are_shown(evening: Path, export: Path) -> None:
    """Mini Baccarat 8.8(b): Banker's nine takes the hundred on Player in the second round."""
    for address in (evening, export):
        told = words(houseway("replay", str(address), "table/1", "--last", "1").stdout)
        assert "Round 2: banker player 2h Kd banker 9c Ks" in told
        assert "Ben player 100.00 lost 0.00" in told
        assert "Ana" not in told
        both = words(houseway("replay", str(address), "table/1", "--last", "9").stdout)
        assert "Ana banker 100.00 won 95.00" in both
        assert "Ben player 100.00 lost 0.00" in both
        assert "table opened" not in both


def test_a_recalled_round_that_was_altered_is_not_shown(altered: Path) -> None:
    """The wager of the first round was given to another; the second is as it was written."""
    for wanted in (("--round", "1"), ("--last", "2")):
        done = houseway("replay", str(altered), "table/1", *wanted)
        assert (done.returncode, done.stdout) == (1, "")
        assert "its hash is not that of its content" in done.stderr


@pytest.mark.parametrize("wanted", [("--last", "0"), ("--last", "2", "--round", "1")])
def test_a_round_or_the_last_ones_are_asked_for(evening: Path, wanted: tuple[str, ...]) -> None:
    done = houseway("replay", str(evening), "table/1", *wanted)
    assert (done.returncode, done.stdout) == (2, "")
    assert "give --round or --last, not both" in done.stderr


def test_a_table_without_a_round_says_so(evening: Path) -> None:
    done = houseway("replay", str(evening), "table/2", "--last", "10")
    assert done.returncode == 2
    assert "no round was opened" in done.stderr


def test_replay_of_a_table_shows_every_round(evening: Path) -> None:
    told = words(houseway("replay", str(evening), "table/1").stdout)
    assert "table opened" in told
    assert "Ana banker 100.00 won 95.00" in told
    assert "Ben player 100.00 lost 0.00" in told


def test_replay_by_steps_says_what_is_awaited_and_goes_on_when_nobody_types(
    evening: Path,
) -> None:
    """Mini Baccarat 6.2(a): after the call the first card goes to Player."""
    done = houseway("replay", str(evening), "table/1", "--round", "1", "--step", typed="\n\n\n")
    assert done.returncode == 0, done.stderr
    told = words(done.stdout)
    assert told.count("next:") == 4
    assert (
        "betting closed Mini Baccarat 6.2 next: a card to the player hand Mini Baccarat 6.2(a)"
        in told
    )
    assert "Ana banker 100.00 won 95.00" in told


def test_an_altered_table_is_not_played_again(altered: Path) -> None:
    done = houseway("replay", str(altered), "table/1")
    assert done.returncode == 1
    assert "its hash is not that of its content" in done.stderr
    assert done.stdout == ""


def test_replay_says_which_round_there_is_not(evening: Path) -> None:
    done = houseway("replay", str(evening), "table/1", "--round", "7")
    assert done.returncode == 2
    assert "there is no round 7; 2 were opened" in done.stderr
