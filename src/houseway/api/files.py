"""Records and logs: settle what was written, show what was kept, check that nothing was altered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.api import rounds as pages
from houseway.api.rounds import Round, round_of
from houseway.api.table import text_of
from houseway.extras import explaining
from houseway.records.hwr import read_record
from houseway.records.settlement import play_record

if TYPE_CHECKING:
    from houseway.store.log import Verified
    from houseway.takings.daily import Day


@dataclass(frozen=True)
class Settled:
    """A record played through: its rounds, and what differs from what it expects."""

    rounds: tuple[Round, ...]
    problems: tuple[str, ...]
    next: str

    @property
    def ok(self) -> bool:
        """Whether every step was accepted and everything that the record expects came out."""
        return not self.problems

    def __str__(self) -> str:
        return "\n\n".join([*map(str, self.rounds), *self.problems])

    def _repr_html_(self) -> str:
        shown = "".join(each._repr_html_() for each in self.rounds)
        return shown + pages.points("What differs", self.problems)


@dataclass(frozen=True)
class Happened:
    """One event of a log: when, by whom, in which role, what happened, by which clauses."""

    version: int
    at: str
    who: str
    role: str
    text: str
    clauses: str

    def __str__(self) -> str:
        cited = f" ({self.clauses})" if self.clauses else ""
        return f"{self.version:>6}  {self.at}  {self.who} ({self.role}): {self.text}{cited}"


def settle(record: str | Path) -> Settled:
    """Settle the rounds of a record: the path of a `.hwr` file, or its text.

    Examples:
        >>> settled = settle('''
        ... document = "mini-baccarat"
        ... [[rounds]]
        ... steps = "Ana wagers 25 on player\\\\ndeal 9h 2c Kd 5s"
        ... ''')
        >>> settled.rounds[0].lines[0].paid
        Money('25.00')
    """
    report = play_record(read_record(text_of(record)))
    rounds = tuple(map(round_of, report.rounds))
    return Settled(rounds, tuple(report.problems), report.session.next)


def replay(log: str | Path, stream: str) -> tuple[Happened, ...]:
    """Every event of one stream of a log or an exported file, in words. Needs `houseway[log]`."""
    with explaining():
        from houseway.records.replaying import stream_at
        from houseway.records.telling import tell_all, time_text

    return tuple(
        Happened(
            each.entry.version, time_text(each.entry.at_us), each.entry.actor, each.entry.role,
            each.text, each.clauses,
        )
        for each in tell_all(stream_at(str(log), stream))
    )  # fmt: skip


def daily(log: str | Path, *, day: str = "", table: str = "", time_zone: str = "UTC") -> list[Day]:
    """Drop, win and hold of each day, by table and in total. Needs `houseway[log]`.

    Days are those of `time_zone`, and `day` is one such as 2026-12-31. `interval` is where the win
    of the compared wagers is expected on 19 days in 20; `row` of `houseway.takings.daily` makes
    plain data of a line.
    """
    with explaining():
        from houseway.service.house_time import HouseTime
        from houseway.takings import daily as reading

    return reading.daily(str(log), HouseTime(time_zone).date, day=day, table=table)


def verify(log: str | Path, *, folder: str | Path | None = None) -> Verified:
    """Check that nothing in a log or an exported file was altered. Needs `houseway[log]`.

    Of a log, the stored accounts, sessions, tokens and devices are checked as well; `folder` is
    the house's folder, by default the one that the log is in. `problems` is empty when nothing was
    altered; `notes` say what was not checked.
    """
    with explaining():
        from houseway.service.verification import verified

    return verified(str(log), folder=None if folder is None else Path(folder))
