"""Three Card Baccarat (The Star, 2016): both variants, by the order of hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from math import comb

from houseway.analysis.composition import Composition, full
from houseway.analysis.exact.tally import LOSES, WINS, Counts, Tally, chosen
from houseway.analysis.figures import Pay, WagerFigures
from houseway.analysis.rule_data import InForce
from houseway.games.edition import citing
from houseway.games.three_card_baccarat.rules import (
    BANKER_TOTAL,
    HAND,
    PLAYER,
    PLAYER_ON_SIX,
    RULES,
    THREE_PICTURES,
    TIE,
    TOTAL_OF,
    Options,
    Rules,
    cite,
)
from houseway.rulebook.document import Clause

ROUNDS_BY: str | None = cite("5.11")
CARDS_OF_A_ROUND = 6

Look = tuple[int, int]  # picture cards and points: all that the rules see of a hand
Split = tuple[tuple[int, ...], tuple[int, ...]]  # picture cards by value, the others by value


Data = InForce[Rules, Options]


def read(options: Options, rules: Rules = RULES) -> Data:
    return Data(rules, options, {
        "decks": "options.decks",
        "value": "rules.card_value",
        "pictures": "rules.picture_ranks",
        "orders": "rules.orders",
        "odds": f"rules.odds.{options.variant}",
    })  # fmt: skip


def analyse(data: Data, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    cards = source or full(data.options.decks)
    cards.needs(CARDS_OF_A_ROUND)
    split = _split(data, cards)
    return of_counts(data, pairs_of_looks(split), looks_of(split), pay)


def of_counts(
    data: Data,
    pairs: Mapping[tuple[Look, Look], int],
    banker: Mapping[Look, int],
    pay: Pay,
) -> tuple[WagerFigures, ...]:
    """The figures of hands that were counted: Player's against Banker's, and Banker's alone."""
    return (
        *_against_banker(data, pairs, pay),
        _three_pictures(data, banker, pay),
        *(_total(data, wager, banker, pay) for wager in TOTAL_OF),
    )


def _split(data: Data, cards: Composition) -> Split:
    pictures, others = [0] * 10, [0] * 10
    for name, held in cards.ranks.items():
        part = pictures if name in data.rules.picture_ranks else others
        part[data.rules.card_value[name] % 10] += held
    return tuple(pictures), tuple(others)


def looks_of(split: Split) -> dict[Look, int]:
    """Hands of three, in no order, by picture cards and points."""
    return _combined(chosen(split[0]), chosen(split[1]))


def _combined(of_pictures: tuple[Counts, ...], of_others: tuple[Counts, ...]) -> dict[Look, int]:
    looks: dict[Look, int] = {}
    for number in range(HAND + 1):
        others = of_others[HAND - number]
        for a, ways in enumerate(of_pictures[number]):
            if ways:
                for b, times in enumerate(others):
                    if times:
                        look = number, (a + b) % 10
                        looks[look] = looks.get(look, 0) + ways * times
    return looks


def ways_by_order(data: Data, source: Composition) -> dict[int, int]:
    """Three Card Baccarat 7.2 Table: hands of three of each order, 1 the highest."""
    ways = dict.fromkeys(sorted(data.rules.orders.values()), 0)
    for look, times in looks_of(_split(data, source)).items():
        ways[data.rules.orders[look]] += times
    return ways


def pairs_of_looks(split: Split) -> dict[tuple[Look, Look], int]:
    """Ways to be dealt one look as Player and another as Banker, three cards each."""
    found: dict[tuple[Look, Look], int] = {}
    left_pictures, left_others = _Left(split[0]), _Left(split[1])
    for drawn, ways, look in _hands(split):
        of_pictures = left_pictures.without(tuple(v for picture, v in drawn if picture))
        of_others = left_others.without(tuple(v for picture, v in drawn if not picture))
        for other, times in _combined(of_pictures, of_others).items():
            found[look, other] = found.get((look, other), 0) + ways * times
    return found


class _Left:
    """What can be chosen from counts once some values are gone, worked out once for each."""

    def __init__(self, counts: tuple[int, ...]) -> None:
        self.counts = counts
        self._known: dict[tuple[int, ...], tuple[Counts, ...]] = {}

    def without(self, values: tuple[int, ...]) -> tuple[Counts, ...]:
        if values not in self._known:
            left = list(self.counts)
            for value in values:
                left[value] -= 1
            self._known[values] = chosen(left)
        return self._known[values]


def _hands(split: Split) -> Iterator[tuple[tuple[tuple[bool, int], ...], int, Look]]:
    """Every kind of hand: its kinds of card, the ways to hold it, its look."""
    counts = {
        (picture, value): held
        for picture, part in ((True, split[0]), (False, split[1]))
        for value, held in enumerate(part)
        if held
    }
    for drawn in combinations_with_replacement(counts, HAND):
        ways = 1
        for kind in set(drawn):
            ways *= comb(counts[kind], drawn.count(kind))
        if ways:
            pictures = sum(picture for picture, _ in drawn)
            yield drawn, ways, (pictures, sum(value for _, value in drawn) % 10)


def _against_banker(
    data: Data, pairs: Mapping[tuple[Look, Look], int], pay: Pay
) -> tuple[WagerFigures, WagerFigures]:
    """Three Card Baccarat 5.1.1 and 5.1.2: the Player hand against the Banker hand."""
    on_player = Tally(PLAYER, data.rules.wagers[PLAYER], pay)
    on_tie = Tally(TIE, data.rules.wagers[TIE], pay)
    tie = data.rules.odds[data.options.variant][TIE]
    for (mine, theirs), weight in pairs.items():
        order, against = data.rules.orders[mine], data.rules.orders[theirs]
        _on_player(on_player, data, mine, data.rules.on_player(order, against), weight)
        if order == against:
            on_tie.won("tie", weight, tie.odds, tie.clause)
        else:
            on_tie.lost("no tie", weight, citing(data.rules)("5.1.2"))
    return on_player.figures(), on_tie.figures()


def _on_player(
    tally: Tally, data: Data, mine: Look, ruled: tuple[str, Clause], weight: int
) -> None:
    verdict, clause = ruled
    if verdict == WINS:
        on_six = mine[1] == 6 and PLAYER_ON_SIX in data.rules.odds[data.options.variant]
        line = data.rules.odds[data.options.variant][PLAYER_ON_SIX if on_six else PLAYER]
        tally.won(line.case, weight, line.odds, line.clause)
    elif verdict == LOSES:
        tally.lost("banker", weight, clause)
    else:
        both = data.rules.orders[mine] == data.rules.three_picture_cards
        tally.stood_off("both three picture cards" if both else "tie", weight, clause)


def _three_pictures(data: Data, banker: Mapping[Look, int], pay: Pay) -> WagerFigures:
    """Three Card Baccarat 5.1.3."""
    tally = Tally(THREE_PICTURES, data.rules.wagers[THREE_PICTURES], pay)
    won = sum(ways for (pictures, _), ways in banker.items() if pictures == HAND)
    line = data.rules.odds[data.options.variant][THREE_PICTURES]
    tally.won(THREE_PICTURES, won, line.odds, line.clause)
    tally.lost("any other hand", sum(banker.values()) - won, citing(data.rules)("5.1.3"))
    return tally.figures()


def _total(data: Data, wager: str, banker: Mapping[Look, int], pay: Pay) -> WagerFigures:
    """Three Card Baccarat 5.1.4: Banker's points, whatever the picture cards."""
    tally = Tally(wager, data.rules.wagers[wager], pay)
    won = sum(ways for (_, points), ways in banker.items() if points == TOTAL_OF[wager])
    line = data.rules.odds[data.options.variant][BANKER_TOTAL]
    tally.won(wager, won, line.odds, line.clause)
    tally.lost("any other total", sum(banker.values()) - won, citing(data.rules)("5.1.4"))
    return tally.figures()
