"""Rounds of a log that another edition would settle differently, per patron with the money.

Each table that was opened under the earlier edition is played again from its events. Where wagers
were settled, the later edition rules on the same table: the same wagers, the same cards. A round in
which it would have dealt other cards, or would not settle at all, is reported with that reason.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import Awaits, Game
from houseway.games.layout import Key
from houseway.games.side_wagers.judging import without_sides
from houseway.records.hwlog import read_hwlog
from houseway.records.replaying import hwlog_at
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused
from houseway.store.codec import decode
from houseway.store.log import Entry
from houseway.store.open import read_log
from houseway.table.table import Table, evolve
from houseway.table.vocabulary import TableOpened

Decided = e.WagerPaid | e.WagerCollected | e.WagerStoodOff
_DECIDED = (e.WagerPaid, e.WagerCollected, e.WagerStoodOff)
_RESULTS = {e.WagerPaid: "won", e.WagerCollected: "lost", e.WagerStoodOff: "stood off"}
_SETTLED = frozenset(each.__name__ for each in _DECIDED)
_PAGE = 5_000  # entries read at once


class LineImpact(NamedTuple):
    """One wager that would be settled differently; amounts are what the patron gained, in cents."""

    patron: str
    wager: str
    box: int
    stake: int
    was: str
    was_cents: int
    now: str
    now_cents: int

    @property
    def difference(self) -> int:
        return self.now_cents - self.was_cents


class RoundImpact(NamedTuple):
    """A round that would come out differently; `reason` where it cannot be settled as dealt."""

    stream: str
    round: int
    lines: tuple[LineImpact, ...]
    reason: str = ""


class Impact(Struct, frozen=True):
    """What another edition would do to logged rounds; `unchecked` could not be ruled on again."""

    rounds: tuple[RoundImpact, ...]
    counted: int
    unchecked: tuple[tuple[str, int], ...] = ()

    @property
    def by_patron(self) -> dict[str, int]:
        """What each patron would have gained more or less, in cents."""
        total: dict[str, int] = defaultdict(int)
        for each in self.rounds:
            for line in each.lines:
                total[line.patron] += line.difference
        return dict(sorted(total.items()))


def impact_of_log(address: str, before: Game, after: Game) -> Impact:
    """The impact on every table of a log or an exported file."""
    return impact(_entries(address), before, after)


def impact(entries: Iterable[Entry], before: Game, after: Game) -> Impact:
    """The impact on the tables among these entries, which are in the order of the log."""
    followed: dict[str, _Followed] = {}
    for (stream, _), group in groupby(entries, key=lambda entry: (entry.stream, entry.key)):
        if stream.startswith("table/"):
            table = followed.get(stream)
            if table is None:
                table = followed[stream] = _Followed(stream, before, after)
            table.take(list(group))
    rounds = [each for table in followed.values() for each in table.rounds()]
    missing = [(table.stream, number) for table in followed.values() for number in table.unchecked]
    counted = sum(len(table.settled) for table in followed.values())
    return Impact(tuple(rounds), counted, tuple(missing))


def _entries(address: str) -> Iterator[Entry]:
    file = hwlog_at(address)
    if file is not None:
        with file.open("rb") as lines:
            yield from read_hwlog(lines)
        return
    with closing(read_log(address)) as log:
        after = 0
        while page := log.read_all(after=after, limit=_PAGE):
            yield from page
            after = page[-1].seq


class _Followed:
    """One table, played again from its events, with what the later edition would do."""

    def __init__(self, stream: str, before: Game, after: Game) -> None:
        self.stream, self.before, self.after = stream, before, after
        self.table = Table()
        self.edition, self.amended = "", before.cite.id
        self.settled: set[int] = set()
        self.unchecked: list[int] = []
        self.changed: dict[int, list[LineImpact]] = defaultdict(list)
        self.reasons: dict[int, str] = {}
        gone = {each.name for each in _sides(before)} - {each.name for each in _sides(after)}
        self.gone = {each.name: each for each in _sides(before) if each.name in gone}

    def take(self, entries: list[Entry]) -> None:
        if self.edition and self.edition != self.amended:
            return  # a table of another edition or game
        events = [self._decoded(entry) for entry in entries]
        if self.edition == self.amended and _SETTLED.intersection(each.kind for each in entries):
            lines = [each for each in events if isinstance(each, _DECIDED)]
            if lines and self.table.play is not None:
                self._settle(lines, events)
        for event in events:
            evolve(self.table, event)
            if isinstance(event, e.RoundVoided):
                self.changed.pop(event.round, None)
                self.reasons.pop(event.round, None)
            elif isinstance(event, e.SettlementUndone):
                self._forget(event.settlement)

    def _decoded(self, entry: Entry) -> e.Event:
        event = decode(self.edition, entry)
        if isinstance(event, TableOpened):
            self.edition = event.edition
        return event

    def _forget(self, line: e.AnySettlement) -> None:
        number, key = self.table.play.round, (line.patron, line.box, line.wager)
        held = self.changed.get(number, [])
        self.changed[number] = [each for each in held if (each[0], each[2], each[1]) != key]

    def rounds(self) -> Iterator[RoundImpact]:
        for number in sorted({*self.changed, *self.reasons}):
            lines, reason = tuple(self.changed.get(number, ())), self.reasons.get(number, "")
            if lines or reason:
                yield RoundImpact(self.stream, number, lines, reason)

    def _settle(self, lines: list[Decided], events: list[e.Event]) -> None:
        play = self.table.play
        number = play.round
        self.settled.add(number)
        command = self._command(play, lines, events)
        if command is None:
            self.unchecked.append(number)
            return
        again = self._under_the_later(play)
        if reason := self._dealt_differently(again, lines[0]):
            self.reasons[number] = reason
            return
        ruling = self.after.decide(again, command[0], command[1])
        if isinstance(ruling, Refused):
            self.reasons[number] = str(ruling)
            return
        now = {_key(each): each for each in ruling.events if isinstance(each, _DECIDED)}
        self.changed[number] += filter(None, (_compared(each, now) for each in lines))

    def _under_the_later(self, play: Any) -> Any:
        """The same table under the later edition; a side wager that it lacks goes back."""
        again = copy.copy(play)
        again.__class__ = self.after.play
        return without_sides(again, self.gone) if self.gone else again

    def _command(
        self, play: Any, lines: list[Decided], events: list[e.Event]
    ) -> tuple[c.Command, Role] | None:
        """The command that led to these settlements: the one by which they come out again."""
        awaited = self.before.awaits(play)
        for command, role in _candidates(awaited, events):
            if type(command) not in self.before.orders:
                continue
            ruling = self.before.decide(play, command, role)
            if isinstance(ruling, Accepted):
                made = [each for each in ruling.events if isinstance(each, _DECIDED)]
                if made == lines:
                    return command, role
        return None

    def _dealt_differently(self, again: Any, line: Decided) -> str:
        """Why the later edition would have dealt other cards than lie on the table, if it would."""
        facts = self.after.facts
        if facts is None or facts.blocks is None or facts.fixed or facts.boxed:
            return ""
        dealt = facts.live(again, _key(line)).hands
        hands: dict[str, tuple[Any, ...]] = dict.fromkeys(dealt, ())
        while (block := facts.blocks(self.after.rules, hands)) is not None:
            hand, count = block
            more = tuple(dealt[hand][: len(hands[hand]) + count])
            if len(more) < len(hands[hand]) + count:
                return f"another card would have been dealt to {hand}"
            hands[hand] = more
        extra = [hand for hand in dealt if len(dealt[hand]) > len(hands[hand])]
        return f"fewer cards would have been dealt to {extra[0]}" if extra else ""


def _sides(game: Game) -> Any:
    return getattr(game.rules, "side_wagers", ())


def _candidates(awaited: Awaits, events: list[e.Event]) -> Iterator[tuple[c.Command, Role]]:
    if awaited.command is not None:
        yield awaited.command, Role.DEALER
    for choice in awaited.choices:
        yield choice, Role.PATRON
    for event in events:
        if isinstance(event, e.CardDealt):
            yield c.DealCard(event.card), Role.DEALER


def _key(line: e.AnySettlement) -> Key:
    return line.patron, line.box, line.wager


def _gain(line: e.AnySettlement) -> int:
    return line.paid + line.returned - line.stake


def _compared(was: Decided, now: dict[Key, Any]) -> LineImpact | None:
    """What became of one wager, and what would; nothing where both are alike."""
    after = now.get(_key(was))
    patron, box, wager = _key(was)
    name, cents = ("returned", 0) if after is None else (_RESULTS[type(after)], _gain(after))
    before = _RESULTS[type(was)]
    if (before, _gain(was)) == (name, cents):
        return None
    return LineImpact(patron, wager, box, was.stake, before, _gain(was), name, cents)


def page(impact: Impact, *, most: int = 20) -> Iterator[str]:
    """The impact as lines of text: the money of each patron, then the first rounds."""
    yield f"logged rounds settled differently: {len(impact.rounds)} of {impact.counted}"
    for patron, cents in impact.by_patron.items():
        more = "more" if cents >= 0 else "less"
        yield f"  {patron}: {dollar_text(abs(cents))} {more}"
    for each in impact.rounds[:most]:
        yield from (f"  {each.stream} round {each.round}: {text}" for text in _texts(each))
    if len(impact.rounds) > most:
        yield f"  and {len(impact.rounds) - most} more rounds; --json lists all"
    if impact.unchecked:
        yield f"  {len(impact.unchecked)} settlements could not be ruled on again"


def _texts(each: RoundImpact) -> Iterator[str]:
    if each.reason:
        yield each.reason
    for line in each.lines:
        was, now = (
            f"{result}, {'+' if cents >= 0 else '-'}{dollar_text(abs(cents))}"
            for result, cents in ((line.was, line.was_cents), (line.now, line.now_cents))
        )
        yield f"{line.patron} on {line.wager}: {was} becomes {now}"


def as_data(impact: Impact) -> dict[str, Any]:
    """The impact for programs; amounts are in cents."""
    return {
        "counted": impact.counted,
        "patrons": impact.by_patron,
        "rounds": [
            {
                "stream": each.stream,
                "round": each.round,
                "reason": each.reason,
                "lines": [line._asdict() for line in each.lines],
            }
            for each in impact.rounds
        ],
        "unchecked": [list(each) for each in impact.unchecked],
    }
