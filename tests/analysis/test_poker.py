"""Canberra Poker by two roads: all deals of a few cards judged one by one, and samples of the deck.

The judge knows nothing of the game's tables: it has its own evaluator and the odds in words. Single
hands of the full deck are counted out against every hand of the dealer by the live verdict, and
whole rounds are played through the live engine.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, pairwise, product
from math import comb, prod
from typing import Any

import msgspec
import pytest

from houseway.analysis import analyse
from houseway.analysis.composition import Composition, full, of_cards
from houseway.analysis.drift import Settled, drift
from houseway.analysis.exact import tournament_canberra_poker as poker
from houseway.analysis.figures import EXACTLY
from houseway.analysis.five_cards import Deals, count, number_of
from houseway.equipment.cards import DECK, RANKS, SUITS, Card, rank
from houseway.games.tournament_canberra_poker import rules, settle
from houseway.games.tournament_canberra_poker.rules import RULES, Options
from tests.analysis.recount import Spread, shares, spreads_of
from tests.games.tournament_canberra_poker import test_every_round as suite
from tests.games.tournament_canberra_poker.test_rules import plain_kind

SLUG = "tournament-canberra-poker"
Cards = tuple[Card, ...]
Worth = tuple[int, list[int]]  # the place of the kind from the lowest, then ranks: ace 12, two 0
ACE, KING, QUEEN, JACK = 12, 11, 10, 9

# Tournament Canberra Poker 8.1 in words, from odd cards to the royal flush, for a bet of one.
BET_PAYS = (1, 1, 2, 3, 4, 5, 7, 20, 50, 250)

# Twelve cards: royal against straight flush; straight flush against four; four, full house, flush,
# threes, pairs; flush, straight, threes; four suits alike; two suits alike and two that are not.
FEW = {
    "sequences": "Ts Js Qs Ks As 9h Th Jh Qh Kh 9c 9d",
    "fours": "2c 3c 4c 5c 6c Kc Kd Kh Ks Qd Qh 7s",
    "many alike": "Ac Ad Ah As Kc Kd Kh Qc Qd 2c 3c 4d",
    "flush and straight": "2c 4c 6c 8c Tc 5d 6d 7d 8h 9s 9d 9h",
    "suits alike": "Ac Ad Ah As Kc Kd Kh Ks 3c 3d 3h 3s",
    "two suits alike": "Ac Ad Kc Kd Qc Qd Th 9h 4h 3h 8s 5s",
}


def some(seed: int) -> str:
    return " ".join(random.Random(seed).sample(DECK, 12))


SAMPLES = FEW | {f"seed {seed}": some(seed) for seed in (1, 2)}


def cards_of(text: str) -> Cards:
    return tuple(map(Card, text.split()))


def left(text: str) -> Composition:
    return of_cards(Counter(cards_of(text)))


# The judge


def gain(held: Worth, shown: Worth) -> int:
    """Tournament Canberra Poker 9.2 to 9.6 and 8.1: what an ante of one and a bet of two gain."""
    if shown[0] == 0 and shown[1][:2] != [ACE, KING]:
        return 1
    if held == shown:
        return 0
    return -3 if held < shown else 1 + 2 * BET_PAYS[held[0]]


def ace_king(held: Worth) -> bool:
    return held[0] > 0 or held[1][:2] == [ACE, KING]


def three_rules(held: Worth, up: int) -> bool:
    kind, ranks = held
    if kind > 0 or not ace_king(held):
        return kind > 0
    high_up = up in (ACE, KING) and (QUEEN in ranks or JACK in ranks)
    matches = up in ranks and up <= QUEEN
    below_fourth = up not in ranks and QUEEN in ranks and up < ranks[3]
    return high_up or matches or below_fourth


# The ways to play in words; the best one is worked out.
WAYS: dict[str, Callable[[Worth, int], bool]] = {
    "three rules": three_rules,
    "ace king jack 8 3 or better": lambda held, up: held >= (0, [ACE, KING, JACK, 6, 1]),
    "matching rank": lambda held, up: held[0] > 0 or (ace_king(held) and up in held[1]),
    "pair or better": lambda held, up: held[0] > 0,
    "ace king or better": lambda held, up: ace_king(held),
    "always bet": lambda held, up: True,
}


def decisions(cards: Cards) -> Iterator[tuple[Cards, Card, Counter[int]]]:
    """Each hand and open card with what a bet gains against each hand of the dealer."""
    worth = {frozenset(hand): plain_kind(hand) for hand in combinations(cards, 5)}
    for hand in combinations(cards, 5):
        held = worth[frozenset(hand)]
        gains = {card: Counter[int]() for card in cards if card not in hand}
        for dealer in combinations(gains, 5):
            gained = gain(held, worth[frozenset(dealer)])
            for up in dealer:
                gains[up][gained] += 1
        for up, found in gains.items():
            yield hand, up, found


@cache
def judged(text: str) -> dict[str, Spread]:
    """What the ante gains by each way to play, and how often."""
    found = {name: Counter[int]() for name in ("best play", *WAYS)}
    for hand, up, gains in decisions(cards_of(text)):
        held, shown, fold = plain_kind(hand), RANKS.index(rank(up)), {-1: gains.total()}
        best = sum(each * ways for each, ways in gains.items()) > -gains.total()
        found["best play"].update(gains if best else fold)
        for name, when in WAYS.items():
            found[name].update(gains if when(held, shown) else fold)
    return {
        f"ante, {name}": shares(Counter({Fraction(each): ways for each, ways in gains.items()}))
        for name, gains in found.items()
    }


@pytest.mark.share(1)
@pytest.mark.parametrize("cards", SAMPLES.values(), ids=list(SAMPLES))
def test_every_deal_of_twelve_cards(cards: str) -> None:
    """Tournament Canberra Poker 2.6, 7.2, 7.3, 8.1, 9.2, 9.3, 9.4, 9.5, 9.6: 83,160 deals."""
    assert spreads_of(analyse(SLUG, composition=left(cards))) == judged(cards)


def neighbours_swapped() -> Iterator[tuple[str, dict[str, int]]]:
    order = dict(poker.read(Options()).order)
    by_place = sorted(order, key=order.__getitem__)
    for lower, higher in pairwise(by_place):
        yield f"{lower} above {higher}", {**order, lower: order[higher], higher: order[lower]}


SWAPPED = dict(neighbours_swapped())


@pytest.mark.share(2)
@pytest.mark.parametrize("order", SWAPPED.values(), ids=list(SWAPPED))
def test_a_wrong_order_of_hands_is_found(order: dict[str, int]) -> None:
    """Tournament Canberra Poker 2.6: any two neighbours in the order of hands the wrong way round
    are found by the deals of some twelve cards."""
    data = msgspec.structs.replace(poker.read(Options()), order=order)
    assert any(
        spreads_of(analyse(SLUG, data=data, composition=left(cards))) != judged(cards)
        for cards in FEW.values()
    )


# The full deck


@cache
def deck() -> Deals:
    return count(full(1))


@cache
def best_bets() -> Any:
    return poker.best_bets(deck(), poker.gains_of(poker.read(Options()), EXACTLY))


def test_one_hand_after_another_against_every_dealer() -> None:
    """Tournament Canberra Poker 6.2, 7.1, 9.2, 9.4, 9.6: hands and open cards drawn by a seed, ace
    and king among them, each against all 163,185 hands of the dealer by the live verdict. Hands of
    the same ranks are judged once, and once more if they are of one suit."""
    deals, drawn = deck(), random.Random(3)
    counted = deals.counted
    with_ace_king = [
        row
        for row, value in enumerate(counted.values.tolist())
        if deals.classes[value].kind == rules.ODD_CARDS and rules.qualifies(deals.classes[value])
    ]
    rows = [*drawn.sample(range(len(counted.hands)), 4), *drawn.sample(with_ace_king, 4)]
    best, decided = best_bets(), set()
    for row in rows:
        hand = tuple(map(card_of, counted.hands[row].tolist()))
        up = drawn.choice([card for card in DECK if card not in hand])
        verdicts = against_every_dealer(hand, up)
        column = number_of(up)
        assert counted.below[row, column] == verdicts[settle.WINS]
        assert counted.equal[row, column] == verdicts[settle.EQUAL]
        assert 163_185 - counted.plays[row, column] == verdicts[settle.NO_CONTEST]
        pays = BET_PAYS[plain_kind(hand)[0]]
        gained = verdicts[settle.NO_CONTEST] + verdicts[settle.WINS] * (1 + 2 * pays)
        assert best[row, column] == (gained - 3 * verdicts[settle.LOSES] > -163_185)
        decided.add(bool(best[row, column]))
    assert decided == {True, False}


def card_of(number: int) -> Card:
    return Card(RANKS[number // 4] + SUITS[number % 4])


def against_every_dealer(hand: Cards, up: Card) -> Counter[str]:
    held, verdicts = RULES.hand_of(hand), Counter[str]()
    for dealer, ways in every_dealer(hand, up):
        verdicts[settle.verdict(RULES, RULES.hand_of(dealer), held)[0]] += ways
    assert verdicts.total() == 163_185
    return verdicts


def every_dealer(hand: Cards, up: Card) -> Iterator[tuple[Cards, int]]:
    """The dealer's hands with an open card: one for all that have the same ranks and are all of
    one suit, or all not, with how many they are."""
    left = {name: [Card(name + suit) for suit in SUITS] for name in RANKS}
    for card in (*hand, up):
        left[rank(card)].remove(card)
    for ranks in combinations_with_replacement(RANKS, 4):
        held = Counter(ranks)
        ways = prod(comb(len(left[name]), many) for name, many in held.items())
        suited = tuple(Card(name + up[1]) for name in held)
        in_suit = len(suited) == 4 and all(card in left[rank(card)] for card in suited)
        if in_suit:
            yield (up, *suited), 1
        if ways > in_suit:
            chosen = product(*(combinations(left[name], many) for name, many in held.items()))
            mixed = (tuple(chain.from_iterable(parts)) for parts in chosen)
            rest = next(each for each in mixed if any(card[1] != up[1] for card in each))
            yield (up, *rest), ways - in_suit


def test_every_hand_of_the_deck_is_counted_once() -> None:
    """Tournament Canberra Poker 2.6: 2,598,960 hands, 134,459 if suits may be renamed, and
    52!/(5! 4! 42!) deals. The hands of each kind are the published ones."""
    deals = deck()
    counted = deals.counted
    kinds: Counter[int] = Counter()
    weighed = zip(counted.values.tolist(), counted.weights.tolist(), strict=True)
    for value, weight in weighed:
        kinds[deals.classes[value].strength] += weight
    assert tuple(kinds[place] for place in range(10)) == suite.PUBLISHED
    assert len(counted.hands) == 134_459
    assert len(deals.classes) == 7_462
    assert deals.total == 19_933_230_517_200


@cache
def rows_by_hand() -> dict[tuple[int, ...], int]:
    return {tuple(hand): row for row, hand in enumerate(deck().counted.hands.tolist())}


def bets_at_best(hand: Cards, up: Card) -> bool:
    """The counted decision, found by renaming suits: the one that holds most comes first."""
    held = [sum(1 << RANKS.index(rank(card)) for card in hand if card[1] == of) for of in SUITS]
    renamed = sorted(range(4), key=lambda place: -held[place])

    def new(card: Card) -> int:
        return RANKS.index(rank(card)) * 4 + renamed.index(SUITS.index(card[1]))

    row = rows_by_hand()[tuple(sorted(map(new, hand)))]
    return bool(best_bets()[row, new(up)])


def test_rounds_of_the_live_engine_lie_within_their_bounds() -> None:
    """Tournament Canberra Poker 7.2, 7.3, 8.1, 9.3, 9.4, 9.5, 9.6: 800 rounds dealt by a seed,
    played through the engine by the three rules; the stakes add up as the count has them."""
    dealt = random.Random(20020218)
    settled, staked = [], 0
    for number in range(800):
        cards = dealt.sample(DECK, 10)
        patron, dealer = tuple(cards[:5]), tuple(cards[5:])
        bets = three_rules(plain_kind(patron), RANKS.index(rank(dealer[-1])))
        told = suite.played(dealer, patron, bets=bets)
        stakes = ((told.ante, 10), (told.bet, 20)) if told.bet else ((told.ante, 10),)
        gained = sum(line[1] + line[2] - stake for line, stake in stakes if line)
        settled.append(Settled(number, "ante, three rules", 10_00, gained * 100))
        staked += 1 + 2 * bets
    analysis = analyse(SLUG)
    (found,) = drift(analysis, settled)
    assert (found.rounds, found.staked) == (800, 8_000_00)
    assert found.within
    assert abs(Fraction(staked, 800) - analysis.wager("ante, three rules").average_stake) < 1 / 10


# What the best play does


@pytest.mark.parametrize(
    ("hand", "up", "bets"),
    [
        ("2c 2d 3h 4s 6c", "Ah", True),
        ("Ac Qd Jh Ts 9c", "9h", False),
        ("Ac Kd 4h 3s 2c", "5d", False),
        ("Ac Kd 4h 3s 2c", "2d", True),
        ("Ac Kd Qh Js 9c", "8d", True),
        ("Ac Kd Jh 8s 3c", "Kh", True),
        ("Ac Kd Th 8s 3c", "Kh", False),
    ],
)
def test_the_decision_by_counting_out_the_dealer(hand: str, up: str, bets: bool) -> None:
    """Tournament Canberra Poker 7.1, 7.2: against every hand of the dealer, by the live verdict."""
    held, shown = cards_of(hand), Card(up)
    verdicts = against_every_dealer(held, shown)
    gained = verdicts[settle.NO_CONTEST] + 3 * verdicts[settle.WINS] - 3 * verdicts[settle.LOSES]
    assert (gained > -163_185) == bets
    assert bets_at_best(held, shown) == bets
