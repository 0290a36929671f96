"""Tournament Mini-Baccarat, worked out by hand from NI2002-45: settlement, tableau, wagers, limits.

Player gets the first and third card, Banker the second and fourth. A patron's first wager takes the
lowest box that is free, so the first to wager has box 1.
"""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Tournament Mini-Baccarat"

SETTLEMENT = """
== Banker wins even money and nothing is deducted [8.1, 8.2, 8.2(a), 8.3(b), 8.4(b); 8.4]
    Ana wagers 100 on banker
    Ben wagers 50 on player
    Chen wagers 5 on tie
    deal 2h 9c Kd Ks                       # Player 2, Banker 9: a natural
=> result banker
=> Ana banker in box 1 won 100 returned 100
=> Ben player in box 2 lost 50
=> Chen tie in box 3 lost 5

== Player wins even money [8.1, 8.3, 8.3(a), 8.2(b), 8.4(b)]
    Ana wagers 100 on banker
    Ben wagers 50 on player
    Chen wagers 5 on tie
    deal 9h 2c Kd Ks
=> result player
=> Ana banker in box 1 lost 100
=> Ben player in box 2 won 50 returned 50
=> Chen tie in box 3 lost 5

== a tie pays eight to one and the hands stand off [8.1, 8.2(c), 8.3(c), 8.4(a), terms: Tie; 8.4]
    Ana wagers 100 on banker
    Ben wagers 50 on player
    Chen wagers 5 on tie
    deal 9h 9c Kd Ks
=> result tie
=> Ana banker in box 1 stood off 100
=> Ben player in box 2 stood off 50
=> Chen tie in box 3 won 40 returned 5

== Banker on six is paid like any other total [8.1, 8.2(a)]
    Ana wagers 25 on banker
    deal 2h 6c 3d Ks 9h                    # Player 5 draws 9 to 4, Banker stands on 6
=> result banker
=> Ana banker in box 1 won 25 returned 25

== nought against nought after six cards is a tie [8.4(a), 7.2 table, 7.3 table; 2.4(b), 2.6]
    Ana wagers 5 on tie
    deal Kh Qc Td Js Kc Qd
=> result tie
=> Ana tie in box 1 won 40 returned 5

== Tie beside Banker in one box: the Tie is paid, Banker stands off [4.6(a), 4.6(c), 8.2(c), 8.4(a)]
patrons Ana=100
    Ana wagers 25 on banker
    Ana wagers 5 on tie
    deal 9h 9c Kd Ks
=> Ana banker in box 1 stood off 25
=> Ana tie in box 1 won 40 returned 5
=> chips Ana 140

== Tie beside Player in one box: Player is paid, the Tie collected [4.6(b), 4.6(c), 8.3(a), 8.4(b)]
patrons Ana=100
    Ana wagers 25 on player
    Ana wagers 5 on tie
    deal 9h 2c Kd Ks
=> chips Ana 120

== an odd amount is paid to the dollar [8.1]
limits minimum=1 multiple=1
    Ana wagers 7 on banker
    Ben wagers 3 on tie
    deal 2h 9c Kd Ks
=> Ana banker in box 1 won 7 returned 7
"""

TABLEAU = """
== a three-card nine is no natural, and Banker draws against it [7.3 table; terms: Natural]
    Ana wagers 5 on banker
    deal 2h 6c Kd Ks 7c 3d                 # Player 2 + 7 = 9; Banker 6 draws against 7: nine
=> result tie

== a natural eight loses to a natural nine [6.4; terms: Natural]
    Ana wagers 5 on player
    deal 3h 4c 5d 5s
=> result banker

== Banker's natural stops a Player of zero [6.4]
    Ana wagers 5 on player
    deal Kh 4c Qd 4s
    deal 9h
    -> refused no_card_due [6.4]
=> result banker

== Player's natural stops a Banker of nought [6.4]
    Ana wagers 5 on player
    deal 4h Kc 4d Qs
=> result player

== Player draws on five [7.2 table; 7.2]
    Ana wagers 5 on player
    deal 2h 7c 3d Ks 4h                    # 5 + 4 = 9 against seven
=> result player

== Player and Banker stand on six [7.2 table, 7.3 table]
    Ana wagers 5 on player
    deal 6h 6c Kd Ks
=> result tie

== Player stands on seven, Banker draws on five against no card [7.3 table; 7.3]
    Ana wagers 5 on player
    deal 7h 5c Kd Ks 2d
=> result tie

== Banker three stands against an eight [7.3 table]
    Ana wagers 5 on banker
    deal 2h 3c Kd Ks 8h                    # Player 2 + 8 = 0, Banker 3
=> result banker

== Banker three draws against a nine [7.3 table]
    Ana wagers 5 on banker
    deal 2h 3c Kd Ks 9h 5d                 # Player 1, Banker 8
=> result banker

== Banker four stands against an ace [7.3 table; 2.4(c)]
    Ana wagers 5 on banker
    deal 2h 4c Kd Ks Ah                    # Player 3, Banker 4
=> result banker

== Banker four draws against a two [7.3 table]
    Ana wagers 5 on player
    deal 2h 4c Kd Ks 2d 9d                 # Player 4, Banker 4 + 9 = 3
=> result player

== Banker five stands against a three and draws against a four [7.3 table]
    Ana wagers 5 on player
    deal 2h 5c Kd Ks 3h                    # five each
    Ana wagers 5 on player
    deal 2h 5c Kd Ks 4h Ad                 # six each
=> result tie

== Banker six stands against a five and draws against a six [7.3 table]
    Ana wagers 5 on player
    deal 2h 6c Kd Ks 5h                    # Player 7, Banker 6
    Ana wagers 5 on player
    deal 2h 6c Kd Ks 6h 9d                 # Player 8, Banker 6 + 9 = 5
=> result player

== Banker seven always stands [7.3 table]
    Ana wagers 5 on player
    deal 2h 7c Kd Ks 7h                    # Player 9, Banker 7
=> result player

== nobody settles past a card that the tables call for [7.2 table; terms: Tableau (Table of Play)]
    Ana wagers 5 on player
    deal 2h 7c Kd Ks
    settle
    -> refused round_not_complete [7.2 table]
    deal 7h
=> result player

== a hand never gets a fourth card [7.1; terms: Hand]
    Ana wagers 5 on player
    deal 2h 3c Kd Ks 9h 5d
    deal 5h
    -> refused no_card_due [7.1]

== pictures count nothing, an ace one, tens are dropped [6.4; 2.4, 2.4(a), 2.4(b), 2.4(c), 2.6]
    Ana wagers 5 on player
    deal Th Ac Jd 8s                       # Player 0, Banker 1 + 8 = 9
=> result banker

== the initial deal goes Player, Banker, Player, Banker [6.2, 6.2(a), 6.2(b)]
    Ana wagers 5 on player
    no more bets
    deal Ah 2c 3d 4s                       # Player A 3, Banker 2 4
=> awaits draw player [7.2 table]
"""

WAGERS = """
== only Banker, Player and Tie are offered [4.6, 4.6(a), 4.6(b), 4.6(c)]
    open betting
    Ana wagers 10 on player pair
    -> refused wager_not_offered [4.6]
    Ana wagers 10 on banker
    Ben wagers 10 on player
    Ben wagers 5 on tie
    deal 9h 2c Kd Ks
=> Ben player in box 2 won 10

== Banker and Player together: never, by nobody's leave [4.7]
    Ana wagers 10 on banker
    Ana wagers 10 on player
    -> refused both_hands [4.7]
    director: Ana wagers 10 on player
    -> refused role_may_not [4.1]
    Ana wagers 5 on tie
    Ana moves tie onto player
    -> refused both_hands [4.7]
    Ana moves banker onto player
    deal 9h 2c Kd Ks
=> Ana player in box 1 won 10
=> Ana tie in box 1 lost 5

== a box belongs to one patron [4.3, terms: Box]
    Ana wagers 10 on banker in box 3
    Ben wagers 10 on player in box 3
    -> refused box_of_another [4.3]
    Ben wagers 10 on player in box 4
    deal 9h 2c Kd Ks
=> Ana banker in box 3 lost 10
=> Ben player in box 4 won 10

== and stays with that patron in the next round [4.3]
    Ana wagers 10 on banker in box 3
    deal 9h 2c Kd Ks
    open betting
    Ben wagers 10 on player in box 3
    -> refused box_of_another [4.3]

== a patron has one box [4.4]
    Ana wagers 10 on banker in box 3
    Ana wagers 5 on tie in box 4
    -> refused second_box [4.4]
    Ana wagers 5 on tie in box 3
    deal 9h 9c Kd Ks
=> Ana tie in box 3 won 40

== the second box of one that belongs to another is refused as the other's [4.3]
    Ana wagers 10 on banker
    Ben wagers 10 on banker
    Ana wagers 5 on tie in box 2
    -> refused box_of_another [4.3]

== a box without a number on the layout [terms: Box]
    open betting
    Ana wagers 10 on banker in box 8
    -> refused no_such_box [terms: Box]: box 8 is none of 1 to 7
    Ana wagers 10 on banker in box 7

== more patrons than boxes: who has none wagers nothing and holds nobody up [terms: Box, 6.2]
options boxes=1
patrons Ana Ben
    Ana wagers 10 on banker
    Ben wagers 10 on banker
    -> refused no_such_box [terms: Box]: boxes 1 to 1 are all taken
    no more bets
    deal 2h 9c Kd Ks
=> Ana banker in box 1 won 10

== who leaves frees the box, and nobody leaves with wagers on it [4.1, terms: Box]
    Ana wagers 10 on banker
    Ana leaves
    -> refused wagers_on_layout [4.1]
    deal 9h 2c Kd Ks
    settle
    collect the cards
    Ana leaves
    Ben wagers 10 on player in box 1
    deal 9h 2c Kd Ks
=> Ben player in box 1 won 10

== one wager in each area [4.6]
    Ana wagers 10 on banker
    Ana wagers 10 on banker
    -> refused one_wager_per_area [4.6]
    Ana changes banker to 20
    deal 2h 9c Kd Ks
=> Ana banker in box 1 won 20

== everybody at the table wagers before the first card [4.1, 6.2]
patrons Ana Ben
    Ana wagers 10 on banker
    no more bets
    -> refused wagers_outstanding [4.1]
    deal 2h
    -> refused betting_open [6.2]
    Ben wagers 10 on tie
    no more bets
    deal 2h 9c Kd Ks
=> Ben tie in box 2 lost 10

== also who holds exactly the minimum, but not who holds less [4.1]
limits minimum=5
patrons Ana=100 Ben=5 Chen=4
    Ana wagers 10 on banker
    no more bets
    -> refused wagers_outstanding [4.1]: still to wager: Ben
    Ben wagers 5 on tie
    no more bets
    deal 2h 9c Kd Ks
=> Ben tie in box 2 lost 5

== or it is confirmed that a patron does not [4.1; terms: Casino Supervisor]
patrons Ana Ben
    Ana wagers 10 on banker
    supervisor: confirm that Ben does not wager
    -> refused role_may_not [4.1]
    confirm that Ana does not wager
    -> refused owes_no_wager [4.1]
    director: confirm that Ben does not wager
    -> refused role_may_not [4.1]
    confirm that Ben does not wager
    deal 2h 9c Kd Ks
=> Ana banker in box 1 won 10

== the confirmation is for one round [4.1]
patrons Ana Ben
    Ana wagers 10 on banker
    confirm that Ben does not wager
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    no more bets
    -> refused wagers_outstanding [4.1]

== a patron whose chips do not reach the minimum holds nobody up [6.2; 4.1]
patrons Ana=4 Ben=100
    Ben wagers 10 on banker
    no more bets
    deal 2h 9c Kd Ks
=> chips Ben 110

== the least stake is a whole multiple: seven dollars of chips do not reach ten [6.2; 4.1, 3.2]
limits minimum=6 multiple=5
patrons Ana=7 Ben=100
    Ben wagers 10 on banker
    deal 2h 9c Kd Ks
=> chips Ben 110

== a wager taken back is still owed [4.1, 4.5]
    Ana wagers 10 on banker
    Ben wagers 10 on banker
    Ana withdraws banker
    no more bets
    -> refused wagers_outstanding [4.1]
    Ana wagers 5 on player
    deal 9h 2c Kd Ks
=> Ana player in box 1 won 5

== who has wagered once is at the table and owes the next round a wager, or leaves [4.1, 6.2]
    Ana wagers 10 on banker
    Ben wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    no more bets
    -> refused wagers_outstanding [4.1]
    Ben leaves
    no more bets
    deal 2h 9c Kd Ks
=> Ana banker in box 1 won 10

== a wager moves only onto an area that is free [4.6, 4.6(c)]
    Ana wagers 10 on banker
    Ana wagers 5 on tie
    Ana moves banker onto tie
    -> refused one_wager_per_area [4.6]
    Ana withdraws tie
    Ana moves banker onto tie
    Ana moves tie onto dragon
    -> refused wager_not_offered [4.6]
    deal 9h 9c Kd Ks
=> Ana tie in box 1 won 80

== a round without wagers does not begin [4.1, 6.2]
    open betting
    no more bets
=> awaits open [4.1]

== nothing is wagered, dealt or settled before its time [4.1, 6.1, 6.2, terms: Dealer]
    deal 8h
    -> refused no_round_under_way [6.1]
    settle
    -> refused no_round_under_way [terms: Dealer]
    Ana wagers 10 on banker
    no more bets
    no more bets
    -> refused betting_not_open [6.2]
    confirm that Ana does not wager
    -> refused betting_not_open [4.1]
    open betting
    -> refused round_under_way [4.5]

== a round ends when its cards are in the rack, and not before it is settled [terms: Round of Play]
    Ana wagers 10 on banker
    deal 2h 9c
    collect the cards
    -> refused round_not_settled [terms: Round of Play]
    deal Kd Ks
    settle
    collect the cards
    collect the cards
    -> refused round_not_settled [terms: Round of Play]
=> awaits open [4.1]

== from the call on no wager is placed, changed, moved or taken back [4.5]
    Ana wagers 10 on banker
    no more bets
    Ben wagers 10 on player
    -> refused round_under_way [4.5]
    deal 2h
    Ana changes banker to 20
    -> refused round_under_way [4.5]
    Ana moves banker onto player
    -> refused round_under_way [4.5]
    Ana withdraws banker
    -> refused round_under_way [4.5]
    deal 9c Kd Ks
=> Ana banker in box 1 won 10

== a stake is in tournament chips of the table [4.2]
limits minimum=5 multiple=1
chips 5 25 100
    Ana wagers 10 on banker
    Ana wagers 6 on tie
    -> refused not_in_chips [4.2]

== chips come from the officials, and a stake from the chips held [terms: Tournament Chips]
patrons Ana=20
    patron: Ana brings 500
    -> refused role_may_not [terms: Tournament Chips]
    Ana wagers 15 on banker
    Ana wagers 10 on tie
    -> refused not_enough_chips
    deal 2h 9c Kd Ks
=> chips Ana 35

== stakes below nothing, and wagers that are not there
    Ana wagers 10 on banker
    Ana changes banker to -5
    -> refused amount_not_positive
    Ana changes tie to 5
    -> refused no_wager_there
    Ana withdraws banker in box 2
    -> refused no_wager_there
"""

LIMITS = """
== the first stake below the minimum is settled, and brings an advice; the next is refused [3.3]
limits minimum=10 multiple=5
    Ana wagers 5 on banker
    Ana wagers 5 on tie
    -> refused wager_below_minimum [3.3]
    deal 2h 9c Kd Ks
    open betting
    Ana wagers 5 on banker
    -> refused wager_below_minimum [3.3]
=> Ana banker in box 1 of round 1 won 5

== after the advice a small stake that is found is handed back [3.3]
limits minimum=10 multiple=5
    Ana wagers 5 on tie
    Ana wagers 10 on banker
    no more bets
    Ana is found with 5 on banker
    deal 2h 9c Kd Ks
=> Ana banker in box 1 void 5
=> Ana tie in box 1 lost 5

== above the maximum only the maximum is paid, at eight to one too [3.4, 8.1]
limits maximum=100
    Ana wagers 150 on banker
    Ben wagers 150 on tie
    deal 9h 9c Kd Ks
    Ana wagers 150 on banker
    Ben wagers 150 on player
    deal 2h 9c Kd Ks
=> Ben tie in box 2 of round 1 won 800 returned 150
=> Ana banker in box 1 of round 1 stood off 150
=> Ana banker in box 1 won 100 returned 150
=> Ben player in box 2 lost 100 returned 50

== a stake off the multiple is refused [3.2]
    open betting
    Ana wagers 7 on banker
    -> refused wager_not_a_multiple [3.2]
    Ana wagers 10 on banker

== found off the multiple it is good down to the last whole one [4.2, 3.2]
    Ana wagers 10 on player
    Ana is found with 15 on player
    -> refused betting_open [4.2]
    no more bets
    Ana is found with 13 on player
    Ana is found with 5 on tie
    -> refused no_wager_there
    Ana is found with -5 on player
    -> refused amount_not_positive
    deal 2h 9c Kd Ks
    settle
    Ana is found with 25 on player
    -> refused no_round_under_way [4.2]
=> Ana player in box 1 lost 10 returned 3

== the Director sets the limits on the sign, between rounds [3.1]
    supervisor: set the limits to 25 and 500
    -> refused role_may_not [3.1]
    director: set the limits to 25 and 500
    open betting
    director: set the limits to 20 and 500
    Ana wagers 10 on banker
    director: set the limits to 5 and 500
    -> refused round_under_way [3.1]
    Ana wagers 10 on tie
    -> refused wager_below_minimum [3.3]

== the Tie may have a line of its own [3.1, 3.4]
    director: set the limits to 5 and 50 for tie
    Ana wagers 100 on tie
    Ana wagers 100 on banker
    deal 9h 9c Kd Ks
=> Ana tie in box 1 won 400 returned 100

== the Director sets the multiple [3.2]
    director: set the multiple to 25
    open betting
    Ana wagers 10 on banker
    -> refused wager_not_a_multiple [3.2]
    Ana wagers 50 on banker
"""


def all_scenarios() -> list[Scenario]:
    return [each for part in (SETTLEMENT, TABLEAU, WAGERS, LIMITS) for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-mini-baccarat"), scenario)
