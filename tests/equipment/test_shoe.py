"""The cut, the cutting card, the burn, and a virtual shoe dealt from the front."""

import pytest

from houseway.equipment.cards import DECK, Card, decks, parse_cards
from houseway.equipment.shoe import (
    CuttingCard,
    Dealt,
    Shoe,
    burn_count,
    cut,
    cut_allowed,
    cut_offers,
    why_not_cut,
)


def test_the_cards_in_front_of_the_cut_go_to_the_back() -> None:
    """Mini Baccarat 5.4."""
    assert cut(parse_cards("2c 3c 4c 5c 6c"), 2) == parse_cards("4c 5c 6c 2c 3c")


@pytest.mark.parametrize("position", [52, 200, 364])
def test_eight_decks_may_be_cut_with_a_deck_on_each_side(position: int) -> None:
    """Mini Baccarat 5.4: at least 52 cards on each side."""
    assert cut_allowed(416, position, margin=52)


@pytest.mark.parametrize("position", [-1, 0, 51, 365, 416])
def test_eight_decks_may_not_be_cut_nearer_the_ends(position: int) -> None:
    """Mini Baccarat 5.4."""
    assert why_not_cut(416, position, margin=52) == (
        f"a cut after {position} of 416 cards is not allowed: at least 52 must lie on each side"
    )


def test_a_single_deck_is_cut_at_least_two_cards_from_each_end() -> None:
    """Tournament Canberra Poker 5.2 (reading CP10)."""
    assert [p for p in range(53) if cut_allowed(52, p, margin=2)] == list(range(2, 51))


def test_the_cut_is_offered_clockwise_from_the_first_seat() -> None:
    """Three Card Baccarat 4.4."""
    assert cut_offers([1, 2, 4, 7], first=4) == (4, 7, 1, 2)


def test_an_empty_first_seat_passes_the_cut_to_the_next() -> None:
    """Three Card Baccarat 4.3.2 (reading 3C-06)."""
    assert cut_offers([2, 5, 7], first=1) == (2, 5, 7)
    assert cut_offers([2, 5, 7], first=6) == (7, 2, 5)


# Cards behind the cutting card: least and most.
PLACES = [
    (40, 64),  # Three Card Baccarat 4.6, about a deck (reading 3C-13)
    (1, 156),  # Casino War 4.6, up to half way in (reading CW-11)
    (52, 234),  # Tournament Blackjack 5.3, eight decks
]


@pytest.mark.parametrize(("least", "most"), PLACES)
def test_the_cutting_card_lies_within_the_range_of_its_document(least: int, most: int) -> None:
    """Three Card Baccarat 4.6, Casino War 4.6, Tournament Blackjack 5.3."""
    assert CuttingCard(behind=least).why_not(least, most) is None
    assert CuttingCard(behind=most).why_not(least, most) is None
    for behind in (least - 1, most + 1):
        assert CuttingCard(behind).why_not(least, most) == (
            f"{behind} cards behind the cutting card: {least} to {most} are allowed"
        )


def test_the_cutting_card_comes_out_once_before_the_cards_behind_it() -> None:
    """Mini Baccarat 5.8."""
    shoe = Shoe(parse_cards("2c 3c 4c 5c"), CuttingCard(behind=2))

    assert [shoe.next() for _ in range(5)] == [
        Dealt(Card("2c"), after_cutting_card=False),
        Dealt(Card("3c"), after_cutting_card=False),
        Dealt(Card("4c"), after_cutting_card=True),
        Dealt(Card("5c"), after_cutting_card=False),
        None,
    ]


def test_the_cutting_card_shows_before_a_round_begins() -> None:
    """Tournament Blackjack 5.4(a): as first card of a round it stops the round."""
    shoe = Shoe(parse_cards("2c 3c 4c"), CuttingCard(behind=1))
    shoe.next()
    assert not shoe.cutting_card_is_next

    shoe.next()

    assert shoe.cutting_card_is_next
    assert shoe.left == 1


def test_a_shoe_without_cutting_card_deals_every_card_in_order() -> None:
    """Tournament Canberra Poker 5.2: one deck, cut once."""
    shoe = Shoe(cut(DECK, 20))

    dealt = [shoe.next() for _ in DECK]

    assert [d.card for d in dealt if d] == [*DECK[20:], *DECK[:20]]
    assert not any(d.after_cutting_card for d in dealt if d)


def test_two_rounds_fit_behind_the_mini_baccarat_cutting_card() -> None:
    """Mini Baccarat 5.4: 12 cards; two rounds use at most 12 (reading MB4)."""
    shoe = Shoe(decks(8), CuttingCard(behind=12))
    while not shoe.cutting_card_is_next:
        shoe.next()

    assert shoe.left == 12


@pytest.mark.parametrize(
    ("shown", "further"),
    [("As", 1), ("2h", 2), ("5d", 5), ("9c", 9), ("Td", 10), ("Jh", 10), ("Qs", 10), ("Kc", 10)],
)
def test_as_many_cards_are_burned_as_the_shown_card_counts(shown: str, further: int) -> None:
    """Mini Baccarat 5.7, Three Card Baccarat 4.12: the shown card is extra (reading MB5)."""
    assert burn_count(Card(shown)) == further


def test_a_document_may_count_tens_otherwise() -> None:
    assert burn_count(Card("Kc"), ten_counts=0) == 0
    assert burn_count(Card("9c"), ten_counts=0) == 9
