"""What settled money is held against: by wager, by the choices that are nobody's, and in chips."""

from __future__ import annotations

from fractions import Fraction

import pytest

from houseway.analysis import analyse, module_of
from houseway.analysis.drift import (
    FIRST_CARDS,
    SURRENDERED,
    WENT_TO_WAR,
    Settled,
    Takings,
    compared,
    elements,
    expected,
    gain,
    in_chips,
    why_not,
)
from houseway.analysis.figures import InChips
from houseway.analysis.markdown import QUICK
from houseway.equipment.chips import ChipSet
from houseway.games.events import AnySettlement, WagerCollected, WagerPaid, WagerStoodOff

DOLLARS = ChipSet((1_00, 5_00, 25_00))


def won(wager: str, stake: int, paid: int, box: int = 1) -> WagerPaid:
    return WagerPaid("Ana", wager, box, stake, paid, 0, stake, ())


def lost(wager: str, stake: int, kept: int, box: int = 1) -> WagerCollected:
    return WagerCollected("Ana", wager, box, stake, 0, kept, stake - kept, ())


def stood_off(wager: str, stake: int) -> WagerStoodOff:
    return WagerStoodOff("Ana", wager, 1, stake, 0, 0, stake, ())


def test_first_cards_favour_nobody_once_equal_ones_count_as_nought() -> None:
    """Casino War 5.1.1: a card is higher as often as lower; 23 of 311 are equal to any first."""
    found = expected(analyse("casino-war"))[FIRST_CARDS]
    assert found.edge == 0
    assert found.variance == Fraction(288, 311)


def test_a_war_is_counted_by_itself() -> None:
    """Casino War 10.1, 10.2 and 10.3: 310 cards are left, 22 of one rank and 24 of each other.

    Two of them are equal in 12 x 24 x 23 + 22 x 21 = 7,086 of 310 x 309 ways and otherwise higher
    as often as lower, 44,352 ways each. The war is worth 1 on a higher card (the Initial Wager
    stands off), 2 on an equal one and -2 on a lower one: -30,180 in 95,790.
    """
    found = expected(analyse("casino-war"))[WENT_TO_WAR]
    assert found.edge == Fraction(30_180, 95_790)
    assert found.variance == Fraction(44_352 * 5 + 7_086 * 4, 95_790) - found.edge**2


TEN = 10_00
OFF = stood_off("initial", TEN)
CHOICES = [
    ([won("initial", TEN, TEN)], [(FIRST_CARDS, TEN)]),
    ([lost("initial", TEN, TEN)], [(FIRST_CARDS, -TEN)]),
    ([lost("initial", TEN, 5_00)], [(FIRST_CARDS, 0), (SURRENDERED, -5_00)]),
    ([won("war", TEN, TEN), OFF], [(FIRST_CARDS, 0), (WENT_TO_WAR, TEN)]),
    ([won("war", TEN, 2 * TEN), OFF], [(FIRST_CARDS, 0), (WENT_TO_WAR, 2 * TEN)]),
    (
        [lost("war", TEN, TEN), lost("initial", TEN, TEN)],
        [(FIRST_CARDS, 0), (WENT_TO_WAR, -2 * TEN)],
    ),
    ([won("tie", TEN, 10 * TEN)], [("tie", 10 * TEN)]),
]


@pytest.mark.parametrize(("lines", "found"), CHOICES)
def test_an_initial_wager_is_parted_where_the_patron_chooses(
    lines: list[WagerPaid | WagerCollected], found: list[tuple[str, int]]
) -> None:
    """Casino War 5.1.1.3 and 5.1.1.4: surrender, or war, is the patron's choice."""
    told = elements("casino-war", 7, lines)
    assert told == [Settled(7, element, 10_00, gained) for element, gained in found]


def test_another_box_of_the_same_patron_is_not_at_war() -> None:
    """Casino War 5.1.2: the War Wager stands beside the Initial Wager of its own box."""
    at_war: list[AnySettlement] = [lost("war", TEN, TEN), lost("initial", TEN, TEN)]
    lines = [*at_war, won("initial", TEN, TEN, 2)]
    told = [(each.wager, each.gain) for each in elements("casino-war", 1, lines)]
    assert told == [(FIRST_CARDS, 0), (WENT_TO_WAR, -20_00), (FIRST_CARDS, 10_00)]


def test_a_single_use_token_is_no_loss_by_odds() -> None:
    """7-Up Baccarat 1.1 casino promotional token: a winner gives it up, and is paid in full."""
    line = WagerPaid("Ana", "player", 1, 10_00, 10_00, 10_00, 0, ())
    assert gain(line) == 10_00


@pytest.mark.parametrize("stake", [1_00, 5_00, 7_00])
@pytest.mark.parametrize("slug", [slug for slug in QUICK if module_of(slug).ROUNDS_BY])
def test_figures_in_chips_are_those_of_the_analysis_in_chips(slug: str, stake: int) -> None:
    """7-Up Baccarat 5.7, Casino War 5.10, Three Card Baccarat 5.11 and reading MB3."""
    paid = analyse(slug, pay=InChips(stake, DOLLARS))
    found = expected(analyse(slug))
    both = [each for each in paid.wagers if each.name in found]
    assert both
    for each in both:
        assert in_chips(found[each.name], stake, DOLLARS).edge == each.edge


def test_every_stake_has_its_own_expectation() -> None:
    """7-Up Baccarat 5.7: $1 on Player with a count of seven is paid $1 instead of 50 cents.

    The edge of $1 is therefore another than that of $2, which is paid exactly.
    """
    player = expected(analyse("seven-up-baccarat"))["player"]
    takings = Takings()
    takings.add(Settled(1, "player", 1_00, 1_00))
    takings.add(Settled(2, "player", 2_00, -2_00))
    found = compared(player, takings, at_stake=lambda stake: in_chips(player, stake, DOLLARS))
    of_one = analyse("seven-up-baccarat", pay=InChips(1_00, DOLLARS)).wager("player")
    assert of_one.favours_patron
    assert found.expected == -of_one.edge * 1_00 - player.edge * 2_00
    assert found.variance == max(of_one.variance, player.variance) * (1_00**2 + 2_00**2)


def test_what_was_taken_off_never_was() -> None:
    """A round that was voided leaves nothing behind."""
    takings = Takings()
    kept, gone = Settled(1, "red", 5_00, 5_00), Settled(1, "red", 20_00, -20_00)
    takings.add(kept)
    takings.add(gone)
    assert (takings.squares, takings.gained) == (25_00**2, -15_00)
    takings.take_off(gone)
    alone = Takings()
    alone.add(kept)
    assert takings == alone


def test_who_plays_on_by_the_cards_is_not_compared() -> None:
    """Tournament Blackjack 18.7: perfect pairs are decided by the first two cards alone."""
    assert "bets or folds" in why_not("tournament-canberra-poker", "ante")
    assert "sets the tiles" in why_not("tournament-pai-gow", "hand")
    assert "by the cards" in why_not("tournament-blackjack", "insurance")
    assert "half" in why_not("casino-war", SURRENDERED)
    assert why_not("tournament-blackjack", "perfect pairs") == ""
    assert why_not("mini-baccarat", "banker") == ""
