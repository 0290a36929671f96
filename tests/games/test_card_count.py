"""How many cards a game is played with: a check that counts another number is refused."""

from __future__ import annotations

import pytest

from houseway.games import commands as c
from houseway.games import game
from houseway.games.events import CardsChecked
from houseway.games.game import Setup
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused

COUNTS = """
    document                   cards  clause
    casino-war                 312    3.1
    three-card-baccarat        416    3.1
    mini-baccarat              416    2.1
    tournament-mini-baccarat   416    2.1
    tournament-canberra-poker  52     2.1
    tournament-blackjack       260    2.1
"""


@pytest.mark.parametrize("line", COUNTS.strip().splitlines()[1:], ids=lambda line: line.split()[0])
def test_a_check_that_counts_another_number_is_refused(line: str) -> None:
    """Mini Baccarat 2.1, Tournament Mini-Baccarat 2.1: 416 cards; no shoe begins with others."""
    slug, written, number = line.split()
    found, cards = game(slug), int(written)
    play = found.begin(Setup(found.options(**FEWEST.get(slug, {})), found.limits))
    for counted in (cards - 1, cards + 1, cards + 52):
        for command in (c.CheckCards(counted=counted), c.CheckByDevice(counted=counted)):
            ruling = found.decide(play, command, Role.DEALER)
            assert isinstance(ruling, Refused)
            if ruling.clause is None:
                continue  # this document has no deck-checking device
            assert (ruling.code, ruling.clause) == ("not_all_cards", found.cite(number))
    assert found.awaits(play).what == "check"

    ruling = found.decide(play, c.CheckCards(counted=cards), Role.DEALER)

    assert isinstance(ruling, Accepted)
    assert [type(each) for each in ruling.events] == [CardsChecked]


FEWEST = {"tournament-blackjack": {"decks": 5}}
