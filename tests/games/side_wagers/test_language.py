"""Conditions: what they can say, and what is refused before a round is played."""

from __future__ import annotations

import pytest

from houseway.equipment.cards import parse_cards
from houseway.games import game
from houseway.games.side_wagers.facts import Facts, Round
from houseway.games.side_wagers.language import BadCondition, read_condition


def _facts(slug: str) -> Facts:
    facts = game(slug).facts
    assert facts is not None
    return facts


def _coup(player: str, banker: str) -> Round:
    hands = {"player": parse_cards(player), "banker": parse_cards(banker)}
    return Round(game("mini-baccarat").rules, hands)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


# Player 6 (9 and 7, a pair of nothing), Banker 7 on three cards (2, 2, 3), two of them hearts.
COUP = ("9h 7h", "2c 2d 3h")

HOLDS = """
    winner = banker
    winner != player
    banker.total = 7 and player.total = 6
    banker.cards = 3 and cards = 5
    margin = 1
    margin < 2 and margin <= 1 and margin > 0 and margin >= 1
    not winner = tie
    not (winner = tie or natural)
    winner in (banker, tie)
    winner not in (player, tie)
    banker.total in 6..8
    player.total + banker.total = 13
    banker.total - player.total = margin
    banker.pair and not player.pair
    banker.pair_kind = mixed
    player.suited
    banker.second.rank = 2
    banker.third.suit = hearts
    player.third.rank = none
    player.first.rank = 9
    sevens = 1
    count(all, rank = 7) = 1
    count(all, suit = hearts) = 3
    count(banker, colour = red) = 2
    count(player, rank = 7 and suit = hearts) = 1
    sum(banker, value) = 7
    count(natural, winner = banker, banker.pair) = 2
    natural = no
    'banker' = winner
"""


@pytest.mark.parametrize("text", _lines(HOLDS))
def test_a_condition_holds_for_a_coup(text: str) -> None:
    assert read_condition(text, _facts("mini-baccarat")).of(_coup(*COUP))
    turned = read_condition(f"not ({text})", _facts("mini-baccarat"))
    assert not turned.of(_coup(*COUP))


REFUSED = """
    bankr.total = 7             | 'bankr.total' is not a fact of this game; try banker.total
    winner = dealer             | 'dealer' is none of player, banker, tie
    winner = 7                  | '7' is none of player, banker, tie
    winner > player             | '>' compares numbers
    banker.total                | is a number, not a test
    banker.total = natural      | cannot be compared
    banker.total and natural    | 'and' joins tests
    not banker.total            | 'not' is for a test
    natural + 1 = 2             | '+' and '-' are for numbers
    banker.total in 8..6        | is not a range of numbers
    (winner = banker            | expected ')'
    winner = banker banker      | nothing was expected before 'banker'
    winner =                    | expected a fact, a number or a word
    __import__('os')            | cannot be read
    winner = banker; natural    | cannot be read
    count(dealer, rank = 7) = 1 | 'dealer' is not a fact of this game
    count(all, total = 7) = 1   | 'total' is not a fact of this game
    sum(all, rank) = 7          | 'sum' adds the value of cards
    count(all, count(all, rank = 7) = 1) = 1 | cannot hold another one
"""


@pytest.mark.parametrize("row", _lines(REFUSED))
def test_a_condition_that_makes_no_sense_is_refused(row: str) -> None:
    text, reason = (part.strip() for part in row.split(" | "))
    with pytest.raises(BadCondition) as refused:
        read_condition(text, _facts("mini-baccarat"))
    assert reason in str(refused.value)


def test_a_condition_is_neither_endless_nor_bottomless() -> None:
    facts = _facts("mini-baccarat")
    with pytest.raises(BadCondition, match="nested too deeply"):
        read_condition("(" * 60 + "natural" + ")" * 60, facts)
    with pytest.raises(BadCondition, match="at most"):
        read_condition("natural or " * 400 + "natural", facts)


def test_a_number_of_a_wheel() -> None:
    facts = _facts("tournament-roulette")
    spun = Round(game("tournament-roulette").rules, number=17)
    for text in ("number in (1..18, 36)", "colour = black and odd", "dozen = 2", "column = 2",
                 "street = 6", "last_digit = 7"):  # fmt: skip
        assert read_condition(text, facts).of(spun), text
    zero = Round(game("tournament-roulette").rules, number=0)
    for text in ("even", "odd", "dozen = 1", "column = 1"):
        assert not read_condition(text, facts).of(zero), text


def test_the_three_cards_of_a_blackjack_box() -> None:
    facts, rules = _facts("tournament-blackjack"), game("tournament-blackjack").rules
    cases = {
        "8h 9s Tc": "straight",
        "As 2d 3c": "straight",
        "Qs Kd Ac": "straight",
        "Ks Ad 2c": "none",
        "2h 3h Kh": "flush",
        "Qh Kh Ah": "'straight flush'",
        "7h 7s 7c": "'three of a kind'",
        "7h 7h 7h": "'suited three of a kind'",
        "7h 7s 9c": "pair",
    }
    for cards, kind in cases.items():
        *hand, up = parse_cards(cards)
        dealt = Round(rules, {"hand": hand, "dealer": [up]})
        assert read_condition(f"three_cards = {kind}", facts).of(dealt), cards
