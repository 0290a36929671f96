"""Player and Banker of two-hand baccarat, whatever the document: third cards and final totals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from houseway.analysis.exact.tally import (
    DIGITS,
    LOSES,
    WINS,
    Counts,
    Row,
    Tally,
    less,
    mask,
    rotated,
    two_card_rows,
    unpacked,
)
from houseway.analysis.rule_data import BadChange
from houseway.games.baccarat import winner
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Grid, Odds

Table = list[list[int]]
Verdicts = Mapping[tuple[str, str], tuple[str, Clause]]
Line = Callable[[str, int], tuple[str, Odds, Clause]]


class DrawingRule:
    """Who draws, read once from the tables: naturals, Player's row, Banker's grid.

    `player` are the totals of Player that draw, `standing` those that stand and leave Banker to
    draw or not. `draws` and `stands` are Banker's totals, as masks of a row, by the value of
    Player's third card, None for no card.
    """

    def __init__(self, naturals: tuple[int, ...], player: Grid, banker: Grid) -> None:
        self.naturals = naturals
        self.open = [total for total in DIGITS if total not in naturals]
        self.player = [total for total in self.open if _draws(player, "Player", total)]
        self.standing = [total for total in self.open if total not in self.player]
        self.draws: dict[int | None, Row] = {}
        self.stands: dict[int | None, Row] = {}
        for third in (None, *DIGITS):
            column = "-" if third is None else third
            draws = [total for total in self.open if _draws(banker, total, column)]
            self.draws[third] = mask(draws)
            self.stands[third] = mask(total for total in self.open if total not in draws)

    def two_each(self, player: int) -> Row:
        """Banker's totals that end a round on two cards each, against this total of Player."""
        if player in self.naturals:
            return mask(DIGITS)
        ended = mask(self.naturals)
        return ended if player in self.player else ended | self.stands[None]


def _draws(grid: Grid, row: int | str, column: int | str) -> bool:
    cell = str(row), str(column)
    if cell not in grid:
        raise BadChange(
            f"nothing says whether to draw: the table has no row {row}, column {column}"
        )
    return grid[cell] == "D"


def final_totals(counts: Counts, drawing: DrawingRule) -> Table:
    """`table[p][b]`: ordered ways in which six cards end with these totals of Player and Banker.

    The order in which cards leave a shuffled source does not matter to a count, so third cards are
    taken out first and the two-card totals are counted in what is left.
    """
    cards = sum(counts)
    ends = [0] * 10
    for player, row in two_card_rows(counts).items():
        ends[player] += (row & drawing.two_each(player)) * (cards - 4) * (cards - 5)
    for third in DIGITS:
        if counts[third]:
            _one_third(ends, counts, third, drawing)
    _two_thirds(ends, counts, drawing)
    return [unpacked(row) for row in ends]


def cell_weights(counts: Counts) -> Iterator[tuple[int, int]]:
    """Cells with the ordered ways of six cards: totals on two cards, values of the next two.

    The cell is the four digits side by side: Player, Banker, fifth card, sixth card.
    """
    for fifth in DIGITS:
        left = less(counts, fifth)
        for sixth in DIGITS:
            ways = counts[fifth] * left[sixth]
            if ways <= 0:
                continue
            for player, row in two_card_rows(less(left, sixth)).items():
                for banker, weight in enumerate(unpacked(row)):
                    yield ((player * 10 + banker) * 10 + fifth) * 10 + sixth, weight * ways


def _one_third(ends: list[Row], counts: Counts, third: int, drawing: DrawingRule) -> None:
    """Banker draws against a Player who stands, or stands against one who has drawn."""
    table = two_card_rows(less(counts, third), drawing.open)
    ways = counts[third] * (sum(counts) - 5)
    for player in drawing.standing:
        ends[player] += rotated(table[player] & drawing.draws[None], third) * ways
    for player in drawing.player:
        ends[(player + third) % 10] += (table[player] & drawing.stands[third]) * ways


def _two_thirds(ends: list[Row], counts: Counts, drawing: DrawingRule) -> None:
    """Both draw. By Banker's third card, and rotated by it in the end."""
    drawn = [[0] * 10 for _ in DIGITS]
    for one in DIGITS:
        left = less(counts, one)
        for other in range(one, 10):
            ways = counts[one] * left[other]
            if ways <= 0:
                continue
            table = two_card_rows(less(left, other), drawing.player)
            for mine, theirs in {(one, other), (other, one)}:
                draws, reached = drawing.draws[mine], drawn[theirs]
                for player, row in table.items():
                    reached[(player + mine) % 10] += (row & draws) * ways
    for theirs, rows in enumerate(drawn):
        for player, row in enumerate(rows):
            ends[player] += rotated(row, theirs)


def on_a_hand(tally: Tally, ends: Table, verdicts: Verdicts, line: Line) -> None:
    """A wager on Player, Banker or Tie. `line` gives the odds by the result and its total."""
    for (result, total), weight in results(ends).items():
        verdict, clause = verdicts[tally.name, result]
        if verdict == WINS:
            name, odds, paid_by = line(result, total)
            tally.won(name, weight, odds, paid_by)
        elif verdict == LOSES:
            tally.lost(result, weight, clause)
        else:
            tally.stood_off(result, weight, clause)


def results(ends: Table) -> dict[tuple[str, int], int]:
    """Ways by the result and the total it was reached with: the winner's, or the tied one."""
    found: dict[tuple[str, int], int] = {}
    for p, row in enumerate(ends):
        for b, weight in enumerate(row):
            case = (winner(p, b), max(p, b))
            found[case] = found.get(case, 0) + weight
    return found
