"""What lies on the felt of each game, worked out by hand from the documents."""

from __future__ import annotations

import pytest

from tests.table.tables import ANYBODY, DEALER, hands, patron, seen, table

# slug, what was done, what lies there for anybody who looks, why.
OPEN_CARDS = [
    (
        "mini-baccarat",
        "Ana wagers 25 on banker\n deal 4h 9c 5h Qd",
        ["player: 4h 5h = 9 (natural)", "banker: 9c Qd = 9 (natural)"],
    ),
    (
        "mini-baccarat",  # 2 and 3 are 5: Player draws on 5 (7.2 table)
        "Ana wagers 25 on banker\n deal 2h 3c 3h 4d",
        ["player: 2h 3h = 5 (to draw)", "banker: 3c 4d = 7"],
    ),
    (
        "mini-baccarat",  # three of clubs and of diamonds: one rank, two colours (10.2)
        "options pairs=perfect\n Ana wagers 25 on banker\n deal 2h 3c 4h 3d",
        ["player: 2h 4h = 6", "banker: 3c 3d = 6 (mixed pair)"],
    ),
    (
        "seven-up-baccarat",  # Player's 2 on the printed seven is 9; Banker 8 and 9 make 17
        "Ana wagers 25 on banker in box 1\n no more bets\n deal 8h 2c 9d",
        ["player: 2c = 9 (natural)", "banker: 8h 9d = 7"],
    ),
    (
        "seven-up-baccarat",  # 7 and 3 are 10: baccarat, and Player draws on it (9.3 Table 1)
        "Ana wagers 25 on banker in box 1\n no more bets\n deal 2h 3c 4d\n announce the counts",
        ["player: 3c = baccarat (to draw)", "banker: 2h 4d = 6"],
    ),
    (
        "three-card-baccarat",  # 9, 4 and 5 make 18; no picture: order 7 (7.2 Table)
        "Ana wagers 25 on player in box 1\n deal 9h Kd 4c Qs 5d Jh",
        ["box 1: 9h 4c 5d = 8, order 7 (loses)", "banker: Kd Qs Jh = three picture cards"],
    ),
    (
        "casino-war",
        "Ana wagers 25 on initial in box 1\n Ben wagers 25 on initial in box 2\n deal Kh 9s Kd",
        ["box 1: Kh = king (equal)", "box 2: 9s = nine (lower)", "dealer: Kd = king"],
    ),
    (
        "casino-war",  # the lost hand went to the rack (8.2.3); queen against seven
        "Ana wagers 25 on initial in box 1\n Ben wagers 25 on initial in box 2\n deal Kh 9s Kd\n"
        "Ana goes to war in box 1\n deal Qs 7h",
        ["box 1: Kh Qs = queen (higher in the war)", "dealer: Kd 7h = seven"],
    ),
    (
        "tournament-mini-baccarat",
        "Ana wagers 25 on banker\n deal 8h 2c Kd 3h",
        ["player: 8h Kd = 8 (natural)", "banker: 2c 3h = 5"],
    ),
    (
        "tournament-blackjack",  # terms: Soft Total: the ace counts one or eleven
        "Ana wagers 10 on blackjack\n deal Ah Tc 6s\n end the interim settlement",
        ["box 1: Ah 6s = 7 or 17 (to play)", "dealer: Tc = 10"],
    ),
    (
        "tournament-blackjack",
        "Ana wagers 10 on blackjack\n deal 8h 6c 8s\n Ana splits\n deal Kd\n Ana stands\n deal Qd",
        ["box 1: 8h Kd = 18 (split, stands)", "box 1 hand 2: 8s Qd = 18 (split, to play)",
         "dealer: 6c = 6"],
    ),
    (
        "tournament-blackjack",  # ten, five and seven are 22
        "Ana wagers 10 on blackjack\n deal Th 6c 5s\n Ana hits\n deal 7d",
        ["box 1: Th 5s 7d = 22 (bust)", "dealer: 6c = 6"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "text", "expected"), OPEN_CARDS)
def test_open_cards_are_seen_by_all_with_what_the_dealer_calls(
    slug: str, text: str, expected: list[str]
) -> None:
    found = table(slug, text)
    for viewer in (ANYBODY, DEALER, patron("Ana"), patron("Ben")):
        assert hands(found, viewer) == expected


def test_no_count_is_shown_before_the_three_initial_cards_lie_open() -> None:
    """7-Up Baccarat 8.2.1: two cards are dealt face up, and the third is still to come."""
    found = table("seven-up-baccarat", "Ana wagers 25 on banker in box 1\n deal 8h 2c")

    assert hands(found, ANYBODY) == ["player: 2c", "banker: 8h"]


FACE_DOWN = [
    (
        "mini-baccarat",
        "options deal=face down\n Ana wagers 25 on banker\n no more bets\n deal\n deal\n deal",
        ["player: ?? ??", "banker: ??"],
    ),
    (
        "seven-up-baccarat",
        "options deal=face down\n Ana wagers 25 on banker in box 1\n no more bets\n deal\n deal",
        ["player: ??", "banker: ??"],
    ),
    (
        "tournament-mini-baccarat",
        "options deal=face down\n Ana wagers 25 on banker\n no more bets\n deal",
        ["player: ??", "banker: "],
    ),
    (
        "three-card-baccarat",  # Ana has looked; the hand is turned up by nobody yet
        "options method=B\n Ana sits at box 2\n Ana wagers 100 on player in box 2\n"
        "Ana looks at the hand in box 2",
        ["box 2: ?? ?? ??", "banker: ?? ?? ??"],
    ),
]


@pytest.mark.parametrize(("slug", "text", "expected"), FACE_DOWN)
def test_a_card_dealt_face_down_is_a_back_for_everybody(
    slug: str, text: str, expected: list[str]
) -> None:
    """Mini Baccarat 2.2, 7-Up Baccarat 8.2.1, Tournament Mini-Baccarat 2.2, Three Card Baccarat
    9.1."""
    found = table(slug, text)
    for viewer in (ANYBODY, DEALER, patron("Ana")):
        assert hands(found, viewer) == expected


def test_a_hand_turned_up_is_seen_by_all() -> None:
    """Three Card Baccarat 9.5: 9 with two picture cards is order 2."""
    found = table(
        "three-card-baccarat",
        "options method=B\n Ana sits at box 2\n Ana wagers 100 on player in box 2\n"
        "Ana looks at the hand in box 2\n turn up box 2: 9h Kd Qc by Ana",
    )

    assert hands(found, patron("Ben")) == ["box 2: 9h Kd Qc = 9, order 2", "banker: ?? ?? ??"]


POKER = """
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 4c
    Ana picks up the cards Ah Ad Kc 7s 2h
"""


def test_a_poker_hand_is_seen_by_its_patron_alone() -> None:
    """Tournament Canberra Poker 6.2, 7.1: picked up, a pair of aces is Ana's to know."""
    found, backs = table("tournament-canberra-poker", POKER), "?? ?? ?? ?? ??"
    rest = [f"box 2: {backs}", "dealer: ?? ?? ?? ?? 4c"]

    assert hands(found, patron("Ana")) == ["box 1: Ah Ad Kc 7s 2h = one pair", *rest]
    assert hands(found, patron("Ben")) == [f"box 1: {backs}", *rest]
    assert hands(found, DEALER) == [f"box 1: {backs}", *rest]


def test_a_box_that_was_anothers_shows_its_cards_to_the_one_who_has_it_now() -> None:
    """Tournament Canberra Poker 4.3: Ana took her ante back and left, and box 1 is Ben's."""
    found = table(
        "tournament-canberra-poker",
        "Ana wagers 10 on ante in box 1\n Ana withdraws ante in box 1\n"
        "Ana leaves\n Ben wagers 10 on ante in box 1\n"
        "the hands are dealt showing 4c\n Ben picks up the cards Ah Ad Kc 7s 2h",
    )

    assert hands(found, patron("Ana"))[0] == "box 1: ?? ?? ?? ?? ??"
    assert hands(found, patron("Ben"))[0] == "box 1: Ah Ad Kc 7s 2h = one pair"
    assert seen(found).felt.seats == {"Ben": 1}


def test_revealed_poker_hands_are_seen_and_folded_ones_stay_down() -> None:
    """Tournament Canberra Poker 9.1, 7.3: Ben has folded, and nobody learns what he held."""
    found = table(
        "tournament-canberra-poker",
        POKER + "Ana bets 20\n Ben picks up the cards 3s 5s 8d 9d Jd\n Ben folds\n"
        "reveal dealer: As Kh 4c 3d 2s\n",
    )

    assert hands(found, DEALER) == [
        "box 1: ?? ?? ?? ?? ?? (bet)",
        "box 2: ?? ?? ?? ?? ?? (folded)",
        "dealer: As Kh 3d 2s 4c = ace and king (plays)",
    ]
    assert hands(found, patron("Ben"))[1] == "box 2: 3s 5s 8d 9d Jd = odd cards (folded)"


PAI_GOW = """
    Ana wagers 25 on hand in box 2
    Ben wagers 25 on hand in box 4
    open the cup: 1-2-3
    Ana sets low 1-5 5-5 and high 4-6 4-4 in box 2
    Ben looks at 6-6 1-1 3-3 1-6
"""


def test_pai_gow_tiles_are_their_patrons_until_the_hands_are_compared() -> None:
    """Tournament Pai Gow 9.1, 9.3: Ana set 8 above 6; Ben has looked; the house is down."""
    found = table("tournament-pai-gow", PAI_GOW)

    assert hands(found, DEALER) == [
        "house: ?? ?? ?? ??",
        "box 2 high: ?? ??",
        "box 2 low: ?? ??",
        "box 4: ?? ?? ?? ??",
    ]
    assert hands(found, patron("Ana"))[1:3] == ["box 2 high: 4-6 4-4 = 8", "box 2 low: 1-5 5-5 = 6"]
    assert hands(found, patron("Ben"))[3] == "box 4: 6-6 1-1 3-3 1-6"
    assert seen(found).felt.dice == (1, 2, 3)


def test_compared_pai_gow_hands_lie_open_and_a_conceded_one_does_not() -> None:
    """Tournament Pai Gow 11.1, 11.7: nine and five are 4, four and eleven 5."""
    found = table(
        "tournament-pai-gow",
        PAI_GOW + "Ben concedes\n reveal the house hand 2-2 5-6 3-6 1-4\n set the house hand\n"
        "settle\n",
    )

    assert hands(found) == [
        "house high: 2-2 5-6 = 5",
        "house low: 3-6 1-4 = 4",
        "box 2 high: 4-6 4-4 = 8",
        "box 2 low: 1-5 5-5 = 6",
        "box 4: ?? ?? ?? ?? (conceded)",
    ]
    assert seen(found).felt.result == "box 2 wins"


def test_the_ball_at_rest_is_seen_with_its_colour() -> None:
    """Tournament American Roulette 7.2: seventeen is black."""
    felt = seen(
        table(
            "tournament-roulette",
            "Ana wagers 5 on 17\n spin the wheel clockwise and the ball anticlockwise\n"
            "no more bets\n the ball has made three turns\n the ball rests in 17",
        )
    ).felt

    assert (felt.pocket, felt.result, felt.hands) == ("17", "17 black", ())


def test_cards_in_the_rack_are_off_the_felt() -> None:
    """Mini Baccarat terms: Round of Play. Settled and collected, nothing is left but the result."""
    found = table(
        "mini-baccarat",
        "Ana wagers 25 on player\n deal 4h 9c 5h Td\n settle\n collect the cards",
    )

    assert hands(found) == []
    assert seen(found).felt.result == "tie"


def test_a_seen_card_kept_for_the_next_round_lies_there_for_all() -> None:
    """Mini Baccarat 12.2: an excess card that was seen opens a no-bet coup."""
    found = table(
        "mini-baccarat",
        "Ana wagers 25 on player\n deal 4h 9c 5h Td\n a card is drawn in excess: 7s",
    )

    assert hands(found)[-1] == "kept: 7s"
