"""A round is struck out for a reason that is on record."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import commands as c
from houseway.games import game
from houseway.games.game import Setup
from houseway.rulebook.ruling import Refused

STRUCK_OUT = {
    "mini-baccarat": ("14.1", "14.3"),
    "tournament-canberra-poker": ("14.1", "14.4"),
    "tournament-blackjack": ("16.1", "16.4"),
    "tournament-roulette": ("10.1", "10.4"),
    "tournament-mini-baccarat": ("11.2", "11.4"),
    "tournament-pai-gow": ("16.1", "16.4"),
}


def begun(slug: str) -> Any:
    """A table at which the first round has begun."""
    found = game(slug)
    play = found.begin(Setup(found.options(), found.limits))
    play.round = 1
    return play


@pytest.mark.parametrize("blank", ["", "  "])
@pytest.mark.parametrize("slug", STRUCK_OUT)
def test_no_round_is_struck_out_without_a_reason(slug: str, blank: str) -> None:
    """Mini Baccarat 14.1 and 14.3, and the same provisions of the other documents."""
    found, play = game(slug), begun(slug)
    invalidate, void = STRUCK_OUT[slug]
    for command, number in ((c.InvalidateOutcome(blank), invalidate), (c.VoidRound(blank), void)):
        (by, *_) = found.orders[type(command)].roles
        assert found.decide(play, command, by) == Refused("no_reason", found.cite(number))
