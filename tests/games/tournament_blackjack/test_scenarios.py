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

== the dealer has one card until every patron has finished [6.2(b), 9.1; 12.1, terms: Subsequent Deal]
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

== even money is for an ace only [7.1]
    Ana wagers 10 on blackjack
    deal Ah Kc Kh
    Ana takes even money
    -> refused dealer_shows_no_ace [7.1]

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
    Ana insures for 2
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

== boxes act clockwise from the first with a wager, whoever came first [9.1, 6.2, 6.2(a), 6.2(b), 6.2(c)]
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
    -> refused box_of_another [terms: Box]
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

== a ten and a king are no pair, though equal for a split [18.10(d), 18.12(a), 10.1; 18.2, 18.2(a), 18.2(b), 18.3]
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
=> Ana perfect pairs in box 1 won 120 returned 25

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

WAGERS = """
== before the first card everybody at the table wagers, or is confirmed not to [4.1]
patrons Ana Ben
    Ana wagers 10 on blackjack
    no more bets
    -> refused wager_missing [4.1]
    patron: Ben does not wager
    -> refused role_may_not [4.1]
    dealer: Ben does not wager
    no more bets
=> awaits draw box 1 [6.2(a)]

== a round needs a wager [4.1]
patrons Ana
    open betting
    dealer: Ana does not wager
    no more bets
    -> refused no_wagers [4.1]
    Ana wagers 10 on blackjack
    dealer: Ana does not wager
    -> refused wager_placed [4.1]

== one patron to a box, one wager in it [4.2; terms: Box]
    Ana wagers 10 on blackjack in box 3
    Ben wagers 10 on blackjack in box 3
    -> refused box_of_another [terms: Box]
    Ana wagers 10 on blackjack in box 4
    -> refused box_of_another [terms: Box]
    Ana wagers 10 on blackjack
    -> refused one_wager_per_box [terms: Box]
    Ben wagers 10 on blackjack in box 8
    -> refused no_such_box [terms: Box]
    Ben wagers 10 on blackjack
    deal Th Td 9c 8s 9s                    # Ben has box 1, Ana box 3
    Ben stands
    Ana stands
    deal 9d
=> Ben blackjack in box 1 stood off 10
=> Ana blackjack in box 3 won 10

== a box is free again when its patron leaves [terms: Box]
    Ana takes box 3
    Ben takes box 3
    -> refused box_of_another [terms: Box]
    Ana takes box 4
    -> refused box_of_another [terms: Box]
    Ana leaves
    Ben takes box 3

== an unknown wager is refused, and insurance is none before the deal [4.2]
    open betting
    Ana wagers 10 on dragon
    -> refused wager_not_offered [4.2]
    Ana wagers 10 on insurance
    -> refused wager_not_offered [4.2]
    Ana wagers 10 on hand 2
    -> refused wager_not_offered [4.2]

== from the first card no wager is placed, changed or taken back [4.3]
    Ana wagers 10 on blackjack
    Ana changes blackjack to 20
    Ben wagers 10 on blackjack
    Ben withdraws blackjack
    Ben wagers 15 on blackjack
    no more bets
    Ana changes blackjack to 10
    -> refused round_under_way [4.3]
    Ana withdraws blackjack
    -> refused round_under_way [4.3]
    Chen wagers 10 on blackjack
    -> refused round_under_way [4.3]
    deal Th Td 9c 8s 9s
    Ana stands
    Ben stands
    deal 9d
=> Ana blackjack in box 1 stood off 20
=> Ben blackjack in box 2 won 15

== nothing is dealt before no more bets, and every card is named [6.2, 6.1]
    deal 8h
    -> refused no_round_under_way [6.1]
    open betting
    deal 8h
    -> refused betting_open [6.2]
    Ana wagers 10 on blackjack
    no more bets
    deal
    -> refused card_not_named [6.1]
    no more bets
    -> refused betting_not_open [6.2]
    open betting
    -> refused round_under_way [4.1]

== negative stakes, and stakes that chips cannot make [4.2]
chips 5 25 100
limits minimum=5 multiple=1
    open betting
    Ana wagers -5 on blackjack
    -> refused amount_not_positive
    Ana wagers 6 on blackjack
    -> refused not_in_chips [4.2]

== a patron cannot stake chips not held
patrons Ana=20
    open betting
    Ana wagers 25 on blackjack
    -> refused not_enough_chips

== a card that cannot come is refused
    Ana wagers 10 on blackjack
    deal Th Th Th
    Ana splits
    deal Th
    Ana splits
    deal Th
    Ana splits
    deal Th
    Ana stands
    deal Th
    -> refused card_impossible
    deal Td
"""

LIMITS = """
== the first stake below the minimum is settled and brings an advice; the next is refused [3.3]
limits minimum=10 multiple=5
    Ana wagers 5 on blackjack
    deal Th 9c 9s
    Ana stands
    deal 8d
    open betting
    Ana wagers 5 on blackjack
    -> refused wager_below_minimum [3.3]
    Ana wagers 10 on blackjack
=> Ana blackjack in box 1 of round 1 won 5

== after the advice a small stake that is found is handed back, the side stake with it [3.3, 18.9]
options pairs=perfect
limits minimum=10, multiple=5, perfect pairs=10-100
    Ben wagers 10 on blackjack
    Ana wagers 5 on perfect pairs
    Ana wagers 10 on blackjack
    no more bets
    deal Th Td
    Ana is found with 5 on blackjack
    deal 9c 9s                             # the dealer's card, then Ben's second: Ana has no stake
    Ben stands
    deal 8d
=> Ana blackjack in box 2 void 5
=> Ana perfect pairs in box 2 void 5
=> Ben blackjack in box 1 won 10

== above the maximum only the maximum is paid [3.4, 8.1(a)]
limits maximum=100
    Ana wagers 150 on blackjack
    deal Ah 9c Kh
=> Ana blackjack in box 1 won 150 returned 150

== or collected [3.4, 13.1(e)]
limits maximum=100
    Ana wagers 150 on blackjack
    deal Th 9c 8s
    Ana stands
    deal Td
=> Ana blackjack in box 1 lost 100 returned 50

== a double and a split repeat the good part of the stake, and so does half of it insure [3.4, 7.1, 11.3]
limits maximum=100
    Ana wagers 150 on blackjack
    deal 8h Ac 8s
    Ana insures for 55
    -> refused insurance_above_half [7.1]
    Ana insures for 50
    Ana splits
    deal 3d
    Ana doubles
    deal 7d                                # 18 for 250, of which 200 are good
    deal Kd
    Ana stands                             # 18 for 100
    deal 8d                                # the dealer 19
=> Ana blackjack in box 1 lost 200 returned 50
=> Ana hand 2 in box 1 lost 100
=> Ana insurance in box 1 lost 50

== a stake off the multiple is refused [3.2]
    open betting
    Ana wagers 7 on blackjack
    -> refused wager_not_a_multiple [3.2]

== found off the multiple it is good down to the last whole one [3.4]
    Ana wagers 10 on blackjack
    no more bets
    Ana is found with 13 on blackjack
    deal Th 9c 8s
    Ana stands
    deal Td
=> Ana blackjack in box 1 lost 10 returned 3

== a stake on which a choice was made is not looked into again [4.3]
    Ana wagers 10 on blackjack
    deal 5h 9c 6s
    Ana doubles
    Ana is found with 50 on blackjack
    -> refused choice_made_on_it [4.3]

== the Director sets the limits, between rounds [3.1, 3.2]
    supervisor: set the limits to 25 and 500
    -> refused role_may_not [3.1]
    director: set the limits to 25 and 500
    director: set the multiple to 25
    Ana wagers 30 on blackjack
    -> refused wager_not_a_multiple [3.2]
    Ana wagers 50 on blackjack
    director: set the limits to 5 and 500
    -> refused round_under_way [3.1]

== halves of a stake must be in whole cents [13.2(a)]
    director: set the multiple to 0.25
    -> refused half_not_in_cents [13.2(a)]
"""

TABLE = """
== decks and shuffle are the Director's, with notice, before the tournament [2.3, 2.3(a), 2.3(b)]
    director: set decks to 8
    -> refused notice_not_given [2.3]
    director: give notice of a change of decks
    supervisor: set decks to 8
    -> refused role_may_not [2.3]
    director: set decks to 4
    -> refused option_unknown [2.3(a)]
    director: set decks to 8
    director: give notice of a change of shuffle
    director: set shuffle to automated
    check the cards
    Ana wagers 10 on blackjack
    deal Ah 9c Kh
    director: set decks to 6
    -> refused tournament_begun [2.3]
    director: set pairs to perfect
    -> refused tournament_begun [18.1]

== replaced cards are checked by the Director and the dealer before the next deal [2.4]
    replace the cards 8h
    -> refused role_may_not [2.4]
    director: replace the cards 8h
    open betting
    -> refused cards_unchecked [2.4]
    director: confirm the check of the replacement cards
    director: confirm the check of the replacement cards
    -> refused nothing_to_check [2.4]
    open betting
    -> refused cards_unchecked [2.4]
    dealer: confirm the check of the replacement cards
    Ana wagers 10 on blackjack
    director: replace the cards
    -> refused round_under_way [2.4]

== the cards are checked, shuffled and cut before the first round [2.2, 5.1, 5.3, 5.2(d)]
unprepared
patrons Ana Ben Chen
    shuffle
    -> refused not_next [5.1]
    director: check the cards
    -> refused role_may_not [2.2]
    check the cards
    shuffle
    cut at 100 by Ben
    -> refused not_offered [5.2(a)]
    cut at 51 by Ana
    -> refused cut_too_near_the_end [5.3]
    cut at 261 by Ana
    -> refused cut_too_near_the_end [5.3]
    Ana declines the cut
    cut at 100 by Ben
    place the cutting card 51 from the back
    -> refused cutting_card_misplaced [5.3]
    place the cutting card 183 from the back
    -> refused cutting_card_misplaced [5.3]
    open betting
    -> refused cards_not_ready [5.1]
    place the cutting card 182 from the back
    open betting

== the first patron at the table is offered the cut of a new game [5.2(a)]
unprepared
patrons Ana Ben
    Ben takes box 1
    Ana takes box 2
    check the cards
    shuffle
=> awaits cut [5.2(a)]

== a supervisor cuts when nobody wants to [5.2 closing line; terms: Casino Supervisor]
unprepared
patrons Ana Ben
    check the cards
    shuffle
    supervisor: cut at 100
    -> refused cut_to_be_offered [5.2(a)]
    Ana declines the cut
    Ben declines the cut
    director: cut at 100
    -> refused role_may_not [5.3]
    supervisor: cut at 100
    place the cutting card 52 from the back
    open betting

== the cutting card in a round: finish it, shuffle, and its box cuts [5.4(a)#2, 5.2(b)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    no more bets
    deal Th Td 9c 8s
    the cutting card appears               # before Ben's second card
    deal 9s
    Ana stands
    Ben stands
    deal 9d
    collect the cards
    open betting
    -> refused cards_not_ready [5.1]
    shuffle
    cut at 100 by Ana
    -> refused not_offered [5.2(b)]
    cut at 100 by Ben
    place the cutting card 100 from the back
    open betting

== on the dealer's hand: the last box, at the dealer's far right, cuts [5.4(a)#2, 5.2(c)]
    Ana takes box 6
    Ben takes box 2
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    no more bets
    deal Th Td
    the cutting card appears
    the cutting card appears
    -> refused no_cutting_card [5.4]
    deal 9c 8s 9s
    Ben stands
    Ana stands
    deal 9d
    collect the cards
    shuffle
    cut at 100 by Ben
    -> refused not_offered [5.2(c)]
    Ana declines the cut                   # clockwise from box 6: box 2
    cut at 100 by Ben
    place the cutting card 100 from the back

== as the first card of a round it brings a shuffle at once, and stakes stay [5.4(a), 4.3, 5.2(b)]
    Ana takes box 6
    Ben takes box 2
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    no more bets
    the cutting card appears
    deal Th
    -> refused cards_not_ready [5.1]
    Ana withdraws blackjack
    -> refused round_under_way [4.3]
    shuffle
    cut at 100 by Ana
    -> refused not_offered [5.2(b)]
    cut at 100 by Ben                      # the first box with a wager
    place the cutting card 100 from the back
    deal Th Td 9c 8s 9s
    Ben stands
    Ana stands
    deal 9d
=> Ben blackjack in box 2 stood off 10
=> Ana blackjack in box 6 won 10

== the cutting card shows itself in a round only [5.4]
    the cutting card appears
    -> refused no_round_under_way [5.4]

== no burn at the start of a shoe: the first card is the first box's [6.2(a); terms: Burn]
unprepared
patrons Ana
    check the cards
    shuffle
    cut at 100 by Ana
    place the cutting card 100 from the back
    Ana wagers 10 on blackjack
    no more bets
=> awaits draw box 1 [6.2(a)]
"""

IRREGULARITIES = """
== a card face up in the shoe is burnt, and the next one takes its place [14.1; terms: Burn]
    Ana wagers 10 on blackjack
    no more bets
    deal Th
    a card is found face up: 2h
    deal 9c 8s
    Ana stands
    deal 8d
=> result dealer 17
=> Ana blackjack in box 1 won 10

== a card drawn in error is the next card, seen [14.2, 13.1(b)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Th 9c 9d 8s 6h                    # Ana 18, Ben 15
    Ana stands
    a card is drawn in error: 5h           # pushed to Ana, who stands
    Ben hits
    deal Kd
    -> refused held_card_first [14.2]
    use the held card
    Ben stands
    deal 8d
=> Ben blackjack in box 2 won 10
=> Ana blackjack in box 1 won 10

== or unseen [14.2, 6.1]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Th 9c 9d 8s 6h
    Ana stands
    a card is drawn in error
    Ben hits
    use the held card
    -> refused card_not_named [6.1]
    use the held card 6d                   # 21
    deal 8d
=> Ben blackjack in box 2 won 10

== left over, it opens the next round [14.2, 6.2(a)]
    Ana wagers 10 on blackjack
    deal Th 9d 8s
    Ana stands
    deal 8d
    a card is drawn in error: Ah
    settle
    Ana wagers 20 on blackjack
    deal 9c Kd                             # the held ace has gone to box 1 before them
=> Ana blackjack in box 1 won 30

== a card that is due is no error [14.2, 12.1(a)]
    Ana wagers 10 on blackjack
    deal Th 9d 6s
    Ana hits
    a card is drawn in error: 5h
    -> refused card_is_due [14.2]
    deal 5h
    a card is drawn to the dealer in error: 2h
    -> refused card_is_due [12.1(a)]
    deal 8d

== burnt in error a card stays burnt [14.2]
    Ana wagers 10 on blackjack
    deal Th 9d 6s
    Ana hits
    a card is burnt in error: 5h
    deal 4h
    Ana stands
    deal 8d
=> Ana blackjack in box 1 won 10

== a card too many on the dealer's hand is burnt [14.3, 13.1(b)]
    Ana wagers 10 on blackjack
    deal Th 9d 8s
    Ana stands
    deal 8d
    a card is drawn to the dealer in error: 4h
=> result dealer 17
=> Ana blackjack in box 1 won 10

== and so is the dealer's second card drawn before its time [14.3, 12.1(a)]
    Ana wagers 10 on blackjack
    deal Th 9d 6s
    end the interim settlement
    a card is drawn to the dealer in error: Td
    Ana hits
    deal 5h
    deal 8d
=> result dealer 17
=> Ana blackjack in box 1 won 10

== hands dealt in the wrong order are rebuilt, and the round goes on [14.4, 13.1(e)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Th 2c 9d 8s 7h                    # Ana 18, Ben 9
    rebuild the round from 2c Th 9d 8s
    -> refused card_left_out [14.4]
    rebuild the round from 2c Th 9d 8s 7h  # Ana 10, Ben 17
    Ana hits
    deal 6h                                # 16
    Ana stands
    Ben stands
    deal 7d                                # the dealer 16
    deal 2h
=> result dealer 18
=> Ana blackjack in box 1 lost 10
=> Ben blackjack in box 2 lost 10

== a choice on cards that change is made anew, and its card is the next one [14.4, 14.2]
patrons Ana=100 Ben=100
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal 6h 9c 9d 5s 7h                    # Ana 11, Ben 16
    Ana doubles
    deal Th
    rebuild the round from 9c 6h 9d 5s 7h Th
    Ana hits                               # Ana 14: the double is taken back
    use the held card                      # 24
    Ben stands                             # Ben 13
    deal 8d
=> Ana blackjack in box 1 lost 10
=> Ben blackjack in box 2 lost 10
=> chips Ana 90

== a choice on cards that stay stands [14.4, 9.1(d)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    Chen wagers 10 on blackjack
    deal Th 9c 2d 9d 8s 7h 5h              # Ana 18, Ben 16, Chen 7
    Ana stands
    Ben hits
    deal 4h                                # Ben 20
    Ben stands
    rebuild the round from Th 2d 9c 9d 8s 7h 5h 4h
    Ben hits                               # Ana stands still; Ben has 9, and the 4h is next
    use the held card
    Ben stands                             # 13
    Chen hits                              # 14
    deal 3c
    Chen stands
    deal 8d
=> Ana blackjack in box 1 won 10
=> Ben blackjack in box 2 lost 10
=> Chen blackjack in box 3 stood off 10

== a blackjack paid early is taken back with the cards it rested on [14.4, 8.1(a)]
patrons Ana=100 Ben=100
    Ana wagers 10 on blackjack
    Ben wagers 20 on blackjack
    deal Ah 9c 9d Kh Td
    end the interim settlement
    rebuild the round from 9c Ah 9d Kh Td  # the blackjack was Ben's
    Ana stands
    deal 8d
=> Ana blackjack in box 1 won 10
=> Ben blackjack in box 2 won 30
=> chips Ana 110
=> chips Ben 130

== split hands, insurance and even money are laid again as they were [14.4, 10.1, 7.2, 8.1(b)]
patrons Ana=100 Ben=100 Chen=100
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    Chen wagers 10 on blackjack
    deal 8h Ah 5c Ad 8d Kh 6c              # Ana 16, Ben blackjack, Chen 11
    Ana insures for 5
    Ben takes even money
    Ana splits
    deal Kc
    Ana stands
    deal 9c
    Ana stands
    Chen hits
    deal Td
    rebuild the round from 8h Ah 5c Ad 8d Kh 6c Kc 9c Td
    deal 7d                                # the dealer soft 18
=> Ana insurance in box 1 lost 5
=> Ana blackjack in box 1 stood off 10
=> Ana hand 2 in box 1 lost 10
=> Ben blackjack in box 2 won 10
=> Chen blackjack in box 3 won 10
=> chips Ana 85
=> chips Ben 110
=> chips Chen 110

== a settled round is rebuilt while its cards lie there [14.4, 13.1(e)]
patrons Ana=100
    Ana wagers 10 on blackjack
    deal Th 9d 8s
    Ana stands
    deal 8d
    settle
    rebuild the round from 9d Th 8s 8d     # Ana 17, the dealer 18
    Ana stands
    use the held card
=> Ana blackjack in box 1 lost 10
=> chips Ana 90

== a round with a voided stake is not rebuilt [14.4]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Th 9c 9d 8s 7h
    log a breach by Ana: a device
    director: void the wagers of Ana
    rebuild the round from 9c Th 9d 8s 7h
    -> refused stake_voided [14.4]

== nothing to rebuild without cards [14.4]
    open betting
    rebuild the round from Th
    -> refused no_round_under_way [14.4]

== an error found after the next round has begun voids its own round only [14.5, terms: Void]
patrons Ana=100
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
    Ana wagers 20 on blackjack
    an error is found in round 1
    -> refused next_round_not_begun [14.5]
    no more bets
    deal Th
    an error is found in round 1
    an error is found in round 1
    -> refused round_already_void [14.5]
    an error is found in round 2
    -> refused next_round_not_begun [14.5]
    an error is found in round 7
    -> refused no_such_round [14.5]
    deal 9d 8s
    Ana stands
    deal 8d
=> Ana blackjack in box 1 of round 1 void 10
=> Ana blackjack in box 1 of round 2 won 20
=> chips Ana 120

== for an absent patron cards are dealt until the hand passes eleven [14.7, 13.1(e)]
    Ana wagers 10 on blackjack
    deal 2h 9d 3s
    patron: Ana is absent
    -> refused role_may_not [14.7]
    dealer: Ana is absent
    Ana stands
    -> refused patron_not_there [14.7]
    deal 4h
    deal 8h                                # 17: it stands
    deal Td
=> Ana blackjack in box 1 lost 10
"""

ABSENCE = """
== an absent patron's soft hand stands, and splits nothing [14.7, 13.1(e)]
    Ana wagers 10 on blackjack
    deal Ah 9d As
    dealer: Ana is absent
    deal 8d                                # twelve stands against seventeen
=> result dealer 17
=> Ana blackjack in box 1 lost 10

== absence is declared when the turn comes [14.7]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal 2h 3h 9d 3s 4s
    end the interim settlement
    dealer: Ben is absent
    -> refused not_your_turn [14.7]
    director: Ana is absent
    dealer: Ana is absent
    -> refused already_absent [14.7]
"""

DEVICE = """
== an automated shoe is shuffled once by the dealer and not cut [20.2, 20.1]
options shuffle=automated
unprepared
patrons Ana
    check the cards
    shuffle
    cut at 100 by Ana
    -> refused no_cut_in_automated_shoe [20.1]
    place the cutting card 100 from the back
    -> refused no_cut_in_automated_shoe [20.1]
    Ana wagers 10 on blackjack
    no more bets
    the cutting card appears
    -> refused no_cutting_card [20.1]
    deal Ah 9d Kh
=> Ana blackjack in box 1 won 15

== used cards go back into it: the same card may come once too often for a shoe [20.2]
options shuffle=automated, decks=5
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
=> Ana blackjack in box 1 won 15

== it malfunctions: the round is completed, then a cutting card about one deck from the back [20.3, 20.3(a)]
options shuffle=automated
    Ana wagers 10 on blackjack
    no more bets
    deal Th
    the automated shoe malfunctions: a squeak
    -> refused no_malfunction [20.3 closing line 2]
    the automated shoe malfunctions: shuffling impeded
    place the cutting card 52 from the back
    -> refused round_under_way [20.3]
    shuffle the remaining cards
    -> refused round_under_way [20.3]
    deal 9d 8s
    Ana stands
    deal 8d
    collect the cards
    open betting
    -> refused shoe_has_failed [20.3]
    place the cutting card 25 from the back
    -> refused cutting_card_misplaced [20.3(a)]
    place the cutting card 79 from the back
    -> refused cutting_card_misplaced [20.3(a)]
    place the cutting card 52 from the back
    Ana wagers 10 on blackjack
    no more bets
=> Ana blackjack in box 1 of round 1 won 10

== or the cards left are shuffled and cut as by hand, and the shoe is replaced when they end [20.3(b), 20.3 closing line 1, 5.3, 2.4]
options shuffle=automated
patrons Ana
    the automated shoe malfunctions: cards unfit
    the automated shoe malfunctions: cards unfit
    -> refused no_automated_shoe [20.1]
    shuffle
    -> refused shoe_has_failed [20.3]
    shuffle the remaining cards
    cut at 40 by Ana
    -> refused cut_too_near_the_end [5.3]
    cut at 100 by Ana
    place the cutting card 40 from the back
    -> refused cutting_card_misplaced [5.3]
    place the cutting card 100 from the back
    Ana wagers 10 on blackjack
    no more bets
    deal Th
    the cutting card appears
    deal 9d 8s
    Ana stands
    deal 8d
    collect the cards
    open betting
    -> refused shoe_to_be_replaced [20.3 closing line 1]
    dealer: replace the shoe by one that is manual
    -> refused role_may_not [20.3 closing line 1]
    director: replace the shoe by one that is broken
    -> refused no_such_shoe [20.3 closing line 1]
    director: replace the shoe by one that is manual
    shuffle
    open betting
    -> refused cards_unchecked [2.4]
    director: confirm the check of the replacement cards
    dealer: confirm the check of the replacement cards
    cut at 100 by Ana                      # rule 5 applies again
    place the cutting card 100 from the back
    open betting

== replaced by another automated shoe, rule 20 stays [20.3 closing line 1, 20.2, 20.1]
options shuffle=automated
    the automated shoe malfunctions: shuffling prevented
    place the cutting card 26 from the back
    Ana wagers 10 on blackjack
    no more bets
    the cutting card appears               # the first card of the round: the shoe ends at once
    director: replace the shoe by one that is automated
    director: confirm the check of the replacement cards
    dealer: confirm the check of the replacement cards
    shuffle
    cut at 100 by Ana
    -> refused no_cut_in_automated_shoe [20.1]
    deal Ah 9d Kh
=> Ana blackjack in box 1 won 15

== no malfunction without an automated shoe, and no replacing of one that works [20.1, 20.3(b)]
    the automated shoe malfunctions: cards unfit
    -> refused no_automated_shoe [20.1]
    shuffle the remaining cards
    -> refused no_failed_shoe [20.3(b)]
    director: replace the shoe by one that is manual
    -> refused shoe_not_spent [20.3 closing line 1]
"""

PROVISIONS = """
== the Director strikes out a game disturbed by fire, and refunds it [16.1, 16.5]
patrons Ana=100 Ben=100
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Ah 9c 9d Kh 7h
    end the interim settlement             # Ana has been paid 15
    supervisor: invalidate the outcome because of fire
    -> refused role_may_not [16.1]
    director: invalidate the outcome because of fire
=> result void
=> Ana blackjack in box 1 void 10
=> Ben blackjack in box 2 void 10
=> chips Ana 100
=> chips Ben 100

== or a round that cannot go on [16.4; terms: Tournament Director]
patrons Ana=100
    Ana wagers 10 on blackjack
    deal Th 9d 7s
    director: void the round: fraud
=> Ana blackjack in box 1 void 10
=> chips Ana 100

== a refund may be withheld from one who broke the rules, and from nobody else [16.1, 16.5]
patrons Ana=100 Ben=100
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    no more bets
    deal Th
    director: invalidate the outcome because of a brawl withholding Ana
    -> refused no_breach_logged [16.1]
    log a breach by Ana: started it
    director: invalidate the outcome because of a brawl withholding Ana
=> Ana blackjack in box 1 forfeited 10
=> Ben blackjack in box 2 void 10

== a contravention voids the offender's wagers, and the deal passes the box over [16.3, 16.3(a)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    no more bets
    deal Th
    director: void the wagers of Ana
    -> refused no_breach_logged [16.3(a)]
    log a breach by Ana: a card counter in the sleeve
    director: void the wagers of Ana
    deal 9c 9d 9h                          # Ben, the dealer, Ben
    Ben stands
    deal 8d
=> Ana blackjack in box 1 void 10
=> Ben blackjack in box 2 won 10

== one who is excluded decides nothing more; the hand is dealt as an absent patron's [16.3(b), 14.7]
    Ana wagers 10 on blackjack
    deal 5h 9d 4s
    log a breach by Ana: a device
    director: exclude Ana
    deal 9h
    deal 8d
    collect the cards
    open betting
    Ana wagers 10 on blackjack
    -> refused patron_excluded [16.3(b)]
=> Ana blackjack in box 1 of round 1 won 10

== disputes are the Director's, with a review by an Inspector [16.6]
    Ana disputes: I said stand
    dealer: decide dispute 1: it stands
    -> refused role_may_not [16.6]
    ask for a review of dispute 1
    -> refused dispute_undecided [16.6]
    director: decide dispute 1: the card stays
    director: decide dispute 1: it does not
    -> refused dispute_decided [16.6]
    ask for a review of dispute 1
    inspector: the review of dispute 1 says: upheld
"""
PARTS = (
    NO_HOLE_CARD, SETTLEMENT, INTERIM, CHOICES, PAIRS, WAGERS, LIMITS, TABLE, IRREGULARITIES,
    ABSENCE, DEVICE, PROVISIONS,
)  # fmt: skip


def all_scenarios() -> list[Scenario]:
    return [each for part in PARTS for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-blackjack"), scenario)
