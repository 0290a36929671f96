"""A forged history is not opened: the house knows outside its database what it has signed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from houseway.cli.serve import serve
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.settings import Settings
from houseway.store.checkpoint_record import Record
from houseway.store.log import Entry, every_entry
from houseway.store.open import read_log
from houseway.store.sqlite import SqliteLog
from tests.cli.running import houseway
from tests.offices import opening_of
from tests.store.test_head_seals import execute, forge, rechained


def forged(entry: Entry) -> Entry | None:
    """Another document was opened, and no seal was ever made."""
    if entry.stream == "seals":
        return None
    return replace(entry, body=entry.body.replace(b"casino-war", b"roulette-x"))


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A house that was opened, played, signed for and closed."""
    settings = Settings(folder=str(tmp_path))
    floor = Floor(settings, registry.load())
    order = Order(opening_of("casino-war"), Role.GAMING_SUPERVISOR, "Dora", "open")
    floor.runner.order("table/1", order)
    floor.sealing.closed()
    floor.close()
    return tmp_path


def rewrite(folder: Path) -> None:
    log = SqliteLog(folder / "floor.db")
    execute(log, [("DELETE FROM tile", ()), ("DELETE FROM snapshot", ())])
    forge(log, rechained(list(every_entry(log)), forged), folder)


def opened(folder: Path) -> int:
    return serve(folder=folder, demo=False, port=0)


def test_a_house_whose_whole_history_was_rewritten_does_not_open(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All events hashed again, every seal dropped, new heads, receipts, anchor and no tiles; also
    where a supervisor was talked into accepting the log without its anchor."""
    rewrite(evening)
    before = (evening / "house.checkpoint").read_bytes()

    assert opened(evening) == 2
    assert "the house cannot open" in capsys.readouterr().err
    why = ("--actor", "Mia", "--reason", "believed it")
    assert houseway("anchor", "accept", evening, *why).returncode == 0
    assert opened(evening) == 2

    said = capsys.readouterr().err
    assert "not those that were signed for" in said or "were signed for, the log has" in said
    assert (evening / "house.checkpoint").read_bytes() == before
    with closing(read_log(str(evening / "floor.db"))) as log:
        assert log.read("seals") == []


def test_a_house_without_its_record_does_not_open_until_it_is_begun_again_knowingly(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = Record(evening / "house.checkpoint").read()
    assert record is not None
    (evening / "house.checkpoint").unlink()
    assert opened(evening) == 2
    assert "house.checkpoint is missing" in capsys.readouterr().err
    log, key = evening / "floor.db", evening / "house.key"
    begin = ("--begin", "the file was deleted by mistake", "--actor", "Mia")
    assert houseway("seal", log, "--key", key, *begin).returncode == 0
    listed = houseway("seal", "list", log).stdout.splitlines()
    assert listed[-1].endswith("Mia  the file was deleted by mistake")
    Floor(Settings(folder=str(evening)), registry.load()).close()


def test_a_checkpoint_in_other_hands_shows_the_forgery_on_the_command_line(evening: Path) -> None:
    kept = evening / "monday.checkpoint"
    kept.write_bytes((evening / "house.checkpoint").read_bytes())
    check = ("verify", evening / "floor.db", "--checkpoint", kept)
    public = ("--public", evening / "house.key.pub")
    done = houseway(*check, *public)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "nothing was altered")
    assert "signature of the checkpoint was not checked" in houseway(*check).stdout
    rewrite(evening)
    done = houseway(*check, *public)
    assert done.returncode == 1
    assert "were signed for, the log has" in done.stdout or "not those that" in done.stdout
    kept.write_text(
        kept.read_text(encoding="utf-8").replace("houseway/", "casino/"), encoding="utf-8"
    )
    done = houseway(*check, *public)
    assert "is not signed with a key that was given" in done.stdout
