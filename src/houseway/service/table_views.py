"""What viewers see of tables: views, results and boards, each made once for all who ask for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from copy import copy
from typing import NamedTuple, TypeVar

from markupsafe import Markup

from houseway.games.events import Event
from houseway.runner import Runner
from houseway.service.errors import no_such_table
from houseway.service.floor_protocols import SeesTables
from houseway.service.house_time import HouseTime
from houseway.service.settings import Settings
from houseway.service.storage.projections import Folds, Keeping
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


# What people call a table: the name of its game, and what its own name adds to that.


class TableNamed(NamedTuple):
    """A table that has been opened, with the name of its game."""

    table: str
    slug: str
    title: str


def table_label(table: str, document: str) -> str:
    """The part of a table's name that is shown after the name of its game.

    Words of the game's own name are left out: `1` for `mini-1` of Mini Baccarat, but `High 1` for
    `high-1`. `document` is the game's slug, or the identity of an edition.
    """
    words = table.split("-")
    number = words[-1:] if words[-1].isdigit() else []
    if set(words) - set(number) <= set(document.partition("@")[0].split("-")):
        return "".join(number)
    return " ".join(word.capitalize() for word in words)


def listed_by(title: str, table: str, document: str) -> tuple[str, int, str]:
    """A key that sorts tables as people look for them: by game, then 2 before 10."""
    name = table_label(table, document)
    return title, len(name), name


def named_table(floor: SeesTables, table: str) -> TableNamed:
    """A table with its game; an error if there is none. Blocks: call it in a thread."""
    found = named_tables(floor, [table])
    if not found:
        raise no_such_table(table)
    return found[0]


def named_tables(floor: SeesTables, tables: Iterable[str]) -> list[TableNamed]:
    """Those of the tables that have been opened, by game. Blocks: call it in a thread."""

    def title(found: Table, _version: int) -> tuple[str, str] | None:
        return (found.slug, found.game.cite.title) if found.play is not None else None

    looked = ((each, floor.runner.look(stream_of(each), title)) for each in tables)
    named = [TableNamed(name, *about) for name, about in looked if about is not None]
    return sorted(named, key=lambda each: listed_by(each.title, each.table, each.slug))
