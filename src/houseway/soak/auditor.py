"""An auditor who has nothing but the log: what lies on the layout, what the house has won.

Nothing here decides or applies an event of the engine; every figure is worked out from the JSON of
the log, and every payment from the odds beside the clause that it names.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from houseway.games import game
from houseway.games.game import WagerLine
from houseway.store.log import Entry

Key = tuple[str, int, str]

# A stake can be doubled; a position of roulette has the maximum of each number that it covers.
_TIMES = (1, 2, 3, 4, 6, 12, 18)
_WHOLE_UNITS = "7-Up Baccarat 15.6.14"  # a stake is good to the last whole unit of the minimum


class Wrong(Exception):
    """Something that must always hold did not."""


class Books(NamedTuple):
    """What the auditor says of a table; to be compared with what the table says of itself."""

    wagers: dict[Key, int]
    won: int  # by the house, less what it gave for cash
    held: dict[str, int]  # by patrons whose chips are counted


class Auditor:
    """The books of one table, kept from its entries in their order."""

    def __init__(self) -> None:
        self.wagers: dict[Key, int] = {}
        self.won = 0
        self.held: dict[str, int] = {}
        self.untold: set[str] = set()  # had tokens before their chips were counted
        self.lines: tuple[WagerLine, ...] = ()
        self.caps: set[int] = set()  # every maximum there ever was
        self.steps: set[int] = set()  # every multiple
        self.units: set[int] = set()  # every minimum
        self.chips: tuple[int, ...] = ()
        self.paid = 0  # payments that were worked out again

    def take(self, entry: Entry) -> None:
        read = _READ.get(entry.kind)
        if read is not None:
            read(self, msgspec.json.decode(entry.body))

    @property
    def books(self) -> Books:
        return Books(dict(self.wagers), self.won, dict(self.held))

    # What each kind of entry says

    def _opened(self, body: dict[str, Any]) -> None:
        found = game(body["document"])
        self.lines = tuple(found.wagers(msgspec.convert(body["options"], found.options)))
        self.chips = tuple(body["chips"])
        self._limits(body["limits"])

    def _new_limits(self, body: dict[str, Any]) -> None:
        self._limits(body["limits"])

    def _new_option(self, body: dict[str, Any]) -> None:
        self.lines = ()  # other options may have other odds: payments are held against none

    def _limits(self, limits: dict[str, Any]) -> None:
        lines = limits.get("lines", {}).values()
        personal = limits.get("personal", {}).values()
        self.caps |= {limits["maximum"], *(each["maximum"] for each in lines), *personal}
        self.steps |= {limits.get("multiple", 0)}
        least = (
            *limits.get("personal_minimums", {}).values(),
            *limits.get("protected", {}).values(),
        )
        self.units |= {limits["minimum"], *(each["minimum"] for each in lines), *least}

    def _brought(self, body: dict[str, Any]) -> None:
        who = body["patron"]
        if who not in self.untold:
            self.held[who] = self.held.get(who, 0) + body["amount"]

    def _tokens(self, body: dict[str, Any]) -> None:
        """Counted like chips; a patron whose chips nobody counts has them in the pocket."""
        if body["patron"] in self.held:
            self.held[body["patron"]] += body["amount"]
        else:
            self.untold.add(body["patron"])

    def _bought(self, body: dict[str, Any]) -> None:
        self._brought(body)
        self.won -= body["amount"]

    def _gone(self, body: dict[str, Any]) -> None:
        self._moves(body["patron"], -body["amount"])

    def _placed(self, body: dict[str, Any]) -> None:
        self.wagers[_key(body)] = body["amount"]
        self._moves(body["patron"], -body["amount"])

    def _changed(self, body: dict[str, Any]) -> None:
        if self.wagers.get(_key(body)) != body["before"]:
            raise Wrong(f"the log says {body['before']} was there, not {self.wagers}")
        self.wagers[_key(body)] = body["amount"]
        self._moves(body["patron"], body["before"] - body["amount"])

    def _moved(self, body: dict[str, Any]) -> None:
        self.wagers[body["patron"], body["box"], body["onto"]] = self.wagers.pop(_key(body))

    def _settled(self, body: dict[str, Any]) -> None:
        if self.wagers.pop(_key(body), None) != body["stake"]:
            raise Wrong(f"a stake of {body['stake']} was settled that did not lie there: {body}")
        self._adds_up(body)
        self.won += body["collected"] - body["paid"]
        self._moves(body["patron"], body["paid"] + body["returned"])

    def _paid(self, body: dict[str, Any]) -> None:
        self._by_its_odds(body)
        self._settled(body)

    def _undone(self, body: dict[str, Any]) -> None:
        done = body["settlement"]
        self.wagers[_key(done)] = done["stake"]
        short = body.get("shortfall", 0)
        self.won -= done["collected"] - done["paid"] + short
        self._moves(done["patron"], short - done["paid"] - done["returned"])

    def _reversed(self, body: dict[str, Any]) -> None:
        back = body["collected"] - body["paid"] + body["shortfall"]
        self.won -= back
        self._moves(body["patron"], back)

    def _corrected(self, body: dict[str, Any]) -> None:
        before, after = body["before"], body["after"]
        self._adds_up(after)
        gave = after["paid"] + after["returned"] - before["paid"] - before["returned"]
        back = gave + body["shortfall"]
        self.won -= back
        self._moves(after["patron"], back)

    def _moves(self, who: str, amount: int) -> None:
        if who in self.held:
            self.held[who] += amount

    def _adds_up(self, body: dict[str, Any]) -> None:
        """Every cent of a stake is collected or returned, and nothing is below nothing."""
        parts = [body[name] for name in ("stake", "paid", "collected", "returned")]
        if min(parts) < 0 or body["stake"] != body["collected"] + body["returned"]:
            raise Wrong(f"a settlement does not add up: {body}")

    def _by_its_odds(self, body: dict[str, Any]) -> None:
        """A payment is what its odds give for the stake, or for what of it was within a limit."""
        lines = [line for line in self.lines if line.clause in body["clauses"]]
        if not lines:
            return
        stake = body["stake"]
        limits = {times * cap for cap in self.caps for times in _TIMES}
        whole = {stake, *(cap for cap in limits if cap < stake)}
        steps = self.units if _WHOLE_UNITS in body["clauses"] else self.steps
        risks = whole | {risk - risk % step for risk in whole for step in steps if step}
        allowed = {
            _next_payable(line.odds.winnings(risk), self.chips) for line in lines for risk in risks
        }
        exact = {line.odds.winnings(risk) for line in lines for risk in risks}
        self.paid += 1
        if body["paid"] not in allowed | exact:
            odds = ", ".join(str(line.odds) for line in lines)
            raise Wrong(f"{body['paid']} was paid on {stake} at {odds}: {body}")


def _key(body: dict[str, Any]) -> Key:
    return body["patron"], body["box"], body["wager"]


def _next_payable(amount: Fraction, chips: tuple[int, ...]) -> int:
    """The least amount of these chips that is not below; counted up chip by chip."""
    reached, least = {0}, -1
    ceiling = -(-amount.numerator // amount.denominator)
    smallest = min(chips)
    if all(chip % smallest == 0 for chip in chips):
        return -(-ceiling // smallest) * smallest
    while least < 0:
        reached = {made + chip for made in reached for chip in chips}
        least = min((made for made in reached if made >= ceiling), default=-1)
    return least


_READ: dict[str, Callable[[Auditor, dict[str, Any]], None]] = {
    "TableOpened": Auditor._opened,
    "LimitsSet": Auditor._new_limits,
    "OptionSet": Auditor._new_option,
    "TokensIssued": Auditor._tokens,
    "ChipsBrought": Auditor._brought,
    "ChipsBought": Auditor._bought,
    "ChipsTakenAway": Auditor._gone,
    "WagerPlaced": Auditor._placed,
    "WagerChanged": Auditor._changed,
    "WagerMoved": Auditor._moved,
    "WagerPaid": Auditor._paid,
    "WagerCollected": Auditor._settled,
    "WagerStoodOff": Auditor._settled,
    "WagerVoided": Auditor._settled,
    "WagerWithdrawn": Auditor._settled,
    "WagerForfeited": Auditor._settled,
    "SettlementUndone": Auditor._undone,
    "SettlementReversed": Auditor._reversed,
    "SettlementCorrected": Auditor._corrected,
}
