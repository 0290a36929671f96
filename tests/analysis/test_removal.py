"""One card fewer, or another number of decks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from houseway.analysis import CannotAnalyse, analyse
from houseway.analysis.composition import BadComposition, Composition, full, of_ranks, without
from houseway.analysis.removal import edge_by_decks, effect_of_removal
from houseway.equipment.cards import parse_cards
from houseway.games.mini_baccarat.rules import Options

UNEVEN = of_ranks(dict(zip("23456789TJQKA", (3, 9, 1, 4, 0, 7, 5, 2, 8, 6, 2, 1, 5), strict=True)))
CARD_GAMES = (
    "mini-baccarat",
    "tournament-mini-baccarat",
    "seven-up-baccarat",
    "three-card-baccarat",
    "casino-war",
)


@pytest.mark.parametrize("slug", CARD_GAMES)
@pytest.mark.parametrize("source", [full(6), UNEVEN], ids=str)
def test_a_card_that_nobody_has_seen_changes_nothing(slug: str, source: Composition) -> None:
    """Burned unseen, a card is any of those left, so the effects of all of them add up to nought.

    Only the best choice at Casino War may gain, for it is made knowing which card has gone.
    """
    effects = effect_of_removal(slug, composition=source)
    assert effects.keys() == {rank for rank, held in source.ranks.items() if held}
    for wager in analyse(slug, composition=source).wagers:
        average = sum(
            source.ranks[rank] * effects[rank][wager.name] for rank in effects
        ) / Fraction(source.total)
        if wager.name == "initial, best choice":
            assert average <= 0
        else:
            assert average == 0, wager.name


def test_a_missing_seven_hurts_whoever_waits_for_sevens() -> None:
    """7-Up Baccarat 11.1.3 Table: of all ranks a seven gone costs Super 7's the most."""
    effects = effect_of_removal("seven-up-baccarat")
    rises = {rank: wagers["super 7's"] for rank, wagers in effects.items()}
    assert max(rises, key=lambda rank: rises[rank]) == "7"
    assert rises["7"] > 0


def test_canberra_pairs_lose_by_any_card_alike() -> None:
    """Mini Baccarat 11.2(a): with 31 of one rank, 12 x 32 x 31 + 31 x 30 of 415 x 414 pair."""
    effects = effect_of_removal("mini-baccarat", options=Options(pairs="canberra"))
    pairs = Fraction(12 * 32 * 31 + 31 * 30, 415 * 414)
    after = 1 - 12 * pairs
    before = 1 - 12 * Fraction(31, 415)
    assert {wagers["player pair"] for wagers in effects.values()} == {after - before}


def test_where_suits_decide_the_card_may_be_any_of_its_rank() -> None:
    """Mini Baccarat 10.6: of full decks all cards are alike for pairs, so none moves them; of
    uneven ones each does, and all together, weighed by how many are left, nothing."""
    perfect = Options(pairs="perfect")
    even = effect_of_removal("mini-baccarat", options=perfect)
    assert {wagers["player pair"] for wagers in even.values()} == {0}
    source = without(full(2), parse_cards("7h 7h 7d Ks Ks 2c"))
    uneven = effect_of_removal("mini-baccarat", options=perfect, composition=source)
    for wager in ("player pair", "banker pair", "tie"):
        assert sum(source.ranks[rank] * uneven[rank][wager] for rank in uneven) == 0
    assert uneven["7"]["player pair"] < 0 < uneven["4"]["player pair"]


def test_suits_that_are_not_known_cannot_be_averaged() -> None:
    with pytest.raises(BadComposition, match="needs the cards by suit"):
        effect_of_removal("mini-baccarat", options=Options(pairs="perfect"), composition=UNEVEN)


def test_the_edge_by_decks() -> None:
    """Casino War 3.1, 8.1.2: a tie is (4d - 1) of (52d - 1)."""
    found = edge_by_decks("casino-war")
    for decks, edges in found.items():
        assert edges["tie"] == 1 - 11 * Fraction(4 * decks - 1, 52 * decks - 1)
    assert list(found) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_wheel_has_no_cards_to_remove() -> None:
    with pytest.raises(CannotAnalyse, match="not played with cards"):
        effect_of_removal("tournament-roulette")
