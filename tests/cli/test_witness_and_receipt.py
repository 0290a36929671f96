"""Witness and receipts as an inspector and a patron use them, on the command line."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from houseway.store.log import every_entry
from houseway.store.sqlite import SqliteLog
from tests.cli.running import houseway
from tests.store.test_contract import append
from tests.store.test_head_seals import another_card, execute, forge, rechained
from tests.store.test_receipt import PAID


def house(folder: Path) -> Path:
    """A house's folder with a log of five rulings and one checkpoint."""
    folder.mkdir()
    with closing(SqliteLog(folder / "floor.db")) as log:
        log.append([append("table/1", 0, "paid", *[PAID] * 5)])
    assert houseway("seal", folder / "floor.db", "--key", folder / "house.key").returncode == 0
    return folder


def test_an_inspector_without_a_connection_cosigns_by_files(tmp_path: Path) -> None:
    folder, floor = house(tmp_path / "house"), tmp_path / "house" / "floor.db"
    ivy = ("--name", "ivy", "--folder", tmp_path / "ivy")
    key = houseway("witness", "key", *ivy)
    (folder / "witnesses").write_text(key.stdout, encoding="utf-8")
    offer, cosigned = tmp_path / "offer", tmp_path / "cosigned"
    public = ("--public", folder / "house.key.pub")
    for old, size in ((0, 5), (5, 7)):
        done = houseway("witness", "offer", floor, "--old", old, "--output", offer)
        assert (done.returncode, done.stderr) == (0, "")
        done = houseway("witness", offer, *public, *ivy, "--output", cosigned)
        assert (
            done.stdout == f"{size} events cosigned; they begin with the {old} cosigned before.\n"
        )
        done = houseway("witness", "take", folder, cosigned)
        assert done.stdout == f"{size} events witnessed by ivy.\n"
        with closing(SqliteLog(floor)) as log:
            log.append([append(f"table/{size}", 0, "more", PAID)])
        houseway("seal", floor, "--key", folder / "house.key")
    check = ("verify", floor, "--checkpoint", cosigned, *public, "--witness", key.stdout.strip())
    assert houseway(*check).returncode == 0
    assert houseway("witness", offer, *public, *ivy).returncode == 2  # an old offer again


def test_a_rewritten_log_raises_the_alarm(tmp_path: Path) -> None:
    folder, floor = house(tmp_path / "house"), tmp_path / "house" / "floor.db"
    ivy = ("--name", "ivy", "--folder", tmp_path / "ivy", "--public", folder / "house.key.pub")
    offer = tmp_path / "offer"
    houseway("witness", "offer", floor, "--output", offer)
    assert houseway("witness", offer, *ivy).returncode == 0
    log = SqliteLog(floor)
    execute(log, [("DELETE FROM tile", ())])
    forge(log, rechained(list(every_entry(log)), another_card), folder)
    begin = ("--begin", "nothing happened")
    assert houseway("seal", floor, "--key", folder / "house.key").returncode == 2
    assert houseway("seal", floor, "--key", folder / "house.key", *begin).returncode == 0
    houseway("witness", "offer", floor, "--old", 5, "--output", offer)
    done = houseway("witness", offer, *ivy)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("ALARM: the house's log was rewritten")
    assert len(list((tmp_path / "ivy").glob("evidence-0-*.checkpoint"))) == 2


def test_a_receipt_is_written_and_checked(tmp_path: Path) -> None:
    folder, floor = house(tmp_path / "house"), tmp_path / "house" / "floor.db"
    file, picture = tmp_path / "3.hwreceipt", tmp_path / "3.svg"
    key = ("--key", folder / "house.key", "--output", file)
    done = houseway("receipt", floor, "table/1", 3, *key, "--qr", picture)
    assert (done.returncode, done.stderr) == (0, "")
    assert "<svg" in picture.read_text(encoding="utf-8")
    check = ("receipt", "check", file, "--public", folder / "house.key.pub")
    done = houseway(*check)
    assert (done.returncode, done.stderr) == (0, "")
    assert "CardDealt, table/1 version 3" in done.stdout
    assert houseway("receipt", floor, "table/1", *key, "--command", "paid").returncode == 0
    assert "version 1" in houseway(*check).stdout
    done = houseway(*check, "--witness", "ivy+00000000+AAAA")
    assert done.returncode == 2
    done = houseway("receipt", floor, "table/1", 99, *key)
    assert (done.returncode, done.stderr) == (2, "table/1 has no such event\n")
    with closing(SqliteLog(floor)) as log:
        log.append([append("table/1", 5, "late", PAID)])
    done = houseway("receipt", floor, "table/1", 6, *key)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "no checkpoint covers table/1 version 6 yet\n"
