"""Results in the words of people at a table."""

from __future__ import annotations

import pytest

from houseway.service.draw.svg import noted
from houseway.service.result_text import result_text, short_result


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        ("box 2 loses, box 3 loses, box 4 loses", "Lose: 2, 3, 4"),
        ("box 2 wins, box 4 loses, box 5 pushes, box 6 wins", "Win: 2, 6 · Lose: 4 · Push: 5"),
        ("box 2 loses", ""),
        ("banker", ""),
        ("box 2 loses, dealer 20", ""),
    ],
)
def test_a_result_of_several_boxes_fits_the_felt(result: str, shown: str) -> None:
    """Tournament Pai Gow 11.4: every box is compared with the house by itself."""
    assert short_result(result) == shown


def test_the_dealers_cards_of_a_war_are_told_in_words() -> None:
    """Casino War 8.2.4: after a tie those who go to war play against a second card."""
    assert result_text("dealer J 8") == "Dealer jack, 8 in the war"
    assert result_text("dealer T") == "Dealer 10"
    assert result_text("dealer 7") == "Dealer 7"


def test_a_hand_that_stands_off_is_called_a_push() -> None:
    """Three Card Baccarat 5.1.1.1: the wager stands off; patrons know it as a push."""
    assert noted("stands off") == "push"
    assert noted("natural, plays") == "natural, plays"
