"""Tournament Blackjack, worked out by hand from NI2002-45.

Cards come one to each box, clockwise from box 1, one to the dealer, a second one to each box; then
to the hands in turn, and to the dealer last, who has no hole card.
"""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Tournament Blackjack"

NO_HOLE_CARD = """
== a dealer's blackjack takes a doubled stake whole [13.1(f), 11.1, 11.2; terms: Double]
patrons Ana=100
    Ana wagers 10 on blackjack
    deal 5h Ks 6h
    Ana doubles
    deal Th Ah                             # Ana 21 on three cards, the dealer a blackjack
=> result dealer blackjack
=> Ana blackjack in box 1 lost 20
=> chips Ana 80

== it takes every split stake, and insurance is paid after that [13.1(f), 10.1, 7.4, 7.5(b)]
patrons Ana=100
    Ana wagers 10 on blackjack
    deal 8h Ac 8s
    Ana insures for 5
    Ana splits
    deal Kd
    Ana stands
    deal Qd
    Ana stands
    deal Td
=> Ana blackjack in box 1 lost 10
=> Ana hand 2 in box 1 lost 10
=> Ana insurance in box 1 won 10 returned 5
=> chips Ana 90

== split aces that draw tens are 21, pay evenly and are no blackjack [10.4, 13.1(a), 13.2(b); 10.6]
    Ana wagers 10 on blackjack
    deal Ah 6c As
    Ana splits
    deal Kd Qd                             # one card on each ace
    deal Th 9h                             # the dealer 16, then 25
=> result dealer bust
=> Ana blackjack in box 1 won 10 returned 10
=> Ana hand 2 in box 1 won 10 returned 10

== a split 21 loses to a dealer's blackjack [13.1(f); 10.6]
    Ana wagers 10 on blackjack
    deal Ah Kc Ad
    Ana splits
    deal Kd Qd As
=> Ana blackjack in box 1 lost 10
=> Ana hand 2 in box 1 lost 10

== an ace on a split ten is no blackjack either [13.1(b), 13.2(b); 10.6]
    Ana wagers 10 on blackjack
    deal Kh 9c Qs
    Ana splits
    deal Ah                                # 21, finished
    deal 8h
    Ana stands
    deal Td                                # the dealer 19
=> Ana blackjack in box 1 won 10
=> Ana hand 2 in box 1 lost 10

== a drawn 21 loses to a dealer's blackjack [13.1(f), 9.1(c)]
    Ana wagers 10 on blackjack
    deal Th Kc 5s
    Ana hits
    deal 6d As
=> result dealer blackjack
=> Ana blackjack in box 1 lost 10

== a hand above 21 stays lost, and nothing more is drawn for it [13.1(d), 9.1(c), 12.1(b)]
    Ana wagers 10 on blackjack
    deal Th 6c 6s
    Ana hits
    deal Kd
=> result dealer not drawn
=> Ana blackjack in box 1 lost 10

== the dealer has one card until all have finished [6.2(b), 9.1; 12.1, terms: Subsequent Deal]
    Ana wagers 10 on blackjack
    deal Th Kc 6s
    end the interim settlement
    deal 9h
    -> refused no_card_due [9.1]
=> awaits choose box 1 [9.1]

== a blackjack waits against a ten: the dealer may have one too [13.1(g); 8.1(a), terms: Blackjack]
    Ana wagers 10 on blackjack
    deal Ah Qc Th As
=> result dealer blackjack
=> Ana blackjack in box 1 stood off 10

== insurance is decided by the second card only, and a bust hand's with it [7.5(a), 12.1(b); 7.5]
    Ana wagers 10 on blackjack
    deal 8h Ac 8s
    Ana insures
    Ana hits
    deal Kh
    deal 5d                                # soft 16, but no hand stands: the dealer stops
=> result dealer 16
=> Ana blackjack in box 1 lost 10
=> Ana insurance in box 1 lost 5

== insurance pays a patron whose hand is bust already [7.4, 7.5(b), 13.1(d)]
    Ana wagers 10 on blackjack
    deal 8h Ac 8s
    Ana insures
    Ana hits
    deal Kh Kd
=> Ana blackjack in box 1 lost 10
=> Ana insurance in box 1 won 10 returned 5
"""

SETTLEMENT = """
== the dealer above 21 pays every hand that is not [13.1(a), 13.2(b), 12.1(a)]
    Ana wagers 10 on blackjack
    Ben wagers 20 on blackjack
    deal Th Tc 6c 8s 2s                    # Ana 18, Ben 12
    Ana stands
    Ben stands
    deal Kd 9h                             # the dealer 16, then 25
=> result dealer bust
=> Ana blackjack in box 1 won 10 returned 10
=> Ben blackjack in box 2 won 20 returned 20

== the higher total wins [13.1(b), 13.2(b)]
    Ana wagers 10 on blackjack
    deal Th 9c 9s
    Ana stands
    deal 8d
=> result dealer 17
=> Ana blackjack in box 1 won 10

== the lower total loses [13.1(e)]
    Ana wagers 10 on blackjack
    deal Th 9c 8s
    Ana stands
    deal Td
=> Ana blackjack in box 1 lost 10

== equal totals stand off [13.1(g); terms: Stand Off]
patrons Ana=50
    Ana wagers 10 on blackjack
    deal Th 9c 9s
    Ana stands
    deal Td
=> Ana blackjack in box 1 stood off 10 returned 10
=> chips Ana 50

== a blackjack beats a dealer's 21 of three cards [13.1(c), 13.2(a)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Ah Tc Kc Kh 9h
    Ben stands
    deal 5d 6d                             # the dealer draws for Ben's 19
=> result dealer 21
=> Ana blackjack in box 1 won 15 returned 10
=> Ben blackjack in box 2 lost 10

== with only a blackjack open the dealer's second card is the last [12.1(b), 13.1(c), 13.2(a)]
    Ana wagers 10 on blackjack
    deal Ah Kc Kh 5d
=> result dealer 15
=> Ana blackjack in box 1 won 15 returned 10

== three to two is exact in half-chips [8.1(a); 13.2]
chips 1 5 25
limits minimum=1 multiple=1
    Ana wagers 7 on blackjack
    deal Ah 9c Kh
=> Ana blackjack in box 1 won 10.50 returned 7

== the dealer stands on a soft seventeen [12.1(a), 13.1(b); 2.5(a), terms: Soft Total]
    Ana wagers 10 on blackjack
    deal Th 6c 8s
    Ana stands
    deal As
    deal 4h
    -> refused no_card_due [12.1(a)]
=> result dealer 17
=> Ana blackjack in box 1 won 10

== the dealer draws on a soft sixteen and counts the ace as one when it must [12.1(a); 2.5(a)]
    Ana wagers 10 on blackjack
    deal Th 5c 8s
    Ana stands
    deal As 9h 4h                          # soft 16, hard 15, 19
=> result dealer 19
=> Ana blackjack in box 1 lost 10

== numbers count themselves and pictures ten [13.1(b); 2.5, 2.5(b), 2.5(c)]
    Ana wagers 10 on blackjack
    deal Jh Tc Qs                          # 20
    Ana stands
    deal 2d 7d                             # 19
=> result dealer 19
=> Ana blackjack in box 1 won 10
"""

INTERIM = """
== a blackjack against a nine is paid three to two at once and is over [8.1(a)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Ah Tc 9c Kh 9h
    end the interim settlement
    Ana hits
    -> refused hand_finished [9.2(a)]
    Ben stands
    deal Td
=> Ana blackjack in box 1 won 15 returned 10
=> Ben blackjack in box 2 stood off 10

== even money ends the hand before the dealer's second card [8.1(b), 12.1(b)]
    Ana wagers 10 on blackjack
    deal Ah As Kh
    Ana takes even money
=> result dealer not drawn
=> Ana blackjack in box 1 won 10 returned 10

== even money is for a blackjack [8.1(b)]
    Ana wagers 10 on blackjack
    deal Th As Kh
    Ana takes even money
    -> refused no_blackjack [8.1(b)]

== even money is for an ace only [8.1(b)]
    Ana wagers 10 on blackjack
    deal Ah Kc Kh
    Ana takes even money
    -> refused dealer_shows_no_ace [8.1(b)]

== one who is insured cancels that before taking even money [8.1(b), 7.2]
    Ana wagers 10 on blackjack
    deal Ah As Kh
    Ana insures for 5
    Ana takes even money
    -> refused already_insured [8.1(b)]
    Ana cancels the insurance
    Ana takes even money
=> Ana insurance in box 1 withdrawn 5
=> Ana blackjack in box 1 won 10

== without a request a blackjack waits, and stands off against another [13.1(g), 7.4; 8.1(b)]
    Ana wagers 10 on blackjack
    deal Ah As Kh
    Ana insures
    deal Td
=> Ana blackjack in box 1 stood off 10
=> Ana insurance in box 1 won 10

== or is paid three to two [13.1(c), 13.2(a), 7.5(a)]
    Ana wagers 10 on blackjack
    deal Ah As Kh
    Ana insures
    deal 6d
=> Ana blackjack in box 1 won 15
=> Ana insurance in box 1 lost 5

== insurance is at most half the wager [7.1]
    Ana wagers 10 on blackjack
    deal Th As Kh
    Ana insures for 5.50
    -> refused insurance_above_half [7.1]
    Ana insures for 0
    -> refused amount_not_positive
    Ana insures for 5
    Ana insures for 5
    -> refused already_insured [7.1]
    Ana stands
    deal 6d
=> Ana insurance in box 1 lost 5

== it is counted in halves of the smallest chip [7.3, 7.5(a)]
chips 1 5 25
limits minimum=1 multiple=1
    Ana wagers 5 on blackjack
    deal Th As Kh
    Ana insures for 2.25
    -> refused not_in_half_chips [7.3]
    Ana insures for 2.50
    Ana stands
    deal 6d
=> Ana insurance in box 1 lost 2.50

== it is offered against an ace only [7.1]
    Ana wagers 10 on blackjack
    deal Th Kc Kh
    Ana insures
    -> refused dealer_shows_no_ace [7.1]

== it comes after the initial deal and before the subsequent deal [7.2]
    Ana wagers 10 on blackjack
    no more bets
    deal Th Ac
    Ana insures
    -> refused no_insurance_now [7.2]
    deal 6h
    Ana hits
    deal 2h
    Ana insures
    -> refused no_insurance_now [7.2]

== a blackjack closed by even money leaves its neighbours in play [8.1(b), 13.1(e)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Ah Th As Kh 8h
    Ana takes even money
    Ben declines insurance
    Ben stands
    deal 9d
=> result dealer 20
=> Ana blackjack in box 1 won 10
=> Ben blackjack in box 2 lost 10

== insurance needs chips
patrons Ana=12
limits minimum=1 multiple=1
    Ana wagers 10 on blackjack
    deal Th As Kh
    Ana insures for 3
    -> refused not_enough_chips
    Ana insures                            # for the two dollars that are left
    Ana stands
    deal 6d
=> chips Ana 20
"""

CHOICES = """
== a hard total below twelve must draw [9.2(b), 9.1(c), 9.1(d); 9.2, terms: Hard Total]
    Ana wagers 10 on blackjack
    deal 5h 9c 6s
    Ana stands
    -> refused must_draw [9.2(b)]
    Ana hits
    deal Ad                                # hard 12
    Ana stands
    deal 8d
=> Ana blackjack in box 1 lost 10

== a soft total may stand: two aces are twelve [9.1(d), 13.1(e); terms: Soft Total]
    Ana wagers 10 on blackjack
    deal Ah 9c As
    Ana stands
    deal 8d
=> Ana blackjack in box 1 lost 10

== below twelve one may double instead [9.2(b), 11.1, 11.2, 13.1(b)]
    Ana wagers 10 on blackjack
    deal 5h 9c 6s
    Ana doubles
    deal Td
    deal Td
=> Ana blackjack in box 1 won 20 returned 20

== what is doubled has no limit of its own: the stake found is off the multiples, not above
[3.2, 11.1]
limits minimum=20 maximum=100 multiple=20
    Ana wagers 80 on blackjack
    no more bets
    Ana is found with 90 on blackjack
    deal 5h 9c 6s
    Ana doubles
    deal Td
    deal Td
=> Ana blackjack in box 1 won 160 returned 170 by 13.1(b), 13.2(b), 3.2

== or split [9.2(b), 10.1]
    Ana wagers 10 on blackjack
    deal 4h 9c 4s
    Ana stands
    -> refused must_draw [9.2(b)]
    Ana splits
    deal 9h
    Ana stands
    deal 8h
    Ana stands
    deal Td
=> Ana blackjack in box 1 lost 10
=> Ana hand 2 in box 1 lost 10

== 21 takes no further card, hard or soft [9.2(a)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Th Ah 9c 5s 5d
    Ana hits
    deal 6d
    Ana hits
    -> refused hand_finished [9.2(a)]
    Ben hits
    deal 5c                                # soft 21
    Ben doubles
    -> refused hand_finished [9.2(a)]
    deal 8d
=> Ana blackjack in box 1 won 10
=> Ben blackjack in box 2 won 10

== a double is on any two cards and gets one card [11.1, 11.2]
    Ana wagers 10 on blackjack
    deal Ah 9c 7s
    Ana doubles
    Ana hits
    -> refused card_due [11.2]
    deal 2d
    Ana hits
    -> refused hand_finished [11.2]
    deal Td
=> Ana blackjack in box 1 won 20 returned 20

== no double after a draw [11.1]
    Ana wagers 10 on blackjack
    deal 2h 9c 3s
    Ana hits
    deal 4d
    Ana doubles
    -> refused not_first_choice [11.1]
    Ana hits
    deal Td
    Ana stands

== a split hand may be doubled and keeps its own stake [11.3, 10.1, 13.1(a); terms: Split]
patrons Ana=100
    Ana wagers 10 on blackjack
    deal 8h 6c 8s
    Ana splits
    deal 3d
    Ana doubles
    deal Td                                # 21
    deal 2d
    Ana hits
    deal Kh                                # 20
    Ana stands
    deal Td 9d
=> Ana blackjack in box 1 won 20 returned 20
=> Ana hand 2 in box 1 won 10 returned 10
=> chips Ana 130

== split aces get one card each, and no double or draw [10.4, 10.2]
    Ana wagers 10 on blackjack
    deal Ah 6c As
    Ana splits
    Ana hits
    -> refused card_due [10.4]
    deal Ad 5h
    Ana doubles
    -> refused hand_finished [10.4]
    Ana splits
    -> refused aces_split_once [10.2]
    deal Kd 9d
=> Ana blackjack in box 1 won 10
=> Ana hand 2 in box 1 won 10

== four hands and no more [10.2, 10.3]
    Ana wagers 10 on blackjack
    deal 8h 6c 8s
    Ana splits
    deal 8d
    Ana splits
    deal 8c
    Ana splits
    deal 8h
    Ana splits
    -> refused four_hands_formed [10.2]
    Ana stands
    deal Kh
    Ana stands
    deal Kd
    Ana stands
    deal Kc
    Ana stands
    deal Th 9h
=> result dealer bust
=> Ana blackjack in box 1 won 10
=> Ana hand 2 in box 1 won 10
=> Ana hand 3 in box 1 won 10
=> Ana hand 4 in box 1 won 10

== the first split hand is finished before the next gets its card [10.3, 9.2(b); 10.5]
    Ana wagers 10 on blackjack
    deal 8h 6c 8s
    Ana splits
    deal 2d
    Ana stands
    -> refused must_draw [9.2(b)]
    Ana hits
    deal Kh
    Ana stands
=> awaits draw box 1 hand 2 [10.3]

== ten, jack, queen and king are of equal value [10.1]
    Ana wagers 10 on blackjack
    deal Th 6c Ks
    Ana splits
    deal 9h
    Ana stands
    deal 8h
    Ana stands
    deal Kd 9d
=> Ana hand 2 in box 1 won 10

== unequal cards are not split, nor two of three cards [10.1]
    Ana wagers 10 on blackjack
    deal 9h 6c 8s
    Ana splits
    -> refused not_equal_in_value [10.1]
    Ana hits
    deal 2h
    Ana splits
    -> refused not_first_choice [10.1]

== a split or a double needs the chips for it
patrons Ana=15
    Ana wagers 10 on blackjack
    deal 8h 6c 8s
    Ana splits
    -> refused not_enough_chips
    Ana doubles
    -> refused not_enough_chips
    Ana stands
    deal Td 2d
=> chips Ana 5

== boxes act clockwise, whoever came first [9.1, 6.2, 6.2(a), 6.2(b), 6.2(c)]
    Ana takes box 5
    Ben takes box 2
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    no more bets
    deal 2h Th                             # Ben's card, then Ana's
    deal 9c
    deal 3h Ts                             # Ben 5, Ana 20
    Ana stands
    -> refused not_your_turn [9.1]
    Ben stands
    -> refused must_draw [9.2(b)]
    Ben hits
    deal Kh
    Ben stands
    Ana hits in box 2
    -> refused box_of_another [19.6]
    Ana stands
    deal Td
=> Ana blackjack in box 5 won 10
=> Ben blackjack in box 2 lost 10

== no choice before the interim settlement or out of the round [8.1, 9.1, 6.2]
    Ana hits
    -> refused no_round_under_way [9.1]
    Ana wagers 10 on blackjack
    Ana hits
    -> refused betting_open [6.2]
    no more bets
    deal Th
    Ana hits
    -> refused initial_deal_first [8.1]
    deal 9c 5h
    Ben hits
    -> refused no_wager_there
"""

PAIRS = """
== a mixed pair pays six to one [18.10(a), 18.13(a), 18.12(b), 18.7; 18.4, 18.13, 18.10]
options pairs=perfect
    Ana wagers 10 on blackjack
    Ana wagers 5 on perfect pairs
    deal 8h 9c 8c
    Ana stands
    deal Td
=> Ana perfect pairs in box 1 won 30 returned 5
=> Ana blackjack in box 1 lost 10

== a coloured pair of reds pays twelve to one [18.10(b), 18.13(b); 18.5, 18.5(a)]
options pairs=perfect
    Ana wagers 10 on blackjack
    Ana wagers 5 on perfect pairs
    deal 8h 9c 8d
    Ana stands
    deal Td
=> Ana perfect pairs in box 1 won 60 returned 5

== a coloured pair of blacks too [18.10(b), 18.13(b); 18.5(b)]
options pairs=perfect
    Ana wagers 10 on blackjack
    Ana wagers 5 on perfect pairs
    deal 8s 9c 8c
    Ana stands
    deal Td
=> Ana perfect pairs in box 1 won 60

== a perfect pair pays twenty-five to one, and only that [18.10(c), 18.13(c); 18.6, 18.11]
options pairs=perfect
patrons Ana=100
    Ana wagers 10 on blackjack
    Ana wagers 5 on perfect pairs
    deal 8s 9c 8s
    Ana stands
    deal Td
=> Ana perfect pairs in box 1 won 125 returned 5
=> chips Ana 215

== a ten and a king are no pair [18.10(d), 18.12(a), 10.1; 18.2, 18.2(a), 18.2(b), 18.3]
options pairs=perfect
    Ana wagers 10 on blackjack
    Ana wagers 5 on perfect pairs
    deal Ts 9c Ks
    Ana splits
    deal 9h
    Ana stands
    deal 9d
    Ana stands
    deal 8d
=> Ana perfect pairs in box 1 lost 5
=> Ana hand 2 in box 1 won 10

== the pairs come before insurance, even money and every choice [18.12]
options pairs=perfect
    Ana wagers 10 on blackjack
    Ana wagers 5 on perfect pairs
    no more bets
    deal Ts Ac Kh
    deal 9d
    -> refused no_card_due [18.12]
=> awaits settle perfect pairs [18.12]

== a perfect pairs wager without a blackjack wager is void [18.9]
options pairs=perfect
    Ana wagers 10 on blackjack
    Ben wagers 5 on perfect pairs
    Ben does not wager
    deal 8s 9c 8s
    Ana stands
    deal Td
=> Ben perfect pairs in box 2 void 5
=> Ana blackjack in box 1 lost 10

== perfect pairs only where the tournament has them [18.1]
    open betting
    Ana wagers 5 on perfect pairs
    -> refused wager_not_offered [18.1]

== perfect pairs have their own limits [3.4; 18.8]
options pairs=perfect
limits multiple=5, perfect pairs=5-20
    Ana wagers 100 on blackjack
    Ana wagers 25 on perfect pairs
    deal 8h 9c 8c
    Ana stands
    deal Td
=> Ana perfect pairs in box 1 won 120 returned 25 by 18.10(a), 18.13(a), 18.12(b), 3.4

== what is doubled has no limit of its own [3.4, 11.2]
limits maximum=50 multiple=5
    Ana wagers 60 on blackjack
    deal 6h 9c 5c
    Ana doubles
    deal Th
    deal 8d
=> Ana blackjack in box 1 won 100 returned 110 by 13.1(b), 13.2(b), 3.4
=> tried [13.1(b)] box 1 wins: 21 against 17

== a double within the limits is paid whole [13.1(b)]
limits maximum=50 multiple=5
    Ana wagers 50 on blackjack
    deal 6h 9c 5c
    Ana doubles
    deal Th
    deal 8d
=> Ana blackjack in box 1 won 100 returned 100 by 13.1(b), 13.2(b)

== a box of another, the first and the last [19.15, terms: Box]
    Ana wagers 10 on blackjack in box 1
    Ben wagers 10 on blackjack in box 7
    Chen wagers 10 on blackjack in box 1
    -> refused box_of_another [19.15]: box 1 is another patron's
    Chen wagers 10 on blackjack in box 7
    -> refused box_of_another [19.15]
    Chen wagers 10 on blackjack in box 8
    -> refused no_such_box [terms: Box]: Chen has no box: 5 boxes are free
    deal Th 9c 9d 8s 9h
    Ana stands
    Ben stands
    deal 8d
=> Ben blackjack in box 7 won 10

== a second wager below the minimum goes back, and the side wager with it alone [3.3, 18.9]
options pairs=perfect
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    Ben wagers 5 on perfect pairs
    Chen wagers 10 on blackjack
    no more bets
    Ana is found with 4 on blackjack
    Ana is found with 3 on blackjack
    Ben is found with 4 on blackjack
    Ben is found with 3 on blackjack
    deal 9c 9d 9s
    Chen stands
    deal 8d
=> Ana blackjack in box 1 void 3
=> Ben blackjack in box 2 void 3
=> Ben perfect pairs in box 2 void 5
=> Chen blackjack in box 3 won 10

== the cards of a split hand make no pair of their own [18.13(a), 10.1; 18.10]
options pairs=perfect
patrons Ana=100
    Ana wagers 10 on blackjack
    Ana wagers 5 on perfect pairs
    deal 8h 9c 8c
    Ana splits
    deal 8h
    Ana stands
    deal 9h
    Ana stands
    deal Td
=> Ana perfect pairs in box 1 won 30
=> chips Ana 110
"""


def all_scenarios() -> list[Scenario]:
    return [
        each
        for part in (NO_HOLE_CARD, SETTLEMENT, INTERIM, CHOICES, PAIRS)
        for each in read_scenarios(part)
    ]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-blackjack"), scenario)
