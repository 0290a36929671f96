"""A dealer at the console: every game dealt with the keys, payouts as the documents make them."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from houseway.games.three_card_baccarat.vocabulary import TakeSeat
from houseway.games.tournament_pai_gow.state import TakeTilesAsChecked
from houseway.games.tournament_roulette.state import TakeBallAsApproved
from houseway.rulebook.roles import Role
from tests.service.browser.conftest import Casino
from tests.service.browser.dealing import Dealer, served

floor = pytest.fixture(scope="module")(served)


@pytest.fixture(scope="module")
def dealer(floor: Casino) -> Dealer:
    return Dealer(floor, floor.screen("Eli"))


class Round(NamedTuple):
    """A round of one game: what makes the table ready, the wagers, the keys, the payouts."""

    slug: str
    ready: tuple[Any, ...]
    opening: str
    wagers: tuple[tuple[Any, ...], ...]
    script: str
    payouts: tuple[str, ...]


# Payouts are worked out from the documents: chips of $1,000, $500, $100, $25, $5, $1, 50c, 25c.
ROUNDS = (
    # Mini Baccarat 8.8(b): Banker wins 1 to 1 less 5 per cent: $100 pays $95.
    Round(
        "mini-baccarat", (), "Open betting > Enter",
        (("Ana", "banker", 100), ("Ben", "player", 25)),
        """
        Wagers may be placed until no more bets > n
        A card to the player hand > 5H 9C 2D KD Enter
        Announce: Banker wins 9 over 7 > Enter
        Put the cards in the rack > Space Space
        """,
        ("Ben player $25 ✕ LOST collect $25", "Ana banker $100 ✓ WON pay $95 3 × $25 4 × $5"),
    ),
    # 7-Up Baccarat 9.2, 11.1.2: the printed 7 and a 2 are a natural 9, which pays 1 to 1.
    Round(
        "seven-up-baccarat", (), "Place your bets > o",
        (("Ana", "player", 10, 1), ("Ben", "banker", 20, 2)),
        """
        Wagers may be placed until the first card > n
        A card to the banker hand > 7D 2S QC Enter
        Announce Player's count, then Banker's > Enter
        Announce: Player wins 9 over 7 > Enter
        Return the rack to the device > Space Space
        """,
        ("Box 2 · Ben banker $20 ✕ LOST collect $20",
         "Box 1 · Ana player $10 ✓ WON pay $10 2 × $5"),
    ),
    # Three Card Baccarat 11.1.1: a 9 beats a 6 and pays 19 to 20: $20 pays $19.
    Round(
        "three-card-baccarat", (TakeSeat("Ana", 2),), "Open betting > Enter",
        (("Ana", "player", 20, 2),),
        """
        Wagers may be placed until the first card > n
        A card to box 2 > AH 2C 7S 2D AC 2H Enter
        Banker 6 (rank 13): declare the Banker hand, collect and pay > Enter
        Put the cards in the rack > Space
        """,
        ("Box 2 · Ana player $20 ✓ WON pay $19 3 × $5 4 × $1",),
    ),
    # Casino War 8.2.2: a queen beats a nine, 1 to 1. Casino War 5.1.1.3: half is lost.
    Round(
        "casino-war", (), "Open betting > Enter",
        (("Ana", "initial", 20, 1), ("Ben", "initial", 20, 2)),
        """
        Wagers may be placed until the first card > n
        A card face up to box 1 > QH 9C 9D Enter
        Dealer nine: settle won and lost Initial Wagers, from the dealer's right > Enter
        Ben in box 2 has 9 against 9: war or surrender > s
        Put the cards in the rack > Space Space
        """,
        ("Box 1 · Ana initial $20 ✓ WON pay $20 4 × $5",
         "Box 2 · Ben initial $20 ✕ LOST collect $10 return $10"),
    ),
    # Tournament American Roulette 6.1: a straight up number pays 35 to 1; 17 is black.
    Round(
        "tournament-roulette", (TakeBallAsApproved(),), "Lift the dolly > Enter",
        (("Ana", "17", 10), ("Ben", "red", 20)),
        """
        Wagers may be placed; spin the ball > 1
        Wagers may be placed until no more bets > n
        The ball makes at least three full turns > Enter
        The ball comes to rest > 17 Enter
        Collect and pay: 17 > Enter
        Lift the dolly > Space Space
        """,
        ("Ben red $20 ✕ LOST collect $20", "Ana 17 $10 ✓ WON pay $350 3 × $100 2 × $25"),
    ),
    # Tournament Mini-Baccarat 8.1: Banker wins 1 to 1, with no commission.
    Round(
        "tournament-mini-baccarat", (), "Open betting > Enter",
        (("Ana", "banker", 20), ("Ben", "tie", 5)),
        """
        Wagers may be placed until no more bets > n
        A card to the player hand > 5H 9C 2D KD Enter
        Announce: Banker wins 9 over 7 > Enter
        Put the cards in the rack > Space Space
        """,
        ("Box 2 · Ben tie $5 ✕ LOST collect $5",
         "Box 1 · Ana banker $20 ✓ WON pay $20 4 × $5"),
    ),
    # Tournament Canberra Poker 9.3: a queen high does not qualify: the ante pays 1 to 1.
    Round(
        "tournament-canberra-poker", (), "Open betting > Enter",
        (("Ana", "ante", 10, 1),),
        """
        Antes may change until the first card > QD Enter
        Ana picks up box 1 > Enter
        Ana bets twice the ante or folds > b
        Reveal the cards of the dealer > 3H JH 9S 4S Enter
        Dealer does not play: settle the antes and bets > Enter
        Count the cards of box 1 > 5 Enter
        Put the cards in the rack > Space Space
        """,
        ("Box 1 · Ana ante $10 ✓ WON pay $10 2 × $5",
         "Box 1 · Ana bet $20 ◯ VOID return $20"),
    ),
    # Tournament Pai Gow 11.1(a), 11.8: two pairs beat two counts of points, 1 to 1.
    Round(
        "tournament-pai-gow", (TakeTilesAsChecked(),),
        """
        Shuffle the tiles face down > Enter
        Stack eight groups of four, cut from the right > Enter
        Open betting > Enter
        """,
        (("Ana", "hand", 40, 2),),
        """
        Wagers may be placed until no more bets > n
        Shake the cup > Enter
        Open the cup and read the dice > 256 Enter
        Four tiles to each box, anticlockwise > Enter
        Take back the tiles of the empty boxes, unseen > Enter
        Ana sets the hand of box 2 > 11 11 66 66 Enter
        Reveal the house hand > 15 23 36 16 Enter
        Set the house hand by House Way > Enter
        Box 2 wins: compare the hands anticlockwise and settle > Enter
        Collect all the tiles > Space
        """,
        ("Box 2 · Ana hand $40 ✓ WON pay $40 1 × $25 3 × $5",),
    ),
    # Tournament Blackjack 8.1, 13.1: a blackjack pays 3 to 2, 19 against 17 pays 1 to 1.
    Round(
        "tournament-blackjack", (), "Open betting > Enter",
        (("Ana", "blackjack", 10, 1), ("Ben", "blackjack", 10, 2)),
        """
        Wagers may be placed until no more bets > n
        A card to box 1 > TH AH 7C 9D KD Enter
        Pay early blackjacks; the subsequent deal begins > Enter
        Ana has 19 in box 1 > s
        A card to the dealer > TS Enter
        Settle: dealer 17 > Enter
        Put the cards in the rack > Space Space
        """,
        ("Box 2 · Ben blackjack $10 ✓ WON pay $15 3 × $5",
         "Box 1 · Ana blackjack $10 ✓ WON pay $10 2 × $5"),
    ),
)  # fmt: skip
_PREPARED_BY_ORDER = ("tournament-roulette", "tournament-pai-gow")


@pytest.mark.share(2)
@pytest.mark.parametrize("played", ROUNDS, ids=lambda played: played.slug)
def test_a_round_is_dealt_with_the_keys_and_paid_in_chips(
    floor: Casino, dealer: Dealer, played: Round
) -> None:
    """The payouts on the screen are those that the document of each game makes."""
    table = f"keys-{played.slug}"
    floor.open_table(table, played.slug)
    if played.slug not in _PREPARED_BY_ORDER:
        floor.ready(table)
    for command in played.ready:
        floor.order(table, command, Role.DEALER)
    dealer.sit_down(table)
    dealer.does(played.opening)
    dealer.has_done(played.opening)
    for wager in played.wagers:
        dealer.wager(*wager)
    dealer.sees_wagers(len(played.wagers))

    dealer.does(played.script)

    assert dealer.payouts() == list(played.payouts)
    assert dealer.ticks() == [True] * len(played.payouts)
