"""What viewers see of tables: views, results and boards, each made once for all who ask for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from typing import NamedTuple, TypeVar

from markupsafe import Markup

from houseway.games.events import Event
from houseway.runner import Runner
from houseway.service.errors import no_such_table
from houseway.service.house_time import HouseTime
from houseway.service.settings import Settings
from houseway.service.storage.cache import Keeping
from houseway.service.storage.projections import Folds
from houseway.store.log import TreeLog
from houseway.table.betting import BettingTimes, takes_wagers
from houseway.table.results import KEPT, Results
from houseway.table.table import Table
from houseway.table.view import View, Viewer, view

VIEWS = 500  # kept in memory
KEPT_BOARDS = 500  # tables whose past results are in memory as they were drawn last
KEPT_TIMES = 500  # moments of last actions
_TABLE = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_PREFIX = "table/"
T = TypeVar("T")


def stream_of(table: str) -> str:
    """The stream of a table's name; a name that cannot be one is no table."""
    if not _TABLE.fullmatch(table):
        raise no_such_table(table)
    return _PREFIX + table


def _take_result(results: Results, event: Event, _at_us: int) -> None:
    results.apply(event)


class BettingClock(NamedTuple):
    """The betting clock while wagers are taken: when it runs out, and its length in seconds."""

    until_us: int
    seconds: int


class KeptBoard(NamedTuple):
    """A drawing of past results, and the edition and number of changes of those it shows."""

    shows: tuple[str, int]
    drawing: Markup


class TableViews:
    """The tables of a log, for anyone who looks at them."""

    def __init__(self, settings: Settings, log: TreeLog, now_us: Callable[[], int]) -> None:
        self.settings = settings
        self.log = log
        self.now_us = now_us
        self.runner = Runner(log, now_us)
        self._views: Keeping[tuple[str, int, Viewer], View] = Keeping(VIEWS)
        self._boards: Keeping[str, KeptBoard] = Keeping(KEPT_BOARDS)
        self.kept_times: Keeping[tuple[str, int], int] = Keeping(KEPT_TIMES)
        self.time = HouseTime(settings.time_zone)
        self._results = Folds(log, Results, _take_result, rounds=KEPT)
        self._betting = Folds(log, BettingTimes, BettingTimes.take, rounds=1)
        self.runner.followers += [self._results.follow, self._betting.follow]

    def tables(self) -> list[str]:
        """Every table that the log knows, by name."""
        found = (each for each in self.log.heads() if each.startswith(_PREFIX))
        return sorted(each.removeprefix(_PREFIX) for each in found)

    def look(self, table: str, see: Callable[[Table, int], T]) -> T:
        """What a function sees of a table that has been opened."""

        def opened(found: Table, version: int) -> T:
            if found.play is None:
                raise no_such_table(table)
            return see(found, version)

        return self.runner.look(stream_of(table), opened)

    def view(self, table: str, viewer: Viewer) -> View:
        """A table as the viewer may see it. Blocks: call it in a thread."""
        return self.look(table, lambda found, version: self.seen(found, table, version, viewer))

    def seen(self, found: Table, table: str, version: int, viewer: Viewer) -> View:
        """The view of a table that is being looked at; made once for all who ask for the same."""

        def make() -> View:
            return view(found, table, version, viewer, self.results(found, table, version))

        return self._views.get((table, version, viewer), make)

    def results(self, found: Table, table: str, version: int) -> Results:
        """The results of a table that is being looked at, for as long as it is."""
        return self._results.read(stream_of(table), found.edition, lambda kept: kept, version)

    def board(self, table: str, shows: tuple[str, int], draw: Callable[[], Markup]) -> Markup:
        """The drawing of a table's past results: of this edition, after so many changes.

        Nobody asks for an earlier one again, so only the latest of each table is in memory.
        """
        kept = self._boards.find(table)
        if kept is None or kept.shows != shows:
            kept = KeptBoard(shows, draw())
            self._boards.keep(table, kept)
        return kept.drawing

    def betting_times(self, table: str, found: Table, version: int) -> BettingTimes:
        """When betting opened and chips were placed at a table that is being looked at."""
        return self._betting.read(stream_of(table), found.edition, copy, version)

    def betting_clock(self, table: str, found: Table, version: int) -> BettingClock | None:
        """The clock of a table that is being looked at; None while no wagers are taken by one."""
        if not found.betting_seconds or not takes_wagers(found):
            return None
        times = self.betting_times(table, found, version)
        return BettingClock(times.until_us(found.betting_seconds), found.betting_seconds)
