"""The settled money of a table, wager by wager, as it stands now.

A round that was voided counts no more, and a settlement that was corrected counts as corrected.
What is settled is kept under the options that were in force, because those decide what was to be
expected. Stakes above the maximum are not compared: only part of them was at risk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from houseway.analysis.choices import Differing as Options
from houseway.analysis.choices import differing
from houseway.analysis.drift import Settled, Takings, elements
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.games import events as e
from houseway.games import game
from houseway.games.house import OptionSet, changed
from houseway.games.limits import LimitRules
from houseway.rulebook.document import Clause
from houseway.table.statements import house_moves
from houseway.table.vocabulary import TableOpened

_DECIDED = (e.WagerPaid, e.WagerCollected, e.WagerStoodOff)
Place = tuple[str, int, str]  # patron, box, wager


class _Line(NamedTuple):
    settlement: e.AnySettlement
    options: Options


class Element(NamedTuple):
    """What one settlement is compared by, under the options of its round."""

    options: Options
    line: Settled


class Till:
    """The settled money of one table, folded from its events in their order."""

    def __init__(self) -> None:
        self.edition = ""
        self.chips = STANDARD_CHIPS
        self._all_options: Any = None
        self._options: Options = ()  # those that move the figures
        self.round = 0
        self._noted: set[tuple[int, str, str]] = set()  # round, patron, wager above the maximum
        self._left_out: dict[tuple[int, Place], int] = {}  # cents staked
        self._lines: dict[int, list[_Line]] = {}
        self._counted: dict[int, list[Element]] = {}
        self._stale: set[int] = set()
        self._takings: dict[tuple[Options, str], Takings] = {}
        self._first_us: dict[tuple[Options, str], int] = {}
        self._now_us = 0
        self._settled_us: dict[int, int] = {}  # by round: when its first wager was settled
        self.for_money = False  # neither practice nor tournament chips
        self.dropped: list[tuple[int, int]] = []  # when, and cents into the drop box
        self.differences: list[tuple[int, int]] = []  # when, and cents counted out too many
        self.won: Counter[int] = Counter()  # by round: cents that the house is ahead

    def take(self, event: e.Event, at_us: int = 0) -> None:
        self._now_us = at_us
        self._move(event)
        done = _TAKE.get(type(event))
        if done is not None:
            done(self, event)
        elif isinstance(event, e.RoundOpened):
            self.round = event.round

    def _move(self, event: e.Event) -> None:
        moves = house_moves(event)
        number = getattr(event, "round", self.round)
        if moves.win:
            self.won[number] += moves.win
            self._settled_us.setdefault(number, self._now_us)
        if moves.drop:
            self.dropped.append((self._now_us, moves.drop))
        if moves.difference:
            self.differences.append((self._now_us, moves.difference))

    @property
    def left_out(self) -> int:
        """How many stakes above the maximum are not among the takings."""
        return len(self._left_out)

    def takings(self) -> Mapping[tuple[Options, str], Takings]:
        """By options in force and element: everything settled so far."""
        self._count_stale()
        return {at: each for at, each in self._takings.items() if each.by_round}

    def first_settled_us(self) -> Mapping[tuple[Options, str], int]:
        """By options in force and element: when the first wager was settled."""
        self._count_stale()
        return self._first_us

    def settled_us(self) -> Mapping[int, int]:
        """By round: when its first wager was settled."""
        return self._settled_us

    def elements(self, number: int) -> Sequence[Element]:
        """What the settlements of a round are compared by."""
        self._count_stale()
        return self._counted.get(number, ())

    def handles(self) -> Counter[int]:
        """By round: the cents staked on wagers that were won, lost or stood off."""
        staked = Counter({number: _staked(lines) for number, lines in self._lines.items()})
        for (number, _), above in self._left_out.items():
            staked[number] += above
        return staked

    def _count_stale(self) -> None:
        for number in self._stale:
            self._count_again(number)
        self._stale.clear()

    def _count_again(self, number: int) -> None:
        for options, line in self._counted.pop(number, ()):
            self._takings[options, line.wager].take_off(line)
        lines = self._lines.get(number, [])
        found = []
        for options in dict.fromkeys(each.options for each in lines):
            settled = (each.settlement for each in lines if each.options == options)
            found += [Element(options, line) for line in elements(self.edition, number, settled)]
        for options, line in found:
            at, settled_us = (options, line.wager), self._settled_us[number]
            self._takings.setdefault(at, Takings()).add(line)
            self._first_us[at] = min(self._first_us.get(at, settled_us), settled_us)
        if found:
            self._counted[number] = found

    # What events do

    def opened(self, event: TableOpened) -> None:
        self.edition, self.chips = event.edition, ChipSet(event.chips)
        options = msgspec.convert(event.options, game(event.edition).options)
        issued = game(event.edition).table.money.issued_only(options)
        self.for_money = not event.practice and not issued
        self._in_force(options)

    def option_set(self, event: OptionSet) -> None:
        self._in_force(changed(self._all_options, event.option, event.value))

    def _in_force(self, options: Any) -> None:
        self._all_options = options
        self._options = differing(self.edition, options)

    def above_maximum(self, event: e.AboveMaximumNoted) -> None:
        self._noted.add((self.round, event.patron, event.wager))

    def settled(self, event: e.AnySettlement) -> None:
        self._put(self.round, event, self._options)

    def undone(self, event: e.SettlementUndone) -> None:
        self._drop(self.round, _place(event.settlement))

    def corrected(self, event: e.SettlementCorrected) -> None:
        """Under the options of its own round, whatever they are by now."""
        options = self._drop(event.round, _place(event.before))
        self._put(event.round, event.after, options)

    def reversed(self, event: e.SettlementReversed) -> None:
        self._drop(event.round, _place(event))

    def voided(self, event: e.RoundVoided) -> None:
        self._lines.pop(event.round, None)
        self._left_out = {
            at: staked for at, staked in self._left_out.items() if at[0] != event.round
        }
        self._stale.add(event.round)

    def _put(self, number: int, event: e.AnySettlement, options: Options) -> None:
        if not isinstance(event, _DECIDED):
            return
        if self._is_capped(number, event):
            self._left_out[number, _place(event)] = event.stake
            return
        self._lines.setdefault(number, []).append(_Line(event, options))
        self._settled_us.setdefault(number, self._now_us)
        self._stale.add(number)

    def _drop(self, number: int, place: Place) -> Options:
        """Take a settlement out; the options that it was made under."""
        self._left_out.pop((number, place), None)
        lines = self._lines.get(number, [])
        gone = [each for each in lines if _place(each.settlement) == place]
        self._lines[number] = [each for each in lines if each not in gone]
        self._stale.add(number)
        return gone[0].options if gone else self._options

    def _is_capped(self, number: int, event: e.AnySettlement) -> bool:
        noted = (number, event.patron, event.wager) in self._noted
        return noted or not above_maximum(self.edition).isdisjoint(event.clauses)


def _staked(lines: list[_Line]) -> int:
    return sum(each.settlement.stake for each in lines)


def _place(line: e.AnySettlement | e.SettlementReversed) -> Place:
    return line.patron, line.box, line.wager


@cache
def above_maximum(edition: str) -> frozenset[Clause]:
    """The clauses of an edition by which only the maximum of a stake is at risk."""
    rules = game(edition).rules
    values = (getattr(rules, each) for each in rules.__struct_fields__)
    return frozenset(each.above_maximum for each in values if isinstance(each, LimitRules))


_TAKE: dict[type[e.Event], Callable[[Till, Any], None]] = {
    TableOpened: Till.opened,
    OptionSet: Till.option_set,
    e.AboveMaximumNoted: Till.above_maximum,
    **dict.fromkeys(e.RESULT_OF, Till.settled),
    e.SettlementUndone: Till.undone,
    e.SettlementCorrected: Till.corrected,
    e.SettlementReversed: Till.reversed,
    e.RoundVoided: Till.voided,
}
