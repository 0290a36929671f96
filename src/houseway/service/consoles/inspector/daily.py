"""Drop, win and hold of a day at the tables of the house, from the folds that the process keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from houseway.analysis.choices import Differing
from houseway.analysis.figures import Analysis
from houseway.games import short_name
from houseway.service.consoles.analyst.questions import Question
from houseway.service.floor import Floor, stream_of
from houseway.takings.daily import Day, day_of_table, days_of, needed, total
from houseway.takings.till import Till

Tables = Mapping[str, str]  # name and edition


class DayWanted(NamedTuple):
    """The days that there are, newest first, the one that is shown, and the figures it needs."""

    days: tuple[str, ...]
    day: str
    figures: tuple[Question, ...]


def wanted(floor: Floor, tables: Tables, day: str) -> DayWanted:
    """Without a day, the newest one. Blocks."""
    days = {each for name, edition in tables.items() for each in _days(floor, name, edition)}
    newest = sorted(days, reverse=True)
    shown = day or (newest[0] if newest else floor.time.date(floor.now_us()))
    questions = dict.fromkeys(
        _question(edition, options)
        for name, edition in tables.items()
        for options in sorted(_needed(floor, name, edition, shown))
    )
    return DayWanted(tuple(newest), shown, tuple(questions))


def report(
    floor: Floor, tables: Tables, day: str, figures: Mapping[Question, Analysis | None]
) -> list[Day]:
    """The tables at which money moved on a day, then all of them together. Blocks."""

    def known(edition: str, options: Differing) -> Analysis | None:
        return figures.get(_question(edition, options))

    def line(name: str, edition: str) -> Day:
        return floor.analysing.tills.read(
            stream_of(name), edition,
            lambda till: day_of_table(name, till, day, day_of=floor.time.date, figures=known),
        )  # fmt: skip

    days = {name: _days(floor, name, edition) for name, edition in tables.items()}
    lines = [line(name, edition) for name, edition in tables.items() if day in days[name]]
    return [*lines, total(day, lines)]


def _question(edition: str, options: Differing) -> Question:
    return Question("figures", short_name(edition), options)


def _days(floor: Floor, table: str, edition: str) -> Sequence[str]:
    def see(till: Till) -> list[str]:
        return days_of(till, floor.time.date) if till.for_money else []

    return floor.analysing.tills.read(stream_of(table), edition, see)


def _needed(floor: Floor, table: str, edition: str, day: str) -> set[Differing]:
    return floor.analysing.tills.read(
        stream_of(table), edition, lambda till: needed(till, day, floor.time.date)
    )
