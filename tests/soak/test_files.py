"""A floor on a real SQLite log: whatever is left of its last write, it is all there or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.soak.disk import TORN, FileDisk, Killed
from houseway.soak.floor import Floor
from houseway.store.log import TailLost
from tests.offices import opening_of
from tests.scale import scaled

COMMANDS = scaled(400, 20_000)


@pytest.mark.parametrize("seed", range(1, scaled(1, 10) + 1))
def test_a_floor_goes_on_after_torn_writes(tmp_path: Path, seed: int) -> None:
    """Everything that a floor in memory is checked for, and after every crash that the log holds
    what was answered for and of the order under way all facts or none."""
    disk = FileDisk(tmp_path, seed)
    told = Floor(seed, disk=disk).run(COMMANDS)
    assert set(disk.faults) <= told.faults.keys()
    assert told.faults[TORN] >= 2
    assert 0 < disk.kept_whole < disk.crashes  # some were there, some were not
    assert sorted(each.name for each in tmp_path.glob("*.db")) == [f"floor-{disk.crashes}.db"]
    disk.log.close()


def _opened(runner: Runner, table: str) -> None:
    order = Order(opening_of("casino-war"), Role.GAMING_SUPERVISOR, "Dora", "open")
    assert runner.order(f"table/{table}", order).refused is None


@pytest.mark.parametrize("part", range(10))
def test_any_part_of_a_write_is_the_whole_or_nothing(tmp_path: Path, part: int) -> None:
    """Cut at tenths of what the second order wrote: the first is there, the second not, until its
    last byte is."""
    disk = FileDisk(tmp_path, 1)
    runner = Runner(disk.open(), lambda: 0)
    _opened(runner, "1")
    before = disk.bytes()
    _opened(runner, "2")
    after = disk.bytes()
    cut = len(before.ahead) + (len(after.ahead) - len(before.ahead)) * part // 10
    del disk.entries[1:], disk.streams["table/2"]
    disk.crash(before._replace(ahead=after.ahead[:cut]), disk.log.read_all(after=1))
    assert [each.stream for each in disk.entries] == ["table/1"]
    assert disk.kept_whole == 0
    disk.log.close()


def test_a_write_that_was_answered_for_and_is_gone_is_noticed(tmp_path: Path) -> None:
    """The anchor is written before the answer, so a disk that forgets afterwards is found out."""
    disk = FileDisk(tmp_path, 1)
    runner = Runner(disk.open(), lambda: 0)
    _opened(runner, "1")
    before = disk.bytes()
    _opened(runner, "2")
    with pytest.raises(TailLost):
        disk.crash(before._replace(anchor=disk.bytes().anchor), ())


def test_a_process_that_is_gone_does_nothing_more(tmp_path: Path) -> None:
    disk = FileDisk(tmp_path, 1)
    log = disk.open()
    _opened(Runner(log, lambda: 0), "1")
    disk.crash(disk.bytes(), ())
    with pytest.raises(Killed):
        log.heads()
    disk.log.close()
