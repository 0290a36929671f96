"""Three dice, each showing 1 to 6."""

from collections import Counter
from itertools import product

import pytest

from houseway.equipment.tiles import BadDice, dice_text, parse_dice, total, why_not_dice


@pytest.mark.parametrize("text", ["2-5-6", "2 5 6", "2, 5, 6", "256", " 2-5-6 "])
def test_a_roll_is_read_in_order(text: str) -> None:
    assert parse_dice(text) == (2, 5, 6)
    assert dice_text(parse_dice(text)) == "2-5-6"


@pytest.mark.parametrize("text", ["", "2-5", "2-5-6-1", "two", "2/5/6", "2--5-6"])
def test_anything_but_three_dice_is_no_roll(text: str) -> None:
    """Tournament Pai Gow 2.1: exactly three dice."""
    with pytest.raises(BadDice, match="expected three dice, such as 2-5-6"):
        parse_dice(text)


@pytest.mark.parametrize("text", ["0-5-6", "2-7-6"])
def test_a_die_shows_one_to_six(text: str) -> None:
    with pytest.raises(BadDice, match=r"a die shows 1 to 6, not [07]"):
        parse_dice(text)


def test_two_dice_are_one_too_few() -> None:
    """Tournament Pai Gow 2.1."""
    assert why_not_dice((2, 5)) == "three dice are rolled, not 2"
    assert why_not_dice((2, 5, 6)) is None


def test_totals_run_from_3_to_18_and_meet_in_the_middle() -> None:
    """Tournament Pai Gow 8.4 counts by the total. Of 216 rolls 27 make 10, and one makes 3."""
    totals = Counter(total((a, b, c)) for a, b, c in product(range(1, 7), repeat=3))

    assert sorted(totals) == list(range(3, 19))
    assert (totals[3], totals[10], totals[11], totals[18]) == (1, 27, 27, 1)
