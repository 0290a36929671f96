"""The session that a table serves, shown beside the table: turn, marker, clock, limits, chips."""

from __future__ import annotations

from typing import Any

from houseway.service.aggregates.tournaments import KIND
from houseway.service.floor import Floor
from houseway.service.floor_protocols import Reads
from houseway.service.live.fragments import Fragment
from houseway.table.view import Viewer

NAME = "session"


class AtTable:
    """A tournament by its name and one of its tables: `spring.7`."""

    def stream(self, name: str) -> str:
        return KIND.stream(name.partition(".")[0])

    def seen(self, floor: Reads, name: str, viewer: Viewer) -> Any:
        return KIND.seen(floor, name.partition(".")[0], viewer)


def topics(floor: Floor, table: str) -> list[str]:
    """The topic of the session that a table serves now; none where it serves no session."""
    binder = floor.reservations.binder(f"table/{table}")
    return [f"{NAME}:{binder.partition('/')[2]}.{table}"] if binder else []


FRAGMENTS = [Fragment(NAME, "tournament/session_panel.html", of=AtTable())]
