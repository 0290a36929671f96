"""What each part below the open house needs of it, so that none of them imports `Floor`.

`Floor` is all of these. Pages are built on top of it and import it directly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from houseway.runner import Runner
from houseway.service.access.desk import Desk
from houseway.service.settings import Settings
from houseway.service.storage.metrics import Meter
from houseway.service.storage.projections import Keeping
from houseway.store.log import LogFailed, TreeLog
from houseway.store.register import Register
from houseway.table.view import View, Viewer
from houseway.virtual import House

T = TypeVar("T")


class Clocked(Protocol):
    """The log of a house, its settings and its clock."""

    log: TreeLog
    settings: Settings

    @property
    def now_us(self) -> Callable[[], int]: ...


class SeesTables(Clocked, Protocol):
    """Looks at tables."""

    runner: Runner

    def tables(self) -> list[str]: ...

    def view(self, table: str, viewer: Viewer) -> View: ...


class Reads(SeesTables, Protocol):
    """Looks at tables, tournaments and promotions."""

    register: Register
    kept_views: Keeping[tuple[str, int, Viewer], Any]


class Works(Clocked, Protocol):
    """Runs a background task: work that blocks is done in threads, a failed log is reported."""

    leads: bool

    async def blocking(self, work: Callable[..., T], *given: object) -> T: ...

    def log_failed(self, failed: LogFailed) -> None: ...


class Deals(Works, Protocol):
    """Has a house that deals at virtual tables."""

    house: House


class Leads(Works, Protocol):
    """Follows a shared log, and deals while it leads."""

    runner: Runner

    def take_the_lead(self) -> None: ...


class Publishes(Leads, Reads, Protocol):
    """Sends live updates to sessions that are still valid."""

    desk: Desk
    meter: Meter

    @property
    def renderer(self) -> Renders: ...

    @property
    def draw_clients(self) -> tuple[DrawsApart, ...]: ...

    async def drawing(self, work: Callable[..., T], *given: object) -> T: ...


class Renders(Protocol):
    """Renders fragments of pages."""

    def board(self, floor: Any, stream: str, shown: Any, before: Any) -> dict[Any, Any]: ...


class DrawsApart(Protocol):
    """Renders fragments in another process, where that is ready."""

    def start(self) -> None: ...

    def draw(self, stream: str, pages: Any, before: Any, take: Any, *, felts: bool) -> bool: ...

    def forget(self, stream: str) -> None: ...
