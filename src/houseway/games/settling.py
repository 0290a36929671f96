"""One wager settled: paid, collected or handed back, within the limits and in whole chips.

For documents that put only the maximum at risk. The rounding up to what the table's chips can pay
is reading MB3; odds of a whole number to one never need it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from houseway.equipment.cards import Card
from houseway.games.events import (
    Settlement,
    SettlementUndone,
    WagerCollected,
    WagerPaid,
    WagerStoodOff,
)
from houseway.games.layout import Key
from houseway.games.limits import at_risk, handed_back
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Odds, Pays
from houseway.rulebook.ruling import Refused

Clauses = tuple[Clause, ...]


class Verdict(Struct, frozen=True, gc=False):
    """What becomes of a wager, at which odds if it wins, and by which clauses."""

    verdict: str
    odds: Odds | None
    clauses: Clauses


def verdict_of(outcome: tuple[str, Clause], pays: Pays[str]) -> Verdict:
    """Read what a result does to a wager together with the odds of that wager."""
    verdict, clause = outcome
    if verdict == "wins":
        return Verdict(verdict, pays.odds, (clause, pays.clause))
    return Verdict(verdict, None, (clause,))


def settle_by(
    play: Any, verdicts: Mapping[str, Verdict], wagers: Iterable[tuple[Key, int]]
) -> list[Settlement]:
    """Settle every wager by the verdict on its kind: the losers first, then the others."""
    lost: list[Settlement] = []
    others: list[Settlement] = []
    for key, stake in wagers:
        verdict = verdicts[key[2]]
        if verdict.odds:
            others.append(paid(play, key, stake, verdict.odds, verdict.clauses))
        elif verdict.verdict == "loses":
            lost.append(collected(play, key, stake, verdict.clauses))
        else:
            patron, box, wager = key
            others.append(WagerStoodOff(patron, wager, box, stake, 0, 0, stake, verdict.clauses))
    return lost + others


def paid(play: Any, key: Key, stake: int, odds: Odds, clauses: Clauses) -> WagerPaid:
    patron, box, wager = key
    risk = at_risk(play.limits, play.rules.limit_rules, patron, wager, stake)
    why = clauses if risk == stake else (*clauses, *_handed_back(play, key, stake))
    winnings, _ = odds.cents(risk)
    if winnings % play.chips.denominations[-1]:
        winnings = play.chips.next_payable(winnings)  # reading MB3
    return WagerPaid(patron, wager, box, stake, winnings, 0, stake, why)


def collected(play: Any, key: Key, stake: int, clauses: Clauses) -> WagerCollected:
    patron, box, wager = key
    risk = at_risk(play.limits, play.rules.limit_rules, patron, wager, stake)
    why = clauses if risk == stake else (*clauses, *_handed_back(play, key, stake))
    return WagerCollected(patron, wager, box, stake, 0, risk, stake - risk, why)


def _handed_back(play: Any, key: Key, stake: int) -> Clauses:
    patron, _, wager = key
    rules = play.rules.limit_rules
    return handed_back(play.limits, rules, patron=patron, wager=wager, stake=stake)


def undo_settlements(play: Any, clause: Clause) -> list[SettlementUndone]:
    """Take back what was paid, collected or stood off in this round."""
    done = (WagerPaid, WagerCollected, WagerStoodOff)
    return [
        SettlementUndone(line, clause) for line in play.layout.settlements if isinstance(line, done)
    ]


def not_on_record(
    play: Any, record: Iterable[Card | None], order: Iterable[Card | None], clause: Clause,
    name: str = "round",
) -> tuple[Any, ...] | Refused:  # fmt: skip
    """The cards of the true order that the record lacks; refused if it lacks one on record.

    `name` is what the document calls a round.
    """
    left = Counter(order)
    for card in record:
        if not left[card]:
            lost = f"{card or 'an unseen card'} is on record for this {name} and not in the order"
            return Refused("card_left_out", clause, lost)
        left[card] -= 1
    drawn = tuple(left.elements())
    impossible = play.stock.why_not_all(drawn=drawn)
    return Refused("card_impossible", None, impossible) if impossible else drawn


def laid_again(
    table: Any,
    cards: Sequence[Card | None],
    due: Callable[[Any], tuple[str, Clause] | None],
    lay: Callable[[Any, str, Card | None], None],
) -> list[Card | None]:
    """Lay the cards of a round on a copy of the table where the engine says that each is due.

    Returns the cards that are left when none is due any more.
    """
    for place, card in enumerate(cards):
        to = due(table)
        if to is None:
            return [*cards[place:]]
        lay(table, to[0], card)
    return []
