"""The best ways to play against one open card: by the very cards of a hand, and by its total.

By cards: each hand that was not split is played as is best for its cards, at every choice. A hand
from a split is played as those cards are when they were not split.

By totals: one choice for each total, whatever cards make it and whether or not they were split.
Starting from the choices that suit most hands, whatever gains is changed until no change of any one
choice gains: a draw, a double, a split.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from houseway.analysis.blackjack.shoe import Counting, Hands, Removed, Shoe, Total, every_hand
from houseway.analysis.blackjack.worth import (
    CODES,
    DOUBLE,
    DRAW,
    SPLIT,
    STAND,
    Acts,
    Against,
    Sums,
    Totals,
    Way,
    Worths,
    as_the_dealer,
    best_worths,
    choices_by_group,
    forced,
    never_bust,
    sums_of,
    totals_of,
    way_of,
    worths,
)
from houseway.analysis.compiled import kernel
from houseway.analysis.figures import DecisionTable, decimal_text
from houseway.games.edition import citing
from houseway.games.tournament_blackjack.rules import ACE, Rules


class FirstChoices(Mapping[int, Mapping[str, Fraction]]):
    """What standing, drawing, doubling and splitting gain on the first two cards, by the place of
    the cards; blackjacks are not among them. Fractions are made when they are asked for."""

    def __init__(self, against: Against, best: Worths, split: dict[int, int]) -> None:
        hands, self._scale, self._split = against.hands, against.scale, split
        self._places = list(against.first_hands)
        self._kinds = {place: hands.pairs.get(place) for place in self._places}
        self._forced = {place for place in self._places if not against.may_stand(place)}
        rows = against.removed.row_of[0, self._places]
        numbers = (*best.numbers[:3], against.total)
        self._numbers = tuple(each[rows] for each in numbers)

    def __getitem__(self, place: int) -> dict[str, Fraction]:
        at, number_of = self._places.index(place), kernel("blackjack_hands").number_of
        stand, draw, double, whole = (number_of(each[at]) for each in self._numbers)
        worth = {DRAW: draw, DOUBLE: double}
        if place not in self._forced:
            worth[STAND] = stand
        kind = self._kinds[place]
        if kind in self._split:
            worth[SPLIT] = self._split[kind]
        return {act: Fraction(gain, whole * self._scale) for act, gain in worth.items()}

    def __iter__(self) -> Iterator[int]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class ByCards(NamedTuple):
    """The best way by cards, and what each choice on the first two cards gains, by their place."""

    way: Way
    firsts: FirstChoices
    worths: Worths


def best_by_cards(against: Against) -> ByCards:
    best = best_worths(against)
    acts = best.acts()
    played = worths(against, acts)
    split = {kind: played.split(kind) for kind in against.pairs}
    splits = [kind for kind, worth in split.items() if worth > best.unsplit(kind)]
    return ByCards(Way(acts, frozenset(splits)), FirstChoices(against, best, split), best)


def best_by_totals(against: Against, cards: ByCards) -> Totals:
    """No change of one choice gains any more. Each step gains, so that it ends.

    It begins with the splits of the best by cards: they are hardly ever others.
    """
    guess = _first_guess(against, cards.worths)
    tried = _look(against, guess._replace(splits=cards.way.splits))
    while tried.changes:
        step = _look(against, _changed(tried.totals, tried.changes))
        if step.value <= tried.value:
            largest = max(tried.changes, key=tried.changes.__getitem__)
            step = _look(against, _changed(tried.totals, [largest]))
        tried = step
    return tried.totals


def _first_guess(against: Against, best: Worths) -> Totals:
    """What is best for each total over the hands that make it, as if each could be dealt."""
    rows, hands = against.removed.of_part[0], against.hands
    stand, draw = (each[rows] for each in best.numbers[:2])
    places = against.rows.places[rows]
    gains: dict[tuple[str, Total], int] = {}
    number_of = kernel("blackjack_hands").number_of
    for total in totals_of(against.counting):
        own = (hands.points[places] == total.points) & (hands.soft[places] == total.soft)
        gains[DRAW, total] = number_of((draw[own] - stand[own]).sum(axis=0))
        gains[DOUBLE, total] = 0
    for place in places[hands.sizes[places] == 2].tolist():
        total = hands.total[place]
        if total.points != against.counting.most:
            of_stand, of_draw, double = best.choices(place)
            other = max(of_draw, of_stand) if against.may_stand(place) else of_draw
            gains[DOUBLE, total] += double - other
    draws = [total for (act, total), gain in gains.items() if act == DRAW and gain > 0]
    must = [total for total in totals_of(against.counting) if forced(total, against.counting)]
    doubles = [total for (act, total), gain in gains.items() if act == DOUBLE and gain > 0]
    return Totals(frozenset(draws + must), frozenset(doubles))


Change = tuple[str, Total | int]  # DRAW or DOUBLE on a total, SPLIT of a kind: the other way about


class _Look(NamedTuple):
    """A way to play by totals, what it gains, and what each change that gains would add."""

    totals: Totals
    value: int
    changes: dict[Change, int]


def _changed(totals: Totals, changes: Iterable[Change]) -> Totals:
    draws, doubles, splits = set(totals.draws), set(totals.doubles), set(totals.splits)
    for act, of in changes:
        if isinstance(of, int):
            splits ^= {of}
        else:
            (draws if act == DRAW else doubles).symmetric_difference_update({of})
    return Totals(frozenset(draws), frozenset(doubles), frozenset(splits))


def _look(against: Against, totals: Totals) -> _Look:
    way, hands = way_of(against.hands, against.counting, totals), against.hands
    worth, points = worths(against, way.acts), against.counting.most + 1
    groups = ((hands.sizes == 2) * 2 + hands.soft) * points + hands.points
    sums, value = choices_by_group(against, worth, way, groups, 4 * points)
    gains: dict[Change, int] = {}
    for total in totals_of(against.counting):
        later, first = (sums[(2 * two + total.soft) * points + total.points] for two in (0, 1))
        gains[DRAW, total], gains[DOUBLE, total] = _gains(against, totals, total, later, first)
    for kind in against.pairs:
        gain = worth.split(kind) - worth.unsplit(kind)
        gains[SPLIT, kind] = -gain if kind in totals.splits else gain
    return _Look(totals, value, {change: gain for change, gain in gains.items() if gain > 0})


def _gains(
    against: Against, totals: Totals, total: Total, later: list[int], first: list[int]
) -> tuple[int, int]:
    """What drawing and doubling on a total, made the other way about, would add; by what its hands
    of more cards and of two are worth that stand, draw or double."""
    draws, doubles = total in totals.draws, total in totals.doubles
    drawn = 0
    if against.counting.may_stand(total):
        drawn = later[1] - later[0] + (0 if doubles else first[1] - first[0])
    doubled = first[2] - (first[1] if draws else first[0])
    return -drawn if draws else drawn, -doubled if doubles else doubled


# The best way to play by a table: one choice for each total, apart for the first two cards and
# for pairs that may be split.


class TableCell(NamedTuple):
    """What a choice may rest on: a total, whether it is that of two cards, and the kind of a pair
    that may be split; -1 for none."""

    total: Total
    first: bool
    pair: int = -1


Choices = Mapping[TableCell, str]  # STAND, DRAW, DOUBLE or SPLIT


def way_by(against: Against, choices: Choices) -> Way:
    """A table as a way to play. A pair that may not be split any more is a plain total."""
    import numpy as np

    splits = frozenset(cell.pair for cell, act in choices.items() if act == SPLIT)
    codes = np.zeros(len(against.hands.sizes), np.uint8)
    for place in _open(against):
        codes[place] = CODES.index(_act(choices, _cell(against, place, splits)))
    return Way(Acts(codes), splits)


def _open(against: Against) -> list[int]:
    """The places of hands with which there may be something to choose."""
    hands = against.hands
    open_ = (hands.sizes >= 2) & (hands.points != against.counting.most)
    found: list[int] = open_.nonzero()[0].tolist()
    return found


def _act(choices: Choices, cell: TableCell) -> str:
    """Two aces that may not be split come only where nothing is to be chosen."""
    return choices.get(cell, STAND)


def _cell(against: Against, place: int, splits: frozenset[int]) -> TableCell:
    """The cell of a hand: a pair that is split is asked for only where it cannot be."""
    hands = against.hands
    kind = hands.pairs.get(place, -1)
    apart = kind in against.pairs and kind not in splits
    return TableCell(hands.total[place], hands.size[place] == 2, kind if apart else -1)


def cells_of(against: Against) -> list[TableCell]:
    """Every cell in which something is to be chosen against this open card."""
    hands, found = against.hands, set[TableCell]()
    for place in _open(against):
        total, size = hands.total[place], hands.size[place]
        kind = hands.pairs.get(place, -1)
        if kind in against.pairs:
            found.add(TableCell(total, first=True, pair=kind))
        if kind < 0 or not against.removed.is_ace(kind):
            found.add(TableCell(total, size == 2))
    return sorted(found)


def cells_used(against: Against, splits: frozenset[int]) -> set[TableCell]:
    """The cells that can be asked for where these pairs are split."""
    return {_cell(against, place, splits) for place in _open(against)} & set(cells_of(against))


def acts_in(against: Against, cell: TableCell) -> tuple[str, ...]:
    """What the rules allow in a cell."""
    stand = (STAND,) if against.counting.may_stand(cell.total) else ()
    double = (DOUBLE,) if cell.first else ()
    return (*stand, DRAW, *double, *((SPLIT,) if cell.pair >= 0 else ()))


class _Tried(NamedTuple):
    choices: Choices
    value: int
    changes: dict[TableCell, tuple[str, int]]


def best_by_table(against: Against) -> dict[TableCell, str]:
    """No change of one choice gains any more. Each step gains, so that it ends."""
    cards = best_by_cards(against)
    totals, begun = best_by_totals(against, cards), {}
    for cell in cells_of(against):
        split = cell.pair in totals.splits
        begun[cell] = SPLIT if split else totals.act(cell.total, first=cell.first)
    tried = _by_table_look(against, begun)
    while tried.changes:
        step = _by_table_look(against, _by_table_changed(tried, tried.changes))
        if step.value <= tried.value:
            largest = max(tried.changes, key=lambda cell: tried.changes[cell][1])
            step = _by_table_look(
                against, _by_table_changed(tried, {largest: tried.changes[largest]})
            )
            if step.value <= tried.value:
                break
        tried = step
    return dict(tried.choices)


def _by_table_changed(tried: _Tried, changes: Mapping[TableCell, tuple[str, int]]) -> Choices:
    return {**tried.choices, **{cell: act for cell, (act, _) in changes.items()}}


def _by_table_look(against: Against, choices: Choices) -> _Tried:
    """What a table gains, and the best change of each choice where one gains."""
    import numpy as np

    way = way_by(against, choices)
    worth, cells = worths(against, way.acts), cells_of(against)
    groups = np.full(len(against.hands.sizes), -1)
    number = {cell: at for at, cell in enumerate(cells)}
    for place in _open(against):
        cell = _cell(against, place, way.splits)
        if cell.pair < 0:  # others are weighed with their split
            groups[place] = number.get(cell, -1)
    sums, value = choices_by_group(against, worth, way, groups, len(cells))
    gains = {
        (cell, act): gain
        for cell, numbers in zip(cells, sums, strict=True)
        for act, gain in zip(CODES, numbers, strict=True)
        if cell.pair < 0
    }
    gains |= _pair_gains(against, worth)
    return _Tried(choices, value, _better(against, choices, gains))


def _pair_gains(against: Against, worth: Worths) -> dict[tuple[TableCell, str], int]:
    """What each choice on a first pair is worth in a round."""
    gains = {}
    for kind in against.pairs:
        place = against.hands.of(kind, kind)
        cell = TableCell(against.hands.total[place], first=True, pair=kind)
        for act, gain in zip(CODES, worth.choices(place), strict=True):
            gains[cell, act] = gain
        gains[cell, SPLIT] = worth.split(kind)
    return gains


def _better(
    against: Against, choices: Choices, gains: Mapping[tuple[TableCell, str], int]
) -> dict[TableCell, tuple[str, int]]:
    found = {}
    for cell, chosen in choices.items():
        if (cell, chosen) in gains:
            best = max(acts_in(against, cell), key=lambda act: gains.get((cell, act), 0))
            more = gains[cell, best] - gains[cell, chosen]
            if more > 0:
                found[cell] = (best, more)
    return found


# A shoe solved: against each open card the best ways to play, and what each way comes to.

BY_TOTALS, BY_CARDS = "best by totals", "best by cards"
MIMIC, NEVER_BUST = "mimic the dealer", "never bust"

# fmt: off
MEANS = {
    BY_TOTALS:  "one choice for each total and open card; no change of any one choice gains",
    BY_CARDS:   "the best choice for the very cards of each hand; a hand from a split is played as "
                "those cards are when they were not split",
    MIMIC:      "draws and stands as the dealer must; doubles and splits nothing",
    NEVER_BUST: "as the best by totals, but draws nothing to a hard total above 11",
}
# fmt: on


class Solved(NamedTuple):
    """One open card: what is best, every way to play, and what each comes to out of so many."""

    up: int
    totals: Totals
    firsts: FirstChoices
    ways: Mapping[str, Way]
    sums: Mapping[str, Sums]
    out_of: int


class SolvedShoe(NamedTuple):
    counting: Counting
    hands: Hands
    against: tuple[Solved, ...]


@lru_cache(maxsize=4)
def solve(
    shoe: Shoe, counting: Counting, gains: tuple[tuple[str, Fraction], ...], split_hands: int
) -> SolvedShoe:
    hands = every_hand(shoe, counting)
    removed = Removed(hands, counting, split_hands)
    solved = [_solve(Against(removed, up, counting, dict(gains))) for up in shoe.kinds]
    return SolvedShoe(counting, hands, tuple(solved))


def _solve(against: Against) -> Solved:
    hands, counting = against.hands, against.counting
    cards = best_by_cards(against)
    totals = best_by_totals(against, cards)
    ways: dict[str, Way] = {
        BY_TOTALS: way_of(hands, counting, totals),
        BY_CARDS: cards.way,
        MIMIC: way_of(hands, counting, as_the_dealer(counting)),
        NEVER_BUST: way_of(hands, counting, never_bust(totals, counting)),
    }
    sums = {name: sums_of(against, way) for name, way in ways.items()}
    return Solved(against.up, totals, cards.firsts, ways, sums, against.out_of)


# The best play as tables: hard and soft totals, pairs, and where the very cards decide.

DOUBLE_OR_STAND = "Ds"
MARKS = "S stand, H draw, D double or else draw, Ds double or else stand, P split"


def strategy_tables(rules: Rules, solved: SolvedShoe) -> tuple[DecisionTable, ...]:
    return (
        _by_totals(rules, solved, "hard totals", soft=False),
        _by_totals(rules, solved, "soft totals", soft=True),
        _pairs(rules, solved),
        _by_cards(rules, solved),
    )


def _ups(solved: SolvedShoe) -> list[Solved]:
    """The open cards as tables have them: from the two up, and the ace last."""
    return sorted(solved.against, key=lambda each: _from_two(solved.hands.shoe, each.up))


def _from_two(shoe: Shoe, kind: int) -> tuple[bool, int]:
    return shoe.values[kind] == ACE, shoe.values[kind]


def _head(solved: SolvedShoe, first: str) -> tuple[str, ...]:
    return (first, *(solved.hands.shoe.name(each.up) for each in _ups(solved)))


def _mark(each: Solved, total: Total) -> str:
    act = each.totals.act(total, first=True)
    if act == DOUBLE and total not in each.totals.draws:
        return DOUBLE_OR_STAND
    return act


def _by_totals(rules: Rules, solved: SolvedShoe, name: str, *, soft: bool) -> DecisionTable:
    hands = solved.hands
    held = {
        total
        for total, size in zip(hands.total, hands.size, strict=True)
        if size >= 2 and total.soft == soft and total.points < solved.counting.most
    }
    rows = [
        (str(total.points), *(_mark(each, total) for each in _ups(solved)))
        for total in sorted(held, reverse=True)
    ]
    head = _head(solved, name)
    return DecisionTable(name, citing(rules)("9.1"), head, tuple(rows), (MARKS,))


def _pairs(rules: Rules, solved: SolvedShoe) -> DecisionTable:
    shoe, rows = solved.hands.shoe, []
    kinds = sorted(solved.hands.pairs.values(), key=lambda kind: _from_two(shoe, kind))
    for kind in reversed(kinds):
        total = solved.hands.total[solved.hands.of(kind, kind)]
        marks = [
            SPLIT if kind in each.totals.splits else _mark(each, total) for each in _ups(solved)
        ]
        rows.append((f"{shoe.name(kind)} {shoe.name(kind)}", *marks))
    return DecisionTable(
        "pairs", citing(rules)("10.1"), _head(solved, "pair"), tuple(rows), (MARKS,)
    )


def _by_cards(rules: Rules, solved: SolvedShoe) -> DecisionTable:
    head = ("first two cards", "against", "by totals", "by cards", "gains more")
    note = "for each unit staked, with whatever follows played by the cards"
    rows = tuple(row for each in _ups(solved) for row in _differing(solved, each))
    return DecisionTable("where the cards decide", citing(rules)("9.1"), head, rows, (note,))


def _differing(solved: SolvedShoe, each: Solved) -> Iterator[tuple[str, ...]]:
    hands, best = solved.hands, each.ways[BY_CARDS]
    for place, choices in each.firsts.items():
        kind = hands.pairs.get(place)
        plain = each.totals.act(hands.total[place], first=True)
        by_totals = SPLIT if kind in each.totals.splits else plain
        by_cards = SPLIT if kind in best.splits else best.acts[place]
        if by_totals != by_cards:
            more = decimal_text(choices[by_cards] - choices[by_totals], 6)
            cards = " ".join(
                hands.shoe.name(at)
                for at, number in enumerate(hands.held[place])
                for _ in range(number)
            )
            yield cards, hands.shoe.name(each.up), _TOLD[by_totals], _TOLD[by_cards], more


_TOLD = {STAND: "stand", DRAW: "draw", DOUBLE: "double", SPLIT: "split"}
