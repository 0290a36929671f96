"""Sealing, copying and restoring a log as a person does it."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

from houseway.service.access.store import SqliteDatabase
from houseway.store.checkpoint_record import record_beside
from houseway.store.house_key import open_key
from houseway.store.register import open_register
from houseway.store.seals import Sealing
from houseway.store.sqlite import SqliteLog
from tests.cli.running import houseway
from tests.store.test_backup import NOON, fill, flip
from tests.store.test_contract import append


def test_from_the_command_line_while_the_house_has_the_log_open(tmp_path: Path) -> None:
    floor, copy, again = (tmp_path / name for name in ("floor.db", "copy", "again.db"))
    with closing(SqliteLog(floor)) as log:
        fill(log)
        done = houseway("backup", floor, copy, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)["events"] == 7
    why = ["--actor", "Dora", "--reason", "a new disk"]
    done = houseway("restore", copy, again, *why)
    assert (done.returncode, done.stderr) == (0, "")
    assert "7 events of 3 streams restored and checked." in done.stdout
    done = houseway("restore", copy, again, *why)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "again.db exists; a log is never restored over another\n"
    flip(copy, 200)
    done = houseway("restore", copy, tmp_path / "third.db", *why, "--json")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "copy was changed since it was taken: its SHA-256 is another\n"
    assert houseway("backup", tmp_path / "none.db", tmp_path / "other").returncode == 2


def test_a_whole_house_from_the_command_line_and_its_keys_apart(tmp_path: Path) -> None:
    folder, copy, safe, again = (tmp_path / name for name in ("house", "copy", "safe", "again"))
    with closing(SqliteLog(folder / "floor.db")) as log:
        fill(log)
    SqliteDatabase(folder / "access.db").close()
    open_register(str(folder / "floor.db"), folder, None).close()
    done = houseway("backup", folder, copy, "--keys", safe)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "7 events of 3 streams, checked.",
        "0 passwords, 0 people.",
        f"Keys and secrets: 1, in {safe}.",
        f"Manifest: {copy / 'house.manifest.json'}",
    ]
    why = ["--actor", "Dora", "--reason", "a new disk"]
    done = houseway("restore", copy, again, *why)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Nobody is signed in.\nBring before it is opened: register.key\n")
    done = houseway("restore", copy, tmp_path / "third", *why, "--keys", safe, "--json")
    assert json.loads(done.stdout)["missing"] == []
    done = houseway("restore", copy, again, *why)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "access.db exists; a house is never restored over another\n"
    flip(copy / "register.db", 200)
    done = houseway("restore", copy, tmp_path / "fourth", *why)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "register.db was changed since it was taken: its SHA-256 is another\n"
    done = houseway("backup", folder / "floor.db", tmp_path / "log", "--keys", safe)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--database and --keys are for a house: name its folder\n"


def test_seals_from_the_command_line(tmp_path: Path) -> None:
    floor, key = tmp_path / "floor.db", tmp_path / "house.key"
    with closing(SqliteLog(floor)) as log:
        fill(log)
    made = houseway("seal", floor, "--key", key, "--actor", "Ana", "--json")
    assert (made.returncode, made.stderr) == (0, "")
    told = json.loads(made.stdout)
    assert (told["number"], told["size"]) == (1, 7)
    with closing(SqliteLog(floor)) as log:
        log.append([append("table/0", 4, "later", b"more")])
    check = ["seal", "verify", floor, "--public", f"{key}.pub", "--json"]
    done = houseway(*check, "--receipt", told["receipt"])
    found = json.loads(done.stdout)
    assert (done.returncode, found["problems"]) == (0, [])
    assert (found["seals"], found["unsealed"], found["events"]) == (1, 1, 9)
    assert (found["last"]["actor"], found["last"]["number"]) == ("Ana", 1)
    done = houseway(*check, "--receipt", "f" * 64)
    assert done.returncode == 1
    assert json.loads(done.stdout)["problems"] == [f"no seal has the hash {'f' * 64}"]


def test_an_exported_file_is_checked_against_its_seals_without_the_log(tmp_path: Path) -> None:
    floor, file, public = (tmp_path / name for name in ("floor.db", "floor.hwlog", "key.pub"))
    with closing(SqliteLog(floor)) as log:
        fill(log)
        house = Sealing(log, open_key(tmp_path / "key"), record_beside(tmp_path / "key"))
        house.begin_record()
        house.seal(NOON, actor="Ana")
    assert houseway("log", "export", floor, "--output", file).returncode == 0
    floor.unlink()
    done = houseway("seal", "verify", file, "--public", public)
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "1 seal; number 1 at 14/11/2023 22:13:20 by Ana",
        "0 events after the last checkpoint, protected by the chain and the anchor only",
        "nothing was altered",
    ]
    open_key(tmp_path / "other")
    done = houseway("seal", "verify", file, "--public", tmp_path / "other.pub")
    assert done.returncode == 1
    assert "is not signed with a key that was given" in done.stdout
    file.write_bytes(file.read_bytes().replace(b'"Ana"', b'"Ben"', 1))
    assert houseway("seal", "verify", file, "--public", public).returncode == 1


def test_what_cannot_be_sealed_is_said_and_makes_nothing(tmp_path: Path) -> None:
    done = houseway("seal", tmp_path / "none.db", "--key", tmp_path / "house.key")
    assert done.returncode == 2
    assert "there is no log at" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_timer_seals_only_when_a_seal_is_due(tmp_path: Path) -> None:
    floor, key = tmp_path / "floor.db", tmp_path / "house.key"
    with closing(SqliteLog(floor)) as log:
        fill(log)
    timer = ("seal", floor, "--key", key, "--every", 60)
    first = houseway(*timer, "--json")
    assert (first.returncode, json.loads(first.stdout)["number"]) == (0, 1)
    with closing(SqliteLog(floor)) as log:
        log.append([append("table/9", 0, "more", b"card")])
        again = houseway(*timer)  # the house has the log open: a timer only looks
        assert (again.returncode, again.stdout) == (0, "No seal is due.\n")
    assert json.loads(houseway(*timer, "--json").stdout) == {"number": None}
    with closing(SqliteLog(floor)) as log:
        assert len(log.read("seals")) == 1
    wrong = houseway("seal", floor, "--key", key, "--every", 0)
    assert (wrong.returncode, wrong.stderr) == (2, "--every takes minutes, from 1\n")
