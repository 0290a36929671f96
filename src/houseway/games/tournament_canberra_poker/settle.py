"""Who wins, who loses, and what is paid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.games.events import Settlement, WagerCollected, WagerPaid, WagerVoided
from houseway.games.limits import at_risk, handed_back
from houseway.games.tournament_canberra_poker.rules import ANTE, BET, DEALER, Hand, Rules
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Tried

if TYPE_CHECKING:
    from houseway.games.tournament_canberra_poker.state import Play

WINS, LOSES, EQUAL, NO_CONTEST = "wins", "loses", "is equal", "is not compared"


def verdict(rules: Rules, dealer: Hand, hand: Hand | None) -> tuple[str, Clause]:
    """Tournament Canberra Poker 9.2 comes first (reading CP1), then 9.4, 9.5 and 9.6."""
    cite = rules.citing
    if hand is None or not rules.qualifies(dealer):
        return NO_CONTEST, cite("9.3")
    if hand > dealer:
        return WINS, cite("9.4")
    return (LOSES, cite("9.5")) if hand < dealer else (EQUAL, cite("9.6"))


def settle_hands(play: Play) -> list[Settlement]:
    """Every ante and bet still on the layout, clockwise."""
    dealer = play.rules.hand_of(play.known(DEALER))
    lines: list[Settlement] = []
    for box, patron in play.antes().items():
        hand = hand_at(play, box)
        outcome, clause = verdict(play.rules, dealer, hand)
        if hand is not None and outcome == WINS:
            lines += (_ante_paid(play, patron, box, clause), _bet_paid(play, patron, box, hand))
        elif outcome == LOSES:
            lines.append(lost(play, patron, box, ANTE, clause))
            lines.append(lost(play, patron, box, BET, clause))
        elif outcome == EQUAL:
            lines += returned(play, patron, box, clause)
        else:
            lines += ante_wins(play, patron, box, clause)
    return lines


def hand_at(play: Play, box: int) -> Hand | None:
    """The worth of a revealed hand; hands stay face down when there is nothing to compare."""
    name = f"box {box}"
    return play.rules.hand_of(play.known(name)) if name in play.revealed else None


def ante_wins(play: Play, patron: str, box: int, clause: Clause) -> list[Settlement]:
    """Tournament Canberra Poker 9.3 and 11.5: the ante wins and the bet, if made, is void."""
    paid = _ante_paid(play, patron, box, clause)
    bet = play.layout.wagers.get((patron, box, BET))
    return [paid] if bet is None else [paid, _void(play, patron, box, BET, bet, clause)]


def returned(play: Play, patron: str, box: int, *clauses: Clause) -> list[Settlement]:
    """Whatever lies in the box goes back: neither side wins."""
    live = [(wager, stake) for (who, at, wager), stake in play.layout.wagers.items()
            if (who, at) == (patron, box)]  # fmt: skip
    return [_void(play, patron, box, wager, stake, *clauses) for wager, stake in live]


def lost(play: Play, patron: str, box: int, wager: str, clause: Clause) -> WagerCollected:
    stake = play.layout.wagers[patron, box, wager]
    risk = good_ante(play, patron, stake) if wager == ANTE else stake
    why = (clause,) if risk == stake else (clause, *_handed_back(play, patron, stake))
    return WagerCollected(patron, wager, box, stake, 0, risk, stake - risk, why)


def good_ante(play: Play, patron: str, stake: int) -> int:
    """How much of an ante can be won or lost; the bet is twice this (reading CP16)."""
    return at_risk(play.limits, play.rules.limit_rules, patron, ANTE, stake)


def _handed_back(play: Play, patron: str, stake: int) -> tuple[Clause, ...]:
    return handed_back(play.limits, play.rules.limit_rules, patron=patron, wager=ANTE, stake=stake)


def _ante_paid(play: Play, patron: str, box: int, clause: Clause) -> WagerPaid:
    stake = play.layout.wagers[patron, box, ANTE]
    risk = good_ante(play, patron, stake)
    pays = play.rules.ante_odds
    why: tuple[Clause, ...] = (clause, pays.clause)
    if risk != stake:
        why += _handed_back(play, patron, stake)
    paid = risk * pays.odds.pays // pays.odds.for_each
    return WagerPaid(patron, ANTE, box, stake, paid, 0, stake, why)


def _bet_paid(play: Play, patron: str, box: int, hand: Hand) -> WagerPaid:
    """Tournament Canberra Poker 8.1 by the patron's own hand; 8.2 caps it (reading CP3)."""
    stake = play.layout.wagers[patron, box, BET]
    pays = play.rules.bet_odds[hand.kind]
    earned = stake * pays.odds.pays // pays.odds.for_each
    paid = min(earned, play.options.maximum_payout_dollars * 100)
    why = (play.cite("9.4"), pays.clause, play.rules.order_of_hands[hand.kind])
    return WagerPaid(patron, BET, box, stake, paid, 0, stake,
                     why if paid == earned else (*why, play.cite("8.2")))  # fmt: skip


def _void(
    play: Play, patron: str, box: int, wager: str, stake: int, *clauses: Clause
) -> WagerVoided:
    return WagerVoided(patron, wager, box, stake, 0, 0, stake, (*clauses, play.cite("terms: Void")))


def tried(play: Play) -> tuple[Tried, ...]:
    """The clauses looked at once the dealer's hand is open, those set aside included."""
    if DEALER not in play.revealed:
        return ()
    dealer = play.rules.hand_of(play.known(DEALER))
    plays = play.rules.qualifies(dealer)
    looked = [Tried(play.cite("9.2"), f"the dealer holds {play.rules.named(dealer)}", plays)]
    if not plays:
        return (*looked, Tried(play.cite("9.3"), "the antes win and the bets are void"))
    for box in play.antes():
        looked += _compared(play, dealer, box, hand_at(play, box))
    return tuple(looked)


def _compared(play: Play, dealer: Hand, box: int, hand: Hand | None) -> Iterable[Tried]:
    if hand is None:
        return
    _, clause = verdict(play.rules, dealer, hand)
    said = f"box {box}, {play.rules.named(hand)} against {play.rules.named(dealer)}"
    for each, when in (("9.4", "higher"), ("9.5", "lower"), ("9.6", "equal")):
        yield Tried(play.cite(each), f"{said}: {when}", clause == play.cite(each))
