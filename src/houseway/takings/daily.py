"""Drop, win and hold of a day, table by table, with the interval in which the win is expected.

*Drop* is what went into the drop box on the day: cash and vouchers. *Handle* is what was staked on
wagers that were won, lost or stood off. *Win* is what the house is ahead by the settlements of the
day's rounds. A settlement that is corrected or voided later counts for the day of its round.
*Hold* is the win as a share of the drop.

The interval belongs to the wagers that have an expectation whatever the patrons choose (see
`analysis.expected`). It is the exact expectation of their very stakes, give or take Bernstein's
bound at one chance in twenty: if all of them are paid right, at least 19 days in 20 lie within,
whatever the odds and however few the rounds. The standard deviation of a stake is the root of its
exact variance, rounded up at the ninth decimal. Those of the stakes of a round are added up, as if
all went the same way: exact where they lie on one wager, and careful where they lie on several.
Rounds and tables are independent, and their variances are added up.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from fractions import Fraction
from functools import cache, reduce
from math import ceil, floor, isqrt
from typing import Any, NamedTuple, TextIO

from houseway.analysis import analyse, module_of
from houseway.analysis.choices import Differing, chosen
from houseway.analysis.drift import Settled, bernstein_limit, expected, in_chips, why_not
from houseway.analysis.figures import Analysis, WagerFigures, decimal_text, ratio
from houseway.equipment.chips import money
from houseway.games import game
from houseway.records.exporting import cell
from houseway.records.hwlog import read_hwlog
from houseway.records.replaying import hwlog_at
from houseway.records.telling import edition_in
from houseway.store import codec
from houseway.store.chain import ChainCheck
from houseway.store.log import Entry, LogError
from houseway.store.open import read_log
from houseway.table.days import day_number
from houseway.takings.till import Element, Till

ONE_IN_TWENTY = Fraction(1, 20)
_PARTS = 10**9  # of a cent, in which a standard deviation is rounded up

Figures = Callable[[str, Differing], Analysis | None]  # of an edition under options
DayOf = Callable[[int], str]  # the house's day of a time in microseconds, as 2026-12-31


class Expectation(NamedTuple):
    """What wagers come to if they are paid right, in cents of the house; they add up.

    `farthest` is how far one round can lie from its expectation.
    """

    win: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    farthest: Fraction = Fraction(0)

    def plus(self, other: Expectation) -> Expectation:
        """Together with other rounds, which are independent of these."""
        return Expectation(
            self.win + other.win,
            self.variance + other.variance,
            max(self.farthest, other.farthest),
        )


class Day(NamedTuple):
    """One day of one table, or of all tables together. Cents; a win is the house's.

    `compared` is the part of the win that has an expectation. `pending` is true while the figures
    of some wager are being counted.
    """

    day: str
    table: str  # empty: all tables
    title: str
    rounds: int
    drop: int
    handle: int
    win: int
    difference: int  # counted out at closing, more than the float should have been
    compared: int
    expectation: Expectation
    not_compared: tuple[str, ...]
    pending: bool = False

    @property
    def hold(self) -> Fraction | None:
        """The win as a share of the drop; None where nothing was dropped."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def limit(self) -> int:
        """How far `compared` may lie from what was expected, to the next whole cent above."""
        if not self.expectation.variance:
            return 0
        _, variance, farthest = self.expectation
        return bernstein_limit(variance, farthest, ONE_IN_TWENTY)

    @property
    def interval(self) -> tuple[int, int]:
        """The whole cents between which `compared` is expected."""
        middle = self.expectation.win
        return ceil(middle - self.limit), floor(middle + self.limit)

    @property
    def within(self) -> bool:
        return abs(self.compared - self.expectation.win) <= self.limit

    @property
    def hold_interval(self) -> tuple[Fraction, Fraction] | None:
        """The interval as shares of the drop; None where nothing was dropped."""
        low, high = self.interval
        return (Fraction(low, self.drop), Fraction(high, self.drop)) if self.drop else None


def check_day(text: str) -> None:
    """Raise `ValueError` unless a day is written as 2026-12-31."""
    if day_number(text) is None:
        raise ValueError(f"{text} is not a day such as 2026-12-31")


def days_of(till: Till, day_of: DayOf) -> list[str]:
    """The days on which money moved at a table, in their order."""
    times = (*till.settled_us().values(), *(at for at, _ in (*till.dropped, *till.differences)))
    return sorted(set(map(day_of, times)))


def needed(till: Till, day: str, day_of: DayOf) -> set[Differing]:
    """The options under which figures of the table's edition are needed for a day."""
    return {
        each.options
        for each in _elements(till, _rounds(till, day, day_of))
        if not why_not(till.edition, each.line.wager)
    }


def day_of_table(table: str, till: Till, day: str, *, day_of: DayOf, figures: Figures) -> Day:
    """Drop, win and hold of one table on one day."""
    rounds = _rounds(till, day, day_of)
    handles = till.handles()
    settled = _elements(till, rounds)
    compared = _compared(till, settled, figures)
    return Day(
        day, table, game(till.edition).cite.title,
        rounds=sum(1 for each in rounds if handles[each]),
        drop=sum(cents for at_us, cents in till.dropped if day_of(at_us) == day),
        handle=sum(handles[each] for each in rounds),
        win=sum(till.won[each] for each in rounds),
        difference=sum(cents for at_us, cents in till.differences if day_of(at_us) == day),
        compared=-sum(line.gain for _, line in compared.pairs),
        expectation=_expectation(compared.pairs),
        not_compared=tuple(dict.fromkeys(compared.others)),
        pending=compared.pending,
    )  # fmt: skip


def total(day: str, tables: Sequence[Day]) -> Day:
    """All tables together."""

    def added(name: str) -> int:
        return sum(getattr(each, name) for each in tables)

    return Day(
        day, "", "all tables", added("rounds"), added("drop"), added("handle"), added("win"),
        added("difference"), added("compared"),
        expectation=reduce(Expectation.plus, (each.expectation for each in tables), Expectation()),
        not_compared=tuple(dict.fromkeys(name for each in tables for name in each.not_compared)),
        pending=any(each.pending for each in tables),
    )  # fmt: skip


def counted(edition: str, options: Differing) -> Analysis:
    """The figures of an edition under options, counted now."""
    return analyse(edition, options=chosen(edition, dict(options)))


def _rounds(till: Till, day: str, day_of: DayOf) -> list[int]:
    return [number for number, at_us in till.settled_us().items() if day_of(at_us) == day]


def _elements(till: Till, rounds: Iterable[int]) -> list[Element]:
    return [each for number in rounds for each in till.elements(number)]


class _Unit(NamedTuple):
    """The figures of one cent staked; `deviation` in parts of a cent, rounded up."""

    edge: Fraction
    deviation: int
    farthest: Fraction


class _Compared(NamedTuple):
    pairs: list[tuple[_Unit, Settled]]
    others: list[str]  # elements that are not compared
    pending: bool


def _compared(till: Till, settled: Iterable[Element], figures: Figures) -> _Compared:
    """Every settlement with its figures, those of its own stake where winnings are rounded up."""
    rounds_up = module_of(till.edition).ROUNDS_BY is not None
    known = cache(lambda options: _expected(figures(till.edition, options)))

    @cache
    def unit(options: Differing, wager: str, stake: int) -> _Unit | None:
        found = known(options).get(wager)
        if found is None:
            return None
        return _unit(in_chips(found, stake, till.chips) if rounds_up else found)

    pairs, others, pending = [], [], False
    for options, line in settled:
        if why_not(till.edition, line.wager):
            others.append(line.wager)
            continue
        found = unit(options, line.wager, line.risk if rounds_up else 1)
        pending |= found is None
        if found is not None:
            pairs.append((found, line))
    return _Compared(pairs, others, pending)


def _expected(analysis: Analysis | None) -> dict[str, WagerFigures]:
    return {} if analysis is None else expected(analysis)


def _unit(figures: WagerFigures) -> _Unit:
    variance, farthest = figures.spread
    scaled = variance * _PARTS**2
    return _Unit(figures.edge, isqrt(scaled.numerator // scaled.denominator) + 1, farthest)


def _expectation(pairs: Iterable[tuple[_Unit, Settled]]) -> Expectation:
    by_round: dict[int, list[tuple[_Unit, int]]] = {}
    for unit, line in pairs:
        by_round.setdefault(line.round, []).append((unit, line.risk))
    return reduce(Expectation.plus, map(_of_round, by_round.values()), Expectation())


def _of_round(stakes: list[tuple[_Unit, int]]) -> Expectation:
    deviation = sum(unit.deviation * stake for unit, stake in stakes)
    return Expectation(
        sum((unit.edge * stake for unit, stake in stakes), Fraction(0)),
        Fraction(deviation, _PARTS) ** 2,
        sum((unit.farthest * stake for unit, stake in stakes), Fraction(0)),
    )


# The daily report of a whole log, or of an exported one.

_TABLE = "table/"


class Altered(LogError):
    """The chain of a stream is broken, so nothing is reported of it."""


class NoSuchTable(LogError):
    """The log has no table of this name, or none at all."""


def daily(
    address: str, day_of: DayOf, *, day: str = "", table: str = "", figures: Figures = counted
) -> list[Day]:
    """Every day, or one: its tables in their order, then all of them together.

    Tables for practice chips or tournament chips are left out: no money moves there.
    """
    if day:
        check_day(day)
    tills = _tills(address, table)
    days = {name: _days(till, day_of) for name, till in tills.items()}
    report = []
    for each in [day] if day else sorted({one for found in days.values() for one in found}):
        tables = [
            day_of_table(name, till, each, day_of=day_of, figures=figures)
            for name, till in tills.items()
            if each in days[name]
        ]
        report += [*tables, total(each, tables)]
    return report


def _days(till: Till, day_of: DayOf) -> list[str]:
    return days_of(till, day_of) if till.for_money else []


def _tills(address: str, table: str) -> dict[str, Till]:
    tills = {}
    for stream, entries in _streams(address):
        name = stream.removeprefix(_TABLE)
        if not stream.startswith(_TABLE) or table not in ("", name):
            continue
        check = ChainCheck(contiguous=False)
        check.take(entries)
        if check.problems:
            raise Altered("; ".join(check.problems))
        if edition := edition_in(entries):
            tills[name] = _folded(edition, entries)
    if table and table not in tills:
        raise NoSuchTable(f"the log has no table {table}")
    return tills


def _folded(edition: str, entries: Iterable[Entry]) -> Till:
    till = Till()
    for entry in entries:
        till.take(codec.decode(edition, entry), entry.at_us)
    return till


def _streams(address: str) -> Iterator[tuple[str, list[Entry]]]:
    file = hwlog_at(address)
    if file is None:
        with closing(read_log(address)) as log:
            for stream in sorted(log.heads()):
                if stream.startswith(_TABLE):
                    yield stream, log.read(stream)
        return
    streams: dict[str, list[Entry]] = {}
    with file.open("rb") as lines:
        for entry in read_hwlog(lines):
            streams.setdefault(entry.stream, []).append(entry)
    yield from sorted(streams.items())


# The daily report as rows: for programs in whole cents, for spreadsheets as CSV.

# fmt: off
COLUMNS = (
    "day", "table", "game", "rounds", "drop", "handle", "win", "count_difference", "hold",
    "compared_win", "expected_win", "from", "to", "within", "not_compared",
)
# fmt: on
_MONEY = frozenset(("drop", "handle", "win", "count_difference", "compared_win", "from", "to"))
_ROUNDED = 2  # decimals of an expected win in dollars
_PLACES = 6  # decimals of a hold, as a share of 1


def row(day: Day) -> dict[str, Any]:
    """One line for programs: whole cents, shares as fractions; `table` is empty for the total."""
    low, high = day.interval
    return {
        "day": day.day, "table": day.table, "game": day.title, "rounds": day.rounds,
        "drop": day.drop, "handle": day.handle, "win": day.win,
        "count_difference": day.difference,
        "hold": None if day.hold is None else ratio(day.hold),
        "compared_win": day.compared, "expected_win": ratio(day.expectation.win),
        "from": low, "to": high, "within": day.within, "not_compared": list(day.not_compared),
    }  # fmt: skip


def write_csv(days: Iterable[Day], file: TextIO) -> None:
    """The report as CSV: dollars with two decimals, the hold as a share of 1."""
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for each in days:
        printed = row(each)
        printed |= {name: money(printed[name]) for name in _MONEY}
        printed["hold"] = "" if each.hold is None else decimal_text(each.hold, _PLACES)
        printed["expected_win"] = decimal_text(Fraction(each.expectation.win) / 100, _ROUNDED)
        printed["within"] = "yes" if each.within else "no"
        printed["not_compared"] = "; ".join(each.not_compared)
        writer.writerow({name: _cell(name, value) for name, value in printed.items()})


def _cell(name: str, value: Any) -> Any:
    """Only names can hold what a spreadsheet would work out; an amount below zero is a number."""
    return cell(value) if name in ("table", "game", "not_compared") else value
