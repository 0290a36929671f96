"""How to play: an example of every game in words that a newcomer can read."""

from __future__ import annotations

import re

import pytest

from houseway.games import game, slugs
from houseway.service.consoles.patron.how_to import how_to_play


@pytest.mark.parametrize("slug", slugs())
def test_the_example_of_a_game_has_cards_with_suits_and_no_codes(slug: str) -> None:
    found = game(slug)
    panel = how_to_play(found.cite.id, found.options())
    told = " ".join((*panel.example, *panel.settled))
    assert panel.example
    assert panel.settled
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", told)
    assert "stood off" not in told
    assert "/ " not in told


def test_cards_dealt_one_after_the_other_are_one_line() -> None:
    panel = how_to_play(game("mini-baccarat").cite.id, game("mini-baccarat").options())
    dealt = [line for line in panel.example if "deals" in line]
    assert len(dealt) == 1
    assert re.fullmatch(r"the dealer deals( (10|[2-9JQKA])[♣♦♥♠]){4,6}", dealt[0])
