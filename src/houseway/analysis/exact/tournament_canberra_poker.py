"""Tournament Canberra Poker (Casino Canberra, 2002): bet or fold, by the best play and by others.

The patron knows five cards and the dealer's open one (6.2, 7.1). Every deal is counted: a hand, an
open card out of the other 47, and four cards out of the 46 left.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from houseway.analysis import CannotAnalyse
from houseway.analysis.bet_or_fold import PLAYS, Play, bet_or_fold_rows
from houseway.analysis.compiled import kernel
from houseway.analysis.composition import Composition, full
from houseway.analysis.exact.tally import Tally
from houseway.analysis.figures import DecisionTable, Pay, WagerFigures
from houseway.analysis.five_cards import Deals, count
from houseway.analysis.rule_data import InForce
from houseway.equipment.cards import RANKS
from houseway.games.edition import citing
from houseway.games.tournament_canberra_poker.rules import ANTE, RULES, Options, Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROUNDS_BY: str | None = RULES.cite("8.2")
BEST_PLAY = "best play"
_LARGEST = 2**62  # what a sum over the dealer's hands may reach


class Data(InForce[Rules, Options], frozen=True):
    """`order` has the place of each kind of hand from the lowest."""

    order: Mapping[str, int]


def read(options: Options, rules: Rules = RULES) -> Data:
    places = {
        "decks": "rules.decks",
        "order": "order",
        "dealer_needs": "rules.dealer_needs",
        "antes_in_bet": "rules.antes_in_bet",
        "ante_odds": "rules.ante_odds",
        "odds": "rules.bet_odds",
        "maximum_payout_dollars": "options.maximum_payout_dollars",
    }
    return Data(rules, options, places, order=rules.strength)


class Gains(NamedTuple):
    """What an ante of one unit comes to: 7.3, 9.3, 9.4 with 8.1 and 8.2, 9.5 and 9.6."""

    fold: Fraction
    not_playing: Fraction
    win: Mapping[str, Fraction]
    lose: Fraction

    @property
    def scale(self) -> int:
        """Times which every gain is a whole number."""
        every = (self.fold, self.not_playing, self.lose, *self.win.values())
        return lcm(*(gain.denominator for gain in every))


def gains_of(data: Data, pay: Pay) -> Gains:
    """Tournament Canberra Poker 8.1: ante and bet; 8.2 cuts the bet's winnings (reading CP3)."""
    rules, most = data.rules, data.options.maximum_payout_dollars * 100
    ante = pay.winnings(rules.ante_odds.odds)
    return Gains(
        fold=Fraction(-1),
        not_playing=ante,
        win={
            kind: ante + pay.capped(rules.antes_in_bet * rules.bet_odds[kind].odds.exact, most)
            for kind in data.order
        },
        lose=Fraction(-1 - rules.antes_in_bet),
    )


def analyse(data: Data, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    """The ante, with the bet that follows it, by the best play and by plays easier to keep."""
    deals = count(source or full(data.rules.decks), data.order, data.rules.dealer_needs)
    plays = {BEST_PLAY: _sums(deals, best_bets(deals, gains_of(data, pay)))}
    plays |= {play.name: _played(deals, play) for play in PLAYS}
    notes = {play.name: play.means for play in PLAYS}
    notes[BEST_PLAY] = "bets where that gains more on average than folding"
    return tuple(of_counts(data, name, sums, pay, notes[name]) for name, sums in plays.items())


def names(data: Data) -> tuple[str, ...]:
    return tuple(f"{ANTE}, {play}" for play in (BEST_PLAY, *(each.name for each in PLAYS)))


def tables(data: Data, source: Composition | None, pay: Pay) -> tuple[DecisionTable, ...]:
    """Bet or fold by one's own hand and the rank of the dealer's open card."""
    deals = count(source or full(data.rules.decks), data.order, data.rules.dealer_needs)
    rows = bet_or_fold_rows(deals, best_bets(deals, gains_of(data, pay)))
    marks = "B bet, F fold, s the suits decide, - cannot be dealt; from the highest hand down"
    clause = citing(data.rules)("7.1")
    return (DecisionTable("bet or fold", clause, ("hand", *RANKS), rows, (marks,)),)


def best_bets(deals: Deals, gains: Gains) -> NDArray[np.bool_]:
    """Where a bet gains more than a fold, over all the dealer's hands, in whole numbers."""
    import numpy as np

    scale = gains.scale
    win = [int(gains.win[hand.kind] * scale) for hand in deals.classes]
    others = tuple(int(gain * scale) for gain in (gains.not_playing, gains.lose, gains.fold))
    if deals.dealers * max(map(abs, (*others, *win))) > _LARGEST:
        raise CannotAnalyse("odds or stake too long a number to be counted")
    found: NDArray[np.bool_] = kernel("five_cards").better_to_bet(
        deals.counted, deals.dealt, deals.dealers, np.array(win), others
    )
    return found


def of_counts(data: Data, play: str, sums: Sums, pay: Pay, *notes: str) -> WagerFigures:
    """The ante and its bet by one way to play, from numbers of deals."""
    cite = citing(data.rules)
    tally, gains = Tally(f"{ANTE}, {play}", cite("terms: Ante"), pay), gains_of(data, pay)
    staked = 1 + data.rules.antes_in_bet
    for kind in sorted(data.order, key=data.order.__getitem__, reverse=True):
        won = gains.win[kind] - gains.not_playing
        cut = won < data.rules.antes_in_bet * data.rules.bet_odds[kind].odds.exact
        clause = cite("8.2") if cut else data.rules.bet_odds[kind].clause
        tally.gained(f"higher with {kind}", sums.won[kind], gains.win[kind], clause, staked)
    tally.gained("dealer does not play", sums.not_playing, gains.not_playing, cite("9.3"), staked)
    tally.gained("equal", sums.equal, Fraction(0), cite("9.6"), staked)
    tally.gained("fold", sums.folded, gains.fold, cite("7.3"))
    tally.gained("lower", sums.lost, gains.lose, cite("9.5"), staked)
    return tally.figures(*notes)


class Sums(NamedTuple):
    """Numbers of deals by what comes of them."""

    won: Mapping[str, int]
    not_playing: int
    equal: int
    lost: int
    folded: int


def _played(deals: Deals, play: Play) -> Sums:
    """A play that goes by ranks alone bets on the same deals whatever they pay."""
    if play.name not in deals.played:
        deals.played[play.name] = _sums(deals, play.bets(deals))
    found: Sums = deals.played[play.name]
    return found


def _sums(deals: Deals, bets: NDArray[np.bool_]) -> Sums:
    below, equal, plays, places = kernel("five_cards").sums(deals.counted, bets, len(deals.classes))
    won = dict.fromkeys((hand.kind for hand in deals.classes), 0)
    for hand, ways in zip(deals.classes, below.tolist(), strict=True):
        won[hand.kind] += ways
    bet = places * deals.dealers
    return Sums(
        won=won,
        not_playing=bet - plays,
        equal=equal,
        lost=plays - sum(won.values()) - equal,
        folded=deals.total - bet,
    )
