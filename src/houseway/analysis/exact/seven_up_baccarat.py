"""7-Up Baccarat (The Star, 2016): the hands, the tie and Super 7's, sevens told apart."""

from __future__ import annotations

from collections.abc import Mapping
from operator import add, mul

from houseway.analysis.composition import Composition, full
from houseway.analysis.exact.tally import ALL, DIGITS, ROW_BITS, UNIT, Row, Tally, rotated, unpacked
from houseway.analysis.exact.two_hands import DrawingRule, Table, on_a_hand
from houseway.analysis.figures import Pay, WagerFigures
from houseway.analysis.rule_data import InForce
from houseway.games.seven_up_baccarat.rules import (
    BASE,
    NOT_SEVEN,
    RULES,
    SEVEN,
    SUPER_SEVENS,
    Options,
    Rules,
    cite,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Odds

ROUNDS_BY: str | None = cite("5.7")
CARDS_OF_A_ROUND = 5
_SEVEN = 10  # the kind of card that is a seven; kinds 0 to 9 are the other cards by their value
_KINDS = range(11)


Data = InForce[Rules, Options]


def read(options: Options, rules: Rules = RULES) -> Data:
    super_sevens = {"super_sevens_odds": "rules.super_sevens_odds"}
    return Data(rules, options, {
        "printed_seven": "rules.printed_seven",
        "decks": "rules.decks",
        "value": "rules.card_value",
        "naturals": "rules.naturals",
        "player_draws": "rules.player_action",
        "banker_draws": "rules.banker_action",
        "outcomes": "rules.outcomes",
        "odds": "rules.hand_odds",
        **(super_sevens if options.super_sevens == "offered" else {}),
    })  # fmt: skip


def analyse(data: Data, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    cards = source or full(data.rules.decks)
    cards.needs(CARDS_OF_A_ROUND)
    coups = Coups(data, cards)
    return of_counts(data, coups.ends, coups.sevens, pay)


def of_counts(data: Data, ends: Table, sevens: list[int], pay: Pay) -> tuple[WagerFigures, ...]:
    """The figures of coups that were counted: by final counts, and by sevens dealt."""
    figures = [_hand(wager, data, ends, pay) for wager in BASE]
    if data.options.super_sevens == "offered":
        figures.append(_super_sevens(data, sevens, pay))
    return tuple(figures)


def _hand(wager: str, data: Data, ends: Table, pay: Pay) -> WagerFigures:
    def line(result: str, total: int) -> tuple[str, Odds, Clause]:
        case = SEVEN if total == 7 else NOT_SEVEN
        paid = data.rules.hand_odds[wager, case]
        return f"{wager} {case}", paid.odds, paid.clause

    tally = Tally(wager, data.rules.wagers[wager], pay)
    on_a_hand(tally, ends, data.rules.outcomes, line)
    return tally.figures()


def _super_sevens(data: Data, sevens: list[int], pay: Pay) -> WagerFigures:
    """7-Up Baccarat 10.5, 11.1.3: by the number of sevens, the printed one counted."""
    table = data.rules.super_sevens_odds
    tally = Tally(SUPER_SEVENS, data.rules.wagers[SUPER_SEVENS], pay)
    for number, weight in enumerate(sevens, 1):
        if number in table:
            line = table[number]
            tally.won(f"{number} sevens", weight, line.odds, line.clause)
        else:
            tally.lost(f"{number} sevens", weight, data.rules.wagers[SUPER_SEVENS])
    return tally.figures()


class Source:
    """The cards left by kind, and what two of them make.

    Kinds 0 to 9 are the cards that are no sevens, by their value; kind 10 are the sevens. A wide
    row is three rows: for no seven among Banker's two cards, for one, for two.
    """

    def __init__(self, cards: Composition, value: Mapping[str, int]) -> None:
        counts = list(cards.by_value(value))
        seven, sevens = value["7"] % 10, cards.ranks["7"]
        counts[seven] -= sevens
        self.counts = (*counts, sevens)
        self.total = cards.total
        self.value: tuple[int, ...] = (*DIGITS, seven)
        self.kinds = [kind for kind, held in enumerate(self.counts) if held]
        # Twice, because the two cards come in either order.
        self.pair = [[2 * self._lane(one, other) for other in _KINDS] for one in _KINDS]
        self.pairs_with = [
            sum(map(mul, self.counts, row)) - row[kind] for kind, row in enumerate(self.pair)
        ]
        self.pairs = sum(map(mul, self.counts, self.pairs_with)) // 2

    def _lane(self, one: int, other: int) -> Row:
        total = (self.value[one] + self.value[other]) % 10
        sevens = int(one == _SEVEN) + int(other == _SEVEN)
        return UNIT[total + 10 * sevens]


class Coups:
    """Every coup of five cards, counted once: final totals, and sevens among the cards dealt.

    As in any count of shuffled cards the order of drawing does not matter: Player's card and third
    cards are taken out first. Banker's two cards are any pair of the source, less the pairs with a
    card taken out, but those with two of them were taken off twice.
    """

    def __init__(self, data: Data, cards: Composition) -> None:
        rules = data.rules
        self.drawing = DrawingRule(rules.naturals, rules.player_action, rules.banker_action)
        self.source = Source(cards, data.rules.card_value)
        # Wide rows by Player's final total, Banker's third card and sevens outside Banker's pair.
        self._found: dict[tuple[int, int, int], Row] = {}
        for card in self.source.kinds:
            total = (data.rules.printed_seven + self.source.value[card]) % 10
            self._deal(card, total, self.source.pairs - self.source.pairs_with[card])
        self.ends: Table = [[0] * 10 for _ in DIGITS]
        self.sevens = [0] * (CARDS_OF_A_ROUND + 1)
        for (player, added, outside), row in self._found.items():
            self._gather(player, added, outside, row)

    def _deal(self, card: int, total: int, pairs: Row) -> None:
        """Every coup in which Player is dealt this kind of card beside the printed seven."""
        source, drawing = self.source, self.drawing
        held, after = source.counts[card], source.total - 1
        sevens = int(card == _SEVEN)
        ended = pairs & _wide(drawing.two_each(total))
        self._end(total, 0, sevens, ended * held * (after - 2) * (after - 3))
        if total in drawing.naturals:
            return
        for third in source.kinds:
            ways = held * (source.counts[third] - (third == card))
            left = pairs - source.pairs_with[third] + source.pair[card][third]
            with_third = sevens + (third == _SEVEN)
            if total in drawing.standing:
                drew = left & _wide(drawing.draws[None])
                self._end(total, source.value[third], with_third, drew * ways * (after - 3))
                continue
            reached = (total + source.value[third]) % 10
            stood = left & _wide(drawing.stands[source.value[third]])
            self._end(reached, 0, with_third, stood * ways * (after - 3))
            self._banker_draws(card, third, reached, with_third, ways, left)

    def _banker_draws(
        self, card: int, third: int, reached: int, sevens: int, ways: int, pairs: Row
    ) -> None:
        source = self.source
        draws = _wide(self.drawing.draws[source.value[third]])
        both = [a + b for a, b in zip(source.pair[card], source.pair[third], strict=True)]
        for last in source.kinds:
            times = source.counts[last] - (last == card) - (last == third)
            left = (pairs - source.pairs_with[last] + both[last]) & draws
            self._end(reached, source.value[last], sevens + (last == _SEVEN), left * ways * times)

    def _end(self, player: int, added: int, sevens: int, row: Row) -> None:
        case = player, added, sevens
        self._found[case] = self._found.get(case, 0) + row

    def _gather(self, player: int, added: int, outside: int, row: Row) -> None:
        for inside in range(3):
            part = row >> ROW_BITS * inside & ALL
            if part:
                counts = unpacked(rotated(part, added))
                self.ends[player] = list(map(add, self.ends[player], counts))
                self.sevens[outside + inside] += sum(counts)


def _wide(row: Row) -> Row:
    """The same mask for none, one and two sevens."""
    return row | row << ROW_BITS | row << 2 * ROW_BITS
