"""The list of a table's rounds, filtered by what an inspector looks for and sorted."""

from __future__ import annotations

from typing import NamedTuple

from houseway.rulebook.persons import person_key
from houseway.service.consoles.inspector import replay, unrevealed
from houseway.service.floor import Floor, stream_of
from houseway.service.texts.text import texts
from houseway.table.state import Table

ROUNDS = 25  # on a page
SCANNED = 400  # rounds looked at for one page
NEWEST = "newest"
SORTS = texts({NEWEST: "newest", "most staked": "most staked", "most paid": "most paid"})


class RoundFilter(NamedTuple):
    """What the rounds listed have in common; an empty field asks for nothing."""

    void: bool = False
    patron: str = ""
    least: int = 0  # cents staked in the round

    def fits(self, found: replay.Round) -> bool:
        report = found.report
        if report is None:
            return not (self.void or self.patron or self.least)
        wanted = person_key(self.patron)
        return (
            (report.void or not self.void)
            and found.staked >= self.least
            and (not wanted or any(person_key(each.patron) == wanted for each in report.lines))
        )


class RoundsPage(NamedTuple):
    """`before` asks for the next page, 0 where there is nothing more; `held` is under way."""

    rounds: tuple[replay.Round, ...]
    before: int
    held: int
    title: str
    looked_at: int = 0


def list_rounds(
    floor: Floor, table: str, before: int, wanted: RoundFilter, sort: str = NEWEST
) -> RoundsPage:
    """The rounds of a table that fit, newest first unless sorted. Blocks: call it in a thread."""

    def see(found: Table, _version: int) -> tuple[int, int, str]:
        return found.play.round, unrevealed.round_held(found), found.game.cite.title

    newest, under_way, title = floor.look(table, see)
    top = min(newest, before - 1) if before else newest
    fitting: list[replay.Round] = []
    number = top + 1
    while number > 1 and len(fitting) < ROUNDS and top - number + 1 < SCANNED:
        number -= 1
        if number == under_way or not floor.log.recall(stream_of(table), number):
            continue
        found = replay.read_round(floor.log, table, number)
        if wanted.fits(found):
            fitting.append(found)
    left = number if number > 1 else 0
    return RoundsPage(tuple(_sorted(fitting, sort)), left, under_way, title, top - number + 1)


def _sorted(rounds: list[replay.Round], sort: str) -> list[replay.Round]:
    if sort == "most staked":
        return sorted(rounds, key=lambda each: -each.staked)
    if sort == "most paid":
        return sorted(rounds, key=lambda each: -each.paid)
    return rounds
