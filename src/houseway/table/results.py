"""Results of rounds as displays show them: a fold of a table's events, kept beside the table."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from sys import intern
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from houseway.games import events as e

KEPT = 200  # rounds; more than any display or shoe holds
VOID = "void"


class Result(Struct, frozen=True):
    """What was announced for one round, as it now stands.

    `shoe` counts the shuffles before it, so that a road begins again with every shoe.
    """

    round: int
    result: str = ""
    hands: dict[str, str] = {}
    shoe: int = 0
    voided: bool = False
    corrected: bool = False

    @property
    def line(self) -> str:
        return VOID if self.voided else self.result


@dataclass(slots=True)
class Results:
    """The results of the latest rounds, by number; apply every event of one table in order."""

    rounds: OrderedDict[int, Result] = field(default_factory=OrderedDict)
    current: int = 0
    shoe: int = 0
    changes: int = 0  # of results, so that a drawing of them can be kept until the next

    def apply(self, event: e.Event) -> None:
        found = _APPLY.get(type(event))
        if found is None and isinstance(event, e.RoundOpened):
            found = _opened
        if found is not None:
            found(self, event)

    def latest(self, count: int) -> tuple[Result, ...]:
        """The last so many rounds that have a result or were voided, oldest first."""
        newest = [each for each in reversed(self.rounds.values()) if each.line][:count]
        return tuple(reversed(newest))

    def lines(self, count: int) -> tuple[str, ...]:
        return tuple(each.line for each in self.latest(count))

    def change(self, number: int, **changes: Any) -> None:
        if number < next(iter(self.rounds), 0):
            return  # no display shows it any more
        self.changes += 1
        before = self.rounds.get(number) or Result(number, shoe=self.shoe)
        self.rounds[number] = replace(before, **changes)
        if len(self.rounds) > KEPT:
            self.rounds.popitem(last=False)


def _opened(results: Results, event: e.RoundOpened) -> None:
    results.current = event.round


def _announced(results: Results, event: e.ResultAnnounced) -> None:
    """Announced again after a round was rebuilt, the new result is the one that stands."""
    results.change(results.current, **_shared(event))


def _corrected(results: Results, event: e.ResultCorrected) -> None:
    results.change(event.round, **_shared(event), corrected=True)


def _shared(event: e.ResultAnnounced | e.ResultCorrected) -> dict[str, Any]:
    """The result and its hands; texts that many rounds have are in memory once."""
    hands = {intern(name): intern(cards) for name, cards in event.hands.items()}
    return {"result": intern(event.result), "hands": hands}


def _voided(results: Results, event: e.RoundVoided) -> None:
    results.change(event.round, voided=True)


def _shuffled(results: Results, event: e.CardsShuffled) -> None:
    results.shoe += event.kind != "riffle"


_APPLY: Mapping[type[e.Event], Callable[[Results, Any], None]] = {
    e.ResultAnnounced: _announced,
    e.ResultCorrected: _corrected,
    e.RoundVoided: _voided,
    e.CardsShuffled: _shuffled,
}
