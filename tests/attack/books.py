"""Own books of what patrons hold, from the bare JSON of the log."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from typing import Any

import psycopg

from tests.attack.house import House

SETTLED = {
    "WagerPaid", "WagerCollected", "WagerStoodOff", "WagerVoided", "WagerWithdrawn",
    "WagerForfeited",
}  # fmt: skip


def events(house: House) -> list[tuple[str, str, Any]]:
    """Stream, kind and content of every event, in order."""
    asked = "SELECT stream, kind, body FROM event ORDER BY seq"
    if house.database:
        with psycopg.connect(house.database) as db:
            rows = db.execute(asked).fetchall()
    else:
        log = sqlite3.connect(f"file:{house.folder / 'floor.db'}?mode=ro", uri=True)
        rows = log.execute(asked).fetchall()
        log.close()
    return [(stream, kind, json.loads(bytes(body))) for stream, kind, body in rows]


def held(house: House) -> dict[str, dict[str, int]]:
    """By table: what each patron whose chips are counted must hold now."""
    books: dict[str, dict[str, int]] = defaultdict(dict)
    left: dict[str, set[str]] = defaultdict(set)  # whose books are not kept here
    for stream, kind, body in events(house):
        if not stream.startswith("table/"):
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
