"""Baccarat roads and roulette histories as grids: plain data, without drawing.

The bead plate and the big road record results; big eye boy, small road and cockroach pig are
derived from the big road's columns alone. None of them says anything of what comes next.

A derived road compares columns of the big road as they are before any dragon tail bends:

- for an entry that begins a column, the column before it with the one that lies `back` further
  left: red when both are of one length, blue when not;
- for any other entry, the column that lies `back` to the left at the entry's own row and the row
  above: red when both are filled or both are empty, blue when only the upper one is filled.

`back` is 1 for big eye boy, 2 for the small road and 3 for cockroach pig. A road begins with the
second entry of column 1 + back, or where there is none with the first of the column after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from houseway.equipment.wheel import WHEEL, colour
from houseway.table.results import Result

ROWS = 6
PLAYER, BANKER, TIE = "player", "banker", "tie"
RED, BLUE = "red", "blue"
# How far back each derived road looks.
Back: TypeAlias = Literal[1, 2, 3]
BIG_EYE_BOY: Final = 1
SMALL_ROAD: Final = 2
COCKROACH_PIG: Final = 3


class Coup(NamedTuple):
    """One result: who won, and which hands began with a pair."""

    winner: str
    player_pair: bool = False
    banker_pair: bool = False


class Entry(NamedTuple):
    """A cell of a road: where it is, what it says, and what is marked on it."""

    column: int
    row: int
    mark: str
    ties: int = 0
    player_pair: bool = False
    banker_pair: bool = False


def coups(results: Iterable[Result]) -> list[Coup]:
    """The coups of the latest shoe that have a winner or a tie, oldest first."""
    kept = [each for each in results if not each.voided and each.result in (PLAYER, BANKER, TIE)]
    return [
        Coup(each.result, _pair(each.hands.get(PLAYER, "")), _pair(each.hands.get(BANKER, "")))
        for each in kept
        if each.shoe == kept[-1].shoe
    ]


def _pair(hand: str) -> bool:
    """Did the hand begin with two cards of one face value? A printed seven is no card."""
    cards = hand.split()[:2]
    return len(cards) == 2 and cards[0][0] == cards[1][0]


def bead_plate(played: Sequence[Coup]) -> list[Entry]:
    """Every coup in its order, down each column and then on to the next."""
    return [
        Entry(*divmod(i, ROWS), each.winner, 0, each.player_pair, each.banker_pair)
        for i, each in enumerate(played)
    ]


def big_road(played: Sequence[Coup]) -> list[Entry]:
    """A column for each run of one winner; ties are counted on the entry before them.

    Ties before the first winner are counted on the first entry; until there is one they stand in
    the first cell by themselves.
    """
    marks: list[Entry] = []
    waiting = 0
    for each in played:
        if each.winner != TIE:
            marks.append(Entry(0, 0, each.winner, waiting, each.player_pair, each.banker_pair))
            waiting = 0
        elif marks:
            marks[-1] = marks[-1]._replace(ties=marks[-1].ties + 1)
        else:
            waiting += 1
    if not marks:
        return [Entry(0, 0, TIE, waiting)] if waiting else []
    places = laid([entry.mark for entry in marks])
    return [
        entry._replace(column=column, row=row)
        for entry, (column, row) in zip(marks, places, strict=True)
    ]


def laid(marks: Sequence[str]) -> list[tuple[int, int]]:
    """Where each mark of a road lies, as column and row.

    A run goes down its column. Where it meets the last row or a filled cell it turns right, and
    keeps to that row: the dragon tail. The next run begins at the top, in the column after the one
    where this run began, or the next whose top is free.
    """
    filled: set[tuple[int, int]] = set()
    places: list[tuple[int, int]] = []
    start = column = row = 0
    turned = False
    for i, mark in enumerate(marks):
        if i == 0:
            column = row = 0
        elif mark != marks[i - 1]:
            start += 1
            while (start, 0) in filled:
                start += 1
            column, row, turned = start, 0, False
        elif not turned and row + 1 < ROWS and (column, row + 1) not in filled:
            row += 1
        else:
            turned = True
            column += 1
        filled.add((column, row))
        places.append((column, row))
    return places


def runs(winners: Iterable[str]) -> list[int]:
    """How long each run of one winner is: the columns of the big road before tails bend."""
    lengths: list[int] = []
    before = None
    for winner in winners:
        if winner == before:
            lengths[-1] += 1
        else:
            lengths.append(1)
        before = winner
    return lengths


def derived(played: Sequence[Coup], back: Back) -> list[str]:
    """The colours of a derived road, in their order."""
    lengths = runs(each.winner for each in played if each.winner != TIE)
    return [
        _colour(lengths, column, row, back)
        for column, length in enumerate(lengths)
        for row in range(length)
        if column > back or (column == back and row > 0)
    ]


def _colour(lengths: Sequence[int], column: int, row: int, back: int) -> str:
    if row == 0:
        return RED if lengths[column - 1] == lengths[column - 1 - back] else BLUE
    return BLUE if lengths[column - back] == row else RED


def derived_road(played: Sequence[Coup], back: Back) -> list[Entry]:
    """A derived road as it is laid out: a column for each run of one colour."""
    marks = derived(played, back)
    return [
        Entry(column, row, mark) for mark, (column, row) in zip(marks, laid(marks), strict=True)
    ]


class Spins(NamedTuple):
    """What the wheel has shown: the last numbers, the newest first, and how often each came."""

    last: tuple[int, ...]
    often: dict[int, int]  # every pocket, in the order of the wheel
    colours: dict[str, int]


def spins(results: Iterable[Result], *, shown: int = 15) -> Spins:
    numbers = [int(each.result.split()[0]) for each in results
               if not each.voided and each.result[:1].isdigit()]  # fmt: skip
    often, colours = Counter(numbers), Counter(colour(n) for n in numbers)
    return Spins(
        tuple(reversed(numbers[-shown:])),
        {pocket: often[pocket] for pocket in WHEEL},
        {each: colours[each] for each in ("red", "black", "green")},
    )
