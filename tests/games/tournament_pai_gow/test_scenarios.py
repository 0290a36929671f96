"""Tournament Pai Gow, worked out by hand from NI2002-45 and the readings PG1 to PG30.

Four house hands come again and again; House Way sets them so:

    2-2 5-6 3-6 1-4    low 3-6 1-4 (4, a nine on top)    high 2-2 5-6 (5, Bon on top)
    5-5 4-6 3-6 2-6    low 4-6 2-6 (8, Ping on top)      high 5-5 3-6 (9, Mooy on top)
    5-6 4-6 1-5 3-6    low 5-6 1-5 (7, Foo on top)       high 4-6 3-6 (9, Ping on top)
    6-6 5-5 3-3 4-6    low 5-5 4-6 (0, Mooy on top)      high 6-6 3-3 (8, Teen on top)
"""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Tournament Pai Gow"

SETTLEMENT = """
== both parts higher by count: even money, nothing deducted [11.1, 11.1(b), 11.8, 6.1]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-5 5-5 and high 4-6 4-4 in box 2         # 6 and 8
    reveal the house hand 2-2 5-6 3-6 1-4                  # 4 and 5 [terms: Bank, terms: House]
=> result box 2 wins
=> tried [11.1(b)] box 2 low: 6 against 4, won
=> tried [11.1(b)] box 2 high: 8 against 5, won
=> Ana hand in box 2 won 25 returned 25

== both parts lower by count: lost [11.4, 11.4(b)]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 2-2 1-5 and high 5-6 1-6                  # 0 and 8
    reveal the house hand 5-5 4-6 3-6 2-6                  # 8 and 9
=> result box 2 loses
=> tried [11.4(b)] box 2 low: 0 against 8, lost
=> tried [11.4(b)] box 2 high: 8 against 9, lost
=> Ana hand in box 2 lost 25

== Gee Jun counts 3 in one part and 6 in the other, each tile for itself [11.1, 11.2, 11.1(b)]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 2-4 1-1 and high 1-2 3-3                  # 6+2 = 8, 3+6 = 9 [4.2, 4.1, 3.2]
    reveal the house hand 5-6 4-6 1-5 3-6                  # 7 and 9: Chong beats Ping
=> Ana hand in box 2 won 25

== equal counts: the highest single tile decides, here for the patron [11.3, 11.2, 11.4(b)]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 2-2 1-1 and high 1-3 1-4                  # 6, and 9 with Gor
    reveal the house hand 5-5 4-6 3-6 2-6                  # 8, and 9 with Mooy
=> result box 2 pushes
=> Ana hand in box 2 stood off 25

== equal counts: the highest single tile decides, here for the bank [11.4, 11.2, 11.4(b)]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 2-2 1-1 and high 1-2 3-3                  # 6, and 9 with Chong
    reveal the house hand 5-5 4-6 3-6 2-6                  # 8, and 9 with Mooy
=> Ana hand in box 2 lost 25

== both parts copies: the bank wins both [11.4, 11.5]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 4-6 3-5 and high 5-5 4-5
    reveal the house hand 5-5 4-6 3-6 2-6
=> Ana hand in box 2 lost 25

== one part copied, the other better: a push [11.3, 11.5, 11.1(a); terms: Push]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 4-6 3-5 and high 1-1 1-1                  # 8 with Ping, and a pair
    reveal the house hand 5-5 4-6 3-6 2-6
=> Ana hand in box 2 stood off 25
=> chips Ana 0

== a High Nine of the same kind is a copy too [11.4, 11.5; 11.1(a)]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-1 5-5 and high 6-6 2-5                  # 2 with Day, Teen High Nine
    reveal the house hand 6-6 1-1 5-5 1-6                  # 2 with Day, Teen High Nine
=> Ana hand in box 2 lost 25

== zero against zero low is the bank's, though the patron has the higher tile [11.3, 11.6, 11.1(a)]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-3 1-5 and high 1-1 4-4                  # 0 with Gor, Day Gong
    reveal the house hand 6-6 5-5 3-3 4-6                  # 0 with Mooy, 8
=> result box 2 pushes

== zero against zero low and a lower high part: lost [11.4, 11.6, 11.4(b)]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-3 1-5 and high 2-2 1-6                  # 0 and 1
    reveal the house hand 6-6 5-5 3-3 4-6
=> Ana hand in box 2 lost 25

== a ranked combination beats any point count, in both parts [11.1, 11.1(a); 3.1, Appendix A]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 6-6 1-6 and high 1-3 1-3                  # Teen High Nine and a pair
    reveal the house hand 5-5 4-6 3-6 2-6                  # 8 and 9
=> Ana hand in box 2 won 25

== Gee Jun is the highest pair: it beats two Teens [11.3, 11.2, 11.4(a)]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 2-2 1-6 and high 6-6 6-6                  # 1 with Bon
    reveal the house hand 1-2 2-4 1-5 1-4                  # 1 with Look, pair of Gee Jun
=> Ana hand in box 2 stood off 25

== a Gong loses to a Wong, a High Nine to a Gong [11.4, 11.4(a)]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-1 1-6 and high 6-6 4-4                  # Day High Nine and Teen Gong
    reveal the house hand 6-6 1-1 3-6 2-6                  # Day Gong low, Teen Wong high (10.1(b))
=> Ana hand in box 2 lost 25

== what the patron calls low and high does not matter: the values say it [11.1]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 4-6 4-4 and high 1-5 5-5                  # 8 and 6, the wrong way round
    # [terms: High Part of the Hand, terms: Low Part of the Hand]
    reveal the house hand 2-2 5-6 3-6 1-4                  # 4 and 5
=> Ana hand in box 2 won 25

== each hand is compared with the bank alone, anticlockwise [11.1, 11.3, 11.4]
    Chen wagers 10 on hand in box 8
    Ana wagers 10 on hand in box 2
    Ben wagers 10 on hand in box 5
    open the cup: 1-2-3
    Ben sets low 1-5 4-4 and high 1-3 1-4                  # 4 with Yun, 9 with Gor
    Ana sets low 1-1 2-2 and high 5-5 2-5                  # 6 and 7
    Chen sets low 1-3 2-3 and high 4-5 5-5                 # 9 with Gor, 9 with Mooy
    reveal the house hand 5-6 4-6 1-5 3-6                  # 7 and 9 with Ping
=> result box 2 loses, box 5 pushes, box 8 wins
=> Ana hand in box 2 lost 10
=> Ben hand in box 5 stood off 10
=> Chen hand in box 8 won 10
"""

HOUSE_WAY = """
== Teen, Teen, 9 and 11: the pair is split for 3 and a Wong [10.2(a), 11.3, 11.2, 11.1(a); 10.2]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-3 4-5 and high 1-1 1-1                  # 3 with Gor, and a pair
    reveal the house hand 6-6 6-6 3-6 5-6                  # 3 with Teen, Teen Wong
=> Ana hand in box 2 stood off 25

== a pair of Teen is split for 8 and a Gong: kept, it would leave 4 low [10.1(a)(i), 11.3]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-3 1-1 and high 1-2 2-4                  # 6, and the highest pair
    reveal the house hand 6-6 6-6 1-5 2-6                  # 8, Teen Gong
=> Ana hand in box 2 stood off 25

== Gee Jun, four, five and 3-3: Chong makes the better nine, so it is high [10.2(d), 11.1, 11.2]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 5-5 3-6 and high 1-1 2-5                  # 9 with Mooy, Day High Nine
    reveal the house hand 3-3 2-2 1-4 1-2                  # 9 with Bon low, 9 with Chong high
=> Ana hand in box 2 won 25

== a patron may have the hand set by House Way [9.2, 10.1(b), 11.1]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana asks for House Way with 6-6 5-6 4-5 3-5            # 9 and a Wong, not 0 and a Gong
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25

== a house hand set contrary to House Way is reset before it is compared [13.9, 11.4]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-1 2-2 and high 5-5 2-6                  # 6 and 8
    reveal the house hand 5-6 4-6 1-5 3-6
    set the house hand low 5-6 3-6 and high 4-6 1-5        # 0 and 6; House Way: 7 and 9
=> Ana hand in box 2 lost 25

== either tile of a mixed pair will do: that is no departure [10.1(a)(ii), 11.4]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 2-2 1-1 and high 1-3 1-4
    reveal the house hand 6-6 5-5 3-6 4-5
    set the house hand low 5-5 3-6 and high 6-6 4-5        # 9 and Teen Wong
    set the house hand
    -> refused hand_is_set [10.1]
=> Ana hand in box 2 lost 25

== the house is revealed when every patron is done, and set when it is revealed [9.1, 10.1]
    Ana wagers 25 on hand in box 2
    Ben wagers 25 on hand in box 3
    open the cup: 1-2-3
    Ana sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
    -> refused hands_outstanding [9.1]
    set the house hand
    -> refused hands_outstanding [9.1]
    settle
    -> refused hands_outstanding [9.1]
    Ben concedes
    set the house hand
    -> refused tiles_not_shown [10.1]
    settle
    -> refused house_not_set [10.1]
    director: reveal the house hand 2-2 5-6 3-6 1-4
    -> refused role_may_not [terms: Dealer]
    reveal the house hand 2-2 5-6 3-6 1-4
    reveal the house hand 2-2 5-6 3-6 1-4
    -> refused nothing_to_reveal
    set the house hand low 2-2 5-6 and high 3-6 4-5
    -> refused tiles_impossible
    set the house hand low 2-2 and high 5-6 3-6 1-4
    -> refused not_two_and_two [terms: Set]
=> Ana hand in box 2 won 25
"""

SETTING = """
== a hand once set is not altered [9.3, 9.1]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-5 5-5 and high 4-6 4-4
    Ana sets low 1-5 4-6 and high 5-5 4-4
    -> refused hand_is_set [9.3]
    Ana asks for House Way
    -> refused hand_is_set [9.3]
    Ana looks at 1-5 5-5 4-6 4-4
    -> refused hand_is_set [9.3]
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25

== a hand is set in two and two, out of the tiles that lie there [terms: Set, 9.1; terms: Hand]
    Ana wagers 25 on hand in box 2
    Ben wagers 25 on hand in box 3
    open the cup: 1-2-3
    Ana sets low 1-5 and high 4-6 4-4 5-5
    -> refused not_two_and_two [terms: Set]
    Ana sets low 1-2 1-2 and high 4-6 4-4
    -> refused tiles_impossible
    Ana sets low 1-5 5-5 and high 4-6 4-4 in box 3
    -> refused not_own_box [9.1]
    Ana looks at 1-5 5-5 4-6 4-4
    Ana sets low 1-5 4-6 and high 5-5 3-6
    -> refused tiles_impossible
    Ana sets low 1-5 4-6 and high 5-5 4-4                  # 6 and 8 again
    Ben sets low 1-5 5-5 and high 4-6 4-4                  # the other tiles of those lines
    Dora sets low 1-2 5-6 and high 2-4 3-6
    -> refused no_hand [9.1]
    reveal the house hand 2-2 5-6 3-6 1-5
    -> refused tiles_impossible
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25
=> Ben hand in box 3 won 25

== nothing is set before the tiles are out [9.1, 8.5]
    Ana wagers 25 on hand in box 2
    no more bets
    Ana sets low 1-5 5-5 and high 4-6 4-4
    -> refused no_hands_out [9.1]
    open the cup: 1-2-3
    deliver the tiles
    retrieve the tiles of the empty boxes
    retrieve the tiles of the empty boxes
    -> refused nothing_to_retrieve [8.5]
    deliver the tiles
    -> refused cup_not_opened [8.5]
=> awaits set box 2 [9.1]

== who does not set has House Way by direction of the Director, and by nobody else's [9.1, 10.1(c)]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    direct House Way for Ana with 5-6 4-6 1-5 3-6
    -> refused role_may_not [9.1]
    supervisor: direct House Way for Ana with 5-6 4-6 1-5 3-6
    -> refused role_may_not [9.1]
    director: direct House Way for Ana with 5-6 4-6 1-5 3-6
    reveal the house hand 2-2 5-6 4-5 1-4
=> Ana hand in box 2 won 25

== House Way needs the tiles, unless they are on record [9.2]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana asks for House Way
    -> refused tiles_impossible
    Ana looks at 1-5 5-5 4-6
    -> refused tiles_impossible
    Ana looks at 1-5 5-5 4-6 4-4
    Ana asks for House Way                                 # 6 and 8
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25

== a patron may have the wager taken without showing the hand [11.7]
    Ana wagers 25 on hand in box 2
    Ben wagers 25 on hand in box 3
    open the cup: 1-2-3
    Ana concedes
    Ana concedes
    -> refused no_hand [11.7]
    Ana sets low 1-5 5-5 and high 4-6 4-4
    -> refused no_hand [9.1]
    Ben sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
=> result box 3 wins
=> Ana hand in box 2 lost 25

== even a set hand may be conceded until it is compared; with no wager left nothing is [11.7]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-5 5-5 and high 4-6 4-4
    Ana concedes
    settle
    Ana concedes
    -> refused no_hands_out [11.7]
=> result no hand to compare
=> Ana hand in box 2 lost 25
"""

DEALING = """
== the tiles are checked before gaming, shuffled and stacked before every round [2.2, 8.1, 8.2; 2.1]
unprepared
    open betting
    -> refused tiles_not_ready [2.2]
    check the tiles and count 31
    -> refused tiles_incomplete [2.1]
    director: check the tiles
    -> refused role_may_not [2.2]
    check the tiles
    shuffle the tiles
    shuffle the tiles
    -> refused not_next [8.1]
    stack and cut the tiles
    stack and cut the tiles
    -> refused not_next [8.2]
    open betting
=> awaits wagers [7.1]

== the second round is shuffled again [8.1, terms: Round of Play]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana concedes
    collect the tiles
    collect the tiles
    -> refused round_not_settled [terms: Round of Play]
    check the tiles
=> awaits shuffle [8.1]

== the dealer shakes the cup for each round, and opens it after the call [8.3, 7.4, 8.4]
patrons Ana Ben
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    -> refused betting_open [7.4]
    Ben does not bet
    patron: shake the cup
    -> refused role_may_not [8.3]
    shake the cup
    shake the cup
    -> refused cup_shaken [8.3]
    no more bets
    open the cup: 1-2-3
    shake the cup
    -> refused cup_not_due [8.3]
    open the cup: 1-2-3
    -> refused cup_not_due [8.4]
=> awaits draw [8.5]

== the tiles of boxes without a wager are taken back, but not the house's [8.5, 8.4]
    Ana wagers 25 on hand in box 2
    open the cup: 6-6-5
    deliver the tiles
    Ana sets low 1-5 5-5 and high 4-6 4-4
    the dealer exposes 1-2 in box 3
    -> refused no_hand [13.7]
=> awaits expose box 1 [9.3]

== tiles are replaced by the Director between rounds, and checked by Director and dealer [2.3]
    replace the tiles 4-4
    -> refused role_may_not [2.3]
    director: replace the tiles 4-4
    open betting
    -> refused tiles_unchecked [2.3]
    director: confirm the check of the replacement tiles
    director: confirm the check of the replacement tiles
    -> refused nothing_to_check [2.3]
    shuffle the tiles
    -> refused not_next [8.1]
    confirm the check of the replacement tiles
    Ana wagers 25 on hand in box 2
    director: replace the tiles
    -> refused round_under_way [2.3]
    check the tiles
    -> refused round_under_way [2.2]
=> awaits wagers [7.1]
"""

WAGERS = """
== box one is the house's [7.3, 7.2]
    open betting
    Ana wagers 25 on hand in box 1
    -> refused house_box [7.3]
    Ana wagers 25 on hand in box 2
=> awaits wagers [7.1]

== boxes 2 to 8, one patron each and one wager each [terms: Box, 7.2]
    Ana wagers 25 on hand in box 8
    Ben wagers 25 on hand in box 9
    -> refused no_such_box [terms: Box]: box 9 was named
    Ben wagers 25 on hand
    -> refused no_such_box [terms: Box]: no box was named
    Ben wagers 25 on hand in box 8
    -> refused box_taken [17.15]
    Ana wagers 25 on hand in box 3
    -> refused one_wager_per_patron [17.15]
    Ben wagers 25 on banker in box 3
    -> refused wager_not_offered [7.2]

== after the call nothing is placed, changed or taken back [7.4]
    Ana wagers 25 on hand in box 2
    no more bets
    Ben wagers 25 on hand in box 3
    -> refused betting_closed [7.4]
    Ana changes hand to 50
    -> refused betting_closed [7.4]
    Ana withdraws hand
    -> refused betting_closed [7.4]
    no more bets
    -> refused betting_not_open [7.4]
    Ana does not bet
    -> refused betting_not_open [7.1]
    open the cup: 1-2-3
    Ana sets low 1-5 5-5 and high 4-6 4-4
    Ana changes hand to 50
    -> refused betting_closed [7.4]
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25

== a box is its patron's from round to round, until the patron goes [17.15]
patrons Ana Ben
    Ana wagers 25 on hand in box 2
    Ana withdraws hand in box 2
    Ben wagers 25 on hand in box 2
    -> refused box_taken [17.15]
    Ana wagers 25 on hand in box 3
    -> refused not_your_box [17.15]
    Ben wagers 25 on hand in box 3
    Ana leaves
    Ben withdraws hand in box 3
    Chen wagers 25 on hand in box 2
    director: log a breach by Chen: a device
    director: exclude Chen
    Ben leaves
    Dora wagers 25 on hand in box 2
    -> refused box_taken [17.15]
    Dora wagers 25 on hand in box 3

== before it a wager may be changed or taken back [7.4]
patrons Ana=100 Ben=100
    Ana wagers 25 on hand in box 2
    Ana changes hand to 50 in box 2
    Ben wagers 25 on hand in box 3
    Ben withdraws hand in box 4
    -> refused no_wager_there
    Ben withdraws hand in box 3
    no more bets
    -> refused wager_outstanding [7.1]
    Ben wagers 10 on hand in box 3
    open the cup: 1-2-3
    Ben concedes
    Ana sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 50
=> chips Ana 150
=> chips Ben 90

== before the cup is opened every patron has a wager, or the dealer's word that there is none [7.1]
patrons Ana Ben
    no more bets
    -> refused wager_outstanding [7.1]
    Ana does not bet
    Ben does not bet
    no more bets                # nobody wagered: no round begins
    Ana wagers 25 on hand in box 2
    Ana does not bet
    -> refused no_wager_outstanding [7.1]
    patron: Ana does not bet
    -> refused role_may_not [7.1]
    Ben does not bet
    open the cup: 1-2-3
    Ana concedes
=> Ana hand in box 2 lost 25

== wagers need chips that are held and chips that exist [7.2]
patrons Ana=20
chips 5 25
limits multiple=1
    open betting
    Ana wagers 25 on hand in box 2
    -> refused not_enough_chips
    Ana wagers 12 on hand in box 2
    -> refused not_in_chips [7.2]
    Ana wagers -5 on hand in box 2
    -> refused amount_not_positive
    Ana wagers 20 on hand in box 2
    Ana changes hand to 25
    -> refused not_enough_chips
=> awaits wagers [7.1]
"""

LIMITS = """
== the first stake below the minimum is live and brings an advice, the next is refused [5.3]
limits minimum=25 multiple=5
    Ana wagers 10 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
    collect the tiles
    Ben wagers 25 on hand in box 3
    Ana wagers 10 on hand in box 2
    -> refused wager_below_minimum [5.3]
=> Ana hand in box 2 of round 1 won 10

== after the advice a small stake that is found is handed back [5.3]
limits minimum=25 multiple=5
    Ana wagers 10 on hand in box 2
    Ben wagers 25 on hand in box 3
    no more bets
    Ana is found with 15 on hand
    open the cup: 1-2-3
    Ben concedes
=> Ana hand in box 2 void 15

== above the maximum only the maximum is paid [5.4]
limits maximum=100
    Ana wagers 150 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 100 returned 150

== and only the maximum is collected, from a conceded hand too [5.4, 11.7]
limits maximum=100
    Ana wagers 150 on hand in box 2
    open the cup: 1-2-3
    Ana concedes
=> Ana hand in box 2 lost 100 returned 50

== a stake off the multiple is refused, and good to the last whole one if found later [5.2]
    open betting
    Ana wagers 7 on hand in box 2
    -> refused wager_not_a_multiple [5.2]
    Ana wagers 10 on hand in box 2
    no more bets
    Ana is found with 13 on hand in box 2
    open the cup: 1-2-3
    Ana concedes
=> Ana hand in box 2 lost 10 returned 3

== the Director sets the sign, between rounds [5.1, 5.2]
    supervisor: set the limits to 25 and 500
    -> refused role_may_not [5.1]
    director: set the limits to 25 and 500
    director: set the multiple to 10
    Ana wagers 30 on hand in box 2
    director: set the limits to 5 and 500
    -> refused round_under_way [5.1]
    director: set the multiple to 5
    -> refused round_under_way [5.2]
"""

IRREGULARITIES = """
== a die that is not flat: the cup is shaken again and the stakes stay [13.1, 8.3]
    Ana wagers 25 on hand in box 2
    a die is not flat
    deliver the tiles
    -> refused cup_not_opened [8.5]
    shake the cup
    open the cup: 1-2-3
    a die is not flat
    deliver the tiles
    -> refused cup_not_opened [8.5]
    open the cup: 4-4-4
    Ana concedes
    a die is not flat
    -> refused cup_not_opened [13.1]
=> Ana hand in box 2 lost 25

== a tile exposed in the shuffle or cut: a new shuffle and cut [13.2, 13.3]
    shuffle the tiles
    a tile is exposed in the shuffle or cut
=> awaits shuffle [8.1]

== a misdeal after stakes are placed hands them back and voids the attempt [13.3, 13.2; terms: Void]
patrons Ana=100
    Ana wagers 25 on hand in box 2
    director: order a reshuffle: tile tracking
    shuffle the tiles
    a tile is exposed in the shuffle or cut
=> Ana hand in box 2 void 25
=> chips Ana 100
=> awaits shuffle [8.1]

== a misdeal may also come after the call [13.3]
patrons Ana=100
    Ana wagers 25 on hand in box 2
    no more bets
    a tile is exposed in the shuffle or cut
    Ana wagers 50 on hand in box 2
    open the cup: 1-2-3
    Ana concedes
    collect the tiles
=> Ana hand in box 2 of round 1 void 25
=> Ana hand in box 2 of round 2 lost 50
=> chips Ana 50

== the Director may order a reshuffle until the cup is opened, and the stakes stay [13.4, 8.1, 8.2]
    Ana wagers 25 on hand in box 2
    no more bets
    order a reshuffle: tile tracking
    -> refused role_may_not [13.4]
    supervisor: order a reshuffle: tile tracking
    -> refused role_may_not [13.4]
    director: order a reshuffle: tile tracking
    shuffle the tiles
    stack and cut the tiles
    open the cup: 1-2-3
    director: order a reshuffle: tile tracking
    -> refused cup_opened [13.4]
    a tile is exposed in the shuffle or cut
    -> refused cup_opened [13.2]
    Ana concedes
=> Ana hand in box 2 lost 25

== a cup opened on a tilted die has been opened: no reshuffle [13.1, 13.4, terms: Round of Play]
    Ana wagers 25 on hand in box 2
    no more bets
    shake the cup
    a die is not flat
    director: order a reshuffle: tile tracking
    -> refused cup_opened [13.4]
=> awaits roll [8.3]

== exposed tiles in the house's hand: it is played [13.5]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    the dealer exposes 2-2 5-6 3-6 in box 1
    Ana sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 1-3 1-4
    -> refused tiles_impossible
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25

== tiles that a patron exposes: the hand is played [13.6]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana exposes 1-5 5-5
    Ana sets low 1-6 2-2 and high 4-6 4-4
    -> refused tiles_impossible
    Ana sets low 1-5 5-5 and high 4-6 4-4
    Ana exposes 1-5 1-6
    -> refused tiles_impossible
    Ana exposes 1-5
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25

== one tile exposed by the dealer: the hand is played [13.7]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    the dealer exposes 1-5 in box 2
    Ana calls the hand void
    -> refused no_choice_open [13.8]
    Ana sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25

== two exposed by the dealer: the patron may call the hand void [13.8; terms: Void]
patrons Ana=100 Ben=100
    Ana wagers 25 on hand in box 2
    Ben wagers 25 on hand in box 3
    open the cup: 1-2-3
    the dealer exposes 1-5 5-5 in box 2
    Ben calls the hand void
    -> refused no_choice_open [13.8]
    Ana looks at 1-5 5-5 4-6 4-4
    -> refused choice_outstanding [13.8]
    Ana concedes
    -> refused choice_outstanding [13.8]
    Ana exposes 4-6
    -> refused choice_outstanding [13.8]
    Ana calls the hand void
    Ben sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 void 25
=> Ben hand in box 3 won 25
=> chips Ana 100

== a second tile one by one opens the choice as well; the patron may play [13.7, 13.8]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    the dealer exposes 1-5 in box 2
    the dealer exposes 5-5 in box 2
    Ana plays the hand
    Ana calls the hand void
    -> refused no_choice_open [13.8]
    Ana sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25

== after looking at the other tiles there is no choice [13.8, 11.1]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana looks at 1-5 5-5 4-6 4-4
    the dealer exposes 1-5 5-5 in box 2
    Ana calls the hand void
    -> refused no_choice_open [13.8]
    Ana sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25

== nor after having exposed all four [13.6, 13.8]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana exposes 1-5 5-5 4-6 4-4
    the dealer exposes 1-5 5-5 in box 2
    Ana calls the hand void
    -> refused no_choice_open [13.8]
    Ana asks for House Way
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25

== all four exposed by the dealer: void or played, and the tiles are known [13.8, 9.2]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    the dealer exposes 1-5 5-5 4-6 4-4 in box 2
    Ana asks for House Way
    -> refused choice_outstanding [13.8]
    Ana plays the hand
    Ana asks for House Way
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25

== tiles are exposed when they are out, not before or after [13.5, 13.6]
    Ana wagers 25 on hand in box 2
    no more bets
    the dealer exposes 1-5 in box 2
    -> refused no_hands_out [13.5]
    Ben exposes 1-5
    -> refused no_hand [13.6]

== a conceded hand in dispute is displayed, and restored as it was set [13.10, 16.6, 11.1]
patrons Ana=100
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana sets low 1-5 5-5 and high 4-6 4-4
    Ana concedes
    director: display the conceded hand of Ana
    -> refused no_dispute [13.10]
    Ana disputes: I said nothing
    display the conceded hand of Ana
    -> refused role_may_not [13.10]
    director: restore the hand of Ana
    -> refused hand_not_displayed [13.10]
    director: display the conceded hand of Ana
    director: decide dispute 1: the hand is played
    director: restore the hand of Ana
    director: restore the hand of Ana
    -> refused hand_not_conceded [13.10]
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 won 25
=> chips Ana 125

== a hand conceded unset is restored by House Way, even after the settlement [13.10, 10.1(c)]
patrons Ana=100 Ben=100
    Ana wagers 25 on hand in box 2
    Ben wagers 25 on hand in box 3
    open the cup: 1-2-3
    Ana concedes
    Ben sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
    settle
    Ana disputes: the dealer misheard
    director: display the conceded hand of Ana
    -> refused tiles_impossible
    director: display the conceded hand of Ana: 5-6 4-6 1-5 4-5
    director: restore the hand of Ana                      # 7 and 9
=> Ana hand in box 2 won 25
=> Ben hand in box 3 won 25
=> chips Ana 125

== only the one who conceded and disputes has the hand displayed [13.10]
patrons Ana=100 Ben=100 Chen=100
    Ana wagers 25 on hand in box 2
    Ben wagers 50 on hand in box 3
    Chen wagers 30 on hand in box 4
    open the cup: 1-2-3
    Ben concedes
    Ana concedes
    Chen sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
    settle
    Chen disputes: a tile was turned
    director: display the conceded hand of Chen
    -> refused hand_not_conceded [13.10]
    director: display the conceded hand of Ana: 5-6 4-6 1-6 4-5
    -> refused no_dispute [13.10]
    Ana disputes: I said nothing
    director: display the conceded hand of Ana: 5-6 4-6 1-6 4-5
    director: decide dispute 2: the hand is played
    director: restore the hand of Ana
    Ben disputes: I said nothing
    director: decide dispute 3: the concession stands
    director: display the conceded hand of Ben: 2-6 1-1 6-6 1-3
    -> refused no_dispute [13.10]
=> Ben hand in box 3 lost 50
=> chips Ben 50
=> Chen hand in box 4 won 30

== of a void round no hand is restored, and no error is looked into [13.10, 13.12]
patrons Ana=100
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana concedes
    Ana disputes: I said nothing
    director: display the conceded hand of Ana: 5-6 4-6 1-5 4-5
    director: invalidate the outcome because of impracticality: a tile is missing
    director: restore the hand of Ana
    -> refused round_already_void [13.10]
    an error is found in round 1
    -> refused round_already_void [13.12]
=> Ana hand in box 2 void 25
=> chips Ana 100

== a conceded hand whose dispute fails stays lost [13.10, 16.6]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    Ana concedes
    Ana disputes: I said nothing
    director: display the conceded hand of Ana: 5-6 4-6 1-5 4-5
    director: decide dispute 1: the concession stands
=> Ana hand in box 2 lost 25

== stacks counted from the wrong box are put where they belong while the round lasts [13.11, 8.4]
    Ana wagers 25 on hand in box 2
    open the cup: 1-1-1                                    # box 3 first, so box 2 last
    Ana looks at 5-5 4-6 3-6 2-6                           # the eighth stack is in box 3
    rebuild the round: the stacks went to boxes 4 5 6 7 8 1 2 3
    Ana sets low 2-2 1-5 and high 5-6 1-6                  # 0 and 8; what she saw is the house's
=> Ana hand in box 2 lost 25

== two stacks exchanged: settlements are undone, the hands set anew [13.11, 11.1, 11.4]
patrons Ana=100 Ben=100
    Ana wagers 25 on hand in box 2
    Ben wagers 50 on hand in box 3
    open the cup: 1-1-1
    Ana sets low 1-5 5-5 and high 4-6 4-4                  # 6 and 8
    Ben sets low 5-5 1-1 and high 3-5 1-5                  # 2 and 4
    reveal the house hand 2-2 5-6 3-6 1-4                  # 4 and 5
    settle                                                 # Ana wins, Ben loses
    rebuild the round: the stacks went to boxes 2 4 5 6 7 8 1 3
    Ana sets low 1-5 5-5 and high 4-6 4-4
    -> refused tiles_impossible
    Ana sets low 5-5 1-1 and high 3-5 1-5
    Ben asks for House Way                                 # 6 and 8
=> Ana hand in box 2 lost 25
=> Ben hand in box 3 won 50
=> chips Ana 75
=> chips Ben 150

== a hand that lay right stays settled [13.11, 9.1]
patrons Ana=100 Ben=100 Chen=100
    Ana wagers 25 on hand in box 2
    Ben wagers 50 on hand in box 3
    Chen wagers 30 on hand in box 4
    open the cup: 1-1-1
    Ana sets low 1-5 5-5 and high 4-6 4-4                  # 6 and 8
    Ben sets low 5-5 1-1 and high 3-5 1-5                  # 2 and 4
    Chen sets low 3-3 2-3 and high 4-5 1-6                 # 1 and 6
    reveal the house hand 2-2 5-6 3-6 1-4                  # 4 and 5
    settle                                                 # Chen has one part each: a push
    rebuild the round: the stacks went to boxes 2 4 5 6 7 8 1 3
    Chen sets low 3-3 2-3 and high 4-5 1-6
    -> refused no_hand [9.1]
    Ana sets low 5-5 1-1 and high 3-5 1-5
    Ben asks for House Way
=> Ana hand in box 2 lost 25
=> Ben hand in box 3 won 50
=> chips Chen 100

== with the bank's stack every hand is compared again, but no conceded one [13.11, 11.7]
patrons Ana=100 Ben=100 Chen=100
    Ana wagers 25 on hand in box 2
    Ben wagers 50 on hand in box 3
    Chen wagers 30 on hand in box 4
    open the cup: 1-1-1
    Ana sets low 5-5 1-1 and high 3-5 1-5                  # 2 and 4
    Ben concedes
    Chen sets low 3-3 2-3 and high 4-5 1-6                 # 1 and 6
    reveal the house hand 2-2 5-6 3-6 1-4                  # 4 and 5
    settle                                                 # Ana loses, Chen pushes
    rebuild the round: the stacks went to boxes 3 4 5 6 7 8 2 1
    Ana asks for House Way                                 # 4 and 5, which was the bank's
    set the house hand                                     # Ana's tiles: 6, and Gong
=> Ana hand in box 2 lost 25
=> Ben hand in box 3 lost 50
=> Chen hand in box 4 lost 30
=> chips Ana 75
=> chips Ben 50
=> chips Chen 70

== a rebuilding needs an error, eight boxes and a round [13.11, 8.5]
    Ana wagers 25 on hand in box 2
    no more bets
    rebuild the round: the stacks went to boxes 4 5 6 7 8 1 2 3
    -> refused no_hands_out [13.11]
    open the cup: 1-1-1
    deliver the tiles
    rebuild the round: the stacks went to boxes 3 4 5 6 7 8 1 2
    -> refused no_error [8.5]
    rebuild the round: the stacks went to boxes 4 4 5 6 7 8 1 2
    -> refused not_the_eight_boxes [13.11]
    Ana concedes
=> Ana hand in box 2 lost 25

== an error found after the next round has begun changes nothing [13.12]
    Ana wagers 25 on hand in box 2
    open the cup: 1-1-1
    Ana concedes
    collect the tiles
    an error is found in round 1
    -> refused next_round_not_begun [13.12]
    Ana wagers 50 on hand in box 2
    no more bets
    an error is found in round 1
    -> refused next_round_not_begun [13.12]
    open the cup: 1-1-1
    an error is found in round 1
    an error is found in round 3
    -> refused no_such_round [13.12]
    an error is found in round 2
    -> refused next_round_not_begun [13.12]
    Ana concedes
=> Ana hand in box 2 of round 1 lost 25
=> Ana hand in box 2 of round 2 lost 50
"""

PROVISIONS = """
== collusion: the Director may exclude from the round, once it is logged [12.2 closing line]
patrons Ana=100 Ben=100
    Ana wagers 25 on hand in box 2
    Ben wagers 25 on hand in box 3
    log a breach by Ben: asked Ana for her tiles
    director: exclude Ben from this round
    -> refused no_round_under_way [12.2 closing line]
    open the cup: 1-2-3
    director: exclude Ana from this round
    -> refused no_breach_logged [12.2 closing line]
    log a breach by Ana: showed tiles to Ben
    exclude Ana from this round
    -> refused role_may_not [12.2 closing line]
    director: exclude Ana from this round
    director: exclude Ana from this round
    -> refused no_hand [12.2 closing line]
    Ben sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
=> Ana hand in box 2 void 25
=> Ben hand in box 3 won 25

== or void the round, payments and all [12.2 closing line; terms: Void]
patrons Ana=100 Ben=100
    Ana wagers 25 on hand in box 2
    Ben wagers 25 on hand in box 3
    open the cup: 1-2-3
    Ana concedes
    Ben sets low 1-5 5-5 and high 4-6 4-4
    reveal the house hand 2-2 5-6 3-6 1-4
    settle
    director: void the round for collusion by Ana
    -> refused no_breach_logged [12.2 closing line]
    assistant to the director: log a breach by Ana: told Ben her tiles
    director: void the round for collusion by Ana
    director: void the round for collusion by Ana
    -> refused no_round_under_way [12.2 closing line]
=> result void
=> chips Ana 100
=> chips Ben 100

== a brawl: the outcome is invalidated, and every stake goes back [16.1, 16.5]
patrons Ana=100 Ben=100
    Ana wagers 25 on hand in box 2
    Ben wagers 25 on hand in box 3
    open the cup: 1-2-3
    invalidate the outcome because of brawl: at the next table
    -> refused role_may_not [16.1]
    director: invalidate the outcome because of brawl: at the next table withholding Ben
    -> refused stakes_go_back [16.5]
    director: invalidate the outcome because of brawl: at the next table
=> Ana hand in box 2 void 25
=> Ben hand in box 3 void 25
=> chips Ana 100
=> chips Ben 100

== a fraud: only the person who acted may be left without refund [16.4, 16.5]
patrons Ana=100 Ben=100
    Ana wagers 25 on hand in box 2
    Ben wagers 25 on hand in box 3
    open the cup: 1-2-3
    log a breach by Ana: rude words
    director: invalidate the outcome because of fraud affecting it by Ben: cheated withholding Ana
    -> refused nothing_to_forfeit [16.5]
    director: invalidate the outcome because of fraud affecting it by Ben: cheated withholding Ben
=> Ana hand in box 2 void 25
=> Ben hand in box 3 forfeited 25
=> chips Ana 100
=> chips Ben 75

== a round that cannot go on is invalidated [16.4, 16.5]
    Ana wagers 25 on hand in box 2
    open the cup: 1-2-3
    director: invalidate the outcome because of impracticality: a tile is broken
    rebuild the round: the stacks went to boxes 4 5 6 7 8 1 2 3
    -> refused no_hands_out [13.11]
=> result void
=> Ana hand in box 2 void 25

== a breach may cost the wager's round and the place in the game [16.3, 16.3(a), 16.3(b)]
    Ana wagers 25 on hand in box 2
    Ben wagers 25 on hand in box 3
    open the cup: 1-2-3
    director: void the wagers of Ana
    -> refused no_breach_logged [16.3(a)]
    log a breach by Ana: a device under the table
    supervisor: void the wagers of Ana
    -> refused role_may_not [16.3(a)]
    director: void the wagers of Ana
    director: exclude Ana
    Ben concedes
    collect the tiles
    open betting
    Ana wagers 25 on hand in box 2
    -> refused patron_excluded [16.3(b)]
=> Ana hand in box 2 of round 1 void 25

== the Director's decision is final, but an Inspector may review it [16.6]
    Ana disputes: my nine is a Wong
    supervisor: decide dispute 1: it is not
    -> refused role_may_not [16.6]
    director: decide dispute 1: it is not
    director: decide dispute 1: it is
    -> refused dispute_decided [16.6]
    Ana disputes: again
    patron: ask for a review of dispute 1
    inspector: the review of dispute 1 says: it is not
=> awaits shuffle [8.1]
"""


def all_scenarios() -> list[Scenario]:
    text = (
        SETTLEMENT,
        HOUSE_WAY,
        SETTING,
        DEALING,
        WAGERS,
        LIMITS,
        IRREGULARITIES,
        PROVISIONS,
    )
    return [each for part in text for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-pai-gow"), scenario)
