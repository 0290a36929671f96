"""Who wins, who loses, and what is paid."""

from __future__ import annotations

from houseway.games.events import Settlement, WagerCollected, WagerPaid, WagerStoodOff
from houseway.games.layout import Key
from houseway.games.limits import at_risk, handed_back
from houseway.games.tournament_blackjack import rules
from houseway.games.tournament_blackjack.rules import (
    BLACKJACK,
    EVEN_MONEY,
    INSURANCE,
    LOSES,
    MOST,
    OTHER_HAND,
    PERFECT_PAIRS,
    WINS,
    Standing,
    pair_kind,
)
from houseway.games.tournament_blackjack.state import Hand, Play
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Odds
from houseway.rulebook.ruling import Tried

Clauses = tuple[Clause, ...]


def standing(play: Play, hand: Hand) -> Standing:
    return Standing(hand.points, has_blackjack(play, hand))


def has_blackjack(play: Play, hand: Hand) -> bool:
    """Tournament Blackjack 10.6: an ace with a ten after a split is 21 and no blackjack."""
    if hand.points != MOST:
        return False
    return not hand.split and play.rules.is_blackjack(hand.cards)


def dealer_standing(play: Play) -> Standing:
    return Standing(play.rules.points(play.dealer), play.rules.is_blackjack(play.dealer))


# What is at risk


def good(play: Play, hand: Hand) -> int:
    """The part of a hand's original stake that can be won or lost (readings G6 and BJ19).

    The limits are those of the box, whichever of its hands it is.
    """
    stake = play.layout.wagers[hand.key] - hand.added
    return at_risk(play.limits, play.rules.limit_rules, hand.patron, BLACKJACK, stake)


# One wager


def _won(play: Play, key: Key, risk: int, odds: Odds, why: Clauses) -> WagerPaid:
    patron, box, wager = key
    stake = play.layout.wagers[key]
    if risk != stake:
        why += _handed_back(play, key)
    return WagerPaid(patron, wager, box, stake, paid(odds, risk), 0, stake, why)


def _lost(play: Play, key: Key, risk: int, why: Clauses) -> WagerCollected:
    patron, box, wager = key
    stake = play.layout.wagers[key]
    if risk != stake:
        why += _handed_back(play, key)
    return WagerCollected(patron, wager, box, stake, 0, risk, stake - risk, why)


def _handed_back(play: Play, key: Key) -> Clauses:
    """Why less than the stake is at risk; what was added by doubling has no limit of its own."""
    patron, _, wager = key
    added = sum(hand.added for hand in play.hands if hand.key == key)
    limited = wager if wager == PERFECT_PAIRS else BLACKJACK
    stake = play.layout.wagers[key] - added
    return handed_back(
        play.limits, play.rules.limit_rules, patron=patron, wager=limited, stake=stake
    )


def paid(odds: Odds, risk: int) -> int:
    """Reading BJ12: exact, in half-chips where need be. The set-up keeps halves in whole cents."""
    winnings, exact = odds.cents(risk)
    if not exact:
        raise ValueError(f"{odds} on {risk} cents is not in whole cents")
    return winnings


# The moments of settlement


def settle_pairs(play: Play) -> list[Settlement]:
    """Tournament Blackjack 18.12: the losers are collected first, then the winners paid."""
    losers: list[Settlement] = []
    winners: list[Settlement] = []
    for hand in play.hands:
        key = (hand.patron, hand.box, PERFECT_PAIRS)
        if key not in play.layout.wagers:
            continue
        limits, stake = play.limits, play.layout.wagers[key]
        risk = at_risk(limits, play.rules.limit_rules, hand.patron, PERFECT_PAIRS, stake)
        kind = pair_kind(*hand.cards[:2])
        if kind is None:
            losers.append(_lost(play, key, risk, (play.cite("18.10(d)"), play.cite("18.12(a)"))))
        else:
            pays = play.rules.pair_odds[kind]
            why = (play.rules.pair_wins[kind], pays.clause, play.cite("18.12(b)"))
            winners.append(_won(play, key, risk, pays.odds, why))
    return losers + winners


def pay_blackjacks(play: Play) -> list[Settlement]:
    """Tournament Blackjack 8.1(a): ten means any card worth ten (reading BJ2)."""
    if play.rules.value[play.dealer[0]] in (rules.ACE, rules.TEN):
        return []
    early = [hand for hand in play.hands if play.live(hand) and has_blackjack(play, hand)]
    return [_paid_early(play, hand, BLACKJACK) for hand in early]


def pay_even_money(play: Play, hand: Hand) -> Settlement:
    return _paid_early(play, hand, EVEN_MONEY)


def _paid_early(play: Play, hand: Hand, case: str) -> Settlement:
    pays = play.rules.interim_odds[case]
    return _won(play, hand.key, good(play, hand), pays.odds, (pays.clause,))


def bust(play: Play, hand: Hand) -> Settlement:
    """Tournament Blackjack 13.1(d): collected when it happens; no dealer's hand can save it."""
    return _lost(
        play, hand.key, good(play, hand) + hand.added, (play.cite("13.1(d)"), play.cite("9.1(c)"))
    )


def insurance_lost(play: Play) -> list[Settlement]:
    """Tournament Blackjack 7.5, 7.5(a): collected once the second card is not worth ten."""
    return [
        _lost(play, key, stake, (play.cite("7.5(a)"),))
        for key, stake in play.layout.wagers.items()
        if key[2] == INSURANCE
    ]


def settle_hands(play: Play, dealer: Standing) -> list[Settlement]:
    """Rule 13 box by box, and only then the insurance that has won (reading BJ17)."""
    wagers, pays = play.layout.wagers, play.rules.insurance_odds
    lines: list[Settlement] = []
    for hand in play.hands:
        if hand.key in wagers:
            lines.append(_settled(play, hand, dealer))
    for key, stake in wagers.items():
        if key[2] == INSURANCE:
            lines.append(_won(play, key, stake, pays.odds, (pays.clause, play.cite("7.5(b)"))))
    return lines


def _settled(play: Play, hand: Hand, dealer: Standing) -> Settlement:
    """A doubled or split stake is decided whole (reading BJ1).

    Tournament Blackjack terms: Stand Off. The stake goes back.
    """
    patron, key = standing(play, hand), hand.key
    verdict, clause = play.rules.outcome(patron, dealer)
    risk = good(play, hand) + hand.added
    if verdict == WINS:
        pays = play.rules.hand_odds[BLACKJACK if patron.blackjack else OTHER_HAND]
        return _won(play, key, risk, pays.odds, (clause, pays.clause))
    if verdict == LOSES:
        return _lost(play, key, risk, (clause,))
    stake = play.layout.wagers[key]
    return WagerStoodOff(hand.patron, hand.wager, hand.box, stake, 0, 0, stake, (clause,))


def result(play: Play, dealer: Standing) -> str:
    """The dealer's hand in words; unplayed where no stake depended on it."""
    return "dealer not drawn" if len(play.dealer) < 2 else f"dealer {dealer}"


def tried(play: Play) -> tuple[Tried, ...]:
    """How each hand still at stake compares with the dealer's."""
    if len(play.dealer) < 2:
        return ()
    dealer, looked = dealer_standing(play), []
    for hand in play.hands:
        if play.live(hand):
            verdict, clause = play.rules.outcome(standing(play, hand), dealer)
            facts = f"{hand.name} {verdict}: {standing(play, hand)} against {dealer}"
            looked.append(Tried(clause, facts))
    return tuple(looked)
