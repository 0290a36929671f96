"""Own books of what patrons hold, from the bare JSON of the log."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import psycopg

from tests.attack.house import House

SETTLED = {
    "WagerPaid", "WagerCollected", "WagerStoodOff", "WagerVoided", "WagerWithdrawn",
    "WagerForfeited",
}  # fmt: skip


def events(house: House) -> list[tuple[str, int, str, Any]]:
    """Stream, version, kind and content of every event, in order."""
    asked = "SELECT stream, version, kind, body FROM event ORDER BY seq"
    if house.database:
        with psycopg.connect(house.database) as db:
            rows = db.execute(asked).fetchall()
    else:
        log = sqlite3.connect(f"file:{house.folder / 'floor.db'}?mode=ro", uri=True)
        rows = log.execute(asked).fetchall()
        log.close()
    return [(stream, at, kind, json.loads(bytes(body))) for stream, at, kind, body in rows]


def held(house: House, versions: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """By table: what each patron whose chips are counted must hold at a version of the table."""
    books: dict[str, dict[str, int]] = defaultdict(dict)
    left: dict[str, set[str]] = defaultdict(set)  # whose books are not kept here
    for stream, version, kind, body in events(house):
        if version > versions.get(stream.removeprefix("table/"), 0):
            continue
        book = books[stream.removeprefix("table/")]
        if kind in ("TokensIssued", "SettlementCorrected", "SettlementReversed", "SettlementUndone",
                    "ColourChipsIssued", "ChipsRedeemed"):  # fmt: skip
            left[stream.removeprefix("table/")].add(str(body.get("patron", "*")))
        elif kind in ("ChipsBrought", "ChipsBought", "PracticeChipsIssued"):
            book[body["patron"]] = book.get(body["patron"], 0) + body["amount"]
        elif body.get("patron") in book:
            book[body["patron"]] += _moved(kind, body)
    return {
        table: {} if "*" in left[table] else
        {who: chips for who, chips in book.items() if who not in left[table]}
        for table, book in books.items()
    }  # fmt: skip


def _moved(kind: str, body: Any) -> int:
    if kind == "WagerPlaced" or kind == "ChipsTakenAway":
        return -int(body["amount"])
    if kind == "WagerChanged":
        return int(body["before"] - body["amount"])
    if kind in SETTLED:
        return int(body["paid"] + body["returned"])
    return 0
