"""The best play as tables: hard and soft totals, pairs, and where the very cards decide."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.analysis.blackjack.against import DOUBLE, DRAW, SPLIT, STAND
from houseway.analysis.blackjack.shoe import Shoe, Total
from houseway.analysis.blackjack.solved import BY_CARDS, Solved, SolvedShoe
from houseway.analysis.decisions import DecisionTable
from houseway.analysis.figures import decimal_text
from houseway.games.edition import citing
from houseway.games.tournament_blackjack.rules import ACE, Rules

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
