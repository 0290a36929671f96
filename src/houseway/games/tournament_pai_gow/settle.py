"""Which part wins, which hand wins, and what is paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from houseway.equipment.tiles import Tile
from houseway.games.events import Settlement, WagerCollected, WagerPaid, WagerStoodOff
from houseway.games.limits import at_risk, handed_back
from houseway.games.settling import collected
from houseway.games.tournament_pai_gow.rules import HAND, HOUSE_BOX, LOSE, WIN, Rules, Value
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Tried

if TYPE_CHECKING:
    from houseway.games.tournament_pai_gow.hands import Hand
    from houseway.games.tournament_pai_gow.state import Play

Tiles = tuple[Tile, ...]

_LOW, _HIGH = "low", "high"
_ONE_POINT = Value(0, points=1)  # the least that a part is worth unless it is zero


# One part of a patron's hand against the bank's: whether it won, and by which clause.
Compared = tuple[bool, Clause]


def compare(rules: Rules, patron: Tiles, bank: Tiles, part: str) -> Compared:
    """Readings PG15 and PG16: zero against zero low, then 11.1(a), 11.1(b), 11.2 and 11.5."""
    cite, values = rules.citing, rules.values
    ours, theirs = values[patron], values[bank]
    if part == _LOW and ours < _ONE_POINT and theirs < _ONE_POINT:
        return False, cite("11.6")
    if ours == theirs:
        return False, cite("11.5")
    won = ours > theirs
    if ours.ranked != theirs.ranked:
        return won, cite("11.1(a)") if won else cite("11.4(a)")
    if ours.points != theirs.points:
        return won, cite("11.1(b)") if won else cite("11.4(b)")
    return won, cite("11.2")


def outcome(rules: Rules, patron: Hand, bank: Hand) -> tuple[str, tuple[Clause, ...]]:
    """Reading PG16: two parts won is a win, one a push, none a loss."""
    low_won, of_low = compare(rules, patron.low, bank.low, _LOW)
    high_won, of_high = compare(rules, patron.high, bank.high, _HIGH)
    verdict, clause = rules.outcomes[low_won + high_won]
    return verdict, tuple(dict.fromkeys((clause, of_low, of_high)))


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


def take_conceded(play: Play, patron: str, box: int) -> WagerCollected:
    """Tournament Pai Gow 11.7: the wager is lost, whatever the tiles."""
    key = patron, box, HAND
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
    shown: dict[str, str] = {}
    hands, texts = play.tiles.hands, play.rules.texts
    for box in (HOUSE_BOX, *holders):
        hand = hands[box]
        if hand.low:
            whose = "house" if box == HOUSE_BOX else f"box {box}"
            shown[whose] = f"low {texts[hand.low]} high {texts[hand.high]}"
    return shown


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
            won, clause = compare(play.rules, mine, theirs, part)
            said = f"box {box} {part}: {worth(mine)} against {worth(theirs)}"
            looked.append(Tried(clause, f"{said}, {'won' if won else 'lost'}"))
    return tuple(looked)
