"""Cards are read as people type them and told apart as the rules do."""

import pytest

from houseway.equipment.cards import (
    DECK,
    RANKS,
    SUITS,
    BadCard,
    colour,
    decks,
    name,
    parse_card,
    parse_cards,
    rank,
    suit,
)


def test_a_deck_has_thirteen_ranks_of_four_suits_each_once() -> None:
    """Mini Baccarat 2.1: decks of 52 cards."""
    assert len(DECK) == 52
    assert {(rank(card), suit(card)) for card in DECK} == {(r, s) for r in RANKS for s in SUITS}


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("8h", "8h"),
        ("8H", "8h"),
        ("td", "Td"),
        ("10d", "Td"),
        ("10D", "Td"),
        ("aS", "As"),
        (" Kc ", "Kc"),
    ],
)
def test_capitals_do_not_matter_and_a_ten_has_two_spellings(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "8", "h8", "1h", "11h", "8x", "8hh", "Joker", "٨h"])
def test_what_is_no_card_is_named_with_what_was_expected(text: str) -> None:
    with pytest.raises(BadCard, match="is not a card: expected a rank") as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)


def test_cards_are_parted_by_spaces_or_commas() -> None:
    assert parse_cards("8h 3c,Kd,  10s") == ("8h", "3c", "Kd", "Ts")
    assert parse_cards("") == ()


def test_one_bad_card_spoils_the_list() -> None:
    with pytest.raises(BadCard, match="'3x'"):
        parse_cards("8h 3x Kd")


def test_half_a_deck_is_red() -> None:
    assert [card for card in DECK if colour(card) == "red"] == [c for c in DECK if c[1] in "hd"]
    assert [colour(card) for card in parse_cards("2h 2d 2c 2s")] == ["red", "red", "black", "black"]


def test_a_card_has_a_name_in_words() -> None:
    assert [name(card) for card in parse_cards("8h Td As")] == [
        "eight of hearts",
        "ten of diamonds",
        "ace of spades",
    ]
    assert len({name(card) for card in DECK}) == 52


def test_six_decks_are_six_of_each_card() -> None:
    """7-Up Baccarat 3.1: 312 cards, six of each."""
    cards = decks(6)

    assert len(cards) == 312
    assert {cards.count(card) for card in DECK} == {6}
