"""What the screens of a tournament show of its rules and of the orders of its director."""

from __future__ import annotations

import pytest

from houseway.games import game
from houseway.rulebook.roles import Role
from houseway.table.view import Viewer
from houseway.tournament import session_vocabulary as s
from houseway.tournament.shown import shown
from tests.tournament.desk import START
from tests.tournament.hall import Hall

ADVICE = {
    "mini-baccarat": "15.17",
    "tournament-blackjack": "19.16",
    "tournament-roulette": "12.14",
    "tournament-mini-baccarat": "13.16",
    "tournament-pai-gow": "17.16",
}
VIEWERS = (Viewer(Role.PATRON, "id Ana"), Viewer(Role.DEALER, name="Eli"))


@pytest.mark.parametrize("slug", ADVICE)
def test_the_rule_against_advice_is_on_the_screens(slug: str) -> None:
    """Mini Baccarat 15.17, Tournament Blackjack 19.16, Tournament American Roulette 12.14,
    Tournament Mini-Baccarat 13.16, Tournament Pai Gow 17.16."""
    here = Hall(slug).ready().open()

    for viewer in VIEWERS:
        assert shown(here.tournament, "t1", 1, viewer).advice == game(slug).cite(ADVICE[slug])


@pytest.mark.parametrize("slug", ADVICE)
def test_a_direction_is_on_the_screens(slug: str) -> None:
    """Mini Baccarat 15.19 and the same clause of the others: shown to everybody, and logged."""
    here = Hall(slug).ready()
    given = here.do(s.GiveDirection(1, "wager within half a minute"))[-1]
    assert isinstance(given, s.DirectionGiven)

    for viewer in VIEWERS:
        (session,) = shown(here.tournament, "t1", 1, viewer).sessions
        assert session.direction == "wager within half a minute"


@pytest.mark.parametrize("slug", ADVICE)
def test_the_start_is_on_the_screens(slug: str) -> None:
    """Mini Baccarat 15.9, Tournament Blackjack 19.8, Tournament American Roulette 12.8, Tournament
    Mini-Baccarat 13.8, Tournament Pai Gow 17.8: until then people may take their seats."""
    here = Hall(slug).plan().seat()

    for viewer in VIEWERS:
        (session,) = shown(here.tournament, "t1", 1, viewer).sessions
        assert session.starts_us == START
