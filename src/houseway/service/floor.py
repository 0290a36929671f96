"""The open house: its log, runner, front desk and streams, shared by every request."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, TypeVar

from litestar import Request
from litestar.di import NamedDependency

from houseway.conducting import Reservations
from houseway.fair import Secrets
from houseway.games import editions
from houseway.games.events import Event
from houseway.rulebook import approved
from houseway.runner import Answer, Order, Storing, stored
from houseway.service.access.accounts import Account
from houseway.service.access.desk import Desk
from houseway.service.access.store import open_database
from houseway.service.aggregates import assessments, courses, promotions, tournaments
from houseway.service.background.dealing import Absent, Dealing
from houseway.service.background.self_check import Sealing, SelfCheck
from houseway.service.commands import decode
from houseway.service.commands.lane import Lane
from houseway.service.consoles.analyst.desk import Analysing
from houseway.service.errors import Wrong
from houseway.service.live.draw_client import DrawClient
from houseway.service.live.fragments import HasFragments
from houseway.service.live.house_filters import show_house_time
from houseway.service.live.hub import Hub
from houseway.service.live.render import Renderer
from houseway.service.process import Threads
from houseway.service.settings import Settings
from houseway.service.storage.metrics import Meter
from houseway.service.storage.projections import Folds, Keeping, prepare
from houseway.service.table_views import TableViews, stream_of
from houseway.store import codec
from houseway.store.instruments import Instruments
from houseway.store.journal import Journal
from houseway.store.log import LogFailed, LogUnread
from houseway.store.open import open_log
from houseway.store.register import STREAM as REGISTER
from houseway.store.register import open_register
from houseway.store.sqlite import SqliteLog
from houseway.table.exclusions import MACHINE as EXCLUSIONS
from houseway.table.exclusions import ExclusionOrdered
from houseway.table.statements import Ledger
from houseway.table.view import Viewer
from houseway.virtual import House

AT_ONCE = 64  # orders under way together: the log commits them in one transaction
DRAWING = 2  # threads that make pages here: more would only wait for each other
KEPT_BESIDE = 50  # views of what is beside tables: one may be large
NOTICED_US = 1_000_000  # within which a table reserved by another process is
T = TypeVar("T")
__all__ = ["Floor", "now_us", "stream_of"]


def now_us() -> int:
    return time.time_ns() // 1_000


class Floor(TableViews):
    """One house as one process sees it. What blocks is done in threads of its own."""

    def __init__(
        self, settings: Settings, pages: HasFragments, now: Callable[[], int] = now_us
    ) -> None:
        for edition in editions():  # every type is learnt before threads meet it
            codec.prepare(edition)
            decode.prepare(edition)
        tournaments.KIND.prepare()
        promotions.KIND.prepare()
        assessments.KIND.prepare()
        courses.KIND.prepare()
        codec.learn(EXCLUSIONS.events)
        decode.prepare_kinds(tuple(EXCLUSIONS.commands))
        prepare(settings.path)
        settings.secret()
        super().__init__(settings, open_log(settings.log_address, folder=settings.path), now)
        try:
            self.sealing = Sealing(self)  # before anything reads or appends
        except BaseException:
            self.log.close()
            raise
        self.reservations = Reservations(self.runner, every_us=NOTICED_US if settings.shared else 0)
        self.leads = not settings.shared  # whether this process deals at virtual tables
        self.house = House(self.runner, settings.path / "secrets")
        self.desk = Desk(
            self.log, open_database(settings.log_address, settings.path), settings, now
        )
        self.register = open_register(
            settings.log_address, settings.path, Journal(self.log, REGISTER, now)
        )
        self.desk.excluded = self.runner.excluded
        self.runner.known_as = lambda name: (self.register.reference(name),)
        approved.hold(Instruments(self.log, settings.path).held())
        self.meter = Meter()
        self._failed: LogFailed | None = None
        self.when_log_fails: Callable[[LogFailed], None] = lambda failed: None
        self.pages = pages
        show_house_time(pages.environment, self.time)
        self.renderer = Renderer(pages.environment)
        self.kept_views: Keeping[tuple[str, int, Viewer], Any] = Keeping(KEPT_BESIDE)
        self.ledgers = Folds(self.log, Ledger, Ledger.take)
        self.secrets = Folds(self.log, Secrets, Secrets.take)
        self.draw_clients = tuple(DrawClient(settings) for _ in range(settings.drawing))
        self.hub = Hub(self)
        self.dealing = Dealing(self)
        self.self_check = SelfCheck(self)
        self.absent = Absent(self)
        self.analysing = Analysing(settings, self.log, self.hub)
        self.runner.listeners += [self.hub.told, self.dealing.told, self._excluded]
        if isinstance(self.log, SqliteLog):  # PostgreSQL notifies of a commit by itself
            self.log.committed.append(self.hub.committed)
        self.desk.accounts.changed.append(self.hub.look_again)
        self.lane: Lane | None = None  # while the server runs
        self._threads = Threads(AT_ONCE, "order")
        self._drawing = Threads(DRAWING + settings.drawing, "drawing")

    def _excluded(self, _stream: str, _version: int, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, ExclusionOrdered):
                self.desk.exclude(event.exclusion.person)

    def start(self) -> None:
        """Begin to serve, on the running loop."""
        self.lane = Lane(self.runner, self.log.append_each, self._threads)
        self.hub.start()
        self.dealing.start()

    async def blocking(self, work: Callable[..., T], *given: object) -> T:
        """Do something that waits for the disk or a lock, without holding up anybody else."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)

    async def drawing(self, work: Callable[..., T], *given: object) -> T:
        """Make something to be shown: it takes the processor, so few at a time are quickest."""
        return await asyncio.get_running_loop().run_in_executor(self._drawing, work, *given)

    @asynccontextmanager
    async def taking(self, account: Account, where: str, size: int = 0) -> AsyncIterator[None]:
        """Around one order of a person: held back in a flood, and on record where it is not theirs
        to give and so never comes before the rules, which keep what they refuse themselves."""
        try:
            await self.desk.hold_back_a_flood(account, size)
        except Wrong:
            self.meter.held_back()
            raise
        try:
            yield
        except Wrong as wrong:
            if wrong.status == HTTPStatus.FORBIDDEN:
                await self.blocking(self.desk.turned_away, account, where, wrong.problem.code)
            raise

    async def order(self, table: str, order: Order) -> Answer:
        """Rule on an order at a table."""
        return await self.order_stream(stream_of(table), order)

    async def order_stream(self, stream: str, order: Order) -> Answer:
        return await self.blocking(self.rule, stream, order)

    async def working(self, stream: str, work: Storing[T]) -> T:
        """Do work at a stream that appends: with that of others where the log can store it so."""
        if self.lane is not None:
            return await self.lane.do(stream, work)
        return await self.blocking(stored, self.log, work)

    def rule(self, stream: str, order: Order) -> Answer:
        """Rule on an order. Blocks."""
        return stored(self.log, self.ruling(stream, order))

    def ruling(self, stream: str, order: Order) -> Storing[Answer]:
        """Rule on an order; whether the log took it is what `/readyz` tells from now on."""
        begun = time.perf_counter()
        how = "failed"
        try:
            answer = yield from self.runner.ordering(stream, order)
            how = "refused" if answer.refused else "accepted"
        except LogFailed as failed:
            self.log_failed(failed)
            raise
        finally:
            self.meter.answered(how, time.perf_counter() - begun)
        self._failed = None
        return answer

    def log_failed(self, failed: LogFailed) -> None:
        """A log in a file has failed for good: the server must stop. From any thread."""
        if isinstance(failed, LogUnread):
            return
        self._failed = failed
        if not self.settings.shared:
            self.when_log_fails(failed)

    def take_the_lead(self) -> None:
        """From now on this process deals; it counts the secrets' numbers from the log."""
        self.house = House(self.runner, self.settings.path / "secrets")
        self.leads = True
        self.dealing.wake_all()

    def check_ready(self) -> None:
        """Raises unless the log takes orders, and it and the side store answer.

        A log in a file that failed stays so. A database may have come back: it is asked, because a
        proxy sends no order, from which it could be known, to a process that is not ready.
        """
        if self._failed is not None and not self.settings.shared:
            raise self._failed
        self.log.heads()
        self.desk.accounts.find("nobody")
        if self._failed is not None:
            self.log.horizon()  # takes a lock that only a database which can be written gives
            self._failed = None

    def close(self) -> None:
        """Let go of everything, in the order in which nothing is used after it is closed."""
        self.hub.stop()
        self.hub.wait_until_stopped()
        self.analysing.close()
        self._drawing.shutdown(wait=True, cancel_futures=True)
        for client in self.draw_clients:
            client.close()
        if self.lane:
            self.lane.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self.desk.close()
        self.register.close()
        self.log.close()


# What a handler is given: the request with its account and session, and the open floor.

Asking = Request[Any, Any, Any]  # `user` is the Account or None, `auth` the Session or None
OpenFloor = NamedDependency[Floor]  # for a parameter called `floor`
