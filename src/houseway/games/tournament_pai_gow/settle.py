"""Which part wins, which hand wins, and what is paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from houseway.equipment.tiles import Tile
from houseway.games.edition import citing
from houseway.games.events import Settlement, WagerCollected, WagerPaid, WagerStoodOff
from houseway.games.limits import at_risk, handed_back
from houseway.games.settling import collected
from houseway.games.tournament_pai_gow.rules import HAND, HOUSE_BOX, LOSE, WIN, Rules
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Tried

if TYPE_CHECKING:
    from houseway.games.tournament_pai_gow.hands import Hand
    from houseway.games.tournament_pai_gow.state import Play

Tiles = tuple[Tile, ...]

_LOW, _HIGH = "low", "high"


class Compared(NamedTuple):
    """One part of a patron's hand against the bank's: won or lost, and by which clause."""

    won: bool
    clause: Clause


def compare(rules: Rules, patron: Tiles, bank: Tiles, part: str) -> Compared:
    """Readings PG15 and PG16: zero against zero low, then 11.1(a), 11.1(b), 11.2 and 11.5."""
    cite, values = citing(rules), rules.values
    ours, theirs = values[patron], values[bank]
    if part == _LOW and ours[:2] == theirs[:2] == (0, 0):  # neither ranked, and no points
        return Compared(won=False, clause=cite("11.6"))
    won = ours > theirs
    if ours == theirs:
        return Compared(won=False, clause=cite("11.5"))
    if ours.ranked != theirs.ranked:
        return Compared(won, cite("11.1(a)") if won else cite("11.4(a)"))
    if ours.points != theirs.points:
        return Compared(won, cite("11.1(b)") if won else cite("11.4(b)"))
    return Compared(won, cite("11.2"))


def outcome(rules: Rules, patron: Hand, bank: Hand) -> tuple[str, tuple[Clause, ...]]:
    """Reading PG16: two parts won is a win, one a push, none a loss."""
    low = compare(rules, patron.low, bank.low, _LOW)
    high = compare(rules, patron.high, bank.high, _HIGH)
    verdict, clause = rules.outcomes[low.won + high.won]
    return verdict, tuple(dict.fromkeys((clause, low.clause, high.clause)))


def settle_hands(play: Play, holders: Mapping[int, str]) -> list[Settlement]:
    """Every wager on the layout, anticlockwise."""
    lines: list[Settlement] = []
    rules, hands = play.rules, play.tiles.hands
    for box, patron in holders.items():
        stake = play.layout.wagers[patron, box, HAND]
        verdict, clauses = outcome(rules, hands[box], hands[HOUSE_BOX])
        if verdict == WIN:
            lines.append(_won(play, patron, box, stake, clauses))
        elif verdict == LOSE:
            lines.append(collected(play, (patron, box, HAND), stake, clauses))
        else:
            # Tournament Pai Gow terms: Push: nothing is won or lost.
            lines.append(WagerStoodOff(patron, HAND, box, stake, 0, 0, stake, clauses))
    return lines


def take_conceded(play: Play, box: int) -> WagerCollected:
    """Tournament Pai Gow 11.7: the wager is lost, whatever the tiles."""
    key = play.holders[box], box, HAND
    return collected(play, key, play.layout.wagers[key], (play.cite("11.7"),))


def _won(play: Play, patron: str, box: int, stake: int, clauses: tuple[Clause, ...]) -> WagerPaid:
    limits, rules, pays = play.limits, play.rules.limit_rules, play.rules.odds[HAND]
    risk = at_risk(limits, rules, patron, HAND, stake)
    paid = risk * pays.odds.pays // pays.odds.for_each  # even money: always exact
    why = (*clauses, pays.clause)
    if risk != stake:
        why += handed_back(limits, rules, patron=patron, wager=HAND, stake=stake)
    return WagerPaid(patron, HAND, box, stake, paid, 0, stake, why)


def hands_shown(play: Play, holders: Mapping[int, str]) -> dict[str, str]:
    """The hands that were compared, for the announcement; conceded ones stay face down."""
    hands = play.tiles.hands
    return {
        "house" if box == HOUSE_BOX else f"box {box}": set_text(play.rules, hands[box])
        for box in (HOUSE_BOX, *holders)
        if hands[box].low
    }


def set_text(rules: Rules, hand: Hand) -> str:
    low, high, names = hand.low, hand.high, rules.names
    return f"low {' '.join(low)} ({names[low]}) high {' '.join(high)} ({names[high]})"


def tried(play: Play) -> tuple[Tried, ...]:
    """What each comparison says, box by box, for the explanation of a settlement."""
    looked: list[Tried] = []
    worth = play.rules.worth
    for box in play.holders:
        hand = play.tiles.hands[box]
        for part, mine, theirs in (
            (_LOW, hand.low, play.bank.low),
            (_HIGH, hand.high, play.bank.high),
        ):
            found = compare(play.rules, mine, theirs, part)
            said = f"box {box} {part}: {worth(mine)} against {worth(theirs)}"
            looked.append(Tried(found.clause, f"{said}, {'won' if found.won else 'lost'}"))
    return tuple(looked)
