"""What lies on the table and where every chip is: changed only when an event is applied."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from houseway.games import events as e
from houseway.games.events import Event
from houseway.rulebook.ruling import Refused

# Folds that only note what an event says: a value set, a field taken over, a name added.

Fold = Callable[[Any, Any], None]
Folds = dict[type[Event], Fold]


def only_logged(play: Any, event: Event) -> None:
    """The log keeps the event; whatever follows from it is an event of its own."""


def sets(where: str = "", /, **values: Any) -> Fold:
    """Set fields of the play, or of a part such as `prep`, to constants that cannot change."""
    if len(values) == 1 and not where:
        return _sets_one(*values.popitem())
    reach, pairs = attrgetter(where) if where else None, tuple(values.items())

    def fold(play: Any, event: Any) -> None:
        target = reach(play) if reach else play
        for name, value in pairs:
            setattr(target, name, value)

    return fold


def _sets_one(name: str, value: Any) -> Fold:
    return lambda play, event: setattr(play, name, value)


def takes(where: str = "", /, **names: str) -> Fold:
    """Set fields of the play, or of a part of it, each to the field of the event that is named."""
    reach, pairs = attrgetter(where) if where else None, tuple(names.items())

    def fold(play: Any, event: Any) -> None:
        target = reach(play) if reach else play
        for name, source in pairs:
            setattr(target, name, getattr(event, source))

    return fold


def adds(name: str, where: str) -> Fold:
    """Add a field of the event to a set of the play, such as `layout.advised`."""
    read, reach = attrgetter(name), attrgetter(where)
    return lambda play, event: reach(play).add(read(event))


def discards(name: str, where: str) -> Fold:
    """Remove a field of the event from a set of the play, where it is in it."""
    read, reach = attrgetter(name), attrgetter(where)
    return lambda play, event: reach(play).discard(read(event))


def files(name: str, where: str, *, by: str) -> Fold:
    """Put a field of the event into a mapping of the play, by another field of the event."""
    read, key, reach = attrgetter(name), attrgetter(by), attrgetter(where)
    return lambda play, event: reach(play).__setitem__(key(event), read(event))


Key = tuple[str, int, str]  # patron, box (0: none), wager
KEPT_ROUNDS = 3  # that are over and still in the state; earlier ones are read from the log


class ChipsNotConserved(Exception):
    """Chips were made or lost."""


class NotRecalled(LookupError):
    """A ruling concerns a round that has left the state, and nothing recalls it from the log."""


class EarlierRound(Struct):
    """What a round that has left the state came to, as it stands now."""

    settlements: list[e.AnySettlement] = msgspec.field(default_factory=list)
    short: dict[Key, int] = msgspec.field(default_factory=dict)  # not given back


class Dispute(Struct):
    patron: str
    claim: str
    decision: str = ""
    review: str = ""


@dataclass(slots=True)
class Layout:
    """Wagers, chips and people at one table.

    A patron who has brought chips has them counted; any other wagers from the pocket, and the
    account shows what came out of it or went into it.

    Only the last rounds that are over are here, so that a table does not grow with its rounds.
    `recall` reads an earlier one from the log, for a ruling on it: given its number, it returns an
    `EarlierRound`. It is no part of the state, and never stored.
    """

    wagers: dict[Key, int] = field(default_factory=dict)
    chips: dict[str, int] = field(default_factory=dict)
    counted: set[str] = field(default_factory=set)
    float_tray: int = 0
    brought: int = 0
    settlements: list[e.AnySettlement] = field(default_factory=list)
    past: dict[int, tuple[e.AnySettlement, ...]] = field(default_factory=dict)  # the last rounds
    voided: set[int] = field(default_factory=set)
    short: dict[tuple[int, Key], int] = field(default_factory=dict)  # not given back, by round
    idle_rounds: dict[str, int] = field(default_factory=dict)  # everybody at the table
    seated: set[str] = field(default_factory=set)  # who took a place, not who wagers standing
    advised: set[str] = field(default_factory=set)
    excluded: dict[str, e.PatronExcluded] = field(default_factory=dict)
    breaches: set[str] = field(default_factory=set)  # who has broken a rule
    devices: set[str] = field(default_factory=set)  # who of them had a prohibited device
    disputes: list[Dispute] = field(default_factory=list)
    detained: set[str] = field(default_factory=set)  # until an inspector or the police took over
    recall: Any = field(default=None, compare=False, repr=False)

    def total(self, wager: str) -> int:
        return sum(stake for (_, _, kind), stake in self.wagers.items() if kind == wager)

    def of(self, patron: str) -> dict[Key, int]:
        return {key: stake for key, stake in self.wagers.items() if key[0] == patron}

    def settled_in(self, number: int) -> Iterable[e.AnySettlement]:
        """Return the settlements of a round that is over."""
        if self._has_left(number):
            return self._recalled(number).settlements
        return self.past.get(number, ())

    def short_in(self, number: int, key: Key) -> int:
        """Return what a patron could not give back when a wager of a round was put right."""
        if self._has_left(number):
            return self._recalled(number).short.get(key, 0)
        return self.short.get((number, key), 0)

    def _has_left(self, number: int) -> bool:
        return number < next(iter(self.past), 0)

    def _recalled(self, number: int) -> EarlierRound:
        if self.recall is None:
            raise NotRecalled(f"round {number} has left the state")
        found: EarlierRound = self.recall(number)
        return found

    def has_broken_rules(self, patron: str) -> bool:
        return patron in self.breaches

    def barred(self, patron: str) -> Refused:
        """Return the refusal of an excluded patron, by the clause of the exclusion."""
        clause = self.excluded[patron].clause
        return Refused("patron_excluded", clause, f"{patron} is excluded from this game")

    def check(self) -> None:
        """Raise unless every chip brought is with a patron, on the layout or in the float."""
        held = sum(self.chips.values()) + sum(self.wagers.values()) + self.float_tray
        if held != self.brought:
            raise ChipsNotConserved(f"{held} cents are on the table, {self.brought} were brought")


class HasLayout(Protocol):
    layout: Layout


class HasRound(Protocol):
    """`round` is the number of the present round, or of the last one when none is under way."""

    layout: Layout
    round: int


def _joined(play: HasLayout, event: e.PatronJoined) -> None:
    play.layout.idle_rounds.setdefault(event.patron, 0)
    play.layout.seated.add(event.patron)


def _left(play: HasLayout, event: e.PatronLeft | e.SeatVacated | e.PatronExcluded) -> None:
    play.layout.idle_rounds.pop(event.patron, None)
    play.layout.seated.discard(event.patron)


def _brought(play: HasLayout, event: e.ChipsBrought) -> None:
    layout, before = play.layout, 0
    if event.patron in layout.counted:
        before = layout.chips[event.patron]
    else:  # what went through the pocket so far is done with, and counts as brought
        layout.brought -= layout.chips.get(event.patron, 0)
        layout.counted.add(event.patron)
    layout.chips[event.patron] = before + event.amount
    layout.brought += event.amount


def _placed(play: HasLayout, event: e.WagerPlaced) -> None:
    layout = play.layout
    patron = event.patron
    layout.wagers[patron, event.box, event.wager] = event.amount
    layout.chips[patron] = layout.chips.get(patron, 0) - event.amount
    layout.idle_rounds.setdefault(patron, 0)


def _changed(play: HasLayout, event: e.WagerChanged) -> None:
    layout = play.layout
    layout.wagers[event.patron, event.box, event.wager] = event.amount
    layout.chips[event.patron] += event.before - event.amount


def _moved(play: HasLayout, event: e.WagerMoved) -> None:
    wagers = play.layout.wagers
    wagers[event.patron, event.box, event.onto] = wagers.pop((event.patron, event.box, event.wager))


def _settled(play: HasLayout, event: e.AnySettlement) -> None:
    # One call for all fields: reading them one by one is slow where the kinds of event alternate.
    patron, wager, box, _, paid, collected, returned, _ = astuple(event)
    layout = play.layout
    del layout.wagers[patron, box, wager]
    layout.chips[patron] += returned + paid
    layout.float_tray += collected - paid
    layout.settlements.append(event)


def _reversed(play: HasLayout, event: e.SettlementReversed) -> None:
    layout = play.layout
    back = event.collected - event.paid + event.shortfall
    layout.chips[event.patron] += back
    layout.float_tray -= back
    _fell_short(layout, event.round, event, event.shortfall)


def _fell_short(
    layout: Layout, number: int, line: e.Settlement | e.SettlementReversed, shortfall: int
) -> None:
    if shortfall:
        key = number, (line.patron, line.box, line.wager)
        layout.short[key] = layout.short.get(key, 0) + shortfall


def _undone(play: HasLayout, event: e.SettlementUndone) -> None:
    layout = play.layout
    done = event.settlement
    layout.settlements.remove(done)
    layout.wagers[done.patron, done.box, done.wager] = done.stake
    layout.chips[done.patron] -= done.returned + done.paid - event.shortfall
    layout.float_tray -= done.collected - done.paid + event.shortfall


def _corrected(play: HasRound, event: e.SettlementCorrected) -> None:
    layout, before, after = play.layout, event.before, event.after
    back = after.returned + after.paid - before.returned - before.paid + event.shortfall
    layout.chips[after.patron] += back
    layout.float_tray -= back
    _fell_short(layout, event.round, after, event.shortfall)
    if event.round in layout.past:
        done = list(layout.past[event.round])
        done[done.index(before)] = after
        layout.past[event.round] = tuple(done)
    elif event.round == play.round:
        layout.settlements[layout.settlements.index(before)] = after


def _excluded(play: HasLayout, event: e.PatronExcluded) -> None:
    _left(play, event)
    play.layout.excluded[event.patron] = event


def _readmitted(play: HasLayout, event: e.PatronReadmitted) -> None:
    play.layout.excluded.pop(event.patron, None)


def _disputed(play: HasLayout, event: e.DisputeRaised) -> None:
    play.layout.disputes.append(Dispute(event.patron, event.claim))


def _decided(play: HasLayout, event: e.DisputeDecided) -> None:
    play.layout.disputes[event.dispute - 1].decision = event.decision


def _review_asked(play: HasLayout, event: e.ReviewAsked) -> None:
    play.layout.disputes[event.dispute - 1].review = "asked for"


def _reviewed(play: HasLayout, event: e.ReviewRecorded) -> None:
    play.layout.disputes[event.dispute - 1].review = event.outcome


def end_round(layout: Layout, *, number: int, counts: bool) -> None:
    """Keep the round's settlements for errors found soon; count who sat it out.

    `counts` is false for a round without wagers, which nobody can be said to have sat out.
    """
    done, idle_rounds = layout.settlements, layout.idle_rounds
    layout.past[number] = tuple(done)
    layout.settlements = []
    if len(layout.past) > KEPT_ROUNDS:
        _forget(layout, next(iter(layout.past)))
    if counts:
        for patron in idle_rounds:
            idle_rounds[patron] += 1
    for line in done:
        if type(line) is not e.WagerWithdrawn and line.patron in idle_rounds:
            idle_rounds[line.patron] = 0


def _forget(layout: Layout, number: int) -> None:
    """Let a round leave the state; the log has it."""
    del layout.past[number]
    if layout.short:
        layout.short = {at: owed for at, owed in layout.short.items() if at[0] > number}


def earlier_round(events: Iterable[e.Event], number: int) -> EarlierRound:
    """Fold what became of one round from events of the log, its own and later ones among them.

    Events of other rounds may stand between them.
    """
    found, current = EarlierRound(), 0
    for event in events:
        if isinstance(event, e.RoundOpened):
            current = event.round
        elif isinstance(event, e.Settlement):
            if current == number:
                found.settlements.append(event)  # type: ignore[arg-type]
        elif isinstance(event, e.SettlementUndone):
            if current == number:
                found.settlements.remove(event.settlement)
        elif isinstance(event, e.SettlementCorrected) and event.round == number:
            found.settlements[found.settlements.index(event.before)] = event.after
            _add_short(found, event.after, event.shortfall)
        elif isinstance(event, e.SettlementReversed) and event.round == number:
            _add_short(found, event, event.shortfall)
    return found


def _add_short(
    found: EarlierRound, line: e.Settlement | e.SettlementReversed, shortfall: int
) -> None:
    if shortfall:
        key = line.patron, line.box, line.wager
        found.short[key] = found.short.get(key, 0) + shortfall


# The part of every game's evolve that moves people and chips.
EVOLVE: Folds = {
    e.PatronJoined: _joined,
    e.PatronLeft: _left,
    e.ChipsBrought: _brought,
    e.WagerPlaced: _placed,
    e.WagerChanged: _changed,
    e.WagerMoved: _moved,
    e.BelowMinimumAdvised: adds("patron", "layout.advised"),
    e.AboveMaximumNoted: only_logged,
    e.WagerPaid: _settled,
    e.WagerCollected: _settled,
    e.WagerStoodOff: _settled,
    e.WagerVoided: _settled,
    e.WagerWithdrawn: _settled,
    e.WagerForfeited: _settled,
    e.SettlementReversed: _reversed,
    e.SettlementUndone: _undone,
    e.SettlementCorrected: _corrected,
    e.ResultCorrected: only_logged,
    e.RoundVoided: adds("round", "layout.voided"),
    e.BreachLogged: adds("person", "layout.breaches"),
    e.PatronExcluded: _excluded,
    e.PatronReadmitted: _readmitted,
    e.SeatVacated: _left,
    e.DisputeRaised: _disputed,
    e.DisputeDecided: _decided,
    e.ReviewAsked: _review_asked,
    e.ReviewRecorded: _reviewed,
}
