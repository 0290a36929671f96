"""Orders as sentences: read, written, and complained about."""

import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import game
from houseway.games.mini_baccarat.state import ApproveBothHands
from houseway.records.sentences import BadSentence, nearest, read, write

KINDS = list(game("mini-baccarat").orders)

SENTENCES = [
    ("Ana wagers 25.00 on banker", c.PlaceWager("Ana", "banker", 25_00)),
    ("Ana wagers 12.50 on player pair in box 3", c.PlaceWager("Ana", "player pair", 12_50, 3)),
    ("burn", c.BurnCard()),
    ("burn Kd", c.BurnCard(Card("Kd"))),
    ("cut at 200 by Ben", c.CutCards(200, "Ben")),
    ("cut at 200", c.CutCards(200)),
    ("approve both hands for Ana", ApproveBothHands("Ana")),
    ("rebuild the round from 9h ?? Kd", c.RebuildRound((Card("9h"), None, Card("Kd")))),
    ("invalidate the outcome because of fire: by the bar: at noon",
     c.InvalidateOutcome("fire", "by the bar: at noon")),
    ('invalidate the outcome because of fraud by Ben, "Mary Ann": cards: two withholding Ben, Ana',
     c.InvalidateOutcome("fraud", "cards: two", ("Ben", "Mary Ann"), ("Ben", "Ana"))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "command"), SENTENCES)
def test_a_sentence_is_its_command(text: str, command: c.Command) -> None:
    assert read(text, KINDS) == command


@pytest.mark.parametrize(("text", "command"), [each for each in SENTENCES if "both" not in each[0]])
def test_a_command_is_its_sentence(text: str, command: c.Command) -> None:
    assert write(command) == text


def test_dollar_signs_commas_and_capitals_do_not_matter() -> None:
    assert read("Ana WAGERS $1,000 on banker", KINDS) == c.PlaceWager("Ana", "banker", 1_000_00)


def test_a_line_that_is_no_order_names_the_nearest() -> None:
    with pytest.raises(BadSentence, match=r"did you mean 'Ana wagers 25 on banker'\?"):
        read("Ana wagers on banker", KINDS)


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("Ana puts 100 on banker", "Ana wagers 100 on banker"),
        ("Ana bets 5 on player pair in box 3", "Ana wagers 5 on player pair in box 3"),
        ("ana wagers 5 banker", "Ana wagers 5 on banker"),
        ("draw 9h", "deal 9h"),
        ("draw", "deal"),
        ("put the kettle on", ""),
    ],
)
def test_the_nearest_step_is_written_with_the_words_of_the_line(line: str, step: str) -> None:
    assert nearest(line, (c.PlaceWager, c.DealCard, c.BurnCard)) == step


def test_a_card_that_does_not_exist_is_said_to_be_none() -> None:
    with pytest.raises(BadSentence, match="9x"):
        read("burn 9x", KINDS)


def test_a_fraction_of_a_cent_is_no_amount() -> None:
    with pytest.raises(BadSentence, match="two decimals"):
        read("Ana wagers 0.005 on banker", KINDS)
