"""Mini Baccarat, worked out by hand from NI2017-633. Player gets the odd cards, Banker the even."""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Mini Baccarat"

SETTLEMENT = """
== Banker wins and pays even money less five per cent [8.4(a), 8.8(b), 8.5(b), 8.6(b)]
    Ana wagers 100 on banker
    Ben wagers 50 on player
    Chen wagers 5 on tie
    deal 2h 9c Kd Ks                       # Player 2, Banker 9: a natural
=> result banker
=> Ana banker won 95 returned 100
=> Ben player lost 50
=> Chen tie lost 5

== Player wins even money [8.5(a), 8.8(a), 8.4(b), 8.6(b)]
    Ana wagers 100 on banker
    Ben wagers 50 on player
    Chen wagers 5 on tie
    deal 9h 2c Kd Ks
=> result player
=> Ana banker lost 100
=> Ben player won 50 returned 50
=> Chen tie lost 5

== a tie pays eight to one and the hands stand off [8.4(c), 8.5(c), 8.6(a), 8.8(c)]
    Ana wagers 100 on banker
    Ben wagers 50 on player
    Chen wagers 5 on tie
    deal 9h 9c Kd Ks
=> result tie
=> Ana banker stood off 100
=> Ben player stood off 50
=> Chen tie won 40 returned 5

== without commission Banker is paid evenly on any total but six [8.9(b), 8.4(a)]
options settlement=non-commission
limits multiple=5
    Ana wagers 100 on banker
    deal 2h 7c Kd Ks 4h                    # Player 6, Banker stands on 7
=> result banker
=> Ana banker won 100 returned 100

== without commission Banker on a six of two cards is paid half [8.9(b)]
options settlement=non-commission
    Ana wagers 25 on banker
    deal 2h 6c 3d Ks 9h                    # Player 5 draws 9 to 4, Banker stands on 6
=> result banker
=> Ana banker won 12.50 returned 25

== without commission Banker on a six of three cards is paid half [8.9(b), 7.3 table]
options settlement=non-commission
    Ana wagers 100 on banker
    deal 2h 2c 3d Ks Kh 4d                 # Player 5, Banker 2 draws 4 to 6
=> result banker
=> Ana banker won 50 returned 100

== without commission Player and Tie are paid as ever [8.9(a), 8.5(a)]
options settlement=non-commission
    Ana wagers 100 on player
    deal 9h 2c Kd Ks
=> Ana player won 100 returned 100

== without commission a tie pays eight to one [8.9(c)]
options settlement=non-commission
    Ana wagers 5 on tie
    deal 6h 6c Kd Ks                       # both stand on 6
=> Ana tie won 40 returned 5

== a five per cent that chips cannot pay is rounded up [8.8(b)]
chips 0.50 1 5 25 100
limits multiple=10
    Ana wagers 10 on banker
    no more bets
    Ana is found with 5 on banker          # 95% of 5.00 is 4.75, and the smallest chip 50 cents
    deal 2h 9c Kd Ks
=> Ana banker won 5 returned 5

== half of a stake that chips cannot pay is rounded up [8.9(b)]
options settlement=non-commission
chips 1 5 25 100
limits multiple=10
    Ana wagers 10 on banker
    no more bets
    Ana is found with 5 on banker          # half of 5.00 is 2.50, and the smallest chip 1.00
    deal 2h 6c 3d Ks 9h                    # Player 5 draws 9 to 4, Banker stands on 6
=> Ana banker won 3 returned 5

== on commission a Banker six is still less five per cent [8.8(b)]
    Ana wagers 100 on banker
    deal 2h 6c 3d Ks 9h
=> Ana banker won 95 returned 100
"""

TABLEAU = """
== a natural eight stops both hands [6.4; terms: Natural]
    Ana wagers 5 on player
    deal 3h 2c 5d Ks
    deal 4h
    -> refused no_card_due [6.4]
=> result player

== Banker's natural stops a Player of nought [6.4]
    Ana wagers 5 on player
    deal Kh 4c Qd 5s
=> result banker

== Player draws on five and stands on six [7.2 table; 7.2]
    Ana wagers 5 on player
    deal 2h 7c 3d Ks 4h                    # 5 draws a 4: nine against seven
=> result player

== Player stands on six and on seven [7.2 table, 7.3 table]
    Ana wagers 5 on player
    deal 6h 6c Kd Ks
=> result tie

== Player stands on seven, Banker draws on five against no card [7.3 table; 7.3]
    Ana wagers 5 on player
    deal 7h 5c Kd Ks 2d                    # Banker 5 draws 2: seven against seven
=> result tie

== a nine of three cards is no natural, and Banker still draws [7.3 table; terms: Natural]
    Ana wagers 5 on player
    deal 2h 5c 3d Ks 4h 2d                 # Player 5 + 4 = 9; Banker 5 draws against a 4
=> result player

== Banker three stands against an eight [7.3 table]
    Ana wagers 5 on player
    deal 2h 3c Kd Ks 8h                    # Player 2 + 8 = 0, Banker 3
=> result banker

== Banker three draws against a nine [7.3 table]
    Ana wagers 5 on player
    deal 2h 3c Kd Ks 9h 5d                 # Player 1, Banker 8
=> result banker

== a third card never comes to a hand of three [7.1]
    Ana wagers 5 on player
    deal 2h 3c Kd Ks 9h 5d
    deal 5h
    -> refused no_card_due [7.1]

== tens and pictures count nothing, aces one, tens are dropped [6.4]
[; 2.4, 2.4(a), 2.4(b), 2.4(c), 2.6]
    Ana wagers 5 on player
    deal Th Ac Jd 8s                       # Player 0, Banker 1 + 8 = 9
=> result banker
=> Ana player lost 5

== the initial deal goes Player, Banker, Player, Banker [6.2, 6.2(a), 6.2(b)]
    Ana wagers 5 on player
    no more bets
    deal Ah 2c 3d 4s                       # Player A 3, Banker 2 4
=> awaits draw player [7.2 table]
"""

PAIRS = """
== a mixed pair pays five to one [10.6(a), 8.8(d) bullet 1, 9.8(b), 8.7(a); 10.2, 8.8(d)]
options pairs=perfect
    Ana wagers 10 on player pair
    deal 8h 2c 8c 3s 4h
=> Ana player pair won 50 returned 10

== a coloured pair of reds pays twelve to one [10.6(b), 8.8(d) bullet 2; 10.3, 10.3(a)]
options pairs=perfect
    Ana wagers 10 on player pair
    deal 8h 2c 8d 3s 4h
=> Ana player pair won 120 returned 10

== a coloured pair of blacks pays twelve to one [10.6(b), 9.8(a); 10.3(b)]
options pairs=perfect
    Ana wagers 10 on banker pair
    deal 8h 2c 9d 2s                       # Player 7, Banker 4
    deal 6d
=> Ana banker pair won 120 returned 10

== a perfect pair pays twenty-five to one [10.6(c), 8.8(d) bullet 3; 10.4, terms: Suited]
options pairs=perfect
    Ana wagers 10 on banker pair
    deal 8h 2c 9d 2c
    deal 6d
=> Ana banker pair won 250 returned 10

== only the best kind of pair is paid, once [10.6(c); 10.5, 10.6]
options pairs=perfect
    Ana wagers 10 on player pair
    deal 2c 8h 2c 9d 4h
=> Ana player pair won 250 returned 10
=> chips Ana 250

== any pair pays eleven to one under Canberra Pairs [11.2(a), 8.8(e) bullet 1; 11.1, 11.2, 8.8(e)]
options pairs=canberra
    Ana wagers 10 on player pair
    Ben wagers 10 on banker pair
    deal 2c 8h 2c 8d 4h                    # Player 4 draws 4: eight; Banker 6 stands against a 4
=> Ana player pair won 110 returned 10
=> Ben banker pair won 110 returned 10

== pairs under the non-commission method [8.9(d) bullet 1; 8.9(d)]
options settlement=non-commission, pairs=perfect
    Ana wagers 10 on player pair
    deal 8h 2c 8c 3s 4h
=> Ana player pair won 50 returned 10

== coloured pair, non-commission [8.9(d) bullet 2]
options settlement=non-commission, pairs=perfect
    Ana wagers 10 on player pair
    deal 8h 2c 8d 3s 4h
=> Ana player pair won 120

== perfect pair, non-commission [8.9(d) bullet 3]
options settlement=non-commission, pairs=perfect
    Ana wagers 10 on player pair
    deal 8h 2c 8h 3s 4h
=> Ana player pair won 250

== Canberra pair, non-commission [8.9(e) bullet 1; 8.9(e)]
options settlement=non-commission, pairs=canberra
    Ana wagers 10 on player pair
    deal 8h 2c 8h 3s 4h
=> Ana player pair won 110

== a pair is of face values: a jack and a king are none [9.8(d), 8.7(b); 9.5, 9.5(b)]
options pairs=canberra
    Ana wagers 10 on player pair
    deal Jh 2c Kh 3s 4h 4c
=> Ana player pair lost 10

== a ten pairs with a ten only [9.8(c); 9.5(a)]
options pairs=canberra
    Ana wagers 10 on player pair
    Ben wagers 10 on banker pair
    deal Th Tc Td Qs 4h 4c
=> Ana player pair won 110
=> Ben banker pair lost 10

== the other hand's pair does not help [9.8(d), 8.7(b); 8.7, 9.1, 9.8]
options pairs=canberra
    Ana wagers 10 on player pair
    deal 2h 9c 5h 9s
=> Ana player pair lost 10

== a third card neither makes nor breaks a pair [9.8(d); 9.6]
options pairs=canberra
    Ana wagers 10 on player pair
    deal 2h 3c 3h 2s 3d                    # Player 2 3 3: no pair in the first two
=> Ana player pair lost 10

== pairs are settled before any third card, losers first [9.9; 9.10]
options pairs=canberra
    Ana wagers 10 on player pair
    Ben wagers 10 on banker pair
    no more bets
    deal 2h 3c 2h 4s
=> awaits settle pairs [9.9]

== a pairs wager stands alone and the round is still dealt [8.5(a); 9.4, 9.4(a), 9.7]
options pairs=canberra
    Ana wagers 10 on player pair
    deal 2h 3c 2h 4s 5d
=> result player

== a pairs wager is refused where pairs are not offered [4.3(d)]
    Ana wagers 10 on player pair
    -> refused wager_not_offered [4.3(d)]
    Ana wagers 10 on player

== pairs have limits of their own [3.5; 9.3]
options pairs=canberra
limits player pair=5-50, banker pair=5-50
    Ana wagers 100 on player pair
    deal 2h 3c 2h 4s 5d
=> Ana player pair won 550 returned 100
"""

WAGERS = """
== an unknown wager is refused [4.3]
    Ana wagers 10 on dragon
    -> refused wager_not_offered [4.3]
    Ana wagers 10 on tie

== wagers on Banker, Player and Tie are offered [4.3(a), 4.3(b), 4.3(c)]
    Ana wagers 10 on banker
    Ben wagers 10 on player
    Ana wagers 5 on tie
    deal 9h 2c Kd Ks
=> Ben player won 10

== nothing can be wagered or dealt before betting is opened, or dealt before it is closed
[4.1, 6.2, 6.1]
    deal 8h
    -> refused no_round_under_way [6.1]
    open betting
    no more bets                # nobody wagered: no round begins
    open betting
    Ana wagers 10 on banker
    no more bets
    no more bets
    -> refused betting_not_open [6.2]

== negative stakes are refused
    Ana wagers 10 on banker
    Ana changes banker to -5
    -> refused amount_not_positive

== several people may be on the same box [8.8(b); 4.4]
    Ana wagers 10 on banker
    Ben wagers 20 on banker
    deal 2h 9c Kd Ks
=> Ana banker won 9.50
=> Ben banker won 19

== one wager on each option [4.5(a); 4.5]
    Ana wagers 10 on banker
    Ana wagers 10 on banker
    -> refused one_wager_per_option [4.5(a)]
    Ana wagers 10 on tie
    deal 2h 9c Kd Ks
=> Ana tie lost 10

== the pairs box of a hand is one box, wherever it is printed [4.5(a)]
options pairs=canberra
    Ana wagers 10 on player pair
    Ana wagers 10 on banker pair
    Ana wagers 10 on player pair
    -> refused one_wager_per_option [4.5(a)]

== both hands need a supervisor's approval [4.5(b)]
    Ana wagers 10 on banker
    Ana wagers 10 on player
    -> refused both_hands_not_approved [4.5(b)]
    approve both hands for Ana
    -> refused role_may_not [4.5(b)]
    supervisor: approve both hands for Ana
    Ana wagers 10 on player
    deal 2h 9c Kd Ks
=> Ana banker won 9.50
=> Ana player lost 10

== the approval is for one person and one round [4.5(b)]
    open betting
    supervisor: approve both hands for Ana
    Ana wagers 10 on banker
    Ana wagers 10 on player
    Ben wagers 10 on player
    Ben wagers 10 on banker
    -> refused both_hands_not_approved [4.5(b)]
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    Ana wagers 10 on player
    -> refused both_hands_not_approved [4.5(b)]

== an approval may be for several rounds [4.5(b)]
    supervisor: approve both hands for Ana for 2 rounds
    Ana wagers 10 on banker
    Ana wagers 10 on player
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    Ana wagers 10 on player
    deal 2h 9c Kd Ks
=> Ana banker won 9.50

== moving from one hand to the other needs no approval [4.3(b)]
    Ana wagers 10 on banker
    Ana moves banker onto player
    deal 9h 2c Kd Ks
=> Ana player won 10

== from the first card no wager is placed, changed, moved or taken back [4.6]
    Ana wagers 10 on banker
    no more bets
    Ben wagers 10 on player
    -> refused round_under_way [4.6]
    Ana changes banker to 20
    -> refused round_under_way [4.6]
    Ana moves banker onto player
    -> refused round_under_way [4.6]
    Ana withdraws banker
    -> refused round_under_way [4.6]
    deal 2h 9c Kd Ks
=> Ana banker won 9.50

== before it a wager may be taken back [4.6]
    Ana wagers 10 on banker
    Ben wagers 10 on banker
    Ana withdraws banker
    deal 2h 9c Kd Ks
=> Ana banker withdrawn 10

== a stake is in chips [4.2]
limits minimum=5 multiple=1
chips 5 25 100
options settlement=non-commission
    Ana wagers 10 on banker
    Ana wagers 6 on tie
    -> refused not_in_chips [4.2]

== a patron cannot stake chips not held
patrons Ana=20
    Ana wagers 15 on banker
    Ana wagers 10 on tie
    -> refused not_enough_chips
    deal 2h 9c Kd Ks
=> chips Ana 34.25
"""

LIMITS = """
== the first stake below the minimum is settled, and brings an advice; the next is refused [3.4]
limits minimum=10 multiple=5
    Ana wagers 5 on banker
    Ana wagers 5 on tie
    -> refused wager_below_minimum [3.4]
    deal 2h 9c Kd Ks
    open betting
    Ana wagers 5 on banker
    -> refused wager_below_minimum [3.4]
=> Ana banker of round 1 won 4.75

== after the advice a small stake that is found is handed back [3.4]
limits minimum=10 multiple=5
    Ana wagers 5 on tie
    Ana wagers 10 on banker
    no more bets
    Ana is found with 5 on banker
    deal 2h 9c Kd Ks
=> Ana banker void 5
=> Ana tie lost 5

== above the maximum only the maximum is paid [3.5]
limits maximum=100
    Ana wagers 150 on banker
    deal 2h 9c Kd Ks
=> Ana banker won 95 returned 150

== above the maximum only the maximum is collected [3.5]
limits maximum=100
    Ana wagers 150 on player
    deal 2h 9c Kd Ks
=> Ana player lost 100 returned 50

== a personal limit replaces the maximum [3.2]
limits maximum=100
    supervisor: grant Ana a maximum of 500
    Ana wagers 300 on player
    Ben wagers 300 on player
    deal 2h 9c Kd Ks
=> Ana player lost 300
=> Ben player lost 100 returned 200

== a stake off the multiple is refused [3.3]
    open betting
    Ana wagers 7 on banker
    -> refused wager_not_a_multiple [3.3]
    Ana wagers 10 on banker

== found off the multiple it is good down to the last whole one [3.3]
    Ana wagers 10 on player
    no more bets
    Ana is found with 13 on player
    deal 2h 9c Kd Ks
=> Ana player lost 10 returned 3

== the differential refuses what widens it and takes what narrows it [3.6]
limits differential=100
    Ana wagers 100 on banker
    Ben wagers 5 on banker
    -> refused differential_exceeded [3.6]
    Ben wagers 50 on player
    Chen wagers 50 on banker
    Chen wagers 200 on tie
    deal 2h 9c Kd Ks
=> Chen banker won 47.50

== a wager moved across counts on both sides of the differential [3.6]
limits differential=20
    Ana wagers 30 on player
    -> refused differential_exceeded [3.6]
    Ana wagers 20 on player
    Ben wagers 30 on banker
    Ana moves player onto banker           # 50 against nothing
    -> refused differential_exceeded [3.6]
    Ben changes banker to 40               # the difference is 20
    Ben changes banker to 45
    -> refused differential_exceeded [3.6]

== withdrawals that push it over are cut back, newest first [3.6]
limits differential=100
    Ana wagers 100 on banker
    Ben wagers 100 on player
    Chen wagers 80 on banker
    Ben withdraws player
    no more bets
    deal 2h 9c Kd Ks
=> Chen banker void 80
=> Ana banker won 95

== a new differential needs notice [3.7, 3.6]
    supervisor: set the differential to 100
    -> refused notice_not_given [3.7]
    supervisor: give notice of a change of differential
    supervisor: set the differential to 100
    open betting
    Ana wagers 105 on banker
    -> refused differential_exceeded [3.6]

== limits change with notice, between rounds [3.1]
    supervisor: set the limits to 25 and 500
    -> refused notice_not_given [3.1]
    supervisor: give notice of a change of limits
    dealer: set the limits to 25 and 500
    -> refused role_may_not [3.1]
    Ana wagers 10 on banker
    supervisor: set the limits to 25 and 500
    -> refused round_under_way [3.1]
    deal 2h 9c Kd Ks
    collect the cards
    supervisor: set the limits to 25 and 500
    Ana wagers 10 on banker
    Ana wagers 20 on tie
    -> refused wager_below_minimum [3.4]
"""

HOUSE = """
== the settlement method changes with notice, before a round [8.1, 8.3]
    supervisor: set settlement to non-commission
    -> refused notice_not_given [8.3]
    supervisor: give notice of a change of settlement
    supervisor: set settlement to non-commission
    Ana wagers 100 on banker
    supervisor: set settlement to commission
    -> refused round_under_way [8.1]
    deal 2h 9c Kd Ks
=> Ana banker won 100

== pairs are switched on with an approved layout only, one option at a time [9.2]
options approved=table
    supervisor: give notice of a change of pairs
    supervisor: set pairs to perfect
    -> refused layout_not_approved [9.2]

== Perfect or Canberra, never both [8.2]
    supervisor: give notice of a change of pairs
    supervisor: set pairs to both
    -> refused option_unknown [8.2]
    supervisor: set pairs to canberra
    Ana wagers 5 on player pair
    deal 2h 3c 2d 4s 5d
=> Ana player pair won 55

== face up or face down is settled before a round [2.2]
    supervisor: set deal to face down
    Ana wagers 5 on player
    no more bets
    deal 8h
    -> refused card_is_face_down [2.2]
    supervisor: set deal to face up
    -> refused round_under_way [2.2]

== replaced cards are checked by supervisor and dealer before the next deal [2.3]
    replace the cards 8h
    -> refused role_may_not [2.3]
    supervisor: replace the cards 8h
    open betting
    -> refused cards_unchecked [2.3]
    supervisor: confirm the check of the replacement cards
    open betting
    -> refused cards_unchecked [2.3]
    dealer: confirm the check of the replacement cards
    Ana wagers 5 on player
    supervisor: replace the cards
    -> refused round_under_way [2.3]
"""


def all_scenarios() -> list[Scenario]:
    text = (SETTLEMENT, TABLEAU, PAIRS, WAGERS, LIMITS, HOUSE)
    return [each for part in text for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("mini-baccarat"), scenario)
