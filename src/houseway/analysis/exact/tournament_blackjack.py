"""Tournament Blackjack (Casino Canberra, 2002): no hole card, splits to four hands, best play.

Figures are those of one box. Whoever else plays, a way to play that looks at its own cards and the
dealer's open one meets cards in the same random order, so that the figures are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import msgspec
from msgspec import Struct

from houseway.analysis.blackjack.against import MET, PASSED
from houseway.analysis.blackjack.shoe import Counting, Shoe, most_cards, shoe_of
from houseway.analysis.blackjack.solved import MEANS, SolvedShoe, solve
from houseway.analysis.blackjack.tables import strategy_tables
from houseway.analysis.composition import Composition, full
from houseway.analysis.decisions import DecisionTable
from houseway.analysis.exact.tally import LOSES, WINS, Tally
from houseway.analysis.figures import WagerFigures
from houseway.analysis.rounding import Pay
from houseway.games.tournament_blackjack import rules
from houseway.games.tournament_blackjack.rules import (
    ACE,
    BLACKJACK,
    EVEN_MONEY,
    INSURANCE,
    OTHER_HAND,
    PERFECT_PAIRS,
    TEN,
    Options,
    Standing,
    cite,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Paytable

ROUNDS_BY: str | None = None  # reading BJ12: exact, in half-chips where need be
BOTH = "both blackjack"


class RuleData(Struct, frozen=True):
    """What decides the figures of Tournament Blackjack.

    `outcomes` says by 13.1 what comes of each way in which two hands can meet; `odds` pay by 13.2,
    `interim_odds` by 8.1. Reading BJ5: the dealer stands on a soft 17 as on a hard one.
    """

    decks: int
    value: Mapping[str, int]
    most: int
    must_draw_below: int
    dealer_stands: int
    dealer_stands_soft: int
    split_hands: int
    outcomes: Mapping[str, tuple[str, Clause]]
    odds: Paytable[str]
    interim_odds: Paytable[str]
    insurance_odds: Paytable[str]
    pair_odds: Paytable[str] | None

    @property
    def counting(self) -> Counting:
        return Counting(
            self.most, self.must_draw_below, self.dealer_stands, self.dealer_stands_soft
        )


_MEET = {
    PASSED: (Standing(22), Standing(22)),
    BOTH: (Standing(21, blackjack=True), Standing(21, blackjack=True)),
    BLACKJACK: (Standing(21, blackjack=True), Standing(21)),
    "dealer blackjack": (Standing(21), Standing(21, blackjack=True)),
    "dealer bust": (Standing(12), Standing(22)),
    "higher": (Standing(19), Standing(18)),
    "equal": (Standing(18), Standing(18)),
    "lower": (Standing(17), Standing(18)),
}


def read(options: Options) -> RuleData:
    return RuleData(
        decks=options.decks,
        value=rules.CARD_VALUE,
        most=rules.MOST,
        must_draw_below=rules.MUST_DRAW_BELOW,
        dealer_stands=rules.DEALER_STANDS,
        dealer_stands_soft=rules.DEALER_STANDS,
        split_hands=1 + len(rules.SPLIT_HANDS),
        outcomes={case: rules.outcome(*standings) for case, standings in _MEET.items()},
        odds=rules.HAND_ODDS,
        interim_odds=rules.INTERIM_ODDS,
        insurance_odds=Paytable(rules.INSURANCE_ODDS),
        pair_odds=rules.PAIR_ODDS if options.pairs == "perfect" else None,
    )


def analyse(data: RuleData, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    """The wager in the box by four ways to play; insurance; perfect pairs where offered."""
    cards = source or full(data.decks)
    shoe = shoe_of(cards.ranks, data.value)
    solved = solved_shoe(data, cards, pay)
    naturals = _naturals(data, shoe, pay)
    boxes = [_box(data, solved, name, naturals, pay) for name in MEANS]
    others = [_insurance(data, shoe, pay)] if ACE in shoe.values else []
    if data.pair_odds is not None:
        others.append(_pairs(data.pair_odds, cards, pay))
    return (*boxes, *others)


def tables(data: RuleData, source: Composition | None, pay: Pay) -> tuple[DecisionTable, ...]:
    """What the best play by totals does; where the cards ask for something else; even money."""
    cards = source or full(data.decks)
    shoe = shoe_of(cards.ranks, data.value)
    return (*strategy_tables(solved_shoe(data, cards, pay)), *_even_money(data, shoe, pay))


def solved_shoe(data: RuleData, cards: Composition, pay: Pay) -> SolvedShoe:
    """Tournament Blackjack 14.6 shuffles the discards into a round: that is not counted."""
    shoe = shoe_of(cards.ranks, data.value)
    cards.needs(most_cards(shoe, data.counting, data.split_hands))
    gains = tuple((case, _gain(data, case, pay)) for case in (*MET, PASSED))
    return solve(shoe, data.counting, gains, data.split_hands)


def _gain(data: RuleData, case: str, pay: Pay) -> Fraction:
    verdict, _ = data.outcomes[case]
    if verdict == WINS:
        return pay.winnings(data.odds[_paid_as(case)].odds)
    return Fraction(-1 if verdict == LOSES else 0)


def _clause(data: RuleData, case: str) -> Clause:
    """What pays, where something is paid; otherwise what decides."""
    verdict, clause = data.outcomes[case]
    return data.odds[_paid_as(case)].clause if verdict == WINS else clause


def _paid_as(case: str) -> str:
    return BLACKJACK if case in (BLACKJACK, BOTH) else OTHER_HAND


# Blackjacks


class _Natural(NamedTuple):
    """A way for a blackjack to end: how often in a round, what it gains, and by which clause."""

    name: str
    share: Fraction
    gain: Fraction
    clause: Clause


def _naturals(data: RuleData, shoe: Shoe, pay: Pay) -> list[_Natural]:
    """Tournament Blackjack 8.1(a), 8.1(b), 13.1(c), 13.1(g)."""
    found: list[_Natural] = []
    if not {ACE, TEN} <= set(shoe.values):
        return found
    for up in shoe.kinds:
        share = _share_of_blackjacks(shoe, up)
        if shoe.values[up] not in (ACE, TEN):
            line = data.interim_odds[BLACKJACK]
            gain = pay.winnings(line.odds)
            found.append(_Natural("blackjack paid early", share, gain, line.clause))
            continue
        wait = _waiting(data, shoe, up, share, pay)
        line = data.interim_odds[EVEN_MONEY]
        taken = _Natural("even money", share, pay.winnings(line.odds), line.clause)
        if shoe.values[up] == ACE and share * taken.gain > _gained(wait):
            found.append(taken)
        else:
            found += wait
    return found


def _share_of_blackjacks(shoe: Shoe, up: int) -> Fraction:
    """The chance of this open card with a patron's ace and ten."""
    left = shoe.without(up)
    ace, ten = (left.counts[shoe.values.index(value)] for value in (ACE, TEN))
    ways = max(ace, 0) * max(ten, 0) * 2 * shoe.counts[up]
    return Fraction(ways, shoe.cards * left.cards * (left.cards - 1))


def _waiting(data: RuleData, shoe: Shoe, up: int, share: Fraction, pay: Pay) -> list[_Natural]:
    chance = _dealer_blackjack(shoe, up)
    return [
        _Natural(case, share * of_it, _gain(data, case, pay), _clause(data, case))
        for case, of_it in ((BLACKJACK, 1 - chance), (BOTH, chance))
    ]


def _dealer_blackjack(shoe: Shoe, up: int) -> Fraction:
    """The chance of a dealer's blackjack, a patron's being on the table."""
    ace, ten = (shoe.values.index(value) for value in (ACE, TEN))
    left = shoe.without(up).without(ace).without(ten)
    return Fraction(max(left.counts[ten if up == ace else ace], 0), left.cards)


def _gained(lines: list[_Natural]) -> Fraction:
    return sum((line.share * line.gain for line in lines), Fraction(0))


def _even_money(data: RuleData, shoe: Shoe, pay: Pay) -> Iterator[DecisionTable]:
    """Tournament Blackjack 8.1(b): a blackjack against an ace."""
    if not {ACE, TEN} <= set(shoe.values) or not _share_of_blackjacks(shoe, 0):
        return
    wait = _gained(_waiting(data, shoe, 0, Fraction(1), pay))
    taken = pay.winnings(data.interim_odds[EVEN_MONEY].odds)
    rows = (("even money", str(taken)), ("wait", str(wait)))
    better = "even money" if taken > wait else "waiting"
    head = ("blackjack against an ace", "gains")
    yield DecisionTable("even money", cite("8.1(b)"), head, rows, (f"{better} gains more",))


# The box


def _box(
    data: RuleData, solved: SolvedShoe, way: str, naturals: list[_Natural], pay: Pay
) -> WagerFigures:
    """Every hand that a round has on average, by what it met; rounds with a split have several."""
    shoe, sums = solved.hands.shoe, dict[tuple[bool, int, str], Fraction]()
    for each in solved.against:
        chance = Fraction(shoe.counts[each.up], shoe.cards)
        for line, number in each.sums[way].items():
            sums[line] = sums.get(line, Fraction(0)) + chance * number
    shares = [*sums.values(), *(natural.share for natural in naturals)]
    rounds = lcm(*(share.denominator for share in shares))
    tally = Tally(f"{BLACKJACK}, {way}", cite("4.2"), pay)
    for natural in naturals:
        tally.gained(natural.name, int(natural.share * rounds), natural.gain, natural.clause)
    for split, staked, case in sorted(sums, key=_in_order):
        gain = staked * _gain(data, case, pay)
        weight = int(sums[split, staked, case] * rounds)
        clause = _clause(data, case)
        tally.gained(f"{_PLAYED[split, staked]}{case}", weight, gain, clause, staked)
    return msgspec.structs.replace(tally.figures(MEANS[way]), rounds=rounds)


_PLAYED = {
    (False, 1): "",
    (False, 2): "doubled, ",
    (True, 1): "split, ",
    (True, 2): "split and doubled, ",
}


def _in_order(line: tuple[bool, int, str]) -> tuple[bool, int, int]:
    split, staked, case = line
    return split, staked, (*MET, PASSED).index(case)


# Beside the box


def _insurance(data: RuleData, shoe: Shoe, pay: Pay) -> WagerFigures:
    """Tournament Blackjack 7.1: against an ace, by the dealer's second card; own cards unknown."""
    line, tally = data.insurance_odds[INSURANCE], Tally(INSURANCE, cite("7.1"), pay)
    aces, tens = shoe.counts[0], _tens(shoe)
    tally.won("second card worth ten", aces * tens, line.odds, line.clause)
    tally.lost("second card not worth ten", aces * (shoe.cards - 1 - tens), cite("7.5(a)"))
    return tally.figures(_insured(shoe, pay.winnings(line.odds)))


def _tens(shoe: Shoe) -> int:
    return shoe.counts[shoe.values.index(TEN)] if TEN in shoe.values else 0


def _insured(shoe: Shoe, winnings: Fraction) -> str:
    """With which first two cards insurance gains on average."""
    after = shoe.without(0)
    found = []
    for one in shoe.kinds:
        for other in shoe.kinds[one:]:
            left = after.without(one).without(other)
            tens = _tens(left)
            if min(left.counts) >= 0 and tens * winnings > left.cards - tens:
                found.append(f"{shoe.name(one)} {shoe.name(other)}")
    return f"gains with {', '.join(found)}" if found else "gains with no first two cards"


def _pairs(odds: Paytable[str], cards: Composition, pay: Pay) -> WagerFigures:
    """Tournament Blackjack 18.10: by the first two cards, which are any two of the shoe."""
    held = cards.suited(PERFECT_PAIRS)
    kinds = dict.fromkeys((line.case for line in odds), 0)
    for first, there in held.items():
        for second, others in held.items():
            kind = rules.pair_kind(first, second)
            if kind is not None:
                kinds[kind] += there * (others - (first == second))
    tally = Tally(PERFECT_PAIRS, cite("18.7"), pay)
    for line in odds:
        tally.won(line.case, kinds[line.case], line.odds, line.clause)
    lost = cards.total * (cards.total - 1) - sum(kinds.values())
    tally.lost("no pair", lost, cite("18.10(d)"))
    return tally.figures()
