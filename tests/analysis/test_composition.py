"""What is left in a source, and how it is written down."""

from __future__ import annotations

import pytest

from houseway.analysis import analyse
from houseway.analysis.composition import BadComposition, full, of_ranks, read_composition
from houseway.games.mini_baccarat.rules import RULES, Options


def test_full_decks_by_rank_by_card_and_by_value() -> None:
    eight = full(8)
    assert (eight.total, eight.ranks["7"]) == (416, 32)
    assert eight.suited("this")["7h"] == 8  # type: ignore[index]
    assert eight.by_value(RULES.card_value) == (128, *[32] * 9)
    assert str(eight) == "8 decks, freshly shuffled"
    assert str(full(1)) == "1 deck, freshly shuffled"


def test_three_ways_to_write_what_is_left() -> None:
    gone = read_composition('decks = 1\nremoved = "As Ah 2c"')
    assert (gone.ranks["A"], gone.ranks["2"], gone.total) == (2, 3, 49)
    assert gone == read_composition(
        "[cards]\n" + "\n".join(f"{card} = {n}" for card, n in gone.suited("this").items())
    )
    ranks = read_composition("[ranks]\nA = 2\nK = 5")
    assert ranks == of_ranks({"K": 5, "A": 2})
    assert str(ranks) == "7 cards left"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "gives one of decks"),
        ("decks = 1\n[ranks]\nA = 3", "gives one of decks"),
        ('[ranks]\nA = 3\n[cards]\n"As" = 2', "gives one of decks"),
        ("[ranks]\n11 = 3", "'11' is not a rank"),
        ("[ranks]\nA = -3", "-3 cards of A"),
        ("[ranks]\nA = 20801", "20801 cards: at most 20800 are counted"),
        ('[cards]\n"1s" = 3', "'1s' is not a card"),
        ('decks = 1\nremoved = "As As"', "2 x As cannot have gone: there were 1"),
        ('removed = "As"\n[ranks]\nA = 3', "removed goes with decks"),
        ("decks = many", "cannot be read"),
        ("jokers = 2", "jokers"),
    ],
)
def test_what_is_no_composition_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadComposition, match=why):
        read_composition(text)


def test_too_few_cards_for_a_round_are_refused() -> None:
    """Mini Baccarat 7.3: a round may take six cards."""
    with pytest.raises(BadComposition, match="5 cards are left, and a round may take 6"):
        analyse("mini-baccarat", composition=of_ranks({"A": 5}))


def test_perfect_pairs_need_the_suits() -> None:
    """Mini Baccarat 10.4: ranks alone do not tell a perfect pair from a mixed one."""
    ranks = of_ranks(full(8).ranks)
    with pytest.raises(BadComposition, match="a perfect pair needs the cards by suit"):
        analyse("mini-baccarat", options=Options(pairs="perfect"), composition=ranks)
    found = analyse("mini-baccarat", options=Options(pairs="canberra"), composition=ranks)
    assert found.wagers == analyse("mini-baccarat", options=Options(pairs="canberra")).wagers
