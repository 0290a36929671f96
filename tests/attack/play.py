"""Bringing a table to the moment at which an attack begins, by what its own view asks for."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.attack.house import House
from tests.waiting import wait_until

STAFF = ("Eli", "Tom", "Dora")
REGISTERED = ("seven-up-baccarat", "three-card-baccarat", "casino-war")
EQUIPMENT = [
    {"kind": kind, "identifier": f"{kind}-{number}"}
    for number in (1, 2)
    for kind in ("shuffling device", "shoe", "deck-checking device", "card set")
]
_names = itertools.count(1)


def new_table(house: House, slug: str, *, by: str = "", **fields: Any) -> str:
    """Open a table of a game, virtual unless it says otherwise, and return its name."""
    name = f"{slug.removeprefix('tournament-')}-a{next(_names)}"
    opener = by or ("Tom" if slug.startswith("tournament-") else "Dora")
    asked: dict[str, Any] = {
        "document": slug,
        "virtual": True,
        "published": "2017-12-06",
        "reference": "a site",
    }
    asked["equipment"] = EQUIPMENT if slug in REGISTERED else []
    house.done(opener, name, "OpenTable", **{**asked, **fields})
    return name


def drive(
    house: House, table: str, until: Callable[[Any], bool], people: tuple[str, ...] = STAFF
) -> Any:
    """Let staff do what is awaited of them until the view meets a condition; the view."""

    def reached() -> Any:
        view = house.view("Eli", table)
        if until(view):
            return view
        any(_acted(house, table, name, until) for name in people)  # or the house itself deals
        return None

    return wait_until(f"table {table}", reached, lambda: house.view("Eli", table)["next"])


def _acted(house: House, table: str, name: str, until: Callable[[Any], bool]) -> bool:
    """Whether that person is awaited, and did the first thing that is offered.

    Nobody acts once the condition is met: the house may have dealt since it was asked last, and a
    dealer would decide for a patron.
    """
    view = house.view(name, table)
    due = view["next"]
    chosen = due["command"] or (due["choices"] or [None])[0]
    if until(view) or not due["mine"] or chosen is None:
        return False
    key = f"drive {time.monotonic_ns()}"
    answer = house.as_(name).post(f"/api/tables/{table}/commands", {"key": key, "command": chosen})
    return answer.status == 200


def awaiting(*what: str) -> Callable[[Any], bool]:
    return lambda view: view["next"]["what"] in what


def poker_decisions(house: House, *, other: str = "Ben") -> str:
    """A virtual poker table at which Ana decides and the other has five hidden cards."""
    table = new_table(house, "tournament-canberra-poker")
    drive(house, table, awaiting("wagers"))
    for box, patron in ((1, "Ana"), (2, other)):
        house.done("Tom", table, "BringChips", patron=patron, amount=5_000_00)
        house.done(patron, table, "PlaceWager", patron=patron, wager="ante", amount=10_00, box=box)
    drive(house, table, awaiting("choose"))
    return table


def hand(view: Any, name: str) -> list[str]:
    found: list[str] = next(
        (each["cards"] for each in view["felt"]["hands"] if each["name"] == name), []
    )
    return found


def log_bytes(house: House) -> bytes:
    """Everything that the files of the house's database hold, as they lie on the disk."""
    parts = sorted(house.folder.glob("floor.db*"))
    return b"".join(part.read_bytes() for part in parts)


def secrets_of(house: House) -> list[bytes]:
    """The secrets in use: what must be in no answer and in no log."""
    found = []
    for each in filter(Path.is_file, (house.folder / "secrets").iterdir()):
        with suppress(FileNotFoundError):  # the house renames and removes them meanwhile
            found.append(each.read_bytes())
    return [each for each in found if each]  # a file may just have been made


def text(content: Any) -> bytes:
    return json.dumps(content).encode()
