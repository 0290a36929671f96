"""Which roles may log a breach of the rules."""

from __future__ import annotations

import pytest

from houseway.games import commands as c
from houseway.games import game, slugs
from houseway.rulebook.roles import STAFF, SUPERVISORS, Role

OF_A_TOURNAMENT = {Role.TOURNAMENT_DIRECTOR, Role.ASSISTANT_TO_DIRECTOR, Role.SURVEILLANCE}


@pytest.mark.parametrize("slug", [each for each in slugs() if each.startswith("tournament-")])
def test_at_a_tournament_any_staff_role_logs_a_breach_and_no_patron(slug: str) -> None:
    """Tournament Canberra Poker 14.2, Tournament Blackjack 16.2, Tournament American Roulette 10.2,
    Tournament Mini-Baccarat 11.3 and Tournament Pai Gow 16.2."""
    assert game(slug).orders[c.LogBreach].roles == STAFF | OF_A_TOURNAMENT


@pytest.mark.parametrize("slug", ["casino-war", "seven-up-baccarat", "three-card-baccarat"])
def test_in_sydney_casino_supervisors_log_a_breach(slug: str) -> None:
    """Casino War 13.3, 7-Up Baccarat 14.3 and Three Card Baccarat 14.3."""
    assert game(slug).orders[c.LogBreach].roles == SUPERVISORS
