"""Every hand of blackjack goes on in the kernel as its way to play says, whatever card is open."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from houseway.analysis.blackjack.best import SolvedShoe
from houseway.analysis.composition import full
from houseway.analysis.exact import tournament_blackjack as exact
from houseway.analysis.figures import EXACTLY
from houseway.analysis.kernels import blackjack as rounds
from houseway.analysis.kernels import tournament_blackjack as kernel
from houseway.analysis.kernels.tournament_blackjack import Manner
from houseway.games.tournament_blackjack.rules import Options
from tests.analysis import blackjack_tables as live
from tests.analysis.test_blackjack import total

FULL = bool(os.environ.get("HOUSEWAY_FULL"))
OPTIONS = Options()
ALL_WAYS = Manner(boxes=("best by totals", "best by cards", "mimic the dealer", "never bust"))
RANKS = "A23456789T"


@cache
def play_of_all() -> rounds.Play:
    return kernel.tables(exact.read(OPTIONS), ALL_WAYS).play


@cache
def solved() -> SolvedShoe:
    return exact.solved_shoe(exact.read(OPTIONS), full(6), EXACTLY)


@cache
def acts(way: str, up: int) -> dict[int, str]:
    """What is done with each hand of two cards or more, by its place; in words where there are
    words for it. What may not be done, to draw on 21, is not asked."""
    hands = solved().hands
    if way == "best by cards":
        chosen = solved().against[up].ways[way].acts
        return {place: chosen[place] for place in range(len(hands.held))}
    choose = live.WAYS[way]
    found = {}
    for place, held in enumerate(hands.held):
        own = [RANKS[kind] for kind, many in enumerate(held) for _ in range(many)]
        if hands.size[place] >= 2:
            ended = total(own)[0] == 21
            found[place] = "S" if ended else choose(own, RANKS[up], False)
    return found


def wrong_hands(play: rounds.Play) -> Iterator[str]:
    """Hands with which the kernel goes on otherwise than the ways say, or the dealer's rule."""
    for at, way in enumerate(ALL_WAYS.boxes):
        for up in range(10):
            firsts = play.firsts[play.ways[at] + 256 * up :][:256].reshape(16, 16)
            yield from _wrong_from(play, firsts, way, up)
    for up in range(10):
        yield from _wrong_dealer(play, int(play.dealers[up]), RANKS[up])


def _wrong_from(play: rounds.Play, firsts: Any, way: str, up: int) -> Iterator[str]:
    hands, asked, number = solved().hands, acts(way, up), dict[int, int]()
    for one, other in product(range(10), repeat=2):
        cell, place = int(firsts[one, other]), hands.of(one, other)
        if cell < rounds.SPLIT:
            if number.setdefault(place, cell & rounds.HAND) != cell & rounds.HAND:
                yield f"{way}, {RANKS[one]} {RANKS[other]} in two orders"
            if bool(cell & rounds.DOUBLED) != (asked[place] == "D"):
                yield f"{way}, {RANKS[one]} {RANKS[other]} doubled"
    for place, held in enumerate(hands.held):
        if place not in number:
            continue
        points = hands.total[place].points
        if (asked[place] == "S") != (number[place] < rounds.OPEN):
            yield f"{way}, {held}: {asked[place]}"
        elif asked[place] == "S":
            if number[place] != points:
                yield f"{way}, {held} stands with {number[place]}"
        else:
            makes = {kind: after for kind, _, after in hands.adds[place]}
            for kind in range(10):
                after = int(play.nexts[number[place] * 16 + kind])
                wanted = rounds.PASSED
                if kind in makes:
                    stands = asked[place] == "D"
                    made = hands.total[makes[kind]].points
                    wanted = made if stands else number.setdefault(makes[kind], after)
                if after != wanted:
                    yield f"{way}, {held} and {RANKS[kind]}"


def _wrong_dealer(play: rounds.Play, number: int, ranks: str) -> Iterator[str]:
    """Tournament Blackjack 12.1(a) in words: drawn to seventeen or more."""
    points = total(list(ranks))[0]
    end = None
    if len(ranks) == 2 and set(ranks) == {"A", "T"}:
        end = rounds.BLACKJACK
    elif points >= 17:
        end = rounds.PASSED if points > 21 else points
    if end is not None:
        if number != end:
            yield f"dealer {ranks}"
    elif number < rounds.OPEN:
        yield f"dealer {ranks} is finished"
    elif len(ranks) < 4 or ranks[1:] == "".join(sorted(ranks[1:])):  # of longer hands one order
        for kind, rank in enumerate(RANKS):
            yield from _wrong_dealer(play, int(play.nexts[number * 16 + kind]), ranks + rank)


def test_every_hand_goes_on_as_its_way_says() -> None:
    """Tournament Blackjack 9.1, 9.2, 11.1, 11.2 and 12.1(a): 3,072 hands against ten open cards in
    four ways, and the dealer's own."""
    assert list(wrong_hands(play_of_all())) == []


@pytest.mark.share(1)
@pytest.mark.parametrize("table", ["firsts", "nexts", "dealers"])
def test_every_wrong_cell_of_a_hand_is_found(table: str) -> None:
    """Tournament Blackjack 9.1 and 12.1(a): a finished hand of two in place of the right one."""
    play = play_of_all()
    right = getattr(play, table)
    cells = np.flatnonzero(right & rounds.HAND).tolist()
    chance = random.Random(table)
    for place in chance.sample(cells, min(200 if FULL else 10, len(cells))):
        wrong = right.copy()
        wrong[place] = 2
        found = next(wrong_hands(play._replace(**{table: wrong})), None)
        assert found is not None, place
