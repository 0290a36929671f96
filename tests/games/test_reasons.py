"""A round is struck out, and a breach logged, for a reason that is on record."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import commands as c
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.tournament_pai_gow.state import OrderReshuffle
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused


def begun(slug: str) -> Any:
    """A table at which the first round has begun."""
    found = game(slug)
    play = found.begin(Setup(found.options(), found.limits))
    play.round = 1
    return play


BREACH = {
    "mini-baccarat": "14.2",
    "tournament-canberra-poker": "14.3",
    "tournament-blackjack": "16.3",
    "tournament-roulette": "10.3",
    "tournament-mini-baccarat": "11.3#2",
    "tournament-pai-gow": "16.3",
}


@pytest.mark.parametrize("slug", BREACH)
def test_no_breach_is_logged_without_facts(slug: str) -> None:
    """Mini Baccarat 14.2, and the contraventions of the other documents."""
    found, play = game(slug), begun(slug)
    (by, *_) = found.orders[c.LogBreach].roles
    ruling = found.decide(play, c.LogBreach("Ana", "  "), by)
    assert ruling == Refused("no_facts", found.cite(BREACH[slug]))


def test_no_reshuffle_is_ordered_without_a_reason() -> None:
    """Tournament Pai Gow 13.4, reading PG25."""
    found = game("tournament-pai-gow")
    play = found.begin(Setup(found.options(), found.limits))
    for command, by in found.ready(play):
        found.do(play, command, by)
    ruling = found.decide(play, OrderReshuffle(" "), Role.TOURNAMENT_DIRECTOR)
    assert ruling == Refused("no_reason", found.cite("13.4"))
