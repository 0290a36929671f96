"""Tournament Blackjack (Casino Canberra, 2002): no hole card, splits to four hands, best play.

Figures are those of one box. No matter who else plays, a way to play that looks at its own cards
and the dealer's open one meets cards in the same random order, so that the figures are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import msgspec

from houseway.analysis.blackjack.best import MEANS, SolvedShoe, solve, strategy_tables
from houseway.analysis.blackjack.shoe import Counting, Shoe, most_cards, shoe_of
from houseway.analysis.blackjack.worth import MET, PASSED
from houseway.analysis.composition import Composition, full
from houseway.analysis.exact.tally import LOSES, WINS, Tally
from houseway.analysis.figures import DecisionTable, Pay, Spread, WagerFigures
from houseway.analysis.rule_data import InForce
from houseway.games.edition import citing
from houseway.games.tournament_blackjack.rules import (
    ACE,
    BLACKJACK,
    EVEN_MONEY,
    INSURANCE,
    MOST,
    OTHER_HAND,
    PERFECT_PAIRS,
    RULES,
    TEN,
    Options,
    Rules,
    pair_kind,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Paytable

ROUNDS_BY: str | None = None  # reading BJ12: exact, in half-chips where need be
BOTH = "both blackjack"


class Data(InForce[Rules, Options], frozen=True):
    """With what the code of the game says: the total to stay within, hands of a split, and that
    the dealer stands on a soft 17 as on a hard one (reading BJ5). Simulations deal by `shuffle`."""

    most: int
    dealer_stands_soft: int
    split_hands: int
    shuffle: str

    @property
    def counting(self) -> Counting:
        draws, stands = self.rules.must_draw_below, self.rules.dealer_stands
        return Counting(self.most, draws, stands, self.dealer_stands_soft)

    @property
    def pair_odds(self) -> Paytable[str] | None:
        return self.rules.pair_odds if self.options.pairs == "perfect" else None


def read(options: Options, rules: Rules = RULES) -> Data:
    pairs = {"pair_odds": "rules.pair_odds"} if options.pairs == "perfect" else {}
    places = {
        "decks": "options.decks",
        "value": "rules.card_value",
        "most": "most",
        "must_draw_below": "rules.must_draw_below",
        "dealer_stands": "rules.dealer_stands",
        "dealer_stands_soft": "dealer_stands_soft",
        "split_hands": "split_hands",
        "outcomes": "rules.outcomes",
        "odds": "rules.hand_odds",
        "interim_odds": "rules.interim_odds",
        "insurance_odds": "rules.insurance_odds",
        **pairs,
    }
    return Data(
        rules,
        options,
        places,
        most=MOST,
        dealer_stands_soft=rules.dealer_stands,
        split_hands=1 + len(rules.split_hands),
        shuffle=options.shuffle,
    )


def analyse(data: Data, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    """The wager in the box by four ways to play; insurance; perfect pairs where offered."""
    cards = source or full(data.options.decks)
    shoe = shoe_of(cards.ranks, data.rules.card_value)
    solved = solved_shoe(data, cards, pay)
    boxes = [box_figures(data, solved, name, pay) for name in MEANS]
    others = [_insurance(data, shoe, pay)] if ACE in shoe.values else []
    if data.pair_odds is not None:
        others.append(_pairs(data, data.pair_odds, cards, pay))
    return (*boxes, *others)


def names(data: Data) -> tuple[str, ...]:
    pairs = () if data.pair_odds is None else (PERFECT_PAIRS,)
    return (*(f"{BLACKJACK}, {way}" for way in MEANS), INSURANCE, *pairs)


def tables(data: Data, source: Composition | None, pay: Pay) -> tuple[DecisionTable, ...]:
    """What the best play by totals does; where the cards ask for something else; even money."""
    cards = source or full(data.options.decks)
    shoe = shoe_of(cards.ranks, data.rules.card_value)
    return (
        *strategy_tables(data.rules, solved_shoe(data, cards, pay)),
        *_even_money(data, shoe, pay),
    )


def solved_shoe(data: Data, cards: Composition, pay: Pay) -> SolvedShoe:
    """Tournament Blackjack 14.6 shuffles the discards into a round: that is not counted."""
    shoe = shoe_of(cards.ranks, data.rules.card_value)
    cards.needs(most_cards(shoe, data.counting, data.split_hands))
    return solve(shoe, data.counting, gains_of(data, pay), data.split_hands)


def gains_of(data: Data, pay: Pay) -> tuple[tuple[str, Fraction], ...]:
    """What each way of ending gains on a wager of one."""
    return tuple((case, gain_of(data, case, pay)) for case in (*MET, PASSED))


def gain_of(data: Data, case: str, pay: Pay) -> Fraction:
    verdict, _ = data.rules.outcomes[case]
    if verdict == WINS:
        return pay.winnings(data.rules.hand_odds[_paid_as(case)].odds)
    return Fraction(-1 if verdict == LOSES else 0)


def _clause(data: Data, case: str) -> Clause:
    """What pays, where something is paid; otherwise what decides."""
    verdict, clause = data.rules.outcomes[case]
    return data.rules.hand_odds[_paid_as(case)].clause if verdict == WINS else clause


def _paid_as(case: str) -> str:
    return BLACKJACK if case in (BLACKJACK, BOTH) else OTHER_HAND


# Blackjacks


EARLY = "blackjack paid early"
NATURALS = (EARLY, EVEN_MONEY, BLACKJACK, BOTH)  # the ways for a blackjack to end


class Natural(NamedTuple):
    """What a blackjack that ends in one way gains, and by which clause."""

    gain: Fraction
    clause: Clause


def natural_of(data: Data, name: str, pay: Pay) -> Natural:
    """Tournament Blackjack 8.1(a), 8.1(b), 13.1(c), 13.1(g)."""
    early = {EARLY: BLACKJACK, EVEN_MONEY: EVEN_MONEY}
    if name in early:
        line = data.rules.interim_odds[early[name]]
        return Natural(pay.winnings(line.odds), line.clause)
    return Natural(gain_of(data, name, pay), _clause(data, name))


Shares = dict[str, Fraction]  # by name, how often in a round


def _naturals(data: Data, shoe: Shoe, pay: Pay, *, even_money: bool | None) -> Shares:
    """How often a blackjack ends in each way. Even money is taken against an ace if so asked, or
    where nothing is asked if it gains more."""
    found: Shares = {}
    if not {ACE, TEN} <= set(shoe.values):
        return found
    for up in shoe.kinds:
        share = share_of_blackjacks(shoe, up)
        ends = {EARLY: share}
        if shoe.values[up] in (ACE, TEN):
            ends = waiting(shoe, up, share)
        if shoe.values[up] == ACE and even_money is not False:
            taken = {EVEN_MONEY: share}
            if even_money or gained(data, taken, pay) > gained(data, ends, pay):
                ends = taken
        for name, often in ends.items():
            found[name] = found.get(name, Fraction(0)) + often
    return found


def share_of_blackjacks(shoe: Shoe, up: int) -> Fraction:
    """The chance of this open card with a patron's ace and ten."""
    left = shoe.without(up)
    ace, ten = (left.counts[shoe.values.index(value)] for value in (ACE, TEN))
    ways = max(ace, 0) * max(ten, 0) * 2 * shoe.counts[up]
    return Fraction(ways, shoe.cards * left.cards * (left.cards - 1))


def waiting(shoe: Shoe, up: int, share: Fraction) -> Shares:
    chance = _dealer_blackjack(shoe, up)
    return {BLACKJACK: share * (1 - chance), BOTH: share * chance}


def _dealer_blackjack(shoe: Shoe, up: int) -> Fraction:
    """The chance of a dealer's blackjack, a patron's being on the table."""
    ace, ten = (shoe.values.index(value) for value in (ACE, TEN))
    left = shoe.without(up).without(ace).without(ten)
    return Fraction(max(left.counts[ten if up == ace else ace], 0), left.cards)


def gained(data: Data, shares: Shares, pay: Pay) -> Fraction:
    gains = (share * natural_of(data, name, pay).gain for name, share in shares.items())
    return sum(gains, Fraction(0))


def _even_money(data: Data, shoe: Shoe, pay: Pay) -> Iterator[DecisionTable]:
    """Tournament Blackjack 8.1(b): a blackjack against an ace."""
    if not {ACE, TEN} <= set(shoe.values) or not share_of_blackjacks(shoe, 0):
        return
    wait = gained(data, waiting(shoe, 0, Fraction(1)), pay)
    taken = natural_of(data, EVEN_MONEY, pay).gain
    rows = (("even money", str(taken)), ("wait", str(wait)))
    better = "even money" if taken > wait else "waiting"
    head = ("blackjack against an ace", "gains")
    clause = citing(data.rules)("8.1(b)")
    yield DecisionTable("even money", clause, head, rows, (f"{better} gains more",))


# The box


Line = tuple[bool, int, str]  # split or not, units staked, what the hand met


def box_figures(
    data: Data, solved: SolvedShoe, way: str, pay: Pay, *, even_money: bool | None = None
) -> WagerFigures:
    """Every hand that a round has on average, by what it met; rounds with a split have several."""
    shoe, found = solved.hands.shoe, dict[Line, int]()
    out_of = lcm(*(each.out_of for each in solved.against))
    for each in solved.against:
        times = shoe.counts[each.up] * (out_of // each.out_of)
        for line, number in each.sums[way].items():
            found[line] = found.get(line, 0) + times * number
    lines = {line: Fraction(number, shoe.cards * out_of) for line, number in found.items()}
    naturals = _naturals(data, shoe, pay, even_money=even_money)
    rounds = lcm(*(share.denominator for share in (*lines.values(), *naturals.values())))
    return of_counts(
        data,
        way,
        {name: int(share * rounds) for name, share in naturals.items()},
        {line: int(share * rounds) for line, share in lines.items()},
        rounds,
        pay,
    )


def of_counts(
    data: Data,
    way: str,
    naturals: Mapping[str, int],
    lines: Mapping[Line, int],
    rounds: int,
    pay: Pay,
) -> WagerFigures:
    """The box in one way to play, from numbers of blackjacks and of other hands in some rounds."""
    tally = Tally(f"{BLACKJACK}, {way}", data.rules.wagers[BLACKJACK], pay)
    for name, weight in naturals.items():
        gain, clause = natural_of(data, name, pay)
        tally.gained(name, weight, gain, clause)
    for line in sorted(lines, key=_in_order):
        split, staked, case = line
        gain = staked * gain_of(data, case, pay)
        clause = _clause(data, case)
        tally.gained(f"{_PLAYED[split, staked]}{case}", lines[line], gain, clause, staked)
    return msgspec.structs.replace(tally.figures(MEANS[way]), rounds=rounds)


_PLAYED = {
    (False, 1): "",
    (False, 2): "doubled, ",
    (True, 1): "split, ",
    (True, 2): "split and doubled, ",
}


def _in_order(line: Line) -> tuple[bool, int, int]:
    split, staked, case = line
    return split, staked, (*MET, PASSED).index(case)


def spread_at_most(data: Data, box: WagerFigures) -> Spread:
    """The gain of a round with a split is that of up to four hands, whose squares together, four
    times, are no less than the square of their sum."""
    squares, split = Fraction(0), tuple(_PLAYED[True, staked] for staked in (1, 2))
    for each in box.outcomes:
        hands = data.split_hands if each.name.startswith(split) else 1
        squares += hands * each.pays**2 * box.probability(each)
    gains = [abs(each.pays) for each in box.outcomes if each.weight]
    return Spread(squares - box.edge**2, data.split_hands * max(gains) + abs(box.edge))


# Beside the box


def insurance_of_counts(data: Data, won: int, lost: int, pay: Pay, *notes: str) -> WagerFigures:
    """Tournament Blackjack 7.1: against an ace, by the dealer's second card; own cards unknown."""
    cite = citing(data.rules)
    line, tally = data.rules.insurance_odds, Tally(INSURANCE, cite("7.1"), pay)
    tally.won("second card worth ten", won, line.odds, line.clause)
    tally.lost("second card not worth ten", lost, cite("7.5(a)"))
    return tally.figures(*notes)


def _insurance(data: Data, shoe: Shoe, pay: Pay) -> WagerFigures:
    aces, tens = shoe.counts[0], tens_in(shoe)
    note = _insured(shoe, pay.winnings(data.rules.insurance_odds.odds))
    lost = aces * (shoe.cards - 1 - tens)
    return insurance_of_counts(data, aces * tens, lost, pay, note)


def tens_in(shoe: Shoe) -> int:
    return shoe.counts[shoe.values.index(TEN)] if TEN in shoe.values else 0


def _insured(shoe: Shoe, winnings: Fraction) -> str:
    """With which first two cards insurance gains on average."""
    after = shoe.without(0)
    found = []
    for one in shoe.kinds:
        for other in shoe.kinds[one:]:
            left = after.without(one).without(other)
            tens = tens_in(left)
            if min(left.counts) >= 0 and tens * winnings > left.cards - tens:
                found.append(f"{shoe.name(one)} {shoe.name(other)}")
    return f"gains with {', '.join(found)}" if found else "gains with no first two cards"


def _pairs(data: Data, odds: Paytable[str], cards: Composition, pay: Pay) -> WagerFigures:
    """Tournament Blackjack 18.10: by the first two cards, which are any two of the shoe."""
    held = cards.suited(PERFECT_PAIRS)
    kinds = dict.fromkeys((line.case for line in odds), 0)
    for first, there in held.items():
        for second, others in held.items():
            kind = pair_kind(first, second)
            if kind is not None:
                kinds[kind] += there * (others - (first == second))
    return pairs_of_counts(data, odds, kinds, cards.total * (cards.total - 1), pay)


def pairs_of_counts(
    data: Data, odds: Paytable[str], kinds: Mapping[str, int], total: int, pay: Pay
) -> WagerFigures:
    """Perfect pairs from the numbers of each kind among all first two cards."""
    tally = Tally(PERFECT_PAIRS, data.rules.wagers[PERFECT_PAIRS], pay)
    for line in odds:
        tally.won(line.case, kinds[line.case], line.odds, line.clause)
    tally.lost("no pair", total - sum(kinds.values()), citing(data.rules)("18.10(d)"))
    return tally.figures()
