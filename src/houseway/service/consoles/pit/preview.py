"""What an order would do, wager by wager, before anybody confirms it: a dry run of `decide`.

It is tried on a copy of the table. `seen` stands for everything shown here, so that a confirmation
can be held against what its giver has read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

import msgspec

from houseway.games import events as e
from houseway.games.commands import Command
from houseway.games.events import RESULT_OF
from houseway.games.felt import FACE_DOWN, Felt
from houseway.records.sentences import write
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused
from houseway.service.commands.preview import Foreseen, foresee
from houseway.service.consoles.pit.event_text import Told, faces, tell
from houseway.table.people_vocabulary import NotificationFellDue
from houseway.table.table import Table
from houseway.table.view import NextStep, Viewer

BY_TWO = "second_person_needed"
_LINES = e.Settlement | e.SettlementReversed | e.SettlementUndone | e.SettlementCorrected


class Line(NamedTuple):
    """One wager: what becomes of it, and what moves. `takes` goes to the patron, `gives` back."""

    patron: str
    wager: str
    box: int
    stake: int
    becomes: str
    takes: int = 0
    gives: int = 0
    clauses: tuple[Clause, ...] = ()
    shortfall: int = 0


class Hand(NamedTuple):
    """A hand whose cards change."""

    name: str
    before: str
    after: str


class Remedy(NamedTuple):
    """Everything that would follow from an order, or why it is refused.

    `by_two`: it puts right what was settled, so a second person must confirm it; what is shown is
    what would be done then.
    """

    sentence: str
    refused: Refused | None = None
    lines: tuple[Line, ...] = ()
    facts: tuple[Told, ...] = ()
    hands: tuple[Hand, ...] = ()
    told: tuple[NotificationFellDue, ...] = ()
    next: NextStep | None = None
    by_two: Clause | None = None
    may_ask: bool = False  # a second person may be asked for

    @property
    def takes(self) -> int:
        return sum(line.takes for line in self.lines)

    @property
    def gives(self) -> int:
        return sum(line.gives for line in self.lines)

    @property
    def seen(self) -> str:
        told = [(each.to, each.about) for each in self.told]
        shown = (self.sentence, self.lines, self.facts, self.hands, told, self.by_two)
        return hashlib.sha256(msgspec.json.encode(shown)).hexdigest()


def remedy(table: Table, command: Command, viewer: Viewer, at_us: int) -> Remedy:
    """What would come of it if it were given now."""
    later = foresee(table, command, viewer, at_us)
    refused, by_two = later.refused, None
    if refused is not None and refused.code == BY_TWO and _is_of_game(table, command):
        by_two, refused = refused.clause, None
        later = foresee(_without_list(table), command, viewer, at_us)
    if refused is not None or later.refused is not None:
        return Remedy(write(command), refused or later.refused)
    return _told(table, command, later, by_two)


def _is_of_game(table: Table, command: Command) -> bool:
    return table.play is not None and type(command) in table.game.orders


def _without_list(table: Table) -> Table:
    """The same table as if one person sufficed."""
    found = copy(table)
    found.staffed = False
    return found


def _told(table: Table, command: Command, later: Foreseen, by_two: Clause | None) -> Remedy:
    after, before = later.after, table.game.felt(table.play, "")
    known = faces(before, *([after.felt] if after else []))
    lines = (*map(_line, _moved(later.events)), *_untouched(table, later))
    ask = _is_of_game(table, command) and any(
        isinstance(each, e.SettlementReversed | e.SettlementCorrected | e.SettlementUndone)
        for each in later.events
    )
    return Remedy(
        write(command), None, lines,
        tuple(tell(each, known) for each in later.events if not isinstance(each, _LINES)),
        tuple(_hands(before, after.felt)) if after else (),
        tuple(each for each in later.events if isinstance(each, NotificationFellDue)),
        later.next, by_two, ask or by_two is not None,
    )  # fmt: skip


def _moved(events: tuple[e.Event, ...]) -> Iterator[e.Event]:
    return (each for each in events if isinstance(each, _LINES))


def _line(event: e.Event) -> Line:
    if isinstance(event, e.SettlementReversed):
        return Line(
            event.patron, event.wager, event.box, event.stake,
            f"round {event.round} reversed", event.collected, event.paid, event.clauses,
            event.shortfall,
        )  # fmt: skip
    if isinstance(event, e.SettlementUndone):
        done = event.settlement
        becomes = "taken back, to be settled anew"
        gives = done.paid + done.returned
        return Line(
            done.patron, done.wager, done.box, done.stake, becomes, 0, gives, (event.clause,),
            event.shortfall,
        )  # fmt: skip
    if isinstance(event, e.SettlementCorrected):
        return _corrected(event)
    if not isinstance(event, e.Settlement):
        raise TypeError(f"{type(event).__name__} settles nothing")
    becomes = RESULT_OF[type(event)]
    takes = event.paid + event.returned
    return Line(event.patron, event.wager, event.box, event.stake, becomes, takes, 0, event.clauses)


def _corrected(event: e.SettlementCorrected) -> Line:
    was, now = event.before, event.after
    moved = (now.paid + now.returned) - (was.paid + was.returned)
    becomes = f"round {event.round}: {RESULT_OF[type(was)]} becomes {RESULT_OF[type(now)]}"
    clauses = now.clauses or (event.clause,)
    return Line(
        now.patron, now.wager, now.box, now.stake, becomes, max(moved, 0), max(-moved, 0), clauses,
        event.shortfall,
    )  # fmt: skip


def _untouched(table: Table, later: Foreseen) -> Iterator[Line]:
    """Wagers that lie on the layout before and after."""
    if later.after is None:
        return
    lying = table.play.layout.wagers
    for each in later.after.wagers:
        if lying.get((each.patron, each.box, each.wager)) == each.amount:
            yield Line(each.patron, each.wager, each.box, each.amount, "stays on the layout")


def _hands(before: Felt, after: Felt) -> Iterator[Hand]:
    were = {hand.name: hand.cards for hand in before.hands}
    are = {hand.name: hand.cards for hand in after.hands}
    for name in dict.fromkeys((*were, *are)):
        then, now = were.get(name, ()), are.get(name, ())
        if tuple(then) != tuple(now):
            yield Hand(name, _cards(then), _cards(now))


def _cards(cards: tuple[str, ...]) -> str:
    return " ".join("face down" if each == FACE_DOWN else each for each in cards) or "no card"
