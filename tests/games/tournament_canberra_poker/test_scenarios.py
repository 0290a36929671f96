"""Tournament Canberra Poker, worked out by hand from NI2002-45."""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Tournament Canberra Poker"

QUALIFYING = """
== ace and king exactly, four, three, two: the dealer plays [9.2, 9.5, 9.1, 2.6(j); 2.7]
    Ana wagers 10 on ante
    the hands are dealt showing 4c
    Ana bets 20
    reveal dealer: As Kh 4c 3d 2s
    reveal box 1: Ah Qd Jc Th 8s           # ace high without the king is lower
=> result dealer plays
=> tried [9.2] the dealer holds ace and king
=> tried [9.5] box 1, odd cards against ace and king: lower
=> Ana ante in box 1 lost 10 by 9.5
=> Ana bet in box 1 lost 20

== ace, queen, jack, ten, nine is not enough [9.3, 8.1 table ante, terms: Void]
    Ana wagers 10 on ante
    the hands are dealt showing 9c
    Ana bets 20
    reveal dealer: As Qh Jc Td 9c
    count 5 cards in box 1
=> result dealer does not play
=> tried [9.3] the antes win and the bets are void
=> Ana ante in box 1 won 10 returned 10
=> Ana bet in box 1 void 20

== equal hands below ace and king: the ante still wins [9.3]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Kh Qc 9d 5h 2c
    reveal box 1: Kd Qd 9c 5c 2d
    -> refused nothing_to_compare [9.3]
    count 5 cards in box 1
=> Ana ante in box 1 won 10
=> Ana bet in box 1 void 20

== equal hands above it: both wagers are void [9.6, 9.2; 2.8]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Ad Kd 9c 5c 2d
=> result dealer plays
=> tried [9.6] box 1, ace and king against ace and king: equal
=> Ana ante in box 1 void 10
=> Ana bet in box 1 void 20

== a hand that would have lost wins its ante when the dealer does not play [9.3]
    Ana wagers 10 on ante
    the hands are dealt showing 7c
    Ana bets 20
    reveal dealer: Ah Qc 9d 5h 7c
    count 5 cards in box 1                 # its 7 high is never shown
=> Ana ante in box 1 won 10
=> Ana bet in box 1 void 20

== the lowest pair plays [9.2, 9.5, 2.6(i)]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: 2c 2d 3h 4s 5c
    reveal box 1: Ad Kd Qc Jc 9d           # ace and king are below a pair
=> Ana ante in box 1 lost 10
=> Ana bet in box 1 lost 20

== one dealer's hand, three verdicts [9.4, 9.5, 9.6]
    Ana wagers 10 on ante in box 1
    Ben wagers 15 on ante in box 4
    Chen wagers 20 on ante in box 6
    the hands are dealt showing Th
    Ana bets 20
    Ben bets 30
    Chen bets 40
    reveal dealer: Th Tc Kd 6s 2c
    reveal box 1: Ts Td Kc 6h 2h           # the same ranks in other suits
    reveal box 4: 9h 9c Ad Qs 2s           # a lower pair
    reveal box 6: Jh Jc 3h 3s 2d           # two pairs
=> Ana bet in box 1 void 20
=> Ana ante in box 1 void 10
=> Ben ante in box 4 lost 15
=> Ben bet in box 4 lost 30
=> Chen bet in box 6 won 80 returned 40
"""

# The dealer holds ace and king; every hand below is higher. The bet is twice an ante of 10.
ODDS = """
== ace, king and a better kicker pay even money [8.1 table bet, 8.1 table ante, 2.6(j); 8.1]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Ad Kd 9c 5c 3d
=> Ana ante in box 1 won 10 returned 10
=> Ana bet in box 1 won 20 returned 20

== one pair pays even money [8.1 table bet, 2.6(i)]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td Tc Kd 6c 2d
=> Ana bet in box 1 won 20 returned 20

== two pairs pay two to one [8.1 table bet, 2.6(h)]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Qd Qc 4d 4c Jd
=> Ana ante in box 1 won 10
=> Ana bet in box 1 won 40 returned 20

== the Dead Man's Hand pays as two pairs [2.6(h), 8.1 table bet; terms: Dead Man's Hand]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Kh Kc 9d 5h 2c
    reveal box 1: Ad Ac 8d 8c Jd
=> Ana bet in box 1 won 40 returned 20

== three of a kind pays three to one [8.1 table bet, 2.6(g)]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Qd Qc Qs 8c 5d
=> Ana bet in box 1 won 60 returned 20

== a straight pays four to one, and the ace may be low [8.1 table bet, 2.6(f)]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: 5d 4c 3s 2d Ad
=> Ana bet in box 1 won 80 returned 20

== a flush pays five to one [8.1 table bet, 2.6(e)]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Kd Jd 8d 7d 5d
=> Ana bet in box 1 won 100 returned 20

== a full house pays seven to one [8.1 table bet, 2.6(d)]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Kd Kh Ks Jd Jc
=> Ana bet in box 1 won 140 returned 20

== four of a kind pays twenty to one [8.1 table bet, 2.6(c)]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: 4c 4d 4h 4s Ad
=> Ana bet in box 1 won 400 returned 20

== a straight flush pays fifty to one [8.1 table bet, 2.6(b)]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Jh Th 9h 8h 7h
=> Ana bet in box 1 won 1000 returned 20

== a royal flush pays two hundred and fifty to one [8.1 table bet, 2.6(a)]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: As Ks Qs Js Ts
=> Ana ante in box 1 won 10
=> Ana bet in box 1 won 5000 returned 20

== the maximum payout cuts the bet of each patron by itself, never the ante or the stake [8.2]
options maximum_payout_dollars=500
    Ana wagers 100 on ante
    Ben wagers 1000 on ante
    the hands are dealt showing 2c
    Ana bets 200
    Ben bets 2000
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Kd Jd 8d 7d 5d           # a flush: 1,000 cut to 500
    reveal box 2: Th Tc Ks 6s 2d           # one pair: 2,000 cut to 500
=> Ana ante in box 1 won 100
=> Ana bet in box 1 won 500 returned 200
=> Ben ante in box 2 won 1000 returned 1000
=> Ben bet in box 2 won 500 returned 2000

== a payout of exactly the maximum is not cut [8.1 table bet]
options maximum_payout_dollars=1000
    Ana wagers 100 on ante
    the hands are dealt showing 2c
    Ana bets 200
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Kd Jd 8d 7d 5d
=> Ana bet in box 1 won 1000 returned 200

== it is the patron's own hand that is paid, not the dealer's [8.1 table bet, 2.6(e), 2.6(f)]
    Ana wagers 10 on ante
    the hands are dealt showing 6c
    Ana bets 20
    reveal dealer: Th 9c 8d 7h 6c          # a straight
    reveal box 1: Kd Jd 5d 4d 2d           # against a flush
=> Ana bet in box 1 won 100
"""

ORDER_OF_HANDS = """
== five, four, three, two, ace is the lowest straight [9.5, 2.6(f)]
    Ana wagers 10 on ante
    the hands are dealt showing 6c
    Ana bets 20
    reveal dealer: 6c 5c 4d 3h 2c
    reveal box 1: 5d 4c 3s 2d Ad
=> Ana bet in box 1 lost 20

== a sequence does not go round the ace [9.5, 2.6(j); 2.6(f)]
    Ana wagers 10 on ante
    the hands are dealt showing 3c
    Ana bets 20
    reveal dealer: 3c 3d 4h 5s 7c
    reveal box 1: 4d 3s 2d Ad Kd           # ace and king, no straight
=> Ana bet in box 1 lost 20

== full houses rank by the three [9.4; 2.6(d)]
    Ana wagers 10 on ante
    the hands are dealt showing 9c
    Ana bets 20
    reveal dealer: 9c 9d 9h As Ac
    reveal box 1: Td Tc Ts 2d 2c
=> Ana bet in box 1 won 140

== fours rank by the four, before the fifth card [9.5; 2.6(c)]
    Ana wagers 10 on ante
    the hands are dealt showing 3c
    Ana bets 20
    reveal dealer: 3c 3d 3h 3s 4c
    reveal box 1: 2d 2c 2s 2h Ac
=> Ana bet in box 1 lost 20

== two pairs: the higher pair, then the lower, then the fifth card [9.5; 2.6(h)]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 3c
    Ana bets 20
    Ben bets 20
    reveal dealer: Qc Qd 3c 3h 9s
    reveal box 1: Jd Jc Ts Td Ac           # the lower first pair, though both others are higher
    reveal box 2: Qh Qs 3d 3s 8d           # all the same but the fifth
=> Ana bet in box 1 lost 20
=> Ben bet in box 2 lost 20

== flushes compare card by card, and no suit is higher [9.6; 2.6(e), 2.8]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 5s
    Ana bets 20
    Ben bets 20
    reveal dealer: Ks Js 9s 7s 5s
    reveal box 1: Kd Jd 9d 7d 5d
    reveal box 2: Kh Jh 9h 7h 4h
=> Ana bet in box 1 void 20
=> Ben bet in box 2 lost 20

== all five cards count: the last kicker decides [9.5; 2.5]
    Ana wagers 10 on ante
    the hands are dealt showing 3c
    Ana bets 20
    reveal dealer: Ah Kh Qd 9c 3c
    reveal box 1: Ad Kd Qc 9d 2c
=> Ana bet in box 1 lost 20
"""

FOLDING = """
== a fold loses the ante at once, and the five cards are counted [7.3, 7.4, terms: Fold]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana folds
=> awaits check box 1 [7.4]
=> Ana ante in box 1 lost 10

== whatever the dealer then shows [7.3, 9.3]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana folds
    count 5 cards in box 1
    Ben bets 20
    reveal dealer: Qh Jc 9d 5h 2c
    count 5 cards in box 2
=> Ana ante in box 1 lost 10
=> Ben ante in box 2 won 10

== everybody folds: the dealer's cards stay down and are only counted [7.3, 9.7]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana folds
    Ben folds
    reveal dealer: Ah Kc 9d 5h 2c
    -> refused no_showdown [9.1]
    settle
    -> refused nothing_to_settle [9.1]
    collect the cards
    -> refused hand_uncounted [7.4]
    count 5 cards in box 1
    count 5 cards in box 2
    collect the cards
    -> refused hand_uncounted [9.7]
    count 5 cards in dealer
=> result nobody plays on
=> Ana ante in box 1 lost 10
=> Ben ante in box 2 lost 10

== a bet is exactly twice the ante [7.2; terms: Bet]
    Ana wagers 15 on ante
    the hands are dealt showing 2c
    Ana bets 15
    -> refused bet_not_twice_the_ante [7.2]
    Ana bets 45
    -> refused bet_not_twice_the_ante [7.2]
    Ana bets -30
    -> refused bet_not_twice_the_ante [7.2]
    Ana bets 30
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td Tc Kd 6c 2d
=> Ana bet in box 1 won 30

== decisions go clockwise from the first box [7.1]
    Ana wagers 10 on ante in box 5
    Ben wagers 10 on ante in box 2
    the hands are dealt showing 2c
    Ana bets 20
    -> refused not_the_turn [7.1]
    Ana folds
    -> refused not_the_turn [7.1]
    Ben bets 20
    Ben folds
    -> refused nothing_to_decide [7.1]
    reveal dealer: Ah Kc 9d 5h 2c
    -> refused decisions_outstanding [7.1]
    settle
    -> refused decisions_outstanding [7.1]
    Ana folds
=> Ana ante in box 5 lost 10

== nobody decides or looks before the dealer's last card [7.1]
    Ana wagers 10 on ante
    deal
    Ana bets 20
    -> refused cards_still_coming [7.1]
    Ana picks up the cards
    -> refused cards_still_coming [7.1]
    the hands are dealt showing 2c
    Ana picks up the cards
=> awaits choose box 1 [7.1]

== the chips for an ante but not for a bet: told at once, and left with the fold [7.2]
patrons Ana=25
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    -> refused not_enough_chips
    Ana folds
    count 5 cards in box 1
    count 5 cards in dealer
=> chips Ana 15

== cards that the patron looked at are the cards that are revealed [9.4; 10.2(a)]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana picks up the cards Td Tc Kd 6c 2d
    Ana bets 20
    reveal dealer: Ah Kc 9d Th 2c
    reveal box 1: Ad Ac Kd 6c 2d
    -> refused card_left_out
    reveal box 1: Td Tc Kd 6c 2d
=> Ana bet in box 1 won 20

== a committed hand is not picked up again [7.1]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    Ana picks up the cards
    -> refused nothing_to_decide [7.1]
    Ben folds

== at the showdown the dealer comes first, then all the rest, each with its five cards [9.1, 9.7]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    Ben bets 20
    reveal box 1: Td Tc Kd 6c 2d
    -> refused dealer_first [9.1]
    reveal dealer: Ah Kc 9d 5h
    -> refused wrong_number_of_cards [9.7]
    reveal dealer: Ah Kc 9d 5h 2d
    -> refused card_left_out
    reveal dealer: Ah Ah 9d 5h 2c
    -> refused card_impossible
    reveal dealer: Ah Kc 9d 5h 2c
    reveal dealer: Ah Kc 9d 5h 2c
    -> refused hand_open [9.1]
    reveal box 1: Ah Tc Kd 6c 2d
    -> refused card_impossible
    reveal box 3: Td Tc Kd 6c 2d
    -> refused no_such_hand [9.1]
    reveal box 1: Td Tc Kd 6c 2d
    settle
    -> refused hands_face_down [9.1]
    reveal box 2: 9h 9s 9c Ks 3d
=> Ben bet in box 2 won 60
"""

WAGERS = """
== an ante comes before the first card, from everybody at the table [4.1; terms: Ante]
patrons Ana Ben
    open betting
    deal
    -> refused no_antes [4.1]
    Ana wagers 10 on ante
    deal
    -> refused ante_missing [4.1]
    Ben wagers 10 on ante
    deal
=> awaits draw box 2 [6.3(a)]

== unless the dealer confirms that somebody sits out [4.1]
patrons Ana Ben
    Ana wagers 10 on ante
    Ana places no ante
    -> refused ante_placed [4.1]
    Chen places no ante
    -> refused not_at_table [4.1]
    Ben places no ante
    the hands are dealt showing 2c
    Ana folds

== there is no jackpot wager, and no bet before the cards [4.1, 7.1]
    open betting
    Ana wagers 5 on boomerang jackpot
    -> refused wager_not_offered [4.1]
    Ana wagers 20 on bet
    -> refused bet_comes_later [7.1]
    Ana wagers 10 on ante

== a box is its patron's from round to round, until the patron goes [4.3]
patrons Ana Ben
    Ana wagers 25 on ante in box 2
    Ana withdraws ante in box 2
    Ben wagers 25 on ante in box 2
    -> refused box_taken [4.3]
    Ana wagers 25 on ante in box 3
    -> refused one_box_per_patron [4.3]
    Ana leaves
    Ben wagers 25 on ante in box 2
    Chen wagers 25 on ante
    Chen withdraws ante in box 1

== one patron to a box, one box to a patron [4.3]
    Ana wagers 10 on ante in box 3
    Ben wagers 10 on ante in box 3
    -> refused box_taken [4.3]
    Ana wagers 10 on ante in box 4
    -> refused one_box_per_patron [4.3]
    Ben wagers 10 on ante in box 4
    the hands are dealt showing 2c
    Ana folds
=> Ana ante in box 3 lost 10

== a box is one of the layout [terms: Box]
options boxes=2
    open betting
    Ana wagers 10 on ante in box 3
    -> refused no_such_box [terms: Box]
    Ana wagers 10 on ante in box -1
    -> refused no_such_box [terms: Box]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    Chen wagers 10 on ante
    -> refused no_such_box [terms: Box]

== from the first card the ante is locked, but for the bet [4.4, 7.2]
    Ana wagers 10 on ante
    Ana changes ante to 20
    Ben wagers 10 on ante
    Ben withdraws ante
    Ben places no ante
    deal
    Ana changes ante to 25
    -> refused round_under_way [4.4]
    Ana withdraws ante
    -> refused round_under_way [4.4]
    Chen wagers 10 on ante
    -> refused round_under_way [4.4]
    the hands are dealt showing 2c
    Ana bets 40
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Ad Qc 9h 5d 2d
=> Ana ante in box 1 lost 20
=> Ana bet in box 1 lost 40

== stakes are tournament chips of the table [4.2; terms: Tournament Chips]
chips 5 25 100
limits multiple=1 minimum=5
    open betting
    Ana wagers 12 on ante
    -> refused not_in_chips [4.2]
    Ana wagers 10 on ante

== nothing is staked before betting opens, or from chips not held
patrons Ana=20
    open betting
    Ana wagers 25 on ante
    -> refused not_enough_chips
    Ana wagers 0 on ante
    -> refused amount_not_positive
    Ana wagers 10 on ante

== the first ante below the minimum is settled, further ones are returned [3.3]
limits minimum=10
    Ana wagers 5 on ante
    the hands are dealt showing 2c
    Ana bets 10
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td Tc Kd 6c 2d
    collect the cards
    cut at 26
    open betting
    Ana wagers 5 on ante
    -> refused wager_below_minimum [3.3]
=> Ana bet in box 1 of round 1 won 10

== found after the advice it is handed back, and its hand has no ante [3.3, 11.7]
limits minimum=10
    Ana wagers 5 on ante
    Ana changes ante to 10
    Ben wagers 10 on ante
    deal
    Ana is found with 5 on ante
    the hands are dealt showing 2c
    Ben folds
=> Ana ante in box 1 void 5
=> Ben ante in box 2 lost 10

== above the maximum only the maximum wins, and the bet is twice that [3.4, 7.2]
limits maximum=100
    Ana wagers 150 on ante
    the hands are dealt showing 2c
    Ana bets 300
    -> refused bet_not_twice_the_ante [7.2]
    Ana bets 200
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td Tc Kd 6c 2d
=> Ana ante in box 1 won 100 returned 150
=> Ana bet in box 1 won 200 returned 200

== and only the maximum is collected, by a fold too [3.4, 7.3]
limits maximum=100
    Ana wagers 150 on ante
    Ben wagers 150 on ante
    the hands are dealt showing 2c
    Ana folds
    count 5 cards in box 1
    Ben bets 200
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 2: Ad Qc 9h 5d 2d
=> Ana ante in box 1 lost 100 returned 50 by 7.3, 3.4
=> Ben ante in box 2 lost 100 returned 50 by 9.5, 3.4
=> Ben bet in box 2 lost 200 by 9.5

== antes are in multiples; found off them the whole ones count [3.2]
    open betting
    Ana wagers 12 on ante
    -> refused wager_not_a_multiple [3.2]
    Ana wagers 10 on ante
    deal
    Ana is found with 13 on ante
    the hands are dealt showing 2c
    Ana bets 20
    Ana is found with 15 on ante
    -> refused bet_placed [7.2]
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Ad Qc 9h 5d 2d
=> Ana ante in box 1 lost 10 returned 3

== the Director sets the sign, between rounds [3.1, 3.2, 8.2]
    dealer: set the limits to 10 and 500
    -> refused role_may_not [3.1]
    supervisor: set the limits to 10 and 500
    -> refused role_may_not [3.1]
    director: set the limits to 10 and 500
    director: set the multiple to 10
    director: set maximum_payout_dollars to 30
    Ana wagers 20 on ante
    director: set the limits to 5 and 500
    -> refused round_under_way [3.1]
    the hands are dealt showing 2c
    Ana bets 40
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td Tc Kd 6c 2d
=> Ana bet in box 1 won 30
"""

DEALING = """
== clockwise, one at a time, the dealer last [6.3(a), 6.3(b), 6.3(c); 6.3]
    Ana wagers 10 on ante in box 6
    Ben wagers 10 on ante in box 2
    deal
    deal
    deal
=> awaits draw box 2 [6.3(c)]

== the order of the first cycle [6.3(b)]
    Ana wagers 10 on ante in box 6
    Ben wagers 10 on ante in box 2
    deal
    deal
=> awaits draw dealer [6.3(b)]

== every card lies face down [6.2; 6.1]
    Ana wagers 10 on ante
    deal
    deal Kh
    -> refused card_is_face_down [6.2]
    deal
=> awaits draw box 1 [6.3(c)]

== but the dealer's last [6.2]
    Ana wagers 10 on ante
    the hands are dealt
    -> refused card_not_named [6.2]
    the hands are dealt showing Kh
    deal
    -> refused no_card_due [6.3]
    the hands are dealt showing Qh
    -> refused no_card_due [6.3]
=> awaits look box 1 [7.1]

== the deck is checked, shuffled and cut before anything else [2.2, 5.1, 5.2]
unprepared
    open betting
    -> refused cards_not_ready [5.1]
    supervisor: check the cards
    -> refused role_may_not [2.2]
    check the cards
    shuffle
    cut at 1
    -> refused cut_too_near_the_end [5.2]
    cut at 51
    -> refused cut_too_near_the_end [5.2]
    cut at 26 by Ana
    -> refused not_offered [5.2]
    supervisor: cut at 26
    -> refused role_may_not [5.2]
    cut at 2
    Ana wagers 10 on ante

== fifty in front leave two behind [5.2]
unprepared
    check the cards
    shuffle
    cut at 50
=> awaits open [4.1]

== every round has its own shuffle [5.1, terms: Round of Play; terms: Shoe]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    collect the cards
    -> refused round_not_settled [terms: Round of Play]
    Ana folds
    count 5 cards in box 1
    count 5 cards in dealer
    collect the cards
    open betting
    -> refused cards_not_ready [5.1]
    shuffle
    cut at 20
    Ana wagers 10 on ante
    the hands are dealt showing 2c         # all 52 cards are in the shoe again
    Ana folds
    count 5 cards in box 1
    count 5 cards in dealer
=> Ana ante in box 1 of round 2 lost 10

== the Director may change cards between rounds; both check the new ones [2.3]
    replace the cards 8h
    -> refused role_may_not [2.3]
    supervisor: replace the cards 8h
    -> refused role_may_not [2.3]
    director: replace the cards 8h
    open betting
    -> refused cards_unchecked [2.3]
    director: confirm the check of the replacement cards
    director: confirm the check of the replacement cards
    -> refused nothing_to_check [2.3]
    open betting
    -> refused cards_unchecked [2.3]
    dealer: confirm the check of the replacement cards
    shuffle
    cut at 20
    Ana wagers 10 on ante
    director: replace the cards
    -> refused round_under_way [2.3]

== the Director may have the deck counted at any time; 52 lets the deal go on [2.4]
    Ana wagers 10 on ante
    deal
    order a check of the deck
    -> refused role_may_not [2.4]
    the deck counts 52 cards
    -> refused no_check_ordered [2.4]
    director: order a check of the deck
    deal
    -> refused deck_in_doubt [2.4]
    the deck counts 52 cards
    the hands are dealt showing 2c
    Ana folds

== any other count stops it: recount, or void the round and replace [2.4, 14.4, 2.3; 2.1]
    Ana wagers 10 on ante
    deal
    director: order a check of the deck
    the deck counts 51 cards
    deal
    -> refused deck_in_doubt [2.4]
    director: invalidate the outcome because of impracticality: a card is missing
    collect the cards
    open betting
    -> refused deck_in_doubt [2.4]
    director: replace the cards
    director: confirm the check of the replacement cards
    dealer: confirm the check of the replacement cards
    cut at 20
    open betting
=> Ana ante in box 1 of round 1 void 10
"""

IRREGULARITIES = """
== an exposed card is turned back and the deal goes on [11.1, 9.4]
    Ana wagers 10 on ante
    deal
    a card of box 1 is exposed: Td
    a card of box 1 is exposed: Tc
    -> refused nothing_to_expose [11.1]
    deal Th
    -> refused card_is_face_down [6.2]
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Ts Tc Kd 6c 2d
    -> refused card_left_out
    reveal box 1: Td Tc Kd 6c 2d
=> Ana bet in box 1 won 20

== three of them void the round at once [11.1, terms: Void]
    Ana wagers 10 on ante
    Ben wagers 15 on ante
    deal
    a card of box 1 is exposed: Td
    deal
    a card of box 2 is exposed: Tc
    deal
    a card of dealer is exposed: Th
=> result void
=> Ana ante in box 1 void 10
=> Ben ante in box 2 void 15

== two of them do not [11.1, 9.5]
    Ana wagers 10 on ante
    deal
    a card of box 1 is exposed: Td
    deal
    deal
    a card of box 1 is exposed: 3c
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td 3c Kd 6c 2d
=> Ana bet in box 1 lost 20

== one of the dealer's first four exposed is the card shown; the fifth lies face down [11.2, 9.5]
    Ana wagers 10 on ante
    deal
    deal
    a card of dealer is exposed: Ah
    the hands are dealt showing 2c
    -> refused card_is_face_down [11.2]
    the hands are dealt
    Ana bets 20
    reveal dealer: Kh Kc 9d 5h 2c
    -> refused card_left_out
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td 3c Kd 6c 2d
=> Ana bet in box 1 lost 20

== a second one of the dealer's is turned back; the dealer's counts towards three [11.2, 11.1]
    Ana wagers 10 on ante
    deal
    deal
    a card of dealer is exposed: Ah
    deal
    deal
    a card of dealer is exposed: Kh
    the hands are dealt
    a card of dealer is exposed: Qh
=> result void
=> Ana ante in box 1 void 10

== once somebody decides, a card shown is no error of the deal [11.1]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana picks up the cards
    a card of box 1 is exposed: Td
    -> refused not_dealing [11.1]
    Ana folds

== an exposed card must be one that can be there
    Ana wagers 10 on ante
    deal
    a card of box 1 is exposed: Td
    deal
    a card of dealer is exposed: Td
    -> refused card_impossible

== a hand dealt out of order is void, the others play on [11.3, terms: Void, 9.4]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    deal
    deal
    box 1 was dealt out of order
    box 1 was dealt out of order
    -> refused hand_void [11.3]
    dealer was dealt out of order
    -> refused no_such_hand [11.3]
    the hands are dealt showing 2c
    Ana bets 20
    -> refused nothing_to_decide [7.1]
    Ben bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 2: Td Tc Kd 6c 2d
=> Ana ante in box 1 void 10
=> Ben bet in box 2 won 20

== found when it has bet, ante and bet go back [11.3]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    box 1 was dealt out of order
    Ben folds
    count 5 cards in box 2
    count 5 cards in dealer
=> Ana ante in box 1 void 10
=> Ana bet in box 1 void 20
=> Ben ante in box 2 lost 10

== found when it has been settled, that is taken back too [11.3]
patrons Ana=100
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td Tc Kd 6c 2d
    settle
    box 1 was dealt out of order
=> Ana ante in box 1 void 10
=> Ana bet in box 1 void 20
=> chips Ana 100

== a folded hand of six cards was void, and its ante comes back [11.4, 7.4]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana folds
    count 6 cards in box 1
    count 5 cards in box 1
    -> refused nothing_to_count [7.4]
    Ben folds
    count 5 cards in box 2
    count 5 cards in dealer
=> Ana ante in box 1 void 10
=> Ben ante in box 2 lost 10

== a hand of four cards is void whatever it has staked [11.4, terms: Void]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    count 4 cards in box 1
    Ben bets 20
    count 6 cards in box 2
    count 5 cards in dealer
=> Ana ante in box 1 void 10
=> Ben ante in box 2 void 10
=> Ben bet in box 2 void 20

== found after the dealer did not play, the ante's winnings are taken back [11.4, 9.3]
patrons Ana=100
    Ana wagers 10 on ante
    the hands are dealt showing 9c
    Ana bets 20
    reveal dealer: As Qh Jc Td 9c
    settle
    collect the cards
    -> refused hand_uncounted [9.7]
    count 4 cards in box 1
=> Ana ante in box 1 void 10
=> Ana bet in box 1 void 20
=> chips Ana 100

== a dealer's hand of four: antes win, bets are void, folds stay lost [11.5, 8.1 table ante, 9.7]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    Chen wagers 10 on ante
    the hands are dealt showing 2c
    Ana folds
    count 5 cards in box 1
    Ben bets 20
    count 4 cards in dealer
    count 5 cards in box 2
    count 5 cards in box 3
=> result dealer does not play
=> Ana ante in box 1 lost 10
=> Ben ante in box 2 won 10 returned 10
=> Ben bet in box 2 void 20
=> Chen ante in box 3 won 10

== both counts wrong: the patron's hand is void before its ante could win [11.4, 11.5]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    Ben bets 20
    count 6 cards in box 1
    count 4 cards in dealer
    count 5 cards in box 2
=> Ana ante in box 1 void 10
=> Ana bet in box 1 void 20
=> Ben ante in box 2 won 10
=> Ben bet in box 2 void 20

== everybody folded, then the dealer's hand counts wrong: nothing comes back [11.5, 7.3]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana folds
    count 5 cards in box 1
    count 6 cards in dealer
=> result nobody plays on
=> Ana ante in box 1 lost 10

== a hand once counted as five may be counted again and found wrong [11.5, 9.7]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    count 5 cards in dealer
    Ana bets 20
    count 4 cards in dealer
    count 5 cards in dealer
    -> refused nothing_to_count [9.7]
    count 5 cards in box 1
=> Ana ante in box 1 won 10
=> Ana bet in box 1 void 20

== counts that cannot be
    Ana wagers 10 on ante
    deal
    count 5 cards in box 1
    -> refused nothing_to_count [9.7]
    the hands are dealt showing 2c
    count 0 cards in dealer
    -> refused count_impossible
    count 99 cards in box 1
    -> refused count_impossible
    count -1 cards in box 1
    -> refused count_impossible
    count 5 cards in box 9
    -> refused no_such_hand [9.7]
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    count 4 cards in dealer
    -> refused hand_open [9.7]

== cards dealt to a box without an ante are discarded unseen [11.7, 9.4]
    Ana wagers 10 on ante
    box 5 has 2 cards and no ante
    -> refused no_round_under_way [11.7]
    deal
    box 5 has 2 cards and no ante
    box 1 has 2 cards and no ante
    -> refused box_had_an_ante [11.7]
    box 8 has 2 cards and no ante
    -> refused no_such_box [terms: Box]
    box 6 has 60 cards and no ante
    -> refused count_impossible
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td Tc Kd 6c 2d
=> Ana bet in box 1 won 20

== so many that the shoe runs out: the Director decides [11.7, 14.4]
    Ana wagers 10 on ante
    deal
    box 5 has 51 cards and no ante
    deal
    -> refused shoe_empty [14.4]
    director: invalidate the outcome because of impracticality: the shoe is empty
=> Ana ante in box 1 void 10

== a hand in the rack too early is rebuilt when the Director confirms it [11.6, 9.4]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    box 1 in the rack must be rebuilt
    Ana bets 20
    -> refused hand_held [11.6]
    box 2 in the rack must be rebuilt
    -> refused hand_held [11.6]
    dealer: rebuild box 1
    -> refused role_may_not [11.6]
    director: rebuild box 2
    -> refused no_hand_held [11.6]
    director: rebuild box 1 from Td Tc Kd 6c 2c
    -> refused card_impossible
    director: rebuild box 1 from Td Tc Kd 6c 2d
    Ana bets 20
    Ben folds
    count 5 cards in box 2
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td Tc Kd 6c 2d
=> Ana bet in box 1 won 20

== where it cannot be, it is void [11.6, terms: Void]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    box 1 in the rack must be rebuilt
    director: box 1 cannot be rebuilt
    Ben folds
    count 5 cards in box 2
    count 5 cards in dealer
=> Ana ante in box 1 void 10
=> Ana bet in box 1 void 20

== a folded hand is verified from the rack, and counted again [11.6, 7.4]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana folds
    count 5 cards in box 1
    box 1 in the rack must be rebuilt
    director: rebuild box 1
    count 6 cards in box 1
    Ben folds
    count 5 cards in box 2
    count 5 cards in dealer
=> Ana ante in box 1 void 10

== in the rack a card cannot be exposed by the deal, which waits [11.6, 11.1]
    Ana wagers 10 on ante
    deal
    box 1 in the rack must be rebuilt
    a card of box 1 is exposed: Td
    -> refused nothing_to_expose [11.1]
    deal
    -> refused hand_held [11.6]
    director: rebuild box 1
    a card of box 1 is exposed: Td
    the hands are dealt showing 2c
    Ana folds

== only a patron's hand of the round, face down, is rebuilt [11.6]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    dealer in the rack must be rebuilt
    -> refused no_such_hand [11.6]
    box 7 in the rack must be rebuilt
    -> refused no_such_hand [11.6]
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td Tc Kd 6c 2d
    box 1 in the rack must be rebuilt
    -> refused hand_open [11.6]

== found after the settlement, one hand is void and the other stays paid [11.4, 9.3]
patrons Ana=100 Ben=100
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 9c
    Ana bets 20
    Ben bets 20
    reveal dealer: As Qh Jc Td 9c
    settle
    count 4 cards in box 1
    count 5 cards in box 2
=> Ana ante in box 1 void 10
=> Ben ante in box 2 won 10
=> chips Ana 100
=> chips Ben 110

== the last hand drops out, and the round is over [11.3]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    box 1 was dealt out of order
=> result nobody plays on
=> Ana ante in box 1 void 10

== once a patron has bet, no card is exposed by the deal [11.1]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    a card of box 2 is exposed: 3h
    -> refused not_dealing [11.1]
    Ben folds

== no hand has fewer cards than were seen, or more than there are [11.4]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    deal
    a card of box 1 is exposed: Td
    the hands are dealt showing 2c         # 37 of 52 are left
    count 43 cards in box 2
    -> refused count_impossible
    count 42 cards in box 2
    count 0 cards in box 1
    -> refused count_impossible: 1 were seen
    count 1 cards in box 1                 # the one that was seen
=> Ana ante in box 1 void 10
=> Ben ante in box 2 void 10

== cards on a box without an ante are discarded, be it one card on the last box [11.7]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    box 8 has 1 cards and no ante
    -> refused no_such_box [terms: Box]
    box 7 has 0 cards and no ante
    -> refused count_impossible
    box 7 has 1 cards and no ante
    Ana folds
    count 5 cards in box 1
    box 1 has 5 cards and no ante          # its ante was collected by the fold
    -> refused box_had_an_ante [11.7]
    Ben folds

== an ante is changed in its own box [4.1]
    Ana wagers 10 on ante in box 2
    Ana changes ante to 20 in box 3
    -> refused no_wager_there
    Ana changes ante to 20 in box 2
    the hands are dealt showing 2c
    Ana folds
=> Ana ante in box 2 lost 20
"""

PROVISIONS = """
== collusion: excluded from the round, stakes back [10.2 closing line, 14.3; 10.2]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    director: exclude Ana from the round
    -> refused no_breach_logged [10.2 closing line]
    log a breach by Ana: told Ben her cards
    dealer: exclude Ana from the round
    -> refused role_may_not [10.2 closing line]
    director: exclude Ana from the round
    director: exclude Ana from the round
    -> refused no_hand_in_round [10.2 closing line]
    Ben bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 2: Td Tc Kd 6c 2d
=> Ana ante in box 1 void 10
=> Ana bet in box 1 void 20
=> Ben bet in box 2 won 20

== there is no hand to take out before the first card, or after the settlement [10.2 closing line]
    Ana wagers 10 on ante
    log a breach by Ana: told Ben her cards
    director: exclude Ana from the round
    -> refused no_hand_in_round [10.2 closing line]
    the hands are dealt showing 2c
    Ana folds
    director: exclude Ana from the round
    -> refused no_hand_in_round [10.2 closing line]

== or void the round, folds included [10.2 closing line, terms: Void]
patrons Ana=100 Ben=100
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    Ana folds
    director: void the round for collusion by Ben
    -> refused no_breach_logged [10.2 closing line]
    assistant to the director: log a breach by Ben: swapped cards with Ana
    director: void the round for collusion by Ben
    director: void the round for collusion by Ben
    -> refused no_round_under_way [10.2 closing line]
=> result void
=> chips Ana 100
=> chips Ben 100

== a contravention: the Director may void the stakes [14.3(a), 14.3]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    deal
    director: void the wagers of Ana
    -> refused no_breach_logged [14.3(a)]
    patron: log a breach by Ana: a counting device
    -> refused role_may_not [14.3]
    surveillance: log a breach by Ana: a counting device
    supervisor: void the wagers of Ana
    -> refused role_may_not [14.3(a)]
    director: void the wagers of Ana
    the hands are dealt showing 2c         # none of them to Ana's hand of one card
    Ben folds
    count 5 cards in box 2
    count 5 cards in dealer
    collect the cards
=> Ana ante in box 1 void 10
=> Ben ante in box 2 lost 10

== and exclude the person; a hand not yet decided is then voided, not played [14.3(b), 14.3(a)]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    log a breach by Ana: a counting device
    director: exclude Ana
    Ana bets 20
    -> refused patron_excluded [14.3(b)]
    director: void the wagers of Ana
    Ben folds
    count 5 cards in box 2
    count 5 cards in box 1
    -> refused nothing_to_count [9.7]
    count 5 cards in dealer
    collect the cards
    cut at 26
    open betting
    Ana wagers 10 on ante
    -> refused patron_excluded [14.3(b)]

== a bet made before the exclusion is settled [14.3(b), 9.4]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    log a breach by Ana: a counting device
    director: exclude Ana
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td Tc Kd 6c 2d
=> Ana bet in box 1 won 20

== a disturbed game: the Director strikes out the outcome and refunds [14.1, 14.5]
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    dealer: invalidate the outcome because of fire: in the kitchen
    -> refused role_may_not [14.1]
    director: invalidate the outcome because of fire: in the kitchen
=> result void
=> Ana ante in box 1 void 10
=> Ana bet in box 1 void 20

== a fraud: struck out, and the refund of who is at fault may be withheld [14.4, 14.5]
    Ana wagers 10 on ante
    Ben wagers 10 on ante
    the hands are dealt showing 2c
    director: invalidate the outcome because of fraud affecting it by Ana: cheated withholding Ben
    -> refused nothing_to_forfeit [14.5]
    director: invalidate the outcome because of fraud affecting it by Ana: cheated withholding Ana
=> Ana ante in box 1 forfeited 10
=> Ben ante in box 2 void 10

== a round voided after settlement takes back what was paid [14.4, 14.5]
patrons Ana=100
    Ana wagers 10 on ante
    the hands are dealt showing 2c
    Ana bets 20
    reveal dealer: Ah Kc 9d 5h 2c
    reveal box 1: Td Tc Kd 6c 2d
    settle
    director: invalidate the outcome because of fraud affecting it by Ana: marked cards
    box 1 was dealt out of order
    -> refused no_round_under_way [11.3]
=> chips Ana 100

== a dispute is decided by the Director, and an inspector may review it [14.6]
    Ana wagers 10 on ante
    Ana disputes: my cards were counted wrongly
    dealer: decide dispute 1: the count stands
    -> refused role_may_not [14.6]
    director: decide dispute 1: the count stands
    director: decide dispute 1: it does not
    -> refused dispute_decided [14.6]
    ask for a review of dispute 1
    inspector: the review of dispute 1 says: upheld
    deal
"""


def all_scenarios() -> list[Scenario]:
    text = (
        QUALIFYING, ODDS, ORDER_OF_HANDS, FOLDING, WAGERS, DEALING, IRREGULARITIES, PROVISIONS,
    )  # fmt: skip
    return [each for part in text for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-canberra-poker"), scenario)
