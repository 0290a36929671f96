"""Tournament Blackjack dealt from its shoe or its automated shuffling shoe, by ways to play.

Every box keeps to one way. The ways are those of the exact analysis, by totals or by very cards;
hands that go on alike, whatever their cards, are one number for the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from houseway.analysis import CannotAnalyse
from houseway.analysis.blackjack.best import MEANS, SolvedShoe
from houseway.analysis.blackjack.shoe import (
    ACES_MAKE,
    DEALER_BLACKJACK,
    Hands,
    most_cards,
    result_of,
    with_one_more,
)
from houseway.analysis.blackjack.shoe import BUST as DEALER_BUST
from houseway.analysis.blackjack.worth import DOUBLE, MET, STAND, Way, met
from houseway.analysis.blackjack.worth import PASSED as BUST
from houseway.analysis.compiled import run
from houseway.analysis.composition import full
from houseway.analysis.exact.tournament_blackjack import (
    NATURALS,
    Data,
    Line,
    box_figures,
    insurance_of_counts,
    of_counts,
    pairs_of_counts,
    solved_shoe,
    spread_at_most,
)
from houseway.analysis.figures import EXACTLY, Spread, WagerFigures
from houseway.analysis.kernels import blackjack as rounds
from houseway.analysis.kernels.blackjack import (
    BLACKJACK,
    CODES,
    HANDS,
    KINDS,
    OPEN,
    PASSED,
    SORTS,
    SPLITS,
    CardSource,
    Play,
)
from houseway.analysis.kernels.blackjack_chain import chain_of
from houseway.analysis.kernels.cards import Bytes, Long, Words
from houseway.equipment.cards import DECK, RANKS, SUITS, Card, rank, suit
from houseway.games.tournament_blackjack.rules import ACE, AUTOMATED, TEN, Options, pair_kind

_ENDS = (*MET, BUST)  # what a hand can meet, by its number in a code
_OF_A_UP = KINDS * KINDS
_OF_A_WAY = KINDS * _OF_A_UP


class Manner(Struct, frozen=True, forbid_unknown_fields=True):
    """How the table is played: the way of each box, and what all of them do against an ace.

    `behind` is how many cards lie behind the cutting card; 0 for as few as may be.
    """

    boxes: tuple[str, ...] = tuple(MEANS)
    insurance: bool = True
    even_money: bool = False
    behind: int = 0


class Tables(NamedTuple):
    source: CardSource
    play: Play


def tables(data: Data, manner: Manner) -> Tables:
    _check(data.options, manner)
    solved = solved_shoe(data, full(data.options.decks), EXACTLY)
    needed = most_cards(solved.hands.shoe, data.counting, data.split_hands * len(manner.boxes))
    full(data.options.decks).needs(needed + HANDS)
    least, most = data.rules.behind_cutting_card(data.options.decks)
    behind = manner.behind or least
    if not least <= behind <= most:
        raise CannotAnalyse(
            f"{behind} cards behind the cutting card: {least} to {most} are allowed"
        )
    cards = np.array([_byte(data, card) for card in DECK] * data.options.decks, np.uint8)
    device = data.options.shuffle == AUTOMATED
    source = CardSource(cards, data.rules.by_hand.cut_margin, behind, device)
    return Tables(source, _play(data, solved, manner))


def deal(state: Words, many: int, source: CardSource, play: Play) -> Long:
    """So many rounds by box and case."""
    boxes = len(play.ways)
    counts = np.zeros(boxes * rounds.OF_A_BOX, np.int64)
    shoe = np.zeros(2 * len(source.cards), np.uint8)
    hands, formed = np.zeros(boxes * HANDS, np.uint32), np.zeros(boxes, np.uint8)
    ends = np.zeros(2 * len(source.cards), np.uint32)
    stack = source.cards.copy()
    run("blackjack", counts, stack, shoe, hands, formed, ends, state.copy(), many, source, play)
    return counts


def _check(options: Options, manner: Manner) -> None:
    if not 1 <= len(manner.boxes) <= options.seats:
        raise CannotAnalyse(f"{len(manner.boxes)} boxes: 1 to {options.seats} can be played")
    for way in manner.boxes:
        if way not in MEANS:
            raise CannotAnalyse(f"{way} is no way to play; these are: {', '.join(MEANS)}")


def _byte(data: Data, card: Card) -> int:
    """A card's kind in four bits, its suit in two, and in two which rank of its kind it has."""
    value = data.rules.card_value
    values, own = sorted(set(value.values())), value[rank(card)]
    place = [each for each in RANKS if value[each] == own].index(rank(card))
    if len(values) > KINDS or place >= 4:
        raise CannotAnalyse("at most sixteen values, and four ranks of one value, can be dealt")
    return values.index(own) | SUITS.index(suit(card)) << 4 | place << 6


# Ways to play as tables


class _Numbers:
    """Hands by number: whatever the next card makes of them, alike hands have one."""

    def __init__(self) -> None:
        self.rows: dict[tuple[int, ...], int] = {}

    def of(self, follow: tuple[int, ...]) -> int:
        return self.rows.setdefault(follow, OPEN + len(self.rows))

    def table(self) -> NDArray[np.uint16]:
        if OPEN + len(self.rows) > rounds.HAND:
            raise CannotAnalyse("too many hands to be told apart")
        found = np.zeros((OPEN + len(self.rows), KINDS), np.uint16)
        for follow, number in self.rows.items():
            found[number, : len(follow)] = follow
        return found.reshape(-1)


def _play(data: Data, solved: SolvedShoe, manner: Manner) -> Play:
    shoe, numbers = solved.hands.shoe, _Numbers()
    names = list(dict.fromkeys(manner.boxes))
    firsts, seconds = np.zeros((2, len(names), KINDS, KINDS, KINDS), np.uint32)
    dealers, most, early = np.zeros(KINDS, np.uint16), np.zeros(KINDS, np.uint8), _early(solved)
    for kind in shoe.kinds:
        most[kind] = ACES_MAKE if shoe.values[kind] == ACE else data.split_hands
    for each in solved.against:
        dealers[each.up] = _dealer(solved, each.up, numbers)
        for place, name in enumerate(names):
            here = firsts[place, each.up], seconds[place, each.up]
            _fill(solved.hands, each.ways[name], numbers, *here)
    play = Play(
        ways=np.array([names.index(name) * _OF_A_WAY for name in manner.boxes]),
        firsts=firsts.reshape(-1),
        seconds=seconds.reshape(-1),
        nexts=numbers.table(),
        dealers=dealers,
        most=most,
        early=early,
        chain=np.zeros(0, np.uint16),
        met=_met(data),
        splits=_splits(),
        pairs=_pairs(data),
        offered=data.pair_odds is not None,
        ace=shoe.values.index(ACE),
        ten=shoe.values.index(TEN),
        insures=manner.insurance,
        even_money=manner.even_money,
    )
    alone = len(manner.boxes) == 1
    return play._replace(chain=chain_of(play, len(shoe.values))) if alone else play


def _fill(
    hands: Hands,
    way: Way,
    numbers: _Numbers,
    firsts: NDArray[np.uint32],
    seconds: NDArray[np.uint32],
) -> None:
    """What two kinds of card make against one open card, and after a split."""
    shoe, number = hands.shoe, _numbered(hands, way, numbers)
    for one, other in product(shoe.kinds, repeat=2):
        place = hands.of(one, other)
        doubled = rounds.DOUBLED if way.acts[place] == DOUBLE else 0
        firsts[one, other] = seconds[one, other] = number[place] | doubled
        if shoe.values[one] == ACE:  # Tournament Blackjack 10.4
            seconds[one, other] = hands.total[place].points
        if one == other and one in way.splits:
            firsts[one, other] = rounds.SPLIT
        if shoe.blackjack(one, other):
            firsts[one, other] = rounds.NATURAL


def _numbered(hands: Hands, way: Way, numbers: _Numbers) -> dict[int, int]:
    """A number for every hand of two cards or more, the longest first."""
    found: dict[int, int] = {}
    for place in reversed(range(len(hands.held))):
        if hands.size[place] < 2:
            continue
        act = way.acts[place]
        if act == STAND:
            found[place] = hands.total[place].points
            continue
        follow = [PASSED] * len(hands.shoe.values)
        for kind, _, makes in hands.adds[place]:
            follow[kind] = hands.total[makes].points if act == DOUBLE else found[makes]
        found[place] = numbers.of(tuple(follow))
    return found


def _dealer(solved: SolvedShoe, up: int, numbers: _Numbers) -> int:
    """The number of the dealer's open card; Tournament Blackjack 12.1(a)."""
    shoe, counting = solved.hands.shoe, solved.counting

    @cache
    def number(drawn: tuple[int, ...]) -> int:
        result = result_of(shoe, up, drawn, counting) if any(drawn) else None
        if result is None:
            return numbers.of(tuple(number(with_one_more(drawn, kind)) for kind in shoe.kinds))
        ends = {DEALER_BUST: PASSED, DEALER_BLACKJACK: BLACKJACK}
        return ends[result] if isinstance(result, str) else result

    return number((0,) * len(shoe.values))


def _early(solved: SolvedShoe) -> Bytes:
    """Tournament Blackjack 8.1(a): against neither an ace nor a ten."""
    values = solved.hands.shoe.values
    return np.array([value not in (ACE, TEN) for value in values] + [0] * KINDS, np.uint8)


def _met(data: Data) -> Bytes:
    """By two finished hands what the patron's meets."""
    found = np.full((OPEN, OPEN), _ENDS.index(BUST), np.uint8)
    results: dict[int, int | str] = {PASSED: DEALER_BUST, BLACKJACK: DEALER_BLACKJACK}
    for points, dealer in product(range(data.most + 1), range(OPEN)):
        found[points, dealer] = _ENDS.index(met(points, results.get(dealer, dealer)))
    return found.reshape(-1)


@lru_cache(maxsize=1)
def _sorts() -> tuple[tuple[int, ...], ...]:
    """The codes of the hands of a split, in the order of their cases."""
    return tuple(
        held
        for many in range(2, HANDS + 1)
        for held in combinations_with_replacement(range(CODES), many)
    )


def _splits() -> NDArray[np.uint16]:
    found = np.zeros((CODES + 1) ** HANDS, np.uint16)
    digits = [(CODES + 1) ** place for place in reversed(range(HANDS))]
    for case, held in enumerate(_sorts(), SPLITS):
        for order in set(permutations(held)):
            codes = (*order, *[CODES] * (HANDS - len(held)))
            found[sum(map(int.__mul__, codes, digits))] = case
    return found


def _lines(data: Data) -> list[str]:
    """The cases of the pair odds, by their numbers from one on."""
    return [line.case for line in data.pair_odds or ()]


def _pairs(data: Data) -> Bytes:
    lines, found = _lines(data), np.zeros((256, 256), np.uint8)
    if len(lines) >= rounds.PAIRS:
        raise CannotAnalyse(f"{len(lines)} kinds of pair: {rounds.PAIRS - 1} can be told apart")
    for one, other in product(DECK, repeat=2):
        kind = pair_kind(one, other)
        if kind in lines:
            found[_byte(data, one), _byte(data, other)] = 1 + lines.index(kind)
    return found.reshape(-1)


# From cases to figures


def figures(data: Data, counts: Long, manner: Manner) -> tuple[WagerFigures, ...]:
    """The wagers of these rounds: each way over all boxes that keep to it."""
    shape = (len(manner.boxes), rounds.INSURED, rounds.PAIRS, SORTS)
    by_box = counts.reshape(shape)
    found = []
    for way in dict.fromkeys(manner.boxes):
        boxes = [at for at, name in enumerate(manner.boxes) if name == way]
        cases = by_box[boxes].sum(axis=(0, 1, 2))
        if cases.any():
            found.append(_box(data, way, cases))
    # The boxes of a round are insured against one card: the first stands for them all.
    _, won, lost = by_box[0].sum(axis=(1, 2)).tolist()
    if won + lost:
        found.append(insurance_of_counts(data, won, lost, EXACTLY))
    if data.pair_odds is not None:
        kinds = by_box.sum(axis=(0, 1, 3)).tolist()
        of_kind = dict(zip(_lines(data), kinds[1:], strict=False))
        found.append(pairs_of_counts(data, data.pair_odds, of_kind, sum(kinds), EXACTLY))
    return tuple(found)


def _box(data: Data, way: str, cases: Long) -> WagerFigures:
    naturals = zip(NATURALS, cases[CODES:SPLITS].tolist(), strict=True)
    lines = zip(_every_line(), (cases @ _hands_of_cases()).tolist(), strict=True)
    return of_counts(
        data,
        way,
        {name: weight for name, weight in naturals if weight},
        {line: weight for line, weight in lines if weight},
        int(cases.sum()),
        EXACTLY,
    )


def _every_line() -> Iterator[Line]:
    for split, code in product((False, True), range(CODES)):
        yield split, 1 + code % 2, _ENDS[code // 2]


@lru_cache(maxsize=1)
def _hands_of_cases() -> Long:
    """By case and line, how many such hands it has."""
    found = np.zeros((SORTS, 2 * CODES), np.int64)
    for code in range(CODES):
        found[code, code] = 1
    for case, held in enumerate(_sorts(), SPLITS):
        for code in held:
            found[case, CODES + code] += 1
    return found


def expected(
    data: Data, wagers: tuple[WagerFigures, ...], manner: Manner
) -> tuple[WagerFigures, ...]:
    """The exact figures, with even money taken or not as is asked of all boxes."""
    solved = solved_shoe(data, full(data.options.decks), EXACTLY)
    boxes = [
        box_figures(data, solved, way, EXACTLY, even_money=manner.even_money)
        for way in dict.fromkeys(manner.boxes)
    ]
    return (*boxes, *(each for each in wagers if each.by_round))


def spread(data: Data, wager: WagerFigures) -> Spread:
    """Of a round of the wager; of a box at most."""
    return wager.spread if wager.by_round else spread_at_most(data, wager)
