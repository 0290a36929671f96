"""The past replays the same: a kept log of an earlier version, and events of an older shape."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.records.hwlog import read_hwlog, verify_hwlog
from houseway.records.settlement import rounds_told
from houseway.runner import Runner
from houseway.store import codec
from houseway.store.codec import UnknownEvent
from houseway.store.log import Append, Entry, Log, NewEvent

GOLDEN = Path(__file__).parent / "golden" / "mini-baccarat-0.1.0.hwlog"
TABLE = "table/1"


def golden() -> list[Entry]:
    with GOLDEN.open("rb") as file:
        return list(read_hwlog(file))


def keep(log: Log, entries: list[Entry]) -> None:
    """The orders of a kept log, appended as they were."""
    for _, group in groupby(entries, key=lambda each: each.key):
        order = list(group)
        first = order[0]
        events = tuple(NewEvent(each.kind, each.schema, each.body) for each in order)
        append = Append(
            first.stream, first.version - 1, first.key, "asked", events, first.at_us, first.actor,
            first.role, first.edition, first.engine,
        )  # fmt: skip
        log.append([append])


def test_the_kept_log_is_as_it_was_written() -> None:
    found = verify_hwlog(GOLDEN)
    assert (found.events, found.streams, found.problems) == (27, 1, ())


def test_an_old_log_gives_the_same_table(log: Log) -> None:
    """Mini Baccarat 8.8(b): 95 on Ana's hundred on Banker's nine. 8.5(b): Ben's hundred is lost.

    Ana and Ben brought 500 each: 595 and 400 are left to them, and 5 to the float.
    """
    keep(log, golden())
    table = Runner(log, lambda: 0).table(TABLE)
    assert table.play.round == 2
    assert table.play.layout.chips == {"Ana": 595_00, "Ben": 400_00}
    assert table.play.layout.float_tray == 5_00
    assert table.refusals == 1
    rounds = rounds_told(codec.decode(table.slug, entry) for entry in log.read(TABLE))
    told = [(each.result, each.lines[0].patron, each.lines[0].paid) for each in rounds]
    assert told == [("banker", "Ana", 95_00), ("banker", "Ben", 0)]


def older(entries: list[Entry]) -> list[Entry]:
    """The same facts as an earlier shape had them: a wager's amount was told in dollars."""
    fields = Entry.__struct_fields__
    found = []
    for entry in entries:
        content = msgspec.json.decode(entry.body)
        if entry.kind == "WagerPlaced":
            content["dollars"] = content.pop("amount") // 100
        changed = {"schema": 0, "body": msgspec.json.encode(content)}
        found.append(Entry(**{name: getattr(entry, name) for name in fields} | changed))
    return found


def in_cents(content: dict[str, Any]) -> dict[str, Any]:
    return {"amount": content.pop("dollars") * 100, **content}


def test_an_older_shape_is_brought_up_to_date_when_it_is_read(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every kind but one did not change; what is stored stays as it was written."""
    monkeypatch.setitem(codec.UPCAST, ("WagerPlaced", 0), in_cents)
    keep(log, older(golden()))
    table = Runner(log, lambda: 0).table(TABLE)
    assert table.play.layout.chips == {"Ana": 595_00, "Ben": 400_00}
    placed = [each for each in log.read(TABLE) if each.kind == "WagerPlaced"]
    assert [msgspec.json.decode(each.body)["dollars"] for each in placed] == [100, 100]
    assert log.verify().problems == ()


def test_a_shape_to_come_is_not_guessed_at(log: Log) -> None:
    keep(log, golden()[:1])
    (entry,) = log.read(TABLE)
    newer = msgspec.structs.replace(entry, schema=codec.SCHEMA + 1)
    with pytest.raises(UnknownEvent, match="shape 2 is newer than this software's 1"):
        codec.decode("mini-baccarat", newer)
